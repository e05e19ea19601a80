// See scripts/messy-table: the game, names of all files, JSON lines of all games and of all problems.
import { readFileSync } from "node:fs";

const title = process.argv[2];
const [files, games, problems] = process.argv.slice(3).map((f) => readFileSync(f, "utf8").trim().split("\n"));
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

const all = [...table.values()];
console.log(`
## ${title}

${table.size} files, ${all.reduce((n, row) => n + row.games, 0)} games; ${all.filter((row) => stateOf(row) === "rejected").length} files have no game in them.

| extension | files | ${STATES.join(" | ")} |
|---|---|${STATES.map(() => "---|").join("")}`);
const sum = Object.fromEntries(STATES.map((s) => [s, 0]));
for (const [ext, counts] of [...kinds].sort()) {
  STATES.forEach((s) => (sum[s] += counts[s]));
  console.log(`| ${ext} | ${STATES.reduce((n, s) => n + counts[s], 0)} | ${STATES.map((s) => counts[s]).join(" | ")} |`);
}
console.log(`| all | ${table.size} | ${STATES.map((s) => sum[s]).join(" | ")} |`);

// What a problem is about, whatever moves, points and words it names.
const KINDS = [
  [/^[BW]\[[^\]]*\]:? */, "a move "],
  [/^([１-９同]|[+-]\d{4}|\d[a-i]|[A-Z]\*)[^:]*: /, "a move, "],
  [/^HA gives \d+ /, "HA gives "],
  [/^.* matches no move/s, "… matches no move"],
  [/(illegal move|unknown handicap|, found|not a CSA statement:|: ).*$/s, "$1 …"],
];
const classOf = (message) => KINDS.reduce((text, [what, with_]) => text.replace(what, with_), message).replace(/:? +…/, ": …");
const classes = new Map();
for (const line of problems) {
  if (!line.startsWith("{")) continue;
  const { severity, message, file } = JSON.parse(line);
  const key = `${severity}\t${classOf(message)}`;
  const row = classes.get(key) ?? { count: 0, files: new Set() };
  row.count++;
  row.files.add(file);
  classes.set(key, row);
}
console.log(`\n### ${title}: kinds of problems\n\n| severity | problem | how often | files |\n|---|---|---|---|`);
const rankOf = ([key]) => RANK[key.split("\t")[0]];
for (const [key, row] of [...classes].sort((a, b) => rankOf(b) - rankOf(a) || b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))) {
  const [severity, message] = key.split("\t");
  console.log(`| ${severity} | ${cell(message)} | ${row.count} | ${row.files.size} |`);
}

for (const state of STATES.slice(1)) {
  if (!all.some((row) => stateOf(row) === state)) continue;
  console.log(`\n### ${title}: ${state}\n\n| file | line | byte | reason |\n|---|---|---|---|`);
  for (const [file, row] of table)
    if (stateOf(row) === state)
      console.log(
        `| ${cell(file)} | ${row.why?.line ?? ""} | ${row.why?.byte ?? ""} | ${cell(row.why?.message ?? "no game in it")} |`,
      );
}
