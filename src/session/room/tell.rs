//! The way out: what the model reads after an `exec` or a `wait`.

use std::sync::Arc;

use serde_json::Value;

use super::Room;
use super::rules::CUT_IN_HISTORY;
use crate::code_mode::answer::{Answer, ObserverId};
use crate::code_mode::audio::audio_tokens;
use crate::code_mode::budget::{BYTES_PER_TOKEN, Budget, DEFAULT_OUTPUT_TOKENS, estimated_tokens};
use crate::code_mode::engine::protocol::Item;
use crate::code_mode::picture;
use crate::code_mode::response::{Body, Response, ResponseContext, respond};
use crate::planner::rule::Decision;
use crate::session::call::End;
use crate::session::record::{CallStatus, Lifecycle, TraceEventKind};
use crate::session::record_cells::{Ask, Exchange, ExchangeKind};
use crate::session::world::World;

/// The limit of one tool output that models of the catalogue come with. The conversation keeps a fifth
/// more.
pub const HISTORY_POLICY: Budget = Budget::Tokens(10_000);

/// A call that waits for its answer.
#[derive(Debug)]
pub(super) struct Caller {
    /// Step and call, both from 1.
    pub place: (u32, u32),
    pub id: Arc<str>,
    pub ask: Ask,
    /// Place of its cell in the books.
    pub cell: Option<usize>,
    pub yield_ms: u64,
    pub budget: Option<u64>,
    pub asked_ms: u64,
    pub original_images: bool,
}

impl Caller {
    /// The exchange, with everything that does not depend on an answer.
    pub fn exchange(
        &self,
        observer: Option<ObserverId>,
        kind: ExchangeKind,
        answered_ms: Option<u64>,
    ) -> Exchange {
        Exchange {
            step: self.place.0,
            call: self.place.1,
            id: self.id.clone(),
            observer,
            ask: self.ask,
            yield_ms: self.yield_ms,
            budget: self.budget.unwrap_or(DEFAULT_OUTPUT_TOKENS),
            asked_ms: self.asked_ms,
            answered_ms,
            kind,
            success: false,
            header: "".into(),
            error: None,
            items_before: 0,
            items: 0,
            body: Value::Null,
            tokens_before: 0,
            tokens_after: 0,
            decisions: Vec::new(),
        }
    }
}

impl Room {
    /// The service answers a caller: the answer becomes a response, and waits for its call.
    pub(super) fn tell(
        &mut self,
        world: &mut World,
        observer: ObserverId,
        answer: Answer,
        why: Decision,
    ) {
        // An interruption ends cells in nobody's name.
        let Some(caller) = self.callers.remove(&observer) else { return };
        let now = world.now_ms;
        let error: Option<Arc<str>> = answer.error().map(Arc::from);
        let kind = kind(&answer);
        let mut exchange = caller.exchange(Some(observer), kind, Some(now));
        exchange.items = u32::try_from(answer.items().len()).unwrap_or(u32::MAX);
        let context = ResponseContext {
            wall_ms: now.saturating_sub(caller.asked_ms),
            max_output_tokens: caller.budget,
            original_images: caller.original_images,
        };
        if let Answer::Yielded { cell, .. } = &answer {
            let (cell, items) = (cell.0.clone(), exchange.items);
            world.log(TraceEventKind::CellYielded { cell, items });
        }
        if kind != ExchangeKind::Refused {
            exchange.tokens_before = tokens(answer.items(), error.as_deref());
        }
        let mut response = respond(answer, context);
        let later = into_history(&mut response);
        exchange.error = error.filter(|_| kind != ExchangeKind::Refused);
        exchange.success = response.success;
        if kind != ExchangeKind::Refused {
            let (header, after) = parts(&response.body);
            exchange.header = header;
            exchange.tokens_after = after;
        }
        exchange.body = response.body.json();
        exchange.decisions.push(why);
        exchange.decisions.extend(later);
        self.keep(caller.cell, exchange);
        self.answers.insert(observer, end(response));
    }
}

/// What the conversation makes of an answer when it is recorded: pictures are made to fit, and the
/// history has a limit of its own, which a large budget of the call may exceed. The second is only
/// noted, so that the answer shows what the call's own budget did.
fn into_history(response: &mut Response) -> Vec<Decision> {
    let mut decisions = match &mut response.body {
        Body::Items(items) => picture::prepare(items),
        Body::Text(_) => Vec::new(),
    };
    let limit = HISTORY_POLICY.for_history().bytes() / BYTES_PER_TOKEN;
    let cost = match &response.body {
        Body::Items(items) => items.iter().map(cost).sum(),
        Body::Text(text) => estimated_tokens(text.len()),
    };
    if cost > limit {
        decisions.push(CUT_IN_HISTORY.with([("tokens", cost.into()), ("limit", limit.into())]));
    }
    decisions
}

/// Tokens of one item.
fn cost(item: &Item) -> u64 {
    match item {
        Item::Text { text } => estimated_tokens(text.len()),
        Item::Image { .. } => 0,
        Item::Audio { url } => audio_tokens(url),
    }
}

fn kind(answer: &Answer) -> ExchangeKind {
    match answer {
        Answer::Yielded { .. } | Answer::Pending { .. } => ExchangeKind::Yielded,
        Answer::Result { error: None, .. } => ExchangeKind::Completed,
        Answer::Result { .. } => ExchangeKind::Failed,
        Answer::Terminated { .. } => ExchangeKind::Terminated,
        Answer::Missing { .. } => ExchangeKind::Missing,
        Answer::Refused(_) => ExchangeKind::Refused,
    }
}

/// The header, and the tokens of everything behind it.
fn parts(body: &Body) -> (Arc<str>, u64) {
    match body {
        Body::Text(text) => (text.as_str().into(), 0),
        Body::Items(items) => match items.split_first() {
            Some((Item::Text { text }, rest)) => (text.as_str().into(), tokens(rest, None)),
            _ => ("".into(), tokens(items, None)),
        },
    }
}

/// Tokens of items and error, as the budget counts them.
fn tokens(items: &[Item], error: Option<&str>) -> u64 {
    const ERROR_LEAD: usize = "Script error:\n".len();
    let of_error = error.map(|error| ERROR_LEAD + error.len());
    let all_text = items.iter().all(|item| matches!(item, Item::Text { .. }));
    if !all_text {
        return items.iter().map(cost).sum::<u64>() + of_error.map_or(0, estimated_tokens);
    }
    // A line break goes between texts, but not behind nothing.
    let texts = items.iter().map(|item| match item {
        Item::Text { text } => text.len(),
        _ => 0,
    });
    let joined = |total: usize, length: usize| total + length + usize::from(total > 0);
    estimated_tokens(texts.chain(of_error).fold(0, joined))
}

fn end(response: Response) -> End {
    let output: Arc<str> = match &response.body {
        Body::Text(text) => text.as_str().into(),
        Body::Items(items) => items.iter().map(shown).collect::<Vec<_>>().join("\n").into(),
    };
    let status = if response.success { CallStatus::Ok } else { CallStatus::Failed };
    End::new(status, output, Some(Lifecycle::Completed { success: response.success }))
}

/// An item as one text shows it.
fn shown(item: &Item) -> String {
    match item {
        Item::Text { text } => text.clone(),
        Item::Image { url, detail } => format!("[image {}: {url}]", detail.label()),
        Item::Audio { url } => format!("[audio: {url}]"),
    }
}
