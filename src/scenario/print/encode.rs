//! A serde serializer into [`Doc`], a tree that `layout` can measure and break.

use std::collections::BTreeMap;
use std::fmt;

use serde::ser::{
    Impossible, Serialize, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTupleVariant, Serializer,
};

use super::quote::quote;

/// Text that knows where it may be broken.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Doc {
    /// Never broken.
    Atom(String),
    /// `[…]`
    List(Vec<Doc>),
    /// `Word(…)` or `(…)`
    Group(GroupDoc),
}

/// The content of parentheses, and the word in front.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GroupDoc {
    /// The type, for its defaults; never printed.
    owner: &'static str,
    pub word: Option<&'static str>,
    pub fields: Vec<(Option<&'static str>, Doc)>,
}

/// The fields of each type, by type and variant, when nothing is set.
#[derive(Debug, Default)]
pub(super) struct Defaults(BTreeMap<Key, Fields>);

type Key = (&'static str, Option<&'static str>);
type Fields = Vec<(Option<&'static str>, Doc)>;

impl Defaults {
    /// Remembers that `value` is what its type looks like when nothing is set.
    pub fn learn<T: Serialize>(&mut self, value: &T) {
        self.learn_except(value, "");
    }

    /// The same, for a type of which one field is always written.
    pub fn learn_except<T: Serialize>(&mut self, value: &T, always: &str) {
        let Doc::Group(mut group) = Encoder::new(self).encode(value) else { return };
        group.fields.retain(|(name, _)| *name != Some(always));
        self.0.insert((group.owner, group.word), group.fields);
    }
}

/// The serializer.
#[derive(Clone, Copy)]
pub(super) struct Encoder<'d> {
    defaults: &'d Defaults,
}

impl<'d> Encoder<'d> {
    pub fn new(defaults: &'d Defaults) -> Self {
        Self { defaults }
    }

    /// The tree of a value of the format.
    pub fn encode<T: Serialize + ?Sized>(self, value: &T) -> Doc {
        // The format has no maps, bytes or tuples, and nothing else can fail.
        value.serialize(self).unwrap_or_else(|_| Doc::Atom("()".to_owned()))
    }

    fn parts(self, owner: &'static str, word: Option<&'static str>) -> PartsOf<'d> {
        PartsOf { encoder: self, group: GroupDoc { owner, word, fields: Vec::new() } }
    }
}

/// A group that is being filled.
pub(super) struct PartsOf<'d> {
    encoder: Encoder<'d>,
    group: GroupDoc,
}

impl PartsOf<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, name: Option<&'static str>, value: &T) {
        let doc = self.encoder.encode(value);
        let defaults = &self.encoder.defaults.0;
        let usual = defaults.get(&(self.group.owner, self.group.word)).and_then(|fields| {
            fields.iter().find(|(field, _)| name.is_some() && *field == name).map(|(_, doc)| doc)
        });
        if usual != Some(&doc) {
            self.group.fields.push((name, doc));
        }
    }
}

/// A list that is being filled.
pub(super) struct ItemsOf<'d> {
    encoder: Encoder<'d>,
    items: Vec<Doc>,
}

type Result<T> = std::result::Result<T, fmt::Error>;

impl<'d> Serializer for Encoder<'d> {
    type Ok = Doc;
    type Error = fmt::Error;
    type SerializeSeq = ItemsOf<'d>;
    type SerializeTuple = Impossible<Doc, fmt::Error>;
    type SerializeTupleStruct = Impossible<Doc, fmt::Error>;
    type SerializeTupleVariant = PartsOf<'d>;
    type SerializeMap = Impossible<Doc, fmt::Error>;
    type SerializeStruct = PartsOf<'d>;
    type SerializeStructVariant = PartsOf<'d>;

    fn serialize_bool(self, value: bool) -> Result<Doc> {
        Ok(Doc::Atom(value.to_string()))
    }
    fn serialize_i8(self, value: i8) -> Result<Doc> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<Doc> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<Doc> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<Doc> {
        Ok(Doc::Atom(value.to_string()))
    }
    fn serialize_u8(self, value: u8) -> Result<Doc> {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<Doc> {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<Doc> {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<Doc> {
        Ok(Doc::Atom(value.to_string()))
    }
    fn serialize_f32(self, value: f32) -> Result<Doc> {
        self.serialize_f64(value.into())
    }
    fn serialize_f64(self, value: f64) -> Result<Doc> {
        Ok(Doc::Atom(format!("{value:?}")))
    }
    fn serialize_char(self, value: char) -> Result<Doc> {
        Ok(Doc::Atom(format!("{value:?}")))
    }
    fn serialize_str(self, value: &str) -> Result<Doc> {
        Ok(Doc::Atom(quote(value)))
    }
    fn serialize_bytes(self, _value: &[u8]) -> Result<Doc> {
        Err(fmt::Error)
    }
    fn serialize_none(self) -> Result<Doc> {
        Ok(Doc::Atom("None".to_owned()))
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Doc> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Doc> {
        Err(fmt::Error)
    }
    fn serialize_unit_struct(self, name: &'static str) -> Result<Doc> {
        Ok(Doc::Atom(name.to_owned()))
    }
    fn serialize_unit_variant(
        self,
        _owner: &'static str,
        _index: u32,
        word: &'static str,
    ) -> Result<Doc> {
        Ok(Doc::Atom(word.to_owned()))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _owner: &'static str,
        value: &T,
    ) -> Result<Doc> {
        value.serialize(self)
    }
    /// The fields of a struct stand directly in the parentheses of the variant.
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        owner: &'static str,
        _index: u32,
        word: &'static str,
        value: &T,
    ) -> Result<Doc> {
        let fields = match value.serialize(self)? {
            Doc::Group(group) if group.word.is_none() => group.fields,
            other => vec![(None, other)],
        };
        Ok(Doc::Group(GroupDoc { owner, word: Some(word), fields }))
    }
    fn serialize_seq(self, _len: Option<usize>) -> Result<ItemsOf<'d>> {
        Ok(ItemsOf { encoder: self, items: Vec::new() })
    }
    fn serialize_tuple(self, _len: usize) -> Result<Self::SerializeTuple> {
        Err(fmt::Error)
    }
    fn serialize_tuple_struct(
        self,
        _owner: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        Err(fmt::Error)
    }
    fn serialize_tuple_variant(
        self,
        owner: &'static str,
        _index: u32,
        word: &'static str,
        _len: usize,
    ) -> Result<PartsOf<'d>> {
        Ok(self.parts(owner, Some(word)))
    }
    fn serialize_map(self, _len: Option<usize>) -> Result<Self::SerializeMap> {
        Err(fmt::Error)
    }
    fn serialize_struct(self, owner: &'static str, _len: usize) -> Result<PartsOf<'d>> {
        Ok(self.parts(owner, None))
    }
    fn serialize_struct_variant(
        self,
        owner: &'static str,
        _index: u32,
        word: &'static str,
        _len: usize,
    ) -> Result<PartsOf<'d>> {
        Ok(self.parts(owner, Some(word)))
    }
}

impl SerializeSeq for ItemsOf<'_> {
    type Ok = Doc;
    type Error = fmt::Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.items.push(self.encoder.encode(value));
        Ok(())
    }
    fn end(self) -> Result<Doc> {
        Ok(Doc::List(self.items))
    }
}

impl SerializeStruct for PartsOf<'_> {
    type Ok = Doc;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.push(Some(name), value);
        Ok(())
    }
    fn end(self) -> Result<Doc> {
        Ok(Doc::Group(self.group))
    }
}

impl SerializeStructVariant for PartsOf<'_> {
    type Ok = Doc;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.push(Some(name), value);
        Ok(())
    }
    fn end(self) -> Result<Doc> {
        Ok(Doc::Group(self.group))
    }
}

impl SerializeTupleVariant for PartsOf<'_> {
    type Ok = Doc;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push(None, value);
        Ok(())
    }
    fn end(self) -> Result<Doc> {
        Ok(Doc::Group(self.group))
    }
}
