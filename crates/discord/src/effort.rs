//! What keeps a core busy for a while, like an animation: it's done beside everything else, and only a few at a time.

use std::sync::{Arc, LazyLock};

use tokio::sync::Semaphore;

use super::errors::CommandError;

/// Room on half of the cores; whoever finds none waits for their turn.
static ROOM: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(rooms())));

fn rooms() -> usize {
    std::thread::available_parallelism().map_or(1, |it| it.get().div_ceil(2))
}

/// Does something that takes a core a while.
pub(super) async fn at_length<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, CommandError> {
    // Nobody closes it.
    let room = Arc::clone(&ROOM).acquire_owned().await.map_err(|_| CommandError::Panicked)?;
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        // Even if nobody waits for it anymore, it has taken the core until now.
        drop(room);
        done
    });
    done.await.map_err(|_| CommandError::Panicked)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use futures::future::join_all;

    use super::*;

    #[tokio::test]
    async fn only_a_few_are_done_at_a_time_and_one_that_panics_keeps_no_room() {
        static BUSY: AtomicUsize = AtomicUsize::new(0);
        let work = |number: usize| {
            at_length(move || {
                let busy = BUSY.fetch_add(1, Ordering::SeqCst) + 1;
                std::thread::sleep(Duration::from_millis(20));
                BUSY.fetch_sub(1, Ordering::SeqCst);
                assert!(number != 0, "a test wants a panic here");
                busy
            })
        };
        let busy = join_all((0..4 * rooms() + 1).map(work)).await;
        assert!(busy[0].is_err(), "the first one has panicked");
        assert!(busy[1..].iter().all(|it| it.as_ref().is_ok_and(|it| *it <= rooms())), "{busy:?}");
    }
}
