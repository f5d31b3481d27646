//! Recorded events as a short text of letters, digits and `*-._`, which links contain without
//! escapes.
//!
//! Each event is a capital letter (see `INPUT_FIELDS`), the ticks since the previous event
//! (in base 36; none means 1), and data.

use crate::engine::agents::{Handle, Spot, Target};
use crate::engine::behaviors::Controls;
use crate::engine::group::Group;
use crate::engine::world::{MAX_UNIT_SPEED, UnitSetting};
use crate::schema::ParamSpec;
use crate::schema::texts::quote;
use crate::session::change::RunChange;
use crate::session::compose::Composition;
use crate::session::events::{Event, EventLog, MAX_EVENTS, POINTER_STEPS_PER_UNIT, TimedEvent};
use crate::session::layout_doc::LayoutDoc;
use crate::session::link::fields::{LinkFieldRow, rows};
use crate::session::link::query::{GROUPS_KEY, pairs_of};
use crate::session::link::{groups, layout};
use crate::session::run::{Run, RunParam, list_params};
use form_urlencoded::Serializer;
use glam::Vec2;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum length of a run, ticks: 19 days.
pub const MAX_RUN_TICKS: u64 = 100_000_000;

/// Maximum number of obstacles, walls, nodes and tiles in all layouts of a recording together. A
/// short text can block thousands of tiles, and each event can do so again.
const MAX_LAYOUT_ITEMS: usize = 1_000_000;

/// Maximum number of groups and behaviors in all different compositions of a recording.
const MAX_COMPOSED_ITEMS: usize = 100_000;

/// Function that reads an event from its data (after letter and ticks), or says what is wrong.
type ReadInput = fn(&mut InputReader<'_>, &str) -> Result<Event, &'static str>;

/// Function that writes the data of an event; `None` if the event has another letter.
type WriteInput = fn(&mut InputWriter<'_>, &Event) -> Option<String>;

/// Kinds of recorded events, each with its letter.
pub(super) const INPUT_FIELDS: [LinkFieldRow<ReadInput, WriteInput>; 12] = rows! {
    "hold" "H" "the pointer is held, so many eighths of a u right of and below where it was: `.` right or down, `-` left or up" "ev=H5.1uo.1e4"
        |from, body| from.read_hold(body), |to, event| to.write_hold(event, false);
    "move" "M" "the same, one tick after the input before; the first number needs no `.`" "ev=H5.1uo.1e4M5-3"
        |from, body| from.read_hold(body), |to, event| to.write_hold(event, true);
    "release" "R" "the pointer is let go" "ev=H5.1uo.1e4R1o"
        |from, body| from.read_release(body), |_, event| matches!(event, Event::PointerRelease).then(String::new);
    "keys" "F" "the keys that fly the craft: 1 port, 2 starboard, 4 faster, 8 slower, summed" "ev=F.5"
        |from, body| from.read_fly(body), |to, event| to.write_fly(event);
    "parameter" "P" "a parameter gets a value" "ev=P.cohesion*1.5"
        |from, body| from.read_param(body), |to, event| to.write_param(event, false);
    "value" "Q" "the same parameter gets another" "ev=P.cohesion*1.5Q3.1.6"
        |from, body| from.read_repeated_param(without_point(body)?), |to, event| to.write_param(event, true);
    "text" "X" "a text parameter gets a text; `_` is a space, `*` and two hexadecimal digits any other character" "ev=X.steps*ahead_50"
        |from, body| from.read_text(body), |to, event| to.write_text(event);
    "groups" "K" "the run is made of these [groups](#groups)" "ev=K9.boids.pcohesion*2ag1"
        |from, body| from.read_groups(body), |to, event| to.write_groups(event);
    "ramp" "L" "a parameter moves evenly: from, to, within so many ticks" "ev=L.cohesion*1*5*go"
        |from, body| from.read_ramp(body), |to, event| to.write_ramp(event);
    "unit" "U" "a unit, by its handle, gets a top speed or a target: `speed` in u/s, `place` x and y, `moving` with a velocity too, `unit` by its handle, `group` by its number, `pointer`; speeds and places are decimal; `speed` or `target` alone takes it away" "ev=U.3*place*120*80"
        |from, body| from.read_single(body), |to, event| to.write_single(event);
    "layout" "G" "the layout becomes this, written as in a link" "ev=G.ob*3d120-80-20"
        |from, body| from.read_layout(body), |to, event| to.write_layout(event);
    "together" "Y" "groups, values and the layout become these at once, a part of a link each" "ev=Y.cohesion*3d2*26ob*3d120-80-20"
        |from, body| from.read_together(body), |to, event| to.write_together(event);
};

/// Writes all events of a log of this run, in the notation of links.
pub fn write(log: &EventLog, run: &Run) -> String {
    let scene = run.scene_composition();
    let mut writer =
        InputWriter { run, scene, ticks_since_last: 0, pointer_position: [0, 0], last_id: None };
    let (mut out, mut tick) = (String::new(), 0);
    for TimedEvent { tick: when, event } in log.events() {
        writer.ticks_since_last = when - tick;
        let written =
            INPUT_FIELDS.iter().find_map(|row| Some((row, (row.write)(&mut writer, event)?)));
        let Some((row, data)) = written else { continue };
        tick = *when;
        out.push_str(row.field.key);
        if writer.ticks_since_last != 1 {
            write_base36(&mut out, writer.ticks_since_last);
        }
        out.push_str(&data);
    }
    out
}

/// Writer of events, with the values to which the next event is relative.
pub(super) struct InputWriter<'a> {
    run: &'a Run,
    scene: Composition,
    /// Number of ticks from the previous event to the event that is being written.
    ticks_since_last: u64,
    /// Position of the pointer at the previous event, in eighths of a world unit.
    pointer_position: [i64; 2],
    /// Index in [`Run::params`] of the parameter that was set last.
    last_id: Option<usize>,
}

impl InputWriter<'_> {
    fn write_hold(&mut self, event: &Event, is_next: bool) -> Option<String> {
        let Event::PointerHold { x, y } = event else { return None };
        if is_next != (self.ticks_since_last == 1) {
            return None;
        }
        let place = [*x, *y].map(|number| (number * POINTER_STEPS_PER_UNIT).round() as i64);
        let mut out = String::new();
        write_signed(&mut out, place[0] - self.pointer_position[0], !is_next);
        write_signed(&mut out, place[1] - self.pointer_position[1], true);
        self.pointer_position = place;
        Some(out)
    }

    fn write_fly(&mut self, event: &Event) -> Option<String> {
        let Event::Fly { key_bits } = event else { return None };
        let mut out = String::from(".");
        write_base36(&mut out, u64::from(*key_bits));
        Some(out)
    }

    fn write_param(&mut self, event: &Event, is_same: bool) -> Option<String> {
        let Event::Param { id, value } = event else { return None };
        let param = self.run.params().get(*id)?;
        if is_same != (self.last_id == Some(*id)) {
            return None;
        }
        self.last_id = Some(*id);
        let key = if is_same { "" } else { &format!("{}*", param.key) };
        Some(format!(".{key}{}", escape_text(&param.spec.format_value(*value))))
    }

    fn write_text(&mut self, event: &Event) -> Option<String> {
        let Event::Text { id, text } = event else { return None };
        Some(format!(".{}*{}", self.run.texts().get(*id)?.key, escape_text(text)))
    }

    fn write_groups(&mut self, event: &Event) -> Option<String> {
        let Event::Compose(groups) = event else { return None };
        Some([".", &escape_text(&groups::write(groups, &self.scene))].concat())
    }

    fn write_ramp(&mut self, event: &Event) -> Option<String> {
        let Event::Ramp { id, from, to, ticks } = event else { return None };
        let param = self.run.params().get(*id)?;
        let [from, to] = [from, to].map(|value| escape_text(&param.spec.format_value(*value)));
        let mut out = format!(".{}*{from}*{to}*", param.key);
        write_base36(&mut out, u64::from(*ticks));
        Some(out)
    }

    fn write_single(&mut self, event: &Event) -> Option<String> {
        let Event::Single { unit, setting } = event else { return None };
        let mut out = String::from(".");
        write_base36(&mut out, u64::from(unit.0));
        let (kind, numbers) = match *setting {
            UnitSetting::MaxSpeed(speed) => ("speed", speed.into_iter().collect()),
            UnitSetting::Target(None) => ("target", vec![]),
            UnitSetting::Target(Some(Target::Place(at))) => ("place", vec![at.x, at.y]),
            UnitSetting::Target(Some(Target::Moving(Spot { position: at, velocity: way }))) => {
                ("moving", vec![at.x, at.y, way.x, way.y])
            }
            UnitSetting::Target(Some(Target::Pointer)) => ("pointer", vec![]),
            UnitSetting::Target(Some(Target::Unit(Handle(other)))) => {
                out.push_str("*unit*");
                write_base36(&mut out, u64::from(other));
                return Some(out);
            }
            UnitSetting::Target(Some(Target::Group(group))) => {
                out.push_str("*group*");
                write_base36(&mut out, group as u64);
                return Some(out);
            }
        };
        for part in [kind.to_string()].into_iter().chain(numbers.iter().map(f32::to_string)) {
            out.push('*');
            out.push_str(&part);
        }
        Some(out)
    }

    fn write_layout(&mut self, event: &Event) -> Option<String> {
        let Event::Layout(edited) = event else { return None };
        Some([".", &escape_text(&layout::write_layout(edited, self.run.main_group_key()))].concat())
    }

    fn write_together(&mut self, event: &Event) -> Option<String> {
        let Event::Together(change) = event else { return None };
        let mut text = Serializer::new(String::new());
        if let Some(groups) = &change.groups {
            text.append_pair(GROUPS_KEY, &groups::write(groups, &self.scene));
        }
        text.extend_pairs(&change.param_values);
        let layout = change.layout.iter();
        text.extend_pairs(layout.flat_map(|one| layout::write(one, self.run.main_group_key())));
        Some([".", &escape_text(&text.finish())].concat())
    }
}

/// Reads recorded events in the notation of [`write()`].
///
/// # Errors
/// If an event is invalid: one sentence about the first such event.
pub fn read(text: &str, run: &mut Run) -> Result<EventLog, String> {
    let mut reader = InputReader {
        run,
        tick: 0,
        pointer_position: [0, 0],
        last_id: None,
        layout_item_count: 0,
        composed_item_count: 0,
        compositions: BTreeMap::new(),
        composition_text: String::new(),
        redeclared_params: Vec::new(),
    };
    let mut log = EventLog::default();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if log.is_full() {
            return Err(format!("There are more than {MAX_EVENTS} recorded inputs."));
        }
        let end = rest.char_indices().skip(1).find(|(_, c)| c.is_ascii_uppercase());
        let end = end.map_or(rest.len(), |(at, _)| at);
        let (part, after) = rest.split_at(end);
        let event = reader
            .read_input(part)
            .map_err(|why| format!("Recorded input {}, {}: {why}", log.len() + 1, quote(part)))?;
        log.0.push(TimedEvent { tick: reader.tick, event });
        rest = after;
    }
    Ok(log)
}

/// Appends `value` in base 36.
fn write_base36(out: &mut String, value: u64) {
    if value >= 36 {
        write_base36(out, value / 36);
    }
    out.push(char::from_digit((value % 36) as u32, 36).unwrap_or('0'));
}

/// Appends a sign and the absolute value in base 36. The sign is `-` for negative numbers; for all
/// others it is `.` if `marked`, else nothing.
fn write_signed(out: &mut String, value: i64, marked: bool) {
    if value < 0 {
        out.push('-');
    } else if marked {
        out.push('.');
    }
    write_base36(out, value.unsigned_abs());
}

/// Escapes a text for links: lower-case letters, digits, `.` and `-` stay, spaces become `_`, and
/// all other bytes become `*` and two hexadecimal digits. A `.` at the end becomes `*2e`, since
/// software that finds links in texts takes it for the end of a sentence.
fn escape_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'.' if at + 1 == text.len() => out.push_str("*2e"),
            b' ' => out.push('_'),
            b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' => out.push(char::from(byte)),
            _ => {
                out.push('*');
                for digit in [byte >> 4, byte & 15] {
                    out.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
                }
            }
        }
    }
    out
}

fn unescape_text(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match first {
            b'_' => b' ',
            b'*' => {
                let (hex, after) = rest.split_at_checked(2)?;
                rest = after;
                u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()?
            }
            byte => *byte,
        });
    }
    String::from_utf8(bytes).ok()
}

pub(super) struct InputReader<'a> {
    run: &'a mut Run,
    tick: u64,
    pointer_position: [i64; 2],
    last_id: Option<usize>,
    /// Number of items of all layouts that were read so far; see [`MAX_LAYOUT_ITEMS`].
    layout_item_count: usize,
    /// Number of groups and behaviors of all different compositions that were read so far; see
    /// [`MAX_COMPOSED_ITEMS`].
    composed_item_count: usize,
    compositions: BTreeMap<String, (Arc<Composition>, Vec<Group>)>,
    /// Text of the current composition, a key of `compositions`; empty while that of the run is
    /// current.
    composition_text: String,
    /// Parameters whose range in a composition differs from the range in the run: id, and
    /// declaration in that composition.
    redeclared_params: Vec<(usize, &'static ParamSpec)>,
}

const UNKNOWN_INPUT: &str = "there is no such kind of input.";

/// Removes the leading point from the data of an input.
fn without_point(body: &str) -> Result<&str, &'static str> {
    body.strip_prefix('.').ok_or("something is missing.")
}

/// Removes the leading point like [`without_point`], but accepts empty data, which stands for the
/// scene's own groups or layout: chat software removes a point at the end of a link.
fn without_point_or_empty(body: &str) -> Result<&str, &'static str> {
    if body.is_empty() { Ok("") } else { without_point(body) }
}

impl InputReader<'_> {
    fn read_input(&mut self, part: &str) -> Result<Event, &'static str> {
        let row =
            INPUT_FIELDS.iter().find_map(|row| Some((row, part.strip_prefix(row.field.key)?)));
        let (row, body) = row.ok_or(UNKNOWN_INPUT)?;
        let mark = body.find(['.', '-']);
        let (gap, body) = match row.field.key {
            "M" => ("", body),
            _ => body.split_at(mark.unwrap_or(body.len())),
        };
        let gap = if gap.is_empty() { Some(1) } else { u64::from_str_radix(gap, 36).ok() };
        let gap = gap.filter(|gap| *gap <= MAX_RUN_TICKS).ok_or("its time is no number.")?;
        self.tick += gap;
        if self.tick > MAX_RUN_TICKS {
            return Err("the run is too long.");
        }
        (row.read)(self, body)
    }

    fn read_hold(&mut self, body: &str) -> Result<Event, &'static str> {
        let split = body.char_indices().skip(1).find(|(_, c)| matches!(c, '.' | '-'));
        let (x, y) = body.split_at(split.ok_or("a place has two numbers.")?.0);
        for (at, text) in self.pointer_position.iter_mut().zip([x, y]) {
            *at += sign_and_digits(text).ok_or("a place has two numbers.")?;
        }
        let [x, y] = self.pointer_position.map(|at| at as f32 / POINTER_STEPS_PER_UNIT);
        let hold = Event::PointerHold { x, y };
        Event::pointer_hold(x, y).filter(|near| *near == hold).ok_or("its place is too far away.")
    }

    fn read_release(&mut self, body: &str) -> Result<Event, &'static str> {
        body.is_empty().then_some(Event::PointerRelease).ok_or(UNKNOWN_INPUT)
    }

    fn read_fly(&mut self, body: &str) -> Result<Event, &'static str> {
        let key_bits = u8::from_str_radix(without_point(body)?, 36).ok();
        let key_bits = key_bits.filter(|bits| Controls::from_bits(*bits).to_bits() == *bits);
        key_bits.map(|key_bits| Event::Fly { key_bits }).ok_or("these keys do not exist.")
    }

    fn read_param(&mut self, body: &str) -> Result<Event, &'static str> {
        let (key, value) = without_point(body)?.split_once('*').ok_or("a value is missing.")?;
        self.last_id = self.run.find_param(key);
        self.read_repeated_param(value)
    }

    fn read_text(&mut self, body: &str) -> Result<Event, &'static str> {
        let (key, text) = without_point(body)?.split_once('*').ok_or("a text is missing.")?;
        let id = self.run.find_text(key).ok_or("this scene has no such text.")?;
        let text = unescape_text(text).ok_or("the text is damaged.")?;
        self.run.check_text(id, &text).map_err(|_| "the text makes no sense.")?;
        Ok(Event::Text { id, text: text.into() })
    }

    fn read_groups(&mut self, body: &str) -> Result<Event, &'static str> {
        let text =
            unescape_text(without_point_or_empty(body)?).ok_or("the composition is damaged.")?;
        Ok(Event::Compose(self.read_composition(&text)?))
    }

    fn read_layout(&mut self, body: &str) -> Result<Event, &'static str> {
        let text = unescape_text(without_point_or_empty(body)?).ok_or("the layout is damaged.")?;
        Ok(Event::Layout(self.read_layout_pairs(pairs_of(&text))?.into()))
    }

    fn read_single(&mut self, body: &str) -> Result<Event, &'static str> {
        let wrong = "a unit has a top speed or a target.";
        let mut fields = without_point(body)?.split('*');
        let whole = |text: Option<&str>| {
            let text = text.filter(|text| text.len() <= 6)?;
            u32::from_str_radix(text, 36).ok()
        };
        let unit = Handle(whole(fields.next()).ok_or(wrong)?);
        let kind = fields.next().ok_or(wrong)?;
        let fields: Vec<&str> = fields.collect();
        let numbers = || -> Option<Vec<f32>> {
            let read = |text: &&str| text.parse().ok().filter(|number: &f32| number.is_finite());
            fields.iter().map(read).collect()
        };
        let target = match (kind, &*fields, &*numbers().unwrap_or_default()) {
            ("speed", [], _) => {
                return Ok(Event::Single { unit, setting: UnitSetting::MaxSpeed(None) });
            }
            ("speed", [_], [speed]) if (0.0..=MAX_UNIT_SPEED).contains(speed) => {
                return Ok(Event::Single { unit, setting: UnitSetting::MaxSpeed(Some(*speed)) });
            }
            ("target", [], _) => None,
            ("pointer", [], _) => Some(Target::Pointer),
            ("place", [_, _], [x, y]) => Some(Target::Place(Vec2::new(*x, *y))),
            ("moving", [_, _, _, _], [x, y, vx, vy]) => {
                let (position, velocity) = (Vec2::new(*x, *y), Vec2::new(*vx, *vy));
                Some(Target::Moving(Spot { position, velocity }))
            }
            ("unit", [other], _) => Some(Target::Unit(Handle(whole(Some(other)).ok_or(wrong)?))),
            ("group", [group], _) => Some(Target::Group(whole(Some(group)).ok_or(wrong)? as usize)),
            _ => return Err(wrong),
        };
        Ok(Event::Single { unit, setting: UnitSetting::Target(target) })
    }

    fn read_ramp(&mut self, body: &str) -> Result<Event, &'static str> {
        let wrong = "a ramp has a parameter, two values and a time.";
        let mut fields = without_point(body)?.split('*');
        let mut next = || fields.next().ok_or(wrong);
        // `last_id` stays: `Q` repeats the last parameter that was set, not the last ramp.
        let id = self.run.find_param(next()?).ok_or("this scene has no such parameter.")?;
        let (from, to) = (self.read_param_value(id, next()?)?, self.read_param_value(id, next()?)?);
        let ticks = next()?;
        let ticks = u32::from_str_radix(ticks, 36).ok().filter(|ticks| *ticks > 0);
        let ticks = ticks.filter(|ticks| u64::from(*ticks) <= MAX_RUN_TICKS).ok_or(wrong)?;
        let takes = Event::can_have_ramp(self.run.params()[id].spec);
        takes.then_some(Event::Ramp { id, from, to, ticks }).ok_or("this parameter takes no ramp.")
    }

    fn read_together(&mut self, body: &str) -> Result<Event, &'static str> {
        let text = unescape_text(without_point(body)?).ok_or("the changes are damaged.")?;
        let (layout, others): (Vec<_>, Vec<_>) =
            pairs_of(&text).partition(|(key, _)| layout::is_layout_key_of_any_run(key));
        let (groups, values): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(key, _)| key == GROUPS_KEY);
        let groups = match groups.last() {
            Some((_, groups)) => Some(self.read_composition(groups)?.as_ref().clone()),
            None => None,
        };
        for (key, value) in &values {
            let id = self.run.find_param(key).ok_or("this scene has no such parameter.")?;
            let reading = self.run.params()[id].spec.parse_value(value);
            let sound = reading.is_ok_and(|reading| !reading.was_clamped);
            sound.then_some(()).ok_or("a value makes no sense.")?;
        }
        // An empty layout becomes `None`, since the notation of links cannot express it.
        let layout = Some(self.read_layout_pairs(layout.into_iter())?);
        let layout = layout.filter(|layout| *layout != LayoutDoc::default());
        let owned = |(key, value): (Cow<'_, str>, Cow<'_, str>)| (key.into(), value.into());
        let values = values.into_iter().map(owned).collect();
        Ok(Event::Together(RunChange { groups, param_values: values, layout }.into()))
    }

    /// Reads a composition, and makes it the current one for the events that follow.
    fn read_composition(&mut self, text: &str) -> Result<Arc<Composition>, &'static str> {
        text.clone_into(&mut self.composition_text);
        if !self.compositions.contains_key(text) {
            let (composition, notices) = self.run.read_composition(text);
            if !notices.is_empty() {
                return Err("the composition makes no sense.");
            }
            self.composed_item_count += composition.count_items();
            if self.composed_item_count > MAX_COMPOSED_ITEMS {
                return Err("the compositions of this run are too large together.");
            }
            let setup = self.run.add_params_of(&composition);
            self.add_redeclared_params(&list_params(&setup));
            self.compositions.insert(text.to_string(), (composition.into(), setup.groups));
        }
        let (composition, _) = self.compositions.get(text).ok_or("the composition is damaged.")?;
        Ok(composition.clone())
    }

    /// Reads a layout for the groups of the current composition.
    fn read_layout_pairs<'p>(
        &mut self,
        pairs: impl Iterator<Item = (Cow<'p, str>, Cow<'p, str>)>,
    ) -> Result<LayoutDoc, &'static str> {
        let now = self.compositions.get(&self.composition_text);
        let groups = now.map_or(self.run.world.groups(), |(_, groups)| groups.as_slice());
        let (layout, notices) = layout::read_layout(pairs, groups);
        self.layout_item_count += layout.item_count();
        if self.layout_item_count > MAX_LAYOUT_ITEMS {
            return Err("the layouts of this run are too large together.");
        }
        notices
            .is_empty()
            .then(|| LayoutDoc::new(&layout, groups))
            .ok_or("the layout makes no sense.")
    }

    /// Adds to `redeclared_params` those of `params` whose range differs from the range in the run.
    fn add_redeclared_params(&mut self, params: &[RunParam]) {
        let known = self.run.params();
        let mut ids = BTreeMap::new();
        ids.extend(known.iter().zip(0..).map(|(one, id)| (&*one.key, id)));
        for param in params {
            let Some(id) = ids.get(&*param.key).copied() else { continue };
            let range = |spec: &ParamSpec| [spec.min, spec.max];
            let mut same = self.redeclared_params.iter().filter(|(other, _)| *other == id);
            let is_new = !same.any(|(_, spec)| range(spec) == range(param.spec));
            if is_new && range(known[id].spec) != range(param.spec) {
                self.redeclared_params.push((id, param.spec));
            }
        }
    }

    /// Reads a new value of the parameter with the id `last_id`.
    fn read_repeated_param(&self, value: &str) -> Result<Event, &'static str> {
        let id = self.last_id.ok_or("this scene has no such parameter.")?;
        Ok(Event::Param { id, value: self.read_param_value(id, value)? })
    }

    /// Reads a value in the parameter's range in the run or in a composition of the recording.
    fn read_param_value(&self, id: usize, text: &str) -> Result<f32, &'static str> {
        let text = unescape_text(text).ok_or("its value makes no sense.")?;
        let reading = self.run.params()[id].spec.parse_value(&text);
        let mut reading = reading.map_err(|_| "its value makes no sense.")?;
        let others = self.redeclared_params.iter().filter(|(other, _)| *other == id);
        for other in others.filter_map(|(_, spec)| spec.parse_value(&text).ok()) {
            if reading.was_clamped && !other.was_clamped {
                reading = other;
            }
        }
        if reading.was_clamped {
            return Err("its value is out of range.");
        }
        Ok(reading.value)
    }
}

fn sign_and_digits(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('.').unwrap_or(text)),
    };
    // Coordinates are bounded, so valid numbers have few digits and cannot overflow.
    let value = (digits.len() <= 6).then(|| u32::from_str_radix(digits, 36).ok()).flatten()?;
    Some(sign * i64::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::SCENES;

    fn log(events: Vec<(u64, Event)>) -> EventLog {
        EventLog(events.into_iter().map(|(tick, event)| TimedEvent { tick, event }).collect())
    }

    #[test]
    fn a_text_that_ends_a_link_ends_with_no_sign_of_a_sentence() {
        for text in ["starboard 90; ahead 20.", "starboard 90)", "ahead 2, \"", "ahead 2. ", "."] {
            let code = escape_text(text);
            assert!(code.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'), "{code}");
            assert_eq!(unescape_text(&code).as_deref(), Some(text), "{code}");
        }
    }

    #[test]
    fn times_and_places_of_any_number_of_digits_read_back() {
        let mut run = Run::default_run();
        let numbers = [1_u16, 9, 10, 35, 36, 37, 71, 72, 1295, 1296, 1297];
        let mut tick = 0;
        let events = numbers.into_iter().flat_map(|number| {
            tick += u64::from(number);
            let place = f32::from(number) / POINTER_STEPS_PER_UNIT;
            let (layout, _) = Run::default_run().read_layout(&format!("ob={number}-20-9"));
            let edited = Event::Layout(layout.into());
            [(tick, Event::PointerHold { x: place, y: -place }), (tick, edited)]
        });
        let log = log(events.collect());
        let text = write(&log, &run);
        assert_eq!(read(&text, &mut run), Ok(log));
    }

    #[test]
    fn every_parameter_and_text_of_every_scene_can_be_written() {
        for scene in SCENES {
            let mut run = Run::new(scene, 1);
            let params = run.params().iter().enumerate().flat_map(|(id, param)| {
                let spec = param.spec;
                let ends = [spec.min, spec.max, param.default, 0.1 * spec.min + 0.9 * spec.max];
                ends.into_iter()
                    .filter_map(|v| spec.validate(v))
                    .map(move |value| Event::Param { id, value })
            });
            let texts = run.texts().iter().enumerate().flat_map(|(id, text)| {
                let presets = text.spec.presets.iter();
                presets.map(move |preset| Event::Text { id, text: preset.text.into() })
            });
            let log =
                log(params.chain(texts).zip(3..).map(|(event, tick)| (tick, event)).collect());
            let text = write(&log, &run);
            let bare = |c: char| c.is_ascii_alphanumeric() || "*-._".contains(c);
            assert!(text.chars().all(bare), "scene '{}': {text}", scene.key);
            assert_eq!(read(&text, &mut run), Ok(log), "scene '{}'", scene.key);
        }
    }

    #[test]
    fn layouts_are_read_up_to_so_many_items_in_all() {
        let (mut run, _) = Run::open("scene=tile-chase");
        let row = |length: usize| format!("G.tiles*3d0-0-{length}");
        let whole = |count: usize| row(1000).repeat(count);
        let most = MAX_LAYOUT_ITEMS / 1000;
        assert_eq!(read(&whole(most), &mut run).map(|log| log.len()), Ok(most));
        let error = read(&(whole(most) + &row(1)), &mut run).expect_err("one tile more");
        assert!(error.contains(&format!("Recorded input {}", most + 1)), "{error}");
        assert!(error.contains("too large together"), "{error}");
    }

    #[test]
    fn compositions_are_read_up_to_so_many_items_in_all_each_once() {
        let mut run = Run::default_run();
        let main = run.world.groups()[0].key;
        let again = format!("K.{main}*2ag1").repeat(MAX_COMPOSED_ITEMS);
        assert_eq!(read(&again, &mut run).map(|log| log.len()), Ok(MAX_COMPOSED_ITEMS));
        // Compositions with all possible groups, each in a different order.
        let mut text = String::new();
        for (a, b) in (1..33).flat_map(|a| (1..33).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let many = (1..33).filter(|k| *k != a && *k != b).map(|k| format!("*2ag{k}"));
            text += &format!("K.{main}*2ag{a}*2ag{b}{}", many.collect::<String>());
        }
        for body in ["bpoint", "brigid", "bparticle", "btile"] {
            let more = text.replace("*2ag1*", &format!("*2ag1.{body}*"));
            text += &more;
        }
        let error = read(&text, &mut run).expect_err("too many");
        assert!(error.contains("too large together"), "{error}");
    }

    #[test]
    fn nonsense_is_told_and_never_panics() {
        let mut run = Run::default_run();
        for text in [
            "x", "A", "é", "PÉ", "M", "M1", "M1.", "M.", "H", "H1", "Hzzzzzzzzz.1.1",
            "H.zzzzzzz.1", "R.1", "F", "F.", "F.zz", "F.g", "H.zzzzz.1", "P", "P.", "P.cohesion",
            "P.cohesion*", "P.cohesion*x", "P.nobody*1", "Q.1", "X.steps*1", "P.cohesion**g",
            "P.cohesion**4", "P.cohesion*41", "P.cohesion*-1", "P.count*2.5", "Rzzzzzzzzzzzzzzzz",
            "R1ngxtsR1ngxts",
        ] {
            let error = read(text, &mut run).expect_err(text);
            assert!(
                error.starts_with("Recorded input 1, ") || error.contains("too long"),
                "{error}"
            );
        }
        assert_eq!(read("", &mut run), Ok(EventLog::default()));
        let (mut patrol, _) = Run::open("scene=patrol");
        for text in ["X.steps*ahead", "X.steps*", "X.steps*ahead_5*2c_port_9999"] {
            let error = read(text, &mut patrol).expect_err(text);
            assert!(error.contains("the text makes no sense"), "{error}");
        }
        assert!(read("X.steps*ahead_5*2c_port_9", &mut patrol).is_ok());
    }
}
