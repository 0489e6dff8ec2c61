//! Handlers, processes and options of cells.

use std::sync::Arc;

use serde_json::Value;

use super::Lowering;
use crate::code_mode::engine::limits::EngineLimits;
use crate::code_mode::unified_exec::ProcessScript;
use crate::code_mode::unified_exec::script::{Answer, Behaviour, CommandMatch, Exit, Print};
use crate::scenario::bounds::MAX_OF_ALL_CELLS;
use crate::scenario::cells::{
    AnswerFile, AnswerResultFile, CellLimitsFile, CellOptionsFile, ChunkFile, ContentFile,
    ExitFile, HandlerFile, ProcessFile, StdinFile,
};
use crate::scenario::file::StartFile;
use crate::scenario::json;
use crate::scenario::place::Place;
use crate::session::script::{Beat, CallScript, ResponseItem, Script, ScriptedResult};
use crate::session::script_cells::{
    AnswerScript, CellOptions, CellScripts, ContentItem, HandlerScript,
};
use crate::tool::ToolName;

impl Lowering<'_> {
    pub(super) fn cells(&mut self, start: &StartFile, at: &Place<'_>) -> CellScripts {
        let handlers = at.field("handlers");
        let handlers = handlers.each(&start.handlers);
        CellScripts {
            handlers: handlers.map(|(handler, at)| self.handler(handler, &at)).collect(),
            processes: start.processes.iter().map(process).collect(),
            options: options(&start.cells),
        }
    }

    /// Many cells share what one run may use.
    pub(super) fn share_limits(script: &mut Script) {
        let samples = script.beats.iter().filter_map(|beat| match beat {
            Beat::Sample(sample) => Some(sample),
            _ => None,
        });
        let starts = |call: &&CallScript| {
            call.result == ScriptedResult::Default
                && matches!(&call.item, ResponseItem::Custom { name, .. } if &**name == "exec")
        };
        let cells: usize = samples.map(|sample| sample.calls.iter().filter(starts).count()).sum();
        let cells = u32::try_from(cells).unwrap_or(u32::MAX).max(1);
        let limits = &mut script.cells.options.limits;
        let all = MAX_OF_ALL_CELLS;
        let part = |own: u64, all: u64| own.min((all / u64::from(cells)).max(1));
        *limits = EngineLimits {
            steps: part(limits.steps, all.steps),
            recursion: limits.recursion,
            heap_bytes: part(limits.heap_bytes, all.heap_bytes),
            output_bytes: part(limits.output_bytes, all.output_bytes),
            effects: limits.effects.min((all.effects / cells).max(1)),
            real_ms: part(limits.real_ms, all.real_ms),
        };
    }

    fn handler(&mut self, file: &HandlerFile, at: &Place<'_>) -> HandlerScript {
        let answers_at = at.field("answers");
        let answers = answers_at.each(&file.answers);
        let mut answers: Vec<_> = answers.map(|(answer, at)| self.answer(answer, &at)).collect();
        // A problem that the checks report.
        if answers.is_empty() {
            answers.push(AnswerScript::default());
        }
        HandlerScript {
            tool: ToolName::parse_dotted(&file.tool).canonical(),
            answers: answers.into(),
            cancel_delay_ms: file.cancel_delay_ms,
        }
    }

    fn answer(&mut self, file: &AnswerFile, at: &Place<'_>) -> AnswerScript {
        AnswerScript {
            latency_ms: file.latency_ms,
            approval_ms: file.approval_ms,
            result: self.answer_result(&file.result, &at.field("result")),
        }
    }

    fn answer_result(&mut self, file: &AnswerResultFile, at: &Place<'_>) -> ScriptedResult {
        use AnswerResultFile as File;
        match file {
            File::Default => ScriptedResult::Default,
            File::Ok(text) => ScriptedResult::Ok(text.as_str().into()),
            File::Json(text) => ScriptedResult::Json(self.value(text, at)),
            File::Mcp(text) => {
                let value = self.value(text, at);
                let has_content = value.get("content").is_some_and(Value::is_array);
                if !has_content && !value.is_null() {
                    let expected =
                        r#"an object such as `{"content":[{"type":"text","text":"…"}]}`"#;
                    at.content().error(self.faults, "this is not an MCP result", expected);
                }
                ScriptedResult::Mcp(value)
            }
            File::Content(items) => {
                ScriptedResult::Content(items.iter().map(content).collect::<Vec<_>>().into())
            }
            File::Unsuccessful(text) => ScriptedResult::Unsuccessful(text.as_str().into()),
            File::Error(text) => ScriptedResult::Error(text.as_str().into()),
            File::Fatal(text) => ScriptedResult::Fatal(text.as_str().into()),
            File::Echo => ScriptedResult::Echo,
            File::Hang => ScriptedResult::Hang,
        }
    }

    /// JSON in a text; null when it cannot be read, which is a problem already.
    fn value(&mut self, text: &str, at: &Place<'_>) -> Arc<Value> {
        json::read(self.source, &at.content(), text, self.faults).unwrap_or_default().into()
    }
}

fn content(item: &ContentFile) -> ContentItem {
    match item {
        ContentFile::Text(text) => ContentItem::Text(text.as_str().into()),
        ContentFile::Image(url) => ContentItem::Image(url.as_str().into()),
        ContentFile::Audio(url) => ContentItem::Audio(url.as_str().into()),
    }
}

fn process(file: &ProcessFile) -> ProcessScript {
    let cmd: Arc<str> = file.cmd.as_str().into();
    ProcessScript {
        command: match file.begins_with {
            true => CommandMatch::Prefix(cmd),
            false => CommandMatch::Exact(cmd),
        },
        fails: file.fails.as_deref().map(Arc::from),
        run: behaviour(&file.output, file.exit),
        echo: file.echo,
        answers: file.stdin.iter().map(answer_to_stdin).collect(),
        interrupt: file.interrupt.as_ref().map(|then| behaviour(&then.output, then.exit)),
    }
}

fn answer_to_stdin(file: &StdinFile) -> Answer {
    Answer {
        input: (!file.chars.is_empty()).then(|| file.chars.as_str().into()),
        then: behaviour(&file.output, file.exit),
    }
}

/// Output in order of time; pieces of one time keep the order they were written in.
fn behaviour(output: &[ChunkFile], exit: Option<ExitFile>) -> Behaviour {
    let print =
        |chunk: &ChunkFile| Print { after_ms: chunk.at_ms, text: chunk.text.as_str().into() };
    let mut prints: Vec<Print> = output.iter().map(print).collect();
    prints.sort_by_key(|print| print.after_ms);
    let exit = exit.map(|exit| Exit { after_ms: exit.at_ms, code: exit.code });
    Behaviour { prints, exit }
}

fn options(file: &CellOptionsFile) -> CellOptions {
    CellOptions {
        max_yield_time_ms: file.max_yield_time_ms,
        notify_latency_ms: file.notify_latency_ms,
        seed: file.seed,
        limits: limits(&file.limits),
        failing_starts: file.failing_starts.as_slice().into(),
    }
}

fn limits(file: &CellLimitsFile) -> EngineLimits {
    let usual = EngineLimits::default();
    EngineLimits {
        steps: file.steps.unwrap_or(usual.steps),
        recursion: file.recursion.unwrap_or(usual.recursion),
        output_bytes: file.output_bytes.unwrap_or(usual.output_bytes),
        effects: file.effects.unwrap_or(usual.effects),
        ..usual
    }
}
