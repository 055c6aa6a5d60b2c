//! A gate with one rule by regorus: `regorus-gate POLICY PLAN` prints what is denied, and ends with 1 when something
//! is.

use std::error::Error;
use std::process::ExitCode;

use regorus::{Engine, Value};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (policy, plan) = (arguments.next().ok_or("which policy?")?, arguments.next().ok_or("which plan?")?);
    let mut engine = Engine::new();
    engine.add_policy_from_file(policy)?;
    engine.set_input(Value::from_json_file(plan)?);
    let denied = engine.eval_rule("data.main.deny".to_owned())?;
    println!("{denied}");
    let nothing = denied.as_set().is_ok_and(|denied| denied.is_empty());
    Ok(if nothing { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
