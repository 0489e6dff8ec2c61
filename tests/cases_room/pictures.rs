//! Pictures of an output on their way into the conversation, and the limit of its history.

use super::room::{exec, record, sample};
use freezeframe::session::record::Record;

/// A PNG that says this size and holds nothing else: only the header is looked at.
fn png(width: u32, height: u32) -> String {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 0, 0, 0, 0]);
    format!("data:image/png;base64,{}", base64(&bytes))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |n, byte| n << 8 | u32::from(*byte));
        let number = number << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place)) as usize & 63];
            text.push(if place > three.len() { '=' } else { letter.into() });
        }
    }
    text
}

/// What the model reads behind the header, and the reasons about pictures and history.
fn said(record: &Record) -> String {
    let exchanges = record.exchanges();
    let (_, exchange) = exchanges.first().expect("an exchange");
    let parts = exchange.body.as_array().cloned().unwrap_or_default();
    let mut lines: Vec<String> = parts
        .iter()
        .skip(1)
        .map(|part| match (part["text"].as_str(), part["detail"].as_str()) {
            (Some(text), _) if text.len() > 200 => format!("{} bytes", text.len()),
            (Some(text), _) => text.to_owned(),
            (None, detail) => format!("picture, {}", detail.unwrap_or_default()),
        })
        .collect();
    let later = exchange
        .decisions
        .iter()
        .filter(|decision| ["cell.image", "cell.history"].contains(&decision.rule().id));
    lines.extend(later.map(|d| format!("{}: {}", d.reason.id, d.sentence(Default::default()))));
    lines.join("\n")
}

/// `originals`: does the model take pictures in their original size?
fn check(originals: bool, source: &str, expected: &str) {
    let cell = sample(&[exec(0, source)]);
    let set = format!("[Feature(code_mode, true), OriginalImageDetail({originals})]");
    let record = record(&format!("(start: (set: {set}), script: [Turn(), {cell}])"));
    let wanted: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(said(&record), wanted.join("\n"));
}

#[test]
fn a_picture_that_cannot_be_read_becomes_a_text() {
    let none = [
        "data:image/png;base64,AAA".to_owned(),
        "data:image/png;base64,AAAA".to_owned(),
        "data:image/png,AAAA".to_owned(),
        "data:,x".to_owned(),
        png(0, 5),
        png(5, 5).replace("base64,", "base64,!"),
        // The signature alone, and one that is cut short.
        format!("data:image/png;base64,{}", base64(b"\x89PNG\r\n\x1a\n")),
        format!(
            "data:image/bmp;base64,{}",
            base64(b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0")
        ),
    ];
    for url in none {
        let source = format!("text(\"a\"); image(\"{url}\"); text(\"b\");");
        check(
            false,
            &source,
            "
            a
            image content omitted because it could not be processed
            b
            unreadable: Image 1 has no header of a PNG, JPEG, GIF or WebP picture in base64: a text stands for it.",
        );
    }
}

#[test]
fn a_picture_in_bounds_goes_as_it_is() {
    let jpeg = base64(b"\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0\0\x11\x08\0\x10\0\x20\x03\x01\x22\0\x02\x11\x01\x03\x11\x01");
    let gif = base64(b"GIF89a\x07\0\x09\0\0\0\0\0\0\0");
    let webp = base64(b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\x04\xc0\x02\x10\0\0\0\0\0\0\0");
    let pictures = [png(2048, 100), jpeg, gif, webp];
    let urls = pictures.iter().enumerate().map(|(place, data)| match place {
        0 => format!("image(\"{data}\");"),
        _ => format!("image(\"DATA:x;BASE64,{data}\", \"auto\");"),
    });
    check(
        false,
        &urls.collect::<String>(),
        "
        picture, high
        picture, auto
        picture, auto
        picture, auto
        as_it_is: Image 1: its header says 2048×100, which detail high takes as it is.
        as_it_is: Image 2: its header says 32×16, which detail auto takes as it is.
        as_it_is: Image 3: its header says 7×9, which detail auto takes as it is.
        as_it_is: Image 4: its header says 5×12, which detail auto takes as it is.",
    );
}

#[test]
fn a_picture_out_of_bounds_is_made_smaller() {
    let rows = [
        ("original", (6401, 100), "6000×94"),
        ("original", (100, 12_000), "50×6000"),
        ("original", (1, 60_000), "1×6000"),
        ("original", (6000, 6000), "3200×3200"),
        ("high", (6401, 100), "2048×32"),
        ("high", (2048, 2048), "1600×1600"),
        ("auto", (4096, 1024), "2048×512"),
    ];
    for (detail, (width, height), sent) in rows {
        let source = format!("image(\"{}\", \"{detail}\");", png(width, height));
        let expected = format!(
            "
            picture, {detail}
            scaled: Image 1: its header says {width}×{height}, too large for detail {detail}; the model gets it as {sent}."
        );
        check(true, &source, &expected);
    }
}

#[test]
fn a_model_that_takes_no_originals_has_the_bounds_of_high() {
    check(
        false,
        &format!("image(\"{}\", \"original\");", png(6401, 100)),
        "
        picture, high
        scaled: Image 1: its header says 6401×100, too large for detail high; the model gets it as 2048×32.",
    );
}

#[test]
fn detail_low_becomes_a_text() {
    check(
        false,
        &format!("image(\"{}\", \"low\");", png(5, 5)),
        "
        image content omitted because detail 'low' is not supported; use 'high', 'original', or 'auto'
        low: Image 1 asks for detail low, which models do not get: a text stands for it.",
    );
}

#[test]
fn pictures_come_after_the_budget_of_the_call() {
    check(
        false,
        "// @exec: {\"max_output_tokens\": 1}\nimage(\"data:,x\"); text(\"abcd\"); text(\"efgh\");",
        "
        image content omitted because it could not be processed
        abcd
        [omitted 1 text items ...]
        unreadable: Image 1 has no header of a PNG, JPEG, GIF or WebP picture in base64: a text stands for it.",
    );
}

#[test]
fn the_history_will_cut_what_a_large_budget_let_through() {
    check(
        false,
        "// @exec: {\"max_output_tokens\": 50000}\ntext(\"x\".repeat(48_100));",
        "
        48100 bytes
        cut: The answer comes to 12037 tokens. The call may have asked for them, but the conversation keeps 12000 and cuts the middle out.",
    );
    check(
        false,
        "// @exec: {\"max_output_tokens\": 50000}\ntext(\"x\".repeat(47_900));",
        "47900 bytes",
    );
}

#[test]
fn view_image_without_a_script_shows_a_picture() {
    check(
        false,
        "image(await tools.view_image({ path: \"a.png\" }));",
        "
        picture, high
        as_it_is: Image 1: its header says 1×1, which detail high takes as it is.",
    );
}
