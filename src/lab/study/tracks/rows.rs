//! Rows of a text table as numbers, by the columns of a layout.

use super::formats::TableLayout;
use super::tables::{
    MAX_HEAD_LINES, TextTable, is_empty_cell, parse_number, seconds_per_unit, split_cells,
};
use super::times::{ParsedTime, TimeCells, read_time};
use flockwright::engine::agents::Role;
use flockwright::rules::quote::quote;
use std::collections::BTreeMap;

/// Rows of a table as numbers.
pub(super) struct TableRows {
    /// Values by column of the layout, then by row; NaN if a cell is empty.
    pub columns: Vec<Vec<f64>>,
    pub time_cells: TimeCells,
    /// Line of each row, from 1.
    pub lines: Vec<u32>,
    /// Names of the groups; the values of the column "group" are indices into them.
    pub groups: Vec<String>,
    /// Sentence about the rows that could not be read; `None` without any.
    pub unread_note: Option<String>,
}

/// Parsed value of a table's cell.
enum CellValue {
    /// A number, NaN if the cell is empty.
    Number(f64),
    /// Time of the row; `None` if the cell is empty.
    Time(Option<ParsedTime>),
}

/// Lines that could not be read as rows of the table.
struct UnreadableLines {
    /// Number of unreadable lines, without titles and names above the first row of numbers.
    count: usize,
    /// Line number and problem of the first unreadable line, for messages.
    first_problem: String,
}

/// Reads the lines of a table one after another as rows of numbers.
pub(super) struct RowReader<'a> {
    table: &'a TextTable<'a>,
    layout: &'a TableLayout,
    /// Number of cells in a row; `None` before the first row if the layout does not say it.
    row_width: Option<usize>,
    columns: Vec<Vec<f64>>,
    time_cells: TimeCells,
    line_numbers: Vec<u32>,
    groups: TextNumbers,
    ids: TextNumbers,
    unreadable: Option<UnreadableLines>,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(table: &'a TextTable<'a>, layout: &'a TableLayout) -> Self {
        Self {
            table,
            layout,
            row_width: layout.cells_per_row,
            columns: vec![Vec::new(); layout.columns.len()],
            time_cells: TimeCells::default(),
            line_numbers: Vec::new(),
            groups: TextNumbers::default(),
            ids: TextNumbers::default(),
            unreadable: None,
        }
    }

    /// Reads a line as a row, or counts it as unreadable. `line`: its number, from 1.
    pub(super) fn read_row(&mut self, line: usize, text: &str) {
        let cells = split_cells(text, self.table.separator);
        let (values, time) = match self.parse_cells(&cells) {
            Ok(row) => row,
            Err(problem) => return self.count_unreadable(line, &problem),
        };
        if self.is_in_head() {
            self.unreadable = None;
        }
        self.row_width = self.row_width.or(Some(cells.len()));
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        self.time_cells.push(time);
        self.line_numbers.push(line as u32);
    }

    /// Whether titles, names and units can still come, above the first row of numbers.
    fn is_in_head(&self) -> bool {
        self.line_numbers.is_empty() && self.layout.cells_per_row.is_none()
    }

    fn count_unreadable(&mut self, line: usize, problem: &str) {
        let is_head = self.is_in_head() && line <= MAX_HEAD_LINES;
        let unreadable = self.unreadable.get_or_insert_with(|| UnreadableLines {
            count: 0,
            first_problem: format!("line {line}{problem}"),
        });
        unreadable.count = if is_head { 0 } else { unreadable.count + 1 };
    }

    /// Parses the cells of a row: the values of the layout's columns, and the row's time. The error
    /// continues a text that begins with the line's number.
    fn parse_cells(
        &mut self,
        cells: &[impl AsRef<str>],
    ) -> Result<(Vec<f64>, Option<ParsedTime>), String> {
        let expected = self.row_width.unwrap_or(cells.len());
        let extra = cells.get(expected..).unwrap_or_default();
        if cells.len() < expected || !extra.iter().all(|cell| cell.as_ref().is_empty()) {
            return Err(format!(" has {} cells instead of {expected}", cells.len()));
        }
        let mut values = Vec::with_capacity(self.layout.columns.len());
        let mut row_time = None;
        for (role, column) in &self.layout.columns {
            let cell = cells.get(*column).map(AsRef::as_ref);
            let cell = cell.ok_or_else(|| format!(" has no column {}", column + 1))?;
            values.push(match self.parse_cell(role, *column, cell)? {
                CellValue::Number(value) => value,
                CellValue::Time(time) => {
                    row_time = time;
                    f64::NAN
                }
            });
        }
        Ok((values, row_time))
    }

    /// Parses a cell of a column with a role.
    fn parse_cell(&mut self, role: &str, column: usize, cell: &str) -> Result<CellValue, String> {
        let is_empty = || is_empty_cell(cell);
        Ok(CellValue::Number(match role {
            "group" => self.groups.number_of(cell) as f64,
            "role" => {
                let found = Role::ALL.into_iter().position(|role| role.key() == cell);
                found.unwrap_or(0) as f64
            }
            "id" if is_empty() => f64::NAN,
            "id" => self.ids.number_of(cell) as f64,
            role => {
                let number = parse_number(cell, self.table.has_decimal_comma);
                if let Some(unit) = seconds_per_unit(role) {
                    let time = read_time(cell, number, unit);
                    if time.is_none() && !is_empty() {
                        return Err(self.cell_problem(column, cell, "time"));
                    }
                    return Ok(CellValue::Time(time));
                }
                match number {
                    Some(value) => value,
                    None if is_empty() => f64::NAN,
                    None => return Err(self.cell_problem(column, cell, "number")),
                }
            }
        }))
    }

    /// Error message for a cell that does not hold what its column needs (`needed`).
    fn cell_problem(&self, column: usize, cell: &str, needed: &str) -> String {
        let name = self.table.header.get(column).filter(|_| self.layout.first_row_line > 0);
        let name = name.map_or((column + 1).to_string(), |name| quote(name));
        format!(": {} under {name} is no {needed}", quote(cell))
    }

    /// Returns the rows; an error if at least half of all lines are unreadable.
    pub(super) fn finish(mut self) -> Result<TableRows, String> {
        let row_count = self.line_numbers.len();
        let mut unread_note = None;
        if let Some(UnreadableLines { count, first_problem }) = self.unreadable {
            if count >= row_count {
                let of = if count > 1 { format!(" ({count} such rows)") } else { String::new() };
                return Err(format!("{first_problem}: the row is torn, or of another table{of}."));
            }
            unread_note = (count > 0).then(|| {
                let total = count + row_count;
                format!("{count} of {total} rows could not be read, the first: {first_problem}.")
            });
        }
        let id = self.layout.columns.iter().position(|(role, _)| *role == "id");
        self.ids.restore_numbers(id.map(|column| &mut self.columns[column]));
        Ok(TableRows {
            columns: self.columns,
            time_cells: self.time_cells,
            lines: self.line_numbers,
            groups: self.groups.texts,
            unread_note,
        })
    }
}

/// Distinct texts of a column, such as names of animals, numbered in the order of their first
/// occurrence.
#[derive(Default)]
struct TextNumbers {
    texts: Vec<String>,
    number_by_text: BTreeMap<String, usize>,
}

impl TextNumbers {
    fn number_of(&mut self, text: &str) -> usize {
        if let Some(known) = self.number_by_text.get(text) {
            return *known;
        }
        self.number_by_text.insert(text.to_string(), self.texts.len());
        self.texts.push(text.to_string());
        self.texts.len() - 1
    }

    /// If all distinct texts are numbers, replaces each text's index in a column by the number that
    /// the text writes.
    fn restore_numbers(&self, column: Option<&mut Vec<f64>>) {
        let numbers: Result<Vec<f64>, _> =
            self.texts.iter().map(|text| text.parse::<f64>()).collect();
        if let (Ok(numbers), Some(column)) = (numbers, column) {
            for value in column.iter_mut().filter(|value| !value.is_nan()) {
                *value = numbers[*value as usize];
            }
        }
    }
}
