//! [`Link`]: a place to come back to, as the text behind `#` of an address.
//!
//! `s=lecture-freeze-drop&h=0123456789abcdef&e=0.1.0&y=0123456789abcdef&n=2&ms=1300&t=fs.read_file`
//!
//! Text in, text out: knows no browser and no window. Reading is total: a bad link gives what was
//! understood of it and every fault. Start reading at [`Link`], then [`read`], then [`resolve()`],
//! which finds the scenario it means.

pub mod edit;
mod percent;
pub mod resolve;

use sha2::{Digest as _, Sha256};

use crate::lang::Lang;
pub use edit::{Edit, EditFault};
pub use resolve::{Resolved, Stale, resolve, stem};

/// Longest link, in bytes, without the `#`. Longer ones are neither made nor read.
pub const MAX_LINK_BYTES: usize = 32 * 1024;
/// Hex digits of a hash in a link: enough to notice a change, short enough to read.
pub const HASH_DIGITS: usize = 16;
/// Longest value of any member but the edit, in bytes of the decoded text.
pub const MAX_VALUE_BYTES: usize = 4 * 1024;
/// Most faults that are listed.
pub const MAX_FAULTS: usize = 8;

/// A place to come back to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// `s`: stem of a scenario of the pack. `None` for the gallery and for an own scenario.
    pub scenario: Option<String>,
    /// `f`: file name of an own scenario.
    pub file: Option<String>,
    /// `h`: start of the SHA-256 of the scenario's text in the pack.
    pub text_hash: Option<String>,
    /// `e`: version of the engine that made the link.
    pub engine: Option<String>,
    /// `y`: start of the content hash of the trace that was shown.
    pub trace_hash: Option<String>,
    /// `n`: sample, from 1.
    pub step: Option<u32>,
    /// `ms` or `r`: place inside the sample; without it the moment of the photograph.
    pub place: Option<Place>,
    /// `c`: the cell that is open.
    pub cell: Option<CellPlace>,
    /// `t`: dotted name of the chosen tool.
    pub tool: Option<String>,
    /// `tab`: tab of the detail pane, by its word. Whether there is such a tab, the window knows.
    pub tab: Option<String>,
    /// `l`: language.
    pub lang: Option<Lang>,
    /// `p`: the presenter's view.
    pub presenter: bool,
    /// `x`: how the text differs from the one of the pack; flipped switches are part of it.
    pub edit: Option<Edit>,
}

/// A place inside a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Virtual time, in ms.
    Time(u64),
    /// Decision of the walk, from 0.
    Rule(usize),
}

/// A place inside a cell, written `STEP.CALL.ENTRY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellPlace {
    /// Step of the call that started the cell, from 1.
    pub step: u32,
    /// That call, from 1.
    pub call: u32,
    /// Entry of the cell's log, from 0.
    pub entry: u32,
}

impl CellPlace {
    fn read(text: &str) -> Option<Self> {
        let mut numbers = text.split('.').map(|number| number.parse().ok());
        let place =
            Self { step: numbers.next()??, call: numbers.next()??, entry: numbers.next()?? };
        numbers.next().is_none().then_some(place)
    }
}

/// What is wrong with a link. Quotes are cut to [`MAX_QUOTE`] characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Longer than [`MAX_LINK_BYTES`]; nothing of it was read.
    TooLong(usize),
    /// A member that no edition up to this one knows.
    Unknown(String),
    /// A member that stands there twice; the first one counts.
    Twice(&'static str),
    /// A member whose value is not one.
    Value(&'static str, String),
    /// The edit cannot be read.
    Edit(EditFault),
}

/// Longest quote of a faulty link, in characters.
pub const MAX_QUOTE: usize = 40;

/// The start of a text's SHA-256, as links carry it.
pub fn text_hash(text: &str) -> String {
    short(&crate::planner::hex(&Sha256::digest(text)))
}

/// The start of a hash, as links carry it.
pub fn short(hash: &str) -> String {
    hash.chars().take(HASH_DIGITS).collect()
}

/// Writes a link.
///
/// # Errors
/// Its length in bytes, when that is more than [`MAX_LINK_BYTES`].
pub fn write(link: &Link) -> Result<String, usize> {
    // Taken apart, so that a new member cannot be forgotten.
    let Link {
        scenario,
        file,
        text_hash,
        engine,
        trace_hash,
        step,
        place,
        cell,
        tool,
        tab,
        lang,
        presenter,
        edit,
    } = link;
    let mut out = String::new();
    let mut member = |name: &str, value: &str| {
        if !out.is_empty() {
            out.push('&');
        }
        out.push_str(name);
        out.push('=');
        percent::encode(value, &mut out);
    };
    let texts = [("s", scenario), ("f", file), ("h", text_hash), ("e", engine), ("y", trace_hash)];
    for (name, value) in texts {
        if let Some(value) = value {
            member(name, value);
        }
    }
    if let Some(step) = step {
        member("n", &step.to_string());
    }
    match place {
        Some(Place::Time(ms)) => member("ms", &ms.to_string()),
        Some(Place::Rule(rule)) => member("r", &rule.to_string()),
        None => {}
    }
    if let Some(CellPlace { step, call, entry }) = cell {
        member("c", &format!("{step}.{call}.{entry}"));
    }
    if let Some(tool) = tool {
        member("t", tool);
    }
    if let Some(tab) = tab {
        member("tab", tab);
    }
    if let Some(lang) = lang {
        member("l", lang.code());
    }
    if *presenter {
        member("p", "1");
    }
    if let Some(edit) = edit {
        member("x", edit.written());
    }
    if MAX_LINK_BYTES < out.len() { Err(out.len()) } else { Ok(out) }
}

/// Reads a link, with or without its `#`. What cannot be understood is left out and is a fault.
pub fn read(text: &str) -> (Link, Vec<Fault>) {
    let text = text.strip_prefix('#').unwrap_or(text);
    if MAX_LINK_BYTES < text.len() {
        return (Link::default(), vec![Fault::TooLong(text.len())]);
    }
    let mut link = Link::default();
    let mut faults = Vec::new();
    let mut seen = Vec::new();
    for part in text.split('&').filter(|part| !part.is_empty()) {
        let (name, raw) = part.split_once('=').unwrap_or((part, ""));
        let Some(name) = MEMBERS.into_iter().find(|known| *known == name) else {
            faults.push(Fault::Unknown(quote(name)));
            continue;
        };
        if seen.contains(&name) {
            faults.push(Fault::Twice(name));
            continue;
        }
        seen.push(name);
        if let Err(fault) = member(&mut link, name, raw) {
            faults.push(fault);
        }
    }
    faults.truncate(MAX_FAULTS);
    (link, faults)
}

const MEMBERS: [&str; 14] =
    ["s", "f", "h", "e", "y", "n", "ms", "r", "c", "t", "tab", "l", "p", "x"];

/// Reads one member into the link.
fn member(link: &mut Link, name: &'static str, raw: &str) -> Result<(), Fault> {
    if name == "x" {
        link.edit = Some(Edit::read(raw).map_err(Fault::Edit)?);
        return Ok(());
    }
    let bad = || Fault::Value(name, quote(raw));
    let value = percent::decode(raw).filter(|value| value.len() <= MAX_VALUE_BYTES);
    let value = value.filter(|value| !value.is_empty()).ok_or_else(bad)?;
    match name {
        "s" => link.scenario = Some(value),
        "f" => link.file = Some(value),
        "h" => link.text_hash = Some(hash(value).ok_or_else(bad)?),
        "e" => link.engine = Some(value),
        "y" => link.trace_hash = Some(hash(value).ok_or_else(bad)?),
        "n" => link.step = Some(value.parse().map_err(|_| bad())?),
        "ms" => link.place = Some(Place::Time(value.parse().map_err(|_| bad())?)),
        "r" => link.place = Some(Place::Rule(value.parse().map_err(|_| bad())?)),
        "c" => link.cell = Some(CellPlace::read(&value).ok_or_else(bad)?),
        "t" => link.tool = Some(value),
        "tab" => link.tab = Some(value),
        "l" => {
            let lang = [Lang::En, Lang::Ko].into_iter().find(|lang| lang.code() == value);
            link.lang = Some(lang.ok_or_else(bad)?);
        }
        "p" => link.presenter = matches!(value.as_str(), "1").then_some(true).ok_or_else(bad)?,
        _ => return Err(bad()),
    }
    Ok(())
}

fn hash(value: String) -> Option<String> {
    let digits = value.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'));
    (digits && value.len() == HASH_DIGITS).then_some(value)
}

fn quote(text: &str) -> String {
    let mut quote: String = text.chars().take(MAX_QUOTE).collect();
    if text.chars().nth(MAX_QUOTE).is_some() {
        quote.push('…');
    }
    quote
}
