/** Items as a text: one JSON object a line, or one question a line. Pure. */

export interface ItemsText {
  items: unknown[];
  /** Lines that are no JSON, from 1. */
  faults: number[];
}

/** One JSON object a line; blank lines are ignored. */
export function itemsOfLines(text: string): ItemsText {
  const faults: number[] = [];
  const items = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, i) => {
      if (line.trim() === "") return [];
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        faults.push(i + 1);
        return [];
      }
    });
  return { items, faults };
}

/**
 * What a person writes: lines of JSON where the first begins so, else a question a line. A right answer may stand behind the
 * last ` = `.
 *
 * @example
 * itemsOfWriting("Is 7 prime? = yes\nIs 8 prime?").items.length // → 2
 */
export function itemsOfWriting(text: string, answers?: object): ItemsText {
  if (text.trimStart().startsWith("{")) return itemsOfLines(text);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const items = lines.map((line) => {
    const at = line.lastIndexOf(" = ");
    const [question, expected] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 3)];
    return {
      question: question.trim(),
      ...(answers && { answers }),
      ...(expected.trim() && { expected: expected.trim() }),
    };
  });
  return { items, faults: [] };
}
