/** What runs until it is stopped: servers, and programs made of them. */
export interface Service {
  /** Rejects if a part fails for good, such as a server that dies too often. Never resolves. */
  failed: Promise<never>;
  /** Stops what this process has started, in order. */
  stop: () => Promise<void>;
  /** Asks it to end, without waiting. */
  stopNow: () => void;
}

/** A service of others: nothing here stops it, or notices when it fails. */
export const FOREIGN: Service = { failed: new Promise(() => {}), stop: async () => {}, stopNow: () => {} };
