//! Runs the built program as a user does: with arguments, standard input and an environment that the test says.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// One run of `planlint` to be.
pub(crate) struct Program {
    arguments: Vec<OsString>,
    stdin: Option<Vec<u8>>,
    environment: Vec<(String, String)>,
    folder: Option<PathBuf>,
    /// What a shell does before it becomes the program.
    before: String,
}

/// `planlint` with these arguments, nothing on standard input, in an environment without variables.
pub(crate) fn planlint<I, A>(arguments: I) -> Program
where
    I: IntoIterator<Item = A>,
    A: AsRef<OsStr>,
{
    Program {
        arguments: arguments
            .into_iter()
            .map(|argument| argument.as_ref().to_owned())
            .collect(),
        stdin: None,
        environment: Vec::new(),
        folder: None,
        before: String::new(),
    }
}

impl Program {
    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(self, arguments: impl IntoIterator<Item = A>) -> Self {
        arguments.into_iter().fold(self, Self::arg)
    }

    pub(crate) fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Some(bytes.into());
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn folder(mut self, folder: &Path) -> Self {
        self.folder = Some(folder.to_owned());
        self
    }

    /// The system ends it where it takes more addresses of memory, in KB, or more seconds of processors.
    pub(crate) fn within(mut self, kilobytes: u32, seconds: u32) -> Self {
        self.before = format!("ulimit -v {kilobytes} && ulimit -t {seconds}");
        self
    }

    /// No byte can be written to any file.
    pub(crate) fn without_room(mut self) -> Self {
        self.before = "trap '' XFSZ && ulimit -f 0".into();
        self
    }

    /// The command, for tests that need another end of its pipes.
    pub(crate) fn command(&self) -> Command {
        let program = env!("CARGO_BIN_EXE_planlint");
        let mut command = if self.before.is_empty() {
            Command::new(program)
        } else {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", &format!("{} && exec \"$0\" \"$@\"", self.before), program]);
            shell
        };
        command.args(&self.arguments).env_clear();
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    pub(crate) fn run(self) -> Run {
        let mut child = self
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut pipe = child.stdin.take().expect("standard input is a pipe");
        let bytes = self.stdin.unwrap_or_default();
        let writer = std::thread::spawn(move || {
            // A program that stops reading, because the first bytes told it enough, is no failure.
            let _ = pipe.write_all(&bytes);
        });
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        Run::new(self.arguments, output)
    }
}

/// What came of a run.
pub(crate) struct Run {
    arguments: Vec<OsString>,
    /// `None` when a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    fn new(arguments: Vec<OsString>, output: Output) -> Self {
        Self {
            arguments,
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        }
    }

    /// Checks the exit status.
    pub(crate) fn exits(self, code: i32, why: &str) -> Self {
        assert_eq!(self.code, Some(code), "{why}\n{}", self.shown());
        self
    }

    /// Checks that a text stands on standard output.
    pub(crate) fn says(self, words: &str, why: &str) -> Self {
        assert!(
            self.stdout.contains(words),
            "{why}: standard output lacks {words:?}\n{}",
            self.shown()
        );
        self
    }

    /// Checks that a text stands on standard error.
    pub(crate) fn tells(self, words: &str, why: &str) -> Self {
        assert!(
            self.stderr.contains(words),
            "{why}: standard error lacks {words:?}\n{}",
            self.shown()
        );
        self
    }

    /// Checks that a text stands nowhere.
    pub(crate) fn hides(self, words: &str, why: &str) -> Self {
        assert!(
            !self.stdout.contains(words) && !self.stderr.contains(words),
            "{why}: {words:?} was printed\n{}",
            self.shown()
        );
        self
    }

    /// The report of a run with `--format json`.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}\n{}", self.shown()))
    }

    /// Standard output and standard error for a snapshot: without this machine's paths and this release's number.
    pub(crate) fn redacted(&self, folder: &Path) -> String {
        let shown = format!("{}\n--- standard error\n{}", self.stdout, self.stderr);
        shown
            .replace(&format!("{}/", folder.display()), "")
            .replace(env!("CARGO_PKG_VERSION"), "[version]")
    }

    pub(crate) fn shown(&self) -> String {
        let head = |text: &str| text.chars().take(4000).collect::<String>();
        format!(
            "planlint {:?}\nexit {:?}\n--- standard output\n{}\n--- standard error\n{}",
            self.arguments,
            self.code,
            head(&self.stdout),
            head(&self.stderr)
        )
    }
}
