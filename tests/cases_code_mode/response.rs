//! What the model reads, for outcomes that are given. `handler` has the W cases from the raw text on.

use freezeframe::code_mode::answer::{Answer, CellId};
use freezeframe::code_mode::budget::Budget;
use freezeframe::code_mode::engine::protocol::{ImageDetail, Item};
use freezeframe::code_mode::response::{
    Body, Response, ResponseContext, notify_failure, notify_item, respond,
};
use serde_json::{Value, json};

const PLAIN: ResponseContext =
    ResponseContext { wall_ms: 0, max_output_tokens: None, original_images: false };

fn cell() -> CellId {
    CellId("7".into())
}

fn yielded() -> Answer {
    Answer::Yielded { cell: cell(), items: Vec::new() }
}

fn failed(error: &str, items: Vec<Item>) -> Answer {
    Answer::Result { cell: cell(), items, error: Some(error.to_owned()), limit: None }
}

fn done(items: Vec<Item>) -> Answer {
    Answer::Result { cell: cell(), items, error: None, limit: None }
}

/// The answer to an `exec` on the wire, without what is always the same.
#[track_caller]
fn check(id: &str, response: &Response, success: bool, output: Value) {
    let expected = json!({"type": "custom_tool_call_output", "call_id": "c", "output": output});
    assert_eq!(response.exec_json("c"), expected, "{id}");
    assert_eq!(response.success, success, "{id}");
}

fn text(text: &str) -> Value {
    json!({"type": "input_text", "text": text})
}

#[test]
fn one_text_alone_is_a_plain_string() {
    let answer = |answer: Answer| respond(answer, PLAIN);
    let head = |status: &str| Value::from(format!("{status}\nWall time 0.0 seconds\nOutput:\n"));
    check("W-02", &answer(done(Vec::new())), true, head("Script completed"));
    check("running", &answer(yielded()), true, head("Script running with cell ID 7"));
    let ended = answer(Answer::Terminated { cell: cell(), items: Vec::new() });
    check("W-06", &ended, true, head("Script terminated"));
    check("refusal", &answer(Answer::Refused("no".to_owned())), false, Value::from("no"));
    let wire = json!({"type": "function_call_output", "call_id": "w", "output": ended.body.json()});
    assert_eq!(ended.wait_json("w"), wire);
}

#[test]
fn an_error_is_the_last_item() {
    let head = text("Script failed\nWall time 0.0 seconds\nOutput:\n");
    let answer = respond(failed("bad", vec![Item::text("a")]), PLAIN);
    check("W-03", &answer, false, json!([head, text("a"), text("Script error:\nbad")]));
    let answer = respond(failed("bad", Vec::new()), PLAIN);
    check("W-04", &answer, false, json!([head, text("Script error:\nbad")]));
    let answer = respond(Answer::Missing { cell: "999".into() }, PLAIN);
    let error = text("Script error:\nexec cell 999 not found");
    check("W-07", &answer, false, json!([head, error]));
    let tight = ResponseContext { max_output_tokens: Some(2), ..PLAIN };
    let answer = respond(failed("bad", Vec::new()), tight);
    let cut = "Warning: truncated output (original token count: 5)\nTotal output lines: 2\n\n\
               Scri…3 tokens truncated…\nbad";
    check("the error can be cut", &answer, false, json!([head, text(cut)]));
}

#[test]
fn media_keep_their_order_and_detail() {
    let image = |detail| Item::Image { url: "data:,i".to_owned(), detail };
    let sound = Item::Audio { url: "data:,s".to_owned() };
    let items = vec![image(ImageDetail::Original), sound, Item::text("b"), image(ImageDetail::Low)];
    let wire = |first: &str| {
        json!([
            text("Script completed\nWall time 0.0 seconds\nOutput:\n"),
            {"type": "input_image", "image_url": "data:,i", "detail": first},
            {"type": "input_audio", "audio_url": "data:,s"},
            text("b"),
            {"type": "input_image", "image_url": "data:,i", "detail": "low"},
        ])
    };
    check("W-15", &respond(done(items.clone()), PLAIN), true, wire("high"));
    let able = ResponseContext { original_images: true, ..PLAIN };
    check("original", &respond(done(items), able), true, wire("original"));
}

#[test]
fn wall_time_has_one_decimal_half_up() {
    let rows = [(0, "0.0"), (49, "0.0"), (50, "0.1"), (949, "0.9"), (950, "1.0"), (31_000, "31.0")];
    for (wall_ms, expected) in rows {
        let answer = respond(done(Vec::new()), ResponseContext { wall_ms, ..PLAIN });
        let expected = format!("Script completed\nWall time {expected} seconds\nOutput:\n");
        assert_eq!(answer.body, Body::Text(expected), "{wall_ms}");
    }
}

#[test]
fn the_history_cuts_again_and_warns_no_more() {
    let policy = Budget::Tokens(5);
    let plain = Body::Text("x".repeat(40));
    let cut = "xxxxxxxxxxxx…4 tokens truncated…xxxxxxxxxxxx";
    assert_eq!(plain.in_history(policy), Body::Text(cut.to_owned()));
    let items = Body::Items(vec![Item::text("a".repeat(24)), Item::text("b")]);
    let kept = vec![Item::text("a".repeat(24)), Item::text("[omitted 1 text items ...]")];
    assert_eq!(items.in_history(policy), Body::Items(kept));
}

#[test]
fn w_16_a_notification_is_an_item_of_its_own() {
    let item = notify_item("call-1", "m");
    let expected = json!({
        "type": "custom_tool_call_output", "call_id": "call-1", "name": "exec", "output": "m",
    });
    assert_eq!(item, Some(expected));
    assert_eq!(notify_item("call-1", " \n"), None);
    let lost = "failed to inject exec notify message for cell 3: no active turn";
    assert_eq!(notify_failure("3"), lost);
}
