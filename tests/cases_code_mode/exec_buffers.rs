//! U: numbers of unified exec. How long a call watches, what is kept of its output, who has to go.

use freezeframe::code_mode::unified_exec::buffer::HeadTail;
use freezeframe::code_mode::unified_exec::evict::{Candidate, choose_victim};
use freezeframe::code_mode::unified_exec::yields::{
    MAX_READ_YIELD_MS, exec_yield_ms, write_yield_ms,
};
use freezeframe::code_mode::unified_exec::{ExecCommandArgs, WriteStdinArgs};

fn exec(more: &str) -> u64 {
    let args = ExecCommandArgs::parse(&format!(r#"{{"cmd":"x"{more}}}"#)).expect("good arguments");
    exec_yield_ms(args.yield_time_ms)
}

fn write(more: &str, max_read_ms: u64) -> u64 {
    let text = format!(r#"{{"session_id":1000{more}}}"#);
    let args = WriteStdinArgs::parse(&text).expect("good arguments");
    write_yield_ms(args.yield_time_ms, !args.chars.is_empty(), max_read_ms)
}

#[test]
fn u_01_to_u_08_yield_times() {
    let rows = [
        ("U-01", exec(""), 10_000),
        ("U-02", exec(r#","yield_time_ms":0"#), 250),
        ("U-03", exec(r#","yield_time_ms":5000"#), 5_000),
        ("U-04", exec(r#","yield_time_ms":60000"#), 30_000),
        ("U-05", write("", MAX_READ_YIELD_MS), 5_000),
        ("U-06", write(r#","yield_time_ms":100000"#, MAX_READ_YIELD_MS), 100_000),
        ("U-07", write(r#","chars":"x""#, MAX_READ_YIELD_MS), 250),
        ("U-08", write(r#","chars":"x","yield_time_ms":60000"#, MAX_READ_YIELD_MS), 30_000),
        ("longest read", write(r#","yield_time_ms":900000"#, MAX_READ_YIELD_MS), 300_000),
        ("bound below the floor", write(r#","yield_time_ms":9000"#, 10), 5_000),
    ];
    for (id, effective, expected) in rows {
        assert_eq!(effective, expected, "{id}");
    }
}

/// Id, capacity, pieces, first bytes, newest bytes, omitted bytes.
type Row<'a> = (&'a str, usize, &'a [&'a str], &'a str, &'a str, u64);

#[test]
fn u_09_to_u_12_head_and_tail() {
    let rows: [Row; 6] = [
        ("U-09", 10, &["0123456789"], "01234", "56789", 0),
        ("U-10", 10, &["0123456789", "ab"], "01234", "789ab", 2),
        ("U-11", 10, &["01", "234", "567", "89", "a"], "01234", "6789a", 1),
        ("U-12", 1, &["abc"], "", "c", 2),
        ("nothing fits", 0, &["abc"], "", "", 3),
        ("a long chunk", 4, &["ab", "cd", "efghij"], "ab", "ij", 6),
    ];
    for (id, capacity, chunks, head, tail, omitted) in rows {
        let mut buffer = HeadTail::new(capacity);
        for chunk in chunks {
            buffer.push(chunk.as_bytes());
        }
        let expected = (head.as_bytes(), tail.as_bytes().to_vec(), omitted);
        assert_eq!(buffer.parts(), expected, "{id}");
        let taken = buffer.take();
        let text = match omitted {
            0 => format!("{head}{tail}"),
            n => format!("{head}\n... {n} bytes omitted ...\n{tail}"),
        };
        assert_eq!((taken.text, taken.omitted), (text, omitted), "{id}");
        assert_eq!(taken.bytes, chunks.concat().len() as u64, "{id}");
        assert_eq!(buffer.take().bytes, 0, "{id}");
    }
}

/// Ids 1 to `count` by age, oldest first.
fn victim(count: i32, exited: &[i32], locked: &[i32]) -> Option<i32> {
    let candidate = |id: i32| Candidate {
        id,
        last_used: id as u64,
        exited: exited.contains(&id),
        locked: locked.contains(&id),
    };
    choose_victim(&(1..=count).map(candidate).collect::<Vec<_>>())
}

#[test]
fn u_13_to_u_15_who_goes() {
    let rows = [
        ("U-13", victim(10, &[2], &[]), Some(2)),
        ("U-14", victim(10, &[], &[]), Some(1)),
        ("U-15", victim(10, &[3, 10], &[]), Some(1)),
        ("the oldest of two", victim(12, &[2, 4], &[]), Some(2)),
        ("a locked one is skipped", victim(10, &[], &[1]), Some(2)),
        ("none lives for a busy dead one", victim(10, &[2], &[2]), None),
        ("another dead one", victim(12, &[2, 3], &[2]), Some(3)),
        ("all protected", victim(8, &[1], &[]), None),
        ("nobody", victim(0, &[], &[]), None),
    ];
    for (id, chosen, expected) in rows {
        assert_eq!(chosen, expected, "{id}");
    }
}
