import { describeIndexUpgrade } from "./indexes.ts";

describeIndexUpgrade("dynamodb-local", { after: "newer" });
