/** Does many things, a few at once: a long debate takes neither all connections nor the event loop. */
export async function inTurn<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>, atOnce = 4): Promise<void> {
  let under: Promise<unknown>[] = [];
  for (const one of all) {
    under.push(work(one));
    if (under.length < atOnce) continue;
    await Promise.all(under);
    under = [];
  }
  await Promise.all(under);
}
