//! `image`, `audio` and `generatedImage`: what they accept, in the order in which it is checked.

use serde_json::Value as Json;

use super::{arg, convert, emit, thrown};
use crate::code_mode::engine::js::{Js, Kind, Thrown};
use crate::code_mode::engine::protocol::{EngineEventKind, ImageDetail, Item};

/// The texts by which the two media differ.
struct Medium {
    /// Property of the URL, in the object form.
    property: &'static str,
    /// `type` of the MCP block.
    block: &'static str,
    /// The value is none of the accepted shapes.
    expects: &'static str,
    /// The MCP block has no data.
    no_data: &'static str,
    /// The URL is no `data:` URL.
    invalid: &'static str,
    /// The URL is one of `http` or `https`.
    remote: &'static str,
}

const IMAGE: Medium = Medium {
    property: "image_url",
    block: "image",
    expects: "image expects a non-empty image URL string, an object with image_url and optional detail, or a raw MCP image block",
    no_data: "image expected MCP image data",
    invalid: "Tool call failed: invalid image output. Pass a base64 data URI instead",
    remote: "Tool call failed: remote image URLs are not supported in tool outputs. Pass a base64 data URI instead",
};

const AUDIO: Medium = Medium {
    property: "audio_url",
    block: "audio",
    expects: "audio expects a non-empty audio URL string, an object with audio_url, or a raw MCP audio block",
    no_data: "audio expected MCP audio data",
    invalid: "Tool call failed: invalid audio output. Pass a base64 data URI instead",
    remote: "Tool call failed: invalid audio output. Pass a base64 data URI instead",
};

const DETAIL_TYPE: &str = "image detail must be a string when provided";
const DETAIL_VALUE: &str = "image detail must be one of: auto, low, high, original";

/// A URL, and what came with it.
struct Found<V> {
    url: String,
    detail: Option<String>,
    /// What a getter threw that is passed on only after the item was appended.
    late: Option<Thrown<V>>,
}

/// `image(value, detail?)`
pub fn image<J: Js>(js: &mut J, args: &[J::Value]) -> Result<(), Thrown<J::Value>> {
    let given = arg(js, args, 1);
    let given = detail(js, &given)?;
    let value = arg(js, args, 0);
    let late = append_image(js, &value, given)?;
    late.map_or(Ok(()), Err)
}

/// `generatedImage(result)`: the image, then its hint as text, also an empty one.
pub fn generated_image<J: Js>(js: &mut J, args: &[J::Value]) -> Result<(), Thrown<J::Value>> {
    let result = arg(js, args, 0);
    if !matches!(js.kind(&result), Kind::Array | Kind::Function | Kind::Object) {
        return thrown("generatedImage expects an image generation result object");
    }
    let hint = match js.get(&result, "output_hint") {
        Ok(hint) => hint,
        Err(Thrown::Stop) => return Err(Thrown::Stop),
        Err(_) => return thrown("failed to read generatedImage output_hint"),
    };
    let hint = match js.kind(&hint) {
        Kind::Undefined => None,
        Kind::String => js.string(&hint),
        _ => return thrown("generatedImage output_hint must be a string when provided"),
    };
    let late = append_image(js, &result, None)?;
    if let Some(text) = hint {
        emit(js, EngineEventKind::Item { item: Item::Text { text } })?;
    }
    late.map_or(Ok(()), Err)
}

/// `audio(value)`
pub fn audio<J: Js>(js: &mut J, args: &[J::Value]) -> Result<(), Thrown<J::Value>> {
    let value = arg(js, args, 0);
    let found = find(js, &AUDIO, &value)?;
    check_scheme(&AUDIO, &found.url)?;
    emit(js, EngineEventKind::Item { item: Item::Audio { url: found.url } })
}

/// Appends an image; answers with what is to be thrown after that.
fn append_image<J: Js>(
    js: &mut J,
    value: &J::Value,
    given: Option<String>,
) -> Result<Option<Thrown<J::Value>>, Thrown<J::Value>> {
    let found = find(js, &IMAGE, value)?;
    check_scheme(&IMAGE, &found.url)?;
    let detail = match given.or(found.detail) {
        None => ImageDetail::default(),
        Some(word) => match parse_detail(&word.to_ascii_lowercase()) {
            Some(detail) => detail,
            None => return thrown(DETAIL_VALUE),
        },
    };
    emit(js, EngineEventKind::Item { item: Item::Image { url: found.url, detail } })?;
    Ok(found.late)
}

/// The URL inside an argument: the string itself, the property of an object, or an MCP block.
fn find<J: Js>(
    js: &mut J,
    medium: &Medium,
    value: &J::Value,
) -> Result<Found<J::Value>, Thrown<J::Value>> {
    match js.kind(value) {
        Kind::String => {
            let url = js.string(value).unwrap_or_default();
            return Ok(Found { url, detail: None, late: None });
        }
        Kind::Object | Kind::Function => {}
        _ => return thrown(medium.expects),
    }
    // A getter that throws counts as absent here; the conversion to JSON runs it once more.
    let url = match js.get(value, medium.property) {
        Ok(url) => url,
        Err(Thrown::Stop) => return Err(Thrown::Stop),
        Err(_) => js.undefined(),
    };
    if js.kind(&url) == Kind::Undefined {
        let block = convert::json(js, value)?;
        return from_block(medium, &block);
    }
    let Some(url) = js.string(&url) else { return thrown(medium.expects) };
    if medium.block != IMAGE.block {
        return Ok(Found { url, detail: None, late: None });
    }
    match js.get(value, "detail") {
        Ok(word) => Ok(Found { url, detail: detail(js, &word)?, late: None }),
        Err(Thrown::Stop) => Err(Thrown::Stop),
        Err(late) => Ok(Found { url, detail: None, late: Some(late) }),
    }
}

/// A raw MCP content block. A whole MCP result has no `type` and is none.
fn from_block<V>(medium: &Medium, block: &Json) -> Result<Found<V>, Thrown<V>> {
    let text = |key: &str| block.get(key).and_then(Json::as_str);
    let Some(kind) = block.as_object().and_then(|_| text("type")) else {
        return thrown(medium.expects);
    };
    if kind != medium.block {
        let name = medium.block;
        return thrown(format!("{name} only accepts MCP {name} blocks, got \"{kind}\""));
    }
    let Some(data) = text("data").filter(|data| !data.is_empty()) else {
        return thrown(medium.no_data);
    };
    let url = if starts_with_data(data) {
        data.to_owned()
    } else {
        let key = if block.get("mimeType").is_some() { "mimeType" } else { "mime_type" };
        let mime = text(key).filter(|mime| !mime.is_empty()).unwrap_or("application/octet-stream");
        format!("data:{mime};base64,{data}")
    };
    let detail = block.get("_meta").and_then(|meta| meta.get("codex/imageDetail"));
    let detail = detail.and_then(Json::as_str).filter(|word| parse_detail(word).is_some());
    Ok(Found { url, detail: detail.map(str::to_owned), late: None })
}

fn starts_with_data(text: &str) -> bool {
    text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Only `data:` URLs pass.
fn check_scheme<V>(medium: &Medium, url: &str) -> Result<(), Thrown<V>> {
    if url.is_empty() {
        return thrown(medium.expects);
    }
    let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("data") => Ok(()),
        Some("http" | "https") => thrown(medium.remote),
        _ => thrown(medium.invalid),
    }
}

/// A detail as the script gave it: a string, or nothing.
fn detail<J: Js>(js: &mut J, value: &J::Value) -> Result<Option<String>, Thrown<J::Value>> {
    match js.kind(value) {
        Kind::Undefined | Kind::Null => Ok(None),
        Kind::String => Ok(js.string(value)),
        _ => thrown(DETAIL_TYPE),
    }
}

fn parse_detail(word: &str) -> Option<ImageDetail> {
    let all = [ImageDetail::Auto, ImageDetail::Low, ImageDetail::High, ImageDetail::Original];
    all.into_iter().find(|detail| detail.label() == word)
}
