//! Random rules that make sense, and worlds for them.

use serde_json::json;

/// Chance for texts and worlds (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, many: usize) -> usize {
        (self.next() % many as u64) as usize
    }
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// Writes random rules that make sense.
pub struct Writer<'d> {
    dice: &'d mut Dice,
    /// What lines have named: numbers, vectors, conditions.
    pub names: [Vec<String>; 3],
    member: Option<bool>,
}

impl<'d> Writer<'d> {
    pub fn new(dice: &'d mut Dice) -> Self {
        Self { dice, names: Default::default(), member: None }
    }

    fn number(&mut self, deep: usize) -> String {
        if deep == 0 || self.dice.below(5) == 0 {
            return self.small_number();
        }
        let d = deep - 1;
        match self.dice.below(17) {
            0 | 1 => {
                let op = self.dice.of(&["+", "-", "*"]);
                format!("({} {op} {})", self.number(d), self.number(d))
            }
            2 => format!("{} / (1 + abs({}))", self.small_number(), self.number(d)),
            3 => {
                let f =
                    self.dice.of(&["abs", "sign", "sqrt", "floor", "sin", "cos", "acos", "wrap"]);
                format!("{f}({})", self.number(d))
            }
            4 => {
                let f = self.dice.of(&["min", "max"]);
                format!("{f}({}, {})", self.number(d), self.number(d))
            }
            5 => format!("clamp({}, -1, {})", self.number(d), self.small_number()),
            6 => format!("mix({}, {}, 0.3)", self.number(d), self.number(d)),
            7 => format!(
                "(0.1 + abs({})) ^ {}",
                self.number(d),
                self.dice.of(&["2", "0.5", "-1", "3"])
            ),
            8 => {
                let f = self.dice.of(&["length", "ahead", "abeam", "side", "turn"]);
                format!("{f}({})", self.vector(d))
            }
            9 => {
                let f = self.dice.of(&["dot", "cross"]);
                format!("{f}({}, {})", self.vector(d), self.vector(d))
            }
            10 => format!(
                "(if {} then {} else {})",
                self.condition(d),
                self.number(d),
                self.number(d)
            ),
            11 => format!("-{}", self.small_number()),
            _ if self.member.is_some() => self.small_number(),
            12 => {
                let set = self.set();
                format!("count(j in {set}{})", self.when(d, &set))
            }
            _ => {
                let (f, set) =
                    (self.dice.of(&["sum", "mean", "least", "most", "nearest"]), self.set());
                let when = self.when(d, &set);
                let by = if matches!(f, "least" | "most") { self.by(&set) } else { "".into() };
                let value = self.within(&set, |this| this.number(d));
                format!("{f}(j in {set}{when}{by}: {value})")
            }
        }
    }

    fn small_number(&mut self) -> String {
        if let Some(obstacle) = self.member
            && self.dice.below(2) == 0
        {
            let of_units = ["j.distance", "j.speed", "j.length"];
            let of_obstacles = ["j.distance", "j.radius"];
            return self.dice.of(if obstacle { &of_obstacles } else { &of_units }).into();
        }
        if !self.names[0].is_empty() && self.dice.below(3) == 0 {
            return self.names[0][self.dice.below(self.names[0].len())].clone();
        }
        match self.dice.below(4) {
            0 => format!("{:.2}", self.dice.real(0.0, 3.0)),
            1 => self
                .dice
                .of(&["L", "V", "speed", "pi", "deg", "dt", "time", "amount", "rank", "group_size"])
                .into(),
            2 => self.dice.of(&["goal.distance", "target.distance", "leader.distance"]).into(),
            _ => self
                .dice
                .of(&["pointer.distance", "wall.distance", "left", "right", "0.5", "2", "10"])
                .into(),
        }
    }

    fn vector(&mut self, deep: usize) -> String {
        if deep == 0 || self.dice.below(5) == 0 {
            return self.small_vector();
        }
        let d = deep - 1;
        match self.dice.below(14) {
            0 | 1 => {
                let op = self.dice.of(&["+", "-"]);
                format!("({} {op} {})", self.vector(d), self.vector(d))
            }
            2 => format!("{} * {}", self.small_vector(), self.number(d)),
            3 => format!("{} / (1 + abs({}))", self.small_vector(), self.number(d)),
            4 | 5 => {
                let f = self.dice.of(&["unit", "starboard", "toward", "head", "seek"]);
                format!("{f}({})", self.vector(d))
            }
            6 => format!("rotate({}, {})", self.vector(d), self.number(d)),
            7 => format!("arrive({}, 10 * L)", self.vector(d)),
            8 => format!("vec({}, {})", self.number(d), self.number(d)),
            9 => format!(
                "(if {} then {} else {})",
                self.condition(d),
                self.vector(d),
                self.vector(d)
            ),
            10 => format!("mix({}, {}, 0.5)", self.vector(d), self.vector(d)),
            _ if self.member.is_some() => self.small_vector(),
            _ => {
                let f = self.dice.of(&["sum", "mean", "nearest", "least", "most"]);
                let set = self.set();
                let when = self.when(d, &set);
                let by = match f {
                    "least" | "most" => format!(" by {}", self.rank(&set)),
                    _ => String::new(),
                };
                let value = self.within(&set, |this| this.vector(d));
                format!("{f}(j in {set}{when}{by}: {value})")
            }
        }
    }

    fn small_vector(&mut self) -> String {
        if let Some(obstacle) = self.member
            && self.dice.below(3) > 0
        {
            let of_units = ["j.offset", "j.direction", "j.velocity", "j.heading"];
            return self.dice.of(if obstacle { &of_units[..2] } else { &of_units }).into();
        }
        if !self.names[1].is_empty() && self.dice.below(3) == 0 {
            return self.names[1][self.dice.below(self.names[1].len())].clone();
        }
        self.dice
            .of(&[
                "v", "h", "place", "so_far", "goal.offset", "goal.direction", "goal.velocity",
                "target.offset", "leader.offset", "pointer.direction", "wall.offset",
                "barrier.direction", "h",
            ])
            .into()
    }

    fn condition(&mut self, deep: usize) -> String {
        let d = deep.saturating_sub(1);
        match self.dice.below(if deep == 0 { 4 } else { 9 }) {
            0 => self
                .dice
                .of(&[
                    "leads", "hunts", "goal.there", "pointer.there", "barrier.there", "way is port",
                ])
                .into(),
            1 => {
                let f = self.dice.of(&["seen", "wide", "limited", "narrow", "full"]);
                format!("{f}({})", self.small_vector())
            }
            2 if self.member == Some(false) => "j.leads".into(),
            2 | 3 => format!("{} > {}", self.small_number(), self.small_number()),
            4 => {
                let op = self.dice.of(&["<", "<=", ">=", "!="]);
                format!("{} {op} {}", self.number(d), self.number(d))
            }
            5 => format!("not ({})", self.condition(d)),
            6 if self.member.is_none() => {
                let set = self.set();
                let value = self.within(&set, |this| this.condition(d));
                format!("any(j in {set}: {value})")
            }
            _ => {
                let op = self.dice.of(&["and", "or"]);
                format!("({} {op} {})", self.condition(d), self.condition(d))
            }
        }
    }

    fn set(&mut self) -> String {
        let name = self.dice.of(&[
            "view", "mates", "fellows", "others", "everyone", "hunted", "menaces", "obstacles",
            "group(\"wolves\")", "group(\"nobody\")",
        ]);
        let radius = self.dice.below(3) > 0;
        match name {
            "view" | "obstacles" => name.into(),
            _ if name.starts_with("group") => match radius {
                true => format!("{}, {} * L)", &name[..name.len() - 1], 5 + self.dice.below(40)),
                false => name.into(),
            },
            _ if radius => format!("{name}({} * L)", 3 + self.dice.below(40)),
            _ => name.into(),
        }
    }

    fn within<R>(&mut self, set: &str, write: impl FnOnce(&mut Self) -> R) -> R {
        self.member = Some(set == "obstacles");
        let written = write(self);
        self.member = None;
        written
    }

    fn when(&mut self, deep: usize, set: &str) -> String {
        if self.dice.below(2) == 0 {
            return String::new();
        }
        format!(" where {}", self.within(set, |this| this.condition(deep.min(2))))
    }

    /// A number in which two members hardly ever agree.
    fn rank(&mut self, set: &str) -> String {
        let sign = self.dice.of(&["", "-"]);
        let of_units = ["j.distance", "j.speed", "dot(j.offset, h)"];
        let of_obstacles = ["j.distance", "dot(j.offset, h)"];
        let ranks = if set == "obstacles" { &of_obstacles[..] } else { &of_units };
        format!("{sign}{}", self.dice.of(ranks))
    }

    /// Now and then, what chooses a member.
    fn by(&mut self, set: &str) -> String {
        match self.dice.below(2) {
            0 => format!(" by {}", self.rank(set)),
            _ => String::new(),
        }
    }

    pub fn rule(&mut self) -> String {
        let mut text =
            "param amount = 2 in 0..10\nparam way = port of port, starboard\n".to_string();
        for at in 0..self.dice.below(4) {
            let (kind, deep) = (self.dice.below(3), self.dice.below(4));
            let value = match kind {
                0 => self.number(deep),
                1 => self.vector(deep),
                _ => format!("if {} then 1 else 0", self.condition(deep)),
            };
            let kind = if kind == 1 { 1 } else { 0 };
            text.push_str(&format!("a{at} = {value}\n"));
            self.names[kind].push(format!("a{at}"));
        }
        let deep = 1 + self.dice.below(4);
        let force = if self.dice.below(2) == 0 { self.number(deep) } else { self.vector(deep) };
        text + "steer " + &force
    }
}

pub fn world(dice: &mut Dice) -> serde_json::Value {
    let point = |dice: &mut Dice| [dice.real(5.0, 155.0), dice.real(5.0, 155.0)];
    let going = |dice: &mut Dice| [dice.real(-60.0, 60.0), dice.real(-60.0, 60.0)];
    let mut units = Vec::new();
    for at in 0..4 + dice.below(12) {
        let wolf = at > 0 && dice.below(4) == 0;
        let heading = dice.real(-3.1, 3.1);
        // Now and then two share a place.
        let place = match units.last() {
            Some(last) if dice.below(8) == 0 => serde_json::Value::clone(last)["p"].clone(),
            _ => json!(point(dice)),
        };
        units.push(json!({
            "p": place, "v": going(dice), "heading": heading, "length": 2,
            "role": if wolf { "interceptor" } else { "regular" },
            "group": if wolf { "wolves" } else { "flock" },
            "leads": dice.below(2) == 0, "hunts": dice.below(2) == 0
        }));
    }
    // In the order of their ids, which decide between two that are equally near.
    units.sort_by_key(|one| one["group"] == "wolves");
    let hunts = units[0]["hunts"] == true;
    units[0]["leads"] = json!(hunts);
    let things = ["goal", "target", "leader", "pointer"];
    let mut world = json!({
        "body": dice.of(&["point", "rigid"]), "size": [160, 160], "torus": dice.below(2) == 0,
        "max_speed": dice.real(40.0, 90.0), "units": units,
        "view": {"model": dice.of(&["wide", "limited", "narrow", "full", "off"]),
            "radius_factor": dice.of(&["8", "15", "30"]).parse::<f64>().expect("a number"),
            "back_angle_factor": dice.real(0.5, 2.0), "front_angle_factor": dice.real(0.5, 2.0),
            "nearest_only": if dice.below(3) == 0 { 1 + dice.below(4) } else { 0 }},
        "obstacles": (0..dice.below(4)).map(|_| json!({"p": point(dice), "radius": 7.5})).collect::<Vec<_>>(),
        "walls": (0..dice.below(3)).map(|_| {
            let ends = [point(dice), point(dice)].concat();
            json!([ends[0], ends[1], ends[2], ends[3], 2])
        }).collect::<Vec<_>>(),
        "fears": if dice.below(2) == 0 { vec!["wolves", "pointer"] } else { vec!["wolves"] },
        "hunted": if dice.below(2) == 0 { vec!["wolves"] } else { vec![] },
        "tick": dice.below(600), "so_far": [dice.real(-1.0, 1.0), dice.real(-1.0, 1.0)]
    });
    for thing in things {
        if dice.below(4) > 0 {
            world[thing] = json!({"p": point(dice), "v": going(dice)});
        }
    }
    world
}

/// How far two values are from each other, as a share of the larger, or of 1.
pub fn apart(a: &[f64], b: &[f64]) -> f64 {
    let size = a.iter().chain(b).fold(1.0f64, |most, part| most.max(part.abs()));
    a.iter().zip(b).map(|(a, b)| (a - b).abs() / size).fold(0.0, f64::max)
}
