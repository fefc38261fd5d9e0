/** `npm run simulate`: how verdicts come out that judges of known errors and biases would give. */
import { longerTextCaught, ROWS, simulate } from "./verdicts.ts";

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
