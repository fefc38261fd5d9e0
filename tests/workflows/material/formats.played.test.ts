/** Passages that are looked up in debates of every protocol. */
import { beforeAll, expect, it } from "vitest";
import type { Format } from "../../../domain/rules/formats/format.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { FileInfo } from "../../../domain/shapes/schemas/file.schema.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { councilRequest, members } from "../../support/debates/council.ts";
import { answering, questionRequest } from "../../support/debates/question.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { withPlainMarks } from "../../support/marks.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

const TOPIC = "Does a congestion charge cut traffic, and should cities ban cars?";
const FACT = "A congestion charge cut traffic in the city by a fifth, and cars were not banned.";

let file: FileInfo;
beforeAll(async () => {
  const { body } = await world.request("/v1/files?name=charge.txt", { method: "POST", body: FACT });
  file = body as FileInfo;
});

interface Shape {
  request: (changes: object) => object;
  script: () => (request: ModelRequest) => ModelReplyScript;
}

const SHAPES: Record<Format["protocol"], Shape & { format: FormatName }> = {
  judged: {
    format: "round-limited",
    request: (changes) => requestOf({ maxRounds: 2, ...changes }),
    script: () => debaters(["p1", "p2"]),
  },
  dialectic: {
    format: "dialectic",
    request: (changes) => dialecticRequest({ maxRounds: 1, ...changes }),
    script: () => agents(),
  },
  "proposer-skeptic": {
    format: "proposer-skeptic",
    request: (changes) => skepticRequest({ maxRounds: 1, minRounds: 1, ...changes }),
    script: () => cast(),
  },
  question: {
    format: "question",
    request: (changes) => questionRequest({ maxRounds: 2, minRounds: 2, ...changes }),
    script: () => answering(),
  },
  council: {
    format: "council",
    request: (changes) => councilRequest({ maxRounds: 2, ...changes }),
    script: () => members(),
  },
};

const textOf = ({ system, messages }: ModelRequest) =>
  withPlainMarks([system, ...messages.map(({ content }) => content)].join("\n"));

it.each(Object.entries(SHAPES))("a debate of the protocol %s", async (protocol, { format, request, script }) => {
  expect(FORMATS_BY_NAME[format].protocol).toBe(protocol);
  world.models.forget();
  world.models.use(script());
  const { id } = await world.create(request({ topic: TOPIC, retrieval: { from: [file.id] } }));
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect(world.models.complaints).toEqual([]);
  const { turns, debate } = await world.transcript(id);
  expect(turns.length).toBeGreaterThan(1);
  expect(turns.map(({ tools }) => tools?.map(({ type, status, exhibits }) => [type, status, exhibits]))).toEqual(
    turns.map(() => [["retrieval", "done", ["E1"]]]),
  );
  expect(debate.exhibits?.map(({ id: name, text, file: from }) => [name, text, from])).toEqual([["E1", FACT, file.id]]);
  // Every speaker reads the passage once, and whoever rules reads it too.
  const shown = world.models.journal.map((asked) => textOf(asked).split(FACT).length - 1);
  expect(shown.filter((times) => times !== 1)).toEqual([]);
  for (const turn of turns) {
    const { body } = await world.request(`/v1/debates/${id}/turns/${turn.id}`);
    expect([turn.id, body.prompt?.messages.length > 0]).toEqual([turn.id, true]);
  }
});
