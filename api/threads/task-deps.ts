/** Dependencies of a thread's tasks. */
import type { Catalogue } from "../../domain/catalogue/catalogue.ts";

export interface TaskDeps {
  catalogue: Catalogue;
}
