/** The schemas of options, made from their records. */
import { z } from "zod";
import type { Option } from "../../shapes/define-option.ts";
import { OPTIONS, type OptionPath } from "../../shapes/options.shape.ts";

type Schema<O> = O extends { choices: infer C extends readonly string[] }
  ? z.ZodEnum<{ [Choice in C[number]]: Choice }>
  : O extends { kind: "flag" }
    ? z.ZodBoolean
    : z.ZodNumber;

type OptionSchema<P extends OptionPath> = z.ZodOptional<Schema<(typeof OPTIONS)[P]>>;

/** What a request may give for an option. */
export function optionSchema<P extends OptionPath>(path: P): OptionSchema<P> {
  const option: Option = OPTIONS[path];
  const { help, of } = option;
  const shown = option.kind === "choice" || !option.default ? "" : ` (${option.default})`;
  return valueOf(option)
    .optional()
    .meta({ description: `${of ? `${of}: ` : ""}${help}${shown}` }) as OptionSchema<P>;
}

function valueOf(option: Option): z.ZodType {
  if (option.kind === "flag") return z.boolean();
  if (option.kind === "choice") return z.enum(option.choices);
  return (option.whole ? z.int() : z.number()).min(option.min).max(option.max);
}

type Plain = Exclude<OptionPath, `${string}/${string}`>;

/** The fields of a request that are options. Those within an object are with that object. */
export const optionFields = Object.fromEntries(
  (Object.keys(OPTIONS) as OptionPath[])
    .filter((path): path is Plain => !path.includes("/"))
    .map((path) => [path, optionSchema(path)]),
) as { [P in Plain]: OptionSchema<P> };
