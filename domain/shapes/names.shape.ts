/**
 * A participant's name; the id where it is unknown. Browsers get this file too.
 *
 * @example
 * nameOf({ participants: [{ id: "p1", name: "Ada" }] }, "p1") // → "Ada"
 * nameOf({ participants: [] }, "p9") // → "p9"
 */
export function nameOf(
  { participants }: { participants: readonly { id: string; name: string }[] },
  participantId: string,
): string {
  return participants.find(({ id }) => id === participantId)?.name ?? participantId;
}

/**
 * A model as people call it, whichever provider serves it.
 *
 * @example
 * shortModel("openai/gpt-5.5") // → "gpt-5.5"
 */
export function shortModel(model: string): string {
  return model.split("/").at(-1) ?? model;
}

/**
 * The models that rule, as `naming` has them: the panel's, or the only one.
 *
 * @example
 * benchOf({ model: "a/x", panel: ["a/x", "b/y"] }) // → "a/x, b/y"
 * benchOf({ model: "a/x", panel: [] }, shortModel) // → "x"
 */
export function benchOf(
  { model, panel }: { model: string; panel: readonly string[] },
  naming: (model: string) => string = (id) => id,
): string {
  return (panel.length > 0 ? panel : [model]).map(naming).join(", ");
}
