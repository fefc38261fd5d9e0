/** Unpacks a ZIP archive, such as a Python wheel. */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openPromise } from "yauzl";

/** Writes each file to where `placeOf` puts its name, below the folder. Refuses names that lead out of the folder. */
export async function unzip(
  archive: string,
  { folder, placeOf, modeOf }: { folder: string; placeOf: (name: string) => string; modeOf: (name: string) => number },
): Promise<void> {
  const file = await openPromise(archive, { autoClose: false });
  try {
    for await (const entry of file.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      const path = join(folder, placeOf(entry.fileName));
      await mkdir(dirname(path), { recursive: true });
      const into = createWriteStream(path, { mode: modeOf(entry.fileName) });
      await pipeline(await file.openReadStreamPromise(entry), into);
    }
  } finally {
    file.close();
  }
}
