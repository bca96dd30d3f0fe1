//! The program: its command line, logs, pages, and walls.

mod chaos;
mod command_line;
mod docs;
mod doctor;
mod operating;
mod pictures;
mod plain_errors;
mod walls;
