// Prints how many games a second @sabaki/sgf parses: node bench/sabaki_bench.mjs FILE [play]
// FILE holds games with a zero byte behind each.  Best of five passes.  With "play" the moves of the
// main line are also made on a board of @sabaki/go-board, which is what any index has to begin with.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../tests/oracle/package.json", import.meta.url));
const sgf = require("@sabaki/sgf");
const Board = require("@sabaki/go-board");
const [file, play] = process.argv.slice(2);
const games = readFileSync(file, "utf8").split("\0").filter((g) => g);

function playMainLine(root) {
  let position = Board.fromDimensions(19, 19);
  for (let node = root; node; node = node.children[0])
    for (const [name, sign] of [["B", 1], ["W", -1]]) {
      const vertex = name in node.data ? sgf.parseVertex(node.data[name][0]) : null;
      if (vertex && position.has(vertex)) position = position.makeMove(sign, vertex);
    }
}

let best = 0;
for (let pass = 0; pass < 5; pass++) {
  const began = process.cpuUsage();
  for (const game of games) {
    const roots = sgf.parse(game);
    if (play) roots.forEach(playMainLine);
  }
  const { user, system } = process.cpuUsage(began);
  best = Math.max(best, games.length / ((user + system) / 1e6));
}
console.log(best.toFixed(1));
