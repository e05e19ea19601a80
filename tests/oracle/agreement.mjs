// Compares what Kifu reads with tsshogi and json-kifu-format, file by file.
//
//   node tests/oracle/agreement.mjs KIFU EXCEPTIONS FILES-FOLDER ARCHIVE...
//
// Compared: the moves of the main line from the same start position.  A file in which an oracle
// finds less than we do, or something else, must be listed in EXCEPTIONS with the oracle and the
// reason: "tsshogi" or "jkf", tab, file, tab, number of the fault in the list there, or words.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";

const require = createRequire(new URL("./package.json", import.meta.url));
const tsshogi = require("tsshogi");
const jkf = require("json-kifu-format");
const [kifu, exceptionsFile, folder, ...archives] = process.argv.slice(2);

// --- what Kifu reads, with the text decoded by it ------------------------------------------------

const games = new Map();
{
  let lines;
  try {
    lines = execFileSync(kifu, ["convert", "--quiet", "--json", "--to", "usi", ...archives], {
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (e) {
    if (e.status !== 1) throw e;
    lines = e.stdout;
  }
  for (const line of lines.toString("utf8").split("\n")) {
    if (!line.startsWith("{")) continue;
    const game = JSON.parse(line);
    if (!game.file || game.number !== 0) continue;
    games.set(game.file.replace(/^.*?\.tar\.zst:/, ""), game);
  }
}

const DECODERS = { "UTF-8": "utf-8", CP932: "shift_jis", "EUC-JP": "euc-jp", "ISO-2022-JP": "iso-2022-jp" };
const EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

function ours(game) {
  const [, moves = ""] = (game.text ?? "").trim().split(" moves ");
  return { start: game.start, moves: moves ? moves.split(" ") : [] };
}

// --- the oracles ---------------------------------------------------------------------------------

function tsshogiReads(text, format) {
  const read = { csa: tsshogi.importCSA, kif: tsshogi.importKIF, ki2: tsshogi.importKI2 }[format];
  const record = read ? read(text) : tsshogi.importJKFString(text);
  if (record instanceof Error) return { error: record.message };
  const moves = [];
  record.goto(0);
  while (record.goForward()) {
    const move = record.current.move;
    if (!(move instanceof tsshogi.Move)) break;
    moves.push(move.usi);
  }
  return { start: record.initialPosition.sfen, moves };
}

const PIECES = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R" };
const place = (p) => p.x + "abcdefghi"[p.y - 1];

function jkfReads(text, format) {
  try {
    const parse = { csa: "parseCSA", kif: "parseKIF", ki2: "parseKI2", jkf: "parseJKF" }[format];
    const player = jkf.JKFPlayer[parse](text);
    const moves = [];
    for (const element of player.kifu.moves.slice(1)) {
      const m = element.move;
      if (!m) break;
      moves.push(m.from ? place(m.from) + place(m.to) + (m.promote ? "+" : "") : PIECES[m.piece] + "*" + place(m.to));
    }
    player.goto(0);
    return { start: player.shogi.toSFENString(1), moves };
  } catch (e) {
    return { error: String(e.message).split("\n")[0] };
  }
}

// --- comparing -----------------------------------------------------------------------------------

function difference(mine, theirs) {
  if (theirs.error) return `refuses: ${theirs.error.slice(0, 60)}`;
  const board = (s) => s.split(" ").slice(0, 3).join(" ");
  if (board(mine.start) !== board(theirs.start)) return `starts from ${board(theirs.start)}`;
  const at = mine.moves.findIndex((move, i) => move !== theirs.moves[i]);
  if (at >= 0) return `move ${at + 1}: ${theirs.moves[at] ?? "stops"}, ours ${mine.moves[at]}`;
  if (theirs.moves.length > mine.moves.length)
    return `goes on with move ${mine.moves.length + 1}: ${theirs.moves[mine.moves.length]}`;
  return null;
}

const exceptions = new Map();
for (const line of readFileSync(exceptionsFile, "utf8").split("\n"))
  if (line && !line.startsWith("#")) {
    const [oracle, file, why] = line.split("\t");
    exceptions.set(`${oracle}\t${file}`, why);
  }

let compared = 0;
let wrong = 0;
const used = new Set();
const listing = process.env.LIST === "1";
for (const [file, game] of games) {
  const format = game.format === "kifu" ? "kif" : game.format === "ki2u" ? "ki2" : game.format;
  if (!["csa", "kif", "ki2", "jkf"].includes(format)) continue;
  const bytes = readFileSync(join(folder, file));
  const decoder = DECODERS[game.charset];
  if (!decoder) continue;
  const text = new TextDecoder(decoder, { ignoreBOM: true }).decode(bytes);
  for (const [oracle, reads] of [["tsshogi", tsshogiReads], ["jkf", jkfReads]]) {
    compared++;
    let found;
    try {
      found = difference(ours(game), reads(text, format));
    } catch (e) {
      found = `throws: ${String(e.message).slice(0, 60)}`;
    }
    if (!found) continue;
    const key = `${oracle}\t${file}`;
    if (exceptions.has(key)) used.add(key);
    else {
      wrong++;
      console.log(listing ? `${key}\t${found}\t${game.status}` : `# ${oracle}: ${file}: ${found}`);
    }
  }
}
for (const key of exceptions.keys())
  if (!used.has(key)) {
    console.log(`# listed, but agrees: ${key.replace("\t", ": ")}`);
    wrong++;
  }
console.log(`# ${compared} comparisons, ${used.size} exceptions`);
console.log(`${wrong === 0 ? "ok" : "not ok"} 1 - the same moves as tsshogi and json-kifu-format`);
console.log("1..1");
process.exit(wrong === 0 ? 0 : 1);
