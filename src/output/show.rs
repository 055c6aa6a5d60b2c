//! stub
use std::io::{self, Write};
use crate::lint::Pattern;
use crate::report::changes::{ShownPlan, ShownState};
/// d
#[derive(Clone, Copy, Debug)]
pub struct Filter<'f> { /// a
pub only: &'f [String], /// a
pub addresses: &'f [Pattern], /// a
pub types: &'f [String], /// a
pub modules: &'f [Pattern] }
/// d
#[derive(Clone, Copy, Debug)]
pub enum Detail { /// a
None, /// a
Summary, /// a
Full }
/// d
#[derive(Clone, Copy, Debug)]
pub struct Style { /// a
pub detail: Detail, /// a
pub color: bool }
/// d
pub fn plan(_p: &ShownPlan<'_, '_>, _f: &Filter<'_>, _s: Style, _o: &mut dyn Write) -> io::Result<()> { Ok(()) }
/// d
pub fn state(_p: &ShownState<'_, '_>, _f: &Filter<'_>, _s: Style, _o: &mut dyn Write) -> io::Result<()> { Ok(()) }
