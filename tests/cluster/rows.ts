/** What happens to the cluster, a row of the table each. */
import { promote } from "../../infra/deploy/versions.deploy.ts";
import { copyTree, PRODUCT } from "../support/copies.ts";
import { changeStep, UNGUARDED } from "../support/tomorrow.ts";
import { lookAgain, staysAway } from "../support/waits.ts";
import type { Cluster } from "./cluster.ts";
import type { Load, Manner, Played } from "./load.ts";

interface Scene {
  cluster: Cluster;
  load: Load;
  /** Debates under way at a time. */
  lanes: number;
}

export interface Row {
  name: string;
  /** The first minor version of Temporal's server 1 on which it can be played; missing: all. */
  since?: number;
  play(scene: Scene): Promise<Played[]>;
}

const AWAY_MS = 5_000;
const DEPLOYMENT = "cluster";

const plain = (lanes: number): (Manner | undefined)[] => Array.from({ length: lanes });
const nothing = () => Promise.resolve();

export const ROWS: Row[] = [
  { name: "debates", play: ({ load, lanes }) => load.under(plain(lanes), nothing) },
  {
    name: "debates whose owners pause, answer and stop",
    play: ({ load, lanes }) => {
      const owners = ownersOf(load);
      return load.under([...plain(lanes), ...plain(lanes).flatMap((_, n) => owners[n] ?? [])], nothing);
    },
  },
  {
    name: "every process is restarted, one by one",
    play: ({ cluster, load, lanes }) =>
      load.under(plain(lanes), async () => {
        const { servers, workers, apis, postgres } = cluster;
        for (const part of [...workers, ...apis, ...servers, postgres]) {
          await part.stop();
          await part.start();
        }
      }),
  },
  {
    name: "SIGKILL of a Temporal server, back after 5 s",
    play: ({ cluster, load, lanes }) =>
      load.under(plain(lanes), async () => {
        const [server] = cluster.servers;
        await staysAway(AWAY_MS);
        await server?.stop("SIGKILL");
        await staysAway(AWAY_MS);
        await server?.start();
      }),
  },
  {
    name: "immediate stop of Postgres, back after 5 s",
    play: ({ cluster, load, lanes }) =>
      load.under(plain(lanes), async () => {
        await staysAway(AWAY_MS);
        await cluster.postgres.stopImmediately();
        await staysAway(AWAY_MS);
        await cluster.postgres.start();
      }),
  },
  { name: "workers of a newer build beside older ones", since: 28, play: beside },
];

/** What a debate has at each place where its owner does something. */
function ownersOf({ client }: Load): Manner[] {
  const pauses: Manner = {
    async heard(id, event) {
      if (event.type === "turn.completed" && event.turnId === "g1-r1-t1") await client.pause(id);
      if (event.type === "debate.status" && event.status === "paused") await client.resume(id);
    },
  };
  const answers: Manner = {
    clarifies: true,
    async heard(id, event) {
      if (event.type !== "clarification.asked" || event.questions.length === 0) return;
      await client.answer(
        id,
        event.questions.map((question) => ({ questionId: question.id, answer: "Lisbon." })),
      );
    },
  };
  const stops: Manner = {
    isCut: true,
    async heard(id, event) {
      if (event.type === "round.completed" && event.round === 1) await client.stop(id);
    },
  };
  return [pauses, answers, stops];
}

/** The newer build does otherwise what the older one began: without versions, its workers could not go on with that. */
async function beside({ cluster, load, lanes }: Scene): Promise<Played[]> {
  await using newer = await copyTree([...PRODUCT, "package.json"]);
  await changeStep(newer.folder, UNGUARDED);
  const { temporal, workers } = cluster;
  const worker = (name: string, buildId: string, root?: string) =>
    cluster.createWorker(name, {
      ...(root && { root }),
      env: { TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT, TEMPORAL_BUILD_ID: buildId },
    });
  await using open = new AsyncDisposableStack();
  const begin = async (buildId: string, root?: string) => {
    for (const n of [1, 2]) {
      const part = await worker(`worker ${n} of the ${buildId} build`, buildId, root);
      open.defer(() => part.stop());
      await part.start();
    }
    await promoted(cluster, buildId);
  };
  await begin("older");
  for (const part of workers) await part.stop();
  const played = await load.under(plain(lanes), () => begin("newer", newer.folder));
  const more = await load.under(plain(lanes), nothing);
  for (const { id, faults } of [...played.slice(0, 1), ...more]) {
    const build = id === played[0]?.id ? "older" : "newer";
    const { raw } = await temporal.workflow.getHandle(id).describe();
    const found = raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
    if (found !== build) faults.push(`it ran on ${found ?? "no version"} and not on the ${build} build`);
  }
  return [...played, ...more];
}

/** Temporal knows a version some time after its workers began to ask. */
async function promoted({ temporal }: Cluster, buildId: string): Promise<void> {
  const version = { namespace: temporal.options.namespace, name: DEPLOYMENT, buildId };
  for (let tries = 60; ; tries--) {
    try {
      return await promote(temporal, version);
    } catch (error) {
      if (tries === 0) throw error;
      await lookAgain(500);
    }
  }
}
