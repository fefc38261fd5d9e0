/** When something was looked at last, so that readers who come often do not ask Temporal each time. */

/** Between two looks at one thing, milliseconds. */
const LOOK_EVERY_MS = 3_000;
const MOST_REMEMBERED = 10_000;

/** Says whether `id` is to be looked at now, milliseconds since 1970, and takes note when it is. */
export function createLooks(): (id: string, at: number) => boolean {
  const looked = new Map<string, number>();
  return (id, at) => {
    if (at - (looked.get(id) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY_MS) return false;
    looked.delete(id);
    looked.set(id, at);
    const [oldest] = looked.keys();
    if (looked.size > MOST_REMEMBERED && oldest !== undefined) looked.delete(oldest);
    return true;
  };
}
