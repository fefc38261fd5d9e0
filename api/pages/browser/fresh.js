// @ts-check
/** A place without what stood there, such as what was shown while the page was loading. */

/**
 * @param {HTMLElement} place
 * @returns {HTMLElement} What may be rendered into: nothing was yet.
 */
export function fresh(place) {
  const within = document.createElement("div");
  place.replaceChildren(within);
  return within;
}
