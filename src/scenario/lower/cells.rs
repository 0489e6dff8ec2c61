//! Handlers, processes and options of cells.

use std::sync::Arc;

use serde_json::Value;

use super::Lowering;
use crate::code_mode::engine::limits::EngineLimits;
use crate::scenario::cells::{
    AnswerFile, AnswerResultFile, CellLimitsFile, CellOptionsFile, ChunkFile, ContentFile,
    ExitFile, HandlerFile, ProcessFile, StdinFile,
};
use crate::scenario::file::StartFile;
use crate::scenario::json;
use crate::scenario::place::Place;
use crate::session::script::ScriptedResult;
use crate::session::script_cells::{
    AnswerScript, CellOptions, CellScripts, ContentItem, HandlerScript, ProcessScript, StdinScript,
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
    ProcessScript {
        cmd: file.cmd.as_str().into(),
        output: chunks(&file.output),
        exit: exit(file.exit),
        stdin: file.stdin.iter().map(stdin).collect(),
        fails: file.fails.as_deref().map(Arc::from),
    }
}

fn stdin(file: &StdinFile) -> StdinScript {
    StdinScript {
        chars: file.chars.as_str().into(),
        output: chunks(&file.output),
        exit: exit(file.exit),
    }
}

/// Output in order of time; pieces of one time keep the order they were written in.
fn chunks(list: &[ChunkFile]) -> Vec<(u64, Arc<str>)> {
    let mut chunks: Vec<_> = list.iter().map(|c| (c.at_ms, Arc::from(c.text.as_str()))).collect();
    chunks.sort_by_key(|(at, _)| *at);
    chunks
}

fn exit(file: Option<ExitFile>) -> Option<(u64, i32)> {
    file.map(|exit| (exit.at_ms, exit.code))
}

fn options(file: &CellOptionsFile) -> CellOptions {
    CellOptions {
        max_yield_time_ms: file.max_yield_time_ms,
        notify_latency_ms: file.notify_latency_ms,
        seed: file.seed,
        limits: limits(&file.limits),
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
