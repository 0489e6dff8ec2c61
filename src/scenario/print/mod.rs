//! From the serde types to RON text, as short as a person would write it: what is at its default is
//! left out. Reading what is printed gives the same scenario.
//!
//! `encode` turns a value into a small tree of atoms and groups, `layout` breaks the tree into lines.

mod encode;
mod layout;
mod quote;

use std::sync::OnceLock;

use serde::Serialize;

use self::encode::{Defaults, Encoder};
use super::cells::{
    AnswerFile, BehaviourFile, CellLimitsFile, CellOptionsFile, ChunkFile, ExitFile,
    ExpectCellFile, ExpectNestedFile, HandlerFile, ProcessFile, StdinFile, StoredFile,
};
use super::file::{
    Bilingual, CallFile, CallKindFile, ExpectAnomaliesFile, ExpectCallFile, ExpectFile,
    ExpectSampleFile, ExpectWireFile, ListChangedFile, SampleFile, ScenarioFile, StartFile,
    TurnFile,
};
use super::server::{ServerFile, ToolFile};
use super::setting::{
    AppFile, AppPolicyFile, AppToolFile, DynamicToolFile, EnvironmentFile, ExtensionFile, HookFile,
    HostTextsFile, PresetFile, RoleFile, SuggestionsFile, WebSearchOptionsFile,
};

/// The first line of a printed scenario; it tells other readers of RON what to expect.
pub const HEADER: &str = "#![enable(implicit_some, unwrap_variant_newtypes)]";

/// The scenario as text.
pub fn print(file: &ScenarioFile) -> String {
    let mut out = format!("{HEADER}\nScenario");
    layout::write(&Encoder::new(defaults()).encode(file), &mut out);
    out.push('\n');
    out
}

/// A part of a scenario as text, without a header: what an editor shows for it.
pub fn print_part<T: Serialize>(part: &T) -> String {
    let mut out = String::new();
    layout::write(&Encoder::new(defaults()).encode(part), &mut out);
    out
}

/// A part of a scenario on one line, cut after [`MAX_SNIPPET_CHARS`](super::problem::MAX_SNIPPET_CHARS) characters.
pub fn one_line<T: Serialize>(part: &T) -> String {
    super::problem::snippet(&layout::line(&Encoder::new(defaults()).encode(part)))
}

/// The fields of each type when nothing is set. Types that stand inside others come first, because
/// what is at its default inside a default is left out as well.
fn defaults() -> &'static Defaults {
    static ALL: OnceLock<Defaults> = OnceLock::new();
    ALL.get_or_init(learn_defaults)
}

fn learn_defaults() -> Defaults {
    let mut all = Defaults::default();
    all.learn(&Bilingual::default());
    all.learn(&AnswerFile::default());
    all.learn_except(&HandlerFile::default(), "tool");
    all.learn(&ChunkFile::default());
    all.learn_except(&ExitFile::default(), "code");
    all.learn(&StdinFile::default());
    all.learn(&BehaviourFile::default());
    all.learn_except(&ProcessFile::default(), "cmd");
    all.learn(&CellLimitsFile::default());
    all.learn(&CellOptionsFile::default());
    all.learn(&StartFile::default());
    all.learn(&ExpectFile::default());
    all.learn_except(&StoredFile::default(), "key");
    all.learn_except(&ExpectNestedFile::default(), "call");
    all.learn_except(&ExpectCellFile::default(), "cell");
    // Names and numbers that say what a thing is are always written.
    all.learn_except(&ExpectSampleFile::default(), "step");
    all.learn_except(&ExpectWireFile::default(), "tool");
    all.learn_except(&ExpectCallFile::default(), "call");
    all.learn(&ExpectAnomaliesFile::default());
    let call =
        CallKindFile::Function { name: String::new(), arguments: super::file::no_arguments() };
    all.learn_except(&call, "name");
    all.learn_except(&CallFile::default(), "call");
    all.learn(&TurnFile::default());
    all.learn(&SampleFile::default());
    all.learn_except(&ListChangedFile::default(), "server");
    all.learn_except(&ServerFile::default(), "name");
    all.learn_except(&ToolFile::default(), "name");
    all.learn_except(&EnvironmentFile::default(), "id");
    all.learn(&WebSearchOptionsFile::default());
    all.learn_except(&RoleFile::default(), "name");
    all.learn_except(&PresetFile::default(), "name");
    all.learn_except(&AppToolFile::default(), "name");
    all.learn_except(&AppFile::default(), "id");
    all.learn(&AppPolicyFile::default());
    all.learn_except(&ExtensionFile::default(), "name");
    all.learn_except(&DynamicToolFile::default(), "name");
    all.learn(&SuggestionsFile::default());
    all.learn(&HostTextsFile::default());
    all.learn(&HookFile::default());
    // The version is written in every file.
    all.learn_except(&ScenarioFile::default(), "format");
    all
}
