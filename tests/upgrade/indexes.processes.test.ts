import { describeIndexUpgrade } from "./indexes.ts";

describeIndexUpgrade("dynamodb-local", { becomes: "newer" });
