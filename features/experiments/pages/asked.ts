/** What the form of an experiment says, as a request. Pure. */
import { textIn } from "../../../api/pages/browser/text/fields.page-text.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";
import { itemsOfWriting } from "../domain/items-text.experiment.ts";
import type { NewExperiment } from "../domain/request.experiment.ts";

type Arm = NewExperiment["arms"][number];

/** Forms of answers that the form offers. */
export const FORMS: Record<string, { title: string; answers: (options: string[]) => AnswerForm }> = {
  text: { title: "a short text", answers: () => ({ type: "text" }) },
  "yes-no": { title: "yes or no", answers: () => ({ type: "choice", options: ["yes", "no"] }) },
  number: { title: "a number", answers: () => ({ type: "number" }) },
  choice: { title: "one of these", answers: (options) => ({ type: "choice", options }) },
};

const ARMS: Record<string, Arm> = {
  single: { name: "one answer", baseline: { vote: 1 } },
  vote: { name: "vote of 5", baseline: { vote: 5 } },
  debate: { name: "debate", patch: {} },
};

export function requestOf(data: FormData, presets: Pick<Preset, "name" | "request">[]): NewExperiment {
  const options = textIn(data, "options")
    .split(",")
    .map((option) => option.trim());
  const answers = FORMS[textIn(data, "form")]?.answers(options.filter(Boolean));
  const base = presets.find(({ name }) => name === textIn(data, "preset"))?.request ?? {};
  const { topic: _, ...shared } = base;
  const maxCostUsd = textIn(data, "maxCostUsd");
  return {
    name: textIn(data, "name"),
    base: shared,
    items: itemsOfWriting(textIn(data, "questions"), answers).items as NewExperiment["items"],
    arms: data.getAll("arm").flatMap((name) => (typeof name === "string" && ARMS[name]) || []),
    ...(maxCostUsd && { budget: { maxCostUsd: Number(maxCostUsd) } }),
  };
}
