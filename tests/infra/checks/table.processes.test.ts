/** Amazon's engine, a Java process, knows more of what is checked. */
import { describeTableChecks } from "./described-tables.ts";

describeTableChecks("dynamodb-local");
