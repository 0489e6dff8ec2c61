//! [`Fact`]: a value that a rule read, and how a sentence of either language says it.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use crate::lang::{Lang, Text};

/// A value a rule read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Fact {
    /// A switch.
    Flag(bool),
    /// A count or a size.
    Count(u64),
    /// A fixed word of the field, the same in both languages.
    Word(&'static str),
    /// A phrase in both languages; data formats carry the English one.
    #[serde(serialize_with = "english")]
    Phrase(&'static Text),
    /// Several phrases.
    #[serde(serialize_with = "english_list")]
    Phrases(Arc<[&'static Text]>),
    /// A name or text from the scenario.
    Name(Arc<str>),
}

fn english<S: Serializer>(text: &&'static Text, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text.en)
}

fn english_list<S: Serializer>(
    texts: &Arc<[&'static Text]>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&join(texts, Lang::En))
}

fn join(texts: &[&'static Text], lang: Lang) -> String {
    texts.iter().map(|text| text.get(lang)).collect::<Vec<_>>().join("; ")
}

impl From<bool> for Fact {
    fn from(value: bool) -> Self {
        Fact::Flag(value)
    }
}
impl From<usize> for Fact {
    fn from(value: usize) -> Self {
        Fact::Count(value as u64)
    }
}
impl From<u64> for Fact {
    fn from(value: u64) -> Self {
        Fact::Count(value)
    }
}
impl From<u32> for Fact {
    fn from(value: u32) -> Self {
        Fact::Count(value.into())
    }
}
impl From<&'static str> for Fact {
    fn from(value: &'static str) -> Self {
        Fact::Word(value)
    }
}
impl From<&'static Text> for Fact {
    fn from(value: &'static Text) -> Self {
        Fact::Phrase(value)
    }
}
impl From<String> for Fact {
    fn from(value: String) -> Self {
        Fact::Name(value.into())
    }
}
impl From<Arc<str>> for Fact {
    fn from(value: Arc<str>) -> Self {
        Fact::Name(value)
    }
}

impl Fact {
    /// The value as a sentence in `lang` says it.
    pub fn text(&self, lang: Lang) -> Cow<'_, str> {
        const ON: Text = Text { en: "on", ko: "켜짐" };
        const OFF: Text = Text { en: "off", ko: "꺼짐" };
        match self {
            Fact::Flag(on) => if *on { ON } else { OFF }.get(lang).into(),
            Fact::Count(count) => count.to_string().into(),
            Fact::Word(word) => (*word).into(),
            Fact::Phrase(text) => text.get(lang).into(),
            Fact::Phrases(texts) => join(texts, lang).into(),
            Fact::Name(name) => (&**name).into(),
        }
    }
}

impl fmt::Display for Fact {
    /// The English text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

/// The facts of a decision, in the order they were read.
pub type Facts = SmallVec<[(&'static str, Fact); 3]>;
