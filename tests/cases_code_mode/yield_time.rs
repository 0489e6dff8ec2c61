//! V: how long a call really waits.

use freezeframe::code_mode::yield_time::{
    DEFAULT_EXEC_YIELD_MS, DEFAULT_WAIT_YIELD_MS, yield_timeout,
};

#[test]
fn v_01_to_v_07_requests_get_grace_and_meet_the_limit() {
    let rows = [
        ("V-01", None, 0, 0),
        ("V-02", None, 9_999, 9_999),
        ("V-03", None, 10_000, 11_000),
        ("V-04", None, 30_000, 31_000),
        ("V-05", Some(0), 10_000, 0),
        ("V-06", Some(10_000), 10_000, 10_000),
        ("V-07", Some(12_000), 10_000, 11_000),
        ("default exec", None, DEFAULT_EXEC_YIELD_MS, 31_000),
        ("default wait", None, DEFAULT_WAIT_YIELD_MS, 11_000),
        ("no overflow", None, u64::MAX, u64::MAX),
    ];
    for (id, limit, requested, expected) in rows {
        assert_eq!(yield_timeout(requested, limit).0, expected, "{id}");
    }
}
