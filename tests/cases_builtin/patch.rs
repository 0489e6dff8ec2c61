//! `apply_patch`: the grammar in its two forms.

use freezeframe::builtin::edit::apply_patch;
use freezeframe::tool::ToolSpec;

fn grammar(multiple: bool) -> String {
    match apply_patch(multiple) {
        ToolSpec::Freeform(spec) => spec.format.definition.to_string(),
        other => panic!("apply_patch is a custom tool, not {other:?}"),
    }
}

#[test]
fn en_02_environment_line_only_with_several_environments() {
    let line = "*** Environment ID: ";
    assert!(!grammar(false).contains(line));
    assert!(grammar(true).contains(line));
    assert!(grammar(true).starts_with("start: opening environment? "), "the line is optional");
    assert_ne!(apply_patch(true).description(), apply_patch(false).description());
}

#[test]
fn every_rule_that_is_used_is_defined_once() {
    for multiple in [false, true] {
        let grammar = grammar(multiple);
        let defined: Vec<&str> = grammar
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, _)| name)
            .collect();
        for (index, name) in defined.iter().enumerate() {
            assert!(!defined[..index].contains(name), "{name} twice");
            assert!(*name == "start" || used(&grammar, name), "{name} is never used");
        }
        for word in words(&grammar) {
            assert!(defined.contains(&word.as_str()), "{word} is not defined");
        }
    }
}

fn used(grammar: &str, name: &str) -> bool {
    words(grammar).iter().any(|word| word == name)
}

/// Rule and terminal names on right-hand sides: what is left without literals and operators.
fn words(grammar: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (_, right) in grammar.lines().filter_map(|line| line.split_once(": ")) {
        if right.starts_with('/') {
            continue;
        }
        for bare in right.split('"').step_by(2) {
            let names = bare.split(|c: char| !c.is_ascii_alphabetic());
            words.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
    words
}
