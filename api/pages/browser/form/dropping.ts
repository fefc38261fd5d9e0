/** Files that are dropped on the page, wherever it is. Without this, a browser shows them in the form's place. */

export interface Dropped {
  file: File;
  isFolder: boolean;
}

interface Drops {
  /** Drops count while it is in the page. */
  place: HTMLElement;
  onOver: (isOver: boolean) => void;
  onDrop: (files: Dropped[]) => void;
}

let watched = new AbortController();

export function watchDrops({ place, onOver, onDrop }: Drops) {
  watched.abort();
  watched = new AbortController();
  const { signal } = watched;
  const on = (type: "dragover" | "drop", act: (transfer: DataTransfer) => void) => {
    const listener = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!place.isConnected || !dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      act(dataTransfer);
    };
    addEventListener(type, listener, { signal });
  };
  on("dragover", () => onOver(true));
  on("drop", (transfer) => {
    onOver(false);
    onDrop(filesIn(transfer));
  });
  // Only what leaves the window leads nowhere.
  addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && onOver(false), { signal });
}

function filesIn({ items }: DataTransfer): Dropped[] {
  return [...items].flatMap((item) => {
    const file = item.getAsFile();
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }] : [];
  });
}
