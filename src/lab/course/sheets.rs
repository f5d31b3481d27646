//! Worksheets of the course to print, as HTML: a page for each step, and the answers for teachers.

use super::bird::open_step;
use super::step::CourseStep;
use flockwright::Run;
use glam::Vec2;

/// Start of the worksheets' HTML file: its head, with the style.
pub const SHEET_HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Flockwright: sheets</title>\n\
<style>\nbody { font: 12pt/1.5 Georgia, serif; max-width: 42em; margin: 2em auto; }\n\
section { break-after: page; }\nh1 { font-size: 1.5em; margin: 0; }\nsmall, .over { color: #444; }\n\
svg { width: 100%; max-height: 9cm; margin: 1em 0; background: #f4f4f0; }\nul { list-style: \"\\2610\\00a0\\00a0\"; }\n.room { border-bottom: 1px solid #999; height: 2.2em; }\n</style>\n";

/// Escapes a text for HTML.
fn escape_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// HTML with a label and this number of ruled lines for handwriting.
fn writing_lines(label: &str, lines: usize) -> String {
    format!("<p>{label}</p>\n{}", "<div class=\"room\"></div>\n".repeat(lines))
}

/// Tick of a step's picture if the step's link starts at 0: late enough to see the motion.
const PICTURE_TICK: u64 = 120;

/// Colors of a picture's units by group, repeated after the last one.
const GROUP_COLORS: [&str; 4] = ["#222", "#b60", "#06a", "#693"];

/// SVG path data of a triangle that points along a heading (rad), with its corners `size` from the
/// center.
fn arrow_path(center: Vec2, heading: f32, size: f32) -> String {
    let corner = |angle: f32| {
        let (sine, cosine) = libm::sincosf(heading + angle);
        format!("{:.1} {:.1}", center.x + size * cosine, center.y + size * sine)
    };
    let [bow, port, starboard] = [0.0, -2.5, 2.5].map(corner);
    format!("M{bow}L{port}L{starboard}z")
}

/// SVG picture of a step's initial run: units in the color of their group, obstacles and walls, and
/// a ring around the marked bird.
fn step_picture(step: &CourseStep) -> String {
    let (run, ..) = open_step(step, PICTURE_TICK);
    let (world, agents) = (&run.world, run.world.agents());
    let (width, height) = (world.params.width, world.params.height);
    let mut svg = format!("<svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n");
    for disc in world.obstacles() {
        let (x, y, r) = (disc.center.x, disc.center.y, disc.radius);
        svg += &format!("<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{r:.0}\" fill=\"#bbb\"/>\n");
    }
    for wall in world.walls() {
        let (from, to, across) = (wall.from, wall.to, 2.0 * wall.radius);
        svg += &format!(
            "<path d=\"M{:.0} {:.0}L{:.0} {:.0}\" stroke=\"#999\" stroke-width=\"{across:.0}\"/>\n",
            from.x, from.y, to.x, to.y
        );
    }
    // Shorter units are drawn this long (a fiftieth of the width), to show their headings.
    let least = width / 50.0;
    for (group, fill) in world.groups().iter().zip(GROUP_COLORS.iter().cycle()) {
        let arrow = |id: usize| {
            let half = 0.5 * agents.length[id].max(least);
            arrow_path(agents.position(id), agents.heading[id], half)
        };
        let arrows: String = group.ids.clone().map(arrow).collect();
        svg += &format!("<path d=\"{arrows}\" fill=\"{fill}\"/>\n");
    }
    if let Some(bird) = &step.bird {
        let place = agents.position(bird.id);
        svg += &format!(
            "<circle cx=\"{:.0}\" cy=\"{:.0}\" r=\"{:.0}\" fill=\"none\" stroke=\"#c00\" stroke-width=\"2\"/>\n",
            place.x,
            place.y,
            1.3 * least
        );
    }
    svg + "</svg>\n"
}

/// HTML file with the worksheets of all steps, and the answers at the end. `page`: web address that
/// is printed on each worksheet, with the step's key.
pub fn sheets_html(steps: &[CourseStep], page: &str) -> String {
    let all: String = steps.iter().map(|step| sheet_html(step, page)).collect();
    let key: String = steps.iter().map(answer_html).collect();
    format!("{SHEET_HEAD}{all}<section>\n<h1>For the teacher</h1>\n{key}</section>\n</html>\n")
}

/// Paragraph of HTML with the answer to a step.
pub fn answer_html(step: &CourseStep) -> String {
    let (title, line) = teacher_answer(step);
    format!("<p><b>{}</b><br>{}</p>\n", escape_html(&title), escape_html(&line))
}

/// Estimated minutes for a step: reading at 150 words a minute, predicting, and two attempts (six
/// for a rule or a challenge), each with half a minute to decide.
pub fn estimated_minutes(step: &CourseStep) -> u32 {
    let words = |text: &str| text.split_whitespace().count() as f64;
    let mut read = words(&step.task) + step.paragraphs.iter().map(|text| words(text)).sum::<f64>();
    let mut predict = 0.0;
    if let Some(asked) = &step.prediction {
        read += words(&asked.question) + words(&asked.explanation);
        predict = 0.5;
    }
    // A rule or a challenge usually takes several attempts.
    let tries = if step.agreeing_behavior.is_some() || step.score.is_some() { 6.0 } else { 2.0 };
    let wait =
        (step.settle_seconds + step.mean_seconds + step.hold_seconds).min(step.max_seconds) / 60.0;
    (read / 150.0 + predict + tries * (wait + 0.5)).ceil() as u32
}

/// Answer to a step for teachers: its title with key and minutes, and a line with the right choice,
/// the reason, and a right solution.
pub fn teacher_answer(step: &CourseStep) -> (String, String) {
    let mut line = String::new();
    if let Some(asked) = &step.prediction {
        line += &format!("{}. {} ", asked.choices[asked.right_choice], asked.explanation);
    }
    if !step.right_solution.is_empty() {
        line += &format!("Solved by {}", step.right_solution);
    }
    let about = format!("{} ({}, about {} min)", step.title, step.key, estimated_minutes(step));
    (about, line.trim_end().to_string())
}

/// HTML section with a step's worksheet on a page of paper. `page`: web address to print.
pub fn sheet_html(step: &CourseStep, page: &str) -> String {
    let (run, _) = Run::open(&step.link);
    let value = |key: &str| match run.find_param(key) {
        Some(id) => run.params()[id].spec.format_value(run.get(id)),
        None => key.to_string(),
    };
    let paragraph = |text: &String| {
        // Every second piece stood between braces: a parameter's key, shown as its value.
        let pieces = text.split(['{', '}']).enumerate();
        let pieces =
            pieces.map(|(at, piece)| if at % 2 == 1 { value(piece) } else { piece.into() });
        format!("<p>{}</p>\n", escape_html(&pieces.collect::<String>()))
    };
    let mut html = format!(
        "<section>\n<p class=\"over\">{}</p>\n<h1>{}</h1>\n<p><code>{}?learn={}</code></p>\n",
        escape_html(&step.chapter),
        escape_html(&step.title),
        escape_html(page),
        step.key
    );
    html += &step.paragraphs.iter().map(paragraph).collect::<String>();
    html += &step_picture(step);
    if let Some(predict) = &step.prediction {
        let choices = predict.choices.iter().map(|one| format!("<li>{}</li>\n", escape_html(one)));
        let choices: String = choices.collect();
        html += &format!("<h2>{}</h2>\n<ul>\n{choices}</ul>\n", escape_html(&predict.question));
        html += &writing_lines("I think so because", 2);
    }
    html += &format!("<h2>{}</h2>\n", escape_html(&step.task));
    html += &writing_lines("What I changed", 2);
    html += &writing_lines("What I saw, and why", 4);
    if step.score.is_some() {
        html += &writing_lines("My score", 1);
    }
    html + &format!("<p><small>{}</small></p>\n</section>\n", escape_html(&step.source))
}
