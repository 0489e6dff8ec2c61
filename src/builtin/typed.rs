//! Reading argument text against a parameter schema, with the error texts and positions that a
//! typed deserializer gives.
//!
//! Upstream has a struct per tool; here one reader walks the schema. What a struct knows and a
//! schema does not (the width of a number, which optional members may be `null`) is in two small
//! tables.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::count::Count;
use crate::schema::{JsonSchema, Primitive, SchemaType};

/// Reads the arguments of a call of `tool`. The error has line and column.
pub(super) fn read_arguments(
    tool: &str,
    parameters: &JsonSchema,
    text: &str,
) -> Result<Map<String, Value>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let arguments = Members { tool, schema: parameters }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(arguments)
}

/// Optional members with a plain default, which do not take `null`. All other optional members do.
const NOT_NULLABLE: [(&str, &str); 9] = [
    ("exec_command", "tty"),
    ("exec_command", "yield_time_ms"),
    ("exec_command", "sandbox_permissions"),
    ("write_stdin", "chars"),
    ("write_stdin", "yield_time_ms"),
    ("wait", "yield_time_ms"),
    ("wait", "terminate"),
    ("spawn_agent", "fork_context"),
    ("send_input", "interrupt"),
];

/// Numbers that are not read as `u64`.
const NUMBER_KINDS: [(&str, NumberKind); 5] = [
    ("session_id", NumberKind::I32),
    ("timeout_ms", NumberKind::I64),
    ("max_tokens", NumberKind::Usize),
    ("max_output_tokens", NumberKind::Usize),
    ("participants", NumberKind::Usize),
];

/// Members the schema requires and the reader does not: a later check refuses their absence with a
/// better text.
const CHECKED_LATER: [(&str, &str); 1] = [("request_user_input", "options")];

#[derive(Clone, Copy)]
enum NumberKind {
    U64,
    Usize,
    I64,
    I32,
}

/// The members of an object.
struct Members<'a> {
    tool: &'a str,
    schema: &'a JsonSchema,
}

impl Members<'_> {
    fn known(&self, key: &str) -> Option<&JsonSchema> {
        self.schema.properties.as_ref()?.get(key)
    }

    fn required(&self) -> impl Iterator<Item = &String> {
        let required = self.schema.required.iter().flatten();
        required.filter(|key| !CHECKED_LATER.contains(&(self.tool, key)))
    }

    fn nullable(&self, key: &str) -> bool {
        !self.required().any(|required| required == key)
            && !NOT_NULLABLE.contains(&(self.tool, key))
    }
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = Map<String, Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut seen: Vec<String> = Vec::new();
        let mut members = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let Some(schema) = self.known(&key) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if seen.contains(&key) {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
            let nullable = self.nullable(&key);
            let value =
                map.next_value_seed(Member { tool: self.tool, key: &key, schema, nullable })?;
            if !value.is_null() {
                members.insert(key.clone(), value);
            }
            seen.push(key);
        }
        match self.required().find(|required| !seen.contains(required)) {
            Some(missing) => Err(A::Error::custom(format_args!("missing field `{missing}`"))),
            None => Ok(members),
        }
    }
}

/// One value, of the type its schema names.
struct Member<'a> {
    tool: &'a str,
    key: &'a str,
    schema: &'a JsonSchema,
    nullable: bool,
}

impl<'de> DeserializeSeed<'de> for Member<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.nullable {
            return deserializer.deserialize_option(self);
        }
        let Some(SchemaType::One(kind)) = self.schema.r#type else {
            return Value::deserialize(deserializer);
        };
        match kind {
            Primitive::String => match &self.schema.r#enum {
                Some(allowed) => deserializer.deserialize_str(Choice { allowed }),
                None => String::deserialize(deserializer).map(Value::from),
            },
            Primitive::Boolean => bool::deserialize(deserializer).map(Value::from),
            Primitive::Number | Primitive::Integer => self.read_number(deserializer),
            Primitive::Array => deserializer.deserialize_seq(self),
            Primitive::Object => {
                let members = Members { tool: self.tool, schema: self.schema };
                members.deserialize(deserializer).map(Value::Object)
            }
            Primitive::Null => Value::deserialize(deserializer),
        }
    }
}

impl Member<'_> {
    fn read_number<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<Value, D::Error> {
        let named = NUMBER_KINDS.iter().find(|(key, _)| *key == self.key);
        match named.map_or(NumberKind::U64, |(_, kind)| *kind) {
            NumberKind::U64 => u64::deserialize(deserializer).map(Value::from),
            NumberKind::Usize => Count::deserialize(deserializer).map(|count| Value::from(count.0)),
            NumberKind::I64 => i64::deserialize(deserializer).map(Value::from),
            NumberKind::I32 => i32::deserialize(deserializer).map(Value::from),
        }
    }
}

impl<'de> Visitor<'de> for Member<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Member { nullable: false, ..self }.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let anything = JsonSchema::default();
        let items = self.schema.items.as_deref().unwrap_or(&anything);
        let mut values = Vec::new();
        let element = || Member { tool: self.tool, key: self.key, schema: items, nullable: false };
        while let Some(value) = seq.next_element_seed(element())? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }
}

/// A string out of a fixed set. It is judged inside the string, so that the error has its place.
struct Choice<'a> {
    allowed: &'a [Value],
}

impl Visitor<'_> for Choice<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        if self.allowed.iter().any(|value| value.as_str() == Some(text)) {
            return Ok(Value::from(text));
        }
        let names = self.allowed.iter().filter_map(Value::as_str);
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let expected = match names.as_slice() {
            [one] => one.clone(),
            [one, other] => format!("{one} or {other}"),
            many => format!("one of {}", many.join(", ")),
        };
        Err(E::custom(format_args!("unknown variant `{text}`, expected {expected}")))
    }
}
