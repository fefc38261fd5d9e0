/** What a task may use beside its input. */
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";

export interface TaskDeps {
  /** Loaded at its first use: few tasks need it. */
  catalogue: () => Promise<Catalogue>;
  /** A page of a file was read: more pages may take more time. */
  pageRead: () => void;
}
