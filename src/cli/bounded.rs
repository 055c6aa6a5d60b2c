//! Work on many inputs, of which memory holds a bounded number at once.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::order;

/// More than this are never held at once, however many processors there are.
const MOST: usize = 8;

/// How often progress is reported.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// Does the work on each of the items, and gives the results in the order of the items. `tell` gets the number of those
/// that are done, again and again until all are.
///
/// These are threads of their own: rayon's, which share the work inside of one item, would begin another item while
/// they wait, and so might hold them all.
pub(super) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync, tell: impl FnMut(usize)) -> Vec<R> {
    map_on(rayon::current_num_threads(), MOST, items, work, tell)
}

/// The same where there are so many threads, of which `most` may be used.
fn map_on<T: Send, R: Send>(
    threads: usize,
    most: usize,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
    mut tell: impl FnMut(usize),
) -> Vec<R> {
    let threads = items.len().min(threads).min(most);
    let items = Mutex::new(items.into_iter().enumerate());
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                loop {
                    let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((index, item)) = next else {
                        break;
                    };
                    // Whoever receives is there until all is sent.
                    let _ = sender.send((index, work(item)));
                }
            });
        }
        // The last of the others ends with its thread.
        drop(sender);
        let mut done = Vec::new();
        loop {
            match receiver.recv_timeout(TOLD_EVERY) {
                Ok(one) => done.push(one),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            tell(done.len());
        }
        done
    });
    order::sort_by_key(&mut done, |(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_keep_their_order_and_few_are_held() {
        let (held, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut told = Vec::new();
        let results = map_on(
            16,
            3,
            (0..100).collect(),
            |number: u64| {
                most.fetch_max(held.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                // The first are the slowest, so that they come last.
                thread::sleep(Duration::from_micros(20_000 / (number + 1)));
                held.fetch_sub(1, Ordering::SeqCst);
                number * 2
            },
            |done| told.push(done),
        );
        assert_eq!(results, (0..100).map(|number| number * 2).collect::<Vec<_>>());
        let most = most.into_inner();
        assert!(
            (2..=3).contains(&most),
            "several at once, and never more than that: {most}"
        );
        assert!(told.is_sorted() && told.last() == Some(&100), "{told:?}");
        assert!(map(Vec::<u8>::new(), |item| item, |_| ()).is_empty(), "nothing to do");
    }
}
