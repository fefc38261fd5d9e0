/** Temporal's runtime says errors alone. A process has one, so it is set before any worker of any file starts. */
import { DefaultLogger, Runtime } from "@temporalio/worker";

Runtime.install({ logger: new DefaultLogger("ERROR") });
