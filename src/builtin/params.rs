//! Short spellings for the parameter schemas of the built-ins. Everything a built-in declares
//! goes through here, so that no property can be left without a description.

use crate::schema::JsonSchema;

/// A parameter: its name and what may stand there.
pub(super) type Parameter = (&'static str, JsonSchema);

/// A string.
pub(super) fn text(name: &'static str, description: &str) -> Parameter {
    (name, JsonSchema::string(description))
}

/// A string that only the provider and the receiving agent read in clear.
pub(super) fn encrypted(name: &'static str, description: &str) -> Parameter {
    (name, JsonSchema::string(description).encrypted())
}

/// A number.
pub(super) fn number(name: &'static str, description: &str) -> Parameter {
    (name, JsonSchema::number(description))
}

/// A boolean.
pub(super) fn flag(name: &'static str, description: &str) -> Parameter {
    (name, JsonSchema::boolean(description))
}

/// A string out of a fixed set.
pub(super) fn choice(name: &'static str, values: &[&str], description: &str) -> Parameter {
    (name, JsonSchema::string_enum(values, description))
}

/// An array of anything that `items` describes.
pub(super) fn list(name: &'static str, items: JsonSchema, description: &str) -> Parameter {
    (name, JsonSchema::array(items, description))
}

/// An array of strings.
pub(super) fn texts(name: &'static str, item: &str, description: &str) -> Parameter {
    list(name, JsonSchema::string(item), description)
}

/// A closed object.
pub(super) fn group(
    name: &'static str,
    required: Option<&[&str]>,
    members: Vec<Parameter>,
    description: &str,
) -> Parameter {
    let description = Some(description.to_owned());
    (name, JsonSchema { description, ..object(required, members) })
}

/// A closed object without name or description: the parameters of a tool, or the elements of a
/// list. `required` of `None` writes no `required` member, `Some(&[])` writes an empty one.
pub(super) fn object(required: Option<&[&str]>, members: Vec<Parameter>) -> JsonSchema {
    let required = required.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
    JsonSchema { required, ..JsonSchema::object(members, &[], Some(false)) }
}
