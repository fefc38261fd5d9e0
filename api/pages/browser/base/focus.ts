/** Gives the focus to an element where nothing has it: what had it was removed, and a keyboard would begin at the top again. */
export function refocus(element: HTMLElement | null | undefined) {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
