//! Sheets to print, one for each step of the course.

use flockwright::Run;
use flockwright_lab::course::Step;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Flockwright: sheets</title>\n\
<style>\nbody { font: 12pt/1.5 Georgia, serif; max-width: 42em; margin: 2em auto; }\n\
section { break-after: page; }\nh1 { font-size: 1.5em; margin: 0; }\nsmall, .over { color: #444; }\n\
ul { list-style: \"\\2610\\00a0\\00a0\"; }\n.room { border-bottom: 1px solid #999; height: 2.2em; }\n</style>\n";

/// What HTML would read as marks is text.
fn plain(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// A line to write on for each of these.
fn room(label: &str, lines: usize) -> String {
    format!("<p>{label}</p>\n{}", "<div class=\"room\"></div>\n".repeat(lines))
}

/// All sheets, as one HTML file that needs no other. `page`: the address of the page.
pub fn sheets(steps: &[Step], page: &str) -> String {
    let all: String = steps.iter().map(|step| sheet(step, page)).collect();
    format!("{HEAD}{all}</html>\n")
}

fn sheet(step: &Step, page: &str) -> String {
    let (run, _) = Run::open(&step.link);
    let value = |key: &str| match run.find(key) {
        Some(id) => run.params()[id].spec.write(run.get(id)),
        None => key.to_string(),
    };
    let paragraph = |text: &String| {
        // Every second piece is the key of a parameter.
        let pieces = text.split(['{', '}']).enumerate();
        let pieces =
            pieces.map(|(at, piece)| if at % 2 == 1 { value(piece) } else { piece.into() });
        format!("<p>{}</p>\n", plain(&pieces.collect::<String>()))
    };
    let mut html = format!(
        "<section>\n<p class=\"over\">{}</p>\n<h1>{}</h1>\n<p><code>{}?learn={}</code></p>\n",
        plain(&step.chapter),
        plain(&step.title),
        plain(page),
        step.key
    );
    html += &step.text.iter().map(paragraph).collect::<String>();
    if let Some(predict) = &step.predict {
        let choices = predict.choices.iter().map(|one| format!("<li>{}</li>\n", plain(one)));
        let choices: String = choices.collect();
        html += &format!("<h2>{}</h2>\n<ul>\n{choices}</ul>\n", plain(&predict.question));
        html += &room("I think so because", 2);
    }
    html += &format!("<h2>{}</h2>\n", plain(&step.task));
    html += &room("What I changed", 2);
    html += &room("What I saw, and why", 4);
    if step.score.is_some() {
        html += &room("My score", 1);
    }
    html + &format!("<p><small>{}</small></p>\n</section>\n", plain(&step.source))
}
