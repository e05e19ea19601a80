// How fast tsshogi reads the files of a folder: prints moves per second, the best of a few passes.
//   node bench/tsshogi_bench.mjs FOLDER csa|kif UTF-8|CP932
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";

const require = createRequire(new URL("../tests/oracle/package.json", import.meta.url));
const { importCSA, importKIF } = require("tsshogi");
const [folder, format, charset] = process.argv.slice(2);
const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
const decoder = new TextDecoder(charset === "CP932" ? "shift_jis" : "utf-8");
const read = format === "csa" ? importCSA : importKIF;

const cpuMs = () => {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
};

let best = Infinity;
let moves = 0;
for (let pass = 0; pass < 3; pass++) {
  const began = cpuMs();
  moves = 0;
  for (const bytes of files) {
    const record = read(decoder.decode(bytes));
    if (!(record instanceof Error)) moves += record.length;
  }
  best = Math.min(best, cpuMs() - began);
}
console.log(Math.round((moves / best) * 1000));
