/** One line to whoever waits. */
export type Progress = (line: string) => void;

/** Says `line` only when the work takes longer than two seconds, and hands its outcome on. */
export async function sayIfSlow<T>(work: Promise<T>, line: string, progress: Progress, afterMs = 2_000): Promise<T> {
  const timer = setTimeout(() => progress(line), afterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
