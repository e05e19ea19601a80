// Validates JKF, a game a line on stdin, against json-kifu-format's own schema, and has the library
// load it.  Knows the parts of JSON Schema that this schema uses, and refuses any other.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(new URL("./package.json", import.meta.url));
const { JKFPlayer } = require("json-kifu-format");
const schema = JSON.parse(
  readFileSync(new URL("./node_modules/json-kifu-format/specification/json-kifu-format.schema.json", import.meta.url)),
);
const KNOWN = new Set(
  ("$schema $id $ref $defs title description type enum properties required additionalProperties items " +
    "prefixItems oneOf minItems maxItems pattern").split(" "),
);

const typeOf = (v) =>
  v === null ? "null" : Array.isArray(v) ? "array" : Number.isInteger(v) ? "integer" : typeof v;

// The path of the first thing that is wrong, or null.
function fault(s, v, path) {
  for (const key of Object.keys(s)) if (!KNOWN.has(key)) throw new Error(`schema keyword ${key}`);
  if (s.$ref) {
    const found = fault(schema.$defs[s.$ref.replace("#/$defs/", "")], v, path);
    if (found) return found;
  }
  if (s.type && ![s.type].flat().includes(typeOf(v))) return `${path}: type ${typeOf(v)}`;
  if (s.enum && !s.enum.includes(v)) return `${path}: ${v}`;
  if (s.pattern && typeof v === "string" && !new RegExp(s.pattern).test(v)) return `${path}: ${v}`;
  if (s.oneOf && s.oneOf.filter((one) => !fault(one, v, path)).length !== 1) return `${path}: oneOf`;
  if (typeOf(v) === "array") {
    if (v.length < (s.minItems ?? 0) || v.length > (s.maxItems ?? Infinity)) return `${path}: length`;
    for (let i = 0; i < v.length; i++) {
      const item = s.prefixItems?.[i] ?? s.items;
      const found = item && fault(item, v[i], `${path}[${i}]`);
      if (found) return found;
    }
  }
  if (typeOf(v) === "object") {
    for (const key of s.required ?? []) if (!(key in v)) return `${path}: no ${key}`;
    for (const [key, value] of Object.entries(v)) {
      const member = s.properties?.[key] ?? s.additionalProperties;
      if (member === false) return `${path}.${key}: not allowed`;
      const found = typeof member === "object" && fault(member, value, `${path}.${key}`);
      if (found) return found;
    }
  }
  return null;
}

let games = 0;
let wrong = 0;
for await (const line of createInterface({ input: process.stdin })) {
  let found = null;
  games++;
  try {
    const game = JSON.parse(line);
    found = fault(schema, game, "");
    if (!found) {
      const player = JKFPlayer.parseJKF(line);
      player.goto(100000);
    }
  } catch (e) {
    found = e.message;
  }
  if (found && wrong++ < 10) console.log(`# game ${games}: ${found}: ${line.slice(0, 150)}`);
}
console.log(`# ${games} games`);
console.log(`${wrong || !games ? "not ok" : "ok"} 1 - written JKF follows the schema and can be loaded`);
console.log("1..1");
process.exit(wrong || !games ? 1 : 0);
