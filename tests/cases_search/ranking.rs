//! Scores, tokens and ties.

use freezeframe::search::*;

use crate::found_by;

/// The reference corpus.
const CORPUS: [(&str, &str); 6] = [
    (
        "fs.read_file",
        "mcp__filesystemread_file read_file read_file filesystem Read file Read the complete \
         contents of a file from disk. Local files path",
    ),
    (
        "fs.write_file",
        "mcp__filesystemwrite_file write_file write_file filesystem Write file Create or overwrite \
         a file with new contents. Local files content path",
    ),
    (
        "fs.list_directory",
        "mcp__filesystemlist_directory list_directory list_directory filesystem List directory \
         List entries in a directory. Local files path",
    ),
    (
        "gh.create_issue",
        "mcp__githubcreate_issue create_issue create_issue github Create issue Open a new issue in \
         a repository. GitHub repositories and issues body repo title",
    ),
    (
        "gh.search_code",
        "mcp__githubsearch_code search_code search_code github Search code Search source code \
         across repositories. GitHub repositories and issues query",
    ),
    ("spawn_agent", "multi_agent_v1 spawn_agent spawn agent Spawn a sub-agent for a task message"),
];

/// Searches `corpus` (pairs of id and document) and compares with `id score, ...`.
#[track_caller]
fn check_ranking(case: &str, corpus: &[(&str, &str)], query: &str, limit: usize, expected: &str) {
    let infos = corpus.iter().map(|(id, text)| found_by(text, id)).collect();
    let index = SearchIndex::build(infos);
    let outcome = index.search(query, limit);
    let lines: Vec<String> = outcome
        .hits
        .iter()
        .map(|hit| {
            let explained: f32 =
                index.explain(query, hit.index).iter().map(|token| token.score).sum();
            assert_eq!(explained, hit.score, "{case}: the explanation adds up");
            format!("{} {:.4}", corpus[hit.index].0, hit.score)
        })
        .collect();
    assert_eq!(lines.join(", "), expected, "{case}: {query}");
}

#[test]
fn ranking() {
    let files = "fs.read_file 1.0807, fs.write_file 1.0639, fs.list_directory 0.7262";
    let paths = "fs.list_directory 0.7262, fs.read_file 0.6828, fs.write_file 0.6630";
    let read_file = "fs.read_file 3.1769, fs.write_file 1.0639, fs.list_directory 0.7262";
    for (case, query, limit, expected) in [
        ("BM-04", "read file", 8, read_file),
        ("BM-05", "read_file", 8, "fs.read_file 2.0963"),
        ("BM-06", "FILES", 8, files),
        ("corpus", "files", 8, files),
        ("BM-09", "open issue", 8, "gh.create_issue 2.9882, gh.search_code 0.9849"),
        ("BM-11", "sub-agent", 8, "spawn_agent 4.1209"),
        ("BM-13", "mcp__filesystem", 8, ""),
        ("BM-14", "the of", 8, ""),
        ("BM-15", "path", 8, paths),
        ("BM-17", "file", 2, "fs.read_file 1.0807, fs.write_file 1.0639"),
        ("punctuation only", "!?", 8, ""),
    ] {
        check_ranking(case, &CORPUS, query, limit, expected);
    }
    check_ranking("empty index", &[], "file", 8, "");
}

#[test]
fn c3_results_are_never_padded() {
    let corpus = [
        ("create_incident", "create_incident Create an incident and email the responders"),
        ("on_call_events", "on_call_events List on-call events"),
        ("create_issue", "create_issue Create issue in Linear"),
    ];
    for (query, expected) in [
        ("send gmail email", "create_incident 0.9228"),
        ("linear create issue", "create_issue 2.5107, create_incident 0.4422"),
        ("quantum", ""),
    ] {
        check_ranking("C3", &corpus, query, 8, expected);
    }
}

#[test]
fn c4_japanese_is_romanised_and_underscores_do_not_split() {
    let other = ("other", "other unrelated document");
    let mcp = "mcp__jpsearch_laws search_laws search_laws jp 日本の法令を検索します";
    for (query, expected) in [
        ("法令", "search_laws 0.5402"),
        ("法令を調べて", "search_laws 0.5402"),
        ("日本", "search_laws 1.0803"),
        ("検索", "search_laws 0.5402"),
        ("search_laws", "search_laws 0.7977"),
        ("search laws", ""),
        ("laws", ""),
    ] {
        check_ranking("C4 MCP", &[("search_laws", mcp), other], query, 8, expected);
    }
    // The default document also has the name with spaces, which is what makes the words findable.
    let dynamic = "search_laws search laws 日本の法令を検索します";
    for (query, expected) in [("search laws", "search_laws 1.0892"), ("laws", "search_laws 0.5446")]
    {
        check_ranking("C4 dynamic", &[("search_laws", dynamic), other], query, 8, expected);
    }
    let tokens = SearchIndex::tokens("日本の法令を検索します / 法令を調べて");
    // Syllables of neighbours fuse, so of 法令 (fa ling) only the second half is shared.
    assert_eq!(tokens.join(" "), "ri ben nofa ling wojian suo simasu fa ling wodiao bete");
}

#[test]
fn tokens_follow_the_library() {
    for (text, expected) in [
        ("create_event", "create_ev"),
        ("Reading the FILES", "read file"),
        ("fs.read 3.14 a/b c-d", "fs.read 3.14 b c"),
        ("createEvent", "createev"),
        ("same all what how not now", ""),
        ("get list use", "get list use"),
        ("Größe café", "gross cafe"),
        ("file file", "file file"),
        ("", ""),
    ] {
        assert_eq!(SearchIndex::tokens(text).join(" "), expected, "{text}");
    }
}

#[test]
fn repeated_query_words_count_again_and_unknown_ones_add_nothing() {
    let infos = CORPUS.iter().map(|(id, text)| found_by(text, id)).collect();
    let index = SearchIndex::build(infos);
    let once = index.search("files", 1).hits[0];
    let twice = index.search("files quantum files", 1).hits[0];
    assert_eq!(twice.score, once.score + once.score);
    let tokens = index.explain("files quantum files", once.index);
    let expected = [("file", once.score), ("quantum", 0.0), ("file", once.score)];
    let expected = expected.map(|(token, score)| TokenScore { token: token.to_owned(), score });
    assert_eq!(tokens, expected);
    assert!(index.explain("files", 99).iter().all(|token| token.score == 0.0));
}

#[test]
fn ties_stand_in_registration_order_and_a_cut_through_them_is_reported() {
    let check = |better: usize, limit: usize, hits: &[usize], tie: Option<(&[usize], &[usize])>| {
        let text = |n| if n < better { "file file file word" } else { "some file with word" };
        let infos = (0..12).map(|n| found_by(text(n), &format!("t{n}"))).collect();
        let outcome = SearchIndex::build(infos).search("file", limit);
        let found: Vec<usize> = outcome.hits.iter().map(|hit| hit.index).collect();
        assert_eq!(found, hits);
        assert_eq!(outcome.matched, 12);
        let score = outcome.hits.last().map(|hit| hit.score).unwrap_or_default();
        let tie = tie.map(|(kept, dropped)| TieCut {
            score,
            kept: kept.to_vec(),
            dropped: dropped.to_vec(),
        });
        assert_eq!(outcome.tie_cut, tie);
    };
    let first_8 = [0, 1, 2, 3, 4, 5, 6, 7];
    check(0, 8, &first_8, Some((&first_8, &[8, 9, 10, 11])));
    check(6, 8, &first_8, Some((&[6, 7], &[8, 9, 10, 11])));
    check(8, 8, &first_8, None);
    check(0, 12, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], None);
    check(0, usize::MAX, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], None);
    check(0, 0, &[], None);
}
