//! The published JSON Schema of the trace's JSON form.

use super::json::TraceJson;

/// JSON Schema (draft 2020-12) of what [`super::json::write`] writes.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(TraceJson).to_value()
}
