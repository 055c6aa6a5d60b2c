//! The threads that share the work.

use rayon::ThreadPoolBuilder;

/// Starts them. Those that are there already stay as they are.
pub(super) fn start() {
    let _ = ThreadPoolBuilder::new().start_handler(|_| make_room()).build_global();
}

/// Makes the heap of a thread so large that most plans need no more; none of it is memory before something is put there.
///
/// Left alone, glibc makes it larger by one page at a time, with a call to the system for each: a quarter of the time
/// that a small plan takes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn make_room() {
    /// In bytes. A buffer that grows leaves as much behind in the heap, and of more than 32 MiB glibc learns nothing.
    const ROOM: usize = 8 << 20;
    // The first does not lie in the heap. That it is given back tells glibc to put the like of it there and to keep it.
    for _ in 0..2 {
        drop(std::hint::black_box(Vec::<u8>::with_capacity(ROOM)));
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const fn make_room() {}
