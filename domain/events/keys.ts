/**
 * Keys under which the workflow's own events are appended to the log: `w/<n>` by its own counter, or one that says which
 * event it is, for what must not come twice. A workflow task that was lost is played again, perhaps after other
 * commands: then a counter counts otherwise than what the lost one has left in the log, and an identity does not.
 */
const OWN = "e/";
/** Events that may have come into the log between a lost task's own and the end that its repetition has seen. */
const LOOK_BACK = 500;

export function identityKey(identity: string): string {
  return `${OWN}${identity}`;
}

export function isIdentity(key: string): boolean {
  return key.startsWith(OWN);
}

/** The log id above which these keys may be; `since` is below all counted ones. */
export function reachOf(keys: string[], since: number): number {
  return keys.some(isIdentity) ? Math.max(0, since - LOOK_BACK) : since;
}
