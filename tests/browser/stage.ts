/** A whole Parley with a browser before it; whatever a page complains of is kept, so that a test can see it. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject, type ProvidedContext } from "vitest";
import { kindOf } from "../support/models/replies.ts";
import type { ModelRequest } from "../support/models/request.ts";
import { debaters, requestOf, startWorld, type World, type WorldOptions } from "../support/world.ts";

export interface Stage {
  world: World;
  browser: Browser;
  /** A page in a browser of its own: no cookies, nothing cached. */
  open(address: string, options?: BrowserContextOptions): Promise<Watched>;
  stop(): Promise<void>;
}

interface Watched {
  page: Page;
  context: BrowserContext;
  /** Errors and broken policies that the browser told of. */
  complaints: string[];
  close: () => Promise<void>;
}

/** What the run has set up; without Vitest, whoever starts a stage brings it. */
export type Ground = Pick<ProvidedContext, "temporalAddress" | "workflowBundle" | "chromium">;

const provided = (): Ground => ({
  temporalAddress: inject("temporalAddress"),
  workflowBundle: inject("workflowBundle"),
  chromium: inject("chromium"),
});

/** Nothing ends by itself while the tests of a file look at it one after another. */
export const UNHURRIED = {
  durations: {
    turnTimeout: 600_000,
    silence: 600_000,
    // A busy machine misses a heartbeat, and another attempt would be answered.
    heartbeatTimeout: 600_000,
    draftExpiry: 600_000,
    decisionTimeout: 600_000,
    errorExpiry: 600_000,
  },
};

export async function startStage(
  ground = provided(),
  own: Pick<WorldOptions, "oidc" | "mcp" | "defaultPanel" | "defaultJudge" | "durations" | "places" | "workers"> = {},
): Promise<Stage> {
  await using starting = new AsyncDisposableStack();
  const world = starting.adopt(
    await startWorld({ ...own, temporalAddress: ground.temporalAddress, codePath: ground.workflowBundle }),
    (it) => it.stop(),
  );
  const browser = starting.adopt(
    await chromium.launch({
      executablePath: ground.chromium,
      args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-lcd-text"],
    }),
    (it) => it.close(),
  );
  const running = starting.move();
  return {
    world,
    browser,
    async open(address, options = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", ({ message }) => complaints.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      await page.goto(new URL(address, world.url).href);
      return { page, context, complaints, close: () => context.close() };
    },
    stop: () => running.disposeAsync(),
  };
}

/** A turn of the second speaker of `requestOf`. */
export const isBens = (request: ModelRequest) => kindOf(request) === "turn" && !request.model.includes("gpt");

/** A debate of which one participant is never heard, and nobody has decided what to do about it; its id. */
export async function undecided(world: World): Promise<string> {
  const script = debaters(["p1", "p2"]);
  world.models.use((request) => (isBens(request) ? { error: { status: 503 } } : script(request)));
  const { id } = await world.create(requestOf({ policies: { onParticipantFailure: "ask" } }));
  await world.until(id, (e) => e.type === "decision.requested");
  return id;
}
