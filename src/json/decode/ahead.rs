//! Ends of values that stand under one name, found by other threads before the reader comes to them.
//!
//! Where a sound value ends depends on nothing before it, so that an end that was found is right whatever stands around
//! it; and what was not found in time the reader finds itself.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use memchr::memmem::Finder;
use rayon::prelude::*;

use crate::json::read::MAX_DEPTH;
use crate::json::skip;

/// What is looked through at a time, in bytes.
const STRETCH: usize = 1 << 20;

/// How deep the reader may be when it makes use of what was found.
const DEEPEST: usize = 32;

/// A list or an object that was passed over.
struct Passed {
    start: usize,
    end: usize,
    escaped_letter: bool,
}

/// What was found in a text so far.
pub(super) struct Ahead<'a> {
    text: &'a str,
    stretch: usize,
    found: Vec<OnceLock<Vec<Passed>>>,
    /// The first stretch that the reader has not come to; all are behind it when it needs no more.
    unread: AtomicUsize,
}

impl<'a> Ahead<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self::in_stretches(text, STRETCH)
    }

    pub(super) fn in_stretches(text: &'a str, stretch: usize) -> Self {
        Self {
            text,
            stretch,
            found: (0..text.len().div_ceil(stretch)).map(|_| OnceLock::new()).collect(),
            unread: AtomicUsize::new(0),
        }
    }

    /// Looks for values under the name from that stretch on, in those that the reader has not come to.
    pub(super) fn look(&self, name: &str, first: usize) {
        let quoted = format!("\"{name}\"");
        let name = Finder::new(&quoted);
        let stretches = self.found.par_iter().enumerate().skip(first);
        stretches.for_each(|(index, found)| {
            if index >= self.unread.load(Ordering::Relaxed) {
                found.get_or_init(|| self.look_through(index * self.stretch, &name));
            }
        });
    }

    /// The stretch from which on others look, so that they and the reader come to the end together: to read what is
    /// around the values takes three fifths of the time that it takes to pass over them. Where it takes less, the reader
    /// comes to stretches before the others, who leave them to it.
    pub(super) fn share(&self, others: usize) -> usize {
        self.found.len() * 5_usize.saturating_sub(3 * others) / (5 * (1 + others))
    }

    pub(super) fn end(&self) {
        self.come_to(self.found.len());
    }

    fn come_to(&self, stretch: usize) {
        self.unread.store(stretch + 1, Ordering::Relaxed);
    }

    fn behind_space(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let spaces = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        at + spaces.count()
    }

    /// The values whose names begin in the stretch at byte `start`.
    fn look_through(&self, start: usize, name: &Finder<'_>) -> Vec<Passed> {
        let bytes = self.text.as_bytes();
        let stop = bytes.len().min(start + self.stretch);
        // A value that goes on for long might be looked at again in each stretch.
        let mut limit = bytes.len().min(stop + self.stretch);
        while !self.text.is_char_boundary(limit) {
            limit -= 1;
        }
        let text = self.text.get(..limit).unwrap_or_default();
        let mut found = Vec::new();
        let mut at = start;
        while let Some(next) = bytes.get(at..limit).and_then(|rest| name.find(rest)) {
            if at + next >= stop {
                break;
            }
            at += next + name.needle().len();
            let colon = self.behind_space(at);
            if bytes.get(colon) != Some(&b':') {
                continue;
            }
            let start = self.behind_space(colon + 1);
            if !matches!(bytes.get(start), Some(b'{' | b'[')) {
                continue;
            }
            let mut escaped_letter = false;
            let Some(end) = skip::end_of_sound_value(text, start, MAX_DEPTH - DEEPEST, &mut escaped_letter) else {
                break;
            };
            found.push(Passed {
                start,
                end,
                escaped_letter,
            });
            at = end;
        }
        found
    }
}

/// How far a reader is in what was found.
pub(super) struct Cursor<'a> {
    ahead: Arc<Ahead<'a>>,
    stretch: usize,
    next: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(ahead: Arc<Ahead<'a>>) -> Self {
        ahead.come_to(0);
        Self {
            ahead,
            stretch: 0,
            next: 0,
        }
    }

    /// One past the value at byte `start`, and whether a letter in it may be escaped, for a reader that is so deep in
    /// the text and never goes back.
    #[inline]
    pub(super) fn end_of(&mut self, start: usize, depth: usize) -> Option<(usize, bool)> {
        let stretch = start / self.ahead.stretch;
        if stretch != self.stretch {
            (self.stretch, self.next) = (stretch, 0);
            self.ahead.come_to(stretch);
        }
        let found = self.ahead.found.get(stretch)?.get()?;
        while found.get(self.next)?.start < start {
            self.next += 1;
        }
        let passed = found
            .get(self.next)
            .filter(|passed| passed.start == start && depth <= DEEPEST)?;
        Some((passed.end, passed.escaped_letter))
    }
}
