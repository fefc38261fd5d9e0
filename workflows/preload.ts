/**
 * What all workflows of a worker share, loaded before the sandbox freezes its globals: modules of the domain that hold no
 * state, so that a debate need not load its own.
 */
export { admit } from "../domain/play/admission.play.ts";
export { identityKey } from "../domain/play/events/keys.events.ts";
export { interpret } from "../domain/play/interpret.ts";
export { transition } from "../domain/play/state/moves.ts";
export { reduce } from "../domain/play/state/reduce.ts";
export { next } from "../domain/rules/protocols/registry.protocol.ts";

/**
 * The SDK formats a stack for each promise of a workflow, for Temporal's query of stacks: a third of the workflows' CPU. A
 * replay of a history (`tests/replay`) has stacks, since it loads no such file.
 */
Error.stackTraceLimit = 0;
