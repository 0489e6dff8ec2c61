//! How a call ends: what the script lets its handler answer, what hooks make of it, what an
//! interruption leaves. Part of [`super::call`].

use std::sync::Arc;

use super::call::{End, Flight};
use super::call_rules::*;
use super::hooks::{self, HookName};
use super::record::{CallStatus, Lifecycle};
use super::route::Payload;
use super::script::{ScriptedResult, Settings};
use super::script_cells::content_text;
use super::world::World;
use crate::planner::registry::Origin;
use crate::planner::rule::Decision;
use crate::search::{answer, tool_search_output};

impl Flight {
    /// What the script lets the handler answer.
    pub fn scripted(&mut self) -> End {
        let done = |output: &str| {
            End::new(CallStatus::Ok, output, Some(Lifecycle::Completed { success: true }))
        };
        match &self.script.result {
            ScriptedResult::Default if &*self.name.name == "send_user_message_async" => {
                done(r#"{"accepted":true}"#)
            }
            ScriptedResult::Default => done("ok"),
            ScriptedResult::Ok(text) => done(text),
            ScriptedResult::Json(value) | ScriptedResult::Mcp(value) => done(&value.to_string()),
            ScriptedResult::Content(items) => done(&content_text(items)),
            ScriptedResult::Echo => done(&self.arguments.clone()),
            ScriptedResult::Unsuccessful(text) => End::unsuccessful(text.clone()),
            ScriptedResult::Error(text) => End::error(text.clone()),
            // The end never comes by itself.
            ScriptedResult::Hang => done(""),
            ScriptedResult::Dies(error) => {
                let error = error.clone();
                self.fault = Some(format!("tool task failed to receive: {error}").into());
                self.fatal(DIED.with([("error", error.into())]))
            }
            ScriptedResult::Fatal(error) => {
                let error = error.clone();
                self.fault = Some(error.clone());
                self.fatal(FATAL.with([("error", error.into())]))
            }
        }
    }

    fn fatal(&mut self, why: Decision) -> End {
        self.decisions.push(why);
        let lifecycle = Some(Lifecycle::Failed { handler_executed: true });
        End::new(CallStatus::Fatal, "", lifecycle)
    }

    /// Does the script itself say what this very call answers?
    pub(super) fn is_scripted(&self) -> bool {
        self.script.result != ScriptedResult::Default
    }

    /// A call that does not say its own result takes the next one of its tool's handler.
    pub(super) fn take_answer(&mut self, world: &mut World) {
        if self.is_scripted() {
            return;
        }
        let Some(answer) = world.handlers.next(&self.name) else { return };
        self.script.result = answer.result;
        self.script.latency_ms = self.script.latency_ms.or(answer.latency_ms);
        if self.script.approval_ms == 0 {
            self.script.approval_ms = answer.approval_ms;
        }
    }

    pub(super) fn search(&mut self, search: &crate::search::SearchArguments) -> End {
        let Some(planned) = self.table.search.clone() else { return End::unsuccessful("") };
        let answered = match answer(&planned.tool.index, search) {
            Ok(answered) => answered,
            Err(error) => {
                self.decisions.push(SEARCH_REFUSED.with([("error", error.to_string().into())]));
                let output = tool_search_output(&self.id, &[]).to_string();
                return End::error(output);
            }
        };
        let name_at = |index: usize| planned.names.get(index).cloned();
        self.loaded = answered
            .outcome
            .hits
            .iter()
            .filter_map(|hit| Some((name_at(hit.index)?, hit.score)))
            .collect();
        self.decisions.push(SEARCH_ANSWERED.with([
            ("matched", answered.outcome.matched.into()),
            ("hits", answered.outcome.hits.len().into()),
        ]));
        if let Some(tie) = &answered.outcome.tie_cut {
            self.decisions.push(SEARCH_TIE.with([
                ("kept", tie.kept.len().into()),
                ("tied", (tie.kept.len() + tie.dropped.len()).into()),
            ]));
            let names = |indexes: &[usize]| indexes.iter().filter_map(|i| name_at(*i)).collect();
            self.tie_cut = Some((names(&tie.kept), names(&tie.dropped)));
        }
        let output = tool_search_output(&self.id, &answered.tools).to_string();
        End::new(CallStatus::Ok, output, Some(Lifecycle::Completed { success: true }))
    }

    /// Hooks after a success; the final ending of a handler that ran to its end.
    pub fn conclude(&mut self, turn: &Settings, end: End) -> End {
        let success = end.lifecycle == Some(Lifecycle::Completed { success: true });
        let Some(origin) = self.entry().map(|entry| entry.runtime.origin.clone()) else {
            return end;
        };
        let unwatched = match origin {
            Origin::Search => true,
            Origin::CodeMode => &*self.name.name == "wait",
            _ => false,
        };
        if !success || turn.hooks.is_empty() || unwatched {
            return end;
        }
        let hook = HookName::of(&self.name, &origin);
        let (output, replaced) = hooks::after(&turn.hooks, &hook, &end.output);
        if replaced {
            self.decisions.push(HOOK_REPLACED.with([("hook", hook.name.into())]));
        }
        End { output, ..end }
    }

    /// What a call that got no answer of its handler is answered with: a search gets an item without
    /// tools, whatever went wrong; the words reach the model for other payloads only.
    pub(super) fn shaped(&self, message: String) -> Arc<str> {
        match self.payload {
            Some(Payload::ToolSearch(_)) => tool_search_output(&self.id, &[]).to_string().into(),
            _ => message.into(),
        }
    }

    /// The user interrupts: the output of section 7.6.
    pub fn interrupt(&mut self, now: u64) {
        let ms = now.saturating_sub(self.issued_ms);
        // At least a tenth of a second, and one decimal, without floating point.
        let tenths = (ms / 100 + u64::from(ms % 100 >= 50)).max(1);
        let seconds = format!("{}.{}", tenths / 10, tenths % 10);
        let shell = self.name.is_default_namespace() && &*self.name.name == "exec_command";
        let output = match shell {
            true => format!("Wall time: {seconds} seconds\naborted by user"),
            false => format!("aborted by user after {seconds}s"),
        };
        let output = self.shaped(output);
        self.decisions.push(INTERRUPTED.with([("ms", ms.into())]));
        self.finish(now, End::new(CallStatus::Aborted, output, Some(Lifecycle::Aborted)));
    }
}
