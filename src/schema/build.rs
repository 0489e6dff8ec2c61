//! Building schemas by hand, for tools that are part of the agent itself.

use super::subset::{AdditionalProperties, JsonSchema, Primitive, SchemaType};
use serde_json::Value;

/// An optional description: a text, or `None`. An empty text is none too.
///
/// It exists so that a call reads `JsonSchema::string("Where to look")` or
/// `JsonSchema::string(None)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description(Option<String>);

impl From<&str> for Description {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<&String> for Description {
    fn from(text: &String) -> Self {
        Self::from(text.clone())
    }
}

impl From<String> for Description {
    fn from(text: String) -> Self {
        Self(Some(text).filter(|text| !text.is_empty()))
    }
}

impl From<Option<&str>> for Description {
    fn from(text: Option<&str>) -> Self {
        text.map(Self::from).unwrap_or_default()
    }
}

impl JsonSchema {
    /// A string.
    pub fn string(description: impl Into<Description>) -> Self {
        Self::of(Primitive::String, description.into())
    }

    /// A number.
    pub fn number(description: impl Into<Description>) -> Self {
        Self::of(Primitive::Number, description.into())
    }

    /// A whole number.
    pub fn integer(description: impl Into<Description>) -> Self {
        Self::of(Primitive::Integer, description.into())
    }

    /// A boolean.
    pub fn boolean(description: impl Into<Description>) -> Self {
        Self::of(Primitive::Boolean, description.into())
    }

    /// A list whose elements all match `items`.
    pub fn array(items: JsonSchema, description: impl Into<Description>) -> Self {
        Self { items: Some(Box::new(items)), ..Self::of(Primitive::Array, description.into()) }
    }

    /// A string that is one of `values`.
    pub fn string_enum(
        values: impl IntoIterator<Item = impl AsRef<str>>,
        description: impl Into<Description>,
    ) -> Self {
        let values = values.into_iter().map(|value| Value::from(value.as_ref()));
        Self { r#enum: Some(values.collect()), ..Self::of(Primitive::String, description.into()) }
    }

    /// An object without a description of its own.
    ///
    /// `properties` is always written, even when empty; `required` only when
    /// it names something; `additionalProperties` only when given.
    pub fn object<'a>(
        properties: impl IntoIterator<Item = (&'a str, JsonSchema)>,
        required: &[&str],
        additional: Option<bool>,
    ) -> Self {
        let properties = properties.into_iter();
        let required = required.iter().map(|name| (*name).to_owned());
        Self {
            properties: Some(properties.map(|(name, of)| (name.to_owned(), of)).collect()),
            required: Some(required.collect()).filter(|names: &Vec<_>| !names.is_empty()),
            additional_properties: additional.map(AdditionalProperties::Bool),
            ..Self::of(Primitive::Object, Description::default())
        }
    }

    /// The same schema with the `encrypted` marker set.
    pub fn encrypted(mut self) -> Self {
        self.encrypted = Some(true);
        self
    }

    fn of(kind: Primitive, description: Description) -> Self {
        Self { r#type: Some(SchemaType::One(kind)), description: description.0, ..Self::default() }
    }
}
