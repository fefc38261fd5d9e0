/** `parley doctor` over real HTTP, on servers that are as odd as those of the world. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCli } from "../../../infra/cli/base/cli.ts";
import type { Ask } from "../../../infra/cli/base/prompt.cli.ts";
import type { Finding } from "../../../infra/cli/doctor/examine.ts";
import { runCli } from "../../../infra/cli/program.command.ts";
import {
  type Answer,
  chatEvents,
  type RawServer,
  refuse,
  startRawServer,
  stream,
} from "../../activities/models/raw-server.ts";
import { typist } from "../../support/terminal.ts";

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.stop());

const BALLOT = JSON.stringify({ winner: "Ada", scores: { Ada: 7, Ben: 6 }, reasons: ["Ada gave figures."] });
const counted = (input: number, output = 20) => ({ prompt_tokens: input, completion_tokens: output });

type Asked = "turn" | "ballot" | "recall";

/** Which of the three calls a request is. */
function askedIn(body: Record<string, unknown>): Asked {
  const text = JSON.stringify(body["messages"]);
  if (text.includes("Who argued better?")) return "ballot";
  return text.includes("codeword") ? "recall" : "turn";
}

const SOUND: Record<Asked, Answer> = {
  turn: stream(chatEvents(["Shops ", "gain ", "walkers."], { usage: counted(80) })),
  ballot: stream(chatEvents([BALLOT], { usage: counted(150, 40) })),
  recall: stream(chatEvents(["Heliotrope."], { usage: counted(2_000, 4) })),
};

/** Answers each call in its way; others are sound. */
function serve(answers: Partial<Record<Asked, Answer>> = {}): void {
  server.answer((res, request) => ({ ...SOUND, ...answers })[askedIn(request.body)](res, request));
}

async function parley(argv: string[], ask?: Ask) {
  const said = { out: "", err: "" };
  const write = (name: "out" | "err") => (text: string) => void (said[name] += text);
  const streams = { out: write("out"), err: write("err"), style: (_: string, text: string) => text, ask };
  const cli = createCli(streams, { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` });
  const code = await runCli(cli, argv);
  return { code, ...said };
}

const MODEL = "openai-compatible/mine";
const doctor = (...more: string[]) => parley(["doctor", MODEL, "--window", "2000", "--yes", ...more]);

/** The outcomes by what was examined, and the rest of the JSON. */
async function examined() {
  const { code, out } = await doctor("--json");
  const { findings, ...rest } = JSON.parse(out) as { findings: Finding[]; oddities: string[]; refuses: string[] };
  const outcomes = Object.fromEntries(findings.map(({ what, outcome }) => [what, outcome]));
  const detail = (what: Finding["what"]) => findings.find((each) => each.what === what)?.detail;
  return { code, outcomes, detail, ...rest };
}

const WELL = { speaks: "yes", streams: "yes", counts: "yes", thinks: "yes", schema: "yes", window: "yes" };

test("a sound model is examined in three calls, whose cost is said before; nothing is odd", async () => {
  serve();
  const { code, out, err } = await doctor();
  expect([code, server.requests.length]).toEqual([0, 3]);
  expect(err).toMatch(
    /^This makes 3 or 4 calls to openai-compatible\/mine, of [\d,]+ tokens at most: Parley does not know its price\.\n$/,
  );
  expect(out).toContain('speaks             yes  "Shops gain walkers."');
  expect(out).toContain("keeps its window   yes  it knows the first line of");
  expect(out).toContain("3 calls, 2294 tokens, cost unknown.");
  expect(await examined()).toMatchObject({ code: 0, outcomes: WELL, oddities: [], refuses: [] });
});

test("nobody is asked before a person agrees", async () => {
  serve();
  expect(await parley(["doctor", MODEL])).toMatchObject({ code: 2, err: expect.stringContaining("add --yes") });
  expect((await parley(["doctor", MODEL], typist("n").ask)).code).toBe(2);
  expect(server.requests).toEqual([]);
  expect((await parley(["doctor", MODEL, "--window", "2000"], typist("y").ask)).code).toBe(0);
  expect(server.requests).toHaveLength(3);
});

test("thoughts in its text are named, and not shown", async () => {
  serve({ turn: stream(chatEvents(["<think>Hm.", "</think>", "Shops gain."], { usage: counted(80) })) });
  const { outcomes, oddities, detail } = await examined();
  expect(outcomes).toEqual({ ...WELL, thinks: "repaired", streams: outcomes["streams"] });
  expect([oddities, detail("speaks")]).toEqual([["thoughts"], '"Shops gain."']);
});

test("a reply in one piece, and a server that does not count, are named", async () => {
  const whole = { model: "m", choices: [{ message: { content: "Shops gain." }, finish_reason: "stop" }] };
  serve({
    turn: (res) => {
      res.writeHead(200, { "content-type": "application/json" });
      res.end(JSON.stringify(whole));
    },
  });
  const { outcomes, oddities } = await examined();
  expect(outcomes).toEqual({ ...WELL, streams: "repaired", counts: "no" });
  expect(oddities).toEqual(["no-stream"]);
});

test("a server that refuses schemas is asked in words, and the ballot is read", async () => {
  const unavailable = refuse(400, { error: { message: "This response_format type is unavailable now" } });
  serve({
    ballot: (res, request) => (request.body["response_format"] ? unavailable : SOUND.ballot)(res, request),
  });
  const { outcomes, refuses, detail } = await examined();
  expect(outcomes).toEqual({ ...WELL, schema: "repaired" });
  expect(refuses).toEqual(["json_schema", "json_object"]);
  expect(detail("schema")).toBe("its server takes no JSON mode: Parley asks for JSON in words; read at once");
});

test("a ballot is asked for once more with its faults; one that is never read is a finding", async () => {
  let ballots = 0;
  serve({
    ballot: (res, request) => {
      ballots += 1;
      return (ballots === 1 ? stream(chatEvents(["Ada, I think."], { usage: counted(150) })) : SOUND.ballot)(
        res,
        request,
      );
    },
  });
  expect((await examined()).outcomes).toEqual({ ...WELL, schema: "repaired" });
  expect(JSON.stringify(server.requests[2]?.body)).toContain("The answer is not JSON");

  const cut = stream(chatEvents([BALLOT.slice(0, 20)], { finish: "length", usage: counted(150) }));
  serve({ ballot: cut });
  const never = await examined();
  expect([never.code, never.outcomes]).toEqual([0, { ...WELL, schema: "no" }]);
  expect(never.detail("schema")).toMatch(/^two ballots could not be read: .*was cut off/);
  expect(server.requests).toHaveLength(4);
});

test.each([
  ["cuts it in silence", stream(chatEvents(["Heliotrope?"], { usage: counted(600) })), /it read 600, in silence/],
  ["has forgotten its beginning", stream(chatEvents(["Tolls."], { usage: counted(2_000) })), /does not know the first/],
  [
    "refuses it",
    refuse(400, {
      error: {
        code: 400,
        message: "the request exceeds the available context size",
        type: "exceed_context_size_error",
      },
    }),
    /tokens are refused: set its server's window/,
  ],
])("a long prompt: a server that %s does not keep its window", async (_, recall, detail) => {
  serve({ recall });
  const seen = await examined();
  expect(seen.outcomes).toEqual({ ...WELL, window: "no" });
  expect(seen.detail("window")).toMatch(detail);
});

test("a model that does not speak is asked nothing more, and the exit code says why", async () => {
  serve({ turn: refuse(404, { error: { message: 'model "mine" not found' } }) });
  const { code, outcomes, detail } = await examined();
  expect([code, outcomes, server.requests.length]).toEqual([3, { speaks: "no" }, 1]);
  expect(detail("speaks")).toContain("mine");
  serve({ turn: refuse(401, { error: { message: "invalid api key" } }) });
  expect((await examined()).code).toBe(4);
});

test.each([
  ["demo/debater", "canned", 2],
  ["nowhere/mine", "there is no provider", 2],
  ["openai/gpt-5.5", "OPENAI_API_KEY is required by doctor", 4],
])("%s cannot be examined", async (model, words, code) => {
  expect(await parley(["doctor", model, "--yes"])).toMatchObject({ code, err: expect.stringContaining(words) });
});
