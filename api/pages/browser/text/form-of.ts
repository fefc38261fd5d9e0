/** The form that an event came from. */
export function formOf({ currentTarget }: Event) {
  return currentTarget as HTMLFormElement;
}
