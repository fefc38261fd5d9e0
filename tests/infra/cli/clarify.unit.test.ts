import { expect, test } from "vitest";
import { type DebateEvent, ParleyProblem } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Answer, PendingAnswers } from "../../../domain/shapes/schemas/questions.schema.ts";
import type { Ask } from "../../../infra/cli/base/prompt.cli.ts";
import { createClarifier } from "../../../infra/cli/debate/clarify.debate-command.ts";
import { typist } from "../../support/terminal.ts";

type Questions = PendingAnswers["questions"];
const question = (id: string, changes: Partial<Questions[number]> = {}) => ({
  id,
  text: `What of ${id}?`,
  askedBy: ["p1"],
  answered: false,
  ...changes,
});
const asked = (...ids: string[]) =>
  ({ type: "clarification.asked", iteration: 1, questions: ids.map((id) => question(id)) }) as unknown as DebateEvent;
const answered = (...ids: string[]) =>
  ({ type: "clarification.answered", answers: ids.map((questionId) => ({ questionId, answer: "x" })) }) as DebateEvent;

/** A debate with these questions, and a person who types; each prompt shows up in `prompts`. */
function scene(questions: Questions, options: { person?: Ask; refuse?: ParleyProblem; late?: boolean } = {}) {
  let looks = 0;
  const sent: Answer[][] = [];
  const said = { text: "" };
  const done = Promise.withResolvers<void>();
  const debate = {
    id: "deb-1",
    status: "clarifying",
    participants: [
      { id: "p1", name: "Ada" },
      { id: "p2", name: "Ben" },
    ],
    links: { self: "http://p/v1/debates/deb-1" },
    pending: { type: "answers", questions },
  } as unknown as Debate;
  const clarifier = createClarifier({
    debate,
    client: {
      get: async () => (++looks === 1 && options.late ? { ...debate, pending: null } : debate),
      answer: async (_, answers) => {
        sent.push(answers);
        if (sent.length === questions.filter((q) => !q.answered).length) done.resolve();
        if (options.refuse) throw options.refuse;
        return debate;
      },
    },
    write: (text) => {
      said.text += text;
      done.resolve();
    },
    ask: options.person,
  });
  return { clarifier, sent, said, done: done.promise };
}

test("each open question is asked with who asks it, Enter skips one, and each reply is sent at once", async () => {
  const { ask, prompts } = typist("  ", " Ten million. ");
  const open = [question("q1", { askedBy: ["p1", "p2"] }), question("q2", { answered: true }), question("q3")];
  const { clarifier, sent, done } = scene(open, { person: ask });
  clarifier.handle(asked("q1", "q2", "q3"));
  await done;
  expect(prompts.map((prompt) => prompt.split("\n")[0])).toEqual([
    "Ada, Ben ask (q1): What of q1?",
    "Ada asks (q3): What of q3?",
  ]);
  expect(prompts[0]).toContain('(Enter skips it, "skip all" skips the rest)');
  expect(sent).toEqual([[{ questionId: "q1", answer: null }], [{ questionId: "q3", answer: "Ten million." }]]);
});

test("`skip all` skips the rest at once, and the questions of later collections without asking", async () => {
  const { ask, prompts } = typist("Graz.", "Skip all");
  const questions = ["q1", "q2", "q3"].map((id) => question(id));
  const { clarifier, sent } = scene(questions, { person: ask });
  clarifier.handle(asked("q1", "q2", "q3"));
  await expect.poll(() => sent.length).toBe(2);
  questions.splice(0, 3, question("q4"));
  clarifier.handle(asked("q4"));
  await expect.poll(() => sent.length).toBe(3);
  expect(sent.map((answers) => answers.map(({ questionId, answer }) => [questionId, answer]))).toEqual([
    [["q1", "Graz."]],
    [
      ["q2", null],
      ["q3", null],
    ],
    [["q4", null]],
  ]);
  expect(prompts).toHaveLength(2);
});

test("a question that somebody else answers meanwhile is taken away from the prompt", async () => {
  const shown = Promise.withResolvers<void>();
  const person: Ask = (prompt, signal) => {
    if (!prompt.includes("(q1)")) return Promise.resolve("Ten million.");
    shown.resolve();
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  };
  const { clarifier, sent, said } = scene([question("q1"), question("q2")], { person });
  clarifier.handle(asked("q1", "q2"));
  await shown.promise;
  clarifier.handle(answered("q1"));
  await expect.poll(() => sent).toEqual([[{ questionId: "q2", answer: "Ten million." }]]);
  expect(said.text).toBe("");
});

test("where nobody sits, it says how to answer", async () => {
  const { clarifier, said, done } = scene([question("q1", { text: "Which\u001b[2J city?" }), question("q2")]);
  clarifier.handle(asked("q1", "q2"));
  await done;
  expect(said.text).toContain("Ada asks (q1): Which city?");
  expect(said.text).toContain(`npm run parley -- answer deb-1 "q1=…" "q2=…"\n`);
  expect(said.text).toContain("npm run parley -- answer deb-1 --skip-all\n");
});

test("an answer that is refused is told, and the next question is asked", async () => {
  const refuse = new ParleyProblem({ status: 422, body: { detail: "the answers are not valid" } });
  const { clarifier, sent, said } = scene([question("q1"), question("q2")], { person: async () => "Graz.", refuse });
  clarifier.handle(asked("q1", "q2"));
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => said.text).toBe("the answers are not valid\nthe answers are not valid\n");
});

test("an empty collection asks nothing, and the end of the debate ends the prompt", async () => {
  const shown = Promise.withResolvers<AbortSignal>();
  const person: Ask = (_, signal) => {
    shown.resolve(signal);
    return new Promise((__, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  };
  const { clarifier, sent } = scene([question("q1")], { person });
  clarifier.handle(asked());
  clarifier.handle(asked("q1"));
  const signal = await shown.promise;
  clarifier.stop();
  expect(signal.aborted).toBe(true);
  expect(sent).toEqual([]);
});

test("it waits until the stored debate shows what the log has told", async () => {
  const { clarifier, sent, done } = scene([question("q1")], { person: async () => "Graz.", late: true });
  clarifier.handle(asked("q1"));
  await done;
  expect(sent).toEqual([[{ questionId: "q1", answer: "Graz." }]]);
});
