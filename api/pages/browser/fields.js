// @ts-check
/** What stands in a form. */

/**
 * The form that an event came to.
 *
 * @param {Event} event
 */
export function formOf({ currentTarget }) {
  return /** @type {HTMLFormElement} */ (currentTarget);
}

/**
 * A field's text; empty when there is no such field.
 *
 * @param {FormData} data
 * @param {string} name
 */
export function textIn(data, name) {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}
