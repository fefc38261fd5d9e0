/** Damaged files of ten kinds from seeds, and those that an attack found. */
import { deflateSync } from "node:zlib";
import { bombOf, pdfWith } from "../support/material/bombs.ts";
import { growingPdf, soundPdf, strayErrors } from "../support/material/found.ts";
import { gifOf, jpegOf, pngOf, webpOf } from "../support/material/images.ts";
import type { HostileFile } from "./files.ts";
import { randomOf } from "./random.ts";

type Random = () => number;
interface Kind {
  extension: string;
  sound: Buffer;
  /** Small ones that become large or deep where they are read. */
  bombs: ((random: Random) => Buffer | Uint8Array | string)[];
}

const MIB = 1024 * 1024;
const DEEP = 100_000;
const PIXELS = 65_535;
const LINE = "The figure of the year is 12, and nobody knows why.\n";

const below = (random: Random, end: number) => Math.floor(random() * end);

function flipped(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let n = 1 + below(random, 200); n > 0; n--) copy[below(random, copy.length)] = below(random, 256);
  return copy;
}

const cut = (bytes: Buffer, random: Random) => bytes.subarray(0, 1 + below(random, bytes.length));

/** A part of it stands there again and again. */
function repeated(bytes: Buffer, random: Random): Buffer {
  const from = below(random, bytes.length);
  const part = bytes.subarray(from, from + 1 + below(random, 400));
  return Buffer.concat([bytes.subarray(0, from), ...Array.from({ length: 2_000 }, () => part), bytes.subarray(from)]);
}

/** The largest number that fits, somewhere in the first bytes, where images have their size. */
function huge(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt16BE(PIXELS, below(random, Math.min(30, copy.length - 2)));
  return copy;
}

function kinds(): Kind[] {
  const packed = (text: string) => pdfWith(deflateSync(Buffer.from(text)), "/Filter /FlateDecode");
  const image = (extension: string, sound: Buffer): Kind => ({
    extension,
    sound,
    bombs: [(random) => huge(sound, random), () => Buffer.concat([sound, Buffer.alloc(MIB)])],
  });
  return [
    {
      extension: "pdf",
      sound: soundPdf("04-valid.pdf"),
      bombs: [
        () => bombOf(2_000 * MIB),
        () => packed("[<<".repeat(DEEP)),
        () => packed("q BT (a) Tj ET ".repeat(DEEP)),
        () => pdfWith(deflateSync(deflateSync(Buffer.alloc(100 * MIB))), "/Filter [/FlateDecode /FlateDecode]"),
      ],
    },
    {
      extension: "html",
      sound: Buffer.from(`<h1>A</h1><table><tr><td>1<td>2</table><p>${LINE.repeat(50)}`),
      bombs: [
        () => "<div>".repeat(DEEP),
        () => `<table>${"<tr><td>".repeat(DEEP)}`,
        () => `<p ${"a=b ".repeat(DEEP)}>`,
        () => "<!--".repeat(DEEP),
      ],
    },
    {
      extension: "csv",
      sound: Buffer.from(`name,value\n${'"a, b",1\n'.repeat(500)}`),
      bombs: [
        () => `${"c,".repeat(DEEP)}\n`,
        () => '"'.repeat(DEEP),
        () => `${"name,".repeat(900)}\n${`${"1,".repeat(900)}\n`.repeat(500)}`,
      ],
    },
    {
      extension: "json",
      sound: Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ n, text: LINE, list: [n, null] })))),
      bombs: [() => "[".repeat(DEEP), () => '{"a":'.repeat(DEEP), () => `[${"[],".repeat(DEEP)}0]`],
    },
    {
      extension: "md",
      sound: Buffer.from(`# A\n\n- ${LINE.repeat(40)}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n`),
      bombs: [() => "> ".repeat(DEEP), () => "[".repeat(DEEP), () => `|${" a |".repeat(DEEP)}`],
    },
    image("png", pngOf(20, 20)),
    image("jpg", jpegOf(20, 20)),
    image("gif", gifOf(20, 20)),
    image("webp", webpOf("VP8 ", 20, 20)),
    {
      extension: "txt",
      sound: Buffer.from(LINE.repeat(100)),
      bombs: [() => "\n\r".repeat(DEEP), () => `a${"\u0301".repeat(DEEP)}`, () => " ".repeat(DEEP)],
    },
  ];
}

/** A fifth each: changed bytes, cut short, repeated, bombs, and the content of another kind. */
export function* damagedFiles(count: number): Generator<HostileFile> {
  for (const [name, bytes] of strayErrors()) yield { name, bytes, statuses: [422] };
  yield { name: "growing.pdf", bytes: growingPdf(), statuses: [422] };
  const all = kinds();
  for (let seed = 0; seed < count; seed++) {
    const kind = all[seed % all.length];
    const other = all[(seed + 1 + (Math.floor(seed / 50) % 9)) % all.length];
    if (!kind || !other) continue;
    const random = randomOf(seed);
    const bomb = kind.bombs[Math.floor(seed / 50) % kind.bombs.length];
    const ways = [
      () => flipped(kind.sound, random),
      () => cut(kind.sound, random),
      () => repeated(kind.sound, random),
      () => bomb?.(random) ?? "",
      () => other.sound,
    ];
    const made = ways[Math.floor(seed / all.length) % ways.length]?.() ?? "";
    yield { name: `${seed}.${kind.extension}`, bytes: Buffer.from(made) };
  }
}

/** One of each kind: what a server loads and fills at its first file is not a damaged file's doing. */
export function soundFiles(): HostileFile[] {
  return kinds().map(({ extension, sound }) => ({ name: `sound.${extension}`, bytes: sound, statuses: [201] }));
}
