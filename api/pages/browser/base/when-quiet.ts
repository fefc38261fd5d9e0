/** Work that follows what is entered: once nothing was entered for a while, and only the newest counts. */

const QUIET_MS = 350;

/** `isNewest`: nothing was entered since this work began. */
export function whenQuiet(work: (isNewest: () => boolean) => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  const begin = () => {
    const own = ++newest;
    void work(() => own === newest);
  };
  const cancel = () => clearTimeout(timer);
  const soon = () => {
    cancel();
    timer = setTimeout(begin, QUIET_MS);
  };
  return { soon, cancel };
}
