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
