/** What stands in a reply's content: text, nothing, or a list of parts, as gateways and reasoning models send it. */
import { type Bag, bagOf, textOf } from "./shapes.ts";

export interface Piece {
  /** `odd`: nobody knows what it is. */
  kind: "said" | "thought" | "refusal" | "odd";
  text: string;
}

/** Types of parts whose words are the model's thoughts. */
const THOUGHTS = /think|thought|reason/i;

/** Thoughts in thoughts in thoughts are read so deep. */
const DEEPEST = 5;

export function piecesOf(content: unknown, depth = 0): Piece[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ kind: "said", text: content }];
  if (Array.isArray(content))
    return content.flatMap((part) => (typeof part === "string" ? piecesOf(part) : partOf(bagOf(part), depth)));
  return typeof content === "object" ? partOf(content as Bag, depth) : [{ kind: "odd", text: "" }];
}

function partOf(part: Bag, depth: number): Piece[] {
  const type = textOf(part["type"]);
  if (THOUGHTS.test(type)) return [{ kind: "thought", text: wordsOf(part, depth + 1) }];
  if (type === "refusal") return [{ kind: "refusal", text: textOf(part["refusal"]) }];
  const text = textOf(part["text"]);
  return [
    text === "" && type !== "text" && type !== "output_text" ? { kind: "odd", text: "" } : { kind: "said", text },
  ];
}

/** Mistral's thoughts are a list of parts of their own. */
function wordsOf(part: Bag, depth: number): string {
  if (depth > DEEPEST) return "";
  const inside = part["thinking"] ?? part["reasoning"] ?? part["text"] ?? part["summary"];
  return piecesOf(inside, depth)
    .map(({ text }) => text)
    .join("");
}
