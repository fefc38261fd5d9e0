/** Ends the open streams of a share's readers when the share ends: one check for each share and process. */

export interface Watching extends Disposable {
  /** Aborts when the share ends: at once if this process ended it, else within seconds. */
  over: AbortSignal;
}

/** Milliseconds between two checks. */
const CHECK_MS = 3_000;

interface Watched {
  readers: number;
  timer: NodeJS.Timeout;
  over: AbortController;
}

interface ShareWatch {
  begin(share: string): Watching;
  end(share: string): void;
}

/** A check that fails changes nothing: the next one decides. */
export function createShareWatch(isValid: (share: string) => Promise<boolean>): ShareWatch {
  const watched = new Map<string, Watched>();

  function watch(share: string): Watched {
    const over = new AbortController();
    const check = async () => {
      if (!(await isValid(share).catch(() => true))) over.abort();
    };
    const timer = setInterval(() => void check(), CHECK_MS).unref();
    return { readers: 0, timer, over };
  }

  return {
    begin(share) {
      const entry = watched.get(share) ?? watch(share);
      watched.set(share, entry);
      entry.readers++;
      return {
        over: entry.over.signal,
        [Symbol.dispose]() {
          if (--entry.readers > 0) return;
          clearInterval(entry.timer);
          watched.delete(share);
        },
      };
    },
    end: (share) => watched.get(share)?.over.abort(),
  };
}
