//! The seeds of the fuzz targets, through the same checks as in `fuzz/`, without a fuzzer.

use std::path::Path;

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

#[test]
fn every_seed_passes_its_target() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for (name, run) in targets::TARGETS {
        assert!(fuzz.join("fuzz_targets").join(name).with_extension("rs").exists(), "{name}");
        let mut seeds = 0;
        for entry in std::fs::read_dir(fuzz.join("corpus").join(name)).unwrap() {
            let path = entry.unwrap().path();
            println!("{}", path.display());
            run(&std::fs::read(&path).unwrap());
            seeds += 1;
        }
        assert!(seeds >= 12, "{name} has only {seeds} seeds");
    }
}
