//! Turns, samples, calls and events.

use super::{Lowering, caption, shared};
use crate::scenario::file::{
    BeatFile, CallFile, CallKindFile, EventFile, ResultFile, SampleFile, TimedEventFile,
};
use crate::scenario::place::Place;
use crate::session::script::{Beat, CallScript, Event, ResponseItem, SampleScript, ScriptedResult};
use crate::tool::ToolName;

impl Lowering<'_> {
    pub(super) fn beats(&mut self, beats: &[BeatFile], at: &Place<'_>) -> Vec<Beat> {
        let lower = |(beat, at): (&BeatFile, Place<'_>)| match beat {
            BeatFile::Turn(turn) => Beat::Turn(caption(&turn.say)),
            BeatFile::Sample(sample) => Beat::Sample(self.sample(sample, &at.content())),
            BeatFile::Event(event) => Beat::Event(self.event(event, &at.content())),
            BeatFile::Wait(ms) => Beat::Wait(*ms),
        };
        at.each(beats).map(lower).collect()
    }

    fn sample(&mut self, sample: &SampleFile, at: &Place<'_>) -> SampleScript {
        SampleScript {
            say: caption(&sample.say),
            ask: caption(&sample.ask),
            lasts_ms: sample.lasts_ms,
            mentions: shared(&sample.mentions).to_vec(),
            retries_at_ms: sample.retries_at_ms.clone(),
            calls: sample.calls.iter().map(call).collect(),
            during: self.timed(&sample.during, &at.field("during")),
        }
    }

    pub(super) fn timed(&mut self, events: &[TimedEventFile], at: &Place<'_>) -> Vec<(u64, Event)> {
        let lower = |(timed, at): (&TimedEventFile, Place<'_>)| {
            (timed.at_ms, self.event(&timed.event, &at.field("event")))
        };
        at.each(events).map(lower).collect()
    }

    fn event(&mut self, event: &EventFile, at: &Place<'_>) -> Event {
        let inner = at.content();
        match event {
            EventFile::Set(settings) => Event::Set(self.settings(settings, &inner)),
            EventFile::EnvironmentReady(id) => Event::EnvironmentReady(id.as_str().into()),
            EventFile::EnvironmentLost(id) => Event::EnvironmentLost(id.as_str().into()),
            EventFile::ServerConfigured(server) => {
                Event::ServerConfigured(self.server(server, &inner))
            }
            EventFile::ServerRemoved(server) => Event::ServerRemoved(server.as_str().into()),
            EventFile::ServerReady(server) => Event::ServerReady(server.as_str().into()),
            EventFile::ServerFailed(server) => Event::ServerFailed(server.as_str().into()),
            EventFile::ListChanged(change) => Event::ListChanged {
                server: change.server.as_str().into(),
                tools: self.tool_list(&change.tools, change.tools_from.as_deref(), &inner),
                unnoticed: change.unnoticed,
            },
            EventFile::Disconnected(server) => Event::Disconnected(server.as_str().into()),
            EventFile::Reconnected(server) => Event::Reconnected(server.as_str().into()),
            EventFile::CodeModeHostLost => Event::CodeModeHostLost,
            EventFile::RuntimeStale => Event::RuntimeStale,
            EventFile::NewCredentials(server) => Event::NewCredentials(server.as_str().into()),
        }
    }
}

fn call(call: &CallFile) -> CallScript {
    CallScript {
        at_ms: call.at_ms,
        item: item(&call.call),
        latency_ms: call.latency_ms,
        approval_ms: call.approval_ms,
        result: match &call.result {
            ResultFile::Default => ScriptedResult::Default,
            ResultFile::Ok(text) => ScriptedResult::Ok(text.as_str().into()),
            ResultFile::Unsuccessful(text) => ScriptedResult::Unsuccessful(text.as_str().into()),
            ResultFile::Error(text) => ScriptedResult::Error(text.as_str().into()),
            ResultFile::Dies(text) => ScriptedResult::Dies(text.as_str().into()),
        },
        cancelled_after_ms: call.cancelled_after_ms,
    }
}

fn item(kind: &CallKindFile) -> ResponseItem {
    match kind {
        CallKindFile::Function { name, arguments } => {
            let ToolName { namespace, name } = ToolName::parse_dotted(name);
            ResponseItem::Function { namespace, name, arguments: arguments.as_str().into() }
        }
        CallKindFile::Custom { name, input } => {
            let ToolName { namespace, name } = ToolName::parse_dotted(name);
            ResponseItem::Custom { namespace, name, input: input.as_str().into() }
        }
        CallKindFile::ToolSearch { arguments } => ResponseItem::ToolSearch {
            arguments: arguments.as_str().into(),
            execution: "client".into(),
            has_call_id: true,
        },
        CallKindFile::ForeignSearch { arguments, execution, has_call_id } => {
            ResponseItem::ToolSearch {
                arguments: arguments.as_str().into(),
                execution: execution.as_str().into(),
                has_call_id: *has_call_id,
            }
        }
    }
}
