/** Before every file that may start a server. */
import "./runtime.ts";
import "./zod.ts";
