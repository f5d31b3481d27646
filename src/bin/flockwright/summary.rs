//! `summary`: statistics over the seeds of each point.

use crate::failure::{Failure, print};
use crate::input::read_text;
use crate::rows::cell;
use clap::Args;
use flockwright::insight::measures::MEASURES;
use flockwright::study::statistics::Summary;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Summarize rows over the seeds of each point: number, mean, standard deviation, standard error, 95 %
/// interval of the mean (Student's t) and quantiles of every measure's time mean.
#[derive(Args)]
pub struct Options {
    /// Files of rows (JSON lines), such as the parts of a sweep; `-` is the standard input.
    #[arg(value_name = "FILE|-", default_value = "-")]
    files: Vec<PathBuf>,
    /// CSV, one line per point and measure, instead of JSON lines.
    #[arg(long)]
    csv: bool,
}

/// What of a row is needed.
#[derive(Deserialize)]
struct Row {
    row: u64,
    point: u64,
    parameters: Map<String, Value>,
    measures: BTreeMap<String, Times>,
}

#[derive(Deserialize)]
struct Times {
    mean: Option<f64>,
}

/// The rows of a point.
#[derive(Default)]
struct Point {
    parameters: Map<String, Value>,
    /// By number of the row, so that no row counts twice.
    rows: BTreeMap<u64, BTreeMap<String, Times>>,
}

pub fn run(Options { files, csv }: Options) -> Result<bool, Failure> {
    let mut points = BTreeMap::<u64, Point>::new();
    for file in &files {
        for (number, line) in read_text(file)?.lines().enumerate() {
            let row: Row = serde_json::from_str(line).map_err(|error| {
                format!("{}, line {}: this is no row: {error}", file.display(), number + 1)
            })?;
            let point = points.entry(row.point).or_default();
            if !point.rows.is_empty() && point.parameters != row.parameters {
                let name = file.display();
                return Err(format!("{name}, line {}: of another plan.", number + 1).into());
            }
            point.parameters = row.parameters;
            point.rows.insert(row.row, row.measures);
        }
    }
    let mut text = String::new();
    for (number, (point, Point { parameters, rows })) in points.iter().enumerate() {
        if csv && number == 0 {
            let keys = parameters.keys().map(|key| format!(",{}", cell(key))).collect::<String>();
            text += &format!("point{keys},measure,n,mean,sd,se,low,high,min,q25,median,q75,max\n");
        }
        let mut summaries = Map::new();
        for measure in MEASURES {
            let means = rows.values().filter_map(|row| row.get(measure.key)?.mean);
            let Some(summary) = Summary::of(means) else { continue };
            if csv {
                let values = parameters
                    .values()
                    .map(|value| format!(",{}", value.as_str().map_or(value.to_string(), cell)));
                let Summary { n, mean, sd, se, low, high, min, q25, median, q75, max } = summary;
                let values = values.collect::<String>();
                // The interval of a single run has no ends.
                let [low, high] = [low, high]
                    .map(|end| if end.is_finite() { end.to_string() } else { String::new() });
                text += &format!(
                    "{point}{values},{},{n},{mean},{sd},{se},{low},{high},{min},{q25},{median},{q75},\
                     {max}\n",
                    measure.key
                );
            }
            summaries.insert(measure.key.to_string(), json!(summary));
        }
        if !csv {
            let line = json!({ "point": point, "parameters": parameters, "measures": summaries });
            text += &format!("{line}\n");
        }
    }
    print(&text)?;
    Ok(true)
}
