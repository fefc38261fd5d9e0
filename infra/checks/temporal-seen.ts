/** What a Temporal shows of itself and of a namespace. Nothing is changed by looking. */
import { type Connection, isGrpcServiceError } from "@temporalio/client";
import type proto from "@temporalio/proto";
import { SEARCH_ATTRIBUTES } from "../../workflows/base/messages.workflow-base.ts";

export interface TemporalPlace {
  /** `host:port` */
  address: string;
  namespace: string;
  /** This Parley's workers have a version. */
  isVersioned: boolean;
}

export interface TemporalSeen extends TemporalPlace {
  /** As the server names it, for example `1.29.1`. */
  version: string;
  /** null: there is no namespace of that name. */
  described: proto.temporal.api.workflowservice.v1.IDescribeNamespaceResponse | null;
  /** Search attributes that the namespace lacks; null: unknown. */
  missingAttributes: (keyof typeof SEARCH_ATTRIBUTES)[] | null;
}

const NOT_FOUND = 5;

/** Throws a sentence if Temporal refuses to describe the namespace. */
export async function seeTemporal(connection: Connection, place: TemporalPlace): Promise<TemporalSeen> {
  const { workflowService, operatorService } = connection;
  const { namespace } = place;
  const { serverVersion } = await workflowService.getSystemInfo({});
  const version = serverVersion ?? "";
  const described = await workflowService.describeNamespace({ namespace }).catch((error: unknown) => {
    if (!isGrpcServiceError(error)) throw error;
    if ((error as { code?: number }).code === NOT_FOUND) return null;
    const refused = `Temporal at ${place.address} refuses to describe the namespace "${namespace}": ${error.details}`;
    throw new Error(refused, { cause: error });
  });
  if (described === null) return { ...place, version, described, missingAttributes: null };
  const missingAttributes = await operatorService.listSearchAttributes({ namespace }).then(
    ({ customAttributes }) => namesOf(SEARCH_ATTRIBUTES).filter((name) => !(name in customAttributes)),
    () => null,
  );
  return { ...place, version, described, missingAttributes };
}

function namesOf<T extends object>(record: T): (keyof T)[] {
  return Object.keys(record) as (keyof T)[];
}
