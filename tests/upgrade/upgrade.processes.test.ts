/** A data folder and exports of an earlier version are read as that version read them. `record.ts` makes the archive. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../api/app.ts";
import { credentialsOf } from "../../infra/local/dynalite/key.ts";
import { startDynalite } from "../../infra/local/dynalite/server.ts";
import { createWorld, postOf, type World } from "../api/world.ts";
import { ARCHIVES, unpacked } from "./archive.ts";
import type { Recording } from "./recording.ts";

async function engineOf(dataDir: string) {
  const engine = await startDynalite({ dataDir });
  return { endpoint: engine.endpoint, credentials: credentialsOf(engine.key), stop: () => engine.stop() };
}

describe.each(ARCHIVES)("of $archive", ({ archive, temporalUiUrl }) => {
  const settings = { temporalUiUrl, stillMs: Number.MAX_SAFE_INTEGER };
  const stack = new AsyncDisposableStack();
  let recording: Recording;
  let world: World;
  let app: App;
  beforeAll(async () => {
    const { folder, recording: kept } = await unpacked(archive, stack);
    recording = kept;
    world = stack.use(await createWorld(settings, () => engineOf(folder)));
    app = world.appWith({ now: () => new Date(recording.recordedAt) });
  });
  afterAll(() => stack.disposeAsync());

  const get = (path: string, accept = "application/json") =>
    app.request(path, { headers: { accept, authorization: `Bearer ${recording.key}` } });

  /** A prompt that is written differently today is not shown. Cursors are signed with the folder's own secret. */
  const comparable = (body: unknown) => ({ ...(body as object), prompt: undefined, nextCursor: undefined });

  describe("the data folder of an earlier version", () => {
    it("answers every request as it did", async () => {
      const paths = Object.keys(recording.answers);
      expect(paths.length).toBeGreaterThan(200);
      for (const path of paths) {
        const response = await get(path);
        const { status, body } = recording.answers[path] ?? {};
        expect({ path, status: response.status }).toEqual({ path, status });
        // What is new since then is not compared.
        expect(comparable(await response.json()), path).toMatchObject(comparable(body));
      }
    });

    it("becomes reports", async () => {
      for (const [about, id] of Object.entries(recording.debates)) {
        const types = ["panel", "dialectic", "proposer-skeptic"].includes(about)
          ? ["text/markdown", "text/html"]
          : ["text/markdown"];
        for (const type of types) {
          const response = await get(`/v1/debates/${id}/transcript`, type);
          expect([about, response.status]).toEqual([about, 200]);
          expect(response.headers.get("content-type")).toContain(type);
          expect(await response.text()).toContain("Should cities ban cars");
        }
      }
    });
  });

  describe("exports of an earlier version", () => {
    it("are imported into an empty store, and exported again as they were", async () => {
      await using empty = await createWorld(settings);
      const now = () => new Date(recording.recordedAt);
      const elsewhere = empty.appWith({ now });
      for (const [about, id] of Object.entries(recording.debates)) {
        const { status, body } = recording.answers[`/v1/debates/${id}/transcript`] ?? {};
        expect(status).toBe(200);
        const { debate } = body as { debate: { status: string } };
        const response = await elsewhere.request("/v1/debates/import", postOf(body));
        const isOver = ["completed", "cancelled", "failed"].includes(debate.status);
        expect({ about, status: response.status }).toEqual({ about, status: isOver ? 201 : 422 });
        if (!isOver) continue;
        const again = await elsewhere.request(`/v1/debates/${id}/transcript`, {
          headers: { accept: "application/json" },
        });
        expect(await again.json(), about).toEqual(body);
      }
    });
  });
});
