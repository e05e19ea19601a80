// Compares what Kifu reads with games.tsv, the same games replayed by an independent program.
//
//   node tests/oracle/truth.mjs GAMES.TSV EXCEPTIONS < output of: kifu convert --json --to usi
//
// Prints every difference that EXCEPTIONS does not list, and every exception that is none.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [tsv, exceptionsFile] = process.argv.slice(2);
const MAX_EXCEPTIONS = 20; // those whose result is not given in the list
const MAX_ABSENT = 18; // games of the table that no archive holds

const byFile = new Map();
const byMoves = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  if (!line.startsWith("{")) continue;
  const game = JSON.parse(line);
  if (!game.file) continue;
  const name = game.file.replace(/^.*?\.tar\.zst:/, "");
  const moves = (game.text ?? "").trim().split(" moves ")[1] ?? "";
  const games = byFile.get(name) ?? [];
  games.push({ result: game.result, plies: game.plies, moves });
  byFile.set(name, games);
  byMoves.set(moves, games[games.length - 1]);
}

const exceptions = new Map(
  readFileSync(exceptionsFile, "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t"))
    .map(([file, reason, result]) => [file, { reason, result }]),
);

function differences(row, game) {
  const found = [];
  if (game.moves !== row.usi_moves) {
    const theirs = row.usi_moves.split(" ");
    const ours = game.moves.split(" ");
    const at = theirs.findIndex((move, i) => move !== ours[i]);
    found.push(at < 0 ? `moves go on: ${ours[theirs.length]}` : `move ${at + 1}: ${ours[at]}, truth ${theirs[at]}`);
  }
  if (game.result !== row.result) found.push(`result ${game.result}, truth ${row.result}`);
  if (game.plies !== Number(row.plies)) found.push(`plies ${game.plies}, truth ${row.plies}`);
  return found;
}

const [head, ...lines] = readFileSync(tsv, "utf8").trimEnd().split("\n");
const names = head.split("\t");
let wrong = 0;
let absent = 0;
const used = new Set();
for (const line of lines) {
  const row = Object.fromEntries(line.split("\t").map((value, i) => [names[i], value]));
  // the table knows a few files that the archives lack; their games may stand elsewhere
  const games = byFile.get(row.file) ?? [byMoves.get(row.usi_moves)];
  if (!games[0]) {
    absent++;
    continue;
  }
  const game = games.find((g) => g?.moves === row.usi_moves) ?? games[0];
  const known = exceptions.get(row.file)?.result; // what the file itself says, read by a person
  if (known && game.result !== known) {
    console.log(`# ${row.file}: result ${game.result}, but the file says ${known}`);
    wrong++;
  }
  const found = differences(row, game);
  if (!found.length) continue;
  if (exceptions.has(row.file)) {
    used.add(row.file);
  } else {
    console.log(`# ${row.file}: ${found.join("; ")} (end ${row.end})`);
    wrong++;
  }
}
for (const file of exceptions.keys())
  if (!used.has(file)) {
    console.log(`# listed as an exception, but agrees: ${file}`);
    wrong++;
  }
console.log(`# ${lines.length} games, ${used.size} exceptions, ${absent} in files that are not there`);
const ok = wrong === 0 && [...used].filter((file) => !exceptions.get(file).result).length <= MAX_EXCEPTIONS && absent <= MAX_ABSENT;
console.log(`${ok ? "ok" : "not ok"} 1 - the same moves, results and plies as games.tsv`);
console.log("1..1");
process.exit(ok ? 0 : 1);
