//! [`EngineKind`]: the engines of this build, by name.

use std::path::PathBuf;
use std::sync::Arc;

use super::children::{HostOptions, MARGIN, Notice};
use super::confine::MEMORY_BYTES;
use super::engine::HostEngine;
use super::process::{HANDSHAKE, Program};
use crate::code_mode::engine::CellEngine;
use crate::code_mode::engine::state::Tap;

/// The hidden command of the program that makes it a child.
pub const COMMAND: &str = "cell-host";

/// An engine that a build may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// `boa_engine`, in Rust.
    Boa,
    /// V8.
    V8,
}

impl EngineKind {
    /// All of them, the preferred one first.
    pub const ALL: [EngineKind; 2] = [EngineKind::Boa, EngineKind::V8];

    /// Its name, which is also the feature that builds it in.
    pub fn label(self) -> &'static str {
        match self {
            Self::Boa => "boa",
            Self::V8 => "v8",
        }
    }

    /// Is it in this build?
    pub fn is_built(self) -> bool {
        match self {
            Self::Boa => cfg!(feature = "boa"),
            Self::V8 => cfg!(feature = "v8"),
        }
    }

    /// The one that is used when nobody chooses; none in a build without engines.
    pub fn preferred() -> Option<EngineKind> {
        Self::ALL.into_iter().find(|kind| kind.is_built())
    }

    /// The engine itself, in this process; none if it is not in this build.
    pub fn engine(self, tap: Option<Tap>) -> Option<Arc<dyn CellEngine>> {
        match self {
            #[cfg(feature = "boa")]
            Self::Boa => Some(Arc::new(match tap {
                Some(tap) => crate::code_mode::boa::BoaEngine::with_tap(tap),
                None => crate::code_mode::boa::BoaEngine::new(),
            })),
            #[cfg(feature = "v8")]
            Self::V8 => Some(Arc::new(crate::code_mode::v8::V8Engine { tap })),
            #[cfg(not(all(feature = "boa", feature = "v8")))]
            _ => {
                let _ = tap;
                None
            }
        }
    }

    /// Address space that a child running it may have; none where the engine bounds its own heap.
    pub fn memory_bytes(self) -> Option<u64> {
        match self {
            Self::Boa => Some(MEMORY_BYTES),
            Self::V8 => None,
        }
    }

    /// The engine behind a boundary: in children of `program`, which offers [`COMMAND`]. Where none
    /// can be started, cells run in this process and `notice` is told. None if the engine is not in
    /// this build.
    pub fn hosted(self, program: PathBuf, notice: Notice) -> Option<Arc<dyn CellEngine>> {
        let fallback = Some(self.engine(None)?);
        let arguments = [COMMAND, "--engine", self.label()].map(str::to_owned).to_vec();
        let program =
            Program { path: program, arguments, engine: self.label(), handshake: HANDSHAKE };
        Some(Arc::new(HostEngine::new(HostOptions { program, margin: MARGIN, fallback, notice })))
    }
}
