/**
 * Keys in a grid: the focus goes from a cell, or the link in it, to another one. Tab stops at the cell that had the focus last
 * (WAI-ARIA Authoring Practices, "Grid").
 */

/** Rows for Page Up and Page Down. */
const PAGE = 10;

type Step = [row: number, column: number];

const STEPS: Record<string, Step> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** With Control, Home and End lead to the first and the last cell. */
function stepOf({ key, ctrlKey }: KeyboardEvent): Step | undefined {
  const step = STEPS[key];
  const isFar = step !== undefined && !Number.isFinite(step[1]);
  if (ctrlKey) return isFar ? [step[1], step[1]] : undefined;
  return step;
}

export function moveByKeys(event: KeyboardEvent) {
  const step = stepOf(event);
  const cell = (event.target as HTMLElement).closest("td");
  const row = cell?.closest("tr");
  const table = row?.closest("table");
  if (!step || event.altKey || event.metaKey || !cell || !row || !table) return;
  event.preventDefault();
  // The first row and the first column are headers.
  const to = table.rows[within(row.rowIndex + step[0], table.rows.length)];
  const next = to?.cells[within(cell.cellIndex + step[1], to.cells.length)];
  if (next && next !== cell) stopOf(next).focus();
}

function within(place: number, count: number) {
  return Math.max(1, Math.min(count - 1, place));
}

const stopOf = (cell: HTMLElement) => cell.querySelector("a") ?? cell;

/** The cell that gets the focus becomes the one that Tab stops at. */
export function moveStop({ target, currentTarget }: FocusEvent) {
  const cell = (target as HTMLElement).closest("td");
  if (!cell) return;
  for (const stop of (currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[tabindex="0"]')) stop.tabIndex = -1;
  stopOf(cell).tabIndex = 0;
}

/** Makes the first cell the stop where none is, as after a filter. */
export function keepStop(place: HTMLElement) {
  const first = place.querySelector("td");
  if (first && !place.querySelector('table [tabindex="0"]')) stopOf(first).tabIndex = 0;
}
