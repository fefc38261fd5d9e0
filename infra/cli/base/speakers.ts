/** The participants of `--participants`: `Ada=openai/gpt-5.5:architect,Ben=anthropic/claude-sonnet-5:against`. */
import { InvalidArgumentError } from "commander";
import { PROTOCOLS } from "../../../domain/rules/protocols/registry.protocol.ts";
import { NAMES } from "../../../domain/rules/seats/usual-participants.ts";
import { parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";

type Side = "for" | "against" | "neutral";

export interface Speaker {
  name: string;
  model: string;
  role?: string;
  side?: Side;
}

const SEATS = Object.values(PROTOCOLS).map(({ seats }) => seats);
const ROLES = SEATS.flatMap(({ field, choices }) => (field === "role" ? choices : []));
const SIDES = SEATS.flatMap(({ field, choices }) => (field === "side" ? choices : []));

/** Participants without a name get one. */
export function parseSpeakers(text: string): Speaker[] {
  return text.split(",").map((part, index) => {
    const [before = "", ...rest] = part.split("=");
    const [name, model] =
      rest.length > 0 ? [before.trim(), rest.join("=").trim()] : [NAMES[index] ?? "", before.trim()];
    if (name === "") throw new InvalidArgumentError(`Participant ${index + 1} has no name.`);
    return { name, ...parseSeat(model) };
  });
}

/** Models' names have colons too, as in `ollama/llama3.2:3b`: only a role or a side after the last one is taken off. */
function parseSeat(text: string): Omit<Speaker, "name"> {
  const at = text.lastIndexOf(":");
  const word = text.slice(at + 1).trim();
  const field = ROLES.includes(word) ? "role" : SIDES.includes(word) ? "side" : null;
  if (at < 0 || field === null) return { model: requireModel(text) };
  return { model: requireModel(text.slice(0, at).trim()), [field]: word };
}

export function requireModel(text: string): string {
  if (parseModel(text) !== null) return text;
  throw new InvalidArgumentError(`"${text}" is not provider/model, for example openai/gpt-5.5.`);
}

/** Models of a panel, or how many the server is to choose. */
export function parsePanel(text: string): string[] | number {
  if (!/^\d+$/.test(text.trim())) return text.split(",").map((model) => requireModel(model.trim()));
  const size = Number(text);
  if (size >= 1 && size <= LIMITS.panel) return size;
  throw new InvalidArgumentError(`A panel has 1 to ${LIMITS.panel} members.`);
}
