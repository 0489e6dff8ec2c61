//! `JSON.parse`: boa's own compiles the text as a script, which is slow, recurses along the value, and
//! refuses escapes of lone surrogates.
//!
//! With a reviver boa's own is called, for its `context.source`, and the text may be nested
//! [`MAX_REVIVED`] deep.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue};

use super::{Intrinsics, MAX_DEPTH, fault, overflow};

/// Depth of a text that is given to a reviver.
pub const MAX_REVIVED: usize = 24;

/// `JSON.parse(text, reviver?)`
pub fn native(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.first().cloned().unwrap_or_default().to_string(context)?;
    let units = text.to_vec();
    let (value, depth) = Reader { text: &units, at: 0, deepest: 0 }.read(context)?;
    let original = context.get_data::<Intrinsics>().map(|intrinsics| intrinsics.parse.clone());
    match (args.get(1), original) {
        (Some(reviver), Some(original)) if reviver.is_callable() => {
            if depth > MAX_REVIVED {
                return Err(overflow());
            }
            original.call(this, &[text.into(), reviver.clone()], context)
        }
        _ => Ok(value),
    }
}

struct Reader<'a> {
    text: &'a [u16],
    at: usize,
    deepest: usize,
}

/// A value whose end has not been read.
enum Open {
    List(Vec<JsValue>),
    Object(JsObject, JsString),
}

impl Reader<'_> {
    /// The value, and how deep it is.
    fn read(mut self, context: &mut Context) -> JsResult<(JsValue, usize)> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut value = match self.begin(&mut open, context)? {
                Some(value) => value,
                None => continue,
            };
            // A value is complete: it goes into the one around it, which may be complete then.
            loop {
                let Some(around) = open.last_mut() else {
                    self.blanks();
                    if self.at < self.text.len() {
                        return Err(self.fault(fault::TRAILING));
                    }
                    return Ok((value, self.deepest));
                };
                let (close, missing) = match around {
                    Open::List(items) => {
                        items.push(value);
                        (b']', fault::AFTER_ITEM)
                    }
                    Open::Object(object, key) => {
                        object.create_data_property(std::mem::take(key), value, context)?;
                        (b'}', fault::AFTER_MEMBER)
                    }
                };
                self.blanks();
                if self.take(b',') {
                    if let Open::Object(_, key) = around {
                        *key = self.key(fault::NEXT_KEY)?;
                    }
                    break;
                }
                if !self.take(close) {
                    return Err(self.fault(missing));
                }
                value = match open.pop() {
                    Some(Open::List(items)) => JsArray::from_iter(items, context).into(),
                    Some(Open::Object(object, _)) => object.into(),
                    None => return Err(self.unexpected()),
                };
            }
        }
    }

    /// A complete value, or nothing where one was opened that has members.
    fn begin(&mut self, open: &mut Vec<Open>, context: &mut Context) -> JsResult<Option<JsValue>> {
        self.blanks();
        let Some(unit) = self.peek() else { return Err(self.unexpected()) };
        let value = match unit {
            b'[' | b'{' => {
                self.at += 1;
                self.deepest = self.deepest.max(open.len() + 1);
                if open.len() >= MAX_DEPTH {
                    return Err(overflow());
                }
                self.blanks();
                match (unit, self.take(if unit == b'[' { b']' } else { b'}' })) {
                    (b'[', true) => JsArray::from_iter([], context).into(),
                    (_, true) => JsObject::with_object_proto(context.intrinsics()).into(),
                    (b'[', false) => {
                        open.push(Open::List(Vec::new()));
                        return Ok(None);
                    }
                    (_, false) => {
                        let key = self.key(fault::FIRST_KEY)?;
                        let object = JsObject::with_object_proto(context.intrinsics());
                        open.push(Open::Object(object, key));
                        return Ok(None);
                    }
                }
            }
            b'"' => self.string()?.into(),
            b'-' | b'0'..=b'9' => self.number()?,
            _ => self.word()?,
        };
        Ok(Some(value))
    }

    fn fault(&self, what: &str) -> JsError {
        fault::at(what, self.text, self.at)
    }

    fn unexpected(&self) -> JsError {
        fault::unexpected(self.text, self.at)
    }

    /// The unit here, if it is an ASCII character.
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).map(|unit| u8::try_from(*unit).unwrap_or(0))
    }

    fn take(&mut self, unit: u8) -> bool {
        let here = self.peek() == Some(unit);
        self.at += usize::from(here);
        here
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// A key and its colon; `missing` says that there is none.
    fn key(&mut self, missing: &str) -> JsResult<JsString> {
        self.blanks();
        if self.peek() != Some(b'"') {
            return Err(self.fault(missing));
        }
        let key = self.string()?;
        self.blanks();
        if self.take(b':') { Ok(key) } else { Err(self.fault(fault::COLON)) }
    }

    fn string(&mut self) -> JsResult<JsString> {
        self.at += 1;
        let from = self.at;
        while self.text.get(self.at).is_some_and(|unit| plain(*unit)) {
            self.at += 1;
        }
        let mut out = self.text.get(from..self.at).unwrap_or_default().to_vec();
        loop {
            match self.text.get(self.at).copied() {
                Some(0x22) => break,
                Some(0x5c) => out.push(self.escape()?),
                Some(unit) if plain(unit) => out.push(unit),
                Some(_) => return Err(self.fault(fault::CONTROL)),
                None => return Err(self.fault(fault::STRING)),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(JsString::from(&out[..]))
    }

    /// Behind a backslash; stops at the last character of the escape.
    fn escape(&mut self) -> JsResult<u16> {
        self.at += 1;
        Ok(match self.peek() {
            Some(letter @ (b'"' | b'\\' | b'/')) => u16::from(letter),
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => 10,
            Some(b'r') => 13,
            Some(b't') => 9,
            Some(b'u') => {
                let mut unit = 0;
                for _ in 0..4 {
                    self.at += 1;
                    let digit = self.peek().and_then(|digit| char::from(digit).to_digit(16));
                    let Some(digit) = digit else { return Err(self.fault(fault::UNICODE)) };
                    unit = unit * 16 + digit as u16;
                }
                unit
            }
            Some(_) => return Err(self.fault(fault::ESCAPE)),
            None => return Err(self.unexpected()),
        })
    }

    fn number(&mut self) -> JsResult<JsValue> {
        let from = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits(fault::MINUS)?;
        } else if matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.unexpected());
        }
        if self.take(b'.') {
            self.digits(fault::FRACTION)?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits(fault::EXPONENT)?;
        }
        let text = String::from_utf16_lossy(self.text.get(from..self.at).unwrap_or_default());
        Ok(match text.parse::<i32>() {
            Ok(int) if text != "-0" => JsValue::from(int),
            _ => JsValue::from(text.parse::<f64>().unwrap_or(f64::NAN)),
        })
    }

    fn digits(&mut self, missing: &str) -> JsResult<()> {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == from { Err(self.fault(missing)) } else { Ok(()) }
    }

    fn word(&mut self) -> JsResult<JsValue> {
        let (word, value) = match self.peek() {
            Some(b't') => ("true", JsValue::from(true)),
            Some(b'f') => ("false", JsValue::from(false)),
            Some(b'n') => ("null", JsValue::null()),
            _ => return Err(self.unexpected()),
        };
        for letter in word.bytes() {
            if !self.take(letter) {
                return Err(self.unexpected());
            }
        }
        Ok(value)
    }
}

/// May a unit stand in a string as it is?
fn plain(unit: u16) -> bool {
    unit >= 0x20 && unit != 0x22 && unit != 0x5c
}
