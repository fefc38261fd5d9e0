/** AG-UI's plain client on a page of somebody else's, in Debian's Chromium: it shows a debate, and answers what it asks. */
import { build } from "esbuild";
import { expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { startStage } from "./stage.ts";

const { topic, ...ASKING } = requestOf({ clarifications: { enabled: true, maxIterations: 1 }, maxRounds: 1 }) as {
  topic: string;
};

/** The whole script of the page. */
const SCRIPT = `
import { HttpAgent } from "@ag-ui/client";
const agent = new HttpAgent({ url: "/agui/asking", initialMessages: [{ id: "1", role: "user", content: ${JSON.stringify(topic)} }] });
const at = (name) => document.querySelector(name);
const shown = new Map();
function show({ id, name = "The answer" }) {
  const place = document.createElement("article");
  place.setAttribute("aria-label", name);
  at("main").append(place);
  shown.set(id, place);
}
const subscriber = {
  onTextMessageStartEvent: ({ event }) => show({ id: event.messageId, name: event.name }),
  onTextMessageContentEvent: ({ event }) => shown.get(event.messageId).append(event.delta),
  onStateChanged: ({ state }) => void (at("output").textContent = state.status),
  onRunFinishedEvent: ({ outcome, interrupts }) => {
    if (outcome !== "interrupt") return;
    const [{ id, responseSchema: { properties } }] = interrupts;
    const [[field, { title }]] = Object.entries(properties);
    at("label").prepend(title);
    at("form").hidden = false;
    at("form").onsubmit = (event) => {
      event.preventDefault();
      at("form").hidden = true;
      void agent.runAgent({ resume: [{ interruptId: id, status: "resolved", payload: { [field]: at("input").value } }] }, subscriber);
    };
  },
};
void agent.runAgent({}, subscriber);
`;
const BODY = `<main></main><form hidden><label><input></label><button>Send</button></form><output></output>`;

test("A page with the plain client shows each speaker, asks the question, and shows the answer.", async () => {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    write: false,
  });
  const body = `<!doctype html><title>A debate</title>${BODY}<script type="module" src="/their/script.js"></script>`;
  const stage = await startStage();
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  await world.post("/v1/presets", { name: "asking", request: ASKING });
  const { page, complaints } = await stage.open("/healthz");
  await page.route("**/their/page", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.route("**/their/script.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: outputFiles[0]?.text ?? "" }),
  );
  await page.goto(`${world.url}/their/page`);
  await page.getByLabel("Which city?").fill("Graz.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("article", { name: "The answer" }).waitFor();
  await expect.poll(() => page.locator("output").textContent()).toBe("completed");
  const { body: list } = await world.request("/v1/debates");
  const { turns, questions } = (await world.transcript(list.items[0].id)) as unknown as Record<
    string,
    { text: string }[]
  >;
  expect(questions).toMatchObject([{ answer: "Graz." }]);
  const spoken = await page.getByRole("article", { name: /^(Ada|Ben)$/ }).allTextContents();
  expect(spoken).toEqual(turns?.map(({ text }) => text));
  expect(complaints).toEqual([]);
  await stage.stop();
});
