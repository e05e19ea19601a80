// See scripts/messy-table: names of all files, JSON lines of all games, JSON lines of all problems.
import { readFileSync } from "node:fs";

const [files, games, problems] = process.argv.slice(2).map((f) => readFileSync(f, "utf8").trim().split("\n"));
const name = (label) => label.replace(/^.*?\.tar\.zst:/, "");
const RANK = { note: 0, lost: 1, partial: 2, rejected: 3 };

const table = new Map(files.map((f) => [f, { games: 0, rejected: 0, worst: -1, why: null, format: null }]));
for (const line of games) {
  if (!line.startsWith("{")) continue;
  const game = JSON.parse(line);
  const row = table.get(name(game.file ?? ""));
  if (!row) continue;
  row.format ??= game.format;
  if (game.status === "rejected") row.rejected++;
  else row.games++;
}
for (const line of problems) {
  if (!line.startsWith("{")) continue;
  const problem = JSON.parse(line);
  const row = table.get(name(problem.file));
  if (!row || RANK[problem.severity] <= row.worst) continue;
  row.worst = RANK[problem.severity];
  row.why = problem;
}

const stateOf = (row) =>
  row.games === 0 ? "rejected" : row.worst >= RANK.partial ? "in part" : row.worst === RANK.lost ? "whole, a detail lost" : "whole";
const STATES = ["whole", "whole, a detail lost", "in part", "rejected"];
const kind = (file) => (file.match(/\.([A-Za-z0-9]+)$/)?.[1] ?? "none").toLowerCase();
const cell = (text) => text.replace(/\|/g, "\\|").replace(/[\r\n\t]+/g, " ");

const kinds = new Map();
for (const [file, row] of table) {
  const counts = kinds.get(kind(file)) ?? Object.fromEntries(STATES.map((s) => [s, 0]));
  counts[stateOf(row)]++;
  kinds.set(kind(file), counts);
}

console.log(`# Messy files

How Kifu reads the ${table.size} files that other programs test with (\`messy-bioshogi\`, \`messy-fixtures\`;
not part of this repository).  Made by \`scripts/messy-table\`; run it again after changing a reader.

*Whole*: every move, with at most remarks about oddities.  *A detail lost*: every move, but a time, a
header or a stray line is not kept.  *In part*: a line of play breaks off, or one game of several is
bad; what came before is kept.  *Rejected*: no game in it.

| extension | files | ${STATES.join(" | ")} |
|---|---|${STATES.map(() => "---|").join("")}`);
const sum = Object.fromEntries(STATES.map((s) => [s, 0]));
for (const [ext, counts] of [...kinds].sort()) {
  STATES.forEach((s) => (sum[s] += counts[s]));
  console.log(`| ${ext} | ${STATES.reduce((n, s) => n + counts[s], 0)} | ${STATES.map((s) => counts[s]).join(" | ")} |`);
}
console.log(`| all | ${table.size} | ${STATES.map((s) => sum[s]).join(" | ")} |`);

for (const state of STATES.slice(1)) {
  console.log(`\n## ${state[0].toUpperCase()}${state.slice(1)}\n\n| file | line | byte | reason |\n|---|---|---|---|`);
  for (const [file, row] of table)
    if (stateOf(row) === state)
      console.log(
        `| ${cell(file)} | ${row.why?.line ?? ""} | ${row.why?.byte ?? ""} | ${cell(row.why?.message ?? "no game in it")} |`,
      );
}
