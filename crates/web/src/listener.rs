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
            answer(stream, router, READ_WITHIN).await;
            drop(permit);
        });
    }
}

/// Answers the requests of one connection, until its peer has read nothing for so long.
async fn answer(stream: TcpStream, router: Router, read_within: Duration) {
    // Otherwise an event waits up to 40 ms until the one before it is acknowledged, as Nagle's algorithm has it.
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(read_within));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN);
    let answering = http.serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    if let Err(error) = answering.await {
        tracing::debug!(%error, "a connection to the boards has ended");
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::io::{Read as _, Write as _};
    use std::time::Instant;

    use axum::body::{Body, Bytes};
    use axum::routing::get;
    use futures::stream;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_never_reads_is_dropped_and_keeps_nobody_waiting() {
        let read_within = Duration::from_millis(500);
        let events = || Body::from_stream(stream::repeat(Ok::<_, Infallible>(Bytes::from_static(&[b'.'; 4096]))));
        let router =
            Router::new().route("/events", get(async move || events())).route("/state", get(async || "the state"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let ask = async |path: &str| {
            let mut client = std::net::TcpStream::connect(address).unwrap();
            write!(client, "GET {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n").unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            (client, tokio::spawn(answer(stream, router.clone(), read_within)))
        };

        let begun = Instant::now();
        let (_never_read, unheard) = ask("/events").await;
        let (mut other, _) = ask("/state").await;
        let mut told = String::new();
        other.read_to_string(&mut told).unwrap();
        assert!(told.ends_with("the state"), "{told}");
        tokio::time::timeout(Duration::from_secs(20), unheard).await.expect("it is dropped").unwrap();
        assert!(begun.elapsed() >= read_within, "it is given its time");
    }
}
