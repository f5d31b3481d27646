//! What is printed of rules, in every language: beside what was read and found good.
//! `PRINTED=write cargo test --test printed` writes it anew, to be read again.

use flockwright::rules::{Language, Names, Rule};
use std::{env, fs, path::Path};

/// Rules that use each part of the language once at least.
const RULES: [&str; 8] = [
    "rule orbit \"Orbit\"\n# Circles the goal at a distance.\n\
     param distance = 20 in 0.5..200 \"× L\" \"How far from the goal the circle is.\"\n\
     param softness = 10 in 0.1..200 \"× L\"\n\
     param way = port of port, starboard \"Which way around.\"\n\
     u = goal.direction\n\
     e = clamp((goal.distance / L - distance) / softness, -1, 1) * 90 * deg\n\
     t = if way is port then starboard(u) else -starboard(u)\n\
     # Along the circle, and inward where it is too far out.\n\
     steer head(unit(t * cos(e) + u * sin(e)))",
    "rule separation \"Separation\"\n# Away from whoever is too near.\nparam factor = 5 in 0..40\n\
     reach = factor * L\n\
     steer -sum(j in everyone(reach) where seen(j.offset): side(j.offset) * reach / j.distance)",
    "rule fright\nparam radius = 40 in 1..400\nparam fears_pointer = off of off, on\nr = radius * L\n\
     a = -unit(sum(m in menaces(r): m.direction * (1 - m.distance / r)))\n\
     steer if fears_pointer is on then head(a) * most(m in menaces(r): 1 - m.distance / r) else vec(0, 0)",
    "rule wander\nparam distance = 6 in 0..40\nparam radius = 3 in 0..40\nparam rate = 4 in 0..20\n\
     keep angle = 0 then wrap(angle + random(-1, 1) * rate * dt)\n\
     steer seek(h * distance + rotate(h, angle) * radius)",
    "rule hide\nunused = 5\n\
     s = nearest(o in obstacles where o.distance < 40 * L: o.offset + unit(o.offset - target.offset) * (o.radius + 4 * L))\n\
     steer arrive(s, 12 * L) # behind it",
    "rule crowded\nsteer if count(j in mates(8 * L)) > 4 and not leads then -1 else sway(2) # turn to port",
    "rule watchful\n# Slows down where wolves are, with the mean of the rest.\nflock = mean(j in group(\"wolves\", 80 * L) where wide(j.offset): j.speed)\n\
     class = any(j in view where j.leads: j.distance < 2 * L or j.length > L) or any(j in others: j.speed > V)\n\
     far_off = least(j in fellows(9 * L): j.distance ^ 2) - -1\n\
     steer toward(if goal.there then goal.velocity else vec(0, 0)) - so_far * 0.8 * mix(flock, far_off, 0.5)\n\
     thrust 1 - min(speed, 2, V) / V\nbrake if class then 0.3 else 1",
    "rule spring\nkeep last = vec(0, 0) then leader.offset\nd = leader.offset - last\n\
     x = abs(sign(dot(d, place)) + sqrt(length(d))) + floor(time * pi) + max(acos(0.5), 2 ^ -2)\n\
     steer starboard(d) * x + h * (ahead(d) - abeam(d)) - turn(d) * v + mean(j in hunted(40): j.heading)",
];

#[test]
fn what_is_printed_is_what_was_read() {
    for language in Language::ALL {
        let texts = RULES.map(|text| {
            let rule = Rule::parse(text).expect(text);
            rule.print(language, &rule.names(language))
        });
        let printed = texts.join("\n");
        let file = format!("{}/tests/printed/{}.txt", env!("CARGO_MANIFEST_DIR"), language.key());
        if env::var("PRINTED").is_ok_and(|what| what == "write") {
            fs::create_dir_all(Path::new(&file).parent().expect("a folder")).expect("to write");
            fs::write(&file, &printed).expect("to write");
        }
        let read = fs::read_to_string(&file).expect(&file);
        assert!(printed == read, "{file} is not what is printed now:\n{printed}");
    }
}

#[test]
fn formulas_are_those_of_the_body_at_hand() {
    for (text, rigid, point) in [
        (
            "param way = port of port, starboard\nr = 5 * L\nsteer head(if way is port then goal.direction else -unit(v)) * (r - 1)",
            "F = w·S·side(u_g \"if\" way = \"port\" \"else\" −unit(v))·θ/π·(r − 1); r = 5·L",
            "F = w·F_max·(v_w − v)/V·(r − 1); v_w = V·(u_g \"if\" way = \"port\" \"else\" −unit(v)); r = 5·L",
        ),
        (
            "param k = 5 in 0..9\nfar_off_is = k * L\nsteer -sum(j in everyone(far_off_is) where seen(j.offset): side(j.offset) / j.distance ^ 2)",
            "F = −w·S·q; q = Σ side(u_j)/d_j^2 \"for\" j \"in\" everyone(far_offis) \"where\" u_j \"in\" view; far_offis = k·L",
            "F = −w·F_max·q; q = Σ side(u_j)/d_j^2 \"for\" j \"in\" everyone(far_offis) \"where\" u_j \"in\" view; far_offis = k·L",
        ),
        (
            "near = count(j in view)\nsteer arrive(goal.offset, 3 * L) + seek(-leader.offset) * near",
            "F = w·S·((v_w − v)/V + (v_w2 − v)/V·near); v_w = V·min(1, d_g/(3·L))·u_g; v_w2 = −V·u_l; near = \"number of\" j \"in\" view",
            "F = w·F_max·((v_w − v)/V + (v_w2 − v)/V·near); v_w = V·min(1, d_g/(3·L))·u_g; v_w2 = −V·u_l; near = \"number of\" j \"in\" view",
        ),
    ] {
        let rule = Rule::parse(text).expect(text);
        let params = rule.params.iter().map(|param| param.name.clone()).collect();
        let names = Names { function: String::new(), weight: "w".to_string(), params };
        assert_eq!(rule.formula(true, &names), rigid);
        assert_eq!(rule.formula(false, &names), point);
    }
}
