//! The beginning of the comment, which is never dropped: the verdict, the sums, where the gate stops. Its length has a
//! limit, since it holds numbers and words of ours alone.

use super::escape::code;
use crate::output::sums::{self, NOTHING, Sums, replacements, without_sums};
use crate::output::verdict;
use crate::output::{Style, notes};
use crate::report::{Input, PlanInput, Report, Subject, Verdict};
use crate::words::plural;

/// Names of rules are short; one from elsewhere that is not must not grow the head.
const LONGEST_RULE: usize = 60;

/// An address or a name of a plan that is longer is left out.
const LONGEST_NAME: usize = 120;

pub(super) fn write(report: &Report, style: &Style) -> String {
    let verdict = report.verdict();
    let icon = match verdict {
        Verdict::Pass if verdict::lets_errors_pass(report) => "⚠️",
        Verdict::Pass => "✅",
        Verdict::Fail => "❌",
        Verdict::Error => "⛔",
    };
    let mut title = vec![format!("### {icon} planlint: {}", verdict::word(verdict))];
    title.extend(verdict::not_judged(report));
    let counts = verdict::counts(report);
    if !counts.is_empty() {
        title.push(counts.join(", "));
    }
    let mut lines = vec![title.join(" · "), String::new()];
    let (sentence, mut more) = totals(report);
    more.extend(notes::quiet_words(notes::quiet(report.plans(), style)));
    lines.push(sentence);
    if let [input] = &report.inputs[..]
        && let Some(words) = input.plan().and_then(sums::caveat)
    {
        lines.extend([String::new(), words.to_owned()]);
    }
    if !more.is_empty() {
        lines.push(String::new());
        lines.push(more.join(" · "));
    }
    if let Some(words) = notes::left_out(report.plans(), style) {
        lines.extend([String::new(), words]);
    }
    if let Some(finding) = verdict::deciding(report).filter(|finding| finding.rule.len() <= LONGEST_RULE) {
        lines.push(String::new());
        // What has no limit elsewhere has one here, since the head is never dropped.
        let short = |text: &str| (text.len() <= LONGEST_NAME).then(|| code(text));
        let about = finding.address.as_deref().and_then(short);
        let about = about.map(|address| format!(" on {address}")).unwrap_or_default();
        let input = finding.input.and_then(|index| report.inputs.get(index));
        let input = input
            .filter(|_| report.inputs.len() > 1)
            .and_then(|input| short(&input.name));
        let of = input.map(|name| format!(" in {name}")).unwrap_or_default();
        lines.push(format!(
            "{}; decided by {}{about}{of}",
            verdict::stops(report),
            code(&finding.rule)
        ));
    }
    if verdict::lets_errors_pass(report) {
        lines.extend([String::new(), verdict::stops(report)]);
    }
    lines.join("\n") + "\n"
}

/// The engine's sentence, or one like it over several plans; and beside it what the sentence does not say.
fn totals(report: &Report) -> (String, Vec<String>) {
    let sums = Sums::of(report);
    let mut more = sums.of_unrecognized();
    match &report.inputs[..] {
        [
            Input {
                subject: Subject::Plan(plan),
                ..
            },
        ] => more.extend(replacements(plan)),
        _ if sums.replace > 0 => more.push(format!("{} replaced", sums.replace)),
        _ => {}
    }
    let mut count = |count: usize, words: &str| {
        if count > 0 {
            more.push(format!("{count} {words}"));
        }
    };
    let sentence = match &report.inputs[..] {
        [] => "Nothing was judged.".to_owned(),
        [input] => match &input.subject {
            Subject::Plan(plan) => {
                if !plan.plan_line.as_ref().is_some_and(|line| line.contains("to forget")) {
                    count(sums.forget, "forgotten");
                }
                count(sums.moves, "moved");
                count(plan.totals.no_op, "unchanged");
                count(plan.totals.drift, "drifted");
                one_plan(plan)
            }
            Subject::State(state) => {
                count(state.tainted.len(), "tainted");
                count(state.deposed.len(), "deposed");
                format!("A {}.", state.sentence())
            }
            Subject::Module(module) => format!("A {}.", module.sentence()),
        },
        inputs => {
            count(sums.forget, "forgotten");
            count(sums.moves, "moved");
            count(sums.unchanged, "without changes");
            let modules = inputs
                .iter()
                .filter(|input| matches!(input.subject, Subject::Module(_)));
            let modules = modules.count();
            if modules == inputs.len() {
                return (format!("{}.", plural(modules, "module")), more);
            }
            let states = inputs.len() - sums.plans - modules;
            if states == inputs.len() {
                return (format!("{}.", plural(states, "state")), more);
            }
            if states > 0 {
                count(states, if states == 1 { "state" } else { "states" });
            }
            several_plans(&sums)
        }
    };
    more.extend(sums::of_outputs(sums.outputs, sums.unlisted_outputs));
    (sentence, more)
}

fn one_plan(plan: &PlanInput) -> String {
    let Some(sentence) = &plan.plan_line else {
        let words = without_sums(plan).unwrap_or(NOTHING);
        return match plan.errored {
            Some(true) => format!("**{words}**"),
            _ => words.to_owned(),
        };
    };
    let destroys = format!("{} to destroy", plan.totals.destroy);
    match plan.totals.destroy {
        0 => sentence.clone(),
        _ => sentence.replace(&destroys, &format!("**{destroys}**")),
    }
}

fn several_plans(sums: &Sums) -> String {
    let imports = match sums.import {
        0 => String::new(),
        count => format!("{count} to import, "),
    };
    let destroys = match sums.destroy {
        0 => "0 to destroy".to_owned(),
        count => format!("**{count} to destroy**"),
    };
    format!(
        "{}: {imports}{} to add, {} to change, {destroys}.",
        plural(sums.plans, "plan"),
        sums.add,
        sums.change
    )
}
