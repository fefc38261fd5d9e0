/** Scores by participant over the rounds. */
import { nameOf, voice } from "../base/cast.page-base.ts";
import { type Words, wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { criteriaIn, scoresOver } from "../figures/scores.figure.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { title } from "../text/words.page-text.ts";
import type { Drawn } from "./drawn.ts";
import { lineChart } from "./line-chart.ts";
import { namesOf, numbers } from "./numbers.picture.ts";

type Scores = ReturnType<typeof scoresOver>;

export function scoresPicture({ debate, entries, width, criterion = "overall", choose }: Drawn) {
  const scores = scoresOver(entries, criterion);
  if (scores.rounds.length === 0) return nothing;
  const criteria = criteriaIn(entries);
  const words = wordsIn(debate);
  const { say } = words;
  return html`<figure><figcaption><h3>${say("Scores over the rounds")}</h3>
      ${choose ? choice(criteria, { criterion, choose }) : html`<p class="quiet">${say("Overall; the table has each criterion.")}</p>`}</figcaption>
    ${lineChart({
      words,
      label: say("Scores over the rounds"),
      rounds: scores.rounds,
      lines: [...scores.lines].map(([id, values]) => ({ name: nameOf(debate, id), voice: voice(debate, id), values })),
      ticks: [0, 5, 10],
      width,
      height: 170,
    })}
    ${choose ? oneCriterion(debate, scores) : allCriteria({ debate, entries, criteria })}</figure>`;
}

function choice(criteria: string[], { criterion, choose }: { criterion: string; choose: (event: Event) => void }) {
  return html`<label class="inline">Criterion <select @change=${choose}>${criteria.map(
    (name) => html`<option value=${name} ?selected=${name === criterion}>${title(name)}</option>`,
  )}</select></label>`;
}

function oneCriterion(debate: Debate, { rounds, lines }: Scores) {
  const words = wordsIn(debate);
  return numbers(
    ["Round", ...namesOf(debate, [...lines.keys()])],
    rounds.map((round, i) => [String(round), ...[...lines.values()].map((scores) => shown(scores[i], words))]),
    words,
  );
}

/** All criteria, for a report, which has no choice of criterion. */
function allCriteria({ debate, entries, criteria }: Pick<Drawn, "debate" | "entries"> & { criteria: string[] }) {
  const all = criteria.map((name) => ({ name, ...scoresOver(entries, name) }));
  const ids = [...(all[0]?.lines.keys() ?? [])];
  const words = wordsIn(debate);
  return numbers(
    ["Round", "Criterion", ...namesOf(debate, ids)],
    (all[0]?.rounds ?? []).flatMap((round, i) =>
      all.map(({ name, lines }) => [round, title(name, words), ...ids.map((id) => shown(lines.get(id)?.[i], words))]),
    ),
    words,
  );
}

function shown(score: number | null | undefined, { digits }: Words) {
  return typeof score === "number" ? digits(score, 1) : "–";
}
