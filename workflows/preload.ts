/**
 * What all workflows of a worker share, loaded before the sandbox freezes its globals: modules of the domain that hold no
 * state, so that a debate need not load its own.
 */
import "../domain/budget/admission.ts";
import "../domain/events/keys.ts";
import "../domain/interpret.ts";
import "../domain/protocols/registry.ts";
import "../domain/state/moves.ts";
import "../domain/state/reduce.ts";

/**
 * The SDK formats a stack for each promise of a workflow, for Temporal's query of stacks: a third of the workflows' CPU. A
 * replay of a history (`tests/replay`) has stacks, since it loads no such file.
 */
Error.stackTraceLimit = 0;
