//! [`Stage`]: the scenario that a cell is played in.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::super::files::{self, Ready};
use super::super::problems::Bad;
use crate::pack;
use crate::planner::inputs::ToolMode;
use crate::scenario::file::{
    BeatFile, Bilingual, CallFile, CallKindFile, SampleFile, ScenarioFile, TurnFile,
};
use crate::scenario::setting::SettingFile;
use crate::scenario::{load, outcome, script_of};
use crate::session::script::Script;
use crate::trace::Head;

/// What a cell meets unless a scenario says otherwise.
const ORDINARY: &str = include_str!("stage.ron");

/// Everything around the cell.
pub struct Stage {
    file: ScenarioFile,
    /// Where captured tool lists stand; none is the pack.
    folder: Option<PathBuf>,
    wait_ms: Option<u64>,
}

/// A `wait` of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For more.
    More,
    /// To end the cell.
    Terminate,
}

impl Stage {
    /// The start of a scenario, or the ordinary stage.
    ///
    /// # Errors
    ///
    /// When the scenario is not there or has errors.
    pub fn open(tools: Option<&Path>, wait_ms: Option<u64>) -> Result<Stage, Bad> {
        let (loaded, folder) = match tools {
            None => (load(ORDINARY, "stage.ron", &pack::resolve), None),
            Some(path) => {
                let Ready { loaded, folder, .. } = files::open(path)?;
                (loaded, folder)
            }
        };
        let mut file = ScenarioFile { policy: loaded.file.policy, ..ScenarioFile::default() };
        file.title = match tools {
            None => loaded.file.title,
            Some(path) => bilingual(&format!("One cell in {}", path.display())),
        };
        file.start = loaded.file.start;
        Ok(Stage { file, folder, wait_ms })
    }

    /// Makes the model one that has `exec`.
    pub fn offer_exec(&mut self) {
        self.file.start.set.push(SettingFile::ModelToolMode(Some(ToolMode::CodeModeOnly)));
    }

    /// What the trace says about itself.
    pub fn head(&self) -> Head {
        outcome::head(&self.file)
    }

    /// One `exec` with this input, and a sample for each wait.
    ///
    /// # Errors
    ///
    /// Never for a start that was read without errors; the words are for the impossible case.
    pub fn script(&self, input: &str, waits: &[Wait]) -> Result<Script, Bad> {
        let exec = CallKindFile::Custom { name: String::from("exec"), input: input.to_owned() };
        let calls = std::iter::once(exec).chain(waits.iter().map(|wait| self.wait(*wait)));
        let turn = BeatFile::Turn(TurnFile { say: bilingual("Run this cell.") });
        let script = std::iter::once(turn).chain(calls.map(sample)).collect();
        let file = ScenarioFile { script, ..self.file.clone() };
        script_of(&file, &|path| files::resolve(self.folder.as_deref(), path))
            .map_err(|problems| Bad::Scenario { source: String::new(), problems })
    }

    fn wait(&self, wait: Wait) -> CallKindFile {
        let mut arguments = json!({"cell_id": "1"});
        if let Some(ms) = self.wait_ms {
            arguments["yield_time_ms"] = ms.into();
        }
        if wait == Wait::Terminate {
            arguments["terminate"] = true.into();
        }
        CallKindFile::Function { name: String::from("wait"), arguments: arguments.to_string() }
    }
}

fn sample(call: CallKindFile) -> BeatFile {
    let call = CallFile { call, ..CallFile::default() };
    BeatFile::Sample(SampleFile { calls: vec![call], ..SampleFile::default() })
}

fn bilingual(text: &str) -> Bilingual {
    Bilingual { en: text.to_owned(), ko: String::new() }
}
