//! Events, with the number of their kind. Names of servers and environments are any of the pool: the
//! repair of a scenario turns unknown ones into known ones.

use proptest::collection::vec;
use proptest::prelude::*;

use super::swarm::kinds;
use super::{names, servers, settings};
use crate::scenario::file::{EventFile, ListChangedFile};
use crate::scenario::setting::SettingFile;

/// An event before its settings are thinned out.
#[derive(Clone, Debug)]
pub enum RawEvent {
    /// Settings change; each with the number of its kind.
    Set(Vec<(usize, SettingFile)>),
    /// Anything else.
    Other(Box<EventFile>),
}

/// An event and the number of its kind.
pub fn event() -> BoxedStrategy<(usize, RawEvent)> {
    use EventFile as E;
    let named: [fn(String) -> E; 6] = [
        E::Disconnected,
        E::Reconnected,
        E::ServerRemoved,
        E::ServerReady,
        E::ServerFailed,
        E::NewCredentials,
    ];
    let list = (names::server(), servers::tools(), any::<bool>()).prop_map(
        |(server, tools, unnoticed)| {
            E::ListChanged(ListChangedFile { server, tools, tools_from: None, unnoticed })
        },
    );
    let mut others: Vec<BoxedStrategy<E>> = vec![
        Just(E::RuntimeStale).boxed(),
        Just(E::CodeModeHostLost).boxed(),
        list.boxed(),
        servers::server().prop_map(E::ServerConfigured).boxed(),
        names::environment().prop_map(E::EnvironmentReady).boxed(),
        names::environment().prop_map(E::EnvironmentLost).boxed(),
    ];
    others.extend(named.map(|event| names::server().prop_map(event).boxed()));
    let mut all = vec![(4, vec(settings::setting(), 1..4).prop_map(RawEvent::Set).boxed())];
    let other = |event: BoxedStrategy<E>| event.prop_map(|e| RawEvent::Other(Box::new(e))).boxed();
    all.extend(others.into_iter().map(|event| (1, other(event))));
    kinds(all)
}
