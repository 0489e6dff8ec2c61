//! [`Place`]: the way from a part of the decoded scenario back to its bytes.

use std::ops::Range;

use super::decode::Spoiled;
use super::problem::{Fault, Faults};
use super::syntax::{Group, Kind, Node, Parts};

/// A tree and what of it did not make it into the scenario.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    pub root: Node,
    pub spoiled: Spoiled,
}

impl Tree {
    /// The place of the whole scenario.
    pub fn place(&self) -> Place<'_> {
        Place {
            spoiled: &self.spoiled,
            node: Some(&self.root),
            near: self.root.span.clone(),
            silent: self.spoiled.has(&self.root),
            made: false,
        }
    }

    /// The place of a path such as `script[3].Sample.calls[0].call.name`. A part that is not written
    /// down has the place of what it would stand in.
    pub fn find(&self, path: &str) -> Place<'_> {
        let mut place = self.place();
        for segment in path.split(['.', '[']).filter(|segment| !segment.is_empty()) {
            let index = segment.strip_suffix(']').and_then(|index| index.parse::<usize>().ok());
            place = match index {
                Some(index) => place.item(index),
                None if place.variant() == Some(segment) => place.content(),
                None => place.field(segment),
            };
        }
        place
    }
}

/// Where a part of the scenario is written down, or would be.
#[derive(Clone, Debug)]
pub(super) struct Place<'t> {
    spoiled: &'t Spoiled,
    node: Option<&'t Node>,
    near: Range<usize>,
    /// What is here is a problem already, or the consequence of one.
    silent: bool,
    /// The scenario was made by a program: no part of it is text.
    made: bool,
}

impl<'t> Place<'t> {
    /// The place of everything in a scenario that was never text.
    pub fn nowhere(spoiled: &'t Spoiled) -> Place<'t> {
        Place { spoiled, node: None, near: 0..0, silent: false, made: true }
    }

    /// Bytes of this part, or of the smallest part around it that is written down.
    pub fn span(&self) -> Range<usize> {
        self.near.clone()
    }

    /// Is this part written down at all? A program writes down everything.
    pub fn is_written(&self) -> bool {
        self.made || self.node.is_some()
    }

    /// A named field.
    pub fn field(&self, name: &str) -> Place<'t> {
        let fields = match self.parts() {
            Some(Parts::Named(fields)) => fields.as_slice(),
            _ => &[],
        };
        let field = fields.iter().find(|field| field.name.text == name);
        self.inner(field.map(|field| &field.value))
    }

    /// An item of a list, or a value of a tuple, counted without those that were left out.
    pub fn item(&self, index: usize) -> Place<'t> {
        self.items().nth(index).unwrap_or_else(|| self.inner(None))
    }

    fn items(&self) -> impl Iterator<Item = Place<'t>> + use<'t> {
        let here = self.clone();
        let items = match (self.node.map(|node| &node.kind), self.parts()) {
            (Some(Kind::List(items)), _) | (_, Some(Parts::Plain(items))) => items.as_slice(),
            _ => &[],
        };
        let spoiled = self.spoiled;
        let items = items.iter().filter(move |item| !spoiled.has(item));
        items.map(move |item| here.inner(Some(item)))
    }

    /// Every part of a decoded list with its place.
    pub fn each<'f, T>(
        &self,
        list: &'f [T],
    ) -> impl Iterator<Item = (&'f T, Place<'t>)> + use<'f, 't, T> {
        let here = self.clone();
        // As many places as parts, whatever the tree says: no part may get lost.
        let places = self.items().chain(std::iter::repeat_with(move || here.inner(None)));
        list.iter().zip(places)
    }

    /// What stands in the parentheses of a variant: its only value, or its fields.
    pub fn content(&self) -> Place<'t> {
        match self.parts() {
            Some(Parts::Plain(items)) if items.len() == 1 => self.inner(items.first()),
            _ => self.clone(),
        }
    }

    fn variant(&self) -> Option<&'t str> {
        match self.node.map(|node| &node.kind) {
            Some(Kind::Group(Group { name: Some(name), .. })) => Some(&name.text),
            _ => None,
        }
    }

    fn parts(&self) -> Option<&'t Parts> {
        match self.node.map(|node| &node.kind) {
            Some(Kind::Group(group)) => Some(&group.parts),
            _ => None,
        }
    }

    fn inner(&self, node: Option<&'t Node>) -> Place<'t> {
        let node = node.map(settled);
        Place {
            spoiled: self.spoiled,
            node,
            near: node.map_or_else(|| self.near.clone(), |node| node.span.clone()),
            silent: self.silent || node.is_some_and(|node| self.spoiled.has(node)),
            made: self.made,
        }
    }

    /// Reports an error here, unless what is here is a problem already.
    pub fn error(
        &self,
        faults: &mut Faults,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) {
        self.report(faults, Fault::error(self.span(), message).expected(expected));
    }

    /// Reports a fault here, unless what is here is a problem already.
    pub fn report(&self, faults: &mut Faults, fault: Fault) {
        if !self.silent {
            faults.push(fault);
        }
    }
}

/// The value inside of `Some(…)`.
fn settled(node: &Node) -> &Node {
    match &node.kind {
        Kind::Group(Group { name: Some(name), parts: Parts::Plain(items), .. })
            if name.text == "Some" && items.len() == 1 =>
        {
            &items[0]
        }
        _ => node,
    }
}
