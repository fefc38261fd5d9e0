/** Everything stored beside the logs, by kind: `domain/play/records/` has the kinds. */
import type { Kind, Missing } from "../../domain/play/records/kind.ts";

/** `scope` is what the record belongs to: for most kinds a debate. */
export interface RecordStore {
  /**
   * Stores a value and returns the one that is stored now. A kind whose values are put once keeps the first of them, so
   * whoever loses a race gets the winner's.
   */
  put<V, P extends object, S extends object>(
    scope: NoInfer<S>,
    kind: Kind<V, P, never, S>,
    value: NoInfer<V>,
    ...place: Missing<P, V>
  ): Promise<V>;
  /** Replaces a value that is still open to change, and returns the one that is stored now; null when there is none. */
  replace<V, P extends object, S extends object>(
    scope: NoInfer<S>,
    kind: Kind<V, P, never, S>,
    value: NoInfer<V>,
    ...place: Missing<P, V>
  ): Promise<V | null>;
  get<V, P extends object, S extends object>(
    scope: NoInfer<S>,
    kind: Kind<V, P, never, S>,
    place: NoInfer<P>,
  ): Promise<V | null>;
  /** In the order of the sort keys. Consistent, also with what other processes have put. */
  list<V, R extends object, S extends object>(
    scope: NoInfer<S>,
    kind: Kind<V, never, R, S>,
    range: NoInfer<R>,
  ): Promise<V[]>;
  /** The first `limit` values of a range, in the kind's own order. `isEnd`: there are no more. */
  page<V, R extends object, S extends object>(
    scope: NoInfer<S>,
    kind: Kind<V, never, R, S>,
    range: NoInfer<R> & { limit: number },
  ): Promise<{ values: V[]; isEnd: boolean }>;
  remove<P extends object, S extends object>(
    scope: NoInfer<S>,
    kind: Kind<unknown, P, never, S>,
    place: NoInfer<P>,
  ): Promise<void>;
}
