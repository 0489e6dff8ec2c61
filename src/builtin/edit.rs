//! [`apply_patch`]: the custom tool that edits files, and the grammar of its input.

use super::{ToolSpec, grammar_tool};

/// How the optional line starts that names an environment.
pub const ENVIRONMENT_LINE: &str = "*** Environment ID: ";

/// The spec of `apply_patch`. With several environments its grammar takes one more line, which
/// says where the patch applies.
pub fn apply_patch(multiple_environments: bool) -> ToolSpec {
    let grammar = patch_grammar(multiple_environments);
    if multiple_environments {
        return grammar_tool("apply_patch", format!("{APPLY_PATCH}{ENVIRONMENT_NOTE}"), grammar);
    }
    grammar_tool("apply_patch", APPLY_PATCH, grammar)
}

const APPLY_PATCH: &str = "Creates, changes, moves and deletes files. The input is the patch \
itself as plain text, not JSON and not inside a fence: between a begin and an end line stand one \
or more file sections, and a changed file is described by hunks of kept, removed and added lines. \
Give enough kept lines around each change to make its place unique.";
const ENVIRONMENT_NOTE: &str = " A line after the begin line may name the environment the patch \
is for; without it the first ready environment is meant.";

fn patch_grammar(multiple_environments: bool) -> String {
    if !multiple_environments {
        return format!("start: opening section+ closing\n{SECTIONS}");
    }
    format!(
        "start: opening environment? section+ closing\n\
         environment: \"{ENVIRONMENT_LINE}\" REST EOL\n{SECTIONS}"
    )
}

const SECTIONS: &str = r#"opening: "*** Begin Patch" EOL
closing: "*** End Patch" EOL?

section: created | deleted | changed
created: "*** Add File: " REST EOL added+
deleted: "*** Delete File: " REST EOL
changed: "*** Update File: " REST EOL moved? line* hunk* last?
moved: "*** Move to: " REST EOL

hunk: place line*
place: "@@" EOL | "@@ " REST EOL
line: added | removed | kept
added: "+" REST? EOL
removed: "-" REST? EOL
kept: " " REST? EOL
last: "*** End of File" EOL

REST: /[^\r\n]+/
EOL: /\r?\n/
"#;
