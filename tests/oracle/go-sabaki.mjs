// Compares what Kifu reads of SGF files with @sabaki/sgf and @sabaki/go-board, file by file.
//
//   node tests/oracle/go-sabaki.mjs KIFU EXCEPTIONS GAMES FOLDER
//
// GAMES is what go_games.c printed for FOLDER.  Compared, for the first game of each file: the
// board at the end of the main line; and the tree that sabaki reads from what Kifu writes with the
// one that it reads from the file.  Files in which they may differ stand in EXCEPTIONS, each with
// the reason: file, tab, words.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("./package.json", import.meta.url));
const sgf = require("@sabaki/sgf");
const Board = require("@sabaki/go-board");
const [kifu, exceptionsFile, gamesFile, folder] = process.argv.slice(2);
const limit = { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] };

const exceptions = new Map(
  readFileSync(exceptionsFile, "utf8").split("\n").filter((l) => l && l[0] !== "#").map((l) => l.split("\t")),
);

let lines;
try {
  lines = execFileSync(kifu, ["convert", "--quiet", "--json", "--to", "sgf", folder], limit);
} catch (e) {
  if (e.status !== 1) throw e;
  lines = e.stdout;
}
const written = new Map();
for (const line of lines.toString("utf8").split("\n")) {
  if (!line.startsWith("{")) continue;
  const game = JSON.parse(line);
  if (game.number === 0 && game.format === "sgf") written.set(game.file, game.text);
}

// --- boards ---------------------------------------------------------------------------------------

function finalBoard(root) {
  const size = (root.data.SZ?.[0] ?? "19").split(":").map((n) => parseInt(n, 10) || 19);
  let board = Board.fromDimensions(size[0], size[1] ?? size[0]);
  for (let node = root; node; node = node.children[0]) {
    for (const name of Object.keys(node.data)) {
      const sign = { AB: 1, AW: -1, AE: 0 }[name];
      if (sign === undefined) continue;
      for (const value of node.data[name])
        for (const vertex of sgf.parseCompressedVertices(value.trim())) if (board.has(vertex)) board.set(vertex, sign);
    }
    for (const [name, sign] of [["B", 1], ["W", -1]]) {
      if (!(name in node.data)) continue;
      const vertex = sgf.parseVertex(node.data[name][0].trim());
      if (board.has(vertex)) board = board.makeMove(sign, vertex);
    }
  }
  const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const column = (x) => (x < 25 ? letters[x] : letters[Math.floor(x / 25) - 1] + letters[x % 25]);
  let text = `${board.width}x${board.height}`;
  for (const [sign, head] of [[1, " b:"], [-1, " w:"]]) {
    const stones = [];
    board.signMap.forEach((row, y) => row.forEach((s, x) => s === sign && stones.push(column(x) + (board.height - y))));
    if (stones.length) text += head + stones.join(",");
  }
  return text;
}

const withoutTurn = (position) => position.replace(/^(\S+) [bw]/, "$1");

// --- trees ----------------------------------------------------------------------------------------

// What Kifu writes in its own way, and what moves to the root.
const OWN = new Set(["GM", "FF", "CA", "SZ", "AB", "AW", "AE"]);
const INFO = new Set("PB PW BR WR BT WT EV RO PC DT TM OT KM HA RU RE GN GC ON SO US AN CP AP ST".split(" "));
const one = (text) => text.replace(/[\t\v\f]/g, " ").replace(/\r\n|\n\r|\r/g, "\n");

function digest(root) {
  const out = [];
  const stack = [[root, 0]];
  const info = [];
  while (stack.length) {
    const [node, depth] = stack.pop();
    const props = [];
    for (const [name, values] of Object.entries(node.data)) {
      if (node === root && OWN.has(name)) continue;
      if (INFO.has(name)) {
        for (const v of values) info.push(name + one(sgf.unescapeString(v)).replace(/\s+/g, " ").trim());
        continue;
      }
      const move = name === "B" || name === "W";
      const text = values.map((v) => (move && v === "tt" ? "" : one(sgf.unescapeString(v)).trim()));
      props.push(name + "[" + text.join("][") + "]");
    }
    out.push(depth + ";" + props.sort().join(""));
    for (let i = node.children.length - 1; i >= 0; i--) stack.push([node.children[i], depth + 1]);
  }
  return info.sort().concat(out);
}

// --- file by file ---------------------------------------------------------------------------------

const DECODERS = { CP932: "shift_jis", "EUC-JP": "euc-jp", "EUC-KR": "euc-kr", Big5: "big5", "ISO-8859-1": "latin1" };
let files = 0, boards = 0, trees = 0, excused = 0, unread = 0, failed = 0;
const complain = (file, what, detail) => {
  if (exceptions.has(file.slice(folder.length + 1))) return void excused++;
  failed++;
  if (failed <= 20) console.log(`# ${file}: ${what}\n${detail.map((l) => "#   " + l.slice(0, 160)).join("\n")}`);
};

for (const line of readFileSync(gamesFile, "utf8").split("\n")) {
  const [file, number, charset, , , , end] = line.split("\t");
  if (number !== "0" || !written.has(file)) continue;
  files++;
  let theirs;
  try {
    const text = new TextDecoder(DECODERS[charset] ?? charset.toLowerCase()).decode(readFileSync(file));
    theirs = sgf.parse(text.slice(text.search(/\(\s*;/)))[0];
    if (!theirs) throw new Error("nothing");
  } catch {
    unread++; // it refuses what is cut off or out of order
    continue;
  }
  const board = finalBoard(theirs);
  if (board === withoutTurn(end)) boards++;
  else complain(file, "another board", ["ours   " + withoutTurn(end), "theirs " + board]);
  const a = digest(theirs), b = digest(sgf.parse(written.get(file))[0]);
  const i = a.findIndex((l, n) => l !== b[n]);
  if (i < 0 && a.length === b.length) trees++;
  else complain(file, "another tree", ["file    " + a[i], "written " + b[i]]);
}
console.log(`# ${files} files: boards agree in ${boards}, trees in ${trees}; differences excused ${excused}; sabaki could not read ${unread}`);
console.log(`${failed || files < 1000 ? "not ok" : "ok"} 1 - SGF agrees with @sabaki/sgf and @sabaki/go-board`);
console.log("1..1");
process.exit(failed || files < 1000 ? 1 : 0);
