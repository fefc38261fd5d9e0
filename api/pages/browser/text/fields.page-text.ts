/** Values of forms. */

/** The form of an event. */
export function formOf({ currentTarget }: Event) {
  return currentTarget as HTMLFormElement;
}

/** A field's text; empty if there is no such field. */
export function textIn(data: FormData, name: string) {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}
