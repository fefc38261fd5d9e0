/** In which encoding a text without a mark is that is no UTF-8: old spreadsheets and editors write that of their country. */
import { analyse } from "chardet";

const EAST_ASIAN = ["Shift_JIS", "EUC-JP", "GB18030", "Big5", "EUC-KR", "ISO-2022-KR"];
/** Of alphabets whose letters are all beyond ASCII, with Chardet's least confidence in percent. Few words are enough for Cyrillic. */
const OTHER_ALPHABETS: Record<string, number> = {
  "windows-1251": 10,
  "KOI8-R": 10,
  "windows-1253": 30,
  "ISO-8859-7": 30,
  "windows-1255": 30,
  "windows-1256": 30,
};
/** What is plain has 100 even in twenty characters; texts of Western Europe get up to 10. */
const SURE = 50;
/** Bytes that are no characters in Windows-1252. */
const NOT_WESTERN = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
/** So many bytes from the first that is not ASCII say it. */
const SAMPLE = 65_536;
/** Letters with accents stand alone, or in twos. */
const RUN = 3;
/** Marks with which ISO-2022-JP goes over to Japanese; all its bytes are ASCII. */
const JAPANESE = ["\u001b$@", "\u001b$B"];

/** Of bytes that are no UTF-8. A name for `TextDecoder`; null: not to be told from the bytes. */
export function encodingOf(bytes: Uint8Array): string | null {
  const begins = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(begins, begins + SAMPLE);
  const found = analyse(sample);
  // The whole text is decoded only by what is likely.
  const firstOf = (least: (name: string) => number | undefined) =>
    found.find(({ name, confidence }) => confidence >= (least(name) ?? Infinity) && decodedAs(name, bytes) !== null)
      ?.name;
  const sure = firstOf((name) => (EAST_ASIAN.includes(name) ? SURE : undefined));
  if (sure !== undefined) return sure;
  if (hasRuns(sample)) return firstOf((name) => OTHER_ALPHABETS[name]) ?? null;
  return NOT_WESTERN.some((byte) => bytes.includes(byte)) ? null : "windows-1252";
}

/** Text whose bytes are all ASCII, but that switches to Japanese. */
export function isSwitched(text: string): boolean {
  return JAPANESE.some((mark) => text.includes(mark));
}

/** Most of its bytes above ASCII stand in runs. */
function hasRuns(bytes: Uint8Array): boolean {
  let [all, inRuns, run] = [0, 0, 0];
  for (const byte of [...bytes, 0]) {
    if (byte >= 0x80) {
      run += 1;
      continue;
    }
    all += run;
    if (run >= RUN) inRuns += run;
    run = 0;
  }
  return inRuns * 2 > all;
}

/** null for bytes that are not in this encoding, and for an encoding that nobody knows. */
export function decodedAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
