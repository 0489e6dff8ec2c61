//! [`Texts`]: the words of the window, in two Fluent files.
//!
//! Learner texts that belong to rules and scenarios are not here; they are `Text` and `Caption`.
//! Plain messages are resolved once, so that a frame only looks words up.

use std::collections::BTreeMap;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::{LanguageIdentifier, langid};

use crate::lang::Lang;

/// The Fluent file of a language.
pub fn source(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!("text/en.ftl"),
        Lang::Ko => include_str!("text/ko.ftl"),
    }
}

/// The words of both languages.
pub struct Texts {
    en: Words,
    ko: Words,
}

impl Default for Texts {
    fn default() -> Self {
        Self { en: Words::new(Lang::En), ko: Words::new(Lang::Ko) }
    }
}

impl Texts {
    /// The words of one language.
    pub fn of(&self, lang: Lang) -> &Words {
        match lang {
            Lang::En => &self.en,
            Lang::Ko => &self.ko,
        }
    }
}

/// The words of one language.
pub struct Words {
    /// Which one.
    pub lang: Lang,
    bundle: FluentBundle<FluentResource>,
    plain: BTreeMap<&'static str, String>,
}

impl Words {
    fn new(lang: Lang) -> Self {
        let id: LanguageIdentifier = match lang {
            Lang::En => langid!("en"),
            Lang::Ko => langid!("ko"),
        };
        let mut bundle = FluentBundle::new(vec![id]);
        bundle.set_use_isolating(false);
        // A broken entry leaves the good ones; a test checks that there is none.
        let resource = match FluentResource::try_new(source(lang).to_owned()) {
            Ok(resource) => resource,
            Err((resource, _)) => resource,
        };
        let keys = keys(lang);
        bundle.add_resource_overriding(resource);
        let plain = keys
            .into_iter()
            .filter_map(|key| {
                let mut errors = Vec::new();
                let pattern = bundle.get_message(key)?.value()?;
                let text = bundle.format_pattern(pattern, None, &mut errors).into_owned();
                errors.is_empty().then_some((key, text))
            })
            .collect();
        Self { lang, bundle, plain }
    }

    /// A plain message. A missing one shows its key, which a test rules out.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.plain.get(key).map_or(key, String::as_str)
    }

    /// A message with holes.
    pub fn with(&self, key: &str, holes: &[(&str, &dyn std::fmt::Display)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let mut args = FluentArgs::new();
        for (name, value) in holes {
            let text = value.to_string();
            // Only whole numbers are numbers here: `3 114` and `12.50` keep their look.
            match text.parse::<u32>() {
                Ok(number) => args.set(*name, FluentValue::from(number)),
                Err(_) => args.set(*name, FluentValue::from(text)),
            }
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
    }

    /// Does the message exist?
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }
}

/// All message keys of a language, in file order.
pub fn keys(lang: Lang) -> Vec<&'static str> {
    source(lang)
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split_once('='))
        .map(|(key, _)| key.trim())
        .collect()
}

/// A count with thin separators: `12 345`.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out
}

/// A virtual time: `1 240 ms`.
pub fn millis(value: u64) -> String {
    format!("{} ms", grouped(value))
}
