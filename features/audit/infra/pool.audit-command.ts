/** Processes a list in order, `atOnce` items at a time. The first error stops it after the running items. */
export async function inParallel<T>(
  items: readonly T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const worker = async () => {
    for (const item of queue) {
      if (errors.length > 0 || signal.aborted) return;
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (errors.length > 0) throw errors[0];
  signal.throwIfAborted();
}
