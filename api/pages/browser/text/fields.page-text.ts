/** Values of forms. */

/** A field's text; empty if there is no such field. */
export function textIn(data: FormData, name: string) {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}
