//! The two languages of every learner-facing text. The lowest floor: knows nothing.

use serde::Serialize;

/// The two languages every learner-facing text exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Lang {
    /// English.
    #[default]
    #[serde(rename = "en")]
    En,
    /// Korean.
    #[serde(rename = "ko")]
    Ko,
}

impl Lang {
    /// The language's code, as `lang` attributes and links write it.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ko => "ko",
        }
    }
}

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// Korean.
    pub ko: &'static str,
}

impl Text {
    /// The text in `lang`.
    pub fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ko => self.ko,
        }
    }
}

/// A text of a scenario in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Caption {
    /// English.
    pub en: std::sync::Arc<str>,
    /// Korean; empty falls back to English.
    pub ko: std::sync::Arc<str>,
}

impl Caption {
    /// The text in `lang`, English when the Korean one is missing.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ko if !self.ko.is_empty() => &self.ko,
            _ => &self.en,
        }
    }

    /// True when there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.ko.is_empty()
    }
}
