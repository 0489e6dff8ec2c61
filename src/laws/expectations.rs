//! What a trace would expect of itself: every list, every call, the hash.

use crate::code_mode::engine::protocol::{Item, StoredValues};
use crate::planner::ledger::Standing;
use crate::scenario::cells::{
    CellStateFile, ExpectCellFile, ExpectNestedFile, NestedStatusFile, StoredFile,
};
use crate::scenario::file::{
    CallStatusFile, ExpectAnomaliesFile, ExpectCallFile, ExpectFile, ExpectSampleFile,
    ExpectWireFile,
};
use crate::session::record::{CallRecord, CallStatus, SampleRecord};
use crate::session::record_cells::{CellRecord, CellState, NestedCall, NestedStatus};
use crate::tool::ToolName;
use crate::trace::Trace;

/// Expectations that say everything a scenario file can say about a trace.
pub fn of_trace(trace: &Trace) -> ExpectFile {
    let broken = trace.record.anomalies;
    ExpectFile {
        hash: Some(trace.hash.to_string()),
        samples: trace.record.samples.iter().map(of_sample).collect(),
        anomalies: Some(ExpectAnomaliesFile {
            called_not_advertised: broken.called_not_advertised,
            advertised_but_gone: broken.advertised_but_gone,
            split_tables: broken.split_tables,
        }),
        cells: trace.record.cells.iter().map(of_cell).collect(),
        stored: Some(stored(&trace.record.stored)),
    }
}

fn of_cell(cell: &CellRecord) -> ExpectCellFile {
    ExpectCellFile {
        cell: cell.log.id.to_string(),
        state: Some(match cell.state {
            CellState::Running => CellStateFile::Running,
            CellState::Completed => CellStateFile::Completed,
            CellState::Failed => CellStateFile::Failed,
            CellState::Terminated => CellStateFile::Terminated,
            CellState::Lost => CellStateFile::Lost,
        }),
        items: Some(cell.items().map(item).collect()),
        items_has: Vec::new(),
        error_has: cell.error.as_ref().map(ToString::to_string),
        stored: Some(stored(&cell.writes())),
        calls: cell.calls.iter().map(of_nested).collect(),
    }
}

fn item(item: &Item) -> String {
    match item {
        Item::Text { text } => text.clone(),
        Item::Image { url, .. } | Item::Audio { url } => url.clone(),
    }
}

fn of_nested(call: &NestedCall) -> ExpectNestedFile {
    let result = call.result.as_ref().map(|result| result.as_ref());
    ExpectNestedFile {
        call: call.call,
        status: Some(match call.status {
            NestedStatus::Pending => NestedStatusFile::Pending,
            NestedStatus::Resolved => NestedStatusFile::Resolved,
            NestedStatus::Rejected => NestedStatusFile::Rejected,
            NestedStatus::Cancelled => NestedStatusFile::Cancelled,
        }),
        value_has: result.and_then(Result::ok).map(ToString::to_string),
        rejected_has: result.and_then(Result::err).map(ToString::to_string),
        step: call.step,
    }
}

fn stored(values: &StoredValues) -> Vec<StoredFile> {
    let entry = |(key, value): (&String, &serde_json::Value)| StoredFile {
        key: key.clone(),
        json: value.to_string(),
    };
    values.iter().map(entry).collect()
}

fn of_sample(sample: &SampleRecord) -> ExpectSampleFile {
    let step = sample.step;
    let plan = match &sample.plan {
        Ok(plan) => plan,
        Err(failure) => {
            let error = Some(failure.message.to_string());
            return ExpectSampleFile { step, error, ..ExpectSampleFile::default() };
        }
    };
    let standing = |standing| -> Vec<String> {
        plan.standing(standing).map(|tool| tool.name.dotted()).collect()
    };
    let visible: Vec<String> = plan.visible_names().map(ToolName::dotted).collect();
    // Entries of the list are named by their specs; members of a namespace stand in its entry.
    let wire = plan
        .wire()
        .iter()
        .map(|spec| ExpectWireFile { tool: spec.name().to_owned(), has: "{}".to_owned() });
    ExpectSampleFile {
        step,
        visible_has: visible.clone(),
        visible: Some(visible),
        deferred_has: standing(Standing::Deferred),
        deferred: Some(standing(Standing::Deferred)),
        hidden_has: standing(Standing::Hidden),
        hidden: Some(standing(Standing::Hidden)),
        orphans: Some(plan.orphans().map(|tool| tool.name.dotted()).collect()),
        wire: wire.collect(),
        calls: sample.calls.iter().map(of_call).collect(),
        ..ExpectSampleFile::default()
    }
}

fn of_call(call: &CallRecord) -> ExpectCallFile {
    ExpectCallFile {
        call: call.call,
        status: Some(match call.status {
            CallStatus::Ok => CallStatusFile::Ok,
            CallStatus::Failed => CallStatusFile::Failed,
            CallStatus::Unsupported => CallStatusFile::Unsupported,
            CallStatus::Blocked => CallStatusFile::Blocked,
            CallStatus::Aborted => CallStatusFile::Aborted,
            CallStatus::Fatal => CallStatusFile::Fatal,
            CallStatus::Ignored => CallStatusFile::Ignored,
        }),
        output_has: Some(call.output.to_string()),
        loaded: Some(call.loaded.iter().map(|(name, _)| name.dotted()).collect()),
    }
}
