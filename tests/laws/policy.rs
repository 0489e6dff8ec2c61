//! Laws of the exposure policy of MCP servers.

use freezeframe::laws::cases::{PolicyCase, policy_case};
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::mcp::policy::{PolicyInputs, exposure};
use freezeframe::tool::{ToolExposure, ToolExposures};

#[test]
fn a_policy_never_shows_what_it_was_told_to_omit() {
    law("a_policy_never_shows_what_it_was_told_to_omit", policy_case(), |PolicyCase(inputs)| {
        let shown = exposure(inputs);
        let omits = |surface| inputs.omitted.contains(surface);
        prop_assert!(!(shown.is_direct() && omits(ToolExposures::DIRECT)));
        prop_assert!(!(shown.is_deferred() && omits(ToolExposures::DEFERRED)));
        let cells = shown.is_available_in_code_mode();
        prop_assert!(!(cells && omits(ToolExposures::CODE_MODE)));
        prop_assert!(!(inputs.direct_only && (cells || shown.is_deferred())));
        prop_assert!(inputs.search_enabled || !shown.is_deferred());
        if inputs.omitted == ToolExposures::ALL {
            prop_assert_eq!(shown, ToolExposure::Hidden);
        }
        // Once a tool is deferred, leaving it out of the list changes nothing.
        let direct = inputs.omitted.union(ToolExposures::DIRECT);
        if shown.is_deferred() {
            prop_assert_eq!(exposure(PolicyInputs { omitted: direct, ..inputs }), shown);
        }
        // In CodeModeOnly nothing is deferred that cells cannot call: nobody could find it.
        prop_assert!(!(inputs.code_mode_only && shown == ToolExposure::DeferredModelOnly));
        Ok(())
    });
}
