//! Takes connections, so many at a time, from peers who say soon what they want and read what they are told.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::limits::{HEADERS_WITHIN, MAX_CONNECTIONS, READ_WITHIN};

/// After the system has refused a connection, for example for lack of file descriptors, the next is awaited this long.
const RECOVERY: Duration = Duration::from_millis(100);

/// Answers requests forever.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection to the boards is refused");
                tokio::time::sleep(RECOVERY).await;
                continue;
            }
        };
        let router = router.clone();
        tokio::spawn(async move {
            answer(stream, router).await;
            drop(permit);
        });
    }
}

/// Answers the requests of one connection.
async fn answer(stream: TcpStream, router: Router) {
    // Otherwise an event waits up to 40 ms until the one before it is acknowledged, as Nagle's algorithm has it.
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READ_WITHIN));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN);
    let answering = http.serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    if let Err(error) = answering.await {
        tracing::debug!(%error, "a connection to the boards has ended");
    }
}
