/**
 * `npm run simulate`: how verdicts come out that judges of known errors and biases would give, when noise ends a debate or carries
 * a motion, how often answers that count by weights are right, what private answers show, and what benches answer in a world of
 * known answers.
 */
import { readFile, writeFile } from "node:fs/promises";
import { endedEarly, FADING, RULES } from "./fading.ts";
import { MOTIONS, motionsCarried } from "./motions.ts";
import { printSequential } from "./sequential.ts";
import { CHANGED, hollowIn, STANCES, stableIn } from "./stances.ts";
import { longerTextCaught, ROWS, simulate } from "./verdicts.ts";
import { MEASURED_ON, weighedGrid } from "./weights.ts";
import { PAGE, withTables } from "./world/page.ts";
import { markdownOf } from "./world/table.ts";
import { worldTables } from "./world/tables.ts";
import { SEED } from "./world/world.ts";

const DEBATES = 2_000;
const shown = (share: number | null) => (share === null ? "–" : String(share));

console.log(
  `${DEBATES} debates a row, each in both orders. The agreements are shares of pairs that name one winner.\n`,
);
console.log("| judges | right, % | contested, % | wrong, % | agreement of judges | of orders |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
for (const row of Object.values(ROWS)) {
  const { right, contested, wrong, winnerAgreement } = simulate(row, DEBATES);
  const { judges, orders } = winnerAgreement;
  console.log(`| ${row.title} | ${right} | ${contested} | ${wrong} | ${shown(judges)} | ${shown(orders)} |`);
}
console.log(
  `\nA judge that prefers the longer text names the same winner in both orders, so ballots do not show it. The audit does: it chooses the padded text in ${longerTextCaught()} % of its probes (npm run judge-audit, "length bias").`,
);

console.log("\nDebates of ten rounds that end early.\n");
console.log(
  "| judge | convergence-seeking, on one signal, % | on two running, % | as it is, % | free-form, on one stop, % | as it is, % |",
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
for (const row of Object.values(FADING)) {
  const shares = Object.values(RULES).map((rule) => endedEarly(row, { debates: DEBATES, ...rule }));
  console.log(`| ${row.title} | ${shares.join(" | ")} |`);
}

console.log("\nMotions that a side wins: a second vote names the other side for no reason in 10 %.\n");
console.log("| audience | two voters net, % | the interval excludes zero, % |");
console.log("| --- | ---: | ---: |");
for (const row of Object.values(MOTIONS)) {
  const [before, now] = [{}, { testsSwing: true as const }].map((rule) =>
    motionsCarried(row, { debates: DEBATES, ...rule }),
  );
  console.log(`| ${row.title} | ${before} | ${now} |`);
}

console.log(
  `\nQuestions that five voters answer right, %: counted plainly, by weights of shares that are known, and of shares that were measured on ${MEASURED_ON} questions.\n`,
);
console.log("| world: voters | plain | weights | measured |");
console.log("| --- | ---: | ---: | ---: |");
for (const { title, plain, weighed, measured } of weighedGrid(DEBATES))
  console.log(`| ${title} | ${plain} | ${weighed} | ${measured} |`);

console.log("\nPrivate answers in debates of ten rounds that may end once stances are stable.\n");
console.log("| two participants | count as stable, % | while they still move, % |");
console.log("| --- | ---: | ---: |");
for (const row of Object.values(STANCES)) {
  const { ended, tooEarly } = stableIn(row, DEBATES);
  console.log(`| ${row.title} | ${ended} | ${tooEarly} |`);
}

console.log("\nPrivate answers of two participants who agree after four rounds.\n");
console.log("| what changed them | called hollow, % |");
console.log("| --- | ---: |");
for (const row of Object.values(CHANGED)) console.log(`| ${row.title} | ${hollowIn(row, DEBATES).hollow} |`);

printSequential(DEBATES);

console.log(
  `\nA world of questions with one right answer: ${DEBATES} debates a row, seed ${SEED}, in brackets 95 % intervals.`,
);
const world = worldTables(DEBATES);
for (const table of world) console.log(`\n${markdownOf(table)}`);
if (process.argv.includes("--write")) await writeFile(PAGE, withTables(await readFile(PAGE, "utf8"), world));
