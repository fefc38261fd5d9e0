/** The verdict as an MCP App, in a program that the official package makes of a page, in Debian's Chromium. */
import { RESOURCE_MIME_TYPE } from "@modelcontextprotocol/ext-apps/server";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { connectMcp, DEBATE } from "../support/mcp.ts";
import { debaters } from "../support/world.ts";
import { startStage } from "./stage.ts";

/** What a program lets the page do that asks for no domains. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
const HOST = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
const frame = document.querySelector("iframe");
const bridge = new AppBridge(null, { name: "host", version: "1" }, {}, { hostContext: { theme: "light" } });
bridge.onsizechange = ({ height }) => void (frame.style.height = height + "px");
const ready = new Promise((resolve) => (bridge.oninitialized = resolve));
window.showApp = async (html) => {
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await ready;
};
window.showResult = async (result) => {
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
window.dress = (theme) => bridge.setHostContext({ theme });
window.close = () => bridge.teardownResource({});
`;
const BODY = `<iframe sandbox="allow-scripts" style="width: 100%; border: 0"></iframe>`;

interface Host {
  showApp(html: string): Promise<void>;
  showResult(result: object): Promise<void>;
  dress(theme: string): void;
  close(): Promise<object>;
}

test("A program shows the verdict's page, which shows the result's words as text and loads nothing.", async () => {
  const stage = await startStage();
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(DEBATE);
  await world.finished(id);
  const ui = { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } };
  const client = await connectMcp({ url: world.url, capabilities: { extensions: ui } });
  const { tools } = await client.listTools();
  const shown = tools.flatMap(({ name, _meta: meta }) => (meta?.["ui"] ? [{ name, ui: meta["ui"] }] : []));
  const uri = "ui://parley/verdict.html";
  expect(shown).toEqual([{ name: "get_result", ui: { resourceUri: uri } }]);
  const [page] = (await client.readResource({ uri })).contents as { mimeType: string; text: string }[];
  expect(page?.mimeType).toBe(RESOURCE_MIME_TYPE);
  expect(page?.text.length).toBeLessThan(5_000);
  const result = await client.callTool({ name: "get_result", arguments: { id } });
  await client.close();

  const { outputFiles } = await build({
    stdin: { contents: HOST, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    write: false,
  });
  const { page: tab, complaints } = await stage.open("/healthz", { viewport: { width: 720, height: 900 } });
  await tab.route("**/their/page", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>Host</title>${BODY}<script type="module" src="/their/script.js"></script>`,
    }),
  );
  await tab.route("**/their/script.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: outputFiles[0]?.text ?? "" }),
  );
  await tab.goto(`${world.url}/their/page`);
  await tab.waitForFunction(() => "showApp" in globalThis);
  const html = (page?.text ?? "").replace(
    "<head>",
    `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  );
  await tab.evaluate((text) => (globalThis as unknown as Host).showApp(text), html);
  await tab.evaluate((it) => (globalThis as unknown as Host).showResult(it), result as object);
  const app = tab.frameLocator("iframe");
  const { answer } = (await world.debate(id)).result?.conclusion ?? {};
  await app.locator("p.lead").waitFor();
  expect(await app.locator("p.lead").textContent()).toBe(answer?.text);
  expect(await app.getByRole("heading").first().textContent()).toBe("The answer");

  await tab.evaluate(() => (globalThis as unknown as Host).dress("dark"));
  await expect.poll(() => app.locator("html").getAttribute("data-theme")).toBe("dark");
  const hostile = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  const words = `The answer\n${hostile}\n\n${hostile}\n\n${hostile}\n${hostile}`;
  await tab.evaluate((it) => (globalThis as unknown as Host).showResult(it), {
    content: [
      { type: "text", text: words },
      { type: "text", text: "{}" },
    ],
  });
  await expect.poll(() => app.locator("main").textContent()).toContain(hostile);
  expect(await app.locator("main img, main script").count()).toBe(0);

  await tab.evaluate((it) => (globalThis as unknown as Host).showResult(it), {
    content: [{ type: "text", text: "{}" }],
    structuredContent: { status: "running", error: null },
  });
  await expect.poll(() => app.locator("main").textContent()).toBe("running");
  expect(await tab.evaluate(() => (globalThis as unknown as Host).close())).toEqual({});
  expect(complaints).toEqual([]);
  await stage.stop();
});
