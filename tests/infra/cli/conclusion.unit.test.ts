import { describe, expect, test } from "vitest";
import { outcomeText } from "../../../infra/cli/debate/outcome.debate-command.ts";
import { CONCLUDED, CONCLUSION } from "../../support/debates/conclusions.ts";
import { debate, RESULT } from "../../support/debates/shown.ts";

const concluded = debate({ result: { ...RESULT, conclusion: CONCLUSION } });

describe("the result's text with a conclusion", () => {
  test("has the checked claims with --verbose, and what the code found of them", () => {
    const claim = { claim: "Shops lose\ntrade.", turnIds: ["g1-r1-t1"], refs: ["E1"], why: "It says so." };
    const quotes = [{ ref: "E1", text: "seven of nine gained" }];
    const claims = [
      { ...claim, status: "contradicted" as const, quotes },
      {
        ...claim,
        refs: [],
        missingRefs: ["E9"],
        status: "unverified" as const,
        unverifiedBecause: "no_such_exhibit" as const,
        quotes: [],
      },
    ];
    const checked = debate({ result: { ...RESULT, conclusion: CONCLUSION, claims } });
    expect(outcomeText(checked)).not.toContain("Claims checked");
    expect(outcomeText(checked, { verbose: true })).toContain(`Claims checked against the exhibits
  - An exhibit contradicts it, as the judge reads it: Shops lose trade. (round 1, turn 1, E1) · E1: “seven of nine gained” · It says so.
  - Not verified by any exhibit: Shops lose trade. (round 1, turn 1) · there is no such exhibit: E9
`);
  });

  test("begins with the answer, its support, what decides it, what would change it and the next steps, then the winner", () => {
    expect(outcomeText(concluded)).toMatch(
      new RegExp(
        `^${escaped(`The answer
${CONCLUSION.answer.text}

For the motion. Support: moderate. 5 of 6 ballots name Ada. The winner leads by 6.4 of 100 on average. 3 judges of 2 model families ruled.

What decides it
  1. Do shops lose trade when cars are kept out? (a question of fact)
     Ada: Seven of nine streets gained within two years. (round 1, turn 1)
     Ben: The two that lost are the ones without a tram. (round 1, turn 2)
     Left unanswered: Whether the gain came from rising rents.
     Prevailed: Ada
  2. Who counts more, those who live there or those who drive in? (a question of values)
     Ada: Whoever breathes the air. (round 1, turn 1)
     Ben: made no point
     Prevailed: nobody

What would change it
  - Takings fall by a tenth in the first year. → Open the two streets without a tram again.

Next steps
  - Count the takings of the nine streets again. (settles question 1)
  - Order the buses.

Verdict
Winner: Ben
The debate ended because the judge saw no need for another round. Its quality: 70 of 100.

Scores of 100
Participant  Of 100
Ben              74
Ada              61
`)}`,
      ),
    );
  });

  test("leaves the reasons to --verbose, and names the command", () => {
    const brief = outcomeText(concluded);
    for (const words of ["Summary", "Key points", "What it rests on", "The best case against it"])
      expect(brief).not.toContain(words);
    expect(brief).toContain(`Reasons: npm run parley -- show ${concluded.id} --verbose\n`);
    const whole = outcomeText(concluded, { verbose: true });
    expect(whole).toContain(
      "  - An exhibit contradicts it, as the judge reads it: No city ever reversed it. (round 1, turn 1, round 1, turn 2, E1)\n",
    );
    expect(whole).toContain(
      "The best case against it\nWithout a tram the ban moves trade to the edge of town.\nHeld by: Ben\nBallots for it: g1-b2-reversed\n",
    );
    expect(whole).toContain("of 100.\nbetter evidence\n\nScores of 100\n");
    expect(whole).toContain("Key points of Ada\n  - Quiet streets");
    expect(whole).not.toContain("--verbose");
  });

  test("tells a contested verdict as contested, and of nobody that it won", () => {
    const text = outcomeText(debate({ result: CONCLUDED.contested }));
    expect(text).toContain("\nSupport: contested. The two orders of the labels have different winners.\n");
    expect(text).not.toMatch(/the motion\.|Winner:/);
    expect(text).toContain("\nContested: the ballots disagree, so nobody is named the winner.\n");
  });

  test("keeps the text of a solution and of an answer", () => {
    expect(outcomeText(debate({ result: CONCLUDED.solution }))).toContain(
      " with confidence 80 of 100. The debate ended because the last round was held.\nClose it in two steps.\n\nReasons:",
    );
    expect(outcomeText(debate({ result: CONCLUDED.solution }), { verbose: true })).toContain(
      "Implementation\nBuses in May, bollards in June.",
    );
    expect(outcomeText(debate({ result: CONCLUDED.answer }))).toMatch(
      /\n\nAnswer\nWritten by .*\nClose it, tram streets first\.\n/,
    );
  });

  test("is in the debate's language", () => {
    const text = outcomeText({ ...concluded, language: "de" }, { verbose: true });
    for (const words of [
      "Die Antwort\n",
      "Für den Antrag. Rückhalt: mäßig.",
      "\nUrteil\nSieger: Ben\n",
      "Teilnehmer  Von 100\n",
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/The answer|Support|Verdict|Winner|Scores|Summary|The debate ended/);
    expect(text).toContain(
      "\nFormat: Freie Form, höchstens 3 Runden\nVerbraucht: 5 Aufrufe, 100 + 40 Token, $0,0123\n",
    );
  });

  test("holds no control sequence of a model", () => {
    const [crux] = CONCLUSION.cruxes;
    const conclusion = {
      ...CONCLUSION,
      answer: { text: "Close\u001b[2J it.", stance: null },
      cruxes: crux ? [{ ...crux, question: "Who\u001b]0;x\u0007 pays?\nAda won." }] : [],
    };
    const text = outcomeText(debate({ result: { ...RESULT, conclusion } }), { verbose: true });
    expect(text).not.toContain("\u001b");
    expect(text).toContain("The answer\nClose it.\n\nSupport:");
    expect(text).toContain("  1. Who pays? Ada won. (a question of fact)\n");
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
