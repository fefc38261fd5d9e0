/** Work that is done together: what comes for a key while its batch is under way makes the next batch. */

interface Asked<In, Out> {
  item: In;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
}

/**
 * `work` gets the items of one key, in the order in which they came, and resolves with what came of each. A batch that fails
 * rejects each of its items, and no other.
 */
export function batches<In, Out>(
  work: (key: string, items: In[]) => Promise<Out[]>,
  { atMost = Number.POSITIVE_INFINITY } = {},
): (key: string, item: In) => Promise<Out> {
  const lines = new Map<string, Asked<In, Out>[]>();

  async function go(key: string, line: Asked<In, Out>[]): Promise<void> {
    while (line.length > 0) {
      const batch = line.splice(0, atMost);
      const items = batch.map(({ item }) => item);
      try {
        const outs = await work(key, items);
        for (const [i, { resolve }] of batch.entries()) resolve(outs[i] as Out);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    lines.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const under = lines.get(key);
      const line = under ?? [];
      line.push({ item, resolve, reject });
      if (under) return;
      lines.set(key, line);
      void go(key, line);
    });
}
