import { describeMeter } from "./metered.ts";

describeMeter("dynamodb-local");
