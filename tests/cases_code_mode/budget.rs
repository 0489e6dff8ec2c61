//! T: items and a budget in, items out.

use freezeframe::code_mode::audio::audio_tokens;
use freezeframe::code_mode::budget::{Budget, fit_items, fit_text, truncate_middle};
use freezeframe::code_mode::engine::protocol::{ImageDetail, Item};

const IMAGE: &str = "data:image/png;base64,AAA";

/// Items as the rows write them: `image:` and `audio:` mark media, everything else is a text.
fn items(list: &[&str]) -> Vec<Item> {
    let item = |text: &&str| match text.split_once(':') {
        Some(("image", url)) => Item::Image { url: url.to_owned(), detail: ImageDetail::High },
        Some(("audio", url)) => Item::Audio { url: url.to_owned() },
        _ => Item::text(*text),
    };
    list.iter().map(item).collect()
}

#[track_caller]
fn check(id: &str, list: &[&str], budget: Budget, expected: &[&str]) {
    assert_eq!(fit_items(items(list), budget), items(expected), "{id}");
}

/// The one text that is left of texts that were too long.
fn warned(tokens: u64, lines: u64, rest: &str) -> String {
    format!(
        "Warning: truncated output (original token count: {tokens})\nTotal output lines: {lines}\n\n\
         {rest}"
    )
}

#[test]
fn t_01_to_t_10_texts_alone() {
    let digits = "0123456789".repeat(4);
    let cut = "0123456789…5 tokens truncated…0123456789";
    let rows: [(&str, &[&str], u64, String); 7] = [
        ("T-01", &[&digits], 5, warned(10, 1, cut)),
        ("T-02", &["example output"], 1, warned(4, 1, "ex…3 tokens truncated…ut")),
        ("T-04", &["abcdefgh", "ijklmnop"], 2, warned(5, 2, "abcd…3 tokens truncated…mnop")),
        ("T-06", &["abcd", "efgh"], 2, warned(3, 2, "abcd…1 tokens truncated…efgh")),
        ("T-07", &["", "abc"], 0, warned(1, 1, "…1 tokens truncated…")),
        ("T-10", &["123456789"], 2, warned(3, 1, "1234…1 tokens truncated…6789")),
        (
            "a last newline is no line",
            &["abcd\nefgh\n"],
            1,
            warned(3, 2, "ab…2 tokens truncated…h\n"),
        ),
    ];
    for (id, list, tokens, expected) in rows {
        check(id, list, Budget::Tokens(tokens), &[&expected]);
    }
    let kept: [(&str, &[&str], u64); 5] = [
        ("T-03", &["example output"], 10),
        ("T-05", &["abcd", "efgh"], 3),
        ("T-08", &[""], 0),
        ("T-09", &["12345678"], 2),
        ("no items", &[], 0),
    ];
    for (id, list, tokens) in kept {
        check(id, list, Budget::Tokens(tokens), list);
    }
}

#[test]
fn t_11_to_t_13_media_among_them() {
    let image = format!("image:{IMAGE}");
    let sound = format!("audio:data:audio/wav;base64,{}", "A".repeat(100));
    let long = "a".repeat(40);
    let short = "aaaaaaaaaa…5 tokens truncated…aaaaaaaaaa";
    check("T-11", &[&long, &image], Budget::Tokens(5), &[short, &image]);
    let expected = [&*image, "abcd", "[omitted 1 text items ...]"];
    check("T-12", &[&image, "abcd", "efgh"], Budget::Tokens(1), &expected);
    check("T-13", &[&sound], Budget::Tokens(5), &["[omitted 1 audio items ...]"]);
    // 124 bytes are 31 tokens; a sound that does not fit leaves the rest to others.
    check("a sound that fits", &[&sound, "abcd"], Budget::Tokens(32), &[&sound, "abcd"]);
    check(
        "texts are counted before sounds",
        &[&sound, "abcd", "", "x"],
        Budget::Tokens(1),
        &["abcd", "[omitted 2 text items ...]", "[omitted 1 audio items ...]"],
    );
}

#[test]
fn t_14_and_t_15_the_default_budget() {
    let budget = Budget::requested(None);
    let fits = "x".repeat(40_000);
    check("T-14", &[&fits], budget, &[&fits]);
    let half = "x".repeat(20_000);
    let expected = warned(10_001, 1, &format!("{half}…1 tokens truncated…{half}"));
    check("T-15", &[&"x".repeat(40_001)], budget, &[&expected]);
}

#[test]
fn whole_characters_only() {
    let rows = [
        (Budget::Bytes(10), "0123456789ab", "01234…2 chars truncated…789ab"),
        (Budget::Bytes(4), "가나다", "…3 chars truncated…"),
        (Budget::Bytes(6), "가나다", "가…1 chars truncated…다"),
        (Budget::Bytes(0), "가나다", "…3 chars truncated…"),
        (Budget::Tokens(1), "가나다", "…2 tokens truncated…"),
        (Budget::Tokens(2), "é".repeat(6).as_str(), "éé…1 tokens truncated…éé"),
        (Budget::Bytes(1), "ab", "…1 chars truncated…b"),
    ]
    .map(|(budget, text, expected)| (budget, text.to_owned(), expected));
    for (budget, text, expected) in rows {
        assert_eq!(truncate_middle(&text, budget), expected, "{budget:?} {text}");
    }
}

#[test]
fn bytes_and_characters_in_the_other_variant() {
    assert_eq!(fit_text("abcdef", Budget::Bytes(6)), "abcdef");
    assert_eq!(fit_text("abcdef", Budget::Bytes(4)), warned(2, 1, "ab…2 chars truncated…ef"));
    let image = format!("image:{IMAGE}");
    let expected = [&*image, "ab…2 chars truncated…ef", "[omitted 1 text items ...]"];
    check("media", &[&image, "abcdef", "g"], Budget::Bytes(4), &expected);
    assert_eq!(Budget::Tokens(10_000).for_history(), Budget::Tokens(12_000));
    assert_eq!(Budget::Bytes(1).for_history(), Budget::Bytes(2));
}

/// Nothing else here writes base64.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let three = [chunk[0], *chunk.get(1).unwrap_or(&0), *chunk.get(2).unwrap_or(&0)];
        let number = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place)) as usize & 63];
            text.push(if place > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

fn wav(bytes_per_second: u32, said: u32, really: usize) -> String {
    let mut clip = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    clip.extend(8_000_u32.to_le_bytes());
    clip.extend(bytes_per_second.to_le_bytes());
    clip.extend(b"\x02\0\x10\0LIST\x03\0\0\0abc\0data");
    clip.extend(said.to_le_bytes());
    clip.resize(clip.len() + really, 0);
    format!("data:audio/wav;base64,{}", base64(&clip))
}

#[test]
fn a_sound_costs_its_seconds() {
    let rows = [
        ("one second", wav(16_000, 16_000, 16_000), 10),
        ("a little more", wav(16_000, 16_001, 16_001), 11),
        ("a stream does not know its length", wav(16_000, u32::MAX, 32_000), 20),
        ("empty", wav(16_000, 0, 0), 0),
        ("no rate", wav(0, 4, 4), 26),
        ("another format", "data:audio/mp3;base64,AAAA".to_owned(), 7),
        ("not base64", "data:audio/wav;base64,!!!!".to_owned(), 7),
        ("no data URL", "x".to_owned(), 1),
        ("cut header", "data:audio/wav;base64,UklGRg==".to_owned(), 8),
    ];
    for (id, url, expected) in rows {
        assert_eq!(audio_tokens(&url), expected, "{id}");
    }
}
