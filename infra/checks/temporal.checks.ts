/** What Parley needs of a Temporal that it has not started. */
import type { Connection } from "@temporalio/client";
import { SEARCH_ATTRIBUTES } from "../../workflows/base/messages.workflow-base.ts";
import { type Check, type Finding, findingsOf, type Look, no, unseen, yes } from "./check.checks.ts";
import { seeTemporal, type TemporalPlace, type TemporalSeen } from "./temporal-seen.ts";

/** Minor versions of Temporal's server 1 that know each thing by default (its `dynamicconfig/constants.go`). */
const SINCE = { updates: 25, versions: 28, priorities: 28, prioritiesByDefault: 31, fairness: 29 };
/** Hours. `temporal operator namespace create` has as many by default. */
const RETENTION = 72;
/** Bytes of one payload: Temporal's default, with which Parley is tested. */
const BLOB = 2 * 1024 * 1024;

const NAMESPACE: Check<TemporalSeen> = {
  name: "namespace",
  look: ({ namespace, described }) =>
    described ? yes(`"${namespace}" is there`) : no(`there is no namespace "${namespace}" (TEMPORAL_NAMESPACE)`),
  costs: "debates have no place to run",
  mend: (seen) => `Create it: temporal operator namespace create ${flags(seen)} --retention ${RETENTION}h`,
  isRequired: true,
};

export const TEMPORAL_CHECKS: Check<TemporalSeen>[] = [
  NAMESPACE,
  {
    name: "updates",
    look: (seen) => {
      const shown = seen.described?.namespaceInfo?.capabilities;
      if (shown?.syncUpdate) return yes(`${seen.version} knows them`);
      const off = shown
        ? no("they are switched off")
        : unseen(`${seen.version} does not show it, and has them by default`);
      return unknownTo(seen, "updates", SINCE.updates) ?? off;
    },
    costs: "no command of an owner reaches a debate",
    mend: "Set frontend.enableUpdateWorkflowExecution in the server's dynamic configuration.",
    isRequired: true,
  },
  {
    name: "schedules",
    look: ({ described }) => (described?.namespaceInfo?.supportsSchedules ? yes("on") : no("they are switched off")),
    costs: "nothing is swept, and no scheduled debate begins",
    mend: "Set frontend.enableSchedules in the server's dynamic configuration.",
    isRequired: true,
  },
  {
    name: "worker versions",
    look: (seen) => {
      if (!seen.isVersioned) return yes("not used (TEMPORAL_DEPLOYMENT_NAME)");
      return unknownTo(seen, "worker versions", SINCE.versions) ?? yes(`${seen.version} knows them`);
    },
    costs: "workers with TEMPORAL_DEPLOYMENT_NAME get no work",
    mend: "Unset TEMPORAL_DEPLOYMENT_NAME, or use a newer server.",
    isRequired: true,
  },
  {
    name: "search attributes",
    look: ({ missingAttributes: missing }) => {
      if (missing === null) return unseen("this caller may not list them");
      return missing.length === 0 ? yes("all are there") : no(`the namespace lacks ${missing.join(", ")}`);
    },
    costs: "Temporal refuses every debate",
    mend: (seen) =>
      `Parley adds them at its start if it may; else: temporal operator search-attribute create ${attributeFlags(seen)}`,
    isRequired: true,
  },
  {
    name: "retention",
    look: ({ described }) => {
      const hours = Number(described?.config?.workflowExecutionRetentionTtl?.seconds ?? 0) / 3600;
      if (hours === 0) return unseen("not shown");
      return hours < RETENTION ? no(`${hours} hours`) : yes(`${hours} hours`);
    },
    costs: "what happened in a debate on a Friday cannot be seen in Temporal on Monday",
    mend: (seen) => `Raise it: temporal operator namespace update ${flags(seen)} --retention ${RETENTION}h`,
  },
  {
    name: "size of a payload",
    look: ({ described }) => {
      const bytes = Number(described?.namespaceInfo?.limits?.blobSizeLimitError ?? 0);
      if (bytes === 0) return unseen("servers before 1.30 do not show it");
      return bytes < BLOB ? no(`${bytes} bytes at most`) : yes(`${bytes} bytes at most`);
    },
    costs: "a long debate may fail when it continues as new",
    mend: `Set limit.blobSize.error to at least ${BLOB} in the server's dynamic configuration.`,
  },
  {
    name: "priorities",
    look: (seen) => {
      const unknown = unknownTo(seen, "priorities", SINCE.priorities);
      if (unknown || knows(seen, SINCE.prioritiesByDefault)) return unknown ?? yes(`on by default in ${seen.version}`);
      return unseen(`off by default in ${seen.version}, which does not show it`);
    },
    costs: "a tenant's hundredth debate waits no longer than another's first",
    mend: "On a server that knows them, set matching.useNewMatcher in its dynamic configuration.",
  },
  {
    name: "fairness",
    look: (seen) =>
      unknownTo(seen, "fairness keys", SINCE.fairness) ?? unseen("off by default, and no server shows it"),
    costs: "one tenant's backlog delays the debates of the others",
    mend: "On a server that knows it, set matching.enableFairness and matching.useNewMatcher in its dynamic configuration.",
  },
];

/** Only the namespace, where that is missing. */
export async function checkTemporal(connection: Connection, place: TemporalPlace): Promise<Finding[]> {
  const seen = await seeTemporal(connection, place);
  return findingsOf("Temporal", { checks: seen.described ? TEMPORAL_CHECKS : [NAMESPACE], seen });
}

/** A server whose version cannot be read is taken for a new one. */
function knows({ version }: TemporalSeen, minor: number): boolean {
  const [, found] = /^1\.(\d+)/.exec(version) ?? [];
  return found === undefined || Number(found) >= minor;
}

function unknownTo(seen: TemporalSeen, what: string, minor: number): Look | null {
  return knows(seen, minor) ? null : no(`this Temporal (${seen.version}) does not know ${what}: at least 1.${minor}`);
}

function flags({ address, namespace }: TemporalSeen): string {
  return `--address ${address} --namespace ${namespace}`;
}

function attributeFlags(seen: TemporalSeen): string {
  const type = (kind: string) => `${kind.charAt(0)}${kind.slice(1).toLowerCase()}`;
  const each = (seen.missingAttributes ?? []).map((name) => `--name ${name} --type ${type(SEARCH_ATTRIBUTES[name])}`);
  return [flags(seen), ...each].join(" ");
}
