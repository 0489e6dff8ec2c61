//! What becomes of the pictures of an output on their way into the conversation: one that cannot be
//! read becomes a text, one that is too large is made smaller.
//!
//! Knows: items and `data:` URLs. May not know: pixels. A picture counts as readable when its base64
//! is valid and its header names a PNG, JPEG, GIF or WebP picture with a size; the rest of it is not
//! looked at. A picture that is made smaller keeps its URL here: only its size is worked out. Upstream
//! also refuses pictures of more than a gibibyte; the output bound of a cell is far below that.
//! Start reading at [`prepare`].
//!
//! Upstream: `codex-rs/core/src/image_preparation.rs` and `codex-rs/utils/image/src/lib.rs`.

use super::base64::decode;
use super::engine::protocol::{ImageDetail, Item};
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};

/// Side of the squares that a model cuts a picture into, in pixels.
pub const PATCH: u32 = 32;

/// How large a picture may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Longest side, in pixels.
    pub side: u32,
    /// Most squares of [`PATCH`] pixels, begun ones included.
    pub patches: u64,
}

/// Bounds of a picture with detail `high` or `auto`.
pub const HIGH: Bounds = Bounds { side: 2_048, patches: 2_500 };
/// Bounds of a picture with detail `original`.
pub const ORIGINAL: Bounds = Bounds { side: 6_000, patches: 10_000 };

/// What stands for a picture that cannot be read.
pub const UNREADABLE_TEXT: &str = "image content omitted because it could not be processed";
/// What stands for a picture with detail `low`, which scripts may ask for and no model gets.
pub const LOW_TEXT: &str = "image content omitted because detail 'low' is not supported; use 'high', 'original', or 'auto'";

static IMAGE: Rule = Rule::new(
    "cell.image",
    Stage::Prompt,
    upstream("codex-rs/core/src/image_preparation.rs", "tool output images"),
    "On its way into the conversation a picture that cannot be read becomes a text, and one that is too large for its detail is made smaller.",
    "대화에 들어갈 때 읽을 수 없는 그림은 글로 바뀌고, detail에 비해 너무 큰 그림은 줄어들어요.",
);
static AS_IT_IS: Reason = Reason::new(
    &IMAGE,
    "as_it_is",
    Outcome::Noted,
    "Image {image}: its header says {size}, which detail {detail} takes as it is.",
    "그림 {image}: 머리말에 적힌 크기는 {size}이고 detail {detail}로 그대로 가요.",
);
static SCALED: Reason = Reason::new(
    &IMAGE,
    "scaled",
    Outcome::Noted,
    "Image {image}: its header says {size}, too large for detail {detail}; the model gets it as {sent}.",
    "그림 {image}: 머리말에 적힌 크기 {size}은(는) detail {detail}에 너무 커서 모델은 {sent}(으)로 받아요.",
);
static UNREADABLE: Reason = Reason::new(
    &IMAGE,
    "unreadable",
    Outcome::Noted,
    "Image {image} has no header of a PNG, JPEG, GIF or WebP picture in base64: a text stands for it.",
    "그림 {image}에는 base64로 된 PNG, JPEG, GIF, WebP 머리말이 없어서 글이 대신해요.",
);
static LOW: Reason = Reason::new(
    &IMAGE,
    "low",
    Outcome::Noted,
    "Image {image} asks for detail low, which models do not get: a text stands for it.",
    "그림 {image}은(는) detail low를 청했는데 모델은 받을 수 없어서 글이 대신해요.",
);

/// Rules of pictures, for the catalogue.
pub static RULES: [&Rule; 1] = [&IMAGE];

/// The items as the conversation keeps them, and a decision for each picture in order.
pub fn prepare(items: &mut [Item]) -> Vec<Decision> {
    let pictures = items.iter_mut().filter(|item| matches!(item, Item::Image { .. }));
    (1_u32..).zip(pictures).filter_map(|(number, item)| prepared(number, item)).collect()
}

fn prepared(number: u32, item: &mut Item) -> Option<Decision> {
    let Item::Image { url, detail } = item else { return None };
    let image = ("image", number.into());
    let bounds = match *detail {
        ImageDetail::Auto | ImageDetail::High => HIGH,
        ImageDetail::Original => ORIGINAL,
        ImageDetail::Low => {
            *item = Item::text(LOW_TEXT);
            return Some(LOW.with([image]));
        }
    };
    let Some(size) = size_of(url) else {
        *item = Item::text(UNREADABLE_TEXT);
        return Some(UNREADABLE.with([image]));
    };
    let sent = fitted(size, bounds);
    let known = [image, ("size", shown(size).into()), ("detail", detail.label().into())];
    Some(match sent == size {
        true => AS_IT_IS.with(known),
        false => {
            let [image, size, detail] = known;
            SCALED.with([image, size, detail, ("sent", shown(sent).into())])
        }
    })
}

fn shown((width, height): (u32, u32)) -> String {
    format!("{width}×{height}")
}

/// Width and height of a picture, as its header has them.
pub fn size_of(url: &str) -> Option<(u32, u32)> {
    let (scheme, rest) = url.split_at_checked("data:".len())?;
    let (media, payload) = rest.split_once(',')?;
    let is_base64 = media.split(';').any(|part| part.eq_ignore_ascii_case("base64"));
    if !scheme.eq_ignore_ascii_case("data:") || !is_base64 {
        return None;
    }
    let bytes = decode(payload)?;
    let is_png = bytes.starts_with(b"\x89PNG");
    if is_png && (!bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.get(12..16)? != b"IHDR") {
        return None;
    }
    let size = imagesize::blob_size(&bytes).ok()?;
    let (width, height) = (u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?);
    (width > 0 && height > 0).then_some((width, height))
}

/// The size a picture is sent in: first its longest side is made to fit, then its area.
pub fn fitted(size: (u32, u32), bounds: Bounds) -> (u32, u32) {
    if fits(size, bounds) {
        return size;
    }
    let longest = f64::from(size.0.max(size.1));
    let scale = (f64::from(bounds.side) / longest).min(1.0);
    let scaled = |side: u32| ((f64::from(side) * scale).round() as u32).max(1);
    let size = (scaled(size.0), scaled(size.1));
    if fits(size, bounds) {
        return size;
    }
    let (width, height) = (f64::from(size.0), f64::from(size.1));
    let patch = f64::from(PATCH);
    let by_area = (patch * patch * bounds.patches as f64 / width / height).sqrt();
    // Squares that are only begun count too, so both sides go down to whole ones.
    let whole = |side: f64| (side * by_area / patch).floor() / (side * by_area / patch);
    let scale = by_area * whole(width).min(whole(height));
    let scaled = |side: f64| ((side * scale).floor() as u32).max(1);
    (scaled(width), scaled(height))
}

fn fits((width, height): (u32, u32), bounds: Bounds) -> bool {
    let patches = u64::from(width.div_ceil(PATCH)) * u64::from(height.div_ceil(PATCH));
    width <= bounds.side && height <= bounds.side && patches <= bounds.patches
}
