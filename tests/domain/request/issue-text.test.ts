import { expect, test } from "vitest";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const good = {
  topic: "Should cities ban cars?",
  format: "round-limited",
  participants: ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" })),
};

test.each([
  [
    "a name that is missing",
    { participants: [{ model: "demo/debater" }] },
    "/participants/0/name",
    "is missing; it must be a text",
  ],
  ["a list that is none", { participants: {} }, "/participants", "must be a list"],
  [
    "a participant's model that is missing",
    { participants: [{ name: "Ada" }] },
    "/participants/0/model",
    "is missing; it must be a text or an object",
  ],
  ["a judge's model that is missing", { judge: {} }, "/judge/model", "is missing; it must be a text or an object"],
  ["a panel of nobody", { judge: { model: "demo/judge", panel: [] } }, "/judge/panel", "must have at least 1 item"],
  ["a text that is a number", { topic: 7 }, "/topic", "must be a text"],
  ["a number that is a text", { maxRounds: "3" }, "/maxRounds", "must be a number"],
  ["half a round", { maxRounds: 1.5 }, "/maxRounds", "must be a whole number"],
  ["too many rounds", { maxRounds: 501 }, "/maxRounds", "must be at most 500"],
  ["too few rounds", { maxRounds: 0 }, "/maxRounds", "must be at least 1"],
  ["a long topic", { topic: "x".repeat(20_001) }, "/topic", "must have at most 20000 characters"],
  ["many tags", { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, "/tags", "must have at most 20 items"],
  ["a mode that is none", { mode: "both" }, "/mode", "must be one of simultaneous, sequential"],
  ["a schema's own message", { topic: " " }, "/topic", "must not be blank"],
])("%s is told in plain words", (_, changes, pointer, detail) => {
  expect(checkRequest({ ...good, ...changes }, catalogueOf()).problems).toContainEqual({ pointer, detail });
});
