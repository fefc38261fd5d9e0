/**
 * What the workflows of one worker share: pure modules of the domain, which hold no state. They are loaded once for each
 * worker instead of once for each debate, and before the sandbox freezes its globals.
 */
import "../domain/interpret.ts";
import "../domain/protocols/registry.ts";
import "../domain/state/reduce.ts";
import "../domain/state/moves.ts";
import "../domain/budget/admission.ts";
import "../domain/events/keys.ts";

Error.stackTraceLimit = 0;
