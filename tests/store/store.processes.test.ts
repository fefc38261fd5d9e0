/** Amazon's engine is a Java process, which takes longer to start and to answer than the one that Parley embeds. */
import { describeStore } from "./contract/store.ts";

describeStore("dynamodb-local");
