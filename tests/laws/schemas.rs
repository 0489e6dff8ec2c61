//! Laws of schema preparation.

use freezeframe::laws::cases::schema_case;
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::schema::{CompactPass, SchemaError, parse_tool_input_schema};
use serde_json::Value;

#[test]
fn a_prepared_schema_is_left_alone_when_it_is_prepared_again() {
    law("a_prepared_schema_is_left_alone_when_it_is_prepared_again", schema_case(), |case| {
        let schema = without_nulls(&case.schema);
        let Ok(first) = parse_tool_input_schema(&schema, &case.limits) else { return Ok(()) };
        let json = first.schema.to_json();
        let read: Value = serde_json::from_str(&json)
            .map_err(|error| TestCaseError::fail(format!("{error}: {json}")))?;
        let again = parse_tool_input_schema(&read, &case.limits)
            .map_err(|error| TestCaseError::fail(format!("{error}: {json}")))?;
        prop_assert_eq!(again.schema.to_json(), json);
        Ok(())
    });
}

/// A member that is `null` is there while defaults are filled in and gone when the subset is read,
/// upstream as here: `{"type":"array","items":null}` would get its items only the second time.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().filter(|(_, member)| !member.is_null());
            members.map(|(key, member)| (key.clone(), without_nulls(member))).collect()
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

#[test]
fn compaction_only_shrinks_and_stops_in_time() {
    law("compaction_only_shrinks_and_stops_in_time", schema_case(), |case| {
        let Ok(prepared) = parse_tool_input_schema(&case.schema, &case.limits) else {
            return Ok(());
        };
        prop_assert_eq!(prepared.bytes_after, prepared.schema.to_json().len());
        prop_assert!(prepared.bytes_after <= prepared.bytes_before);
        let fits = prepared.bytes_after <= case.limits.budget_bytes;
        let all = prepared.passes == CompactPass::ALL;
        prop_assert!(fits || all || !case.limits.compact, "it gave up too early");
        prop_assert_eq!(&prepared.passes[..], &CompactPass::ALL[..prepared.passes.len()]);
        let needed = case.limits.compact && prepared.bytes_before > case.limits.budget_bytes;
        prop_assert_eq!(!prepared.passes.is_empty(), needed);
        Ok(())
    });
}

#[test]
fn a_budget_never_decides_whether_a_schema_can_be_used() {
    law("a_budget_never_decides_whether_a_schema_can_be_used", schema_case(), |case| {
        let limits = freezeframe::schema::SchemaLimits { compact: false, ..case.limits };
        let whole = parse_tool_input_schema(&case.schema, &limits);
        if whole == Err(SchemaError::SingletonNull) {
            // The last pass can empty such a root, and what is empty is not refused any more.
            return Ok(());
        }
        let small = parse_tool_input_schema(&case.schema, &case.limits);
        prop_assert_eq!(whole.is_ok(), small.is_ok());
        Ok(())
    });
}
