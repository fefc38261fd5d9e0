/** Unpacks a ZIP archive whose content is trusted, such as a wheel with a known hash. */
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";

interface Entry {
  name: string;
  deflated: boolean;
  /** Of its bytes in the archive. */
  size: number;
  /** Of its header in the archive. */
  at: number;
}

/** Where the end of the directory begins. */
const END = Buffer.from("PK\x05\x06", "latin1");
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;

/** Writes each file to where `placeOf` puts its name, below the folder; null leaves it out. */
export async function unzip(
  archive: string,
  { folder, placeOf, modeOf }: { folder: string; placeOf: (name: string) => string; modeOf: (name: string) => number },
): Promise<void> {
  const file = await open(archive);
  try {
    for (const entry of await entriesOf(file)) {
      if (entry.name.endsWith("/")) continue;
      const place = placeOf(entry.name);
      if (isAbsolute(place) || place.split(/[\\/]/).includes("..")) throw new Error(`the archive has ${entry.name}`);
      const header = await bytes(file, entry.at, HEADER_BYTES);
      const start = entry.at + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
      const path = join(folder, place);
      await mkdir(dirname(path), { recursive: true });
      const into = createWriteStream(path, { mode: modeOf(entry.name) });
      // `end` is the last byte that is read.
      const from = createReadStream(archive, { start, end: start + entry.size - 1 });
      if (entry.size === 0) into.end();
      else if (entry.deflated) await pipeline(from, createInflateRaw(), into);
      else await pipeline(from, into);
    }
  } finally {
    await file.close();
  }
}

/** The central directory stands at the end, before a comment. */
async function entriesOf(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const tail = await bytes(
    file,
    Math.max(0, size - END_BYTES - LONGEST_COMMENT),
    Math.min(size, END_BYTES + LONGEST_COMMENT),
  );
  const end = tail.lastIndexOf(END);
  if (end < 0) throw new Error("is no ZIP archive");
  const count = tail.readUInt16LE(end + 10);
  const directory = await bytes(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries: Entry[] = [];
  for (let [at, n] = [0, 0]; n < count; n++) {
    const length = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + length),
      deflated: directory.readUInt16LE(at + 10) === 8,
      size: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function bytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position, length });
  if (bytesRead < length) throw new Error("the archive is cut short");
  return buffer;
}
