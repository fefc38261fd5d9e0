/** Text of a PDF whose font does not say which characters it shows: it is read as something else than what stands there. */
import type { Piece } from "./pdf-text.ts";

/** What PDF.js tells of a font once a page's operators are read. */
interface Font {
  composite?: boolean;
  /** With `firstChar` the font's own numbers stand for characters. */
  toUnicode?: object;
}

interface Page {
  getOperatorList(): Promise<unknown>;
  commonObjs: { has(name: string): boolean; get(name: string): unknown };
}

/** What some fonts give for a character that they do not name. */
const NO_CHARACTER = /[\p{Co}\p{Cc}\ufffd]/gu;
/** Of a page's characters. */
const MOST_SHARE = 1 / 5;
/** Characters in a row; symbols of lists are such too. */
const MOST_IN_ROW = 2;

/** Which of a document's fonts do not name their characters; asked page by page. */
export function createMuteFonts(): (page: Page, fonts: string[]) => Promise<(font: string) => boolean> {
  const known = new Map<string, boolean>();
  return async (page, fonts) => {
    const unknown = fonts.filter((font) => !known.has(font));
    if (unknown.length > 0) await page.getOperatorList();
    for (const font of unknown) known.set(font, page.commonObjs.has(font) && isMute(page.commonObjs.get(font) as Font));
    return (font) => known.get(font) ?? false;
  };
}

function isMute({ composite = false, toUnicode = {} }: Font): boolean {
  return composite && "firstChar" in toUnicode;
}

export function isGarbled(pieces: readonly Piece[], isMuteFont: (font: string) => boolean): boolean {
  let [all, mute] = [0, 0];
  for (const { str, fontName } of pieces) {
    const characters = str.replaceAll(/[ \u00a0]/g, "");
    const unnamed = isMuteFont(fontName) ? characters.length : (characters.match(NO_CHARACTER)?.length ?? 0);
    if (unnamed > MOST_IN_ROW && unnamed * 2 > characters.length) return true;
    all += characters.length;
    mute += unnamed;
  }
  return mute > MOST_SHARE * all;
}
