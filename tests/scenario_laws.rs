//! Laws of the format: what is printed reads back as the same scenario, here and in `ron` itself.
//!
//! Scenarios come out of random bytes through serde, so every type and field takes part without a
//! list of them here.

use freezeframe::scenario::setting::SettingFile;
use freezeframe::scenario::{self, ScenarioFile};
use proptest::prelude::*;
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer, U32Deserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

/// Texts that are hard to print, next to ordinary ones.
const TEXTS: [&str; 20] = [
    "",
    "fs",
    "read-file",
    "mcp__fs.read_file",
    "한국어 글",
    "with \"quotes\"",
    r##"{"$ref":"#/$defs/a"}"##,
    "\"#",
    "\"##\"###",
    "back\\slash",
    "two\nlines",
    "\r\n",
    "tab\tand nul\0",
    "\u{202e}override",
    "\u{7f}\u{80}\u{feff}",
    "// no comment",
    "/* */",
    "None",
    "a rather long text that does not fit next to others, so that lines have to be broken somewhere",
    "'",
];

/// Random bytes that become any value serde asks for. When they run out, values are small.
struct Bytes<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % bound.max(1)
    }

    fn number(&mut self) -> u64 {
        [0, 1, 7, 1_000, u64::from(u32::MAX)][self.below(5)]
    }
}

type Result<T> = std::result::Result<T, Error>;

impl<'de> Deserializer<'de> for &mut Bytes<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value> {
        Err(de::Error::custom("the format says what it wants"))
    }
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.below(2) == 1)
    }
    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i32([0, 1, -1, 130, i32::MIN][self.below(5)])
    }
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_u32(u32::try_from(self.number()).unwrap_or(u32::MAX))
    }
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_u64(self.number())
    }
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(TEXTS[self.below(TEXTS.len())])
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.below(2) == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let left = self.below(8);
        visitor.visit_seq(Items { bytes: self, left })
    }
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_map(Fields { bytes: self, fields, all: false })
    }
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let index = u32::try_from(self.below(variants.len())).unwrap_or(0);
        visitor.visit_enum(Variant { bytes: self, index })
    }
    forward_to_deserialize_any! {
        i8 i16 i64 i128 u8 u16 u128 f32 f64 char str bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct map identifier ignored_any
    }
}

struct Items<'a, 'b> {
    bytes: &'a mut Bytes<'b>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.bytes).map(Some)
    }
}

struct Fields<'a, 'b> {
    bytes: &'a mut Bytes<'b>,
    fields: &'static [&'static str],
    all: bool,
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        while let Some((field, rest)) = self.fields.split_first() {
            self.fields = rest;
            // `at_ms` and `event` have no default.
            if self.all || matches!(*field, "at_ms" | "event") || self.bytes.below(2) == 1 {
                let field: StrDeserializer<'_, Error> = (*field).into_deserializer();
                return seed.deserialize(field).map(Some);
            }
        }
        Ok(None)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        seed.deserialize(&mut *self.bytes)
    }
}

struct Variant<'a, 'b> {
    bytes: &'a mut Bytes<'b>,
    index: u32,
}

impl<'de> de::EnumAccess<'de> for Variant<'_, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let index: U32Deserializer<Error> = self.index.into_deserializer();
        Ok((seed.deserialize(index)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        seed.deserialize(self.bytes)
    }
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        visitor.visit_seq(Items { bytes: self.bytes, left: len })
    }
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_map(Fields { bytes: self.bytes, fields, all: true })
    }
}

fn scenario_from(bytes: &[u8]) -> ScenarioFile {
    let mut bytes = Bytes { bytes, at: 0 };
    let settings = Vec::<SettingFile>::deserialize(&mut bytes).expect("bytes become settings");
    let mut file = ScenarioFile::deserialize(&mut bytes).expect("bytes become a scenario");
    file.start.set.extend(settings);
    file
}

fn load(text: &str) -> scenario::Loaded {
    scenario::load(text, "law.ron", &|_| Err("no files here".to_owned()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(bytes in prop::collection::vec(any::<u8>(), 0..1_500)) {
        let file = scenario_from(&bytes);
        let text = scenario::print(&file);
        let loaded = load(&text);
        prop_assert_eq!(&loaded.file, &file, "{}", text);
        match ron::from_str::<ScenarioFile>(&text) {
            Ok(other) => prop_assert_eq!(&other, &file, "{}", text),
            Err(error) => prop_assert!(false, "ron: {error}\n{text}"),
        }
    }

    #[test]
    fn printing_twice_changes_nothing(bytes in prop::collection::vec(any::<u8>(), 0..800)) {
        let text = scenario::print(&scenario_from(&bytes));
        prop_assert_eq!(scenario::print(&load(&text).file), text);
    }

    /// What `ron` accepts, the loader accepts, and the other way round means the same.
    #[test]
    fn damaged_text_never_panics_and_never_reads_as_something_else(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        cut in any::<prop::sample::Index>(),
        patch in "[\\[\\](){},:\"#/a-z0-9 ]{0,4}",
    ) {
        let mut text = scenario::print(&scenario_from(&bytes));
        let at = (0..=cut.index(text.len())).rev().find(|at| text.is_char_boundary(*at));
        text.insert_str(at.unwrap_or(0), &patch);
        let loaded = load(&text);
        if let Ok(other) = ron::from_str::<ScenarioFile>(&text) {
            prop_assert_eq!(&loaded.file, &other, "{:?}\n{}", loaded.problems, text);
        }
    }
}

/// Every file of the pack: no problem, the same for `ron`, and the same after printing.
#[test]
fn the_pack_reads_everywhere_and_prints() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let read = |path: &std::path::Path| std::fs::read_to_string(path).map_err(|e| e.to_string());
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the pack is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for path in names {
        let text = read(&path).expect("text");
        let name = path.display().to_string();
        let loaded = scenario::load(&text, &name, &|file| read(&folder.join(file)));
        let problems: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        assert_eq!(ron::from_str::<ScenarioFile>(&text).expect(&name), loaded.file, "{name}");
        let printed = scenario::print(&loaded.file);
        assert_eq!(load(&printed).file, loaded.file, "{name}\n{printed}");
        assert_eq!(ron::from_str::<ScenarioFile>(&printed).expect(&name), loaded.file, "{name}");
    }
}
