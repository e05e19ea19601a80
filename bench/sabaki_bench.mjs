// Prints how many games a second @sabaki/sgf parses: node bench/sabaki_bench.mjs FILE
// FILE holds games with a zero byte behind each.  Best of five passes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../tests/oracle/package.json", import.meta.url));
const sgf = require("@sabaki/sgf");
const games = readFileSync(process.argv[2], "utf8").split("\0").filter((g) => g);
let best = 0;
for (let pass = 0; pass < 5; pass++) {
  const began = process.cpuUsage();
  for (const game of games) sgf.parse(game);
  const { user, system } = process.cpuUsage(began);
  best = Math.max(best, games.length / ((user + system) / 1e6));
}
console.log(best.toFixed(1));
