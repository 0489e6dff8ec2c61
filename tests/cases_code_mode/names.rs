//! N and C: code-mode names and identifiers.

use freezeframe::schema::typescript::identifier;
use freezeframe::tool::ToolName;

#[test]
fn identifiers() {
    let rows = [
        ("N-01", "mcp__ologs__get_profile", "mcp__ologs__get_profile"),
        ("N-02", "hidden-dynamic-tool", "hidden_dynamic_tool"),
        ("N-03", "", "_"),
        ("N-04", "9lives", "_lives"),
        ("N-05", "a.b/c d", "a_b_c_d"),
        ("N-06", "$x_1", "$x_1"),
        ("N-07", "工具", "__"),
        ("N-08", "Tool:Name", "Tool_Name"),
        ("N-09", "-", "_"),
    ];
    for (case, raw, expected) in rows {
        assert_eq!(identifier(raw), expected, "{case}");
        assert_eq!(ToolName::plain(raw).code_mode_name(), expected, "{case}: as a tool");
    }
}

#[test]
fn raw_names() {
    let rows = [
        ("C-01", None, "apply_patch", "apply_patch"),
        ("C-02", Some("functions"), "apply_patch", "apply_patch"),
        ("C-03", Some(""), "apply_patch", "apply_patch"),
        ("C-04", Some("editor"), "apply_patch", "editor__apply_patch"),
        ("C-05", Some("mcp__sample__"), "alpha", "mcp__sample__alpha"),
        ("C-06", Some("mcp__sample"), "alpha", "mcp__sample__alpha"),
        ("7: the name brings the underscore", Some("a"), "_b", "a_b"),
        ("7: nothing is replaced yet", Some("a-b"), "c.d", "a-b__c.d"),
    ];
    for (case, namespace, name, expected) in rows {
        let name = ToolName { namespace: namespace.map(Into::into), name: name.into() };
        assert_eq!(name.raw_code_mode_name(), expected, "{case}");
    }
}
