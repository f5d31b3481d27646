//! A run as a query string, and back.
//!
//! A link such as `v=8&scene=flock-limited&seed=7&cohesion=2&interceptors.thrust=900` has the
//! version, the scene, and only what differs from the scene. Each field is a row of a table, with
//! the functions that read and write it; [`field_tables`] lists all fields. Reading never fails:
//! every valid part is used, and every part that is ignored or changed is reported.

mod fields;
pub(crate) mod groups;
pub mod inputs;
pub(crate) mod layout;
pub(crate) mod query;
pub(crate) mod rule;
pub(crate) mod time;

use super::compose::Composition;
use super::layout_doc::LayoutDoc;
use crate::engine::layout::{Layout, is_outside_notice};
use crate::engine::params::WorldParams;
pub use crate::scenes::LINK_VERSION;
use crate::scenes::{SCENES, Scene};
use crate::schema::near::did_you_mean;
use crate::schema::texts::quote;
use crate::session::run::{DEFAULT_SEED, Run, has_param, is_rule_notice, is_unit_reduction_notice};
pub use fields::LinkField;
use fields::{LinkFieldRow, rows};
use form_urlencoded::Serializer;
use glam::Vec2;
use layout::is_layout_key;
pub(crate) use query::LinkPairs;
pub use query::query_of;
use query::{MAX_LINK_BYTES, is_tracker_key, pairs_of};
pub use time::promised_hash;

/// Maximum number of notices that are listed one by one; further ones are only counted.
const MAX_NOTICES: usize = 12;

/// Function that reads the value of a field from a link into the run that is being opened.
type ReadRunField = fn(&mut LinkReader, &str);

/// Function that writes a field of a run with this seed; `None` if the link leaves it out.
type WriteRunField = fn(&Run, u32) -> Option<String>;

/// Fields that come before the parameters, in the order in which links have them.
const FIRST_FIELDS: [LinkFieldRow<ReadRunField, WriteRunField>; 5] = rows! {
    "version" "v" "the [version](#versions) of links; without it, today's" ""
        read_version, |_, _| Some(LINK_VERSION.to_string());
    "scene" "scene" "the scene; without it, the first one" ""
        read_scene, |run, _| Some(run.scene().key.into());
    "seed" "seed" "the seed; without it, 1" "seed=7"
        read_seed, |_, seed| (seed != DEFAULT_SEED).then(|| seed.to_string());
    "groups" "groups" "the [groups](#groups), where they are not those of the scene" "groups=boids.pcohesion-fright"
        read_groups, |run, _| Some(run.composition_text()).filter(|text| !text.is_empty());
    "measures" "measures" "the [measures](#measures) of one's own" "measures=RB40GIF4NDC4O14NT"
        read_measures, |run, _| run.measures_text();
};

/// Fields that only the page reads and writes; the core ignores them.
const PAGE_FIELDS: [LinkFieldRow<(), ()>; 4] = rows! {
    "view" "look" "the view: its version, then zoom, center, asked unit, `f` if the camera follows it, `w` with the behavior that its ghost leaves out (by place), `s` with what two skies differ in (key, with `--` for `_`, then value, tick and marked unit, with `*` between them), `g` if its turn is to be guessed, the letters of the overlays, the view that is open, and `n` with a title of one's own: `look=1_z2.5_c512.3-384_u17_w0_ovk_tm`" "" (), ();
    "embedding" "embed" "the page inside another page: it waits for Play (`1`), or starts by itself (`play`)" "" (), ();
    "wish" "wish" "the wish in *Make*" "" (), ();
    "step" "learn" "the step of the course that is open" "" (), ();
};

fn fields<R, W>(rows: &'static [LinkFieldRow<R, W>]) -> impl Iterator<Item = &'static LinkField> {
    rows.iter().map(|row| &row.field)
}

/// All fields of a link, except parameters and the layout.
fn run_fields() -> impl Iterator<Item = &'static LinkField> {
    fields(&FIRST_FIELDS).chain(fields(&time::TIME_FIELDS)).chain(fields(&PAGE_FIELDS))
}

/// Whether a key of links is a field that is neither a parameter nor a part of the layout.
pub fn is_reserved(key: &str) -> bool {
    run_fields().any(|field| field.key == key)
}

/// All tables of fields, each with the heading under which `FORMATS.md` shows it.
pub fn field_tables() -> [(&'static str, Vec<&'static LinkField>); 3] {
    [
        ("## Links", run_fields().chain(fields(&layout::LAYOUT_FIELDS)).collect()),
        ("### Groups", fields(&groups::GROUP_FIELDS).collect()),
        ("## Inputs", fields(&inputs::INPUT_FIELDS).collect()),
    ]
}

/// A run while its link is being read.
struct LinkReader {
    scene: &'static Scene,
    seed: u32,
    /// Run of the link, created when the first field needs it.
    run: Option<Run>,
    notices: NoticeList,
}

impl LinkReader {
    fn run(&mut self) -> &mut Run {
        self.run.get_or_insert_with(|| Run::new(self.scene, self.seed))
    }
}

/// The first notice about an invalid part of a link, because of which strict programs refuse the
/// link. Notices about objects outside the world, a reduced number of units, or parts of rules
/// without effect are only for information and do not count.
pub fn first_fault(notices: &[String]) -> Option<&String> {
    notices.iter().find(|notice| {
        !is_outside_notice(notice) && !is_unit_reduction_notice(notice) && !is_rule_notice(notice)
    })
}

impl Run {
    /// Opens a link, given as an [address or a part of an address](query_of). Returns the run at
    /// tick 0, and one sentence for each part of the link that was ignored or changed.
    pub fn open(link: &str) -> (Self, Vec<String>) {
        Self::from_pairs(&LinkPairs::read(link))
    }

    /// Opens a run like [`open`](Self::open), from the pairs of key and value of a link.
    pub(crate) fn from_pairs(pairs: &LinkPairs) -> (Self, Vec<String>) {
        let notices = NoticeList::default();
        let mut link = LinkReader { scene: &SCENES[0], seed: DEFAULT_SEED, run: None, notices };
        if pairs.is_truncated {
            let fault =
                format!("The link is longer than {MAX_LINK_BYTES} bytes; the rest is ignored.");
            link.notices.add(fault);
        }
        for LinkFieldRow { field, read, .. } in FIRST_FIELDS {
            pairs.last_value(field.key).into_iter().for_each(|text| read(&mut link, text));
        }
        let LinkReader { scene, seed, run, mut notices } = link;
        let mut run = run.unwrap_or_else(|| Run::new(scene, seed));
        let mut changed = false;
        let mut laid_out = Layout::default();
        for (key, value) in &pairs.entries {
            if is_reserved(key) {
                continue;
            }
            if is_layout_key(key, run.world.groups()) {
                let faults = layout::read(&mut laid_out, key, value, run.world.groups());
                faults.into_iter().for_each(|line| notices.add(line));
            } else {
                changed |= run.read_param(key, value, &mut notices);
            }
        }
        // Hints about names from papers follow after all parameters are set, since a paper's radius
        // is converted by the length of a unit.
        for (key, value) in &pairs.entries {
            let hint = run.paper_hint(key, value).filter(|_| !is_version(key, value));
            hint.into_iter().for_each(|line| notices.add(line));
        }
        if !laid_out.is_empty() {
            let (layout, unfit) = run.fit_layout(laid_out);
            unfit.into_iter().for_each(|line| notices.add(line));
            let WorldParams { width, height, .. } = run.world.params;
            let outside = layout.items_outside(Vec2::new(width, height), run.world.groups());
            outside.into_iter().for_each(|line| notices.add(line));
            changed |= !layout.is_empty();
            run.world.put_layout(layout);
            run.replace_site_numbers(&mut notices);
        }
        if changed {
            run.world.restart(seed);
        }
        run.unit_reduction_notices().into_iter().for_each(|line| notices.add(line));
        run.rule_notices().into_iter().for_each(|line| notices.add(line));
        (run, notices.finish())
    }

    /// Replaces a site's number (from 1), which early links had for a goal, by the site's name.
    fn replace_site_numbers(&mut self, notices: &mut NoticeList) {
        for id in 0..self.texts().len() {
            let (text, sites) = (self.text(id), &self.layout().sites);
            let number = text.parse::<usize>().ok().filter(|_| self.texts()[id].spec.is_site);
            let is_name = sites.iter().any(|site| site.is_named(&text));
            let site = number.and_then(|number| sites.get(number.wrapping_sub(1)));
            let Some(name) = site.filter(|_| !is_name).map(|site| site.name.clone()) else {
                continue;
            };
            notices.add(format!("{} = “{text}” means the site {name}.", self.texts()[id].key));
            // No error is possible: the layout has a site of this name.
            let _ = self.set_text(id, &name);
        }
    }

    /// Reads the value of a parameter or text parameter. Returns whether the value has changed.
    fn read_param(&mut self, key: &str, text: &str, notices: &mut NoticeList) -> bool {
        let key = &*self.key_without_group_name(key).into_owned();
        if let Some(id) = self.find_text(key) {
            let before = self.text(id);
            if let Err(error) = self.set_text(id, text) {
                notices.add(format!("{key} was ignored. {error}"));
            }
            return before != self.text(id);
        }
        let Some(id) = self.find_param(key).filter(|id| self.params()[*id].is_present) else {
            // Parameters are looked up before keys of trackers, since a written rule can have such
            // a key. For a paper's name, `paper_hint` gives the notice.
            if !is_tracker_key(key) && self.find_named_param(key).is_none() {
                notices.add_lazily(|| self.unknown_param_notice(key));
            }
            return false;
        };
        let spec = self.params()[id].spec;
        match spec.parse_value(text) {
            Ok(reading) => {
                if reading.was_clamped {
                    notices.add(format!(
                        "{key} = {} was changed to {} (allowed: {} to {}).",
                        quote(text),
                        reading.value,
                        spec.min,
                        spec.max
                    ));
                }
                let before = self.get(id);
                self.store_param(id, reading.value);
                before != reading.value
            }
            Err(error) => {
                notices.add(format!("{key} = {} {error}; it was ignored.", quote(text)));
                false
            }
        }
    }

    /// Notice about a key that no parameter of this run has.
    fn unknown_param_notice(&self, key: &str) -> String {
        match scene_with_param(key) {
            Some(scene) => format!(
                "{} is a parameter of the scene “{}”, not of this one.",
                quote(key),
                scene.title
            ),
            None => {
                let present = self.params().iter().filter(|param| param.is_present);
                let guess = did_you_mean(key, present.map(|param| param.key.as_str()));
                format!("There is no parameter {}.{guess}", quote(key))
            }
        }
    }

    /// Key of the main group, whose parameters and layout have no prefix in links.
    pub(crate) fn main_group_key(&self) -> &'static str {
        self.world.groups().first().map_or("", |group| group.key)
    }

    /// The composition of this run as a value of a link; empty if it is the scene's composition.
    pub fn composition_text(&self) -> String {
        self.write_composition(&self.composition())
    }

    /// Writes a composition as a value of a link; empty if it is the scene's composition.
    pub fn write_composition(&self, composition: &Composition) -> String {
        groups::write(composition, &self.scene_composition())
    }

    /// Reads a composition from a link's value, with one sentence for each part left out.
    pub fn read_composition(&self, text: &str) -> (Composition, Vec<String>) {
        groups::read(text, &self.scene_composition())
    }

    /// Replaces the composition by one in the notation of links, like
    /// [`set_composition`](Self::set_composition).
    pub fn set_composition_text(&mut self, text: &str) -> Vec<String> {
        let (composition, notices) = self.read_composition(text);
        self.set_composition(&composition);
        notices
    }

    /// The edited layout as a part of a query string; empty if nothing has been edited.
    pub fn layout_text(&self) -> String {
        layout::write_layout(&self.layout_doc(), self.main_group_key())
    }

    /// Reads a layout from a part of a query string. Returns the parts that this scene can use, and
    /// one sentence for each other part.
    pub fn read_layout(&self, text: &str) -> (LayoutDoc, Vec<String>) {
        let groups = self.world.groups();
        let (layout, notices) = layout::read_layout(pairs_of(text), groups);
        (LayoutDoc::new(&layout, groups), notices)
    }

    /// Replaces the edited layout by one in the notation of [`layout_text`](Self::layout_text).
    /// Returns one sentence for each part that was left out or changed.
    pub fn set_layout_text(&mut self, text: &str) -> Vec<String> {
        let (layout, notices) = layout::read_layout(pairs_of(text), self.world.groups());
        self.set_layout(layout);
        notices
    }

    /// The shortest link that opens this run at tick 0.
    pub fn link(&self) -> String {
        self.link_with_seed(self.world.seed())
    }

    /// The run's written measures as a value of a link; `None` if there are none.
    pub fn measures_text(&self) -> Option<String> {
        let measures = self.written_measures().iter();
        let codes: Vec<String> = measures.map(|one| rule::encode_rule(&one.source_text)).collect();
        (!codes.is_empty()).then(|| codes.join("-"))
    }

    /// The link that opens this run at tick 0 with another seed.
    pub fn link_with_seed(&self, seed: u32) -> String {
        let mut out = Serializer::new(String::new());
        out.extend_pairs(
            FIRST_FIELDS.iter().filter_map(|row| Some((row.field.key, (row.write)(self, seed)?))),
        );
        out.extend_pairs(self.changed_params());
        out.extend_pairs(layout::write(&self.layout_doc(), self.main_group_key()));
        out.finish()
    }
}

/// Reports a link of another version, which is read like a link of this version.
fn read_version(to: &mut LinkReader, text: &str) {
    to.notices.add(match text.parse::<u32>() {
        Ok(LINK_VERSION) => return,
        Ok(1..LINK_VERSION) => format!(
            "This link is of version {text}, from before the first release; it opens as version \
             {LINK_VERSION} and may run differently."
        ),
        Ok(LINK_VERSION..) => format!(
            "This link is of version {text}, which is newer; it opens as version {LINK_VERSION}, and \
             parts of it may be missing."
        ),
        _ => format!(
            "This link has version {}, which does not exist; it opens as version {LINK_VERSION}.",
            quote(text)
        ),
    });
}

fn is_version(key: &str, value: &str) -> bool {
    key == "v" && value.parse::<u32>().is_ok()
}

fn read_scene(to: &mut LinkReader, key: &str) {
    let plain = key.replace('_', "-");
    match SCENES.iter().find(|scene| scene.key == plain) {
        Some(scene) => to.scene = scene,
        None => {
            let guess = did_you_mean(key, SCENES.iter().map(|scene| scene.key));
            let (key, title) = (quote(key), to.scene.title);
            to.notices.add(format!("There is no scene {key}; this is “{title}”.{guess}"));
        }
    }
}

fn read_seed(to: &mut LinkReader, text: &str) {
    match text.parse() {
        Ok(seed) => to.seed = seed,
        Err(_) => to.notices.add(format!(
            "seed = {} is not a whole number from 0 to {}; it was ignored.",
            quote(text),
            u32::MAX
        )),
    }
}

fn read_groups(to: &mut LinkReader, text: &str) {
    to.run().set_composition_text(text).into_iter().for_each(|line| to.notices.add(line));
}

fn read_measures(to: &mut LinkReader, codes: &str) {
    for code in codes.split('-').filter(|code| !code.is_empty()) {
        let text = rule::decode_rule(code).ok_or("Its code is damaged.".to_string());
        if let Err(why) = text.and_then(|text| to.run().add_measure(&text)) {
            to.notices.add(format!("A measure of the link was ignored. {why}"));
        }
    }
}

/// The first scene that has a parameter or a field of the layout with this key.
fn scene_with_param(key: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| {
        let setup = (scene.build_setup)();
        has_param(&setup.world, &setup.groups, key) || is_layout_key(key, &setup.groups)
    })
}

/// Collector of notices: lists the first [`MAX_NOTICES`] and counts all others.
#[derive(Default)]
struct NoticeList {
    lines: Vec<String>,
    unlisted_count: usize,
}

impl NoticeList {
    fn add(&mut self, line: String) {
        self.add_lazily(|| line);
    }

    /// Adds a notice that takes long to compute; calls `line` only if it will be listed.
    fn add_lazily(&mut self, line: impl FnOnce() -> String) {
        if self.lines.len() < MAX_NOTICES {
            self.lines.push(line());
        } else {
            self.unlisted_count += 1;
        }
    }

    fn finish(mut self) -> Vec<String> {
        if self.unlisted_count > 0 {
            self.lines.push(format!(
                "{} more parts of the link were ignored or changed.",
                self.unlisted_count
            ));
        }
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_from_the_scene_is_in_a_link() {
        let mut run = Run::default_run();
        assert_eq!(run.link(), format!("v=8&scene={}", SCENES[0].key));
        let id = run.find_param("cohesion").expect("a flock has cohesion");
        run.set(id, 2.5);
        assert_eq!(run.link(), format!("v=8&scene={}&cohesion=2.5", SCENES[0].key));
        run.set(id, run.params()[id].default);
        assert_eq!(run.link(), format!("v=8&scene={}", SCENES[0].key));
    }

    #[test]
    fn a_bad_part_is_told_and_the_good_ones_are_kept() {
        let (run, notices) =
            Run::open("v=8&cohesion=NaN&alignment=2&nonsense=1&separation=1e9&seed=-3&%zz=%ff");
        assert_eq!(run.get(run.find_param("alignment").expect("alignment")), 2.0);
        assert_eq!(run.get(run.find_param("separation").expect("separation")), 10.0);
        assert_eq!(notices.len(), 5, "{notices:#?}");
    }

    #[test]
    fn the_link_of_an_embed_is_the_link_of_its_run() {
        let (run, notices) = Run::open("v=8&scene=patrol&embed=1");
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(run.link(), "v=8&scene=patrol");
    }

    #[test]
    fn the_names_of_a_paper_are_answered_with_those_of_links() {
        let hints = |link: &str| Run::open(link).1;
        let speed = "“v” is called speed in links: v = 0.3 u per tick is speed=18.";
        let [version, hint] = &hints("scene=vicsek&v=0.3")[..] else { panic!("two sentences") };
        assert!(version.contains("version “0.3”"), "{version}");
        assert_eq!(hint, speed);
        let radius = "“r” is called mean_heading_factor in links";
        assert_eq!(
            hints("v=8&scene=vicsek&r=10"),
            [format!("{radius}: r = 10 u is mean_heading_factor=6.25.")]
        );
        let (run, notices) = Run::open("v=8&scene=vicsek&r=10&length=2");
        assert_eq!(notices, [format!("{radius}: r = 10 u is mean_heading_factor=5.")]);
        let id = run.find_param("mean_heading_factor").expect("a radius");
        assert_eq!(run.get(id), run.params()[id].default, "a hint changes nothing");
        assert_eq!(hints("v=8&scene=vicsek&r=wide"), [format!("{radius}.")]);
        assert_eq!(hints("v=8&scene=vicsek&speed=20"), [""; 0]);
        assert_eq!(hints("v=8&r=10"), ["There is no parameter “r”."], "a scene without a radius");
    }

    #[test]
    fn a_text_travels_in_a_link() {
        let (mut run, notices) = Run::open("scene=patrol&steps=ahead+50%2C+port+120");
        assert!(notices.is_empty(), "{notices:?}");
        let id = run.find_text("steps").expect("a pattern has steps");
        assert_eq!(run.text(id), "ahead 50, port 120");
        run.set_text(id, "starboard 90; ahead 20").expect("two steps");
        let (again, _) = Run::open(&run.link());
        assert_eq!(again.text(id), "starboard 90, ahead 20");
        let (kept, notices) = Run::open("scene=patrol&steps=<script>,%00");
        assert_eq!(kept.text(id), kept.texts()[id].default);
        assert_eq!(notices.len(), 1, "{notices:?}");
    }

    #[test]
    fn a_flood_of_noise_gives_a_short_list() {
        let noise = "x=1&".repeat(30_000);
        let (_, notices) = Run::open(&noise);
        assert_eq!(notices.len(), MAX_NOTICES + 1);
    }
}
