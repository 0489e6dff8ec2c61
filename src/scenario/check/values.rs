//! Bounds of single texts and times, read off the tree so that no field can be forgotten.

use crate::scenario::bounds::{MAX_NAME_BYTES, MAX_TEXT_BYTES, MAX_TIME_MS};
use crate::scenario::place::Tree;
use crate::scenario::problem::{Fault, Faults};
use crate::scenario::syntax::{Group, Kind, Node, Number, Parts};

/// Fields and variants that hold prose, code or JSON. Every other text is a name.
const PROSE: [&str; 43] = [
    "en",
    "ko",
    "source",
    "hash",
    "description",
    "namespace_description",
    "connector_description",
    "instructions",
    "input",
    "output",
    "arguments",
    "grammar",
    "has",
    "output_has",
    "error",
    "reason",
    "block",
    "rewrite",
    "block_result",
    "feedback",
    "tool",
    "parameter",
    "Ok",
    "Unsuccessful",
    "Error",
    "Dies",
    "Some",
    "Json",
    "Mcp",
    "Fatal",
    "Text",
    "Image",
    "Audio",
    "cmd",
    "text",
    "chars",
    "fails",
    "json",
    "items",
    "items_has",
    "value_has",
    "rejected_has",
    "error_has",
];

/// Variants and fields that hold a time without saying so in their name.
const TIMES: [&str; 6] = ["Wait", "After", "DefaultYieldMs", "default", "min", "max"];

/// Checks every value that made it into the scenario.
pub(super) fn check(tree: &Tree, faults: &mut Faults) {
    // The depth of the tree is bounded, but a stack of our own costs nothing.
    let mut open: Vec<(&Node, &str)> = vec![(&tree.root, "")];
    while let Some((node, owner)) = open.pop() {
        if tree.spoiled.has(node) || faults.is_full() {
            continue;
        }
        match &node.kind {
            Kind::Text(text) => check_text(node, owner, text, faults),
            Kind::Number(number) => check_time(node, owner, *number, faults),
            Kind::List(items) => open.extend(items.iter().map(|item| (item, owner))),
            Kind::Group(Group { name, parts, .. }) => {
                let variant = name.as_ref().map_or(owner, |name| name.text.as_str());
                let inner = if variant == "Some" { owner } else { variant };
                match parts {
                    Parts::Plain(items) => open.extend(items.iter().map(|item| (item, inner))),
                    Parts::Named(fields) => {
                        let fields = fields.iter();
                        open.extend(fields.map(|field| (&field.value, field.name.text.as_str())));
                    }
                }
            }
            Kind::Word(_) | Kind::Char(_) | Kind::Map | Kind::Bad => {}
        }
    }
}

fn check_text(node: &Node, owner: &str, text: &str, faults: &mut Faults) {
    let (what, bound) = match PROSE.contains(&owner) {
        true => ("text", MAX_TEXT_BYTES),
        false => ("name", MAX_NAME_BYTES),
    };
    if text.len() > bound {
        let message = format!("this {what} has {} bytes", text.len());
        let fault = Fault::error(node.span.clone(), message);
        faults.push(fault.expected(format!("at most {bound} bytes")));
    }
}

fn check_time(node: &Node, owner: &str, number: Number, faults: &mut Faults) {
    let is_time = owner.ends_with("_ms") || TIMES.contains(&owner);
    if let Number::Whole(ms) = number
        && is_time
        && ms > i128::from(MAX_TIME_MS)
    {
        let fault = Fault::error(node.span.clone(), "this time is too long");
        faults.push(fault.expected(format!("at most {MAX_TIME_MS} ms")));
    }
}
