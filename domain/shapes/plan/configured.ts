/** A configuration, or why there is none. */

import type { Problem } from "../schemas/faults.schema.ts";
import type { DebateConfig } from "./config.plan.ts";

export type Configured = { config: DebateConfig; problems: [] } | { config: null; problems: Problem[] };
