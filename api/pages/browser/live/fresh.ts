/** Empties a place, for example of the loading message, and returns a new element inside it for lit-html to render into. */
export function fresh(place: HTMLElement) {
  const within = document.createElement("div");
  place.replaceChildren(within);
  return within;
}
