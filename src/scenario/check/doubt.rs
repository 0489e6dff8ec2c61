//! What a scenario may have lost to faults, so that checks of one part against another do not
//! report the consequences.

use crate::scenario::place::Tree;
use crate::scenario::syntax::{Group, Kind, Node, Parts};

/// Parts that may be incomplete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::scenario) struct Doubt {
    /// Servers and their tools.
    pub servers: bool,
    /// Settings, and with them environments, extensions and client tools.
    pub settings: bool,
    /// The number of samples, or of calls in a sample.
    pub steps: bool,
}

/// Where a node stands.
#[derive(Clone, Copy, Default)]
struct Owner<'t> {
    /// Innermost field or variant.
    name: &'t str,
    in_servers: bool,
    in_settings: bool,
    in_script: bool,
}

impl Doubt {
    /// Looks for what was left out of `tree`, whose text is `source`.
    pub fn of(tree: &Tree, source: &str) -> Self {
        let mut doubt = Doubt::default();
        let mut open: Vec<(&Node, Owner<'_>)> = vec![(&tree.root, Owner::default())];
        while let Some((node, owner)) = open.pop() {
            if tree.spoiled.has(node) {
                doubt.lost(node, owner, source);
                continue;
            }
            match &node.kind {
                Kind::List(items) => open.extend(items.iter().map(|item| (item, owner))),
                Kind::Group(Group { damaged: true, .. }) => return Doubt::everything(),
                Kind::Group(Group { name, parts, .. }) => {
                    let owner = owner.inside(name.as_ref().map_or("", |name| &name.text));
                    match parts {
                        Parts::Plain(items) => open.extend(items.iter().map(|item| (item, owner))),
                        Parts::Named(fields) => open.extend(
                            fields
                                .iter()
                                .map(|field| (&field.value, owner.inside(&field.name.text))),
                        ),
                    }
                }
                _ => {}
            }
        }
        doubt
    }

    /// May anything at all be missing?
    pub fn is_total(self) -> bool {
        self == Doubt::everything()
    }

    fn everything() -> Self {
        Self { servers: true, settings: true, steps: true }
    }

    /// A part is lost: what could have stood in it?
    fn lost(&mut self, node: &Node, owner: Owner<'_>, source: &str) {
        let text = source.get(node.span.clone()).unwrap_or_default();
        let outside = !owner.in_servers && !owner.in_settings && !owner.in_script;
        let holds_more = outside && matches!(node.kind, Kind::List(_) | Kind::Group(_) | Kind::Map);
        if node.kind == Kind::Bad && outside || holds_more && text.contains("name") {
            *self = Doubt::everything();
            return;
        }
        let holds = |word: &str| text.contains(word);
        self.servers |= owner.in_servers || holds("ServerConfigured") || holds("ListChanged");
        self.settings |= owner.in_settings || holds("Set(") || holds("set:");
        self.steps |= matches!(owner.name, "script" | "calls") || holds("calls");
    }
}

impl<'t> Owner<'t> {
    fn inside(self, name: &'t str) -> Self {
        if name.is_empty() || name == "Some" {
            return self;
        }
        Self {
            name,
            in_servers: self.in_servers
                || matches!(name, "servers" | "ServerConfigured" | "ListChanged"),
            in_settings: self.in_settings || matches!(name, "set" | "Set"),
            in_script: self.in_script || matches!(name, "script" | "events" | "expect"),
        }
    }
}
