/**
 * The verdict as an MCP App (specification 2026-01-26): a page that a program shows beside the result of `get_result`. It is
 * whole in itself, asks no server, and has no words of its own: it shows the result's words, which are in the debate's language.
 *
 * The official package's helpers register with the SDK's list of resources, which Parley's transcripts do not use; the page's
 * own part of the protocol is 20 lines here and 540 KB there.
 */

export const VERDICT_URI = "ui://parley/verdict.html";

/** Of a tool whose results the page shows. */
export const SHOWS_VERDICT = { ui: { resourceUri: VERDICT_URI } };

/** Content of the resource. Without domains in `csp`, a program lets the page load nothing. */
export function verdictPage() {
  const meta = { ui: { csp: {}, prefersBorder: true } };
  return { uri: VERDICT_URI, mimeType: "text/html;profile=mcp-app", text: PAGE, _meta: meta };
}

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1f24, #e8eaee); --faint: light-dark(#5b6470, #a3abb8); --line: light-dark(#cfd5dd, #434b57) }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
body { margin: 0; padding: 1rem; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); overflow-wrap: anywhere }
h2 { margin: 1.25rem 0 .25rem; font-size: .8125rem; font-weight: 600; color: var(--faint) }
h2:first-child { margin-top: 0 }
p { margin: 0; white-space: pre-wrap }
.lead { font-size: 1.125rem; font-weight: 600 }
.note { margin-top: .75rem; padding-left: .75rem; border-left: 3px solid var(--line) }
`;

/** A part of the words is a heading with lines below it, or one line. Texts come from models: they are only ever text. */
const SCRIPT = `
const main = document.querySelector("main");
const tell = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
function add(name, text, className = "") {
  const place = Object.assign(document.createElement(name), { textContent: text, className });
  main.append(place);
}
function show({ content = [], structuredContent = {}, isError }) {
  const texts = content.filter(({ type }) => type === "text").map(({ text }) => text);
  const { status = "", error } = structuredContent;
  const words = isError || texts.length > 1 ? texts[0] : [status, error?.message].filter(Boolean).join(": ");
  main.replaceChildren();
  let isFirst = true;
  for (const part of (words ?? "").trim().split(/\\n{2,}/)) {
    const [head, ...lines] = part.split("\\n");
    if (lines.length === 0) {
      add("p", head, "note");
      continue;
    }
    add("h2", head.trim());
    if (isFirst) add("p", lines.shift(), "lead");
    isFirst = false;
    if (lines.length > 0) add("p", lines.join("\\n"));
  }
}
function dress({ theme } = {}) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  if (data.id === "begin" && data.result) {
    dress(data.result.hostContext);
    tell({ method: "ui/notifications/initialized", params: {} });
  }
  if (data.method === "ui/notifications/tool-result") show(data.params ?? {});
  if (data.method === "ui/notifications/host-context-changed") dress(data.params);
  if (data.method === "ui/resource-teardown" || data.method === "ping") tell({ id: data.id, result: {} });
});
new ResizeObserver(() => tell({ method: "ui/notifications/size-changed", params: { height: document.documentElement.offsetHeight } })).observe(document.documentElement);
tell({ id: "begin", method: "ui/initialize", params: { appInfo: { name: "parley", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" } });
`;

const PAGE = `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Parley</title><style>${STYLE}</style></head>
<body><main aria-live="polite"></main><script>${SCRIPT}</script></body>
</html>
`;
