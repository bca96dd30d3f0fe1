//! `parlor ugi`: the engine on stdin and stdout, for match programs.

pub(super) fn run() -> anyhow::Result<()> {
    Ok(engine::ugi::run(std::io::stdin().lock(), std::io::stdout())?)
}
