/** How a client of AWS reaches its service. */

export interface AwsPlace {
  /** null: AWS itself. */
  endpoint: string | null;
  region: string;
  /** Left out: the AWS client's own chain of providers. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Three tries, one second to connect: a service that is not there shows within seconds. */
export function clientOf({ endpoint, region, credentials }: AwsPlace, requestMs: number) {
  const agent = { keepAlive: true, maxSockets: 64 };
  return {
    ...(endpoint !== null && { endpoint }),
    ...(credentials && { credentials }),
    region,
    maxAttempts: 3,
    retryMode: "standard",
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}
