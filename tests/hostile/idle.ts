/**
 * Fifty bodies of one tenant stay away on the routes whose places are fewest, while another tenant uploads a file, and
 * begins, pauses and stops a debate. Each must be answered as if there were no such bodies.
 */
import { openIdleBody } from "../support/idle-body.ts";
import type { Health } from "./health.ts";
import type { HostileServer } from "./server.ts";

const BODIES = 50;
const SLOWEST_HEALTH_MS = 300;
/** Far more than an answer takes on a busy machine, and less than idle bodies may last. */
const SLOWEST_MS = 5_000;
const ROUTES = [
  "/v1/files?name=a.txt",
  "/v1/debates/import",
  "/v1/debates/{id}/interjections",
  "/v1/debates/{id}/stop",
];
const DEBATE = { topic: "Should cities ban cars?", format: "round-limited", maxRounds: 30, roundDelayMs: 2_000 };

export async function idleFaults(
  server: HostileServer,
  health: Health,
  say: (line: string) => void,
): Promise<string[]> {
  const { url, token, others, targets } = server;
  const faults: string[] = [];
  let slowest = 0;
  const call = async (path: string, body: object | string) => {
    const startedAt = performance.now();
    const isText = typeof body === "string";
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${others.free}`, ...(!isText && { "content-type": "application/json" }) },
      body: isText ? body : JSON.stringify(body),
    });
    const ms = performance.now() - startedAt;
    slowest = Math.max(slowest, ms);
    const text = await response.text();
    if (!response.ok || ms > SLOWEST_MS)
      faults.push(`POST ${path} beside idle bodies: ${response.status} after ${Math.round(ms)} ms`);
    return text;
  };
  const idle = await Promise.all(
    Array.from({ length: BODIES }, (_, n) => {
      const path = (ROUTES[n % ROUTES.length] ?? "").replace("{id}", targets.draft);
      return openIdleBody(url, { method: "POST", path, token });
    }),
  );
  await health.slowest();
  await call("/v1/files?name=a.txt", "A toll.");
  const { id } = JSON.parse(await call("/v1/debates", DEBATE)) as { id: string };
  await call(`/v1/debates/${id}/interjections`, { text: "Mind the costs." });
  await call(`/v1/debates/${id}/pause`, {});
  await call(`/v1/debates/${id}/stop`, { mode: "abandon" });
  const late = await health.slowest();
  const open = idle.filter((one) => one.answer() === "").length;
  if (late > SLOWEST_HEALTH_MS) faults.push(`/healthz took ${Math.round(late)} ms beside idle bodies`);
  const ends = await Promise.all(idle.map(({ closed }) => closed));
  const wrong = ends.filter((answer) => !answer.startsWith("HTTP/1.1 408 "));
  if (wrong.length > 0) faults.push(`${wrong.length} idle bodies did not end with a 408: ${wrong[0]?.slice(0, 80)}`);
  say(
    `${BODIES} idle bodies, ${open} still open: another tenant's requests took ${Math.round(slowest)} ms at most, /healthz ${Math.round(late)} ms`,
  );
  return faults;
}
