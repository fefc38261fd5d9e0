export type Progress = (line: string) => void;

/** Reports `line` if the work takes longer than two seconds. */
export async function sayIfSlow<T>(work: Promise<T>, line: string, progress: Progress, afterMs = 2_000): Promise<T> {
  const timer = setTimeout(() => progress(line), afterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
