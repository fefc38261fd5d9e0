/** Of whom a turn speaks, on the page while it is spoken and in a report afterwards. */
import { describe, expect, it } from "vitest";
import { addEvent, emptyStory } from "../../../api/pages/browser/live/story.live.ts";
import { storyView } from "../../../api/pages/browser/views/story.view.ts";
import { renderReport, renderToText } from "../../../api/pages/report/report.report-page.ts";
import { debateOf, turnOf } from "../../support/debates/transcripts.ts";
import { config, exportOf } from "./report-exports.ts";
import { wordsOf } from "./report-html.ts";

const at = "2026-11-21T12:00:00.000Z";
const [ADA, BRUNO] = config.participants.map(({ id, name }) => ({ id, name }));
const proposal = turnOf(config, { round: 1, index: 1 }, { phase: "proposal" });
const critique = turnOf(config, { round: 1, index: 2 }, { phase: "critique", targetId: proposal.id });

describe("a critique", () => {
  it("says of whom while it is spoken, with a link to the turn that it criticises", () => {
    const story = emptyStory();
    const of = ({ id: turnId, phase, participantId }: typeof critique) => ({
      at,
      round: 1,
      turnId,
      phase,
      participantId,
    });
    addEvent(story, { id: 1, type: "turn.completed", ...of(proposal), turn: proposal });
    addEvent(story, { id: 2, type: "turn.started", ...of(critique), attempt: 1, targetId: proposal.id });
    addEvent(story, { id: 3, type: "turn.delta", ...of(critique), attempt: 1, text: "No." });
    const html = renderToText(storyView({ debate: debateOf(config), entries: story.entries, dressed: () => null }));
    expect(wordsOf(`<body>${html}`)).toContain(`${BRUNO?.name} criticises ${ADA?.name}, round 1, turn 1 `);
    expect(html).toContain(`href="#${proposal.id}"`);
  });

  it("says so in a report, in its language too", async () => {
    const whole = exportOf({ turns: [proposal, critique], assessments: [], result: null });
    expect(wordsOf(await renderReport(whole))).toContain(`${BRUNO?.name} criticises ${ADA?.name}, `);
    const german = { ...whole, debate: { ...whole.debate, language: "de" } };
    expect(wordsOf(await renderReport(german))).toContain(`${BRUNO?.name} kritisiert ${ADA?.name}, `);
  });
});

it("a question of a cross-examination names whom it is put to, though there is no turn of theirs yet", async () => {
  const asks = turnOf(config, { round: 1, index: 1 }, { phase: "cross-question", targetId: BRUNO?.id });
  const whole = exportOf({ turns: [asks], assessments: [], result: null });
  expect(wordsOf(await renderReport(whole))).toContain(`${ADA?.name} asks ${BRUNO?.name} `);
});
