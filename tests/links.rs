//! Links: text in, text out, without window and browser.

use freezeframe::lang::Lang;
use freezeframe::link::edit::MAX_TEXT_BYTES;
use freezeframe::link::{
    CellPlace, Edit, EditFault, Fault, Link, MAX_LINK_BYTES, MAX_VALUE_BYTES, Place, read, write,
};
use freezeframe::pack::SCENARIOS;

/// Written and read again it is the same link, without a fault.
fn check(link: &Link) -> String {
    let text = write(link).expect("it fits");
    assert_eq!(read(&text), (link.clone(), vec![]), "{text}");
    assert_eq!(read(&format!("#{text}")).0, *link);
    assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~%&=".contains(&b)), "{text}");
    text
}

fn full() -> Link {
    Link {
        scenario: Some("lecture-freeze-drop".into()),
        file: Some("나의 시나리오 & 1=2#.ron".into()),
        text_hash: Some("0123456789abcdef".into()),
        engine: Some("0.1.0".into()),
        trace_hash: Some("fedcba9876543210".into()),
        step: Some(2),
        place: Some(Place::Time(1300)),
        cell: Some(CellPlace { step: 1, call: 2, entry: 30 }),
        tool: Some("fs.read_file".into()),
        tab: Some("why".into()),
        lang: Some(Lang::Ko),
        presenter: true,
        edit: Edit::between("a\n", "b\n"),
    }
}

#[test]
fn a_link_reads_back() {
    check(&Link::default());
    check(&full());
    check(&Link { lang: Some(Lang::En), ..Link::default() });
    check(&Link { place: Some(Place::Rule(17)), step: Some(u32::MAX), ..Link::default() });
    let link = Link { scenario: full().scenario, step: full().step, ..Link::default() };
    assert_eq!(check(&link), "s=lecture-freeze-drop&n=2");
}

#[test]
fn what_is_good_in_a_bad_link_is_kept() {
    let cases: [(&str, Fault); 16] = [
        ("n=two", Fault::Value("n", "two".into())),
        ("n=-1", Fault::Value("n", "-1".into())),
        ("n=4294967296", Fault::Value("n", "4294967296".into())),
        ("ms=1e3", Fault::Value("ms", "1e3".into())),
        ("r=", Fault::Value("r", "".into())),
        ("t=%ff", Fault::Value("t", "%ff".into())),
        ("t=%4", Fault::Value("t", "%4".into())),
        ("c=1.2", Fault::Value("c", "1.2".into())),
        ("c=1.2.3.4", Fault::Value("c", "1.2.3.4".into())),
        ("c=1.-2.3", Fault::Value("c", "1.-2.3".into())),
        ("l=fr", Fault::Value("l", "fr".into())),
        ("p=yes", Fault::Value("p", "yes".into())),
        ("h=0123", Fault::Value("h", "0123".into())),
        ("<script>=1", Fault::Unknown("<script>".into())),
        ("s=other", Fault::Twice("s")),
        ("x=!!!", Fault::Edit(EditFault::Damaged)),
    ];
    for (bad, fault) in cases {
        let (link, faults) = read(&format!("s=lecture-widget&{bad}&e=9"));
        assert_eq!(faults, [fault], "{bad}");
        let good = Link {
            scenario: Some("lecture-widget".into()),
            engine: Some("9".into()),
            ..Link::default()
        };
        assert_eq!(link, good, "{bad}");
    }
}

#[test]
fn bounds_are_kept() {
    let long = "s=".to_owned() + &"a".repeat(MAX_LINK_BYTES);
    assert_eq!(read(&long), (Link::default(), vec![Fault::TooLong(long.len())]));
    let tool = Some("a".repeat(MAX_LINK_BYTES));
    assert_eq!(write(&Link { tool, ..Link::default() }), Err(MAX_LINK_BYTES + 2));

    let (link, faults) = read(&format!("t={}", "a".repeat(MAX_VALUE_BYTES + 1)));
    assert_eq!((link, faults.len()), (Link::default(), 1));
    let Fault::Value("t", quote) = &faults[0] else { panic!("{faults:?}") };
    assert_eq!(quote.chars().count(), 41);

    let many = "q=1&".repeat(1000);
    assert!(read(&many).1.len() <= 8);
    assert_eq!(Edit::between("", &"a".repeat(MAX_TEXT_BYTES + 1)), None);
}

/// Written, read and applied an edit gives the text.
fn edited(base: &str, text: &str) -> usize {
    let edit = Edit::between(base, text).expect("it is small enough");
    let read = Edit::read(edit.written()).expect("it was just written");
    assert_eq!(read.apply(base).as_deref(), Ok(text));
    edit.written().len()
}

#[test]
fn an_edit_gives_the_text_back() {
    for (base, text) in [
        ("", ""),
        ("a", ""),
        ("", "한국어\n"),
        ("one line without an end", "one line without an end, longer"),
        ("a\nb\nc\n", "c\nb\na\n"),
        ("x\r\ny\r\n", "x\r\ny\n"),
        (
            "same line, long enough to copy\n",
            "same line, long enough to copy\nsame line, long enough to copy\n",
        ),
    ] {
        edited(base, text);
    }
    for pair in SCENARIOS.windows(2) {
        let [(_, one), (_, other)] = pair else { continue };
        edited(one, other);
        edited("", one);
    }
}

#[test]
fn a_small_change_makes_a_short_link() {
    for (name, text) in SCENARIOS {
        let place = text.len() / 2;
        let line = text[..text.floor_char_boundary(place)].rfind('\n').expect("many lines") + 1;
        let changed = format!("{}(at_ms: 700, event: X),\n{}", &text[..line], &text[line..]);
        let length = edited(text, &changed);
        assert!(length < 80, "{name}: {length}");
    }
    let (_, text) = SCENARIOS[0];
    assert!(edited(text, text) < 16);
}

#[test]
fn damaged_edits_are_refused() {
    let (_, base) = SCENARIOS[0];
    let edit = Edit::between(base, &base.replace("a", "b")).expect("small");
    let written = edit.written();
    for cut in (1..written.len()).step_by(7) {
        // A cut stream is never taken for a whole one.
        assert!(Edit::read(&written[..cut]).is_err(), "{cut}");
    }
    assert_eq!(Edit::read(""), Err(EditFault::Damaged));
    assert_eq!(Edit::read("한국어"), Err(EditFault::Damaged));
    // Lines that this base does not have.
    let copies = Edit::between(base, base).expect("small");
    assert_eq!(copies.apply("short\n"), Err(EditFault::OtherBase));
}

/// Few bytes must not become many.
#[test]
fn bombs_stay_small() {
    let bomb = miniz_oxide::deflate::compress_to_vec(&vec![0; 64 << 20], 9);
    assert_eq!(Edit::read(&base64(&bomb)), Err(EditFault::TooLarge));
    // "Copy line 0" a hundred thousand times.
    let copies = miniz_oxide::deflate::compress_to_vec(&[2, 0].repeat(100_000), 9);
    let edit = Edit::read(&base64(&copies)).expect("it unpacks to little");
    assert_eq!(edit.apply(&"long line ".repeat(1000)), Err(EditFault::TooLarge));
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits = |at: usize| {
        (0..6).fold(0, |word, bit| {
            let place = at * 6 + bit;
            let byte = bytes.get(place / 8).copied().unwrap_or(0);
            (word << 1) | usize::from(byte >> (7 - place % 8) & 1)
        })
    };
    (0..(bytes.len() * 8).div_ceil(6)).map(|at| char::from(DIGITS[bits(at)])).collect()
}

/// Nothing that can be typed behind `#` panics or hangs.
#[test]
fn any_text_can_be_read() {
    use proptest::prelude::*;
    proptest!(ProptestConfig::with_cases(500), |(text in "[smrtxlpnefhy=&%#A-Za-z0-9가-힣-]{0,200}")| {
        let (link, faults) = read(&text);
        prop_assert!(faults.len() <= 8);
        if faults.is_empty() {
            prop_assert_eq!(read(&write(&link).expect("it was short")).0, link);
        }
    });
}
