//! Command `summary`: statistics over the seeds of each point.

use crate::failure::{CommandFailure, print_text};
use crate::input::read_text;
use crate::rows::csv_cell;
use clap::Args;
use flockwright_lab::insight::measures::all_measures;
use flockwright_lab::study::evaluate::ORDER_PARAMETERS;
use flockwright_lab::study::statistics::{RunTimeMean, StudySummary, are_settled_together};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

/// Summarize rows over the seeds of each point: number, mean, standard deviation, standard error,
/// 95 % interval of the mean (Student's t) and quantiles of every measure's time mean, and of
/// susceptibility and Binder cumulant of the order parameters.
///
/// The standard error (se) is the larger of the error between seeds and the error within runs, from
/// blocks of samples. Fewer than three seeds have no interval (low, high). `missing` is the number
/// of runs without a value; `settled` says whether all runs of the point together are long enough.
///
/// Rows belong to one point if their links, except for the seed, and their windows are equal,
/// whichever file they come from. Duplicate rows count once.
#[derive(Args)]
pub struct SummaryOptions {
    /// Files of rows (JSON lines), such as the parts of a sweep; `-` is the standard input.
    #[arg(value_name = "FILE|-", default_value = "-")]
    files: Vec<PathBuf>,
    /// Write CSV, one line per point and measure, instead of JSON lines.
    #[arg(long)]
    csv: bool,
}

/// Fields of a row that the summary reads.
#[derive(Deserialize)]
struct SummarizedRow {
    point: u64,
    parameters: Map<String, Value>,
    seed: u32,
    link: String,
    version: String,
    window: [u64; 3],
    hash: String,
    measures: BTreeMap<String, RowMeasure>,
}

#[derive(Deserialize, PartialEq)]
struct RowMeasure {
    mean: Option<f64>,
    error: Option<f64>,
    #[serde(default)]
    effective_samples: Option<f64>,
    /// 1 if this run alone is long enough for a reliable error, else 0.
    #[serde(default)]
    settled: Option<f64>,
    susceptibility: Option<f64>,
    binder: Option<f64>,
}

/// Quantity that is summarized: its name, a function that reads its value and standard error (or
/// NaN) from a row, and the key of its measure.
type SummarizedQuantity = (String, fn(&RowMeasure) -> Option<(f64, f64)>, &'static str);

impl RowMeasure {
    fn run_time_mean(&self) -> RunTimeMean {
        let number = |number: Option<f64>| number.unwrap_or(f64::NAN);
        RunTimeMean {
            mean: number(self.mean),
            standard_error: number(self.error),
            effective_samples: number(self.effective_samples),
            is_settled: self.settled == Some(1.0),
        }
    }
}

/// All summarized quantities: the time mean of every measure, and for order parameters also
/// susceptibility and Binder cumulant.
fn summarized_quantities() -> Vec<SummarizedQuantity> {
    let mut all = Vec::<SummarizedQuantity>::new();
    for measure in all_measures() {
        let mean = |times: &RowMeasure| Some((times.mean?, times.error.unwrap_or(f64::NAN)));
        all.push((measure.key.into(), mean, measure.key));
        if ORDER_PARAMETERS.contains(&measure.key) {
            let name = |of| format!("{}_{of}", measure.key);
            all.push((
                name("susceptibility"),
                |times| Some((times.susceptibility?, f64::NAN)),
                measure.key,
            ));
            all.push((name("binder"), |times| Some((times.binder?, f64::NAN)), measure.key));
        }
    }
    all
}

/// Rows of one point, which differ only in their seed.
struct SummarizedPoint {
    /// Index in the plan; for a batch, the index of the point's first row.
    point_index: u64,
    parameters: Map<String, Value>,
    version: String,
    /// Hash and measures of each row of the point, by seed.
    rows_by_seed: BTreeMap<u32, (String, BTreeMap<String, RowMeasure>)>,
}

/// Points, each by its link without the seed, and its window (ticks, burn-in, interval).
type SummarizedPoints = BTreeMap<(String, [u64; 3]), SummarizedPoint>;

pub fn run_summary(SummaryOptions { files, csv }: SummaryOptions) -> Result<bool, CommandFailure> {
    let mut points = SummarizedPoints::new();
    for file in &files {
        for (number, line) in read_text(file)?.lines().enumerate() {
            add_row(&mut points, line)
                .map_err(|why| format!("{}, line {}: {why}", file.display(), number + 1))?;
        }
    }
    let mut points: Vec<_> = points.into_iter().collect();
    points.sort_by_key(|(_, point)| point.point_index);
    let mut text = if csv { csv_head(&points)? } else { String::new() };
    for ((link, window), point) in &points {
        if csv {
            for summary in point.summaries() {
                text += &csv_line(link, *window, point, &summary);
            }
        } else {
            let measures: Map<_, _> = point.summaries().map(QuantitySummary::into_json).collect();
            let line = json!({
                "point": point.point_index, "parameters": point.parameters, "link": link,
                "window": window, "measures": measures,
            });
            text += &format!("{line}\n");
        }
    }
    print_text(&text)?;
    Ok(true)
}

/// Summary of a quantity over the seeds of a point.
struct QuantitySummary {
    name: String,
    statistics: StudySummary,
    /// Number of runs of the point in which the quantity has no value.
    missing: u64,
    /// Whether all runs of the point together are long enough for a reliable error.
    is_settled: bool,
}

impl QuantitySummary {
    /// Name and statistics of the quantity, for the JSON lines.
    fn into_json(self) -> (String, Value) {
        let mut summary = json!(self.statistics);
        summary["missing"] = json!(self.missing);
        summary["settled"] = json!(self.is_settled);
        (self.name, summary)
    }
}

impl SummarizedPoint {
    /// Summaries of all quantities that have a value in at least one run.
    fn summaries(&self) -> impl Iterator<Item = QuantitySummary> {
        let rows = &self.rows_by_seed;
        summarized_quantities().into_iter().filter_map(|(name, value_of, key)| {
            let of_measure = || rows.values().filter_map(|(_, row)| row.get(key));
            let statistics = StudySummary::from_means(of_measure().filter_map(value_of))?;
            Some(QuantitySummary {
                name,
                statistics,
                missing: rows.len() as u64 - statistics.n,
                is_settled: are_settled_together(of_measure().map(RowMeasure::run_time_mean)),
            })
        })
    }
}

/// First line of the CSV; empty without points. All points need the same parameters.
fn csv_head(points: &[((String, [u64; 3]), SummarizedPoint)]) -> Result<String, CommandFailure> {
    let Some((_, first)) = points.first() else { return Ok(String::new()) };
    if points.iter().any(|(_, point)| !point.parameters.keys().eq(first.parameters.keys())) {
        return Err("These rows have different axes: as CSV they are no table.".into());
    }
    let keys: String = first.parameters.keys().map(|key| format!(",{}", csv_cell(key))).collect();
    Ok(format!(
        "point{keys},measure,n,mean,sd,se,low,high,min,q25,median,q75,max,missing,settled,link,ticks,burn_in,\
         every\n"
    ))
}

/// Line of the CSV: a quantity of a point.
fn csv_line(
    link: &str,
    [ticks, burn_in, every]: [u64; 3],
    point: &SummarizedPoint,
    summary: &QuantitySummary,
) -> String {
    let parameters: String = point
        .parameters
        .values()
        .map(|value| format!(",{}", value.as_str().map_or(value.to_string(), csv_cell)))
        .collect();
    let StudySummary { n, mean, sd, se, low, high, min, q25, median, q75, max } =
        summary.statistics;
    // NaN, such as the standard deviation of a single run, becomes an empty cell.
    let numbers = [mean, sd, se, low, high, min, q25, median, q75, max]
        .map(|number| if number.is_nan() { String::new() } else { number.to_string() });
    format!(
        "{}{parameters},{},{n},{},{},{},{},{ticks},{burn_in},{every}\n",
        point.point_index,
        summary.name,
        numbers.join(","),
        summary.missing,
        u8::from(summary.is_settled),
        csv_cell(link),
    )
}

/// Adds a row, as a line of JSON, to its point; fails if it contradicts earlier rows.
fn add_row(points: &mut SummarizedPoints, line: &str) -> Result<(), String> {
    if line.starts_with("row,point,") {
        return Err("these are rows as CSV: a summary is of JSON lines, without --csv.".into());
    }
    let SummarizedRow { point: number, parameters, seed, link, version, window, hash, measures } =
        serde_json::from_str(line).map_err(|error| format!("this is no row: {error}"))?;
    let parts: Vec<&str> = link.split('&').filter(|part| !part.starts_with("seed=")).collect();
    let point = points.entry((parts.join("&"), window)).or_insert_with(|| SummarizedPoint {
        point_index: number,
        parameters: parameters.clone(),
        version: version.clone(),
        rows_by_seed: BTreeMap::new(),
    });
    point.point_index = point.point_index.min(number);
    if point.parameters != parameters {
        return Err("of another plan: a row of the same run has other parameters.".to_string());
    }
    if point.version != version {
        return Err(format!(
            "of version {version}, which may measure otherwise than {} before.",
            point.version
        ));
    }
    match point.rows_by_seed.entry(seed) {
        Entry::Vacant(free) => {
            free.insert((hash, measures));
        }
        Entry::Occupied(there) if *there.get() == (hash, measures) => {}
        Entry::Occupied(_) => {
            return Err(format!(
                "a row before has the same link, window and seed {seed}, and says otherwise."
            ));
        }
    }
    Ok(())
}
