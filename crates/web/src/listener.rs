//! Connections whose peers read what they are sent.

use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

/// A connection is closed if its peer hasn't read anything for so long of what it is sent.
const READ_WITHIN: Duration = Duration::from_secs(30);

/// Listens, and gives up connections that are not read from.
pub(crate) struct Patient(pub TcpListener);

impl Listener for Patient {
    type Io = Pin<Box<TimeoutStream<TcpStream>>>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Otherwise an event waits up to 40 ms until the one before it is acknowledged, as Nagle's algorithm has it.
        drop(stream.set_nodelay(true));
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(READ_WITHIN));
        (Box::pin(stream), address)
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }
}
