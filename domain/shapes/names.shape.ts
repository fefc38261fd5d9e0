/** A participant's name; the id where it is unknown. Browsers get this file too. */
export function nameOf(
  { participants }: { participants: readonly { id: string; name: string }[] },
  participantId: string,
): string {
  return participants.find(({ id }) => id === participantId)?.name ?? participantId;
}
