//! Laws of MCP names.

use std::collections::{BTreeMap, BTreeSet};

use freezeframe::laws::cases::{NamesCase, names_case};
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::proptest::test_runner::TestCaseError;
use freezeframe::laws::scenarios::{scenario, still};
use freezeframe::mcp::binding::bind;
use freezeframe::mcp::cache::BindCache;
use freezeframe::mcp::names::{NameRules, NormalName, RawName, normalize};

use crate::common::{relaxed, trace};

type Names = BTreeMap<(String, String), NormalName>;

/// Server and raw name to final name.
fn named(raw: &[RawName], rules: &NameRules) -> Result<Names, TestCaseError> {
    let outcome = normalize(raw, rules).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(outcome.tools.len() + outcome.duplicates.len(), raw.len());
    let of = |source: usize| (raw[source].server.to_string(), raw[source].raw.to_string());
    Ok(outcome.tools.into_iter().map(|tool| (of(tool.source), tool.name)).collect())
}

fn flat(name: &NormalName) -> String {
    format!("{}{}", name.namespace, name.name)
}

#[test]
fn names_are_unique_short_and_plain() {
    law("names_are_unique_short_and_plain", names_case(), |case| {
        let names = named(&case.raw(), &case.rules)?;
        let mut seen = BTreeSet::new();
        for name in names.values() {
            let flat = flat(name);
            prop_assert!(flat.len() + 2 <= case.rules.limit, "{} is too long", flat);
            prop_assert!(!name.namespace.is_empty() && !name.name.is_empty());
            prop_assert!(flat.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'), "{}", flat);
            prop_assert!(seen.insert(flat.clone()), "{} stands twice", flat);
        }
        Ok(())
    });
}

/// Everything that normalization could mix up with the names of another server.
fn territory(names: &Names, raw: &[RawName], rules: &NameRules) -> BTreeSet<String> {
    let mut taken: BTreeSet<String> = names.values().map(flat).collect();
    taken.extend(names.values().map(|name| format!("namespace {}", name.namespace)));
    // The namespace that the server would have alone, before any hash or cut.
    for tool in raw {
        let lone = RawName::ordinary(&tool.server, "x");
        let wide = NameRules { limit: 1_000, ..rules.clone() };
        if let Ok(outcome) = normalize(&[lone], &wide) {
            let names = outcome.tools.iter().map(|tool| &tool.name.namespace);
            taken.extend(names.map(|namespace| format!("namespace {namespace}")));
        }
    }
    taken
}

#[test]
fn another_server_changes_no_names_unless_they_collide() {
    law("another_server_changes_no_names_unless_they_collide", names_case(), |mut case| {
        let Some(last) = case.servers.pop() else { return Ok(()) };
        let (before, rules) = (case.raw(), case.rules.clone());
        let guest = NamesCase { servers: vec![last], rules: rules.clone() };
        let alone = named(&guest.raw(), &rules)?;
        let old = named(&before, &rules)?;
        let mine = territory(&old, &before, &rules);
        if !mine.is_disjoint(&territory(&alone, &guest.raw(), &rules)) {
            return Ok(());
        }
        let all: Vec<RawName> = before.into_iter().chain(guest.raw()).collect();
        let mut expected = old;
        expected.extend(alone);
        prop_assert_eq!(named(&all, &rules)?, expected);
        Ok(())
    });
}

#[test]
fn the_order_of_servers_and_tools_changes_no_name() {
    law("the_order_of_servers_and_tools_changes_no_name", names_case(), |case| {
        let mut raw = case.raw();
        let names = named(&raw, &case.rules)?;
        raw.reverse();
        prop_assert_eq!(&named(&raw, &case.rules)?, &names);
        let middle = raw.len() / 2;
        raw.rotate_left(middle);
        prop_assert_eq!(&named(&raw, &case.rules)?, &names);
        Ok(())
    });
}

#[test]
fn the_order_of_listings_changes_no_binding() {
    law("the_order_of_listings_changes_no_binding", still(), |file| {
        let (inputs, _) = relaxed(&file)?;
        let rules = inputs.bind_rules();
        let mut listings = inputs.binding.listings();
        let binding = bind(&listings, &rules, &mut BindCache::default());
        listings.reverse();
        prop_assert_eq!(bind(&listings, &rules, &mut BindCache::default()), binding);
        Ok(())
    });
}

#[test]
fn the_order_of_servers_changes_no_trace() {
    law("the_order_of_servers_changes_no_trace", scenario(), |mut file| {
        let hash = trace(&file)?.hash;
        file.start.servers.reverse();
        prop_assert_eq!(trace(&file)?.hash, hash);
        Ok(())
    });
}
