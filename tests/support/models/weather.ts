/**
 * Weather: a script's replies as the world's servers send them, each oddity at random from a seed. Any test can switch it
 * on: `world.models.use(underWeather(script, { seed: 7 }).script)`. All but a cut and an error must come through as they are
 * meant; a refused field costs one more request, once for each model.
 */
import { createHash } from "node:crypto";
import { randomOf } from "../../hostile/random.ts";
import type { ModelReplyScript } from "./reply.ts";
import type { ModelRequest } from "./request.ts";

type Script = (request: ModelRequest) => ModelReplyScript | Promise<ModelReplyScript>;

export interface Weather {
  script: Script;
  /** How often each oddity was sent; `fair`: the reply as it is. */
  counts: Map<string, number>;
  /** Faults, each of which demands that its call is made again. */
  faults(): number;
  /** Prompts whose whole reply was sent more than once, by what it was. */
  boughtTwice: string[];
}

/** The probability that a reply is odd. */
const OFTEN = 0.6;
const FAULTS = ["cut", "error-in-200", "no-reply"];

export function underWeather(script: Script, { seed, odds = OFTEN }: { seed: number; odds?: number }): Weather {
  const random = randomOf(seed);
  const counts = new Map<string, number>();
  const bought = new Set<string>();
  const boughtTwice: string[] = [];
  const note = (kind: string) => void counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    counts,
    boughtTwice,
    faults: () => FAULTS.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
    async script(request) {
      const field = refusedField(request, seed);
      if (field) {
        note(`refused ${field}`);
        return { error: { status: 400, body: { error: { message: `Unknown field: ${field}`, param: field } } } };
      }
      const reply = await script(request);
      const [kind, odd] = random() < odds ? oddOf(request, reply, random) : ["fair", reply];
      note(kind);
      if (!FAULTS.includes(kind)) {
        const prompt = promptOf(request);
        if (bought.has(prompt)) boughtTwice.push(`${kind} of ${request.model}: ${lastOf(request)}`);
        bought.add(prompt);
      }
      return odd;
    },
  };
}

/** Some models refuse a field; which do follows from the seed. */
function refusedField({ model, body }: ModelRequest, seed: number): string | null {
  const field = ["temperature", "response_format", "text", "output_config", "max_tokens", "stream_options", null][
    createHash("sha256").update(`${seed} ${model}`).digest().readUInt8(0) % 7
  ];
  const asked = JSON.stringify(body[field ?? ""] ?? null);
  if (field === "max_tokens" && !("messages" in body && "stream_options" in body)) return null;
  if (field === "text") return asked.includes('"json_schema"') ? "text.format" : null;
  if (field === "response_format" || field === "output_config") return asked.includes('"json_schema"') ? field : null;
  return field && body[field] !== undefined ? field : null;
}

function promptOf({ model, system, messages }: ModelRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([model, system, messages]))
    .digest("base64");
}

function lastOf({ messages }: ModelRequest): string {
  return (messages.at(-1)?.content ?? "").slice(-200);
}

type Odd = [kind: string, reply: ModelReplyScript];

function oddOf(request: ModelRequest, reply: ModelReplyScript, random: () => number): Odd {
  const { json, calls, ...plain } = reply;
  // What a script itself sends in another way is left as it is.
  if (reply.error || reply.hang || reply.events || reply.cutAfterChunks || calls || request.tool)
    return ["fair", reply];
  const text = json === undefined ? (reply.text ?? "") : JSON.stringify(json);
  const said = (words: string): ModelReplyScript => ({ ...plain, text: words });
  const usage = usageOf(reply);
  const wire = WIRES[request.api];
  const odds: Odd[] = [
    ["thoughts", said(`<think>\nIs it so? {"a": 1}\n</think>\n\n${text}`)],
    ["thoughts-closed-alone", said(`Is it so?\n</think>\n\n${text}`)],
    ["harmony", said(`<|channel|>analysis<|message|>So?<|end|><|start|>assistant<|channel|>final<|message|>${text}`)],
    ["controls", said(text.replaceAll(" ", " \u0000"))],
    ["parts", streamed(wire.parts(text, usage))],
    ["uncounted", streamed(wire.plain(text, null))],
    ["unended", streamed(wire.unended(text, usage))],
    ["whole", { raw: { type: "application/json", text: JSON.stringify(wire.whole(text, usage)) } }],
    ["cut", { ...said(text), cutAfterChunks: 1 }],
    ["error-in-200", { raw: { type: "application/json", text: JSON.stringify({ detail: "Not now" }) } }],
    ["no-reply", said("<think>\nHm.\n</think>\n")],
    ...(request.schema
      ? ([
          ["fence", said(`\`\`\`JSON\n${text}\n\`\`\``)],
          ["words", said(`Here it is:\n${text}\nI hope that it helps.`)],
          ["comma", said(text.replace(/\}$/, ",}"))],
        ] as Odd[])
      : ([["half a character", said(`${text}\ud83d`)]] as Odd[])),
  ];
  return odds[Math.floor(random() * odds.length)] ?? ["fair", reply];
}

interface Counts {
  input: number;
  output: number;
}

const usageOf = ({ usage }: ModelReplyScript): Counts => ({ input: usage?.input ?? 100, output: usage?.output ?? 50 });

function streamed(events: object[]): ModelReplyScript {
  const lines = events.map((event) => {
    const type = (event as { type?: string }).type;
    return `${type ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
  });
  const isNamed = events.some((event) => "type" in event);
  return { raw: { type: "text/event-stream", text: lines.join("") + (isNamed ? "" : "data: [DONE]\n\n") } };
}

interface Wire {
  plain(text: string, usage: Counts | null): object[];
  /** The text as a list of parts, with thoughts among them. */
  parts(text: string, usage: Counts): object[];
  /** Nothing says why it ended but the stream's own mark. */
  unended(text: string, usage: Counts): object[];
  whole(text: string, usage: Counts): object;
}

const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)];
const counted = ({ input, output }: Counts) => ({ input_tokens: input, output_tokens: output });
const forChat = ({ input, output }: Counts) => ({ prompt_tokens: input, completion_tokens: output });

function chat(contents: unknown[], usage: Counts | null, finish: string | null = "stop"): object[] {
  const chunk = (delta: object, finish_reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason }] });
  return [
    ...contents.map((content) => chunk({ content }, null)),
    { ...chunk({}, finish), ...(usage && { usage: forChat(usage) }) },
  ];
}

const respond = (content: object[], usage: Counts | null) => ({
  status: "completed",
  output: [
    { type: "reasoning", summary: [] },
    { type: "message", content },
  ],
  usage: usage && counted(usage),
});

function messageEvents(deltas: object[], usage: Counts | null, stop: string | null = "end_turn"): object[] {
  return [
    { type: "message_start", message: { ...(usage && { usage: counted({ ...usage, output: 1 }) }) } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: stop }, ...(usage && { usage: counted(usage) }) },
    { type: "message_stop" },
  ];
}

const THOUGHT = { type: "thinking", thinking: "Hm." };
const spoken = (text: unknown) => ({ type: "text_delta", text });

const WIRES: Record<ModelRequest["api"], Wire> = {
  chat: {
    plain: (text, usage) => chat(halves(text), usage),
    parts: (text, usage) => chat([[THOUGHT], [{ type: "text", text }], null], usage),
    unended: (text, usage) => chat(halves(text), usage, null),
    whole: (text, usage) => ({
      choices: [{ message: { role: "assistant", content: text }, finish_reason: "stop" }],
      usage: forChat(usage),
    }),
  },
  responses: {
    plain: (text, usage) => [{ type: "response.completed", response: respond([{ type: "output_text", text }], usage) }],
    parts: (text, usage) => [
      { type: "response.output_text.delta", delta: [{ type: "output_text", text }] },
      { type: "response.completed", response: { ...respond([], usage) } },
    ],
    unended: (text, usage) => [
      { type: "response.created" },
      ...halves(text).map((delta) => ({ type: "response.output_text.delta", delta })),
      { type: "response.completed", response: { usage: counted(usage) } },
    ],
    whole: (text, usage) => respond([{ type: "output_text", text }], usage),
  },
  anthropic: {
    plain: (text, usage) => messageEvents(halves(text).map(spoken), usage),
    parts: (text, usage) =>
      messageEvents([{ type: "thinking_delta", thinking: "Hm." }, spoken([{ type: "text", text }])], usage),
    unended: (text, usage) => messageEvents(halves(text).map(spoken), usage, null),
    whole: (text, usage) => ({
      content: [THOUGHT, { type: "text", text }],
      stop_reason: "end_turn",
      usage: counted(usage),
    }),
  },
};
