//! What a trace would expect of itself: every list, every call, the hash.

use crate::planner::ledger::Standing;
use crate::scenario::file::{
    CallStatusFile, ExpectAnomaliesFile, ExpectCallFile, ExpectFile, ExpectSampleFile,
    ExpectWireFile,
};
use crate::session::record::{CallRecord, CallStatus, SampleRecord};
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
        cells: Vec::new(),
        stored: None,
    }
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
