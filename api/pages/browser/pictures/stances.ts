/** What the participants held in private, over the rounds. */
import { nameOf, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Drawn } from "./drawn.ts";
import { lineChart } from "./line-chart.ts";
import { namesOf, numbers } from "./numbers.picture.ts";

export function stancesPicture({ debate, entries, width }: Drawn) {
  const found = entries.flatMap(({ event }) => event.conformity ?? []);
  if (found.length === 0) return nothing;
  const words = wordsIn(debate);
  const { say, digits } = words;
  const ids = debate.participants.map(({ id }) => id);
  const stanceIn = (of: (typeof found)[number], id: string) =>
    of.stances.find(({ participantId }) => participantId === id)?.stance ?? null;
  return html`<figure><figcaption><h3>${say("Private stances")}</h3></figcaption>
    <p class="quiet">${say("What the participants themselves held, of 100. They were asked aside, and nobody in the debate saw it.")}</p>
    ${lineChart({
      words,
      label: say("Private stances"),
      rounds: found.map(({ round }) => round),
      lines: ids.map((id) => ({
        name: nameOf(debate, id),
        voice: voice(debate, id),
        values: found.map((of) => stanceIn(of, id)),
      })),
      ticks: [0, 50, 100],
      width,
      height: 170,
    })}
    ${numbers(
      ["Round", ...namesOf(debate, ids), "Mean change", "Measured"],
      found.map((of) => [
        of.round === 0 ? say("Before round 1") : of.round,
        ...ids.map((id) => stanceIn(of, id) ?? "–"),
        of.meanChange === null ? "–" : digits(of.meanChange, 1),
        [...(of.stable ? [say("stances are stable")] : []), ...(of.hollow ? [say("hollow consensus")] : [])].join(
          ", ",
        ) || "–",
      ]),
      words,
    )}</figure>`;
}
