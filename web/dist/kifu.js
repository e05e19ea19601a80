/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 1626e2644a5fb20f
* Contains shogiground (GPL-3.0-or-later), see licences.txt. */

// src/address.ts
function address(area2, path = [], args = {}) {
const query = Object.entries(args).filter(([, v]) => v !== void 0 && v !== "").map(([k, v]) => `${k}=${encodeURIComponent(String(v))}`).join("&");
return `#/${[area2, ...path].map((p) => encodeURIComponent(String(p))).join("/")}${query ? `?${query}` : ""}`;
}
function showAddress(hash) {
if (location.hash !== hash) history.replaceState(null, "", hash);
}
var searchAddress = (query) => address("search", [], { q: query });
function gameAddress(g, ply, hit, line2 = 0) {
return address("game", [g.db, g.game, ply], { hit: hit && `${hit[0]}-${hit[1]}`, line: line2 || void 0 });
}

// src/i18n.ts
var stored = (name) => {
try {
return localStorage.getItem(name);
} catch {
return null;
}
};
function remember(name, value) {
try {
localStorage.setItem(name, value);
} catch {
}
}
var recall = stored;
function browserLang() {
const first = (navigator.languages ?? [navigator.language]).find((l) => /^(ja|en)\b/.test(l));
return first?.startsWith("ja") ? "ja" : "en";
}
var chosen = stored("lang");
var lang = chosen === "ja" || chosen === "en" ? chosen : browserLang();
function setLang(to) {
lang = to;
remember("lang", to);
}
function texts(en, ja) {
return (key, ...args) => {
const text = (lang === "ja" ? ja : en)[key] ?? "";
return text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)] ?? ""));
};
}
var t = texts({
title: "Kifu",
menu: "Areas",
language: "日本語",
theme: "Colours",
themeAuto: "Colours: automatic",
themeLight: "Colours: light",
themeDark: "Colours: dark",
licences: "Licences",
offline: "The server does not answer. Is kifu serve still running?",
failed: "That did not work: {0}",
retry: "Try again",
loading: "Loading…",
more: "Show more",
close: "Close",
games: "Games",
countGames: "{0} games",
countGame: "1 game",
countOf: "of {0}",
black: "Black",
white: "White",
unknownPlayer: "unknown",
result_b: "Black won",
result_w: "White won",
result_d: "Draw",
result_: "",
board: "Board",
emptySquare: "nothing",
put: "{0} on {1}",
removed: "{0} removed",
empty: "Must be empty",
anySente: "Any piece of Black",
anyGote: "Any piece of White",
anyStone: "Any stone",
blackStone: "Black stone",
whiteStone: "White stone",
erase: "Remove",
hand: "{0} in hand",
ply: "move {0}",
length: "{0} moves",
flip: "Turn board",
letters: "Pieces: letters",
kanji: "Pieces: kanji",
startPosition: "Start position",
reachable: "can go here"
}, {
title: "Kifu",
menu: "機能",
language: "English",
theme: "配色",
themeAuto: "配色: 自動",
themeLight: "配色: 明るい",
themeDark: "配色: 暗い",
licences: "ライセンス",
offline: "サーバーの応答がありません。kifu serve は動いていますか。",
failed: "うまくいきませんでした: {0}",
retry: "もう一度",
loading: "読み込み中…",
more: "さらに表示",
close: "閉じる",
games: "対局",
countGames: "{0} 局",
countGame: "1 局",
countOf: "全 {0} 局中",
black: "先手",
white: "後手",
unknownPlayer: "不明",
result_b: "先手勝ち",
result_w: "後手勝ち",
result_d: "引き分け",
result_: "",
board: "盤",
emptySquare: "駒なし",
put: "{1}に{0}",
removed: "{0}を取り除きました",
empty: "空いていること",
anySente: "先手の駒なら何でも",
anyGote: "後手の駒なら何でも",
anyStone: "どちらかの石",
blackStone: "黒石",
whiteStone: "白石",
erase: "取り除く",
hand: "{0}の持駒",
ply: "{0} 手目",
length: "{0} 手",
flip: "盤を回す",
letters: "駒: 英字",
kanji: "駒: 漢字",
startPosition: "開始局面",
reachable: "ここに動けます"
});
var gamesText = (n) => n === 1 ? t("countGame") : t("countGames", count(n));
var count = (n) => n.toLocaleString(lang);
var percent = (x) => (100 * x).toFixed(x > 0 && x < 0.0995 ? 1 : 0);
var KANJI_DIGITS = "一二三四五六七八九";
var KANJI = {
fu: "歩",
ky: "香",
ke: "桂",
gi: "銀",
ki: "金",
ka: "角",
hi: "飛",
ou: "玉",
to: "と",
ny: "成香",
nk: "成桂",
ng: "成銀",
um: "馬",
ry: "龍"
};
var ENGLISH = {
fu: "pawn",
ky: "lance",
ke: "knight",
gi: "silver",
ki: "gold",
ka: "bishop",
hi: "rook",
ou: "king",
to: "promoted pawn",
ny: "promoted lance",
nk: "promoted knight",
ng: "promoted silver",
um: "horse",
ry: "dragon"
};
function squareName(square) {
if (/^[A-Z]/.test(square)) return square;
const [file, rank] = [Number(square[0]), Number(square[1])];
return lang === "ja" ? `${file}${KANJI_DIGITS[rank - 1]}` : `${file}${"abcdefghi"[rank - 1]}`;
}
var sides = { shogi: ["先手", "後手"], go: ["黒", "白"] };
var game = "shogi";
var setGame = (name) => void (game = name);
var sideName = (color) => lang === "ja" && sides[game] ? sides[game][color === "s" ? 0 : 1] : t(color === "s" ? "black" : "white");
var sideMark = (color) => game === "go" ? color === "s" ? "●" : "○" : color === "s" ? "☗" : "☖";
function resultText(result) {
if (result === "d") return t("result_d");
if (result !== "b" && result !== "w") return "";
return lang === "ja" ? `${sideName(result === "b" ? "s" : "g")}勝ち` : t(result === "b" ? "result_b" : "result_w");
}
function nameOf(n) {
const words2 = n.name.replace(/-/g, " ");
return lang === "ja" ? n.labels[0] ?? words2 : n.labels[0] ? `${words2} (${n.labels[0]})` : words2;
}
function kindName(kind) {
return (lang === "ja" ? KANJI : ENGLISH)[kind] ?? kind;
}
function pieceName(color, kind) {
if (kind === "erase") return t("erase");
if (kind === "empty") return t("empty");
if (kind === "stones") return t("anyStone");
if (kind === "stone") return t(color === "s" ? "blackStone" : "whiteStone");
if (kind === "any") return t(color === "s" ? "anySente" : "anyGote");
return lang === "ja" ? `${sideName(color)}の${kindName(kind)}` : `${sideName(color)} ${kindName(kind)}`;
}

// src/api.ts
var ApiError = class extends Error {
constructor(message, code, byte) {
super(message);
this.code = code;
this.byte = byte;
}
code;
byte;
};
var messageOf = (e) => e instanceof Error ? e.message : String(e);
function errorOf(body, status) {
const error = body?.error;
return new ApiError(error?.message ?? `HTTP ${status}`, error?.code ?? "http", error?.byte);
}
async function post(path, args, signal) {
try {
return await fetch(`api/${path}`, {
method: "POST",
headers: { "Content-Type": "application/json" },
body: JSON.stringify({ lang, ...args }),
signal
});
} catch (e) {
if (signal?.aborted) throw e;
throw new ApiError(t("offline"), "offline");
}
}
var SEARCHED = ["search", "moves", "facets", "facets/names"];
var told = () => {
};
function watchShards(tell) {
told = tell;
}
async function ask(path, args = {}, signal) {
const response = await post(path, args, signal);
const body = await response.json().catch(() => void 0);
if (response.ok && body && SEARCHED.includes(path)) told(path, body.shards);
if (response.ok && body) return body;
throw errorOf(body, response.status);
}
async function askText(path, args) {
const response = await post(path, args);
if (response.ok) return response.text();
throw errorOf(await response.json().catch(() => void 0), response.status);
}
async function events(path, args, on, signal) {
const response = await post(path, args, signal);
if (!response.ok || !response.body) throw errorOf(await response.json().catch(() => void 0), response.status);
const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
let text = "";
for (let done = false; !done; ) {
const piece = await reader.read();
done = piece.done;
text += piece.value ?? "";
const whole = text.split("\n\n");
text = whole.pop();
for (const event of whole) {
const name = event.match(/^event: (.*)$/m)?.[1] ?? "message";
const data = JSON.parse(event.match(/^data: (.*)$/m)?.[1] ?? "{}");
if (name === "error") throw errorOf(data, response.status);
if (name === "done") return;
on(name, data);
}
}
}
var Asking = class {
now;
begin() {
this.now?.abort();
this.now = new AbortController();
return this.now.signal;
}
end() {
this.now?.abort();
this.now = void 0;
}
};

// src/dom.ts
function dress(el, props, children) {
for (const [key, value] of Object.entries(props)) {
if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
else if (value === true) el.setAttribute(key, "");
else if (value !== false && value !== void 0) el.setAttribute(key, String(value));
}
for (const child of children.flat()) if (child) el.append(child);
}
function h(tag, props = {}, ...children) {
const el = document.createElement(tag);
dress(el, props, children);
return el;
}
function svg(tag, props = {}, ...children) {
const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
dress(el, props, children);
return el;
}
function replace(el, ...children) {
el.replaceChildren(...children.flat().filter((c) => !!c));
}
function announce(text) {
const live = document.getElementById("live");
if (live) live.textContent = text;
}
function isTyping(e) {
const target = e.target;
return e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
function download(name, text) {
h("a", { download: name, href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}` }).click();
}

// src/bars.ts
var t2 = texts({ noResult: "no result known", interval: "{0} % ({1}–{2} %)" }, { noResult: "結果不明", interval: "{0} %（{1}～{2} %）" });
function bar(parts, label) {
return svg(
"svg",
{ class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": label },
parts.map(([name, from, to]) => {
const thin = name === "band" || name === "middle";
return svg("rect", { class: name, x: from, width: Math.max(0, to - from), y: thin ? 2 : 0, height: thin ? 6 : 10 });
})
);
}
function shareBar(share2) {
return bar([["track", 0, 100], ["fill", 0, 100 * share2]], `${percent(share2)} %`);
}
function scoreBar(m) {
if (m.score === null || m.low === null || m.high === null) return h("span", { class: "unknown" }, t2("noResult"));
const label = t2("interval", percent(m.score), percent(m.low), percent(m.high));
return h(
"div",
{ class: "score", title: label },
bar([["track", 0, 100], ["middle", 49.75, 50.25], ["band", 100 * m.low, 100 * m.high], ["point", 100 * m.score - 1, 100 * m.score + 1]], label),
h("span", { class: "number" }, `${percent(m.score)} %`)
);
}
function wilson(points, n) {
if (n === 0) return { score: null, low: null, high: null };
const z = 1.959964, p = points / n, d = 1 + z * z / n;
const middle = (p + z * z / (2 * n)) / d, half = z / d * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n));
return { score: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

// src/setup_go.ts
var COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
var MAX_SIZE = 25;
var pointName = (column, row) => `${COLUMNS[column]}${row + 1}`;
var columnName = (column) => COLUMNS[column];
function pointOf(name) {
return [COLUMNS.indexOf(name[0]), Number(name.slice(1)) - 1];
}
var START_GO = "19x19 b";
function fromGoPosition(text) {
const words2 = text.trim().split(/\s+/);
const size = words2[0]?.match(/^(\d+)x(\d+)$/);
if (!size || size[1] !== size[2] || Number(size[1]) > MAX_SIZE || !/^[bw]$/.test(words2[1] ?? "")) return void 0;
const s = emptySetup(Number(size[1]));
s.whole = true;
s.turn = words2[1] === "b" ? "s" : "g";
for (const word of words2.slice(2)) {
const m = word.match(/^([bw]):((?:[A-HJ-Z]\d+,?)+)$/);
if (!m) return word.startsWith("ko:") ? s : void 0;
for (const point of m[2].split(",")) if (point) s.look.pieces.set(point, { color: m[1] === "b" ? "s" : "g", kind: "stone" });
}
return s;
}
function byRow([a], [b]) {
const [ac, ar] = pointOf(a), [bc, br] = pointOf(b);
return ar - br || ac - bc;
}
function toGoPosition(s) {
const stones = (color) => [...s.look.pieces].sort(byRow).filter(([, m]) => m.kind === "stone" && m.color === color).map(([p]) => p).join(",");
const black = stones("s"), white = stones("g");
return [`${s.size}x${s.size}`, s.turn === "g" ? "w" : "b", black && `b:${black}`, white && `w:${white}`].filter(Boolean).join(" ");
}
var POINT = "[A-HJ-Z](?:[1-9]|[1-4][0-9]|5[0-2])";
var STONE = new RegExp(`^([bw])(${POINT})$`);
var OPEN = new RegExp(`^(empty|any):(${POINT})$`);
var GO = {
symmetries: ["", "turn", "flip", "all"],
size: 19,
turnWord: (turn) => turn === "s" ? "turn:b" : "turn:w",
word: (square, mark) => mark.kind === "empty" ? `empty:${square}` : mark.kind === "stones" ? `any:${square}` : `${mark.color === "s" ? "b" : "w"}${square}`,
handWords: () => [],
show(layer, word) {
const stone = word.match(STONE), open = word.match(OPEN);
const point = stone?.[2] ?? open?.[2];
if (!point || layer.pieces.has(point) || pointOf(point)[1] >= MAX_SIZE) return false;
layer.pieces.set(point, stone ? { color: stone[1] === "b" ? "s" : "g", kind: "stone" } : { color: "s", kind: open[1] === "any" ? "stones" : "empty" });
return true;
},
position: toGoPosition,
fromPosition: (text) => text === "startpos" ? fromGoPosition(START_GO) : fromGoPosition(text),
sizeWord: (size) => `size:${size}`,
readSize(word) {
const m = word.match(/^size:(\d{1,2})$/);
return m && Number(m[1]) <= MAX_SIZE && Number(m[1]) >= 2 ? Number(m[1]) : void 0;
},
image(s, square, mirror) {
const [column, row] = pointOf(square);
return mirror ? pointName(s.size - 1 - column, row) : square;
}
};
function pointOfMove(move3) {
return move3?.match(/^[BW]\[([A-HJ-Z]\d+)\]$/)?.[1];
}

// src/setup.ts
var LAYERS = ["look", "either", "never"];
var dialectOf = (game3) => game3 === "go" ? GO : SHOGI;
var emptyLayer = () => ({ pieces: /* @__PURE__ */ new Map(), hands: { s: /* @__PURE__ */ new Map(), g: /* @__PURE__ */ new Map() } });
function emptySetup(size = 9) {
return {
look: emptyLayer(),
either: emptyLayer(),
never: emptyLayer(),
turn: "",
whole: false,
symmetry: "",
size,
rest: "",
complex: false
};
}
var layerIsEmpty = (l) => l.pieces.size === 0 && l.hands.s.size === 0 && l.hands.g.size === 0;
var boardIsEmpty = (s) => LAYERS.every((name) => layerIsEmpty(s[name])) && !s.turn && !s.whole;
function layerWords(d, layer) {
const squares = [...layer.pieces].sort(([a], [b]) => a < b ? -1 : 1);
return [...squares.map(([square, mark]) => d.word(square, mark)), ...d.handWords(layer.hands)];
}
function boardWords(d, s) {
const words2 = s.whole ? [`${s.turn ? "sfen" : "board"} "${d.position(s)}"`] : layerWords(d, s.look);
const either = layerWords(d, s.either);
if (either.length === 1) words2.push(either[0]);
else if (either.length) words2.push(`(${either.join(" or ")})`);
words2.push(...layerWords(d, s.never).map((w) => `not ${w}`));
if (s.turn && !s.whole) words2.push(d.turnWord(s.turn));
return words2;
}
function wrap(words2, symmetry, d) {
switch (symmetry) {
case "flip":
return `either(${words2})`;
case "mirror":
return `(${words2} or mirror(${words2}))`;
case "turn":
return `sym(${words2})`;
case "all":
return d.symmetries.includes("turn") ? `either(sym(${words2}))` : `sym(${words2})`;
default:
return words2;
}
}
function toQuery(d, s) {
const board = boardWords(d, s).join(" ");
const words2 = [];
if (board && !s.whole && s.size !== d.size) words2.push(d.sizeWord(s.size));
if (board) words2.push(wrap(board, s.symmetry, d));
if (s.rest) words2.push(s.complex && words2.length ? `(${s.rest})` : s.rest);
return words2.join(" ");
}
function splitWords(text) {
const words2 = [];
let word = "", depth = 0, quoted2 = false;
for (const c of text) {
if (c === '"') quoted2 = !quoted2;
else if (!quoted2 && (c === "(" || c === "{")) depth++;
else if (!quoted2 && (c === ")" || c === "}")) depth--;
if (/\s/.test(c) && !quoted2 && depth <= 0) {
if (word) words2.push(word);
word = "";
} else word += c;
}
if (word) words2.push(word);
return words2;
}
var JOINS = /^(or|then|never)$|^(then|for)[<>=]/;
function inside(word, name) {
return word.startsWith(`${name}(`) && word.endsWith(")") ? word.slice(name.length + 1, -1).trim() : void 0;
}
function showEither(d, s, word) {
const text = inside(word, "");
if (text === void 0 || !layerIsEmpty(s.either)) return false;
const words2 = splitWords(text);
if (words2.length < 3 || words2.some((w, i) => i % 2 === 1 !== (w === "or"))) return false;
const layer = emptyLayer();
if (!words2.every((w, i) => i % 2 === 1 || d.show(layer, w))) return false;
s.either = layer;
return true;
}
function showWhole(d, s, kind, quoted2) {
if (!quoted2?.startsWith('"') || !layerIsEmpty(s.look) || s.whole) return false;
const found = d.fromPosition(quoted2.slice(1, -1));
if (!found) return false;
s.look = found.look;
s.turn = kind === "sfen" ? found.turn : "";
s.size = found.size;
s.whole = true;
return true;
}
function showWords(d, s, words2) {
const rest = [];
for (let i = 0; i < words2.length; i++) {
const word = words2[i];
const size = d.readSize(word);
if (word === "not") {
if (!d.show(s.never, words2[++i] ?? "")) rest.push(word, words2[i] ?? "");
} else if (/^(sfen|board|like|pattern)$/.test(word)) {
if (word === "like" || word === "pattern" || !showWhole(d, s, word, words2[i + 1])) rest.push(word, words2[i + 1] ?? "");
i++;
} else if (size !== void 0 && !s.whole) {
s.size = size;
} else if ((word === d.turnWord("s") || word === d.turnWord("g")) && !s.turn && !s.whole) {
s.turn = word === d.turnWord("s") ? "s" : "g";
} else if (s.whole || !d.show(s.look, word)) {
if (!showEither(d, s, word)) rest.push(word);
}
}
return rest;
}
function unwrap(d, word) {
const either = inside(word, "either"), sym = inside(word, "sym"), plain2 = inside(word, "");
const orientations = d.symmetries.includes("turn");
if (either !== void 0) {
const both = orientations ? inside(either, "sym") : void 0;
return both !== void 0 ? { symmetry: "all", words: both } : { symmetry: "flip", words: either };
}
if (sym !== void 0) return { symmetry: orientations ? "turn" : "all", words: sym };
const half = plain2?.match(/^(.*) or mirror\((.*)\)$/);
return half && half[1] === half[2] ? { symmetry: "mirror", words: half[1] } : void 0;
}
function fromQuery(d, text) {
const words2 = splitWords(text);
const s = emptySetup(d.size);
if (words2.some((w) => JOINS.test(w))) {
s.rest = text.trim();
s.complex = true;
return s;
}
const at = words2.findIndex((w) => unwrap(d, w));
const wrapped = at < 0 ? void 0 : unwrap(d, words2[at]);
if (wrapped && d.symmetries.includes(wrapped.symmetry)) {
const around = [...words2.slice(0, at), ...words2.slice(at + 1)];
const size = around.map((w) => d.readSize(w)).find((n) => n !== void 0);
const others = around.filter((w) => d.readSize(w) === void 0);
const probe = emptySetup(d.size);
if (size) s.size = size;
const alone = showWords(d, probe, others).length === others.length;
const insideWords = splitWords(wrapped.words);
if (alone && !insideWords.some((w) => JOINS.test(w)) && showWords(d, s, insideWords).length === 0) {
s.symmetry = wrapped.symmetry;
s.rest = others.join(" ");
return s;
}
}
const plain2 = emptySetup(d.size);
plain2.rest = showWords(d, plain2, words2).join(" ").trim();
return plain2;
}
function pastedPosition(d, text) {
return d.fromPosition(text.trim());
}
var other = (c) => c === "s" ? "g" : "s";
function changeLayer(s, d, layer, mirror) {
const changed = emptyLayer();
for (const [square, mark] of layer.pieces) {
const color = mirror || mark.kind === "empty" || mark.kind === "stones" ? mark.color : other(mark.color);
changed.pieces.set(d.image(s, square, mirror), { kind: mark.kind, color });
}
changed.hands = mirror ? { s: new Map(layer.hands.s), g: new Map(layer.hands.g) } : { s: new Map(layer.hands.g), g: new Map(layer.hands.s) };
return changed;
}
function changeSides(d, s, mirror) {
const changed = { ...s, turn: mirror || !s.turn ? s.turn : other(s.turn) };
for (const name of LAYERS) changed[name] = changeLayer(s, d, s[name], mirror);
return changed;
}

// src/setup_shogi.ts
var BOARD_KINDS = ["ou", "hi", "ka", "ki", "gi", "ke", "ky", "fu", "ry", "um", "ng", "nk", "ny", "to"];
var HAND_KINDS = ["hi", "ka", "ki", "gi", "ke", "ky", "fu"];
var HAND_MAX = { hi: 2, ka: 2, ki: 4, gi: 4, ke: 4, ky: 4, fu: 18 };
var PROMOTED = { fu: "to", ky: "ny", ke: "nk", gi: "ng", ka: "um", hi: "ry" };
var LETTERS = { fu: "P", ky: "L", ke: "N", gi: "S", ki: "G", ka: "B", hi: "R", ou: "K" };
var PLAIN = Object.fromEntries(Object.entries(PROMOTED).map(([a, b]) => [b, a]));
var KIND_OF_LETTER = Object.fromEntries(Object.entries(LETTERS).map(([a, b]) => [b, a]));
var promote = (kind) => PROMOTED[kind] ?? PLAIN[kind] ?? kind;
var plain = (kind) => PLAIN[kind] ?? kind;
var kindOfLetter = (letter) => KIND_OF_LETTER[letter.toUpperCase()];
var letterOf = (kind) => LETTERS[kind] ?? (PLAIN[kind] ? `+${LETTERS[PLAIN[kind]]}` : "");
var START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
function readRank(text, rank, pieces) {
let file = 9;
for (let i = 0; i < text.length; i++) {
const c = text[i];
if (/[1-9]/.test(c)) {
file -= Number(c);
continue;
}
const up = c === "+";
const letter = up ? text[++i] ?? "" : c;
const kind = kindOfLetter(letter);
if (!kind || file < 1) return false;
pieces.set(`${file}${rank}`, { color: letter === letter.toUpperCase() ? "s" : "g", kind: up ? promote(kind) : kind });
file--;
}
return file === 0;
}
function fromSfen(text) {
const words2 = text.trim().replace(/^(position\s+)?(sfen\s+)?/, "").split(/\s+/);
if (words2[0] === "startpos") return fromSfen(START);
const ranks2 = (words2[0] ?? "").split("/");
const s = emptySetup();
s.whole = true;
if (ranks2.length !== 9 || words2.length < 3 || !ranks2.every((r, i) => readRank(r, i + 1, s.look.pieces))) return void 0;
if (!/^[bw]$/.test(words2[1]) || !/^(-|(\d*[A-Za-z])+)$/.test(words2[2])) return void 0;
s.turn = words2[1] === "w" ? "g" : "s";
for (const [, n, letter] of words2[2].matchAll(/(\d*)([A-Za-z])/g)) {
const kind = kindOfLetter(letter);
if (!kind || !HAND_MAX[kind]) return void 0;
s.look.hands[letter === letter.toUpperCase() ? "s" : "g"].set(kind, { op: "=", n: n ? Number(n) : 1 });
}
return s;
}
function rankText(s, rank) {
let text = "";
for (let file = 9; file >= 1; file--) {
const mark = s.look.pieces.get(`${file}${rank}`);
const letter = mark ? letterOf(mark.kind) : "";
text += letter ? mark.color === "s" ? letter : letter.toLowerCase() : "1";
}
return text.replace(/1+/g, (ones) => String(ones.length));
}
function toSfen(s) {
const board = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => rankText(s, rank)).join("/");
const hand = (color) => HAND_KINDS.map((kind) => {
const n = s.look.hands[color].get(kind)?.n ?? 0;
const letter = color === "s" ? LETTERS[kind] : LETTERS[kind].toLowerCase();
return n === 0 ? "" : (n > 1 ? n : "") + letter;
}).join("");
return `${board} ${s.turn === "g" ? "w" : "b"} ${hand("s") + hand("g") || "-"}`;
}
var KIND = "(fu|ky|ke|gi|ki|ka|hi|ou|to|ny|nk|ng|um|ry)";
var PIECE = new RegExp(`^([sg])([1-9][1-9])${KIND}$`);
var HAND = /^([sg])\.hand\.(fu|ky|ke|gi|ki|ka|hi)(>=|<=|=)(\d{1,2})$/;
var SHORT_HAND = /^([sg])(fu|ky|ke|gi|ki|ka|hi)(\d{1,2})$/;
function place(layer, square, color, kind) {
if (layer.pieces.has(square)) return false;
layer.pieces.set(square, { color, kind });
return true;
}
function setHand(layer, color, kind, op, n) {
const hand = layer.hands[color];
if (hand.has(kind) || n > HAND_MAX[kind]) return false;
hand.set(kind, { op, n });
return true;
}
function handWords(hands) {
return ["s", "g"].flatMap((color) => HAND_KINDS.flatMap((kind) => {
const c = hands[color].get(kind);
return c ? [`${color}.hand.${kind}${c.op}${c.n}`] : [];
}));
}
var SHOGI = {
symmetries: ["", "flip", "mirror", "all"],
size: 9,
turnWord: (turn) => `turn:${turn}`,
word: (square, mark) => mark.kind === "empty" ? `empty:${square}` : mark.kind === "any" ? `any:${mark.color}${square}` : `${mark.color}${square}${mark.kind}`,
handWords,
show(layer, word) {
let m;
if (m = word.match(PIECE)) return place(layer, m[2], m[1], m[3]);
if (m = word.match(/^empty:([1-9][1-9])$/)) return place(layer, m[1], "s", "empty");
if (m = word.match(/^any:([sg])([1-9][1-9])$/)) return place(layer, m[2], m[1], "any");
if (m = word.match(HAND)) return setHand(layer, m[1], m[2], m[3], Number(m[4]));
if (m = word.match(SHORT_HAND)) return setHand(layer, m[1], m[2], ">=", Number(m[3]));
return false;
},
position: toSfen,
fromPosition: fromSfen,
sizeWord: () => "",
readSize: () => void 0,
image: (_s, square, mirror) => `${10 - Number(square[0])}${mirror ? square[1] : 10 - Number(square[1])}`
};
var squareOf = (key) => key[0] + (key.charCodeAt(1) - 96);
function squaresOf(usi) {
if (!usi) return [];
return usi[1] === "*" ? [squareOf(usi.slice(2, 4))] : [squareOf(usi.slice(0, 2)), squareOf(usi.slice(2, 4))];
}
function playMove(s, usi) {
const m = usi.match(/^(?:([PLNSGBR])\*|([1-9][a-i]))([1-9][a-i])(\+?)$/);
if (!m) return;
const color = s.turn || "s";
const { pieces, hands } = s.look;
const to = squareOf(m[3]);
const change = (kind, by) => {
const n = (hands[color].get(kind)?.n ?? 0) + by;
if (n > 0) hands[color].set(kind, { op: "=", n });
else hands[color].delete(kind);
};
if (m[1]) {
const kind = kindOfLetter(m[1]);
change(kind, -1);
pieces.set(to, { color, kind });
} else {
const from = squareOf(m[2]);
const piece = pieces.get(from);
const taken = pieces.get(to);
if (!piece) return;
if (taken && HAND_MAX[plain(taken.kind)]) change(plain(taken.kind), 1);
pieces.delete(from);
pieces.set(to, { color, kind: m[4] ? promote(piece.kind) : piece.kind });
}
s.turn = other(color);
}

// src/analysis.ts
var t3 = texts({
engine: "Engine",
analyse: "Analyse",
stop: "Stop",
lines: "Lines",
depth: "depth {0}",
nodes: "{0} k nodes",
mateIn: "mate in {0}",
mateFound: "Mate in {0}: {1}",
thinking: "Thinking…",
stopped: "Stopped.",
done: "Time is up.",
people: "What people play here",
who: "Who",
pro: "professionals",
amateur: "amateurs",
online: "players online",
valueHelp: "positive is good for Black",
noMove: "There is no move: mate."
}, {
engine: "エンジン",
analyse: "検討",
stop: "停止",
lines: "候補手",
depth: "深さ {0}",
nodes: "{0} 千局面",
mateIn: "{0} 手詰",
mateFound: "{0} 手詰: {1}",
thinking: "読んでいます…",
stopped: "停止しました。",
done: "時間になりました。",
people: "人が指しそうな手",
who: "誰が",
pro: "プロ",
amateur: "アマチュア",
online: "ネット対局",
valueHelp: "正の値は先手よし",
noMove: "指せる手がありません（詰み）。"
});
var SECONDS = 120;
var CLASSES = ["pro", "amateur", "online"];
var Analysis = class {
/* arrows: shows the best moves on the board. */
constructor(arrows) {
this.arrows = arrows;
this.who.value = CLASSES.find((c) => c === recall("who")) ?? "pro";
this.el = h(
"div",
{ class: "analysis column" },
h(
"section",
{ class: "panel", "aria-labelledby": "engine-title" },
h(
"div",
{ class: "row spread" },
h("h2", { id: "engine-title" }, t3("engine")),
h("span", { class: "row" }, h("label", { for: "lines" }, t3("lines")), this.count, this.button)
),
this.list,
this.said
),
h(
"section",
{ class: "panel", "aria-labelledby": "people-title" },
h(
"div",
{ class: "row spread" },
h("h2", { id: "people-title" }, t3("people")),
h("span", { class: "row" }, h("label", { class: "hidden", for: "who" }, t3("who")), this.who)
),
this.people
)
);
}
arrows;
el;
button = h("button", { type: "button", id: "analyse", "aria-pressed": "false", onclick: () => this.toggle() }, t3("analyse"));
count = h("select", { id: "lines", onchange: () => this.running && this.start() }, [1, 2, 3, 5].map((n) => h("option", { value: n, selected: n === 3 }, String(n))));
list = h("ol", { class: "engine-lines", "aria-label": t3("engine") });
said = h("p", { class: "tips", role: "status" });
people = h("ul", { class: "people" });
who = h("select", { id: "who", onchange: () => {
remember("who", this.who.value);
void this.askPeople();
} }, CLASSES.map((c) => h("option", { value: c }, t3(c))));
thinking = new Asking();
asking = new Asking();
running = false;
now;
timer = 0;
rows = [];
destroy() {
clearTimeout(this.timer);
this.thinking.end();
this.asking.end();
}
/* Another position is on screen. */
show(now) {
this.now = now;
this.thinking.end();
this.asking.end();
clearTimeout(this.timer);
this.timer = window.setTimeout(() => {
void this.askPeople();
if (this.running) this.start();
}, 150);
}
toggle() {
this.running = !this.running;
this.button.textContent = t3(this.running ? "stop" : "analyse");
this.button.setAttribute("aria-pressed", String(this.running));
if (this.running) return this.start();
this.thinking.end();
this.said.textContent = t3("stopped");
this.arrows([]);
}
start() {
void this.think(this.thinking.begin());
}
async think(signal) {
this.rows = [];
replace(this.list);
this.said.textContent = t3("thinking");
const { sfen, moves } = this.now;
try {
await events("analyse", { sfen, moves: moves.join(" "), lines: Number(this.count.value), seconds: SECONDS }, (name, data) => {
if (signal.aborted) return;
if (name === "line") this.showLine(data);
else if (name === "mate") this.said.textContent = t3("mateFound", data.length, data[lang]);
}, signal);
if (signal.aborted) return;
this.said.textContent = this.rows.length ? t3("done") : t3("noMove");
this.running = false;
this.button.textContent = t3("analyse");
this.button.setAttribute("aria-pressed", "false");
} catch (e) {
if (!signal.aborted) this.said.textContent = messageOf(e);
}
}
showLine(line2) {
const value = line2.mate !== void 0 ? `${line2.mate < 0 ? "−" : ""}${t3("mateIn", Math.abs(line2.mate))}` : signed(line2.centipawns ?? 0);
const row = h(
"li",
{ "data-first": line2.moves[0], "data-depth": line2.depth },
h("span", { class: `value ${(line2.mate ?? line2.centipawns ?? 0) >= 0 ? "plus" : "minus"}`, title: t3("valueHelp") }, value),
h("span", { class: "line" }, line2[lang]),
h("small", { class: "number" }, `${t3("depth", line2.depth)} · ${t3("nodes", Math.round(line2.nodes / 1e3))}`)
);
this.rows[line2.number - 1] = row;
replace(this.list, this.rows.filter(Boolean));
this.arrows(this.rows.filter(Boolean).map((r, i) => arrowOf(r.dataset.first, i)));
}
async askPeople() {
const signal = this.asking.begin();
const { sfen, moves } = this.now;
try {
const answer = await ask("natural", { sfen, moves: moves.join(" "), class: this.who.value, limit: 6 }, signal);
if (signal.aborted) return;
replace(this.people, answer.moves.map((m) => h("li", {}, h("span", {}, m[lang]), shareBar(m.p), h("span", { class: "number" }, `${percent(m.p)} %`))));
} catch (e) {
if (!signal.aborted) replace(this.people, h("li", { class: "hint" }, messageOf(e)));
}
}
};
var signed = (n) => n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
function arrowOf(usi, rank) {
const squares = squaresOf(usi);
return {
from: squares.length > 1 ? squares[0] : void 0,
to: squares.at(-1),
weight: rank === 0 ? 0.8 : 0.25,
score: rank === 0 ? 1 : void 0,
text: usi[1] === "*" ? usi[0] : void 0
};
}

// src/chart.ts
var W = 600;
var TOP = 90;
var ROW = 15;
var squash = (value) => Math.tanh(value / 1200);
var GameGraph = class {
constructor(data) {
this.data = data;
const { plies, tracks } = data;
const upper = data.values.some((v) => v !== void 0) || data.times.some((v) => v !== void 0) ? TOP : 0;
const height = upper + tracks.length * ROW + 4;
this.x = (ply) => plies ? W * ply / plies : 0;
this.marker = svg("line", { class: "now", y1: 0, y2: height });
const picture2 = svg(
"svg",
{ class: "graph", viewBox: `0 0 ${W} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": data.label },
upper > 0 && this.times(),
upper > 0 && this.values(),
tracks.map((track, i) => this.track(track, upper + i * ROW)),
this.marker
);
picture2.style.height = `${height}px`;
picture2.addEventListener("click", (e) => {
const box = picture2.getBoundingClientRect();
data.go(Math.round((e.clientX - box.left) / box.width * plies));
});
const names = h("div", { class: "track-names" }, tracks.map((track, i) => {
const name = h("button", { type: "button", class: `side${track.side}`, title: track.label, onclick: () => data.go(track.spans[0][0]) }, track.label);
name.style.top = `${upper + i * ROW}px`;
this.placeName(name, track);
return name;
}));
this.el = h("div", { class: "game-graph" }, picture2, names);
}
data;
el;
marker;
x;
/* Beside its bar where there is room, else upon it. */
placeName(name, track) {
const from = 100 * this.x(track.spans[0][0]) / W, to = 100 * this.x(track.spans[0][1]) / W;
if (to < 60) name.style.left = `${to}%`;
else if (from > 40) name.style.right = `${100 - from}%`;
else name.style.left = `${from}%`;
}
show(ply) {
this.marker.setAttribute("x1", String(this.x(ply)));
this.marker.setAttribute("x2", String(this.x(ply)));
}
values() {
const { values } = this.data;
let path = "", pen = false;
values.forEach((value, ply) => {
if (value === void 0) return;
path += `${pen ? "L" : "M"}${this.x(ply).toFixed(1)} ${(TOP / 2 - squash(value) * (TOP / 2 - 3)).toFixed(1)}`;
pen = true;
});
return svg("g", { class: "values" }, svg("line", { class: "zero", x1: 0, x2: W, y1: TOP / 2, y2: TOP / 2 }), svg("path", { d: path }));
}
times() {
const { times } = this.data;
const most = Math.max(1, ...times.map((ms) => ms ?? 0));
const width = Math.min(12, Math.max(0.8, W / Math.max(1, times.length) - 0.6));
return svg("g", { class: "times" }, times.map((ms, ply) => {
const height = ms ? (TOP - 4) * Math.sqrt(ms / most) : 0;
return height > 0 && svg("rect", { x: this.x(ply) - width, y: TOP - height, width, height, class: ply % 2 ? "first" : "second" });
}));
}
track(track, y) {
return svg("g", { class: `track side${track.side}` }, track.spans.map(([from, to]) => svg("rect", { x: this.x(from), y: y + 2, width: Math.max(2, this.x(to) - this.x(from)), height: ROW - 4, rx: 2 })));
}
};
function trendChart(years2, series, label) {
const H = 160;
const x = (i) => years2.length > 1 ? 30 + (W - 40) * i / (years2.length - 1) : W / 2;
const top = Math.max(0.05, ...series.flatMap((s) => s.values.map((v) => v ?? 0)));
const y = (v) => H - 22 - (H - 34) * v / top;
const step2 = Math.max(1, Math.ceil(years2.length / 8));
const lines = series.map((s, n) => {
let path = "", pen = false;
s.values.forEach((v, i) => {
if (v === void 0) pen = false;
else {
path += `${pen ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
pen = true;
}
});
return svg(
"g",
{ class: `series s${n}` },
svg("path", { d: path }),
s.values.map((v, i) => v !== void 0 && svg("circle", { cx: x(i), cy: y(v), r: 2.6 }, svg("title", {}, `${s.label} ${years2[i]}: ${Math.round(100 * v)} %`)))
);
});
const picture2 = svg(
"svg",
{ class: "trend", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": label },
[0, top].map((v) => [svg("line", { class: "rule", x1: 28, x2: W - 8, y1: y(v), y2: y(v) }), svg("text", { x: 24, y: y(v) + 4, "text-anchor": "end" }, `${Math.round(100 * v)}%`)]).flat(),
years2.map((year, i) => i % step2 === 0 && svg("text", { x: x(i), y: H - 5, "text-anchor": "middle" }, String(year))),
lines
);
const table2 = h(
"table",
{},
h("caption", {}, label),
h("thead", {}, h("tr", {}, h("td", {}, ""), years2.map((year) => h("th", { scope: "col" }, String(year))))),
h("tbody", {}, series.map((s) => h("tr", {}, h("th", { scope: "row" }, s.label), s.values.map((v) => h("td", {}, v === void 0 ? "" : `${Math.round(100 * v)} %`)))))
);
return h("div", { class: "trend-chart" }, picture2, h(
"ul",
{ class: "legend", "aria-hidden": "true" },
series.map((s, n) => h("li", { class: `s${n}` }, s.label))
), h("div", { class: "hidden" }, table2));
}

// src/notation.ts
function moveText(usi, pieces) {
const drop = usi.match(/^([PLNSGBR])\*/);
const [a, b] = squaresOf(usi);
if (drop) {
const kind2 = kindOfLetter(drop[1]);
return lang === "ja" ? `${squareName(a)}${kindName(kind2)}打` : `${letterOf(kind2)}*${squareName(a)}`;
}
if (!b) return usi;
const found = pieces.get(a)?.kind;
const kind = found && found !== "any" && found !== "empty" ? found : void 0;
const promotes = usi.endsWith("+");
if (lang === "ja") return `${squareName(b)}${kind ? kindName(kind) : ""}${promotes ? "成" : ""}（${a}）`;
return `${kind ? letterOf(kind) : ""}${squareName(a)}-${squareName(b)}${promotes ? "+" : ""}`;
}

// src/next_moves.ts
var t4 = texts({
move: "Move",
games: "Games",
winRate: "Mover’s score",
last: "Last",
transposed: "{0} by another order of moves",
elsewhere: "elsewhere"
}, { move: "指し手", games: "対局", winRate: "勝率", last: "最近", transposed: "別の手順から {0}", elsewhere: "手抜き" });
function nextMoveText(m, options2) {
if (options2.isShogi) return `${sideMark(m.seat === 1 ? "g" : "s")}${moveText(m.move, options2.pieces)}`;
const point = m.move.match(/^([BW])\[(.*)\]$/);
return point ? `${sideMark(point[1] === "W" ? "g" : "s")} ${point[2]}` : m.move === "elsewhere" ? t4("elsewhere") : m.move;
}
function moveRow(m, hidden, options2) {
const text = nextMoveText(m, options2);
return h(
"tr",
{ hidden, onpointerenter: () => options2.hover?.(m), onpointerleave: () => options2.hover?.(void 0) },
h("th", { scope: "row" }, options2.follow ? h("button", { type: "button", class: "link", "data-move": m.move, onclick: () => options2.follow(m) }, text) : text),
h(
"td",
{ title: m.transposed ? t4("transposed", count(m.transposed)) : void 0 },
shareBar(m.share),
h("span", { class: "number" }, `${count(m.games)} `, h("small", {}, `${percent(m.share)} %${m.transposed ? ` ⇄ ${count(m.transposed)}` : ""}`))
),
h("td", {}, scoreBar(m)),
h("td", { class: "number" }, m.last ? String(m.last) : "")
);
}
function moveTable({ moves }, options2) {
const shown = options2.shown ?? 12;
const rows = moves.map((m, i) => moveRow(m, i >= shown, options2));
const more = h("button", { type: "button", class: "more", onclick: () => {
for (const row of rows) row.hidden = false;
rows[shown]?.querySelector("button")?.focus();
more.remove();
} }, t("more"));
const dated = moves.some((m) => m.last);
return h(
"div",
{},
h(
"table",
{ class: dated ? "moves" : "moves undated" },
h("thead", {}, h(
"tr",
{},
h("th", { scope: "col" }, t4("move")),
h("th", { scope: "col" }, t4("games")),
h("th", { scope: "col" }, t4("winRate")),
h("th", { scope: "col" }, dated ? t4("last") : "")
)),
h("tbody", {}, rows)
),
moves.length > shown && more
);
}
function moveArrows(answer, isShogi2, most = 6) {
const arrows = [];
for (const m of answer?.moves.slice(0, most) ?? []) {
if (m.share < 0.02 && arrows.length) break;
const squares = isShogi2 ? squaresOf(m.move) : [pointOfMove(m.move)].filter((p) => !!p);
const to = squares.at(-1);
if (!to) continue;
arrows.push({
from: squares.length > 1 ? squares[0] : void 0,
to,
weight: Math.min(1, m.share),
score: surely(m),
text: isShogi2 ? m.move[1] === "*" ? m.move[0] : void 0 : percent(m.share)
});
}
return arrows;
}
function surely(m) {
return m.score !== null && m.low !== null && m.high !== null ? m.low > 0.5 || m.high < 0.5 ? m.score : 0.5 : null;
}

// src/site.ts
var site = { game: "shogi", games: 0, plies: 0, databases: [], names: [], version: "" };
async function loadSite() {
const [info, names] = await Promise.all([ask("info"), ask("names")]);
site = {
game: info.game,
games: info.games,
plies: info.plies,
databases: info.databases.map((d) => d.name),
names: names.names,
version: info.version
};
}

// src/grid.ts
var CellGrid = class {
constructor(options2) {
this.options = options2;
this.focused = options2.focused;
this.el = h("div", { class: "cells", role: "grid", "aria-label": options2.label });
for (let row = 0; row < options2.rows; row++) this.addRow(row);
this.el.addEventListener("keydown", (e) => this.onKey(e));
this.el.addEventListener("focusin", (e) => this.mark(e.target.dataset.square ?? this.focused));
}
options;
el;
cells = /* @__PURE__ */ new Map();
places = /* @__PURE__ */ new Map();
squares = [];
focused;
describe(label, selected) {
for (const [square, cell] of this.cells) {
cell.setAttribute("aria-label", label(square));
cell.setAttribute("aria-selected", String(square === selected));
}
}
addRow(row) {
const line2 = h("div", { role: "row" });
this.squares.push([]);
for (let column = 0; column < this.options.columns; column++) {
const square = this.options.name(row, column);
const cell = h("div", { role: "gridcell", tabindex: square === this.focused ? 0 : -1, "data-square": square });
this.cells.set(square, cell);
this.places.set(square, [row, column]);
this.squares[row].push(square);
line2.append(cell);
}
this.el.append(line2);
}
mark(square) {
this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
this.focused = square;
this.cells.get(square)?.setAttribute("tabindex", "0");
}
step(rows, columns) {
const [row, column] = this.places.get(this.focused) ?? [0, 0];
const limit = (n, max) => Math.min(max - 1, Math.max(0, n));
const square = this.squares[limit(row + rows, this.options.rows)][limit(column + columns, this.options.columns)];
this.mark(square);
this.cells.get(square)?.focus();
}
onKey(e) {
if (e.ctrlKey || e.metaKey || e.altKey || !this.options.onKey) return;
const far = this.options.columns;
const steps = {
ArrowLeft: [0, -1],
ArrowRight: [0, 1],
ArrowUp: [-1, 0],
ArrowDown: [1, 0],
Home: [0, -far],
End: [0, far]
};
if (steps[e.key]) this.step(...steps[e.key]);
else if (!this.options.onKey(this.focused, e)) return;
e.preventDefault();
e.stopPropagation();
}
};

// src/board_go.ts
var EDGE = 1.1;
function stars(size) {
const near = size >= 13 ? 3 : 2;
return size < 7 ? [] : size % 2 && size > 7 ? [near, (size - 1) / 2, size - 1 - near] : [near, size - 1 - near];
}
var GoBoard = class {
constructor(options2) {
this.options = options2;
this.size = options2.size ?? 19;
const n = this.size;
this.picture = svg(
"svg",
{ class: "goban", viewBox: `${-EDGE} ${-EDGE} ${n - 1 + 2 * EDGE} ${n - 1 + 2 * EDGE}`, "aria-hidden": "true" },
this.lines(),
this.stones,
this.drawn
);
this.grid = new CellGrid({
label: options2.label,
rows: n,
columns: n,
focused: pointName(Math.floor(n / 2), Math.floor(n / 2)),
name: (row, column) => this.pointAt(column, row),
onKey: options2.editable ? (point, e) => this.edit(point, e.key) : options2.onPoint ? (point, e) => (e.key === "Enter" || e.key === " ") && options2.onPoint(point) : void 0
});
this.grid.el.classList.add("points");
for (const row of this.grid.el.children) row.style.gridTemplateColumns = `repeat(${n}, 1fr)`;
this.grid.el.style.gridTemplateRows = `repeat(${n}, 1fr)`;
const part = `${100 * (EDGE - 0.5) / (n - 1 + 2 * EDGE)}%`;
this.grid.el.style.inset = part;
this.el = h("div", { class: "board go" }, this.picture, this.grid.el);
if (options2.editable) this.listen();
else if (options2.onPoint) this.el.addEventListener("click", (e) => {
const point = this.pointUnder(e);
if (point) options2.onPoint(point);
});
this.describe();
}
options;
el;
size;
grid;
stones = svg("g");
drawn = svg("g", { class: "arrows" });
picture;
shown = /* @__PURE__ */ new Map();
last = [];
tool;
carried;
// point whose stone the keyboard picked up
drag;
destroy() {
document.removeEventListener("pointermove", this.onMove);
document.removeEventListener("pointerup", this.onUp);
document.removeEventListener("pointercancel", this.onUp);
}
/* --- The picture ---------------------------------------------------------------------------- */
/* Columns and rows as they are seen, from the upper left. */
pointAt(column, row) {
return this.options.flipped ? pointName(this.size - 1 - column, row) : pointName(column, this.size - 1 - row);
}
placeOf(point) {
const [column, row] = pointOf(point);
return this.options.flipped ? [this.size - 1 - column, row] : [column, this.size - 1 - row];
}
lines() {
const n = this.size;
const lines = Array.from({ length: n }, (_, i) => `M0 ${i}H${n - 1}M${i} 0V${n - 1}`).join("");
const text = (x, y, what) => svg("text", { x, y: y + 0.17, "text-anchor": "middle", "font-size": 0.5 }, what);
const names = Array.from({ length: n }, (_, i) => {
const [column] = pointOf(this.pointAt(i, 0));
const [, row] = pointOf(this.pointAt(0, i));
return [text(i, n - 1 + 0.82, columnName(column)), text(-0.82, i, String(row + 1))];
}).flat();
return svg(
"g",
{},
svg("rect", { class: "wood", x: -EDGE, y: -EDGE, width: n - 1 + 2 * EDGE, height: n - 1 + 2 * EDGE, rx: 0.2 }),
svg("path", { class: "lines", d: lines }),
stars(n).flatMap((x) => stars(n).map((y) => svg("circle", { class: "star", cx: x, cy: y, r: 0.11 }))),
svg("g", { class: "names" }, names)
);
}
stone(point, mark) {
const [cx, cy] = this.placeOf(point);
if (mark.kind === "empty")
return svg("g", { class: "mark-empty" }, svg("circle", { cx, cy, r: 0.3 }), svg("path", { d: `M${cx - 0.2} ${cy + 0.2}L${cx + 0.2} ${cy - 0.2}` }));
if (mark.kind === "stones")
return svg("g", { class: "mark-any" }, svg("circle", { cx, cy, r: 0.46 }), svg("text", { x: cx, y: cy + 0.22, "text-anchor": "middle", "font-size": 0.62 }, "?"));
return svg("circle", { class: mark.color === "s" ? "stone black" : "stone white", cx, cy, r: 0.47 });
}
get marks() {
return new Map(this.shown);
}
set marks(marks) {
this.shown.clear();
for (const [point, mark] of marks) {
const [column, row] = pointOf(point);
if (column >= 0 && column < this.size && row < this.size) this.shown.set(point, mark);
}
this.draw();
}
draw() {
const lit = this.last.map((point) => {
const [cx, cy] = this.placeOf(point);
return svg("circle", { class: this.shown.get(point)?.color === "s" ? "last on-black" : "last", cx, cy, r: 0.2 });
});
this.stones.replaceChildren(...[...this.shown].map(([point, mark]) => this.stone(point, mark)), ...lit);
this.describe();
}
showLast(points) {
this.last = points;
this.draw();
}
showArrows(arrows) {
this.drawn.replaceChildren(...arrows.filter((a) => !this.shown.has(a.to)).map((a) => {
const [x, y] = this.placeOf(a.to);
return svg(
"g",
{ class: `arrow ${scoreClass(a.score)}` },
svg("circle", { cx: x, cy: y, r: 0.22 + 0.25 * a.weight, class: "blob" }),
a.text && svg("text", { x, y: y + 0.15, "font-size": 0.42, "text-anchor": "middle" }, a.text)
);
}));
}
describe() {
this.grid.describe((point) => {
const mark = this.shown.get(point);
return `${squareName(point)}: ${mark ? pieceName(mark.color, mark.kind) : t("emptySquare")}`;
}, this.carried);
}
/* --- Pointers ------------------------------------------------------------------------------- */
setTool(tool) {
this.tool = tool;
}
pointUnder(e) {
const box = this.picture.getBoundingClientRect();
const unit = box.width / (this.size - 1 + 2 * EDGE);
const column = Math.round((e.clientX - box.left) / unit - EDGE), row = Math.round((e.clientY - box.top) / unit - EDGE);
return column >= 0 && row >= 0 && column < this.size && row < this.size ? this.pointAt(column, row) : void 0;
}
dragTool(tool, e) {
this.tool = tool;
const at = "touches" in e ? e.touches[0] : e;
this.beginDrag(tool, void 0, at);
}
beginDrag(mark, from, at) {
const ghost = mark.kind === "erase" ? svg("g") : this.stone(this.pointAt(0, 0), mark);
ghost.classList.add("ghost");
this.drag = { mark, from, ghost, moved: false };
this.moveGhost(at);
}
moveGhost(at) {
const box = this.picture.getBoundingClientRect();
const unit = box.width / (this.size - 1 + 2 * EDGE);
const [x, y] = this.placeOf(this.pointAt(0, 0));
this.drag.ghost.setAttribute("transform", `translate(${(at.clientX - box.left) / unit - EDGE - x} ${(at.clientY - box.top) / unit - EDGE - y})`);
}
onMove = (e) => {
if (!this.drag) return;
if (!this.drag.moved) this.picture.append(this.drag.ghost);
this.drag.moved = true;
this.moveGhost(e);
};
onUp = (e) => {
const drag = this.drag;
if (!drag) return;
this.drag = void 0;
drag.ghost.remove();
if (!drag.moved && !drag.from) return;
const point = e.type === "pointercancel" ? drag.from : this.pointUnder(e);
if (drag.from) this.shown.delete(drag.from);
if (!drag.moved) return drag.from ? this.put(drag.from, void 0) : void 0;
if (point) this.put(point, drag.mark);
else if (drag.from) this.changed();
};
listen() {
this.el.addEventListener("pointerdown", (e) => {
const point = e.button === 0 ? this.pointUnder(e) : void 0;
if (!point || this.drag) return;
const here = this.shown.get(point);
e.preventDefault();
if (this.options.onPoint?.(point)) return;
if (this.tool && !(here && here.kind === this.tool.kind && here.color === this.tool.color)) this.put(point, this.tool);
else if (here) this.beginDrag(here, point, e);
});
document.addEventListener("pointermove", this.onMove);
document.addEventListener("pointerup", this.onUp);
document.addEventListener("pointercancel", this.onUp);
}
/* --- The keyboard --------------------------------------------------------------------------- */
changed() {
this.draw();
this.options.onChange?.();
}
put(point, mark) {
const before = this.shown.get(point);
if (mark && mark.kind !== "erase") this.shown.set(point, { color: mark.color, kind: mark.kind });
else this.shown.delete(point);
if (mark && mark.kind !== "erase") announce(t("put", pieceName(mark.color, mark.kind), point));
else if (before) announce(t("removed", pieceName(before.color, before.kind)));
this.changed();
}
activate(point) {
if (this.options.onPoint?.(point)) return;
if (this.tool) return this.put(point, this.tool);
const carried = this.carried;
const mark = carried === void 0 ? void 0 : this.shown.get(carried);
if (carried === void 0 || !mark) {
this.carried = this.shown.has(point) ? point : void 0;
return this.describe();
}
this.carried = void 0;
if (carried === point) return this.describe();
this.shown.delete(carried);
this.put(point, mark);
}
edit(point, key) {
const marks = {
b: { color: "s", kind: "stone" },
w: { color: "g", kind: "stone" },
a: { color: "s", kind: "stones" },
e: { color: "s", kind: "empty" }
};
const mark = marks[key.toLowerCase()];
if (key === "Enter" || key === " ") this.activate(point);
else if (key === "Delete" || key === "Backspace") this.put(point, void 0);
else if (mark) this.put(point, mark);
else if (key === "Escape") {
this.carried = void 0;
this.setTool(void 0);
this.options.onToolGone?.();
this.describe();
} else return false;
return true;
}
};

// node_modules/shogiground/esm/constants.js
var colors = ["sente", "gote"];
var files = [
"1",
"2",
"3",
"4",
"5",
"6",
"7",
"8",
"9",
"10",
"11",
"12",
"13",
"14",
"15",
"16"
];
var ranks = [
"a",
"b",
"c",
"d",
"e",
"f",
"g",
"h",
"i",
"j",
"k",
"l",
"m",
"n",
"o",
"p"
];
var allKeys = Array.prototype.concat(...ranks.map((r) => files.map((f) => f + r)));

// node_modules/shogiground/esm/util.js
var pos2key = (pos) => allKeys[pos[0] + 16 * pos[1]];
var key2pos = (k) => {
if (k.length > 2)
return [k.charCodeAt(1) - 39, k.charCodeAt(2) - 97];
else
return [k.charCodeAt(0) - 49, k.charCodeAt(1) - 97];
};
function memo(f) {
let v;
const ret = () => {
if (v === void 0)
v = f();
return v;
};
ret.clear = () => {
v = void 0;
};
return ret;
}
function callUserFunction(f, ...args) {
if (f)
setTimeout(() => f(...args), 1);
}
var opposite = (c) => c === "sente" ? "gote" : "sente";
var sentePov = (o) => o === "sente";
var distanceSq = (pos1, pos2) => {
const dx = pos1[0] - pos2[0], dy = pos1[1] - pos2[1];
return dx * dx + dy * dy;
};
var samePiece = (p1, p2) => p1.role === p2.role && p1.color === p2.color;
var posToTranslateBase = (pos, dims, asSente, xFactor, yFactor) => [
(asSente ? dims.files - 1 - pos[0] : pos[0]) * xFactor,
(asSente ? pos[1] : dims.ranks - 1 - pos[1]) * yFactor
];
var posToTranslateAbs = (dims, bounds) => {
const xFactor = bounds.width / dims.files, yFactor = bounds.height / dims.ranks;
return (pos, asSente) => posToTranslateBase(pos, dims, asSente, xFactor, yFactor);
};
var posToTranslateRel = (dims) => (pos, asSente) => posToTranslateBase(pos, dims, asSente, 100, 100);
var translateAbs = (el, pos, scale) => {
el.style.transform = `translate(${pos[0]}px,${pos[1]}px) scale(${scale}`;
};
var translateRel = (el, percents, scaleFactor, scale) => {
el.style.transform = `translate(${percents[0] * scaleFactor}%,${percents[1] * scaleFactor}%) scale(${scale || scaleFactor})`;
};
var setDisplay = (el, v) => {
el.style.display = v ? "" : "none";
};
var eventPosition = (e) => {
var _a;
if (e.clientX || e.clientX === 0)
return [e.clientX, e.clientY];
if ((_a = e.targetTouches) === null || _a === void 0 ? void 0 : _a[0])
return [e.targetTouches[0].clientX, e.targetTouches[0].clientY];
return;
};
var isRightButton = (e) => e.buttons === 2 || e.button === 2;
var isMiddleButton = (e) => e.buttons === 4 || e.button === 1;
var createEl = (tagName, className) => {
const el = document.createElement(tagName);
if (className)
el.className = className;
return el;
};
function pieceNameOf(piece) {
return `${piece.color} ${piece.role}`;
}
function isPieceNode(el) {
return el.tagName === "PIECE";
}
function isSquareNode(el) {
return el.tagName === "SQ";
}
function computeSquareCenter(key, asSente, dims, bounds) {
const pos = key2pos(key);
if (asSente) {
pos[0] = dims.files - 1 - pos[0];
pos[1] = dims.ranks - 1 - pos[1];
}
return [
bounds.left + bounds.width * pos[0] / dims.files + bounds.width / (dims.files * 2),
bounds.top + bounds.height * (dims.ranks - 1 - pos[1]) / dims.ranks + bounds.height / (dims.ranks * 2)
];
}
function domSquareIndexOfKey(key, asSente, dims) {
const pos = key2pos(key);
let index = dims.files - 1 - pos[0] + pos[1] * dims.files;
if (!asSente)
index = dims.files * dims.ranks - 1 - index;
return index;
}
function isInsideRect(rect, pos) {
return rect.left <= pos[0] && rect.top <= pos[1] && rect.left + rect.width > pos[0] && rect.top + rect.height > pos[1];
}
function getKeyAtDomPos(pos, asSente, dims, bounds) {
let file = Math.floor(dims.files * (pos[0] - bounds.left) / bounds.width);
if (asSente)
file = dims.files - 1 - file;
let rank = Math.floor(dims.ranks * (pos[1] - bounds.top) / bounds.height);
if (!asSente)
rank = dims.ranks - 1 - rank;
return file >= 0 && file < dims.files && rank >= 0 && rank < dims.ranks ? pos2key([file, rank]) : void 0;
}
function getHandPieceAtDomPos(pos, roles, bounds) {
for (const color of colors) {
for (const role of roles) {
const piece = { color, role }, pieceRect = bounds.get(pieceNameOf(piece));
if (pieceRect && isInsideRect(pieceRect, pos))
return piece;
}
}
return;
}
function posOfOutsideEl(left, top, asSente, dims, boardBounds) {
const sqW = boardBounds.width / dims.files, sqH = boardBounds.height / dims.ranks;
if (!sqW || !sqH)
return;
let xOff = (left - boardBounds.left) / sqW;
if (asSente)
xOff = dims.files - 1 - xOff;
let yOff = (top - boardBounds.top) / sqH;
if (!asSente)
yOff = dims.ranks - 1 - yOff;
return [xOff, yOff];
}

// node_modules/shogiground/esm/hands.js
function addToHand(s, piece, cnt = 1) {
const hand = s.hands.handMap.get(piece.color), role = (s.hands.roles.includes(piece.role) ? piece.role : s.promotion.unpromotesTo(piece.role)) || piece.role;
if (hand && s.hands.roles.includes(role))
hand.set(role, (hand.get(role) || 0) + cnt);
}
function removeFromHand(s, piece, cnt = 1) {
const hand = s.hands.handMap.get(piece.color), role = (s.hands.roles.includes(piece.role) ? piece.role : s.promotion.unpromotesTo(piece.role)) || piece.role, num = hand === null || hand === void 0 ? void 0 : hand.get(role);
if (hand && num)
hand.set(role, Math.max(num - cnt, 0));
}
function renderHand(s, handEl) {
var _a;
handEl.classList.toggle("promotion", !!s.promotion.current);
let wrapEl = handEl.firstElementChild;
while (wrapEl) {
const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor }, num = ((_a = s.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) || 0, isSelected = !!s.selectedPiece && samePiece(piece, s.selectedPiece) && !s.droppable.spare;
wrapEl.classList.toggle("selected", (s.activeColor === "both" || s.activeColor === s.turnColor) && isSelected);
wrapEl.classList.toggle("preselected", s.activeColor !== "both" && s.activeColor !== s.turnColor && isSelected);
wrapEl.classList.toggle("last-dest", s.highlight.lastDests && !!s.lastPiece && samePiece(piece, s.lastPiece));
wrapEl.classList.toggle("drawing", !!s.drawable.piece && samePiece(s.drawable.piece, piece));
wrapEl.classList.toggle("current-pre", !!s.predroppable.current && samePiece(s.predroppable.current.piece, piece));
wrapEl.dataset.nb = num.toString();
wrapEl = wrapEl.nextElementSibling;
}
}

// node_modules/shogiground/esm/board.js
function toggleOrientation(state) {
state.orientation = opposite(state.orientation);
state.animation.current = state.draggable.current = state.promotion.current = state.hovered = state.selected = state.selectedPiece = void 0;
}
function reset(state) {
unselect(state);
unsetPremove(state);
unsetPredrop(state);
cancelPromotion(state);
state.animation.current = state.draggable.current = state.hovered = void 0;
}
function setPieces(state, pieces) {
for (const [key, piece] of pieces) {
if (piece)
state.pieces.set(key, piece);
else
state.pieces.delete(key);
}
}
function setChecks(state, checksValue) {
if (Array.isArray(checksValue)) {
state.checks = checksValue;
} else {
if (checksValue === true)
checksValue = state.turnColor;
if (checksValue) {
const checks = [];
for (const [k, p] of state.pieces) {
if (state.highlight.checkRoles.includes(p.role) && p.color === checksValue)
checks.push(k);
}
state.checks = checks;
} else
state.checks = void 0;
}
}
function setPremove(state, orig, dest, prom) {
unsetPredrop(state);
state.premovable.current = { orig, dest, prom };
callUserFunction(state.premovable.events.set, orig, dest, prom);
}
function unsetPremove(state) {
if (state.premovable.current) {
state.premovable.current = void 0;
callUserFunction(state.premovable.events.unset);
}
}
function setPredrop(state, piece, key, prom) {
unsetPremove(state);
state.predroppable.current = { piece, key, prom };
callUserFunction(state.predroppable.events.set, piece, key, prom);
}
function unsetPredrop(state) {
if (state.predroppable.current) {
state.predroppable.current = void 0;
callUserFunction(state.predroppable.events.unset);
}
}
function baseMove(state, orig, dest, prom) {
const origPiece = state.pieces.get(orig), destPiece = state.pieces.get(dest);
if (orig === dest || !origPiece)
return false;
const captured = destPiece && destPiece.color !== origPiece.color ? destPiece : void 0, promPiece = prom && promotePiece(state, origPiece);
if (dest === state.selected || orig === state.selected)
unselect(state);
state.pieces.set(dest, promPiece || origPiece);
state.pieces.delete(orig);
state.lastDests = [orig, dest];
state.lastPiece = void 0;
state.checks = void 0;
callUserFunction(state.events.move, orig, dest, prom, captured);
callUserFunction(state.events.change);
return captured || true;
}
function baseDrop(state, piece, key, prom) {
var _a;
const pieceCount = ((_a = state.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) || 0;
if (!pieceCount && !state.droppable.spare)
return false;
const promPiece = prom && promotePiece(state, piece);
if (key === state.selected || !state.droppable.spare && pieceCount === 1 && state.selectedPiece && samePiece(state.selectedPiece, piece))
unselect(state);
state.pieces.set(key, promPiece || piece);
state.lastDests = [key];
state.lastPiece = piece;
state.checks = void 0;
if (!state.droppable.spare)
removeFromHand(state, piece);
callUserFunction(state.events.drop, piece, key, prom);
callUserFunction(state.events.change);
return true;
}
function baseUserMove(state, orig, dest, prom) {
const result = baseMove(state, orig, dest, prom);
if (result) {
state.movable.dests = void 0;
state.droppable.dests = void 0;
state.turnColor = opposite(state.turnColor);
state.animation.current = void 0;
}
return result;
}
function baseUserDrop(state, piece, key, prom) {
const result = baseDrop(state, piece, key, prom);
if (result) {
state.movable.dests = void 0;
state.droppable.dests = void 0;
state.turnColor = opposite(state.turnColor);
state.animation.current = void 0;
}
return result;
}
function userDrop(state, piece, key, prom) {
const realProm = prom || state.promotion.forceDropPromotion(piece, key);
if (canDrop(state, piece, key)) {
const result = baseUserDrop(state, piece, key, realProm);
if (result) {
unselect(state);
callUserFunction(state.droppable.events.after, piece, key, realProm, { premade: false });
return true;
}
} else if (canPredrop(state, piece, key)) {
setPredrop(state, piece, key, realProm);
unselect(state);
return true;
}
unselect(state);
return false;
}
function userMove(state, orig, dest, prom) {
const realProm = prom || state.promotion.forceMovePromotion(orig, dest);
if (canMove(state, orig, dest)) {
const result = baseUserMove(state, orig, dest, realProm);
if (result) {
unselect(state);
const metadata = { premade: false };
if (result !== true)
metadata.captured = result;
callUserFunction(state.movable.events.after, orig, dest, realProm, metadata);
return true;
}
} else if (canPremove(state, orig, dest)) {
setPremove(state, orig, dest, realProm);
unselect(state);
return true;
}
unselect(state);
return false;
}
function basePromotionDialog(state, piece, key) {
const promotedPiece = promotePiece(state, piece);
if (state.viewOnly || state.promotion.current || !promotedPiece)
return false;
state.promotion.current = { piece, promotedPiece, key, dragged: !!state.draggable.current };
state.hovered = key;
return true;
}
function promotionDialogDrop(state, piece, key) {
if (canDropPromote(state, piece, key) && (canDrop(state, piece, key) || canPredrop(state, piece, key))) {
if (basePromotionDialog(state, piece, key)) {
callUserFunction(state.promotion.events.initiated);
return true;
}
}
return false;
}
function promotionDialogMove(state, orig, dest) {
if (canMovePromote(state, orig, dest) && (canMove(state, orig, dest) || canPremove(state, orig, dest))) {
const piece = state.pieces.get(orig);
if (piece && basePromotionDialog(state, piece, dest)) {
callUserFunction(state.promotion.events.initiated);
return true;
}
}
return false;
}
function promotePiece(s, piece) {
const promRole = s.promotion.promotesTo(piece.role);
return promRole !== void 0 ? { color: piece.color, role: promRole } : void 0;
}
function deletePiece(state, key) {
if (state.pieces.delete(key))
callUserFunction(state.events.change);
}
function selectSquare(state, key, prom, force) {
callUserFunction(state.events.select, key);
if (!state.draggable.enabled && state.selected === key) {
callUserFunction(state.events.unselect, key);
unselect(state);
return;
}
if (state.selectable.enabled || force || state.selectable.forceSpares && state.selectedPiece && state.droppable.spare) {
if (state.selectedPiece && userDrop(state, state.selectedPiece, key, prom))
return;
else if (state.selected && userMove(state, state.selected, key, prom))
return;
}
if ((state.selectable.enabled || state.draggable.enabled || force) && (isMovable(state, key) || isPremovable(state, key))) {
setSelected(state, key);
}
}
function selectPiece(state, piece, spare, force, api) {
callUserFunction(state.events.pieceSelect, piece);
if (state.selectable.addSparesToHand && state.droppable.spare && state.selectedPiece) {
addToHand(state, { role: state.selectedPiece.role, color: piece.color });
callUserFunction(state.events.change);
unselect(state);
} else if (!api && !state.draggable.enabled && state.selectedPiece && samePiece(state.selectedPiece, piece)) {
callUserFunction(state.events.pieceUnselect, piece);
unselect(state);
} else if ((state.selectable.enabled || state.draggable.enabled || force) && (isDroppable(state, piece, !!spare) || isPredroppable(state, piece))) {
setSelectedPiece(state, piece);
state.droppable.spare = !!spare;
} else {
unselect(state);
}
}
function setSelected(state, key) {
unselect(state);
state.selected = key;
setPreDests(state);
}
function setSelectedPiece(state, piece) {
unselect(state);
state.selectedPiece = piece;
setPreDests(state);
}
function setPreDests(state) {
state.premovable.dests = state.predroppable.dests = void 0;
if (state.selected && isPremovable(state, state.selected) && state.premovable.generate)
state.premovable.dests = state.premovable.generate(state.selected, state.pieces);
else if (state.selectedPiece && isPredroppable(state, state.selectedPiece) && state.predroppable.generate)
state.predroppable.dests = state.predroppable.generate(state.selectedPiece, state.pieces);
}
function unselect(state) {
state.selected = state.selectedPiece = state.premovable.dests = state.predroppable.dests = state.promotion.current = void 0;
state.droppable.spare = false;
}
function isMovable(state, orig) {
const piece = state.pieces.get(orig);
return !!piece && (state.activeColor === "both" || state.activeColor === piece.color && state.turnColor === piece.color);
}
function isDroppable(state, piece, spare) {
var _a;
return (spare || !!((_a = state.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role))) && (state.activeColor === "both" || state.activeColor === piece.color && state.turnColor === piece.color);
}
function canMove(state, orig, dest) {
var _a, _b;
return orig !== dest && isMovable(state, orig) && (state.movable.free || !!((_b = (_a = state.movable.dests) === null || _a === void 0 ? void 0 : _a.get(orig)) === null || _b === void 0 ? void 0 : _b.includes(dest)));
}
function canDrop(state, piece, dest) {
var _a, _b;
return isDroppable(state, piece, state.droppable.spare) && (state.droppable.free || state.droppable.spare || !!((_b = (_a = state.droppable.dests) === null || _a === void 0 ? void 0 : _a.get(pieceNameOf(piece))) === null || _b === void 0 ? void 0 : _b.includes(dest)));
}
function canMovePromote(state, orig, dest) {
const piece = state.pieces.get(orig);
return !!piece && state.promotion.movePromotionDialog(orig, dest);
}
function canDropPromote(state, piece, key) {
return !state.droppable.spare && state.promotion.dropPromotionDialog(piece, key);
}
function isPremovable(state, orig) {
const piece = state.pieces.get(orig);
return !!piece && state.premovable.enabled && state.activeColor === piece.color && state.turnColor !== piece.color;
}
function isPredroppable(state, piece) {
var _a;
return !!((_a = state.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) && state.predroppable.enabled && state.activeColor === piece.color && state.turnColor !== piece.color;
}
function canPremove(state, orig, dest) {
return orig !== dest && isPremovable(state, orig) && !!state.premovable.generate && state.premovable.generate(orig, state.pieces).includes(dest);
}
function canPredrop(state, piece, dest) {
const destPiece = state.pieces.get(dest);
return isPredroppable(state, piece) && (!destPiece || destPiece.color !== state.activeColor) && !!state.predroppable.generate && state.predroppable.generate(piece, state.pieces).includes(dest);
}
function isDraggable(state, piece) {
return state.draggable.enabled && (state.activeColor === "both" || state.activeColor === piece.color && (state.turnColor === piece.color || state.premovable.enabled));
}
function playPremove(state) {
const move3 = state.premovable.current;
if (!move3)
return false;
const orig = move3.orig, dest = move3.dest, prom = move3.prom;
let success = false;
if (canMove(state, orig, dest)) {
const result = baseUserMove(state, orig, dest, prom);
if (result) {
const metadata = { premade: true };
if (result !== true)
metadata.captured = result;
callUserFunction(state.movable.events.after, orig, dest, prom, metadata);
success = true;
}
}
unsetPremove(state);
return success;
}
function playPredrop(state) {
const drop = state.predroppable.current;
if (!drop)
return false;
const piece = drop.piece, key = drop.key, prom = drop.prom;
let success = false;
if (canDrop(state, piece, key)) {
if (baseUserDrop(state, piece, key, prom)) {
callUserFunction(state.droppable.events.after, piece, key, prom, { premade: true });
success = true;
}
}
unsetPredrop(state);
return success;
}
function cancelMoveOrDrop(state) {
unsetPremove(state);
unsetPredrop(state);
unselect(state);
}
function cancelPromotion(state) {
if (!state.promotion.current)
return;
unselect(state);
state.promotion.current = void 0;
state.hovered = void 0;
callUserFunction(state.promotion.events.cancel);
}
function stop(state) {
state.activeColor = state.movable.dests = state.droppable.dests = state.draggable.current = state.animation.current = state.promotion.current = state.hovered = void 0;
cancelMoveOrDrop(state);
}

// node_modules/shogiground/esm/sfen.js
function inferDimensions(boardSfen) {
const ranks2 = boardSfen.split("/"), firstFile = ranks2[0].split("");
let filesCnt = 0, cnt = 0;
for (const c of firstFile) {
const nb = c.charCodeAt(0);
if (nb < 58 && nb > 47)
cnt = cnt * 10 + nb - 48;
else if (c !== "+") {
filesCnt += cnt + 1;
cnt = 0;
}
}
filesCnt += cnt;
return { files: filesCnt, ranks: ranks2.length };
}
function sfenToBoard(sfen, dims, fromForsyth) {
const sfenParser = fromForsyth || standardFromForsyth, pieces = /* @__PURE__ */ new Map();
let x = dims.files - 1, y = 0;
for (let i = 0; i < sfen.length; i++) {
switch (sfen[i]) {
case " ":
case "_":
return pieces;
case "/":
++y;
if (y > dims.ranks - 1)
return pieces;
x = dims.files - 1;
break;
default: {
const nb1 = sfen[i].charCodeAt(0), nb2 = sfen[i + 1] && sfen[i + 1].charCodeAt(0);
if (nb1 < 58 && nb1 > 47) {
if (nb2 && nb2 < 58 && nb2 > 47) {
x -= (nb1 - 48) * 10 + (nb2 - 48);
i++;
} else
x -= nb1 - 48;
} else {
const roleStr = sfen[i] === "+" && sfen.length > i + 1 ? "+" + sfen[++i] : sfen[i], role = sfenParser(roleStr);
if (x >= 0 && role) {
const color = roleStr === roleStr.toLowerCase() ? "gote" : "sente";
pieces.set(pos2key([x, y]), {
role,
color
});
}
--x;
}
}
}
}
return pieces;
}
function boardToSfen(pieces, dims, toForsyth) {
const sfenRenderer = toForsyth || standardToForsyth, reversedFiles = files.slice(0, dims.files).reverse();
return ranks.slice(0, dims.ranks).map((y) => reversedFiles.map((x) => {
const piece = pieces.get(x + y), forsyth = piece && sfenRenderer(piece.role);
if (forsyth) {
return piece.color === "sente" ? forsyth.toUpperCase() : forsyth.toLowerCase();
} else
return "1";
}).join("")).join("/").replace(/1{2,}/g, (s) => s.length.toString());
}
function sfenToHands(sfen, fromForsyth) {
const sfenParser = fromForsyth || standardFromForsyth, sente = /* @__PURE__ */ new Map(), gote = /* @__PURE__ */ new Map();
let tmpNum = 0, num = 1;
for (let i = 0; i < sfen.length; i++) {
const nb = sfen[i].charCodeAt(0);
if (nb < 58 && nb > 47) {
tmpNum = tmpNum * 10 + nb - 48;
num = tmpNum;
} else {
const roleStr = sfen[i] === "+" && sfen.length > i + 1 ? "+" + sfen[++i] : sfen[i], role = sfenParser(roleStr);
if (role) {
const color = roleStr === roleStr.toLowerCase() ? "gote" : "sente";
if (color === "sente")
sente.set(role, (sente.get(role) || 0) + num);
else
gote.set(role, (gote.get(role) || 0) + num);
}
tmpNum = 0;
num = 1;
}
}
return /* @__PURE__ */ new Map([
["sente", sente],
["gote", gote]
]);
}
function handsToSfen(hands, roles, toForsyth) {
var _a, _b;
const sfenRenderer = toForsyth || standardToForsyth;
let senteHandStr = "", goteHandStr = "";
for (const role of roles) {
const forsyth = sfenRenderer(role);
if (forsyth) {
const senteCnt = (_a = hands.get("sente")) === null || _a === void 0 ? void 0 : _a.get(role), goteCnt = (_b = hands.get("gote")) === null || _b === void 0 ? void 0 : _b.get(role);
if (senteCnt)
senteHandStr += senteCnt > 1 ? senteCnt.toString() + forsyth : forsyth;
if (goteCnt)
goteHandStr += goteCnt > 1 ? goteCnt.toString() + forsyth : forsyth;
}
}
if (senteHandStr || goteHandStr)
return senteHandStr.toUpperCase() + goteHandStr.toLowerCase();
else
return "-";
}
function standardFromForsyth(forsyth) {
switch (forsyth.toLowerCase()) {
case "p":
return "pawn";
case "l":
return "lance";
case "n":
return "knight";
case "s":
return "silver";
case "g":
return "gold";
case "b":
return "bishop";
case "r":
return "rook";
case "+p":
return "tokin";
case "+l":
return "promotedlance";
case "+n":
return "promotedknight";
case "+s":
return "promotedsilver";
case "+b":
return "horse";
case "+r":
return "dragon";
case "k":
return "king";
default:
return;
}
}
function standardToForsyth(role) {
switch (role) {
case "pawn":
return "p";
case "lance":
return "l";
case "knight":
return "n";
case "silver":
return "s";
case "gold":
return "g";
case "bishop":
return "b";
case "rook":
return "r";
case "tokin":
return "+p";
case "promotedlance":
return "+l";
case "promotedknight":
return "+n";
case "promotedsilver":
return "+s";
case "horse":
return "+b";
case "dragon":
return "+r";
case "king":
return "k";
default:
return;
}
}

// node_modules/shogiground/esm/config.js
function applyAnimation(state, config) {
if (config.animation) {
deepMerge(state.animation, config.animation);
if ((state.animation.duration || 0) < 70)
state.animation.enabled = false;
}
}
function configure(state, config) {
var _a, _b, _c, _d, _e, _f, _g, _h, _j;
if ((_a = config.movable) === null || _a === void 0 ? void 0 : _a.dests)
state.movable.dests = void 0;
if ((_b = config.droppable) === null || _b === void 0 ? void 0 : _b.dests)
state.droppable.dests = void 0;
if ((_c = config.drawable) === null || _c === void 0 ? void 0 : _c.shapes)
state.drawable.shapes = [];
if ((_d = config.drawable) === null || _d === void 0 ? void 0 : _d.autoShapes)
state.drawable.autoShapes = [];
if ((_e = config.drawable) === null || _e === void 0 ? void 0 : _e.squares)
state.drawable.squares = [];
if ((_f = config.hands) === null || _f === void 0 ? void 0 : _f.roles)
state.hands.roles = [];
deepMerge(state, config);
if ((_g = config.sfen) === null || _g === void 0 ? void 0 : _g.board) {
state.dimensions = inferDimensions(config.sfen.board);
state.pieces = sfenToBoard(config.sfen.board, state.dimensions, state.forsyth.fromForsyth);
state.drawable.shapes = ((_h = config.drawable) === null || _h === void 0 ? void 0 : _h.shapes) || [];
}
if ((_j = config.sfen) === null || _j === void 0 ? void 0 : _j.hands) {
state.hands.handMap = sfenToHands(config.sfen.hands, state.forsyth.fromForsyth);
}
if ("checks" in config)
setChecks(state, config.checks || false);
if ("lastPiece" in config && !config.lastPiece)
state.lastPiece = void 0;
if ("lastDests" in config && !config.lastDests)
state.lastDests = void 0;
else if (config.lastDests)
state.lastDests = config.lastDests;
setPreDests(state);
applyAnimation(state, config);
}
function deepMerge(base, extend) {
for (const key in extend) {
if (Object.prototype.hasOwnProperty.call(extend, key)) {
if (Object.prototype.hasOwnProperty.call(base, key) && isPlainObject(base[key]) && isPlainObject(extend[key]))
deepMerge(base[key], extend[key]);
else
base[key] = extend[key];
}
}
}
function isPlainObject(o) {
if (typeof o !== "object" || o === null)
return false;
const proto = Object.getPrototypeOf(o);
return proto === Object.prototype || proto === null;
}

// node_modules/shogiground/esm/anim.js
function anim(mutation, state) {
return state.animation.enabled ? animate(mutation, state) : render(mutation, state);
}
function render(mutation, state) {
const result = mutation(state);
state.dom.redraw();
return result;
}
function makePiece(key, piece) {
return {
key,
pos: key2pos(key),
piece
};
}
function closer(piece, pieces) {
return pieces.sort((p1, p2) => {
return distanceSq(piece.pos, p1.pos) - distanceSq(piece.pos, p2.pos);
})[0];
}
function computePlan(prevPieces, prevHands, current) {
const anims = /* @__PURE__ */ new Map(), animedOrigs = [], fadings = /* @__PURE__ */ new Map(), promotions = /* @__PURE__ */ new Map(), missings = [], news = [], prePieces = /* @__PURE__ */ new Map();
for (const [k, p] of prevPieces) {
prePieces.set(k, makePiece(k, p));
}
for (const key of allKeys) {
const curP = current.pieces.get(key), preP = prePieces.get(key);
if (curP) {
if (preP) {
if (!samePiece(curP, preP.piece)) {
missings.push(preP);
news.push(makePiece(key, curP));
}
} else
news.push(makePiece(key, curP));
} else if (preP)
missings.push(preP);
}
if (current.animation.hands) {
for (const color of colors) {
const curH = current.hands.handMap.get(color), preH = prevHands.get(color);
if (preH && curH) {
for (const [role, n] of preH) {
const piece = { role, color }, curN = curH.get(role) || 0;
if (curN < n) {
const handPieceOffset = current.dom.bounds.hands.pieceBounds().get(pieceNameOf(piece)), bounds = current.dom.bounds.board.bounds(), outPos = handPieceOffset && bounds ? posOfOutsideEl(handPieceOffset.left, handPieceOffset.top, sentePov(current.orientation), current.dimensions, bounds) : void 0;
if (outPos)
missings.push({
pos: outPos,
piece
});
}
}
}
}
}
for (const newP of news) {
const preP = closer(newP, missings.filter((p) => {
if (samePiece(newP.piece, p.piece))
return true;
const pRole = current.promotion.promotesTo(p.piece.role), pPiece = pRole && { color: p.piece.color, role: pRole };
const nRole = current.promotion.promotesTo(newP.piece.role), nPiece = nRole && { color: newP.piece.color, role: nRole };
return !!pPiece && samePiece(newP.piece, pPiece) || !!nPiece && samePiece(nPiece, p.piece);
}));
if (preP) {
const vector = [preP.pos[0] - newP.pos[0], preP.pos[1] - newP.pos[1]];
anims.set(newP.key, vector.concat(vector));
if (preP.key)
animedOrigs.push(preP.key);
if (!samePiece(newP.piece, preP.piece) && newP.key)
promotions.set(newP.key, preP.piece);
}
}
for (const p of missings) {
if (p.key && !animedOrigs.includes(p.key))
fadings.set(p.key, p.piece);
}
return {
anims,
fadings,
promotions
};
}
function step(state, now) {
const cur = state.animation.current;
if (cur === void 0) {
if (!state.dom.destroyed)
state.dom.redrawNow();
return;
}
const rest = 1 - (now - cur.start) * cur.frequency;
if (rest <= 0) {
state.animation.current = void 0;
state.dom.redrawNow();
} else {
const ease = easing(rest);
for (const cfg of cur.plan.anims.values()) {
cfg[2] = cfg[0] * ease;
cfg[3] = cfg[1] * ease;
}
state.dom.redrawNow(true);
requestAnimationFrame((now2 = performance.now()) => step(state, now2));
}
}
function animate(mutation, state) {
var _a;
const prevPieces = new Map(state.pieces), prevHands = /* @__PURE__ */ new Map([
["sente", new Map(state.hands.handMap.get("sente"))],
["gote", new Map(state.hands.handMap.get("gote"))]
]);
const result = mutation(state), plan = computePlan(prevPieces, prevHands, state);
if (plan.anims.size || plan.fadings.size) {
const alreadyRunning = ((_a = state.animation.current) === null || _a === void 0 ? void 0 : _a.start) !== void 0;
state.animation.current = {
start: performance.now(),
frequency: 1 / Math.max(state.animation.duration, 1),
plan
};
if (!alreadyRunning)
step(state, performance.now());
} else {
state.dom.redraw();
}
return result;
}
function easing(t22) {
return t22 < 0.5 ? 4 * t22 * t22 * t22 : (t22 - 1) * (2 * t22 - 2) * (2 * t22 - 2) + 1;
}

// node_modules/shogiground/esm/shapes.js
function createSVGElement(tagName) {
return document.createElementNS("http://www.w3.org/2000/svg", tagName);
}
var outsideArrowHash = "outsideArrow";
function renderShapes(state, svg2, customSvg, freePieces) {
const d = state.drawable, curD = d.current, cur = (curD === null || curD === void 0 ? void 0 : curD.dest) ? curD : void 0, outsideArrow = !!curD && !cur, arrowDests = /* @__PURE__ */ new Map(), pieceMap = /* @__PURE__ */ new Map();
const hashBounds = () => {
const bounds = state.dom.bounds.board.bounds();
return bounds && bounds.width.toString() + bounds.height || "";
};
for (const s of d.shapes.concat(d.autoShapes).concat(cur ? [cur] : [])) {
const destName = isPiece(s.dest) ? pieceNameOf(s.dest) : s.dest;
if (!samePieceOrKey(s.dest, s.orig))
arrowDests.set(destName, (arrowDests.get(destName) || 0) + 1);
}
for (const s of d.shapes.concat(cur ? [cur] : []).concat(d.autoShapes)) {
if (s.piece && !isPiece(s.orig))
pieceMap.set(s.orig, s);
}
const pieceShapes = [...pieceMap.values()].map((s) => {
return {
shape: s,
hash: shapeHash(s, arrowDests, false, hashBounds)
};
});
const shapes = d.shapes.concat(d.autoShapes).map((s) => {
return {
shape: s,
hash: shapeHash(s, arrowDests, false, hashBounds)
};
});
if (cur)
shapes.push({
shape: cur,
hash: shapeHash(cur, arrowDests, true, hashBounds),
current: true
});
const fullHash = shapes.map((sc) => sc.hash).join(";") + (outsideArrow ? outsideArrowHash : "");
if (fullHash === state.drawable.prevSvgHash)
return;
state.drawable.prevSvgHash = fullHash;
const defsEl = svg2.querySelector("defs"), shapesEl = svg2.querySelector("g"), customSvgsEl = customSvg.querySelector("g");
syncDefs(shapes, outsideArrow ? curD : void 0, defsEl);
syncShapes(shapes.filter((s) => !s.shape.customSvg && (!s.shape.piece || s.current)), shapesEl, (shape) => renderSVGShape(state, shape, arrowDests), outsideArrow);
syncShapes(shapes.filter((s) => s.shape.customSvg), customSvgsEl, (shape) => renderSVGShape(state, shape, arrowDests));
syncShapes(pieceShapes, freePieces, (shape) => renderPiece(state, shape));
if (!outsideArrow && curD)
curD.arrow = void 0;
if (outsideArrow && !curD.arrow) {
const orig = pieceOrKeyToPos(curD.orig, state);
if (orig) {
const g = setAttributes(createSVGElement("g"), {
class: shapeClass(curD.brush, true, true),
sgHash: outsideArrowHash
}), el = renderArrow(curD.brush, orig, orig, state.squareRatio, true, false);
g.appendChild(el);
curD.arrow = el;
shapesEl.appendChild(g);
}
}
}
function syncDefs(shapes, outsideShape, defsEl) {
const brushes2 = /* @__PURE__ */ new Set();
for (const s of shapes) {
if (!samePieceOrKey(s.shape.dest, s.shape.orig))
brushes2.add(s.shape.brush);
}
if (outsideShape)
brushes2.add(outsideShape.brush);
const keysInDom = /* @__PURE__ */ new Set();
let el = defsEl.firstElementChild;
while (el) {
keysInDom.add(el.getAttribute("sgKey"));
el = el.nextElementSibling;
}
for (const key of brushes2) {
const brush = key || "primary";
if (!keysInDom.has(brush))
defsEl.appendChild(renderMarker(brush));
}
}
function syncShapes(shapes, root, renderShape, outsideArrow) {
const hashesInDom = /* @__PURE__ */ new Map(), toRemove = [];
for (const sc of shapes)
hashesInDom.set(sc.hash, false);
if (outsideArrow)
hashesInDom.set(outsideArrowHash, true);
let el = root.firstElementChild, elHash;
while (el) {
elHash = el.getAttribute("sgHash");
if (hashesInDom.has(elHash))
hashesInDom.set(elHash, true);
else
toRemove.push(el);
el = el.nextElementSibling;
}
for (const el2 of toRemove)
root.removeChild(el2);
for (const sc of shapes) {
if (!hashesInDom.get(sc.hash)) {
const shapeEl = renderShape(sc);
if (shapeEl)
root.appendChild(shapeEl);
}
}
}
function shapeHash({ orig, dest, brush, piece, customSvg, description }, arrowDests, current, boundHash) {
return [
current,
(isPiece(orig) || isPiece(dest)) && boundHash(),
isPiece(orig) ? pieceHash(orig) : orig,
isPiece(dest) ? pieceHash(dest) : dest,
brush,
(arrowDests.get(isPiece(dest) ? pieceNameOf(dest) : dest) || 0) > 1,
piece && pieceHash(piece),
customSvg && customSvgHash(customSvg),
description
].filter((x) => x).join(",");
}
function pieceHash(piece) {
return [piece.color, piece.role, piece.scale].filter((x) => x).join(",");
}
function customSvgHash(s) {
let h2 = 0;
for (let i = 0; i < s.length; i++) {
h2 = (h2 << 5) - h2 + s.charCodeAt(i) >>> 0;
}
return "custom-" + h2.toString();
}
function renderSVGShape(state, { shape, current, hash }, arrowDests) {
const orig = pieceOrKeyToPos(shape.orig, state);
if (!orig)
return;
if (shape.customSvg) {
return renderCustomSvg(shape.brush, shape.customSvg, orig, state.squareRatio);
} else {
let el;
const dest = !samePieceOrKey(shape.orig, shape.dest) && pieceOrKeyToPos(shape.dest, state);
if (dest) {
el = renderArrow(shape.brush, orig, dest, state.squareRatio, !!current, (arrowDests.get(isPiece(shape.dest) ? pieceNameOf(shape.dest) : shape.dest) || 0) > 1);
} else if (samePieceOrKey(shape.dest, shape.orig)) {
let ratio = state.squareRatio;
if (isPiece(shape.orig)) {
const pieceBounds = state.dom.bounds.hands.pieceBounds().get(pieceNameOf(shape.orig)), bounds = state.dom.bounds.board.bounds();
if (pieceBounds && bounds) {
const heightBase = pieceBounds.height / (bounds.height / state.dimensions.ranks);
ratio = [heightBase * state.squareRatio[0], heightBase * state.squareRatio[1]];
}
}
el = renderEllipse(orig, ratio, !!current);
}
if (el) {
const g = setAttributes(createSVGElement("g"), {
class: shapeClass(shape.brush, !!current, false),
sgHash: hash
});
g.appendChild(el);
const descEl = shape.description && renderDescription(state, shape, arrowDests);
if (descEl)
g.appendChild(descEl);
return g;
} else
return;
}
}
function renderCustomSvg(brush, customSvg, pos, ratio) {
const [x, y] = pos;
const g = setAttributes(createSVGElement("g"), { transform: `translate(${x},${y})` });
const svg2 = setAttributes(createSVGElement("svg"), {
class: brush,
width: ratio[0],
height: ratio[1],
viewBox: `0 0 ${ratio[0] * 10} ${ratio[1] * 10}`
});
g.appendChild(svg2);
svg2.innerHTML = customSvg;
return g;
}
function renderEllipse(pos, ratio, current) {
const o = pos, widths = ellipseWidth(ratio);
return setAttributes(createSVGElement("ellipse"), {
"stroke-width": widths[current ? 0 : 1],
fill: "none",
cx: o[0],
cy: o[1],
rx: ratio[0] / 2 - widths[1] / 2,
ry: ratio[1] / 2 - widths[1] / 2
});
}
function renderArrow(brush, orig, dest, ratio, current, shorten) {
const m = arrowMargin(shorten && !current, ratio), a = orig, b = dest, dx = b[0] - a[0], dy = b[1] - a[1], angle = Math.atan2(dy, dx), xo = Math.cos(angle) * m, yo = Math.sin(angle) * m;
return setAttributes(createSVGElement("line"), {
"stroke-width": lineWidth(current, ratio),
"stroke-linecap": "round",
"marker-end": "url(#arrowhead-" + (brush || "primary") + ")",
x1: a[0],
y1: a[1],
x2: b[0] - xo,
y2: b[1] - yo
});
}
function renderPiece(state, { shape }) {
if (!shape.piece || isPiece(shape.orig))
return;
const orig = shape.orig, scale = (shape.piece.scale || 1) * (state.scaleDownPieces ? 0.5 : 1);
const pieceEl = createEl("piece", pieceNameOf(shape.piece));
pieceEl.sgKey = orig;
pieceEl.sgScale = scale;
translateRel(pieceEl, posToTranslateRel(state.dimensions)(key2pos(orig), sentePov(state.orientation)), state.scaleDownPieces ? 0.5 : 1, scale);
return pieceEl;
}
function renderDescription(state, shape, arrowDests) {
const orig = pieceOrKeyToPos(shape.orig, state);
if (!orig || !shape.description)
return;
const dest = !samePieceOrKey(shape.orig, shape.dest) && pieceOrKeyToPos(shape.dest, state), diff = dest ? [dest[0] - orig[0], dest[1] - orig[1]] : [0, 0], offset = (arrowDests.get(isPiece(shape.dest) ? pieceNameOf(shape.dest) : shape.dest) || 0) > 1 ? 0.3 : 0.15, close = (diff[0] === 0 || Math.abs(diff[0]) === state.squareRatio[0]) && (diff[1] === 0 || Math.abs(diff[1]) === state.squareRatio[1]), ratio = dest ? 0.55 - (close ? offset : 0) : 0, mid = [orig[0] + diff[0] * ratio, orig[1] + diff[1] * ratio], textLength = shape.description.length;
const g = setAttributes(createSVGElement("g"), { class: "description" }), circle = setAttributes(createSVGElement("ellipse"), {
cx: mid[0],
cy: mid[1],
rx: textLength + 1.5,
ry: 2.5
}), text = setAttributes(createSVGElement("text"), {
x: mid[0],
y: mid[1],
"text-anchor": "middle",
"dominant-baseline": "central"
});
g.appendChild(circle);
text.appendChild(document.createTextNode(shape.description));
g.appendChild(text);
return g;
}
function renderMarker(brush) {
const marker = setAttributes(createSVGElement("marker"), {
id: "arrowhead-" + brush,
orient: "auto",
markerWidth: 4,
markerHeight: 8,
refX: 2.05,
refY: 2.01
});
marker.appendChild(setAttributes(createSVGElement("path"), {
d: "M0,0 V4 L3,2 Z"
}));
marker.setAttribute("sgKey", brush);
return marker;
}
function setAttributes(el, attrs) {
for (const key in attrs) {
if (Object.prototype.hasOwnProperty.call(attrs, key))
el.setAttribute(key, attrs[key]);
}
return el;
}
function pos2user(pos, color, dims, ratio) {
return color === "sente" ? [(dims.files - 1 - pos[0]) * ratio[0], pos[1] * ratio[1]] : [pos[0] * ratio[0], (dims.ranks - 1 - pos[1]) * ratio[1]];
}
function isPiece(x) {
return typeof x === "object";
}
function samePieceOrKey(kp1, kp2) {
return isPiece(kp1) && isPiece(kp2) && samePiece(kp1, kp2) || kp1 === kp2;
}
function usesBounds(shapes) {
return shapes.some((s) => isPiece(s.orig) || isPiece(s.dest));
}
function shapeClass(brush, current, outside) {
return brush + (current ? " current" : "") + (outside ? " outside" : "");
}
function ratioAverage(ratio) {
return (ratio[0] + ratio[1]) / 2;
}
function ellipseWidth(ratio) {
return [3 / 64 * ratioAverage(ratio), 4 / 64 * ratioAverage(ratio)];
}
function lineWidth(current, ratio) {
return (current ? 8.5 : 10) / 64 * ratioAverage(ratio);
}
function arrowMargin(shorten, ratio) {
return (shorten ? 20 : 10) / 64 * ratioAverage(ratio);
}
function pieceOrKeyToPos(kp, state) {
if (isPiece(kp)) {
const pieceBounds = state.dom.bounds.hands.pieceBounds().get(pieceNameOf(kp)), bounds = state.dom.bounds.board.bounds(), offset = sentePov(state.orientation) ? [0.5, -0.5] : [-0.5, 0.5], pos = pieceBounds && bounds && posOfOutsideEl(pieceBounds.left + pieceBounds.width / 2, pieceBounds.top + pieceBounds.height / 2, sentePov(state.orientation), state.dimensions, bounds);
return pos && pos2user([pos[0] + offset[0], pos[1] + offset[1]], state.orientation, state.dimensions, state.squareRatio);
} else
return pos2user(key2pos(kp), state.orientation, state.dimensions, state.squareRatio);
}

// node_modules/shogiground/esm/draw.js
var brushes = ["primary", "alternative0", "alternative1", "alternative2"];
function start(state, e) {
if (e.touches && e.touches.length > 1)
return;
e.stopPropagation();
e.preventDefault();
if (e.ctrlKey)
unselect(state);
else
cancelMoveOrDrop(state);
const pos = eventPosition(e), bounds = state.dom.bounds.board.bounds(), orig = pos && bounds && getKeyAtDomPos(pos, sentePov(state.orientation), state.dimensions, bounds), piece = state.drawable.piece;
if (!orig)
return;
state.drawable.current = {
orig,
dest: void 0,
pos,
piece,
brush: eventBrush(e, isRightButton(e) || state.drawable.forced)
};
processDraw(state);
}
function startFromHand(state, piece, e) {
if (e.touches && e.touches.length > 1)
return;
e.stopPropagation();
e.preventDefault();
if (e.ctrlKey)
unselect(state);
else
cancelMoveOrDrop(state);
const pos = eventPosition(e);
if (!pos)
return;
state.drawable.current = {
orig: piece,
dest: void 0,
pos,
brush: eventBrush(e, isRightButton(e) || state.drawable.forced)
};
processDraw(state);
}
function processDraw(state) {
requestAnimationFrame(() => {
const cur = state.drawable.current, bounds = state.dom.bounds.board.bounds();
if (cur && bounds) {
const dest = getKeyAtDomPos(cur.pos, sentePov(state.orientation), state.dimensions, bounds) || getHandPieceAtDomPos(cur.pos, state.hands.roles, state.dom.bounds.hands.pieceBounds());
if (cur.dest !== dest && !(cur.dest && dest && samePieceOrKey(dest, cur.dest))) {
cur.dest = dest;
state.dom.redrawNow();
}
const outPos = posOfOutsideEl(cur.pos[0], cur.pos[1], sentePov(state.orientation), state.dimensions, bounds);
if (!cur.dest && cur.arrow && outPos) {
const dest2 = pos2user(outPos, state.orientation, state.dimensions, state.squareRatio);
setAttributes(cur.arrow, {
x2: dest2[0] - state.squareRatio[0] / 2,
y2: dest2[1] - state.squareRatio[1] / 2
});
}
processDraw(state);
}
});
}
function move(state, e) {
if (state.drawable.current)
state.drawable.current.pos = eventPosition(e);
}
function end(state, _) {
const cur = state.drawable.current;
if (cur) {
addShape(state.drawable, cur);
cancel(state);
}
}
function cancel(state) {
if (state.drawable.current) {
state.drawable.current = void 0;
state.dom.redraw();
}
}
function clear(state) {
const drawableLength = state.drawable.shapes.length;
if (drawableLength || state.drawable.piece) {
state.drawable.shapes = [];
state.drawable.piece = void 0;
state.dom.redraw();
if (drawableLength)
onChange(state.drawable);
}
}
function setDrawPiece(state, piece) {
if (state.drawable.piece && samePiece(state.drawable.piece, piece))
state.drawable.piece = void 0;
else
state.drawable.piece = piece;
state.dom.redraw();
}
function eventBrush(e, allowFirstModifier) {
var _a;
const modA = allowFirstModifier && (e.shiftKey || e.ctrlKey), modB = e.altKey || e.metaKey || ((_a = e.getModifierState) === null || _a === void 0 ? void 0 : _a.call(e, "AltGraph"));
return brushes[(modA ? 1 : 0) + (modB ? 2 : 0)];
}
function addShape(drawable, cur) {
if (!cur.dest)
return;
const similarShape = (s) => cur.dest && samePieceOrKey(cur.orig, s.orig) && samePieceOrKey(cur.dest, s.dest);
const piece = cur.piece;
cur.piece = void 0;
const similar = drawable.shapes.find(similarShape), removePiece = drawable.shapes.find((s) => similarShape(s) && piece && s.piece && samePiece(piece, s.piece)), diffPiece = drawable.shapes.find((s) => similarShape(s) && piece && s.piece && !samePiece(piece, s.piece));
if (similar)
drawable.shapes = drawable.shapes.filter((s) => !similarShape(s));
if (!isPiece(cur.orig) && piece && !removePiece) {
drawable.shapes.push({ orig: cur.orig, dest: cur.orig, piece, brush: cur.brush });
if (!samePieceOrKey(cur.orig, cur.dest))
drawable.shapes.push({ orig: cur.orig, dest: cur.orig, brush: cur.brush });
}
if (!similar || diffPiece || similar.brush !== cur.brush)
drawable.shapes.push(cur);
onChange(drawable);
}
function onChange(drawable) {
if (drawable.onChange)
drawable.onChange(drawable.shapes);
}

// node_modules/shogiground/esm/drag.js
function start2(s, e) {
var _a;
const bounds = s.dom.bounds.board.bounds(), position = eventPosition(e), orig = bounds && position && getKeyAtDomPos(position, sentePov(s.orientation), s.dimensions, bounds);
if (!orig)
return;
const piece = s.pieces.get(orig), previouslySelected = s.selected;
if (!previouslySelected && s.drawable.enabled && (s.drawable.eraseOnClick || !piece || piece.color !== s.turnColor))
clear(s);
if (e.cancelable !== false && (!e.touches || s.blockTouchScroll || s.selectedPiece || piece || previouslySelected || pieceCloseTo(s, position, bounds)))
e.preventDefault();
const hadPremove = !!s.premovable.current;
const hadPredrop = !!s.predroppable.current;
if (s.selectable.deleteOnTouch)
deletePiece(s, orig);
else if (s.selected) {
if (!promotionDialogMove(s, s.selected, orig)) {
if (canMove(s, s.selected, orig))
anim((state) => selectSquare(state, orig), s);
else
selectSquare(s, orig);
}
} else if (s.selectedPiece) {
if (!promotionDialogDrop(s, s.selectedPiece, orig)) {
if (canDrop(s, s.selectedPiece, orig))
anim((state) => selectSquare(state, orig), s);
else
selectSquare(s, orig);
}
} else {
selectSquare(s, orig);
}
const stillSelected = s.selected === orig, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged;
if (piece && draggedEl && stillSelected && isDraggable(s, piece)) {
const touch = e.type === "touchstart";
s.draggable.current = {
piece,
pos: position,
origPos: position,
started: s.draggable.autoDistance && !touch,
spare: false,
touch,
originTarget: e.target,
fromBoard: {
orig,
previouslySelected,
keyHasChanged: false
}
};
draggedEl.sgColor = piece.color;
draggedEl.sgRole = piece.role;
draggedEl.className = `dragging ${pieceNameOf(piece)}`;
draggedEl.classList.toggle("touch", touch);
processDrag(s);
} else {
if (hadPremove)
unsetPremove(s);
if (hadPredrop)
unsetPredrop(s);
}
s.dom.redraw();
}
function pieceCloseTo(s, pos, bounds) {
const asSente = sentePov(s.orientation), radiusSq = Math.pow(bounds.width / s.dimensions.files, 2);
for (const key of s.pieces.keys()) {
const center = computeSquareCenter(key, asSente, s.dimensions, bounds);
if (distanceSq(center, pos) <= radiusSq)
return true;
}
return false;
}
function dragNewPiece(s, piece, e, spare) {
var _a;
const previouslySelectedPiece = s.selectedPiece, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged, position = eventPosition(e), touch = e.type === "touchstart";
if (!previouslySelectedPiece && !spare && s.drawable.enabled && s.drawable.eraseOnClick)
clear(s);
if (!spare && s.selectable.deleteOnTouch)
removeFromHand(s, piece);
else
selectPiece(s, piece, spare);
const hadPremove = !!s.premovable.current, hadPredrop = !!s.predroppable.current, stillSelected = s.selectedPiece && samePiece(s.selectedPiece, piece);
if (draggedEl && position && s.selectedPiece && stillSelected && isDraggable(s, piece)) {
s.draggable.current = {
piece: s.selectedPiece,
pos: position,
origPos: position,
touch,
started: s.draggable.autoDistance && !touch,
spare: !!spare,
originTarget: e.target,
fromOutside: {
originBounds: !spare ? s.dom.bounds.hands.pieceBounds().get(pieceNameOf(piece)) : void 0,
leftOrigin: false,
previouslySelectedPiece: !spare ? previouslySelectedPiece : void 0
}
};
draggedEl.sgColor = piece.color;
draggedEl.sgRole = piece.role;
draggedEl.className = `dragging ${pieceNameOf(piece)}`;
draggedEl.classList.toggle("touch", touch);
processDrag(s);
} else {
if (hadPremove)
unsetPremove(s);
if (hadPredrop)
unsetPredrop(s);
}
s.dom.redraw();
}
function processDrag(s) {
requestAnimationFrame(() => {
var _a, _b, _c, _d;
const cur = s.draggable.current, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged, bounds = s.dom.bounds.board.bounds();
if (!cur || !draggedEl || !bounds)
return;
if (((_b = cur.fromBoard) === null || _b === void 0 ? void 0 : _b.orig) && ((_c = s.animation.current) === null || _c === void 0 ? void 0 : _c.plan.anims.has(cur.fromBoard.orig)))
s.animation.current = void 0;
const origPiece = cur.fromBoard ? s.pieces.get(cur.fromBoard.orig) : cur.piece;
if (!origPiece || !samePiece(origPiece, cur.piece))
cancel2(s);
else {
if (!cur.started && distanceSq(cur.pos, cur.origPos) >= Math.pow(s.draggable.distance, 2)) {
cur.started = true;
s.dom.redraw();
}
if (cur.started) {
translateAbs(draggedEl, [
cur.pos[0] - bounds.left - bounds.width / (s.dimensions.files * 2),
cur.pos[1] - bounds.top - bounds.height / (s.dimensions.ranks * 2)
], s.scaleDownPieces ? 0.5 : 1);
if (!draggedEl.sgDragging) {
draggedEl.sgDragging = true;
setDisplay(draggedEl, true);
}
const hover = getKeyAtDomPos(cur.pos, sentePov(s.orientation), s.dimensions, bounds);
if (cur.fromBoard)
cur.fromBoard.keyHasChanged = cur.fromBoard.keyHasChanged || cur.fromBoard.orig !== hover;
else if (cur.fromOutside)
cur.fromOutside.leftOrigin = cur.fromOutside.leftOrigin || !!cur.fromOutside.originBounds && !isInsideRect(cur.fromOutside.originBounds, cur.pos);
if (hover !== s.hovered) {
updateHoveredSquares(s, hover);
if (cur.touch && ((_d = s.dom.elements.board) === null || _d === void 0 ? void 0 : _d.squareOver)) {
if (hover && s.draggable.showTouchSquareOverlay) {
translateAbs(s.dom.elements.board.squareOver, posToTranslateAbs(s.dimensions, bounds)(key2pos(hover), sentePov(s.orientation)), 1);
setDisplay(s.dom.elements.board.squareOver, true);
} else {
setDisplay(s.dom.elements.board.squareOver, false);
}
}
}
}
}
processDrag(s);
});
}
function move2(s, e) {
if (s.draggable.current && (!e.touches || e.touches.length < 2)) {
s.draggable.current.pos = eventPosition(e);
} else if ((s.selected || s.selectedPiece || s.highlight.hovered) && !s.draggable.current && (!e.touches || e.touches.length < 2)) {
const bounds = s.dom.bounds.board.bounds(), hover = bounds && getKeyAtDomPos(eventPosition(e), sentePov(s.orientation), s.dimensions, bounds);
if (hover !== s.hovered)
updateHoveredSquares(s, hover);
}
}
function end2(s, e) {
var _a, _b, _c;
const cur = s.draggable.current;
if (!cur)
return;
if (e.type === "touchend" && e.cancelable !== false)
e.preventDefault();
if (e.type === "touchend" && cur.originTarget !== e.target && !cur.fromOutside) {
s.draggable.current = void 0;
if (s.hovered && !s.highlight.hovered)
updateHoveredSquares(s, void 0);
return;
}
unsetPremove(s);
unsetPredrop(s);
const eventPos = eventPosition(e) || cur.pos, bounds = s.dom.bounds.board.bounds(), dest = bounds && getKeyAtDomPos(eventPos, sentePov(s.orientation), s.dimensions, bounds);
if (dest && cur.started && ((_a = cur.fromBoard) === null || _a === void 0 ? void 0 : _a.orig) !== dest) {
if (cur.fromOutside && !promotionDialogDrop(s, cur.piece, dest))
userDrop(s, cur.piece, dest);
else if (cur.fromBoard && !promotionDialogMove(s, cur.fromBoard.orig, dest))
userMove(s, cur.fromBoard.orig, dest);
} else if (s.draggable.deleteOnDropOff && !dest) {
if (cur.fromBoard)
s.pieces.delete(cur.fromBoard.orig);
else if (cur.fromOutside && !cur.spare)
removeFromHand(s, cur.piece);
if (s.draggable.addToHandOnDropOff) {
const handBounds = s.dom.bounds.hands.bounds(), handBoundsTop = handBounds.get("top"), handBoundsBottom = handBounds.get("bottom");
if (handBoundsTop && isInsideRect(handBoundsTop, cur.pos))
addToHand(s, { color: opposite(s.orientation), role: cur.piece.role });
else if (handBoundsBottom && isInsideRect(handBoundsBottom, cur.pos))
addToHand(s, { color: s.orientation, role: cur.piece.role });
unselect(s);
}
callUserFunction(s.events.change);
}
if (cur.fromBoard && (cur.fromBoard.orig === cur.fromBoard.previouslySelected || cur.fromBoard.keyHasChanged) && (cur.fromBoard.orig === dest || !dest)) {
unselect2(s, cur, dest);
} else if (!dest && ((_b = cur.fromOutside) === null || _b === void 0 ? void 0 : _b.leftOrigin) || ((_c = cur.fromOutside) === null || _c === void 0 ? void 0 : _c.originBounds) && isInsideRect(cur.fromOutside.originBounds, cur.pos) && cur.fromOutside.previouslySelectedPiece && samePiece(cur.fromOutside.previouslySelectedPiece, cur.piece)) {
unselect2(s, cur, dest);
} else if (!s.selectable.enabled && !s.promotion.current) {
unselect2(s, cur, dest);
}
s.draggable.current = void 0;
if (!s.highlight.hovered && !s.promotion.current)
s.hovered = void 0;
s.dom.redraw();
}
function unselect2(s, cur, dest) {
var _a;
if (cur.fromBoard && cur.fromBoard.orig === dest)
callUserFunction(s.events.unselect, cur.fromBoard.orig);
else if (((_a = cur.fromOutside) === null || _a === void 0 ? void 0 : _a.originBounds) && isInsideRect(cur.fromOutside.originBounds, cur.pos))
callUserFunction(s.events.pieceUnselect, cur.piece);
unselect(s);
}
function cancel2(s) {
if (s.draggable.current) {
s.draggable.current = void 0;
if (!s.highlight.hovered)
s.hovered = void 0;
unselect(s);
s.dom.redraw();
}
}
function unwantedEvent(e) {
return !e.isTrusted || e.button !== void 0 && e.button !== 0 || !!e.touches && e.touches.length > 1;
}
function validDestToHover(s, key) {
return !!s.selected && (canMove(s, s.selected, key) || canPremove(s, s.selected, key)) || !!s.selectedPiece && (canDrop(s, s.selectedPiece, key) || canPredrop(s, s.selectedPiece, key));
}
function updateHoveredSquares(s, key) {
var _a;
const sqaureEls = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.squares.children;
if (!sqaureEls || s.promotion.current)
return;
const prevHover = s.hovered;
if (s.highlight.hovered || key && validDestToHover(s, key))
s.hovered = key;
else
s.hovered = void 0;
const asSente = sentePov(s.orientation), curIndex = s.hovered && domSquareIndexOfKey(s.hovered, asSente, s.dimensions), curHoverEl = curIndex !== void 0 && sqaureEls[curIndex];
if (curHoverEl)
curHoverEl.classList.add("hover");
const prevIndex = prevHover && domSquareIndexOfKey(prevHover, asSente, s.dimensions), prevHoverEl = prevIndex !== void 0 && sqaureEls[prevIndex];
if (prevHoverEl)
prevHoverEl.classList.remove("hover");
}

// node_modules/shogiground/esm/coords.js
function coords(notation) {
switch (notation) {
case "dizhi":
return [
"",
"",
"",
"",
"亥",
"戌",
"酉",
"申",
"未",
"午",
"巳",
"辰",
"卯",
"寅",
"丑",
"子"
];
case "japanese":
return [
"十六",
"十五",
"十四",
"十三",
"十二",
"十一",
"十",
"九",
"八",
"七",
"六",
"五",
"四",
"三",
"二",
"一"
];
case "engine":
return ["p", "o", "n", "m", "l", "k", "j", "i", "h", "g", "f", "e", "d", "c", "b", "a"];
case "hex":
return ["10", "f", "e", "d", "c", "b", "a", "9", "8", "7", "6", "5", "4", "3", "2", "1"];
default:
return [
"16",
"15",
"14",
"13",
"12",
"11",
"10",
"9",
"8",
"7",
"6",
"5",
"4",
"3",
"2",
"1"
];
}
}

// node_modules/shogiground/esm/wrap.js
function wrapBoard(boardWrap, s) {
const board = createEl("sg-board");
const squares = renderSquares(s.dimensions, s.orientation);
board.appendChild(squares);
const pieces = createEl("sg-pieces");
board.appendChild(pieces);
let dragged, promotion, squareOver;
if (!s.viewOnly) {
dragged = createEl("piece");
setDisplay(dragged, false);
board.appendChild(dragged);
promotion = createEl("sg-promotion");
setDisplay(promotion, false);
board.appendChild(promotion);
squareOver = createEl("sg-square-over");
setDisplay(squareOver, false);
board.appendChild(squareOver);
}
let shapes;
if (s.drawable.visible) {
const svg2 = setAttributes(createSVGElement("svg"), {
class: "sg-shapes",
viewBox: `-${s.squareRatio[0] / 2} -${s.squareRatio[1] / 2} ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}`
});
svg2.appendChild(createSVGElement("defs"));
svg2.appendChild(createSVGElement("g"));
const customSvg = setAttributes(createSVGElement("svg"), {
class: "sg-custom-svgs",
viewBox: `0 0 ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}`
});
customSvg.appendChild(createSVGElement("g"));
const freePieces = createEl("sg-free-pieces");
board.appendChild(svg2);
board.appendChild(customSvg);
board.appendChild(freePieces);
shapes = {
svg: svg2,
freePieces,
customSvg
};
}
if (s.coordinates.enabled) {
const orientClass = s.orientation === "gote" ? " gote" : "", ranks2 = coords(s.coordinates.ranks), files2 = coords(s.coordinates.files);
board.appendChild(renderCoords(ranks2, "ranks" + orientClass, s.dimensions.ranks));
board.appendChild(renderCoords(files2, "files" + orientClass, s.dimensions.files));
}
boardWrap.innerHTML = "";
const dimCls = `d-${s.dimensions.files}x${s.dimensions.ranks}`;
boardWrap.classList.forEach((c) => {
if (c.substring(0, 2) === "d-" && c !== dimCls)
boardWrap.classList.remove(c);
});
boardWrap.classList.add("sg-wrap", dimCls);
for (const c of colors)
boardWrap.classList.toggle("orientation-" + c, s.orientation === c);
boardWrap.classList.toggle("manipulable", !s.viewOnly);
boardWrap.appendChild(board);
let hands;
if (s.hands.inlined) {
const handWrapTop = createEl("sg-hand-wrap", "inlined"), handWrapBottom = createEl("sg-hand-wrap", "inlined");
boardWrap.insertBefore(handWrapBottom, board.nextElementSibling);
boardWrap.insertBefore(handWrapTop, board);
hands = {
top: handWrapTop,
bottom: handWrapBottom
};
}
return {
board,
squares,
pieces,
promotion,
squareOver,
dragged,
shapes,
hands
};
}
function wrapHand(handWrap, pos, s) {
const hand = renderHand2(pos === "top" ? opposite(s.orientation) : s.orientation, s.hands.roles);
handWrap.innerHTML = "";
const roleCntCls = `r-${s.hands.roles.length}`;
handWrap.classList.forEach((c) => {
if (c.substring(0, 2) === "r-" && c !== roleCntCls)
handWrap.classList.remove(c);
});
handWrap.classList.add("sg-hand-wrap", `hand-${pos}`, roleCntCls);
handWrap.appendChild(hand);
for (const c of colors)
handWrap.classList.toggle("orientation-" + c, s.orientation === c);
handWrap.classList.toggle("manipulable", !s.viewOnly);
return hand;
}
function renderCoords(elems, className, trim) {
const el = createEl("coords", className);
let f;
for (const elem of elems.slice(-trim)) {
f = createEl("coord");
f.textContent = elem;
el.appendChild(f);
}
return el;
}
function renderSquares(dims, orientation) {
const squares = createEl("sg-squares");
for (let i = 0; i < dims.ranks * dims.files; i++) {
const sq = createEl("sq");
sq.sgKey = orientation === "sente" ? pos2key([dims.files - 1 - i % dims.files, Math.floor(i / dims.files)]) : pos2key([i % dims.files, dims.ranks - 1 - Math.floor(i / dims.files)]);
squares.appendChild(sq);
}
return squares;
}
function renderHand2(color, roles) {
const hand = createEl("sg-hand");
for (const role of roles) {
const piece = { role, color }, wrapEl = createEl("sg-hp-wrap"), pieceEl = createEl("piece", pieceNameOf(piece));
pieceEl.sgColor = color;
pieceEl.sgRole = role;
wrapEl.appendChild(pieceEl);
hand.appendChild(wrapEl);
}
return hand;
}

// node_modules/shogiground/esm/events.js
function clearBounds(s) {
s.dom.bounds.board.bounds.clear();
s.dom.bounds.hands.bounds.clear();
s.dom.bounds.hands.pieceBounds.clear();
}
function onResize(s) {
return () => {
clearBounds(s);
if (usesBounds(s.drawable.shapes.concat(s.drawable.autoShapes)))
s.dom.redrawShapes();
};
}
function bindBoard(s, boardEls) {
if ("ResizeObserver" in window)
new ResizeObserver(onResize(s)).observe(boardEls.board);
if (s.viewOnly)
return;
const piecesEl = boardEls.pieces, promotionEl = boardEls.promotion;
const onStart = startDragOrDraw(s);
piecesEl.addEventListener("touchstart", onStart, {
passive: false
});
piecesEl.addEventListener("mousedown", onStart, {
passive: false
});
if (s.disableContextMenu || s.drawable.enabled)
piecesEl.addEventListener("contextmenu", (e) => e.preventDefault());
if (promotionEl) {
const pieceSelection = (e) => promote2(s, e);
promotionEl.addEventListener("click", pieceSelection);
if (s.disableContextMenu)
promotionEl.addEventListener("contextmenu", (e) => e.preventDefault());
}
}
function bindHand(s, handEl) {
if ("ResizeObserver" in window)
new ResizeObserver(onResize(s)).observe(handEl);
if (s.viewOnly)
return;
const onStart = startDragFromHand(s);
handEl.addEventListener("mousedown", onStart, { passive: false });
handEl.addEventListener("touchstart", onStart, {
passive: false
});
handEl.addEventListener("click", () => {
if (s.promotion.current) {
cancelPromotion(s);
s.dom.redraw();
}
});
if (s.disableContextMenu || s.drawable.enabled)
handEl.addEventListener("contextmenu", (e) => e.preventDefault());
}
function bindDocument(s) {
const unbinds = [];
if (!("ResizeObserver" in window)) {
unbinds.push(unbindable(document.body, "shogiground.resize", onResize(s)));
}
if (!s.viewOnly) {
const onmove = dragOrDraw(s, move2, move), onend = dragOrDraw(s, end2, end);
for (const ev of ["touchmove", "mousemove"])
unbinds.push(unbindable(document, ev, onmove));
for (const ev of ["touchend", "mouseup"])
unbinds.push(unbindable(document, ev, onend));
unbinds.push(unbindable(document, "scroll", () => clearBounds(s), { capture: true, passive: true }));
unbinds.push(unbindable(window, "resize", () => clearBounds(s), { passive: true }));
}
return () => unbinds.forEach((f) => f());
}
function unbindable(el, eventName, callback, options2) {
el.addEventListener(eventName, callback, options2);
return () => el.removeEventListener(eventName, callback, options2);
}
function startDragOrDraw(s) {
return (e) => {
if (s.draggable.current)
cancel2(s);
else if (s.drawable.current)
cancel(s);
else if (e.shiftKey || isRightButton(e) || s.drawable.forced) {
if (s.drawable.enabled)
start(s, e);
} else if (!s.viewOnly && !unwantedEvent(e))
start2(s, e);
};
}
function dragOrDraw(s, withDrag, withDraw) {
return (e) => {
if (s.drawable.current) {
if (s.drawable.enabled)
withDraw(s, e);
} else if (!s.viewOnly)
withDrag(s, e);
};
}
function startDragFromHand(s) {
return (e) => {
if (s.promotion.current)
return;
const pos = eventPosition(e), piece = pos && getHandPieceAtDomPos(pos, s.hands.roles, s.dom.bounds.hands.pieceBounds());
if (piece) {
if (s.draggable.current)
cancel2(s);
else if (s.drawable.current)
cancel(s);
else if (isMiddleButton(e)) {
if (s.drawable.enabled) {
if (e.cancelable !== false)
e.preventDefault();
setDrawPiece(s, piece);
}
} else if (e.shiftKey || isRightButton(e) || s.drawable.forced) {
if (s.drawable.enabled)
startFromHand(s, piece, e);
} else if (!s.viewOnly && !unwantedEvent(e)) {
if (e.cancelable !== false)
e.preventDefault();
dragNewPiece(s, piece, e);
}
}
};
}
function promote2(s, e) {
e.stopPropagation();
const target = e.target, cur = s.promotion.current;
if (target && isPieceNode(target) && cur) {
const piece = { color: target.sgColor, role: target.sgRole }, prom = !samePiece(cur.piece, piece);
if (cur.dragged || s.turnColor !== s.activeColor && s.activeColor !== "both") {
if (s.selected)
userMove(s, s.selected, cur.key, prom);
else if (s.selectedPiece)
userDrop(s, s.selectedPiece, cur.key, prom);
} else
anim((s2) => selectSquare(s2, cur.key, prom), s);
callUserFunction(s.promotion.events.after, piece);
} else
anim((s2) => cancelPromotion(s2), s);
s.promotion.current = void 0;
s.dom.redraw();
}

// node_modules/shogiground/esm/render.js
function render2(s, boardEls) {
var _a, _b, _c;
const asSente = sentePov(s.orientation), scaleDown = s.scaleDownPieces ? 0.5 : 1, posToTranslate = posToTranslateRel(s.dimensions), squaresEl = boardEls.squares, piecesEl = boardEls.pieces, draggedEl = boardEls.dragged, squareOverEl = boardEls.squareOver, promotionEl = boardEls.promotion, pieces = s.pieces, curAnim = s.animation.current, anims = curAnim ? curAnim.plan.anims : /* @__PURE__ */ new Map(), fadings = curAnim ? curAnim.plan.fadings : /* @__PURE__ */ new Map(), promotions = curAnim ? curAnim.plan.promotions : /* @__PURE__ */ new Map(), curDrag = s.draggable.current, curPromKey = ((_a = s.promotion.current) === null || _a === void 0 ? void 0 : _a.dragged) ? s.selected : void 0, squares = computeSquareClasses(s), samePieces = /* @__PURE__ */ new Set(), movedPieces = /* @__PURE__ */ new Map();
if (!curDrag && (draggedEl === null || draggedEl === void 0 ? void 0 : draggedEl.sgDragging)) {
draggedEl.sgDragging = false;
setDisplay(draggedEl, false);
if (squareOverEl)
setDisplay(squareOverEl, false);
}
let k, el, pieceAtKey, elPieceName, anim2, fading, prom, pMvdset, pMvd;
el = piecesEl.firstElementChild;
while (el) {
if (isPieceNode(el)) {
k = el.sgKey;
pieceAtKey = pieces.get(k);
anim2 = anims.get(k);
fading = fadings.get(k);
prom = promotions.get(k);
elPieceName = pieceNameOf({ color: el.sgColor, role: el.sgRole });
if (((curDrag === null || curDrag === void 0 ? void 0 : curDrag.started) && ((_b = curDrag.fromBoard) === null || _b === void 0 ? void 0 : _b.orig) === k || curPromKey && curPromKey === k) && !el.sgGhost) {
el.sgGhost = true;
el.classList.add("ghost");
} else if (el.sgGhost && (!curDrag || ((_c = curDrag.fromBoard) === null || _c === void 0 ? void 0 : _c.orig) !== k) && (!curPromKey || curPromKey !== k)) {
el.sgGhost = false;
el.classList.remove("ghost");
}
if (!fading && el.sgFading) {
el.sgFading = false;
el.classList.remove("fading");
}
if (pieceAtKey) {
if (anim2 && el.sgAnimating && (elPieceName === pieceNameOf(pieceAtKey) || prom && elPieceName === pieceNameOf(prom))) {
const pos = key2pos(k);
pos[0] += anim2[2];
pos[1] += anim2[3];
translateRel(el, posToTranslate(pos, asSente), scaleDown);
} else if (el.sgAnimating) {
el.sgAnimating = false;
el.classList.remove("anim");
translateRel(el, posToTranslate(key2pos(k), asSente), scaleDown);
}
if (elPieceName === pieceNameOf(pieceAtKey) && (!fading || !el.sgFading)) {
samePieces.add(k);
} else {
if (fading && elPieceName === pieceNameOf(fading)) {
el.sgFading = true;
el.classList.add("fading");
} else if (prom && elPieceName === pieceNameOf(prom)) {
samePieces.add(k);
} else {
appendValue(movedPieces, elPieceName, el);
}
}
} else {
appendValue(movedPieces, elPieceName, el);
}
}
el = el.nextElementSibling;
}
let sqEl = squaresEl.firstElementChild;
while (sqEl && isSquareNode(sqEl)) {
sqEl.className = squares.get(sqEl.sgKey) || "";
sqEl = sqEl.nextElementSibling;
}
for (const [k2, p] of pieces) {
const piece = promotions.get(k2) || p;
anim2 = anims.get(k2);
if (!samePieces.has(k2)) {
pMvdset = movedPieces.get(pieceNameOf(piece));
pMvd = pMvdset === null || pMvdset === void 0 ? void 0 : pMvdset.pop();
if (pMvd) {
pMvd.sgKey = k2;
if (pMvd.sgFading) {
pMvd.sgFading = false;
pMvd.classList.remove("fading");
}
const pos = key2pos(k2);
if (anim2) {
pMvd.sgAnimating = true;
pMvd.classList.add("anim");
pos[0] += anim2[2];
pos[1] += anim2[3];
}
translateRel(pMvd, posToTranslate(pos, asSente), scaleDown);
} else {
const pieceNode = createEl("piece", pieceNameOf(p)), pos = key2pos(k2);
pieceNode.sgColor = p.color;
pieceNode.sgRole = p.role;
pieceNode.sgKey = k2;
if (anim2) {
pieceNode.sgAnimating = true;
pos[0] += anim2[2];
pos[1] += anim2[3];
}
translateRel(pieceNode, posToTranslate(pos, asSente), scaleDown);
piecesEl.appendChild(pieceNode);
}
}
}
for (const nodes of movedPieces.values()) {
for (const node of nodes) {
piecesEl.removeChild(node);
}
}
if (promotionEl)
renderPromotion(s, promotionEl);
}
function appendValue(map, key, value) {
const arr = map.get(key);
if (arr)
arr.push(value);
else
map.set(key, [value]);
}
function computeSquareClasses(s) {
var _a, _b;
const squares = /* @__PURE__ */ new Map();
if (s.lastDests && s.highlight.lastDests)
for (const k of s.lastDests)
addSquare(squares, k, "last-dest");
if (s.checks && s.highlight.check)
for (const check of s.checks)
addSquare(squares, check, "check");
if (s.hovered)
addSquare(squares, s.hovered, "hover");
if (s.selected) {
if (s.activeColor === "both" || s.activeColor === s.turnColor)
addSquare(squares, s.selected, "selected");
else
addSquare(squares, s.selected, "preselected");
if (s.movable.showDests) {
const dests = (_a = s.movable.dests) === null || _a === void 0 ? void 0 : _a.get(s.selected);
if (dests)
for (const k of dests) {
addSquare(squares, k, "dest" + (s.pieces.has(k) ? " oc" : ""));
}
const pDests = s.premovable.dests;
if (pDests)
for (const k of pDests) {
addSquare(squares, k, "pre-dest" + (s.pieces.has(k) ? " oc" : ""));
}
}
} else if (s.selectedPiece) {
if (s.droppable.showDests) {
const dests = (_b = s.droppable.dests) === null || _b === void 0 ? void 0 : _b.get(pieceNameOf(s.selectedPiece));
if (dests)
for (const k of dests) {
addSquare(squares, k, "dest");
}
const pDests = s.predroppable.dests;
if (pDests)
for (const k of pDests) {
addSquare(squares, k, "pre-dest" + (s.pieces.has(k) ? " oc" : ""));
}
}
}
const premove = s.premovable.current;
if (premove) {
addSquare(squares, premove.orig, "current-pre");
addSquare(squares, premove.dest, "current-pre" + (premove.prom ? " prom" : ""));
} else if (s.predroppable.current)
addSquare(squares, s.predroppable.current.key, "current-pre" + (s.predroppable.current.prom ? " prom" : ""));
for (const sqh of s.drawable.squares) {
addSquare(squares, sqh.key, sqh.className);
}
return squares;
}
function addSquare(squares, key, klass) {
const classes = squares.get(key);
if (classes)
squares.set(key, `${classes} ${klass}`);
else
squares.set(key, klass);
}
function renderPromotion(s, promotionEl) {
const cur = s.promotion.current, key = cur === null || cur === void 0 ? void 0 : cur.key, pieces = cur ? [cur.promotedPiece, cur.piece] : [], hash = promotionHash(!!cur, key, pieces);
if (s.promotion.prevPromotionHash === hash)
return;
s.promotion.prevPromotionHash = hash;
if (key) {
const asSente = sentePov(s.orientation), initPos = key2pos(key), color = cur.piece.color, promotionSquare = createEl("sg-promotion-square"), promotionChoices = createEl("sg-promotion-choices");
if (s.orientation !== color)
promotionChoices.classList.add("reversed");
translateRel(promotionSquare, posToTranslateRel(s.dimensions)(initPos, asSente), 1);
for (const p of pieces) {
const pieceNode = createEl("piece", pieceNameOf(p));
pieceNode.sgColor = p.color;
pieceNode.sgRole = p.role;
promotionChoices.appendChild(pieceNode);
}
promotionEl.innerHTML = "";
promotionSquare.appendChild(promotionChoices);
promotionEl.appendChild(promotionSquare);
setDisplay(promotionEl, true);
} else {
setDisplay(promotionEl, false);
}
}
function promotionHash(active, key, pieces) {
return [active, key, pieces.map((p) => pieceNameOf(p)).join(" ")].join(" ");
}

// node_modules/shogiground/esm/dom.js
function attachBoard(state, boardWrap) {
const elements = wrapBoard(boardWrap, state);
if (elements.hands)
attachHands(state, elements.hands.top, elements.hands.bottom);
state.dom.wrapElements.board = boardWrap;
state.dom.elements.board = elements;
state.dom.bounds.board.bounds.clear();
bindBoard(state, elements);
state.drawable.prevSvgHash = "";
state.promotion.prevPromotionHash = "";
render2(state, elements);
}
function attachHands(state, handTopWrap, handBottomWrap) {
if (!state.dom.elements.hands)
state.dom.elements.hands = {};
if (!state.dom.wrapElements.hands)
state.dom.wrapElements.hands = {};
if (handTopWrap) {
const handTop = wrapHand(handTopWrap, "top", state);
state.dom.wrapElements.hands.top = handTopWrap;
state.dom.elements.hands.top = handTop;
bindHand(state, handTop);
renderHand(state, handTop);
}
if (handBottomWrap) {
const handBottom = wrapHand(handBottomWrap, "bottom", state);
state.dom.wrapElements.hands.bottom = handBottomWrap;
state.dom.elements.hands.bottom = handBottom;
bindHand(state, handBottom);
renderHand(state, handBottom);
}
if (handTopWrap || handBottomWrap) {
state.dom.bounds.hands.bounds.clear();
state.dom.bounds.hands.pieceBounds.clear();
}
}
function redrawAll(wrapElements, state) {
var _a, _b, _c, _d;
if (wrapElements.board)
attachBoard(state, wrapElements.board);
if (wrapElements.hands && !state.hands.inlined)
attachHands(state, wrapElements.hands.top, wrapElements.hands.bottom);
state.dom.redrawShapes();
if (state.events.insert)
state.events.insert(wrapElements.board && state.dom.elements.board, {
top: ((_a = wrapElements.hands) === null || _a === void 0 ? void 0 : _a.top) && ((_b = state.dom.elements.hands) === null || _b === void 0 ? void 0 : _b.top),
bottom: ((_c = wrapElements.hands) === null || _c === void 0 ? void 0 : _c.bottom) && ((_d = state.dom.elements.hands) === null || _d === void 0 ? void 0 : _d.bottom)
});
}
function detachElements(web, state) {
var _a, _b, _c, _d;
if (web.board) {
state.dom.wrapElements.board = void 0;
state.dom.elements.board = void 0;
state.dom.bounds.board.bounds.clear();
}
if (state.dom.elements.hands && state.dom.wrapElements.hands) {
if ((_a = web.hands) === null || _a === void 0 ? void 0 : _a.top) {
state.dom.wrapElements.hands.top = void 0;
state.dom.elements.hands.top = void 0;
}
if ((_b = web.hands) === null || _b === void 0 ? void 0 : _b.bottom) {
state.dom.wrapElements.hands.bottom = void 0;
state.dom.elements.hands.bottom = void 0;
}
if (((_c = web.hands) === null || _c === void 0 ? void 0 : _c.top) || ((_d = web.hands) === null || _d === void 0 ? void 0 : _d.bottom)) {
state.dom.bounds.hands.bounds.clear();
state.dom.bounds.hands.pieceBounds.clear();
}
}
}

// node_modules/shogiground/esm/api.js
function start3(state) {
return {
attach(wrapElements) {
redrawAll(wrapElements, state);
},
detach(wrapElementsBoolean) {
detachElements(wrapElementsBoolean, state);
},
set(config, skipAnimation) {
var _a, _b, _c, _d;
function getByPath(path, obj) {
const properties = path.split(".");
return properties.reduce((prev, curr) => prev && prev[curr], obj);
}
const forceRedrawProps = [
"orientation",
"viewOnly",
"coordinates.enabled",
"coordinates.notation",
"drawable.visible",
"hands.inlined"
];
const newDims = ((_a = config.sfen) === null || _a === void 0 ? void 0 : _a.board) && inferDimensions(config.sfen.board);
const toRedraw = forceRedrawProps.some((p) => {
const cRes = getByPath(p, config);
return cRes && cRes !== getByPath(p, state);
}) || !!(newDims && (newDims.files !== state.dimensions.files || newDims.ranks !== state.dimensions.ranks)) || !!((_c = (_b = config.hands) === null || _b === void 0 ? void 0 : _b.roles) === null || _c === void 0 ? void 0 : _c.every((r, i) => r === state.hands.roles[i]));
if (toRedraw) {
reset(state);
configure(state, config);
redrawAll(state.dom.wrapElements, state);
} else {
applyAnimation(state, config);
(((_d = config.sfen) === null || _d === void 0 ? void 0 : _d.board) && !skipAnimation ? anim : render)((state2) => configure(state2, config), state);
}
},
state,
getBoardSfen: () => boardToSfen(state.pieces, state.dimensions, state.forsyth.toForsyth),
getHandsSfen: () => handsToSfen(state.hands.handMap, state.hands.roles, state.forsyth.toForsyth),
toggleOrientation() {
toggleOrientation(state);
redrawAll(state.dom.wrapElements, state);
},
move(orig, dest, prom) {
anim((state2) => baseMove(state2, orig, dest, prom || state2.promotion.forceMovePromotion(orig, dest)), state);
},
drop(piece, key, prom, spare) {
anim((state2) => {
state2.droppable.spare = !!spare;
baseDrop(state2, piece, key, prom || state2.promotion.forceDropPromotion(piece, key));
}, state);
},
setPieces(pieces) {
anim((state2) => setPieces(state2, pieces), state);
},
addToHand(piece, count2) {
render((state2) => addToHand(state2, piece, count2), state);
},
removeFromHand(piece, count2) {
render((state2) => removeFromHand(state2, piece, count2), state);
},
selectSquare(key, prom, force) {
if (key)
anim((state2) => selectSquare(state2, key, prom, force), state);
else if (state.selected) {
unselect(state);
state.dom.redraw();
}
},
selectPiece(piece, spare, force) {
if (piece)
render((state2) => selectPiece(state2, piece, spare, force, true), state);
else if (state.selectedPiece) {
unselect(state);
state.dom.redraw();
}
},
playPremove() {
if (state.premovable.current) {
if (anim(playPremove, state))
return true;
state.dom.redraw();
}
return false;
},
playPredrop() {
if (state.predroppable.current) {
if (anim(playPredrop, state))
return true;
state.dom.redraw();
}
return false;
},
cancelPremove() {
render(unsetPremove, state);
},
cancelPredrop() {
render(unsetPredrop, state);
},
cancelMoveOrDrop() {
render((state2) => {
cancelMoveOrDrop(state2);
cancel2(state2);
}, state);
},
stop() {
render((state2) => {
stop(state2);
}, state);
},
setAutoShapes(shapes) {
render((state2) => state2.drawable.autoShapes = shapes, state);
},
setShapes(shapes) {
render((state2) => state2.drawable.shapes = shapes, state);
},
setSquareHighlights(squares) {
render((state2) => state2.drawable.squares = squares, state);
},
dragNewPiece(piece, event, spare) {
dragNewPiece(state, piece, event, spare);
},
destroy() {
stop(state);
state.dom.unbind();
state.dom.destroyed = true;
}
};
}

// node_modules/shogiground/esm/state.js
function defaults() {
return {
pieces: /* @__PURE__ */ new Map(),
dimensions: { files: 9, ranks: 9 },
orientation: "sente",
turnColor: "sente",
activeColor: "both",
viewOnly: false,
squareRatio: [11, 12],
disableContextMenu: true,
blockTouchScroll: false,
scaleDownPieces: true,
coordinates: { enabled: true, files: "numeric", ranks: "numeric" },
highlight: { lastDests: true, check: true, checkRoles: ["king"], hovered: false },
animation: { enabled: true, hands: true, duration: 250 },
hands: {
inlined: false,
handMap: /* @__PURE__ */ new Map([
["sente", /* @__PURE__ */ new Map()],
["gote", /* @__PURE__ */ new Map()]
]),
roles: ["rook", "bishop", "gold", "silver", "knight", "lance", "pawn"]
},
movable: { free: true, showDests: true, events: {} },
droppable: { free: true, showDests: true, spare: false, events: {} },
premovable: { enabled: true, showDests: true, events: {} },
predroppable: { enabled: true, showDests: true, events: {} },
draggable: {
enabled: true,
distance: 3,
autoDistance: true,
showGhost: true,
showTouchSquareOverlay: true,
deleteOnDropOff: false,
addToHandOnDropOff: false
},
selectable: { enabled: true, forceSpares: false, deleteOnTouch: false, addSparesToHand: false },
promotion: {
movePromotionDialog: () => false,
forceMovePromotion: () => false,
dropPromotionDialog: () => false,
forceDropPromotion: () => false,
promotesTo: () => void 0,
unpromotesTo: () => void 0,
events: {},
prevPromotionHash: ""
},
forsyth: {},
events: {},
drawable: {
enabled: true,
// can draw
visible: true,
// can view
forced: false,
// can only draw
eraseOnClick: true,
shapes: [],
autoShapes: [],
squares: [],
prevSvgHash: ""
}
};
}

// node_modules/shogiground/esm/redraw.js
function redrawShapesNow(state) {
var _a;
if ((_a = state.dom.elements.board) === null || _a === void 0 ? void 0 : _a.shapes)
renderShapes(state, state.dom.elements.board.shapes.svg, state.dom.elements.board.shapes.customSvg, state.dom.elements.board.shapes.freePieces);
}
function redrawNow(state, skipShapes) {
const boardEls = state.dom.elements.board;
if (boardEls) {
render2(state, boardEls);
if (!skipShapes)
redrawShapesNow(state);
}
const handEls = state.dom.elements.hands;
if (handEls) {
if (handEls.top)
renderHand(state, handEls.top);
if (handEls.bottom)
renderHand(state, handEls.bottom);
}
}

// node_modules/shogiground/esm/shogiground.js
function Shogiground(config, wrapElements) {
const state = defaults();
configure(state, config || {});
const redrawStateNow = (skipShapes) => {
redrawNow(state, skipShapes);
};
state.dom = {
wrapElements: wrapElements || {},
elements: {},
bounds: {
board: {
bounds: memo(() => {
var _a;
return (_a = state.dom.elements.board) === null || _a === void 0 ? void 0 : _a.pieces.getBoundingClientRect();
})
},
hands: {
bounds: memo(() => {
const handsRects = /* @__PURE__ */ new Map(), handEls = state.dom.elements.hands;
if (handEls === null || handEls === void 0 ? void 0 : handEls.top)
handsRects.set("top", handEls.top.getBoundingClientRect());
if (handEls === null || handEls === void 0 ? void 0 : handEls.bottom)
handsRects.set("bottom", handEls.bottom.getBoundingClientRect());
return handsRects;
}),
pieceBounds: memo(() => {
const handPiecesRects = /* @__PURE__ */ new Map(), handEls = state.dom.elements.hands;
if (handEls === null || handEls === void 0 ? void 0 : handEls.top) {
let wrapEl = handEls.top.firstElementChild;
while (wrapEl) {
const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor };
handPiecesRects.set(pieceNameOf(piece), pieceEl.getBoundingClientRect());
wrapEl = wrapEl.nextElementSibling;
}
}
if (handEls === null || handEls === void 0 ? void 0 : handEls.bottom) {
let wrapEl = handEls.bottom.firstElementChild;
while (wrapEl) {
const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor };
handPiecesRects.set(pieceNameOf(piece), pieceEl.getBoundingClientRect());
wrapEl = wrapEl.nextElementSibling;
}
}
return handPiecesRects;
})
}
},
redrawNow: redrawStateNow,
redraw: debounceRedraw(redrawStateNow),
redrawShapes: debounceRedraw(() => redrawShapesNow(state)),
unbind: bindDocument(state),
destroyed: false
};
if (wrapElements)
redrawAll(wrapElements, state);
return start3(state);
}
function debounceRedraw(f) {
let redrawing = false;
return (...args) => {
if (redrawing)
return;
redrawing = true;
requestAnimationFrame(() => {
f(...args);
redrawing = false;
});
};
}

// src/pieces.ts
var ROLES = {
fu: "pawn",
ky: "lance",
ke: "knight",
gi: "silver",
ki: "gold",
ka: "bishop",
hi: "rook",
ou: "king",
to: "tokin",
ny: "promotedlance",
nk: "promotedknight",
ng: "promotedsilver",
um: "horse",
ry: "dragon",
any: "any",
empty: "empty",
erase: "erase"
};
var KINDS = Object.fromEntries(Object.entries(ROLES).map(([kind, role]) => [role, kind]));
var FACES = {
fu: "歩",
ky: "香",
ke: "桂",
gi: "銀",
ki: "金",
ka: "角",
hi: "飛",
ou: "玉",
to: "と",
ny: "杏",
nk: "圭",
ng: "全",
um: "馬",
ry: "龍"
};
var SHAPE = "M50 6 L79 19 L90 94 L10 94 L21 19 Z";
var FONT = "font-family='Noto Serif CJK JP,Noto Serif JP,Hiragino Mincho ProN,Yu Mincho,YuMincho,MS Mincho,serif'";
function picture(inside2, turned) {
const svg2 = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><g${turned ? " transform='rotate(180 50 50)'" : ""}>${inside2}</g></svg>`;
return `url("data:image/svg+xml,${encodeURIComponent(svg2)}")`;
}
function drawnFace(kind, letters2, color) {
const red = /^(to|ny|nk|ng|um|ry)$/.test(kind);
const text = letters2 ? letterOf(kind) : kind === "ou" && color === "gote" ? "王" : FACES[kind];
const size = letters2 ? text.length > 1 ? 44 : 54 : 58;
const font = letters2 ? "font-family='sans-serif'" : FONT;
return `<path d='${SHAPE}' fill='#fae3ae' stroke='#8a6526' stroke-width='2.5' stroke-linejoin='round'/><text x='50' y='${letters2 ? 78 : 80}' ${font} font-weight='${letters2 ? 700 : 600}' font-size='${size}' text-anchor='middle' fill='${red ? "#b3181f" : "#1c1408"}'>${text}</text>`;
}
var ANY = `<path d='${SHAPE}' fill='#fae3ae' fill-opacity='.45' stroke='#8a6526' stroke-width='3' stroke-dasharray='7 5'/><text x='50' y='77' font-family='sans-serif' font-weight='700' font-size='52' text-anchor='middle' fill='#1c1408'>?</text>`;
var EMPTY = "<circle cx='50' cy='50' r='27' fill='none' stroke='#1f5fa8' stroke-width='7'/><path d='M31 69 69 31' stroke='#1f5fa8' stroke-width='7'/>";
var ERASE = "<path d='M26 26 74 74M74 26 26 74' stroke='#b3181f' stroke-width='11' stroke-linecap='round'/>";
var sheet = new CSSStyleSheet();
function draw(letters2) {
let css = "";
for (const [kind, role] of Object.entries(ROLES))
for (const color of ["sente", "gote"]) {
const inside2 = kind === "any" ? ANY : kind === "empty" ? EMPTY : kind === "erase" ? ERASE : drawnFace(kind, letters2, color);
for (const orientation of ["sente", "gote"])
css += `.orientation-${orientation} piece.${color}.${role}{background-image:${picture(inside2, color !== orientation && kind !== "empty")}}
`;
}
sheet.replaceSync(css);
}
function face(mark) {
return { text: letters ? letterOf(mark.kind) : FACES[mark.kind] ?? "", red: /^(to|ny|nk|ng|um|ry)$/.test(mark.kind) };
}
var letters = recall("pieces") === "letters";
function setLetters(on) {
letters = on;
remember("pieces", on ? "letters" : "kanji");
draw(on);
}
function installPieces() {
draw(letters);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
function pieceIcon(mark) {
if (mark.kind === "stone" || mark.kind === "stones") {
const name = mark.kind === "stones" ? "mark-any" : `stone ${mark.color === "s" ? "black" : "white"}`;
return h("span", { class: "icon" }, svg("svg", { viewBox: "-.6 -.6 1.2 1.2", class: "goban" }, svg(
"g",
{ class: mark.kind === "stones" ? name : "" },
svg("circle", { class: name, r: 0.5 }),
mark.kind === "stones" && svg("text", { y: 0.24, "text-anchor": "middle", "font-size": 0.7 }, "?")
)));
}
const el = document.createElement("piece");
el.className = `${mark.color === "s" ? "sente" : "gote"} ${ROLES[mark.kind]}`;
return h("span", { class: "icon orientation-sente" }, el);
}

// src/board_shogi.ts
var toKey = (square) => square[0] + "abcdefghi"[Number(square[1]) - 1];
var toSquare = (key) => key[0] + (key.charCodeAt(1) - 96);
var toPiece = (m) => ({ role: ROLES[m.kind], color: m.color === "s" ? "sente" : "gote" });
var toMark = (p) => ({ kind: KINDS[p.role], color: p.color === "sente" ? "s" : "g" });
var ShogiBoard = class {
// for the piece that was chosen
constructor(options2) {
this.options = options2;
const wrap2 = h("div", { class: "ground", "aria-hidden": "true" });
const { flipped } = options2;
this.grid = new CellGrid({
label: options2.label,
rows: 9,
columns: 9,
focused: "55",
name: (row, column) => flipped ? `${column + 1}${9 - row}` : `${9 - column}${row + 1}`,
onKey: options2.editable ? (square, e) => this.edit(square, e.key) : options2.onPoint ? (square, e) => (e.key === "Enter" || e.key === " ") && options2.onPoint(square) : void 0
});
this.el = h("div", { class: `board ${flipped ? "orientation-gote" : "orientation-sente"}` }, wrap2, this.drawn, this.grid.el);
this.ground = Shogiground({
sfen: { board: "9/9/9/9/9/9/9/9/9" },
orientation: flipped ? "gote" : "sente",
viewOnly: !options2.editable,
activeColor: "both",
scaleDownPieces: false,
coordinates: { enabled: true, files: "numeric", ranks: lang === "ja" ? "japanese" : "engine" },
highlight: { lastDests: !options2.editable, check: false },
animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 150 },
movable: { free: true, showDests: false },
droppable: { free: true, showDests: false },
draggable: { enabled: true, deleteOnDropOff: true, showGhost: true },
selectable: { enabled: true },
premovable: { enabled: false },
predroppable: { enabled: false },
drawable: { enabled: false, visible: false },
events: { change: () => this.changed(), drop: (_piece, key) => this.dropped(key) }
}, { board: wrap2 });
this.describe();
if (options2.editable) this.listen();
else if (options2.onPoint) this.el.addEventListener("click", (e) => this.choose(e));
}
options;
el;
ground;
grid;
drawn = svg("svg", { class: "arrows", viewBox: "0 0 9 9", preserveAspectRatio: "none", "aria-hidden": "true" });
tool;
carried;
// square whose piece the keyboard picked up
reachable = /* @__PURE__ */ new Set();
/* The square under the pointer, for those who only choose. */
choose(e) {
const box = this.grid.el.getBoundingClientRect();
const part = (x, size) => Math.min(8, Math.max(0, Math.floor(9 * x / size)));
const cell = this.grid.el.children[part(e.clientY - box.top, box.height)]?.children[part(e.clientX - box.left, box.width)];
if (cell?.dataset.square) this.options.onPoint(cell.dataset.square);
}
destroy() {
document.removeEventListener("mouseup", this.release, true);
document.removeEventListener("touchend", this.release, true);
this.ground.destroy();
}
/* --- Pieces -------------------------------------------------------------------------------- */
get marks() {
return new Map([...this.ground.state.pieces].map(([key, piece]) => [toSquare(key), toMark(piece)]));
}
set marks(marks) {
const diff = /* @__PURE__ */ new Map();
for (const key of this.ground.state.pieces.keys()) diff.set(key, void 0);
for (const [square, mark] of marks) diff.set(toKey(square), toPiece(mark));
this.ground.setPieces(diff);
this.describe();
}
/* Squares of the last move, which are lit. */
showLast(squares) {
this.ground.set({ lastDests: squares.length ? squares.map(toKey) : void 0 });
}
/* For those who play: the square that was chosen, and where its piece can go. */
showReach(chosen2, reachable) {
this.carried = chosen2;
this.reachable = reachable;
this.drawn.replaceChildren(...[...reachable].map((square) => {
const [cx, cy] = this.centre(square);
return svg("circle", { class: "reach", cx, cy, r: this.marks.has(square) ? 0.46 : 0.16 });
}));
this.describe();
}
/* --- Arrows -------------------------------------------------------------------------------- */
centre(square) {
const [file, rank] = [Number(square[0]), Number(square[1])];
return this.options.flipped ? [file - 0.5, 9.5 - rank] : [9.5 - file, rank - 0.5];
}
showArrows(arrows) {
this.drawn.replaceChildren(...[...arrows].reverse().map((a) => this.arrow(a)));
}
arrow(a) {
const [x, y] = this.centre(a.to);
const name = `arrow ${scoreClass(a.score)}`;
const thick = 0.06 + 0.2 * a.weight;
if (!a.from) {
return svg(
"g",
{ class: name },
svg("circle", { cx: x, cy: y, r: 0.4, fill: "none", "stroke-width": thick }),
a.text && svg("text", { x, y: y + 0.15, "font-size": 0.44, "text-anchor": "middle" }, a.text)
);
}
const [fx, fy] = this.centre(a.from);
const length = Math.hypot(x - fx, y - fy) || 1;
const [ux, uy] = [(x - fx) / length, (y - fy) / length];
const head = 0.16 + thick;
const [bx, by] = [x - ux * head, y - uy * head];
const points = [[x + ux * 0.12, y + uy * 0.12], [bx - uy * head * 0.7, by + ux * head * 0.7], [bx + uy * head * 0.7, by - ux * head * 0.7]];
return svg(
"g",
{ class: name },
svg("line", { x1: fx + ux * 0.2, y1: fy + uy * 0.2, x2: bx, y2: by, "stroke-width": thick }),
svg("polygon", { points: points.map((p) => p.join(",")).join(" ") })
);
}
/* --- Tools: what the next click puts down --------------------------------------------------- */
setTool(tool) {
this.tool = tool;
if (tool) this.ground.selectPiece(toPiece(tool), true, true);
else this.ground.cancelMoveOrDrop();
}
dragTool(tool, e) {
this.tool = tool;
this.ground.dragNewPiece(toPiece(tool), e, true);
}
dropped(key) {
const piece = this.ground.state.pieces.get(key);
if (piece?.role === ROLES.erase) this.ground.state.pieces.delete(key);
const tool = this.tool;
if (tool) setTimeout(() => this.tool === tool && this.ground.selectPiece(toPiece(tool), true, true));
}
changed() {
for (const [key, piece] of this.ground.state.pieces)
if (piece.role === ROLES.erase) this.ground.state.pieces.delete(key);
this.describe();
this.options.onChange?.();
}
/* A dragged piece let go over a hand goes there. */
release = (e) => {
const current = this.ground.state.draggable.current;
if (!current?.started) return;
const at = "changedTouches" in e ? e.changedTouches[0] : e;
const hand = document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-hand]");
if (hand) this.options.onToHand?.(hand.dataset.hand, toMark(current.piece).kind);
};
listen() {
document.addEventListener("mouseup", this.release, true);
document.addEventListener("touchend", this.release, true);
}
/* --- The keyboard --------------------------------------------------------------------------- */
describe() {
const marks = this.marks;
this.grid.describe((square) => {
const mark = marks.get(square);
const what = mark ? pieceName(mark.color, mark.kind) : t("emptySquare");
return `${squareName(square)}: ${what}${this.reachable.has(square) ? `, ${t("reachable")}` : ""}`;
}, this.carried);
}
put(square, mark) {
const before = this.marks.get(square);
this.ground.setPieces(/* @__PURE__ */ new Map([[toKey(square), mark && mark.kind !== "erase" ? toPiece(mark) : void 0]]));
if (mark && mark.kind !== "erase") announce(t("put", pieceName(mark.color, mark.kind), squareName(square)));
else if (before) announce(t("removed", pieceName(before.color, before.kind)));
this.changed();
}
/* Enter: puts the tool down, or picks a piece up, or puts that down. */
activate(square) {
if (this.tool) return this.put(square, this.tool);
const carried = this.carried;
const piece = carried === void 0 ? void 0 : this.marks.get(carried);
if (carried === void 0 || !piece) {
this.carried = this.marks.has(square) ? square : void 0;
return this.describe();
}
this.carried = void 0;
if (carried === square) return this.describe();
this.ground.setPieces(/* @__PURE__ */ new Map([[toKey(carried), void 0]]));
this.put(square, piece);
}
edit(square, key) {
const here = this.marks.get(square);
const kind = /^[plnsgbrk]$/i.test(key) ? kindOfLetter(key) : void 0;
const shifted = key !== key.toLowerCase();
if (key === "Enter" || key === " ") this.activate(square);
else if (key === "Delete" || key === "Backspace") this.put(square, void 0);
else if (key === "+" && here) this.put(square, { ...here, kind: promote(here.kind) });
else if (/^e$/i.test(key)) this.put(square, { color: "s", kind: "empty" });
else if (/^a$/i.test(key)) this.put(square, { color: shifted ? "g" : "s", kind: "any" });
else if (kind) this.put(square, { color: shifted ? "g" : "s", kind });
else if (key === "Escape") {
this.carried = void 0;
this.setTool(void 0);
this.options.onToolGone?.();
this.describe();
} else return false;
return true;
}
};

// src/board.ts
function makeBoard(options2) {
return site.game === "go" ? new GoBoard(options2) : new ShogiBoard(options2);
}
function scoreClass(score) {
return score === null || score === void 0 ? "unsure" : score >= 0.53 ? "good" : score <= 0.47 ? "bad" : "even";
}

// src/hands.ts
function showHand(el, color, setup) {
const hand = setup.look.hands[color];
const held = HAND_KINDS.filter((kind) => hand.has(kind));
const words2 = held.map((kind) => `${kindName(kind)} ${hand.get(kind).n}`).join(", ");
replace(
el,
h("span", { class: "hand-name", "aria-hidden": "true" }, sideMark(color)),
h("span", { class: "hidden" }, `${t("hand", sideName(color))}: ${words2 || "–"}`),
held.map((kind) => h(
"span",
{ class: "hand-cell set", "aria-hidden": "true" },
pieceIcon({ color: "s", kind }),
h("span", { class: "number" }, hand.get(kind).n > 1 ? String(hand.get(kind).n) : "")
))
);
}

// src/shown_board.ts
var ShownBoard = class {
/* onPoint: squares can be chosen. */
constructor(onPoint) {
this.onPoint = onPoint;
this.build();
}
onPoint;
el = h("div", { class: "board-place" });
isShogi = site.game === "shogi";
hands = { s: h("div"), g: h("div") };
board;
setup = emptySetup(dialectOf(site.game).size);
last = [];
arrows = [];
flipped = false;
destroy() {
this.board?.destroy();
}
flip() {
this.flipped = !this.flipped;
this.build();
}
/* Shows a position in the game's notation and the move that led there. */
show(position, move3) {
const setup = dialectOf(site.game).fromPosition(position) ?? emptySetup(this.setup.size);
const other2 = setup.size !== this.setup.size;
this.setup = setup;
const point = pointOfMove(move3);
this.last = this.isShogi ? squaresOf(move3) : point ? [point] : [];
this.arrows = [];
if (other2) this.build();
else this.fill();
}
get pieces() {
return this.setup.look.pieces;
}
showArrows(arrows) {
this.arrows = arrows;
this.board.showArrows(arrows);
}
build() {
this.board?.destroy();
this.board = makeBoard({ editable: false, label: t("board"), flipped: this.flipped, size: this.setup.size, onPoint: this.onPoint });
const [top, bottom] = this.flipped ? ["s", "g"] : ["g", "s"];
for (const color of ["s", "g"]) this.hands[color].className = color === bottom ? "hand shown" : "hand shown turned";
replace(this.el, this.isShogi && this.hands[top], this.board.el, this.isShogi && this.hands[bottom]);
this.fill();
}
fill() {
this.board.marks = this.setup.look.pieces;
this.board.showLast(this.last);
this.board.showArrows(this.arrows);
if (this.isShogi) for (const color of ["s", "g"]) showHand(this.hands[color], color, this.setup);
}
};

// src/area_game.ts
var t5 = texts({
first: "Start",
previous: "Back",
next: "Forward",
end: "End",
position: "Move number",
moves: "Moves",
comment: "Comment",
details: "About the game",
fromHere: "Search from here",
playHere: "Play from here",
link: "Copy link",
copied: "Link copied",
picture: "SVG",
png: "PNG",
back: "Back to the search",
noGame: "This game is not here.",
hit: "held here",
keys: "← → Home End step through the game, ↑ ↓ choose a variation",
elsewhere: "The same position elsewhere",
only: "In this game only.",
inGames: "{0} have this position",
variation: "Variation from move {0}",
graph: "Values, times and castles through the game",
value: "value {0}",
mate: "mate in {0}",
mateUnknown: "mate",
backToGame: "Back to the game"
}, {
first: "初手へ",
previous: "戻る",
next: "進む",
end: "終局へ",
position: "手数",
moves: "指し手",
comment: "コメント",
details: "対局について",
fromHere: "この局面で検索",
playHere: "この局面から指す",
link: "リンクをコピー",
copied: "コピーしました",
picture: "SVG",
png: "PNG",
back: "検索に戻る",
noGame: "この対局はありません。",
hit: "該当",
keys: "← → Home End で進め、↑ ↓ で変化を選びます",
elsewhere: "同じ局面のほかの対局",
only: "この対局だけです。",
inGames: "この局面は {0}",
variation: "{0} 手目からの変化",
graph: "評価値・消費時間・囲いの推移",
value: "評価値 {0}",
mate: "{0} 手詰",
mateUnknown: "詰み",
backToGame: "本譜に戻る"
});
var GameView = class {
constructor(db, id, wanted, hit) {
this.db = db;
this.id = id;
this.wanted = wanted;
this.hit = hit;
document.addEventListener("keydown", this.onKey);
void this.load();
}
db;
id;
wanted;
hit;
el = h("main", { class: "replay" }, h("p", { class: "hint" }, t("loading")));
game;
lines = [];
line = 0;
ply = 0;
way = [];
// positions from the start along the present line
graph;
board = new ShownBoard();
analysis = site.game === "shogi" ? new Analysis((arrows) => this.board.showArrows(arrows)) : void 0;
caption = h("p", { class: "caption", "aria-live": "polite" });
comment = h("div", { class: "comment" });
elsewhere = h("section", { class: "panel elsewhere", "aria-labelledby": "elsewhere-title" });
asking = new Asking();
timer = 0;
slider = h("input", {
type: "range",
min: 0,
"aria-label": t5("position"),
oninput: () => this.go(Number(this.slider.value))
});
list = h("ol", { class: "move-list", start: 0 });
destroy() {
document.removeEventListener("keydown", this.onKey);
clearTimeout(this.timer);
this.asking.end();
this.analysis?.destroy();
this.board.destroy();
}
onKey = (e) => {
if (!this.game || isTyping(e)) return;
const steps = {
ArrowLeft: this.ply - 1,
ArrowRight: this.ply + 1,
Home: 0,
End: this.way.length - 1,
PageUp: this.ply - 10,
PageDown: this.ply + 10
};
if (e.key in steps) this.go(steps[e.key]);
else if (e.key === "ArrowUp" || e.key === "ArrowDown") {
if (!this.turnOff(e.key === "ArrowDown" ? 1 : -1)) return;
} else return;
e.preventDefault();
};
async load() {
try {
this.game = await ask(`game/${this.id}`, this.db ? { db: this.db } : {});
} catch (e) {
const message = e instanceof ApiError && e.code === "not-found" ? t5("noGame") : messageOf(e);
return replace(this.el, h("p", { class: "hint" }, message), h("p", {}, h("a", { href: backAddress }, t5("back"))));
}
this.lines = [
{ parent: 0, ply: -1, positions: this.game.positions },
...this.game.variations.map((v) => ({ parent: v.line, ply: v.ply, positions: v.positions }))
];
this.build(this.game);
this.enter(this.lines[this.wanted.line] ? this.wanted.line : 0);
this.go(this.wanted.ply);
}
/* --- Lines ------------------------------------------------------------------------------------- */
wayOf(line2) {
const parts = [];
let end3 = Infinity;
for (let at = line2; ; at = this.lines[at].parent) {
const { ply, positions } = this.lines[at];
parts.unshift(positions.filter((p) => p.ply <= end3));
if (at === 0) break;
end3 = Math.min(end3, ply);
}
return parts.flat();
}
enter(line2) {
this.line = line2;
this.way = this.wayOf(line2);
this.slider.max = String(this.way.length - 1);
}
/* To the next or last of the moves that were possible instead of this one. */
turnOff(step2) {
const others = this.alternatives();
const at = others.indexOf(this.line);
const to = others[at + step2];
if (at < 0 || to === void 0) return false;
this.enter(to);
this.go(this.ply);
return true;
}
/* Lines that have a move of their own at the present ply, from the same position, ours included. */
alternatives() {
const start5 = this.lineAt(this.line, this.ply);
const from = this.lines[start5].ply === this.ply - 1 ? this.lines[start5].parent : start5;
const root = this.lineAt(from, this.ply - 1);
const list = [this.lineAt(from, this.ply), ...this.lines.keys()].filter((n, i, all) => all.indexOf(n) === i && (n === this.lineAt(from, this.ply) || n > 0 && this.lines[n].ply === this.ply - 1 && this.lineAt(this.lines[n].parent, this.ply - 1) === root));
return list.map((n) => n === start5 ? this.line : n);
}
/* The ply at which the present line leaves the game itself. */
leaves() {
let ply = Infinity;
for (let at = this.line; at > 0; at = this.lines[at].parent) ply = Math.min(ply, this.lines[at].ply);
return ply;
}
/* Which line a ply of a line's way belongs to. */
lineAt(line2, ply) {
let at = line2;
while (at > 0 && ply <= this.lines[at].ply) at = this.lines[at].parent;
return at;
}
/* --- Building ---------------------------------------------------------------------------------- */
build(game3) {
const button = (label, sign, run) => h("button", { type: "button", "aria-label": label, title: label, onclick: run }, sign);
replace(this.list, this.items(0));
document.title = `${game3.black ?? ""} – ${game3.white ?? ""} · Kifu`;
replace(
this.el,
h(
"div",
{ class: "left" },
this.board.el,
this.caption,
h(
"div",
{ class: "stepper" },
button(t5("first"), "|◀", () => this.go(0)),
button(t5("previous"), "◀", () => this.go(this.ply - 1)),
this.slider,
button(t5("next"), "▶", () => this.go(this.ply + 1)),
button(t5("end"), "▶|", () => this.go(this.way.length - 1))
),
this.actions(),
h("p", { class: "tips keys" }, t5("keys"))
),
h(
"div",
{ class: "right" },
h("p", {}, h("a", { href: backAddress }, `← ${t5("back")}`)),
this.details(game3),
this.comment,
this.graphPanel(game3),
h("section", { class: "panel", "aria-label": t5("moves") }, h("h2", {}, t5("moves")), this.list),
this.elsewhere,
this.analysis?.el
)
);
}
actions() {
const link = h("button", { type: "button", onclick: () => void this.copyLink(link) }, t5("link"));
return h(
"div",
{ class: "row" },
h("button", { type: "button", class: "main", onclick: () => location.hash = searchAddress(this.query()) }, t5("fromHere")),
h("button", { type: "button", onclick: () => {
this.board.flip();
this.go(this.ply);
} }, t("flip")),
link,
site.game === "shogi" && h("a", { class: "button", id: "play-here", href: "#" }, t5("playHere")),
h("a", { class: "button", id: "picture", download: "kifu.svg", href: "#" }, t5("picture")),
h("button", { type: "button", id: "png", onclick: () => void this.savePng() }, t5("png"))
);
}
details(game3) {
const name = (side, text) => h("span", { class: game3.result === side ? "won" : "" }, `${sideMark(side === "b" ? "s" : "g")} ${text || t("unknownPlayer")}`);
const facts = [game3.date, game3.event, game3.site].filter(Boolean).join(" · ");
return h(
"header",
{ class: "details" },
h("h1", {}, name("b", game3.black), " ", name("w", game3.white)),
h("p", {}, facts),
h("p", { class: "outcome" }, game3.summary[lang] || resultText(game3.result)),
game3.tags.length > 0 && h("p", { class: "row tags" }, game3.tags.map((tag) => this.tag(tag))),
game3.headers.length > 0 && h(
"details",
{},
h("summary", {}, t5("details")),
h("dl", {}, game3.headers.map((x) => [h("dt", {}, x.key), h("dd", {}, x.value)]).flat())
)
);
}
/* A castle or an opening; a click goes to where it first stood. */
tag(tag) {
const whose = tag.seat < 0 ? "" : `${sideMark(tag.seat === 0 ? "s" : "g")} `;
return h(
"button",
{ type: "button", onclick: () => this.goMain(tag.from) },
`${whose}${nameOf(tag)} `,
h("small", {}, tag.from === tag.to - 1 ? String(tag.from) : `${tag.from}–${tag.to - 1}`)
);
}
/* Moves of a line with the variations that leave it after them. */
items(line2) {
return this.lines[line2].positions.flatMap((p) => {
const leaving = [...this.lines.keys()].filter((n) => n > 0 && this.lines[n].parent === line2 && this.lines[n].ply === p.ply - 1);
return [this.moveItem(p, line2), ...leaving.map((n) => h(
"li",
{ class: "variation" },
h("ol", { "aria-label": t5("variation", p.ply), start: p.ply }, this.items(n))
))];
});
}
moveItem(p, line2) {
const held = line2 === 0 && this.hit && p.ply >= this.hit[0] && p.ply <= this.hit[1];
const text = p.move ? p[lang] ?? p.move : t("startPosition");
return h(
"li",
{ class: held ? "held" : "" },
h(
"button",
{ type: "button", "data-ply": p.ply, "data-line": line2, onclick: () => {
this.enter(line2);
this.go(p.ply);
} },
h("span", { class: "n" }, String(p.ply)),
h("span", {}, text),
p.comment !== void 0 && h("span", { class: "has-comment", title: t5("comment") }, "✎"),
held && h("span", { class: "hidden" }, t5("hit")),
p.ms !== void 0 && h("span", { class: "ms" }, clock(p.ms))
)
);
}
graphPanel(game3) {
const values = game3.positions.map((p) => p.value ? valueOf(p.value) : void 0);
const times = game3.positions.map((p) => p.ms);
const tracks = game3.tags.filter((tag) => tag.to > tag.from).slice(0, 8).map((tag) => ({
label: `${tag.seat < 0 ? "" : sideMark(tag.seat === 0 ? "s" : "g")} ${nameOf(tag)}`,
spans: [[tag.from, tag.to]],
side: tag.seat
}));
if (!tracks.length && !values.some((v) => v !== void 0) && !times.some((v) => v)) return false;
this.graph = new GameGraph({ plies: game3.plies, label: t5("graph"), values, times, tracks, go: (ply) => this.goMain(ply) });
return h("section", { class: "panel", "aria-label": t5("graph") }, this.graph.el);
}
/* --- Stepping ---------------------------------------------------------------------------------- */
goMain(ply) {
this.enter(0);
this.go(ply);
}
go(ply) {
this.ply = Math.min(Math.max(0, ply || 0), this.way.length - 1);
const now = this.way[this.ply];
this.board.show(now.sfen, now.move);
this.slider.value = String(this.ply);
const value = now.value ? ` · ${valueText(now.value)}` : "";
this.caption.textContent = now.move ? `${t("ply", now.ply)}  ${now[lang] ?? now.move}${value}` : t("startPosition") + value;
replace(this.comment, now.comment !== void 0 && h("section", { class: "panel", "aria-label": t5("comment") }, h("p", {}, now.comment)));
this.markMove();
this.graph?.show(Math.min(this.ply, this.leaves()));
this.el.querySelector("#picture")?.setAttribute("href", this.pictureAddress());
this.el.querySelector("#play-here")?.setAttribute("href", address("play", ["shogi"], { sfen: now.sfen, side: now.turn === 1 ? "w" : void 0 }));
showAddress(gameAddress({ db: this.game.db, game: this.id }, this.ply, this.hit, this.line));
this.lookElsewhere();
this.analysis?.show({ sfen: this.way[0].sfen, moves: this.way.slice(1, this.ply + 1).map((p) => p.move) });
}
pictureAddress() {
const { db } = this.game;
const main = this.lineAt(this.line, this.ply) === 0;
const what = main ? { db, game: String(this.id), ply: String(this.ply) } : { sfen: this.way[this.ply].sfen };
return `api/board?${new URLSearchParams({ ...what, lang, flip: String(this.board.flipped) })}`;
}
markMove() {
this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
const button = this.list.querySelector(`[data-line="${this.lineAt(this.line, this.ply)}"][data-ply="${this.ply}"]`);
button?.setAttribute("aria-current", "true");
if (!button) return;
const list = this.list.getBoundingClientRect(), item = button.getBoundingClientRect();
if (item.top < list.top) this.list.scrollTop -= list.top - item.top + 8;
else if (item.bottom > list.bottom) this.list.scrollTop += item.bottom - list.bottom + 8;
}
query() {
const dialect = dialectOf(site.game), { sfen } = this.way[this.ply];
const setup = dialect.fromPosition(sfen);
return setup ? toQuery(dialect, setup) : `sfen "${sfen}"`;
}
/* --- The same position in other games ------------------------------------------------------------ */
lookElsewhere() {
clearTimeout(this.timer);
const signal = this.asking.begin();
this.timer = window.setTimeout(() => void this.askElsewhere(signal), 150);
}
async askElsewhere(signal) {
const query = this.query();
const title = h("h2", { id: "elsewhere-title" }, t5("elsewhere"));
try {
const answer = await ask("moves", { query, limit: 20 }, signal);
if (signal.aborted) return;
replace(this.elsewhere, title, answer.games <= 1 ? h("p", { class: "hint" }, t5("only")) : [
h("p", {}, h("a", { href: searchAddress(query) }, t5("inGames", gamesText(answer.games))), ` ${t("countOf", count(site.games))}`),
answer.moves.length > 0 && moveTable(answer, { isShogi: site.game === "shogi", pieces: this.board.pieces, shown: 5 })
]);
this.el.dataset.elsewhere = String(this.ply);
} catch (e) {
if (!signal.aborted) replace(this.elsewhere, title, h("p", { class: "hint" }, messageOf(e)));
}
}
/* --- Taking it away ------------------------------------------------------------------------------ */
async copyLink(button) {
try {
await navigator.clipboard.writeText(location.href);
button.textContent = t5("copied");
announce(t5("copied"));
setTimeout(() => button.textContent = t5("link"), 2e3);
} catch {
prompt(t5("link"), location.href);
}
}
/* The server's picture, as pixels. */
async savePng() {
const image = new Image();
image.src = `${this.pictureAddress()}&theme=wood&size=900`;
await image.decode();
const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
canvas.getContext("2d").drawImage(image, 0, 0);
h("a", { download: `kifu-${this.id}-${this.ply}.png`, href: canvas.toDataURL("image/png") }).click();
}
};
var valueOf = (v) => v.centipawns ?? (v.mate > 0 ? 5e3 : -5e3);
function valueText(v) {
if (v.centipawns !== void 0) return t5("value", (v.centipawns > 0 ? "+" : "") + v.centipawns);
return Math.abs(v.mate) >= 1e5 ? t5("mateUnknown") : t5("mate", Math.abs(v.mate));
}
function clock(ms) {
const s = Math.floor(ms / 1e3);
const two = (n) => String(n).padStart(2, "0");
return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
var backAddress = searchAddress("");
var setBack = (hash) => void (backAddress = hash);
var game2 = {
id: "game",
title: { en: "Game", ja: "対局" },
unlisted: true,
mount(el, { path, args }) {
const hit = args.get("hit")?.match(/^(\d+)-(\d+)$/);
const [db, id, ply] = path.length === 1 ? [args.get("db") ?? "", path[0], args.get("ply")] : path;
const view = new GameView(
db,
Number(id),
{ ply: Number(ply ?? 0), line: Number(args.get("line") ?? 0) },
hit ? [Number(hit[1]), Number(hit[2])] : void 0
);
replace(el, view.el);
return () => view.destroy();
}
};

// src/condition_words.ts
var t6 = texts({
diffBy: "danger to {0}’s king greater by {1} or more",
attack: "danger to {0}’s king",
defence: "defence of {0}’s king",
progress: "progress of the game",
turn: "{0} to move",
plies: "moves {0} to {1}",
pliesFrom: "from move {0}",
pliesTo: "up to move {0}",
of: "{0}: {1}",
hand: "{0} has {1} × {2} or more in hand",
on: "{0} on {1}",
atLeast: "{0} ≥ {1}",
atMost: "{0} ≤ {1}",
less: "{0} < {1}",
more: "{0} > {1}",
and: "; "
}, {
diffBy: "{0}玉の危険度が {1} 以上大きい",
attack: "{0}玉の危険度",
defence: "{0}玉の守り",
progress: "進行度",
turn: "{0}番",
plies: "{0}～{1} 手目",
pliesFrom: "{0} 手目以降",
pliesTo: "{0} 手目まで",
of: "{0}の{1}",
hand: "{0}の持駒に{1} {2} 枚以上",
on: "{1}に{0}",
atLeast: "{0} {1} 以上",
atMost: "{0} {1} 以下",
less: "{0} {1} 未満",
more: "{0} {1} 超",
and: "、"
});
var READY = [
["progress.diff>=0.25", "progress.diff<=-0.25"],
["s.hand.hi>=2", "g.hand.hi>=2"],
["s.hand.ka>=2", "g.hand.ka>=2"],
["s.hand.ke>=3", "g.hand.ke>=3"],
["turn:s", "turn:g"]
];
var RULES = [
[/^turn:([sg])$/, (m) => t6("turn", sideName(m[1]))],
[/^progress\.diff>=([\d.]+)$/, (m) => t6("diffBy", sideName("s"), m[1])],
[/^progress\.diff<=-([\d.]+)$/, (m) => t6("diffBy", sideName("g"), m[1])],
[/^(attack|defence)\.([sg])([<>]=?)([\d.]+)$/, (m) => compare(t6(m[1], sideName(m[2])), m[3], m[4])],
[/^progress([<>]=?)([\d.]+)$/, (m) => compare(t6("progress"), m[1], m[2])],
[/^ply:(\d*)\.\.(\d*)$/, (m) => m[1] && m[2] ? t6("plies", m[1], m[2]) : m[1] ? t6("pliesFrom", m[1]) : t6("pliesTo", m[2])],
[/^([sg])\.hand\.([a-z]{2})>=(\d+)$/, (m) => t6("hand", sideName(m[1]), kindName(m[2]), count(Number(m[3])))],
[/^([sg])([a-z]{2})(\d+)$/, (m) => t6("hand", sideName(m[1]), kindName(m[2]), count(Number(m[3])))],
[/^([sg])([1-9][1-9])([a-z]{2})$/, (m) => t6("on", pieceName(m[1], m[3]), squareName(m[2]))],
[/^(?:([sg])\.)?(castle|opening|shape):(.+)$/, (m) => {
const name = site.names.find((n) => n.group === m[2] && n.name === m[3]);
return name && (m[1] ? t6("of", sideName(m[1]), nameOf(name)) : nameOf(name));
}]
];
function compare(what, sign, than) {
return t6({ ">=": "atLeast", "<=": "atMost", "<": "less", ">": "more" }[sign], what, than);
}
function conditionWords(query) {
const parts = query.trim().split(/\s+/).map((word) => {
for (const [pattern, say] of RULES) {
const m = word.match(pattern);
if (m) return say(m);
}
return void 0;
});
return parts.every((p) => p !== void 0) ? parts.join(t6("and")) : void 0;
}

// src/curve_chart.ts
var t7 = texts({
value: "value",
rate: "Black’s win rate",
at: "{0}, value {1}: {2} % won ({3}–{4} %), {5} positions of {6} games",
games: "Games",
keys: "Point at the curves or use the arrow keys for figures; Enter shows the games.",
table: "As a table",
bin: "Value"
}, {
value: "評価値",
rate: "先手の勝率",
at: "{0}、評価値 {1}: 勝率 {2} %（{3}～{4} %）、{6} 局の {5} 局面",
games: "対局",
keys: "曲線を指すか矢印キーで、数値を読めます。Enter で対局を表示します。",
table: "表で見る",
bin: "評価値"
});
var signed2 = (n) => n < 0 ? `−${-n}` : n > 0 ? `+${n}` : "0";
var LEFT = 44;
var RIGHT = 12;
var TOP2 = 10;
var BOTTOM = 40;
function tickStep(reach, most) {
let step2 = 100;
for (let i = 0; reach / step2 > most; i++) step2 *= i % 3 === 1 ? 2.5 : 2;
return step2;
}
var MARKS = [
"M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z",
"M-3.6 -3.6H3.6V3.6H-3.6Z",
"M0 -4.8L4.6 3.4H-4.6Z",
"M0 -5L5 0L0 5L-5 0Z",
"M0 4.8L4.6 -3.4H-4.6Z"
];
var CurveChart = class {
/* reach: both ends of the axis, if it is to be that of another chart. */
constructor(title = "", options2 = {}) {
this.title = title;
this.options = options2;
this.el = h("figure", { class: "curve-chart" }, title && h("figcaption", {}, title), this.picture, this.said, this.more);
this.sizes = new ResizeObserver(() => this.picture.clientWidth !== this.width && this.draw());
this.sizes.observe(this.picture);
}
title;
options;
el;
picture = h("div", { class: "curve-picture" });
said = h("p", { class: "readout tips" });
more = h("div", {});
sizes;
curves = [];
points = [];
width = 0;
destroy() {
this.sizes.disconnect();
}
show(curves) {
this.curves = curves;
this.said.textContent = t7("keys");
replace(this.more, !this.options.low && curves.length > 0 && table(curves));
this.draw();
}
reach() {
const ends = this.curves.flatMap((c) => c.bins.map((b) => Math.abs(b.value)));
return Math.max(500, ...ends);
}
/* --- Drawing -------------------------------------------------------------------------------------- */
draw() {
this.width = this.picture.clientWidth;
const wide = this.width, high = Math.max(210, Math.min(430, Math.round(wide * (this.options.low ? 0.7 : 0.6))));
this.points = [];
if (wide < 100 || this.curves.length === 0) return replace(this.picture);
const reach = (this.options.reach?.() ?? this.reach()) * 1.04;
const x = (value) => LEFT + (wide - LEFT - RIGHT) * (value + reach) / (2 * reach);
const y = (rate) => TOP2 + (high - TOP2 - BOTTOM) * (1 - rate);
const guide = svg("line", { class: "guide", y1: TOP2, y2: high - BOTTOM, hidden: true });
const picture2 = svg(
"svg",
{
viewBox: `0 0 ${wide} ${high}`,
width: wide,
height: high,
role: "group",
"aria-label": [this.title || t7("rate"), ...this.curves.map((c) => c.label)].join(" / ")
},
axes(wide, high, reach, x, y),
this.curves.map((c) => band(c, x, y)),
this.curves.map((c) => line(c, x, y)),
guide,
this.curves.map((c, i) => svg("g", { class: `marks s${c.hue}` }, c.bins.map((bin) => this.point(c, i, bin, x(bin.value), y(bin.rate)))))
);
picture2.addEventListener("pointermove", (e) => this.nearest(e));
let before;
picture2.addEventListener("pointerdown", (e) => {
before = this.points.find((p) => p.el.classList.contains("now"))?.el;
this.nearest(e);
});
picture2.addEventListener("click", (e) => {
const at = e.target.closest("a");
if (at && at !== before && e.pointerType === "touch") e.preventDefault();
});
picture2.addEventListener("keydown", (e) => this.onKey(e));
picture2.addEventListener("focusin", (e) => {
const at = this.points.find((p) => p.el === e.target);
if (at) this.tell(at);
});
replace(this.picture, picture2);
this.points[0]?.el.setAttribute("tabindex", "0");
}
point(c, curve, bin, x, y) {
const el = svg(
"a",
{ href: c.href(bin), tabindex: -1, "aria-label": words(c, bin), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: c.dashed ? "dashed" : void 0 },
svg("circle", { r: 11, class: "reach-area" }),
svg("path", { d: MARKS[c.hue % MARKS.length] })
);
this.points.push({ curve, bin, x, y, el });
return el;
}
/* --- Reading -------------------------------------------------------------------------------------- */
nearest(e) {
const box = this.picture.getBoundingClientRect();
const away = (p) => Math.hypot((p.x - e.clientX + box.left) * 1.5, p.y - e.clientY + box.top);
const best = this.points.reduce((a, b) => away(b) < away(a) ? b : a, this.points[0]);
if (best && away(best) < 80) this.tell(best);
}
tell(at) {
const c = this.curves[at.curve];
for (const p of this.points) p.el.classList.toggle("now", p === at);
for (const p of this.points) p.el.setAttribute("tabindex", p === at ? "0" : "-1");
const guide = this.picture.querySelector(".guide");
guide.removeAttribute("hidden");
guide.setAttribute("x1", String(at.x));
guide.setAttribute("x2", String(at.x));
replace(this.said, words(c, at.bin), " ", h("a", { href: c.href(at.bin), tabindex: -1 }, t7("games")));
}
onKey(e) {
const now = this.points.find((p) => p.el === document.activeElement);
if (!now || e.ctrlKey || e.altKey || e.metaKey) return;
const same = this.points.filter((p) => p.curve === now.curve), at = same.indexOf(now);
const beside = (by) => {
for (let c = now.curve + by; c >= 0 && c < this.curves.length; c += by) {
const there = this.points.filter((p) => p.curve === c);
if (there.length) return there.reduce((a, b) => Math.abs(b.x - now.x) < Math.abs(a.x - now.x) ? b : a);
}
return void 0;
};
const steps = {
ArrowLeft: () => same[at - 1],
ArrowRight: () => same[at + 1],
Home: () => same[0],
End: () => same.at(-1),
ArrowDown: () => beside(1),
ArrowUp: () => beside(-1)
};
if (!steps[e.key]) return;
e.preventDefault();
steps[e.key]()?.el?.focus();
}
};
var words = (c, b) => t7("at", c.label, signed2(b.value), percent(b.rate), percent(b.low), percent(b.high), count(b.positions), count(b.games));
function axes(wide, high, reach, x, y) {
const step2 = tickStep(reach, (wide - LEFT) / 150), ticks = [];
for (let v = -Math.floor(reach / step2) * step2; v <= reach; v += step2) ticks.push(v);
return svg(
"g",
{ class: "axes", "aria-hidden": "true" },
[0, 0.25, 0.5, 0.75, 1].flatMap((r) => [
svg("line", { class: r === 0.5 ? "middle" : void 0, x1: LEFT, x2: wide - RIGHT, y1: y(r), y2: y(r) }),
svg("text", { x: LEFT - 6, y: y(r) + 4, "text-anchor": "end" }, `${100 * r}%`)
]),
ticks.flatMap((v) => [
svg("line", { class: v === 0 ? "middle" : void 0, x1: x(v), x2: x(v), y1: y(1), y2: y(0) }),
svg("text", { x: x(v), y: high - BOTTOM + 16, "text-anchor": "middle" }, signed2(v))
]),
svg("text", { x: wide - RIGHT, y: high - 6, "text-anchor": "end" }, `${t7("value")} →`),
svg("text", { x: LEFT, y: high - 6 }, `↑ ${t7("rate")}`)
);
}
var pathOf = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
function band(c, x, y) {
if (c.dashed || c.bins.length === 0) return false;
const up = c.bins.map((b) => [x(b.value), y(b.high)]), down = c.bins.map((b) => [x(b.value), y(b.low)]);
return svg("path", { class: `interval s${c.hue}`, d: c.bins.length > 1 ? `${pathOf([...up, ...down.reverse()])}Z` : pathOf([up[0], down[0]]) });
}
function line(c, x, y) {
return svg("path", { class: `line s${c.hue}${c.dashed ? " dashed" : ""}`, d: pathOf(c.bins.map((b) => [x(b.value), y(b.rate)])) });
}
function curveSign(hue, dashed = false) {
return svg(
"svg",
{ class: `curve-sign s${hue}`, viewBox: "-12 -7 24 14", "aria-hidden": "true" },
svg("path", { class: dashed ? "line dashed" : "line", d: "M-12 0H12" }),
svg("path", { class: "mark", d: MARKS[hue % MARKS.length] })
);
}
function table(curves) {
const values = [...new Set(curves.flatMap((c) => c.bins.map((b) => b.value)))].sort((a, b) => a - b);
return h("details", { class: "figures" }, h("summary", {}, t7("table")), h(
"div",
{ class: "scrolled", tabindex: 0, role: "region", "aria-label": t7("table") },
h(
"table",
{},
h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t7("bin")), curves.map((c) => h("th", { scope: "col" }, c.label)))),
h("tbody", {}, values.map((v) => h("tr", {}, h("th", { scope: "row" }, signed2(v)), curves.map((c) => {
const b = c.bins.find((x) => x.value === v);
return h("td", {}, b && h("a", { href: c.href(b) }, `${percent(b.rate)} %`), b && h("small", {}, ` ${percent(b.low)}–${percent(b.high)} · ${count(b.positions)}`));
}))))
)
));
}

// src/calibrate_parts.ts
var t8 = texts({
findings: "Blind spots",
suspects: "Found so far, to be judged on other games:",
tested: "{0} conditions tried, {1} of them wrong beyond chance. Figures are of {2} games that the search did not see.",
none: "No condition is wrong beyond chance.",
more: "{0} wins {1} games in a hundred more than the value says.",
fewer: "{0} wins {1} games in a hundred fewer than the value says.",
holder: "The side that has it",
leader: "Whoever is ahead",
size: "{0} positions of {1} games",
distortion: "distortion {0} % [{1}, {2}]",
unconfirmed: "Other games do not confirm it.",
unknown: "too few positions in every bin",
curves: "Show the curves: {0}",
lookAt: "Look at",
search: "Search",
folded: "Nearly the same: {0}",
term: "Term",
weight: "Weight",
error: "±",
old: "Before",
value: "value",
attack: "danger to the kings",
defence: "defence of the kings",
ml: "Mean log-loss",
ls: "Mean squared error",
learnt: "learnt from",
heldOut: "held out",
positions: "Positions",
before: "Before",
after: "After",
constant: "Without values",
points: "In hundredths of a pawn, beside a value’s weight of 1.",
changed: "On games held out"
}, {
findings: "評価の死角",
suspects: "これまでの候補（別の対局で検証します）:",
tested: "{0} 条件を調べ、{1} 条件が偶然とは言えない狂いでした。数値は探索に使っていない {2} 局のものです。",
none: "偶然とは言えない狂いはありませんでした。",
more: "{0}は評価値の示すより 100 局あたり {1} 局多く勝ちます。",
fewer: "{0}は評価値の示すより 100 局あたり {1} 局少なく勝ちます。",
holder: "この条件の側",
leader: "優勢な側",
size: "{1} 局の {0} 局面",
distortion: "歪み {0} %［{1}～{2}］",
unconfirmed: "別の対局では確かめられませんでした。",
unknown: "局面数の足りる区間がありません",
curves: "曲線を見る: {0}",
lookAt: "例",
search: "検索",
folded: "ほぼ同じ: {0}",
term: "項",
weight: "重み",
error: "±",
old: "元",
value: "評価値",
attack: "玉の危険度の差",
defence: "玉の守りの差",
ml: "平均対数損失",
ls: "平均二乗誤差",
learnt: "学習",
heldOut: "検証",
positions: "局面数",
before: "調整前",
after: "調整後",
constant: "評価値なし",
points: "単位は歩の 1/100 です（評価値の重みは 1）。",
changed: "検証用の対局では"
});
function distortionText(c) {
if (c.distortion === null || c.low === null || c.high === null) return t8("unknown");
return t8("distortion", ...[c.distortion, c.low, c.high].map((x) => (100 * x).toFixed(1).replace("-", "−")));
}
function winsText(who, by, interval = []) {
const figure2 = (x) => (100 * Math.abs(x)).toFixed(1);
const range = interval.length ? ` [${interval.map(figure2).sort((a, b) => Number(a) - Number(b)).join(", ")}]` : "";
return t8(by > 0 ? "more" : "fewer", who === true ? sideName("s") : t8(who), figure2(by) + range);
}
var sizeText = (c) => t8("size", count(c.positions), count(c.games));
function conditionLabel(query) {
const words2 = conditionWords(query);
return h("span", { class: "condition" }, words2 && `${words2} `, h("code", {}, query));
}
var Findings = class {
constructor(choose2) {
this.choose = choose2;
}
choose;
el = h("section", { class: "panel findings", "aria-labelledby": "findings-title" });
title = h("h2", { id: "findings-title", tabindex: -1 }, t8("findings"));
list = h("ol", {});
head = h("p", { class: "tips" });
judged = false;
clear() {
replace(this.el);
}
begin() {
this.judged = false;
replace(this.list);
replace(this.head);
replace(this.el, this.title, this.head, this.list);
}
on(name, data) {
if (name === "suspect") this.suspect(data.condition);
else if (name === "findings") this.headline(data);
else if (name === "finding") this.list.append(this.item(data));
}
end() {
if (this.judged && this.list.children.length === 0) replace(this.head, t8("none"));
}
suspect(condition) {
this.head.textContent = t8("suspects");
this.list.append(h("li", { class: "suspect" }, conditionLabel(condition)));
}
headline(d) {
this.judged = true;
replace(this.list);
this.head.textContent = t8("tested", count(d.tested), count(d.significant), count(d.judged_games));
}
item(f) {
const both = f.flipped === f.condition ? [f.condition] : [f.condition, f.flipped];
const words2 = conditionWords(f.condition) ?? f.condition;
return h(
"li",
{ "data-condition": f.condition },
h("button", { type: "button", title: t8("curves", words2), onclick: () => this.choose(both) }, conditionLabel(f.condition)),
h("p", {}, f.tilted ? winsText("leader", f.lean) : winsText(f.condition === f.flipped || "holder", f.shift)),
h("div", { class: "finding-figures" }, gauge(f), h("small", {}, `${sizeText(f)} · ${distortionText(f)}`)),
!f.confirmed && h("p", { class: "tips" }, t8("unconfirmed")),
f.folded.length > 0 && h("p", { class: "tips" }, t8("folded", f.folded.slice(0, 3).map((q) => conditionWords(q) ?? q).join(" / "))),
h(
"p",
{ class: "tips" },
h("a", { href: searchAddress(f.condition) }, t8("search")),
f.examples.length > 0 && ` · ${t8("lookAt")}: `,
f.examples.slice(0, 4).flatMap((e, i) => [i > 0 && ", ", h("a", { href: gameAddress({ db: e.db, game: e.id }, e.ply), title: `${signed2(e.value)} · ${sideName(e.side === "white" ? "g" : "s")}` }, `#${e.id}, ${t("ply", e.ply)}`)])
)
);
}
};
function gauge(f) {
if (f.distortion === null || f.low === null || f.high === null) return false;
const at = (x) => Math.max(0, Math.min(100, 500 * x));
return h("div", { class: "score gauge" }, bar([["track", 0, 100], ["band", at(f.low), at(f.high)], ["point", at(f.distortion) - 1, at(f.distortion) + 1]], distortionText(f)));
}
var FitView = class {
el = h("div", { class: "fitted" });
terms = [];
afters = [];
fit;
charts = [];
failed = "";
destroy() {
for (const chart of this.charts) chart.destroy();
this.charts = [];
}
clear() {
this.destroy();
[this.terms, this.afters, this.fit, this.failed] = [[], [], void 0, ""];
replace(this.el);
}
on(name, data) {
if (name === "term") this.terms.push(data);
else if (name === "fit") this.fit = data;
else if (name === "after") this.afters.push(data);
else if (name === "unfit") this.failed = data.error.message;
}
/* href: where a point of a curve leads. */
show(href) {
this.destroy();
if (!this.fit) return replace(this.el, this.failed && h("p", { class: "hint" }, this.failed));
replace(this.el, this.termTable(), h("p", { class: "tips" }, t8("points")), this.lossTable(this.fit), this.changes(href));
}
termTable() {
const label = (term) => /^(value|attack|defence)$/.test(term) ? t8(term) : conditionLabel(term);
return h(
"table",
{ class: "terms" },
h("thead", {}, h("tr", {}, ["term", "weight", "error", "old"].map((k) => h("th", { scope: "col" }, t8(k))))),
h("tbody", {}, this.terms.map((x) => h(
"tr",
{ "data-term": x.term },
h("th", { scope: "row" }, label(x.term)),
h("td", { class: "number" }, x.error === null ? "–" : figure(x.weight)),
h("td", { class: "number" }, x.error === null ? "" : x.error.toFixed(1)),
h("td", { class: "number" }, figure(x.old))
)))
);
}
lossTable(f) {
const row = (name, p) => p.positions > 0 && h(
"tr",
{},
h("th", { scope: "row" }, name),
[count(p.positions), p.blind.toFixed(4), p.before.toFixed(4), p.after.toFixed(4)].map((x) => h("td", { class: "number" }, x))
);
return h(
"table",
{ class: "terms" },
h("thead", {}, h(
"tr",
{},
h("th", { scope: "col" }, t8(f.fit)),
["positions", "constant", "before", "after"].map((k) => h("th", { scope: "col" }, t8(k)))
)),
h("tbody", {}, row(t8("learnt"), f.learnt), row(t8("heldOut"), f.held_out))
);
}
/* The curves of the conditions, before and after. */
changes(href) {
if (this.afters.length === 0) return false;
const curves = (which) => this.afters.map((a, i) => ({
label: conditionWords(a.after) ?? a.after,
hue: i + 1,
bins: a[which].bins,
href: (bin) => href(a.after, bin)
}));
const reach = () => Math.max(...this.charts.map((c) => c.reach()));
this.charts = ["before", "after"].map((k) => new CurveChart(t8(k), { reach, low: true }));
this.charts[0].show(curves("before"));
this.charts[1].show(curves("curve"));
return h("div", {}, h("h3", {}, t8("changed")), h("ul", { class: "changes" }, this.afters.map((a, i) => h(
"li",
{},
curveSign(i + 1),
conditionLabel(a.after),
h("small", {}, `${distortionText(a.before)} → ${distortionText(a.curve)}`)
))), h("div", { class: "pair" }, this.charts.map((c) => c.el)));
}
};
var figure = (x) => Math.abs(x) < 0.05 ? "0" : x.toFixed(Math.abs(x) < 10 ? 1 : 0).replace("-", "−");
var share = (x) => x === null ? "–" : `${percent(x)} %`;

// src/area_calibrate.ts
var t9 = texts({
title: "Calibration",
about: "If an evaluation is right, positions of one value are won equally often, whatever else is true of them. Where a condition’s curve lies apart, the evaluation is blind to it.",
conditions: "Conditions",
condition: "Condition {0}",
add: "Add a condition",
remove: "Remove condition {0}",
choose: "Choose one…",
castle: "Castles",
opening: "Openings",
shape: "Shapes",
opposite: "Also where it does not hold (dashed)",
evaluation: "Evaluation",
paper: "as in the paper",
calibrated: "the same, fitted",
net: "network",
material: "material only",
record: "values in the records",
calm: "Play out captures first (slow)",
only: "Only positions where",
further: "More settings",
bin: "Width of a bin",
min: "Positions a bin needs",
skip: "Leave out first moves",
nochecks: "Leave out positions in check",
nohanging: "Leave out positions with something to be won",
mates: "Search for mates at the end to see who won (slow)",
working: "Working…",
stop: "Stop",
stopped: "Stopped.",
curves: "Win rate against value",
all: "All positions",
figures: "{0} · won {1} · mean value {2}",
same: "No clear difference.",
nothing: "There is nothing to calibrate: no game that is looked at has a result, or no position a value.",
few: "No bin has {0} positions. Take a smaller number, or wider bins.",
discover: "Find blind spots",
discoverAbout: "Tries thousands of conditions and tells those under which values are most wrong.",
fit: "Fit weights",
fitAbout: "What the conditions, or the danger to the kings, are worth beside the value; judged on one game in five that it did not learn from.",
model: "Method",
ml: "maximum likelihood",
ls: "least squares",
terms: "Terms",
progress: "danger to the kings",
these: "the conditions above",
go: "Calibration compares an evaluation’s values with the results of games. Kifu has an evaluation for shogi only, and this database holds another game.",
toSearch: "Search games",
note: "Points lead to all games with the condition: only the paper’s values can be searched for.",
left: "{0} · {1} s left",
exchanged: "The same for {0}"
}, {
title: "評価の検証",
about: "評価関数が正しければ、評価値が同じ局面の勝率は、他の条件によらず同じはずです。ある条件の曲線が離れていれば、評価関数はその条件を見ていません。",
conditions: "条件",
condition: "条件 {0}",
add: "条件を加える",
remove: "条件 {0} を除く",
choose: "選ぶ…",
castle: "囲い",
opening: "戦法",
shape: "形",
opposite: "条件を満たさない局面も（破線）",
evaluation: "評価関数",
paper: "論文の評価関数",
calibrated: "同・調整後",
net: "ネットワーク",
material: "駒割りのみ",
record: "棋譜に書かれた評価値",
calm: "駒の取り合いを読む（低速）",
only: "対象の局面",
further: "詳しい設定",
bin: "区間の幅",
min: "区間に必要な局面数",
skip: "除く最初の手数",
nochecks: "王手の局面を除く",
nohanging: "駒得になる取りがある局面を除く",
mates: "終局図で詰みを探して勝敗を決める（低速）",
working: "計算中…",
stop: "停止",
stopped: "停止しました。",
curves: "評価値に対する勝率",
all: "全局面",
figures: "{0}・勝率 {1}・平均評価値 {2}",
same: "はっきりした違いはありません。",
nothing: "調べる局面がありません。対象の棋譜に勝敗がないか、評価値のある局面がありません。",
few: "{0} 局面ある区間がありません。局面数を減らすか、区間を広げてください。",
discover: "死角を探す",
discoverAbout: "数千の条件を試し、評価値が最も狂っている条件を示します。",
fit: "重みを求める",
fitAbout: "条件や玉の危険度が評価値に加えてどれだけの価値を持つかを求め、学習に使わない 5 局に 1 局で検証します。",
model: "方法",
ml: "最尤法",
ls: "最小二乗法",
terms: "項",
progress: "玉の危険度と守り",
these: "上の条件",
go: "評価の検証は、評価関数の値と勝敗を比べます。評価関数があるのは将棋だけで、このデータベースは別のゲームです。",
toSearch: "対局を検索",
note: "点からは条件に合う対局全部を見られます（検索できるのは論文の評価値だけです）。",
left: "{0}・残り {1} 秒",
exchanged: "{0}の場合も"
});
var MOST = 4;
var EVALUATIONS = ["paper", "calibrated", "net", "material", "record"];
var FLAGS = ["calm", "nochecks", "nohanging", "mates"];
var BINS = [100, 200, 250, 500, 1e3];
var MINIMA = [20, 50, 100, 200, 500, 1e3, 5e3];
var usualMinimum = () => MINIMA.reduce((a, b) => b <= Math.max(20, Math.min(1e3, site.plies / 500)) ? b : a, MINIMA[0]);
var CalibrateView = class {
el;
rows = h("ul", { class: "conditions" });
chart = new CurveChart();
chartTitle = h("h2", { tabindex: -1 }, t9("curves"));
list = h("ul", { class: "curve-list" });
chartPlace = h("section", { class: "panel", "aria-label": t9("curves") });
findings = new Findings((queries) => this.look(queries));
fitView = new FitView();
bar = h("progress", { "aria-label": t9("working") });
said = h("span", {});
working = h("div", { class: "working", hidden: true }, this.bar, this.said, h("button", { type: "button", id: "stop", onclick: () => this.stop() }, t9("stop")));
mistake = h("p", { class: "mistake", role: "alert" });
asking = new Asking();
field = {};
fitPlace;
discoverPlace;
when;
discovers;
fits;
found = "";
// what the findings on screen are of
fitted = "";
curves = [];
constructor(args) {
const when = args.get("when");
this.when = (when === null ? [...READY[0]] : when.split("\n").filter((q) => q.trim())).slice(0, MOST);
this.discovers = args.has("discover");
this.fits = args.has("fit");
this.fitPlace = this.fitPanel(args);
this.discoverPlace = h("section", { class: "panel", "aria-labelledby": "discover-title" }, h(
"div",
{ class: "row spread" },
h("h2", { id: "discover-title" }, t9("discover")),
h("button", { type: "button", id: "discover", class: "main", onclick: () => this.startDiscovery() }, t9("discover"))
), h("p", { class: "tips" }, t9("discoverAbout")));
this.el = h(
"main",
{ class: "calibrate" },
h("div", { class: "left" }, h("h1", { class: "hidden" }, t9("title")), h("p", { class: "tips" }, t9("about")), this.conditionPanel(), this.settings(args)),
h("div", { class: "right" }, this.working, this.mistake, this.chartPlace, this.discoverPlace, this.findings.el, this.fitPlace)
);
this.showRows();
void this.run();
}
destroy() {
this.asking.end();
this.chart.destroy();
this.fitView.destroy();
}
/* --- The question --------------------------------------------------------------------------------- */
conditionPanel() {
const option = (query) => h("option", { value: query }, conditionWords(query) ?? query);
const groups = ["castle", "opening", "shape"];
const choice = h(
"select",
{ id: "choose", "aria-label": t9("add"), onchange: () => {
if (choice.value) this.add(choice.value);
choice.value = "";
} },
h("option", { value: "" }, t9("choose")),
READY.flat().map(option),
groups.map((g) => h("optgroup", { label: t9(g) }, site.names.filter((n) => n.group === g).map((n) => h("option", { value: `s.${g}:${n.name}` }, `${sideName("s")}: ${nameOf(n)}`))))
);
const known = h(
"datalist",
{ id: "known" },
READY.flat().map(option),
site.names.flatMap((n) => ["s", "g"].map((s) => option(`${s}.${n.group}:${n.name}`)))
);
return h(
"section",
{ class: "panel", "aria-labelledby": "conditions-title" },
h("h2", { id: "conditions-title" }, t9("conditions")),
this.rows,
known,
h("div", { class: "row" }, h("button", { type: "button", id: "add", onclick: () => this.add("") }, t9("add")), choice),
this.check("opposite", t9("opposite"), false, () => this.showCurves())
);
}
check(id, label, on, change = () => void this.run()) {
const box = h("input", { type: "checkbox", id, checked: on, onchange: change });
this.field[id] = box;
return h("label", { class: "check", for: id }, box, label);
}
select(id, label, values, now, text) {
const box = h("select", { id, onchange: () => void this.run() }, values.map((v) => h("option", { value: v, selected: String(v) === String(now) }, text(String(v)))));
this.field[id] = box;
return [h("label", { for: id }, label), box];
}
settings(args) {
const plain2 = (v) => count(Number(v));
const number = (name, values, usual) => values.includes(Number(args.get(name))) ? Number(args.get(name)) : usual;
const has = (name) => args.has(name);
const only = h("input", { type: "search", id: "only", value: args.get("q") ?? "", spellcheck: "false", autocapitalize: "off", placeholder: "date:2000..", onchange: () => void this.run() });
this.field.only = only;
return h(
"section",
{ class: "panel" },
h("div", { class: "form" }, this.select("evaluation", t9("evaluation"), EVALUATIONS, args.get("weights") ?? "paper", (v) => t9(v)), h("label", { for: "only" }, t9("only")), only),
h(
"details",
{ open: [...FLAGS, "bin", "min", "skip"].some(has) },
h("summary", {}, t9("further")),
h(
"div",
{ class: "form" },
this.select("bin", t9("bin"), BINS, number("bin", BINS, 500), plain2),
this.select("min", t9("min"), MINIMA, number("min", MINIMA, usualMinimum()), plain2),
this.select("skip", t9("skip"), [0, 10, 20, 30, 40], number("skip", [0, 10, 20, 30, 40], 0), plain2)
),
FLAGS.map((id) => this.check(id, t9(id), has(id)))
)
);
}
fitPanel(args) {
return h(
"section",
{ class: "panel", "aria-labelledby": "fit-title" },
h("div", { class: "row spread" }, h("h2", { id: "fit-title" }, t9("fit")), h("button", { type: "button", id: "fit", class: "main", onclick: () => {
this.fits = true;
this.fitted = "";
void this.run();
} }, t9("fit"))),
h("p", { class: "tips" }, t9("fitAbout")),
h(
"div",
{ class: "form" },
this.select("model", t9("model"), ["ml", "ls"], args.get("fit") ?? "ml", (v) => t9(v)),
this.select("terms", t9("terms"), ["progress", "conditions"], args.get("terms") ?? "progress", (v) => t9(v === "progress" ? v : "these"))
),
this.fitView.el
);
}
showRows() {
replace(this.rows, this.when.map((query, i) => {
const input = h("input", {
type: "text",
list: "known",
value: query,
spellcheck: "false",
autocapitalize: "off",
autocomplete: "off",
"aria-label": t9("condition", i + 1),
placeholder: "s.castle:mino, s.hand.ka>=2 …",
onchange: () => {
this.when[i] = input.value.trim();
void this.run();
}
});
return h("li", {}, curveSign(i + 1), input, h("button", { type: "button", "aria-label": t9("remove", i + 1), title: t9("remove", i + 1), onclick: () => {
this.when.splice(i, 1);
this.showRows();
void this.run();
this.el.querySelector("#add")?.focus();
} }, "×"), h("p", { class: "mistake", id: `mistake-${i}` }), conditionWords(query) && h("small", {}, conditionWords(query)));
}));
const add = this.el?.querySelector("#add"), choose2 = this.el?.querySelector("#choose");
if (add && choose2) add.disabled = choose2.disabled = this.when.length >= MOST;
}
add(query) {
if (this.when.length >= MOST) return;
this.when.push(query);
this.showRows();
if (query) void this.run();
else this.rows.querySelector("li:last-child input")?.focus();
}
/* Curves of what was found. */
look(queries) {
this.when = queries;
this.showRows();
void this.run();
this.chartPlace.scrollIntoView({ block: "start" });
this.chartTitle.focus({ preventScroll: true });
}
startDiscovery() {
this.discovers = true;
this.found = "";
void this.run();
}
/* --- Asking --------------------------------------------------------------------------------------- */
on(id) {
return this.field[id].checked;
}
/* What decides which positions are looked at, and what they are worth. */
base() {
const evaluation = this.field.evaluation.value, isRecord = evaluation === "record";
return {
query: this.field.only.value.trim(),
value: isRecord ? "record" : this.on("calm") ? "quiescence" : "static",
weights: isRecord ? "paper" : evaluation,
skip: this.field.skip.value,
no_checks: this.on("nochecks"),
no_hanging: this.on("nohanging"),
mates: this.on("mates"),
bin: this.field.bin.value
};
}
conditions() {
const when = this.when.filter(Boolean).join("\n");
return { min_positions: this.field.min.value, when, preset: when ? void 0 : "none" };
}
showState() {
const unless = (id, usual) => this.field[id].value === usual ? void 0 : this.field[id].value;
const hash = address("calibrate", [], {
when: this.when.filter(Boolean).join("\n"),
q: this.field.only.value.trim(),
weights: unless("evaluation", "paper"),
bin: unless("bin", "500"),
min: unless("min", String(usualMinimum())),
skip: unless("skip", "0"),
...Object.fromEntries(FLAGS.map((id) => [id, this.on(id) ? 1 : void 0])),
discover: this.discovers ? 1 : void 0,
fit: this.fits ? this.field.model.value : void 0,
terms: this.fits ? unless("terms", "progress") : void 0
});
showAddress(this.when.some(Boolean) ? hash : hash.includes("?") ? hash.replace("?", "?when=&") : `${hash}?when=`);
}
async run() {
const signal = this.asking.begin();
this.showState();
delete this.el.dataset.answered;
this.mistake.textContent = "";
this.work(t9("working"));
try {
if (!await this.readsWell(signal)) return;
await this.askCurves(signal);
if (this.fits) await this.askFit(signal);
if (this.discovers) await this.askFindings(signal);
if (!signal.aborted) this.el.dataset.answered = location.hash;
} catch (e) {
if (!signal.aborted) this.mistake.textContent = t("failed", messageOf(e));
} finally {
if (!signal.aborted) this.working.hidden = true;
}
}
stop() {
this.asking.end();
this.working.hidden = true;
this.discovers = this.discovers && this.found !== "";
this.fits = this.fits && this.fitted !== "";
this.showState();
announce(t9("stopped"));
this.mistake.textContent = t9("stopped");
}
work(text, done, total) {
this.working.hidden = false;
this.said.textContent = text;
if (total) [this.bar.max, this.bar.value] = [total, Math.min(done ?? 0, total)];
else this.bar.removeAttribute("value");
}
progress(p) {
this.work(p.left !== null && p.left >= 2 ? t9("left", p.label, Math.round(p.left)) : p.label, p.done, p.total ?? void 0);
}
/* Mistakes are told where they were made. */
async readsWell(signal) {
const queries = [...this.when, this.field.only.value.trim()];
const answers = await Promise.all(queries.map((query) => ask("parse", { query }, signal)));
if (signal.aborted) return false;
answers.forEach((a, i) => {
const input = i < this.when.length ? this.rows.children[i]?.querySelector("input") : this.field.only;
if (a.error) input?.setAttribute("aria-invalid", "true");
else input?.removeAttribute("aria-invalid");
if (i < this.when.length) {
this.el.querySelector(`#mistake-${i}`).textContent = a.error?.message ?? "";
input?.setAttribute("aria-describedby", `mistake-${i}`);
} else if (a.error) this.mistake.textContent = a.error.message;
});
return answers.every((a) => !a.error);
}
async askCurves(signal) {
const curves = [];
let judged = { positions: 0, games: 0 };
await events("calibrate", { ...this.base(), ...this.conditions() }, (name, data) => {
if (signal.aborted) return;
if (name === "progress") this.progress(data);
else if (name === "judged") judged = data;
else if (name === "curve") curves.push(data);
}, signal);
if (signal.aborted) return;
this.curves = curves;
const nothing = judged.positions === 0;
this.discoverPlace.hidden = this.fitPlace.hidden = nothing;
if (nothing) {
this.discovers = this.fits = false;
this.findings.clear();
this.fitView.clear();
this.chart.show([]);
return replace(this.chartPlace, h("p", { class: "hint" }, t9("nothing")));
}
const few = this.curves[0].curve.bins.length === 0;
replace(
this.chartPlace,
h("div", { class: "row spread" }, this.chartTitle, h("small", { id: "judged" }, sizeText(judged))),
few ? h("p", { class: "hint" }, t9("few", count(Number(this.field.min.value)))) : this.chart.el,
this.list,
!this.asksByValue() && h("p", { class: "tips" }, t9("note"))
);
this.showCurves();
announce(`${t9("curves")}: ${sizeText(judged)}`);
}
async askFit(signal) {
const args = { ...this.base(), ...this.conditions(), fit: this.field.model.value, terms: this.when.some(Boolean) ? this.field.terms.value : "progress" };
if (this.fitted === JSON.stringify(args)) return;
this.fitView.clear();
this.work(t9("working"));
await events("calibrate", args, (name, data) => {
if (signal.aborted) return;
if (name === "progress") this.progress(data);
else this.fitView.on(name, data);
}, signal);
if (signal.aborted) return;
this.fitted = JSON.stringify(args);
this.fitView.show((condition, bin) => this.where(condition, bin));
announce(t9("fit"));
}
async askFindings(signal) {
const args = { ...this.base(), discover: true, top: 12 };
if (this.found === JSON.stringify(args)) return;
this.findings.begin();
await events("calibrate", args, (name, data) => {
if (signal.aborted) return;
if (name === "progress") this.progress(data);
else this.findings.on(name, data);
}, signal);
if (signal.aborted) return;
this.findings.end();
this.found = JSON.stringify(args);
announce(this.findings.el.querySelector(".tips")?.textContent ?? "");
}
/* --- Showing -------------------------------------------------------------------------------------- */
/* "value" in a search is that of the paper's evaluation. */
asksByValue() {
return this.field.evaluation.value === "paper" && !this.on("calm");
}
/* The games in a bin, as far as a query can say it. */
where(condition, bin) {
const width = Number(this.field.bin.value), half = Math.floor(width / 2), v = Math.abs(bin.value);
const near = v - half, far = v - half + width - 1, only = this.field.only.value.trim();
const range = bin.value > 0 ? `value>=${near} value<=${far}` : bin.value < 0 ? `value>=${-far} value<=${-near}` : `value>=${-far} value<=${far}`;
const words2 = [condition && `(${condition})`, only && `(${only})`, this.asksByValue() && range].filter(Boolean);
return searchAddress(words2.join(" "));
}
showCurves() {
const label = (query) => conditionWords(query) ?? query;
const all = this.curves.flatMap(({ curve, opposite: opposite2 }, i) => {
const query = i === 0 ? "" : curve.condition;
return [
{ label: i === 0 ? t9("all") : label(query), hue: i, bins: curve.bins, href: (bin) => this.where(query, bin) },
...opposite2 && this.on("opposite") ? [{ label: opposite2.condition, hue: i, bins: opposite2.bins, dashed: true, href: (bin) => this.where(opposite2.condition, bin) }] : []
];
});
this.chart.show(all);
replace(this.list, this.curves.map(({ curve, opposite: opposite2 }, i) => h(
"li",
{ "data-condition": i ? curve.condition : "all" },
curveSign(i),
h(
"div",
{},
i === 0 ? t9("all") : h("a", { href: searchAddress(curve.condition) }, conditionLabel(curve.condition)),
h("p", { class: "tips" }, figures(curve)),
i > 0 && h("p", {}, verdict(curve)),
i > 0 && h("p", { class: "tips" }, distortionText(curve)),
this.flipButton(curve.condition, i),
opposite2 && this.on("opposite") && h("p", { class: "tips" }, curveSign(i, true), ` ${opposite2.condition}: ${figures(opposite2)} · ${distortionText(opposite2)}`)
)
)));
}
/* The same seen from the other side, where there are words for it. */
flipButton(query, i) {
const flipped = i > 0 && /^[\w.:>=-]+$/.test(query) && /^[sg]\.|^turn:/.test(query) ? query.replace(/^(turn:)?([sg])/, (_, turn = "", s) => `${turn}${s === "s" ? "g" : "s"}`) : "";
return !!flipped && !this.when.includes(flipped) && this.when.length < MOST && h("button", { type: "button", class: "link", onclick: () => this.add(flipped) }, t9("exchanged", sideName(flipped.replace("turn:", "")[0])));
}
};
var figures = (c) => t9("figures", sizeText(c), share(c.rate), c.mean_value === null ? "–" : signed2(Math.round(c.mean_value)));
function verdict(c) {
if (c.shift === null || c.shift_low === null || c.shift_high === null) return "";
return c.shift_low <= 0 && c.shift_high >= 0 ? t9("same") : winsText(true, c.shift, [c.shift_low, c.shift_high]);
}
var calibrate = {
id: "calibrate",
title: { en: "Calibration", ja: "評価の検証" },
get unlisted() {
return site.game !== "shogi";
},
mount(el, { args }) {
if (site.game !== "shogi") {
replace(el, h("main", { class: "sorry" }, h("h1", {}, t9("title")), h("p", { class: "hint" }, t9("go")), h("a", { class: "button", href: address("search") }, t9("toSearch"))));
return () => void 0;
}
const view = new CalibrateView(args);
replace(el, view.el);
return () => view.destroy();
}
};

// src/scroll.ts
var EndlessList = class {
/* first: what is there already; next asks for what follows the first n. */
constructor(name, first, row, next) {
this.row = row;
this.next = next;
this.list = h("ol", { class: name }, first.items.map(row));
this.more = h("button", { type: "button", class: "more", onclick: () => void this.add(true) }, t("more"));
this.more.hidden = !first.more;
this.el = h("div", {}, this.list, this.more);
this.seen = new IntersectionObserver(([entry]) => entry.isIntersecting && void this.add(false), { rootMargin: "400px" });
if (first.more) this.seen.observe(this.more);
}
row;
next;
el;
list;
more;
seen;
busy = false;
destroy() {
this.seen.disconnect();
}
async add(focus) {
if (this.busy || this.more.hidden) return;
this.busy = true;
try {
const page = await this.next(this.list.childElementCount);
const rows = page.items.map(this.row);
this.list.append(...rows);
if (focus) rows[0]?.querySelector("a, button")?.focus();
this.more.hidden = !page.more;
this.more.textContent = t("more");
this.seen.disconnect();
if (page.more) this.seen.observe(this.more);
} catch (e) {
this.more.textContent = `${t("failed", messageOf(e))} ${t("retry")}`;
announce(messageOf(e));
this.seen.disconnect();
}
this.busy = false;
}
};

// src/thumbs.ts
function thumbnail(position) {
const setup = position === void 0 ? void 0 : dialectOf(site.game).fromPosition(position);
if (!setup) return false;
return site.game === "go" ? goThumb(setup.size, setup.look.pieces) : shogiThumb(setup.look.pieces);
}
function shogiThumb(pieces) {
const lines = Array.from({ length: 10 }, (_, i) => `M0 ${i * 10}H90M${i * 10} 0V90`).join("");
return svg(
"svg",
{ class: "thumb", viewBox: "-1 -1 92 92", "aria-hidden": "true" },
svg("rect", { class: "wood", x: -1, y: -1, width: 92, height: 92 }),
svg("path", { class: "lines", d: lines }),
[...pieces].map(([square, mark]) => {
const x = (9 - Number(square[0])) * 10 + 5, y = (Number(square[1]) - 1) * 10 + 5;
const { text, red } = face(mark);
return svg("text", { x, y: y + 3.3, class: red ? "red" : "", transform: mark.color === "g" ? `rotate(180 ${x} ${y})` : void 0 }, text);
})
);
}
function goThumb(size, stones) {
const lines = Array.from({ length: size }, (_, i) => `M0 ${i}H${size - 1}M${i} 0V${size - 1}`).join("");
return svg(
"svg",
{ class: "thumb goban", viewBox: `-.8 -.8 ${size + 0.6} ${size + 0.6}`, "aria-hidden": "true" },
svg("rect", { class: "wood", x: -0.8, y: -0.8, width: size + 0.6, height: size + 0.6 }),
svg("path", { class: "lines", d: lines }),
[...stones].map(([point, mark]) => {
const [column, row] = pointOf(point);
return svg("circle", { class: `stone ${mark.color === "s" ? "black" : "white"}`, cx: column, cy: size - 1 - row, r: 0.47 });
})
);
}

// src/hits.ts
var t10 = texts({ plies: "moves {0}–{1}" }, { plies: "{0}～{1} 手目" });
var HITS_PAGE = 30;
function hitRow(hit, everything) {
const name = (text) => text || t("unknownPlayer");
const won = (side) => hit.result === side ? "won" : "";
const last = hit.to - 1;
const place3 = everything ? t("length", hit.length) : hit.from === last ? t("ply", hit.from) : t10("plies", hit.from, last);
return h("li", {}, h(
"a",
{ href: gameAddress(hit, everything ? 0 : hit.first, everything ? void 0 : [hit.from, last]) },
!everything && thumbnail(hit.sfen),
h(
"span",
{ class: "who" },
h("span", { class: won("b") }, `${sideMark("s")} ${name(hit.black)}`),
" ",
h("span", { class: won("w") }, `${sideMark("g")} ${name(hit.white)}`)
),
h("span", { class: "what" }, [hit.date, hit.event].filter(Boolean).join(" · ")),
h("span", { class: `result result-${hit.result}` }, resultText(hit.result)),
h("span", { class: "where" }, place3)
));
}
function hitList(query, found, everything) {
return new EndlessList("hits", { items: found.hits, more: found.more }, (hit) => hitRow(hit, everything), async (n) => {
const next = await ask("search", { query, limit: HITS_PAGE, offset: n, boards: !everything });
return { items: next.hits, more: next.more };
});
}

// src/area_explore.ts
var t11 = texts({
tree: "Opening tree",
start: "Start",
back: "Back",
filter: "Only games with",
filterPlaceholder: "player:… date:2000.. rating>=2000",
next: "Next moves",
nothing: "No game goes on from here.",
results: "Results",
trend: "Shares by year",
trendBy: "Shares by {0} years",
way: "Moves so far",
search: "Search this position",
keys: "Digits choose a move, ← or Backspace takes one back, Home all.",
size: "Board"
}, {
tree: "定跡ツリー",
start: "開始局面",
back: "戻る",
filter: "対局の条件",
filterPlaceholder: "player:… date:2000.. rating>=2000",
next: "次の一手",
nothing: "この先に進んだ対局はありません。",
results: "結果",
trend: "年ごとの割合",
trendBy: "{0} 年ごとの割合",
way: "ここまでの手順",
search: "この局面で検索",
keys: "数字キーで手を選び、← か Backspace で一手戻り、Home で最初に戻ります。",
size: "路盤"
});
var ExploreView = class {
constructor(moves, filter, size) {
this.size = size;
this.steps = moves.map((move3) => ({ move: move3, text: "" }));
this.filter = h("input", {
type: "search",
id: "filter",
value: filter,
spellcheck: "false",
autocapitalize: "off",
placeholder: t11("filterPlaceholder"),
oninput: () => {
clearTimeout(this.timer);
this.timer = window.setTimeout(() => void this.run(), 200);
}
});
const button = (text, run) => h("button", { type: "button", onclick: run }, text);
const sizes = h("select", { id: "size", onchange: () => {
this.size = Number(sizes.value);
this.goTo(0);
} }, [19, 13, 9].map((n) => h("option", { value: n, selected: n === size }, `${n}×${n}`)));
this.el = h(
"main",
{ class: "explore" },
h(
"div",
{ class: "left" },
h("h1", { class: "hidden" }, t11("tree")),
this.board.el,
h(
"div",
{ class: "row" },
button(`|◀ ${t11("start")}`, () => this.goTo(0)),
button(`◀ ${t11("back")}`, () => this.goTo(this.steps.length - 1)),
button(t("flip"), () => this.board.flip()),
!this.isShogi && [h("label", { for: "size" }, t11("size")), sizes]
),
h("p", { class: "tips keys" }, t11("keys"))
),
h(
"div",
{ class: "right" },
this.way,
h("div", { class: "question" }, h("label", { for: "filter" }, t11("filter")), this.filter, this.mistake),
this.headline,
h("div", { class: "answers" }, h("div", { class: "column" }, this.movesPlace, this.trendPlace), this.hitsPlace)
)
);
document.addEventListener("keydown", this.onKey);
void this.run();
}
size;
el;
isShogi = site.game === "shogi";
board = new ShownBoard((square) => this.choose(square));
way = h("p", { class: "way", "aria-label": t11("way") });
headline = h("p", { class: "headline", role: "status" });
movesPlace = h("section", { class: "panel", "aria-labelledby": "next-title" });
trendPlace = h("section", { class: "panel", "aria-labelledby": "trend-title" });
hitsPlace = h("section", { class: "panel", "aria-labelledby": "games-title" });
filter;
mistake = h("p", { class: "mistake", role: "alert" });
asking = new Asking();
steps;
answer;
list;
timer = 0;
destroy() {
document.removeEventListener("keydown", this.onKey);
clearTimeout(this.timer);
this.asking.end();
this.list?.destroy();
this.board.destroy();
}
onKey = (e) => {
if (isTyping(e) || e.target.closest('[role="grid"]')) return;
const nth = /^[1-9]$/.test(e.key) ? this.answer?.moves[Number(e.key) - 1] : void 0;
if (nth) this.follow(nth);
else if (e.key === "ArrowLeft" || e.key === "Backspace") this.goTo(this.steps.length - 1);
else if (e.key === "Home") this.goTo(0);
else return;
e.preventDefault();
};
/* --- Moving about -------------------------------------------------------------------------------- */
follow(m) {
this.steps.push({ move: m.move, text: nextMoveText(m, { isShogi: this.isShogi, pieces: this.board.pieces }) });
void this.run();
}
goTo(n) {
this.steps.length = Math.max(0, Math.min(n, this.steps.length));
void this.run();
}
/* The most frequent move that ends on a square. */
choose(square) {
const move3 = this.answer?.moves.find((m) => (this.isShogi ? squaresOf(m.move).at(-1) : pointOfMove(m.move)) === square);
if (move3) this.follow(move3);
return !!move3;
}
async run() {
const signal = this.asking.begin();
const moves = this.steps.map((s) => s.move), filter = this.filter.value.trim();
showAddress(address("explore", [], { moves: moves.join(","), filter, size: this.isShogi || this.size === 19 ? void 0 : this.size }));
this.el.classList.add("busy");
delete this.el.dataset.answered;
try {
const start5 = this.isShogi || this.size === 19 ? "startpos" : `${this.size}x${this.size} b`;
const here = await ask("position", { sfen: start5, moves: moves.join(" ") }, signal);
const query = filter ? `${here.query} (${filter})` : here.query;
const read = await ask("parse", { query }, signal);
this.mistake.textContent = read.error?.message ?? "";
if (read.error) return;
this.board.show(here.sfen, moves.at(-1));
const answer = await ask("moves", { query, limit: 200 }, signal);
this.show(answer, query);
this.el.classList.remove("busy");
await this.showTrend(answer, query, signal);
await this.showGames(query, signal);
if (!signal.aborted) this.el.dataset.answered = moves.join(",");
} catch (e) {
if (!signal.aborted) this.mistake.textContent = t("failed", messageOf(e));
} finally {
if (!signal.aborted) this.el.classList.remove("busy");
}
}
/* --- Showing ------------------------------------------------------------------------------------- */
show(answer, query) {
this.answer = answer;
this.board.showArrows(moveArrows(answer, this.isShogi, 8));
const crumb = (n, text) => h("button", {
type: "button",
class: "link",
"aria-current": n === this.steps.length ? "step" : void 0,
onclick: () => this.goTo(n)
}, text);
replace(this.way, crumb(0, t11("start")), this.steps.flatMap((s, i) => [" ", crumb(i + 1, s.text || s.move)]));
replace(
this.headline,
h("strong", {}, gamesText(answer.games)),
` ${t("countOf", count(site.games))}`,
" ",
h("a", { href: searchAddress(query) }, t11("search"))
);
replace(
this.movesPlace,
h("h2", { id: "next-title" }, t11("next")),
outcome(answer),
answer.moves.length ? moveTable(answer, { isShogi: this.isShogi, pieces: this.board.pieces, follow: (m) => this.follow(m), shown: 14 }) : h("p", { class: "hint" }, t11("nothing"))
);
}
async showTrend(answer, query, signal) {
const dated = answer.moves.some((m) => m.last);
const step2 = answer.games > 5e3 ? 1 : answer.games > 600 ? 2 : 5;
const found = dated ? await ask("moves", { query, limit: 1e4, years: step2 }, signal) : void 0;
const periods = (found?.periods ?? []).filter((p) => p.year > 0 && p.moved > 0).sort((a, b) => a.year - b.year);
if (signal.aborted) return;
if (periods.length < 2) return replace(this.trendPlace);
const series = answer.moves.slice(0, 5).map((m) => ({
label: nextMoveText(m, { isShogi: this.isShogi, pieces: this.board.pieces }),
values: periods.map((p) => (found.moves.find((row) => row.year === p.year && row.move === m.move && row.seat === m.seat)?.games ?? 0) / p.moved)
}));
const title = step2 === 1 ? t11("trend") : t11("trendBy", step2);
replace(this.trendPlace, h("h2", { id: "trend-title" }, title), trendChart(periods.map((p) => p.year), series, title));
}
async showGames(query, signal) {
const found = await ask("search", { query, limit: 12, boards: true }, signal);
if (signal.aborted) return;
this.list?.destroy();
this.list = hitList(query, found, false);
replace(this.hitsPlace, found.games > 0 && h("h2", { id: "games-title" }, t("games")), found.games > 0 && this.list.el);
}
};
function outcome({ moves }) {
const sum = (f) => moves.reduce((n, m) => n + f(m), 0);
const [black, white, draws] = [sum((m) => m.wins[0]), sum((m) => m.wins[1]), sum((m) => m.draws)];
const known = black + white + draws;
if (known === 0) return false;
return h(
"div",
{ class: "outcome-row" },
h("span", {}, `${resultText("b")} `),
scoreBar(wilson(black + draws / 2, known)),
h("small", {}, `${resultText("b")} ${count(black)} · ${resultText("w")} ${count(white)}${draws ? ` · ${resultText("d")} ${count(draws)}` : ""}`)
);
}
var explore = {
id: "explore",
title: { en: "Openings", ja: "定跡" },
games: ["shogi", "go"],
mount(el, { args }) {
const view = new ExploreView((args.get("moves") ?? "").split(",").filter(Boolean), args.get("filter") ?? "", Number(args.get("size") ?? 19) || 19);
replace(el, view.el);
return () => view.destroy();
}
};

// src/joseki_board.ts
var t12 = texts({ diagram: "Sequence {0}: {1}", again: "{0} at {1}" }, { diagram: "手順 {0}: {1}", again: "{0} は {1} の点" });
var LETTERS2 = "abcdef";
var isShogi = () => site.game === "shogi";
function moveNames(s) {
return (lang === "ja" ? s.ja : s.en) ?? s.moves.map((m) => pointOfMove(m) ?? m);
}
function diagram(s, size, shown = {}) {
const picture2 = isShogi() ? shogiDiagram(s, shown) : new GoDiagram(s, size, shown).draw();
picture2.setAttribute("class", "diagram");
picture2.removeAttribute("aria-hidden");
picture2.setAttribute("role", "img");
picture2.setAttribute("aria-label", t12("diagram", s.rank, moveNames(s).slice(0, shown.step).join(" ")));
return picture2;
}
function shogiDiagram(s, { step: step2 }) {
const n = step2 ?? s.moves.length, sfen = s.sfens?.[n] ?? "";
const board = thumbnail(sfen) || svg("svg", { viewBox: "-1 -1 92 92" });
const at = /* @__PURE__ */ new Map();
s.moves.slice(0, n).forEach((move3, i) => at.set(squaresOf(move3).at(-1) ?? "", i + 1));
const place3 = (square) => [(9 - Number(square[0])) * 10, (Number(square[1]) - 1) * 10];
const last = squaresOf(s.moves[n - 1]);
const lit = last.map((square) => svg("rect", { class: "lit", x: place3(square)[0], y: place3(square)[1], width: 10, height: 10 }));
board.querySelector(".wood")?.after(...lit);
for (const [square, i] of at) {
const [x, y] = place3(square);
board.append(svg("g", { class: "count" }, svg("circle", { cx: x + 8, cy: y + 2.2, r: 2.3 }), svg("text", { x: x + 8, y: y + 3.3 }, String(i))));
}
board.setAttribute("viewBox", "-1 -10 92 110");
const wood = board.querySelector(".wood");
for (const [name, v] of [["y", -10], ["height", 110]]) wood?.setAttribute(name, String(v));
for (const [color, y] of [["g", -3], ["s", 97]]) {
const held = [...dialectOf("shogi").fromPosition(sfen)?.look.hands[color] ?? []];
board.append(svg(
"text",
{ class: "held", x: color === "s" ? 90 : 0, y, "text-anchor": color === "s" ? "end" : "start" },
(color === "s" ? "☗" : "☖") + held.map(([kind, h2]) => ` ${handFace(kind)}${h2.n > 1 ? h2.n : ""}`).join("")
));
}
return board;
}
var handFace = (kind) => ({ fu: "歩", ky: "香", ke: "桂", gi: "銀", ki: "金", ka: "角", hi: "飛" })[kind] ?? kind;
function span(values, size) {
const from = Math.max(0, Math.min(...values) - 2), to = Math.min(size - 1, Math.max(...values) + 2);
return [from <= 2 ? 0 : from, to >= size - 3 ? size - 1 : to];
}
function widen([from, to], side, size) {
const more = Math.max(0, Math.min(side, size) - (to - from + 1));
if (to === size - 1 && from > 0) return [from - more, to];
const up = Math.min(more, size - 1 - to);
return [from - (more - up), to + up];
}
var GoDiagram = class {
constructor(s, size, shown) {
this.s = s;
this.size = size;
this.shown = shown;
this.places = s.moves.map((m) => this.place(pointOfMove(m) ?? "A1"));
this.black = s.moves.map((m) => m[0] === "B");
const x = span(this.places.map((p) => p[0]), size), y = span(this.places.map((p) => p[1]), size);
const side = Math.max(10, x[1] - x[0] + 1, y[1] - y[0] + 1);
const [x0, x1] = widen(x, side, size), [y0, y1] = widen(y, side, size);
this.window = { x0, x1, y0, y1 };
}
s;
size;
shown;
places;
black;
window;
place(point) {
const [column, row] = pointOf(point);
return [column, this.size - 1 - row];
}
inside([x, y]) {
const w = this.window;
return x >= w.x0 && x <= w.x1 && y >= w.y0 && y <= w.y1;
}
draw() {
const { x0, x1, y0, y1 } = this.window, end3 = this.size - 1, names = this.shown.names;
const left = x0 - (x0 === 0 ? 0.75 : 0.5), top = y0 - (names ? 1.15 : y0 === 0 ? 0.75 : 0.5);
const right = x1 + (names ? 1.15 : x1 === end3 ? 0.75 : 0.5), bottom = y1 + (y1 === end3 ? 0.75 : 0.5);
return svg(
"svg",
{ viewBox: `${left} ${top} ${right - left} ${bottom - top}` },
svg("rect", { class: "wood", x: left, y: top, width: right - left, height: bottom - top }),
this.lines(),
this.stars(),
names && Array.from({ length: x1 - x0 + 1 }, (_, i) => svg("text", { class: "name", x: x0 + i, y: top + 0.5 }, columnName(x0 + i))),
names && Array.from({ length: y1 - y0 + 1 }, (_, i) => svg("text", { class: "name", x: right - 0.4, y: y0 + i + 0.16 }, String(this.size - y0 - i))),
this.stones(),
this.letters()
);
}
lines() {
const { x0, x1, y0, y1 } = this.window, end3 = this.size - 1;
const out = (v, by) => v === 0 || v === end3 ? v : v + by;
let d = "";
for (let x = x0; x <= x1; x++) d += `M${x} ${out(y0, -0.5)}V${out(y1, 0.5)}`;
for (let y = y0; y <= y1; y++) d += `M${out(x0, -0.5)} ${y}H${out(x1, 0.5)}`;
return svg("path", { class: "grid", d });
}
stars() {
const near = this.size >= 13 ? 3 : 2, lines = this.size < 7 ? [] : [near, (this.size - 1) / 2, this.size - 1 - near];
return lines.flatMap((x) => lines.map((y) => [x, y])).filter((p) => this.inside(p)).map(([cx, cy]) => svg("circle", { class: "star", cx, cy, r: 0.1 }));
}
stone([cx, cy], black, text, last = false) {
return svg(
"g",
{},
svg("circle", { class: `stone ${black ? "black" : "white"}`, cx, cy, r: 0.47 }),
last && svg("circle", { class: "now", cx, cy, r: 0.41 }),
text && svg("text", { class: black ? "on-black" : "on-white", x: cx, y: cy + 0.19, "font-size": text.length > 1 ? 0.48 : 0.55 }, text)
);
}
/* In a diagram every move keeps its place; step by step what was taken is gone. */
stones() {
const { step: step2 } = this.shown, number = /* @__PURE__ */ new Map(), n = step2 ?? this.places.length;
const at = step2 === void 0 ? this.around() : this.played(step2);
for (let i = 0; i < n; i++) {
const key = this.places[i].join();
if (step2 === void 0 && number.has(key)) continue;
number.set(key, i + 1);
if (step2 === void 0) at.set(key, this.black[i]);
}
return [...at].map(([key, black]) => [key.split(",").map(Number), black, number.get(key)]).filter(([place3]) => this.inside(place3)).map(([place3, black, i]) => this.stone(place3, black, i ? String(i) : "", step2 !== void 0 && i === n));
}
around() {
const { black, white } = this.shown.stones ?? this.s.usual ?? { black: [], white: [] };
return new Map([...black.map((p) => [this.place(p).join(), true]), ...white.map((p) => [this.place(p).join(), false])]);
}
/* What stands after so many moves. */
played(n) {
const at = this.around();
for (let i = 0; i < n; i++) {
at.set(this.places[i].join(), this.black[i]);
for (const p of this.beside(this.places[i])) if (at.get(p.join()) === !this.black[i]) this.takeIfDead(at, p);
this.takeIfDead(at, this.places[i]);
}
return at;
}
beside([x, y]) {
return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter(([a, b]) => a >= 0 && b >= 0 && a < this.size && b < this.size);
}
takeIfDead(at, from) {
const chain = [from], seen = /* @__PURE__ */ new Set([from.join()]), color = at.get(from.join());
for (const place3 of chain)
for (const p of this.beside(place3)) {
const key = p.join(), there = at.get(key);
if (there === void 0) return;
if (there !== color || seen.has(key)) continue;
seen.add(key);
chain.push(p);
}
for (const p of chain) at.delete(p.join());
}
letters() {
const { step: step2, next } = this.shown;
if (!next || step2 !== void 0 && step2 < this.places.length) return [];
return this.s.next.slice(0, LETTERS2.length).map(({ move: move3 }, i) => {
const [x, y] = this.place(pointOfMove(move3) ?? "A1");
return this.inside([x, y]) && svg(
"g",
{},
svg("circle", { class: "mask", cx: x, cy: y, r: 0.36 }),
svg("text", { class: "letter", x, y: y + 0.19, "font-size": 0.58 }, LETTERS2[i])
);
});
}
};
function retaken(s) {
const first = /* @__PURE__ */ new Map(), list = [];
if (isShogi()) return "";
s.moves.forEach((m, i) => {
const point = pointOfMove(m) ?? "";
if (first.has(point)) list.push(t12("again", i + 1, first.get(point)));
else first.set(point, i + 1);
});
return list.join(lang === "ja" ? "、" : ", ");
}

// src/joseki_data.ts
var SORTS = ["rank", "games", "newest", "oldest", "high", "low", "length"];
var RATES = ["", ">55", ">50", "<50", "<45"];
var CORNERS = [404, 304, 303, 405, 305];
var NOTHING_WANTED = { corner: "", least: "", most: "", games: "", from: "", to: "", player: "", rate: "", sort: "", fold: "" };
function inYears(s, from, to) {
return !!s.decades?.some(([decade, n]) => n > 0 && decade + 9 >= from && decade <= to) && (s.first_year ?? 0) <= to && (s.last_year ?? 0) >= from;
}
function isWanted(s, w) {
const corner = Number(w.corner), bound = Number(w.rate.slice(1)) / 100;
if (corner > 0 && s.opening !== corner) return false;
if (corner < 0 && CORNERS.includes(s.opening ?? 0)) return false;
if (s.moves.length < Number(w.least) || w.most && s.moves.length > Number(w.most) || s.games < Number(w.games)) return false;
if ((w.from || w.to) && !inYears(s, Number(w.from), Number(w.to) || 9999)) return false;
if (w.rate && (s.rate === null || (w.rate[0] === ">" ? s.rate < bound : s.rate > bound))) return false;
return !w.player || s.players.some((p) => p.name.toLowerCase().includes(w.player.toLowerCase()));
}
var ORDERS = {
rank: () => 0,
games: (a, b) => b.games - a.games,
newest: (a, b) => (b.last_year ?? 0) - (a.last_year ?? 0),
oldest: (a, b) => (a.first_year ?? 9999) - (b.first_year ?? 9999),
high: (a, b) => (b.low ?? -1) - (a.low ?? -1),
// what is surely high, not what happened twice
low: (a, b) => (a.high ?? 2) - (b.high ?? 2),
length: (a, b) => b.moves.length - a.moves.length
};
function choose(all, w) {
const found = all.filter((s) => isWanted(s, w)).map((s) => ({ ...s, family: [] }));
const kept = w.fold === "1" ? fold(found) : found;
return kept.sort((a, b) => (ORDERS[w.sort] ?? ORDERS.rank)(a, b) || a.rank - b.rank);
}
function runs(symbols) {
const all = [];
for (let from = 0; from < symbols.length; from++)
for (let to = from + 1; to <= symbols.length; to++) all.push(symbols.slice(from, to).join());
return all;
}
function fold(found) {
const parts = /* @__PURE__ */ new Map(), heads = /* @__PURE__ */ new Map();
return found.filter((s) => {
const own = runs(s.symbols);
const head = parts.get(s.symbols.join()) ?? own.map((run) => heads.get(run)).find(Boolean);
if (head) {
head.family.push(s);
return false;
}
heads.set(s.symbols.join(), s);
for (const run of own) if (!parts.has(run)) parts.set(run, s);
return true;
});
}

// src/joseki_detail.ts
var t13 = texts({
close: "Close",
previous: "Previous sequence",
following: "Next sequence",
start: "To the start",
back: "Back",
forward: "Forward",
end: "To the end",
step: "{0} / {1}",
score: "score {0}",
times: "{0} times",
results: "How the side that began fared",
record: "{0} won, {1} lost, {2} drawn",
years: "Games by decade",
next: "Next move near it",
nextShogi: "Next move",
atOnce: "It came at once in {0} % of cases.",
ended: "nothing more near",
over: "the game ended",
around: "Stones around it",
noStones: "none",
moreAround: "and {0} other surroundings",
players: "Players",
examples: "Some of its games",
all: "All {0}",
place: "Drawn as in {0} % of its {1} occurrences; it lies in {2} places in all. The search finds the one that is drawn.",
positions: "The position is the commonest of {2}: {0} % of its {1} occurrences. The search finds all of them.",
family: "Folded into this one",
keys: "← → moves · ↑ ↓ sequences · Esc close"
}, {
close: "閉じる",
previous: "前の手順",
following: "次の手順",
start: "最初へ",
back: "一手戻る",
forward: "一手進む",
end: "最後へ",
step: "{0} / {1} 手",
score: "得点 {0}",
times: "{0} 回",
results: "先に着手した側の成績",
record: "{0} 勝 {1} 敗 {2} 分",
years: "年代別の局数",
next: "近くの次の一手",
nextShogi: "次の一手",
atOnce: "直後に打たれたのは {0} %。",
ended: "以後近くに着手なし",
over: "終局",
around: "周囲の石",
noStones: "なし",
moreAround: "ほか {0} 通り",
players: "対局者",
examples: "棋譜の例",
all: "{0}すべて",
place: "{1} 回のうち {0} % がこの位置（位置は全部で {2} 通り）。検索はこの位置のものを見つけます。",
positions: "局面は {2} 通りのうち最も多いもの（{1} 回のうち {0} %）。検索はすべてを見つけます。",
family: "まとめた手順",
keys: "← → 手を進める・↑ ↓ 前後の手順・Esc 閉じる"
});
function yearsText(s) {
if (!s.first_year) return "";
return s.first_year === s.last_year ? String(s.first_year) : `${s.first_year}–${s.last_year}`;
}
function decadeBars(s, [first, last], large = false) {
const rows = s.decades ?? [], most = Math.max(1, ...rows.map((d) => d[1])), steps = (last - first) / 10 + 1;
const W2 = large ? 480 : 120, H = large ? 84 : 26, foot = large ? 18 : 1, slot = Math.min(W2 / steps, large ? 60 : 20), every = Math.ceil(36 / slot);
const x = (decade) => (decade - first) / 10 * slot;
return svg("svg", {
class: "decades",
viewBox: `0 0 ${large ? W2 : slot * steps} ${H}`,
preserveAspectRatio: large ? void 0 : "none",
role: large ? "img" : void 0,
"aria-hidden": large ? void 0 : "true",
"aria-label": large && `${t13("years")}: ${rows.map((d) => `${d[0]}: ${d[1]}`).join(", ")}`
}, svg("rect", { class: "base", x: 0, y: H - foot, width: slot * steps, height: 1 }), rows.map(([decade, n]) => {
const height = Math.max(1.5, (H - foot - (large ? 16 : 1)) * n / most);
return svg(
"g",
{},
svg("rect", { x: x(decade) + slot * 0.08, y: H - foot - height, width: slot * 0.84, height }, svg("title", {}, `${decade}–${decade + 9}: ${gamesText(n)}`)),
large && slot > 26 && svg("text", { x: x(decade) + slot / 2, y: H - foot - height - 4 }, count(n))
);
}), large && Array.from({ length: steps }, (_, i) => i % every === 0 && svg("text", { x: Math.max(14, (i + 0.5) * slot), y: H - 3 }, String(first + 10 * i))));
}
var Detail = class {
/* go: to the sequence so many further in the list; closed: with the last one shown. */
constructor(go, closed) {
this.go = go;
this.el = h("dialog", { class: "joseki-detail", onkeydown: this.onKey, onclose: () => this.s && closed(this.s), onclick: (e) => e.target === this.el && this.el.close() });
}
go;
el;
s;
head;
step;
around = -1;
board = h("div", { class: "joseki-board" });
at = h("output", { "aria-live": "off" });
pictures = [];
show(s, head) {
Object.assign(this, { s, head, step: void 0, around: -1 });
this.fill(s);
if (!this.el.open) this.el.showModal();
this.el.scrollTop = 0;
this.el.querySelector('[data-act="forward"]')?.focus();
announce(`${s.rank}: ${moveNames(s).join(" ")}`);
}
onKey = (e) => {
const act = {
ArrowRight: () => this.walk(1),
ArrowLeft: () => this.walk(-1),
Home: () => this.walk(-1e3),
End: () => this.walk(1e3),
ArrowDown: () => this.go(this.s, 1),
ArrowUp: () => this.go(this.s, -1)
}[e.key];
if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
e.preventDefault();
e.stopPropagation();
act();
};
/* From the whole diagram forward is to the first move. */
walk(by) {
const n = this.s.moves.length;
if (this.step === void 0) this.step = by === 1 ? 1 : by > 1 ? void 0 : Math.max(0, n + by);
else this.step = Math.max(0, this.step + by) >= n + (by === 1 ? 1 : 0) ? void 0 : Math.min(n, Math.max(0, this.step + by));
this.draw();
announce(this.step ? `${this.step}: ${moveNames(this.s)[this.step - 1]}` : t13("step", this.step ?? n, n));
}
draw() {
const s = this.s;
replace(this.board, diagram(s, this.head.size, { step: this.step, next: true, names: true, stones: s.surroundings?.[this.around] }));
this.at.textContent = t13("step", this.step ?? s.moves.length, s.moves.length);
this.pictures.forEach((b, i) => b.setAttribute("aria-pressed", String(i === this.around)));
}
fill(s) {
const button = (act, label, text, run) => h("button", { type: "button", "data-act": act, "aria-label": label, title: label, onclick: run }, text);
const title = h("h2", { id: "sequence-title" }, `${s.rank} `, h("small", {}, [t13("times", count(s.frequency)), gamesText(s.games), t13("score", Number(s.score.toPrecision(4)).toLocaleString(lang))].join(" · ")));
this.el.setAttribute("aria-labelledby", "sequence-title");
replace(
this.el,
h(
"div",
{ class: "bar-top" },
title,
button("previous", t13("previous"), "↑", () => this.go(s, -1)),
button("following", t13("following"), "↓", () => this.go(s, 1)),
button("close", t13("close"), "✕", () => this.el.close())
),
h(
"div",
{ class: "both" },
h(
"section",
{},
this.board,
h(
"div",
{ class: "stepper" },
button("start", t13("start"), "|◀", () => this.walk(-1e3)),
button("back", t13("back"), "◀", () => this.walk(-1)),
this.at,
button("forward", t13("forward"), "▶", () => this.walk(1)),
button("end", t13("end"), "▶|", () => this.walk(1e3))
),
h("p", { class: "line" }, moveNames(s).join(" ")),
retaken(s) && h("p", { class: "tips" }, retaken(s)),
s.placements > 1 && h("p", { class: "tips" }, t13(isShogi() ? "positions" : "place", percent(s.placed / s.frequency), count(s.frequency), count(s.placements))),
this.surroundings(s),
h("p", { class: "tips keys" }, t13("keys"))
),
h(
"section",
{},
h("p", {}, h("a", { class: "button main-link", href: searchAddress(s.query) }, t13("all", gamesText(s.games)))),
h("h3", {}, t13("results")),
scoreBar({ score: s.rate, low: s.low, high: s.high }),
h("p", { class: "tips" }, t13("record", count(s.wins), count(s.losses), count(s.draws))),
s.decades && [h("h3", {}, `${t13("years")} (${yearsText(s)})`), decadeBars(s, [s.decades[0][0], s.decades.at(-1)[0]], true)],
this.next(s),
s.players.length > 0 && [h("h3", {}, t13("players")), h("ul", { class: "plain" }, s.players.map((p) => h("li", {}, `${p.name} `, h("small", {}, count(p.games)))))],
h("h3", {}, t13("examples")),
this.examples(s),
this.family(s)
)
)
);
this.draw();
}
surroundings(s) {
const shapes = s.surroundings ?? [];
this.pictures = shapes.map((shape, i) => h("button", { type: "button", "aria-pressed": "false", onclick: () => {
this.around = this.around === i ? -1 : i;
this.draw();
} }, h("span", {}, `${percent(shape.count / s.placed)} %`), h(
"small",
{},
[...shape.black.map((p) => `●${p}`), ...shape.white.map((p) => `○${p}`)].join(" ") || t13("noStones")
)));
const more = (s.around ?? 0) - shapes.length;
return shapes.length > 0 && h("div", {}, h("h3", {}, t13("around")), h("div", { class: "around" }, this.pictures), more > 0 && h("p", { class: "tips" }, t13("moreAround", count(more))));
}
next(s) {
const rows = s.next.slice(0, LETTERS2.length).map((n, i) => h(
"li",
{},
isShogi() ? "" : h("b", {}, LETTERS2[i]),
` ${n.move.replace(/^([BW])\[(.*)\]$/, (_, c, p) => `${c === "B" ? "●" : "○"} ${p}`)} `,
h("small", {}, `${percent(n.count / s.placed)} %`)
));
if (s.ended) rows.push(h("li", {}, `${t13(isShogi() ? "over" : "ended")} `, h("small", {}, `${percent(s.ended / s.placed)} %`)));
return rows.length > 0 && h(
"div",
{},
h("h3", {}, t13(isShogi() ? "nextShogi" : "next")),
h("ul", { class: "plain" }, rows),
!isShogi() && h("p", { class: "tips" }, t13("atOnce", percent(s.at_once / s.placed)))
);
}
examples(s) {
const name = (text) => text || t("unknownPlayer");
return h("ul", { class: "plain examples-list" }, s.examples.map((g) => h("li", {}, h(
"a",
{ href: gameAddress(g, g.ply, [g.ply, g.ply]) },
[g.date, `${sideMark("s")} ${name(g.black)} ${sideMark("g")} ${name(g.white)}`, resultText(g.result)].filter(Boolean).join(" · ")
))));
}
family(s) {
const { family } = s;
return !!family?.length && h("div", {}, h("h3", {}, t13("family")), h("ul", { class: "plain family" }, family.map((one) => h(
"li",
{},
h("button", { type: "button", class: "link", onclick: () => this.show(one, this.head) }, `${one.rank}: ${moveNames(one).join(" ")}`),
" ",
h("small", {}, gamesText(one.games))
))));
}
};

// src/area_joseki.ts
var t14 = texts({
title: "Set sequences",
query: "Only games with",
queryPlaceholder: "player:… date:1990..2000",
find: "Find",
how: "How they are found",
encoding: "Moves are read as",
method: "Ranked by",
length: "At least so many moves",
top: "How many",
size: "Board",
best: "what suits that best",
stop: "Stop",
stopped: "Stopped.",
again: "Start again",
waiting: "Waiting for another search to end…",
reading: "Reading games…",
sorting: "Sorting…",
scoring: "Ranking…",
drawing: "Looking at each sequence…",
thread: "what happens in a corner",
er: "one move after another, exact directions",
es: "one move after another, distances",
moves: "one move after another",
nf: "frequency and length",
entropy: "freedom of what comes before and after",
sfp: "standing out of a game",
msfp: "standing out, as a measure",
pause: "play going on elsewhere",
filters: "Filters",
corner: "Corner",
all: "all",
other: "other",
from: "Moves",
to: "to",
games: "Games at least",
years: "Years",
player: "Player",
rate: "First side wins",
any: "any",
sort: "Order",
rank: "rank",
byGames: "games",
newest: "newest",
oldest: "oldest",
high: "surely winning",
low: "surely losing",
byLength: "length",
fold: "Fold parts of others",
reset: "Reset",
shown: "{0} of {1} sequences",
among: "in {0}",
none: "No sequence is like that.",
nothing: "Nothing is played again and again in these games.",
folded: "+{0}",
keys: "← → on a card steps through it, Enter opens it."
}, {
title: "よく現れる手順",
query: "対局の条件",
queryPlaceholder: "player:… date:1990..2000",
find: "探す",
how: "探し方",
encoding: "手の読み方",
method: "順位の付け方",
length: "最短の手数",
top: "件数",
size: "路盤",
best: "読み方に合うもの",
stop: "中止",
stopped: "中止しました。",
again: "もう一度",
waiting: "他の作業の終わりを待っています…",
reading: "棋譜を読んでいます…",
sorting: "並べています…",
scoring: "順位を付けています…",
drawing: "手順ごとに調べています…",
thread: "隅の打ち方",
er: "続けて打たれた手（方向まで）",
es: "続けて打たれた手（距離のみ）",
moves: "続けて指された手",
nf: "頻度と長さ",
entropy: "前後の自由さ",
sfp: "一局の中での際立ち",
msfp: "際立ちの尺度",
pause: "直後の手抜き",
filters: "条件",
corner: "隅",
all: "すべて",
other: "その他",
from: "手数",
to: "～",
games: "局数（以上）",
years: "年",
player: "対局者",
rate: "先着側の勝率",
any: "指定なし",
sort: "並び順",
rank: "順位",
byGames: "局数",
newest: "新しい",
oldest: "古い",
high: "確かに勝ち越し",
low: "確かに負け越し",
byLength: "手数",
fold: "含まれる手順をまとめる",
reset: "条件を消す",
shown: "{1} 手順中 {0} 手順",
among: "{0}から",
none: "条件に合う手順はありません。",
nothing: "繰り返し現れる手順はありません。",
folded: "＋{0}",
keys: "札の上で ← → は手を進め、Enter は拡大します。"
});
var PAGE = 24;
var METHODS = ["nf", "entropy", "sfp", "msfp", "pause"];
var USUAL = { q: "", encoding: "", method: "", length: "", top: "", size: "" };
var options = (list, value) => list.map(([v, text]) => h("option", { value: v, selected: v === value }, text));
var cornerName = (o) => o === 304 ? "3-4" : `${o % 100}-${Math.floor(o / 100)}`;
function pick(usual, args) {
return Object.fromEntries(Object.entries(usual).map(([k, v]) => [k, args.get(k) ?? v]));
}
var JosekiView = class {
constructor(question, wanted, open) {
this.question = question;
this.wanted = wanted;
this.open = open;
replace(this.work, this.stage, this.bar, h("button", { type: "button", onclick: () => this.stop() }, t14("stop")));
this.el = h(
"main",
{ class: "joseki" },
h("h1", {}, t14("title")),
this.form(),
this.mistake,
this.work,
this.filters,
this.headline,
this.cards,
this.detail.el,
h("p", { class: "tips keys" }, t14("keys"))
);
void this.mine();
}
question;
wanted;
open;
el;
asking = new Asking();
bar = h("progress", { max: 1, value: 0 });
stage = h("span", { role: "status" });
work = h("div", { class: "panel working", hidden: true });
mistake = h("p", { class: "mistake", role: "alert" });
headline = h("p", { class: "headline", role: "status" });
filters = h("form", { class: "filters", onsubmit: (e) => e.preventDefault() });
cards = h("div");
detail = new Detail((s, by) => this.go(s, by), (s) => this.closed(s));
head;
all = [];
chosen = [];
list;
years = [0, 0];
leaving = false;
destroy() {
this.leaving = true;
this.asking.end();
this.list?.destroy();
this.detail.el.close();
}
keep() {
showAddress(address("joseki", [], { ...this.question, ...this.wanted, seq: this.open }));
}
/* --- Mining -------------------------------------------------------------------------------------- */
form() {
const field = (name, label, control) => {
control.id = `joseki-${name}`;
control.setAttribute("name", name);
return [h("label", { for: control.id }, label), control];
};
const { q, encoding, method, length, top, size } = this.question;
const encodings = isShogi() ? [["", t14("moves")]] : [["", t14("thread")], ["er", t14("er")], ["es", t14("es")]];
const methods = METHODS.filter((m) => m !== "pause" || !isShogi()).map((m) => [m, t14(m)]);
const form = h(
"form",
{ class: "question", onsubmit: (e) => {
e.preventDefault();
this.question = pick(USUAL, new URLSearchParams(new FormData(form)));
this.open = "";
void this.mine();
} },
h("label", { for: "joseki-q" }, t14("query")),
h(
"div",
{ class: "row find" },
h("input", { type: "search", id: "joseki-q", name: "q", value: q, spellcheck: "false", autocapitalize: "off", placeholder: t14("queryPlaceholder") }),
h("button", { class: "main" }, t14("find"))
),
h("details", { open: !!(encoding || method || length || top || size) }, h("summary", {}, t14("how")), h(
"div",
{ class: "form" },
encodings.length > 1 && field("encoding", t14("encoding"), h("select", {}, options(encodings, encoding))),
field("method", t14("method"), h("select", {}, options([["", t14("best")], ...methods], method))),
field("length", t14("length"), h("input", { type: "number", min: 2, max: 100, placeholder: 5, value: length })),
field("top", t14("top"), h("select", {}, options([["100", "100"], ["", "500"], ["1000", count(1e3)], ["2000", count(2e3)]], top))),
!isShogi() && field("size", t14("size"), h("select", {}, options([["", "19×19"], ["13", "13×13"], ["9", "9×9"]], size)))
))
);
return form;
}
async mine() {
const signal = this.asking.begin(), { q, ...rest } = this.question;
this.keep();
this.all = [];
this.mistake.textContent = "";
this.work.hidden = false;
this.bar.value = 0;
this.stage.textContent = t14("reading");
delete this.el.dataset.found;
for (const el of [this.filters, this.headline, this.cards]) replace(el);
try {
await events("joseki", { query: q, ...Object.fromEntries(Object.entries(rest).filter(([, v]) => v)) }, (name, data) => this.hear(name, data), signal);
if (!signal.aborted) this.found();
} catch (e) {
if (!signal.aborted) this.mistake.textContent = t("failed", messageOf(e));
} finally {
if (!signal.aborted) this.work.hidden = true;
}
}
hear(name, data) {
if (name === "head") this.head = data;
else if (name === "sequence") this.all.push(data);
else if (name === "progress") {
const text = t14(data.stage);
if (this.stage.textContent !== text) this.stage.textContent = text;
this.bar.value = data.share;
}
}
stop() {
this.asking.end();
this.work.hidden = true;
replace(this.headline, `${t14("stopped")} `, h("button", { type: "button", onclick: () => void this.mine() }, t14("again")));
}
found() {
const decades = this.all.flatMap((s) => (s.decades ?? []).map((d) => d[0]));
this.years = decades.length ? [Math.min(...decades), Math.max(...decades)] : [0, 0];
if (this.all.length) this.showFilters();
this.show();
this.el.dataset.found = String(this.all.length);
const asked = this.chosen.find((s) => String(s.rank) === this.open) ?? this.all.find((s) => String(s.rank) === this.open);
if (asked) this.detail.show(asked, this.head);
}
/* --- Choosing ------------------------------------------------------------------------------------ */
change(part) {
this.wanted = { ...this.wanted, ...part };
this.show();
}
showFilters() {
const w = this.wanted;
const field = (name, label, ...controls) => {
controls[0].id = `wanted-${name}`;
return h("div", { class: "field" }, h("label", { for: `wanted-${name}` }, label), h("div", { class: "row" }, controls));
};
const number = (name, label, placeholder = "") => {
const input = h("input", { type: "number", min: 0, value: w[name], placeholder, "aria-label": label, oninput: () => this.change({ [name]: input.value }) });
return input;
};
const select = (name, list) => {
const el = h("select", { onchange: () => this.change({ [name]: el.value }) }, options(list, w[name]));
return el;
};
const player = h("input", { type: "search", value: w.player, oninput: () => this.change({ player: player.value.trim() }) });
const foldBox = h("input", { type: "checkbox", checked: w.fold === "1", onchange: () => this.change({ fold: foldBox.checked ? "1" : isShogi() ? "0" : "" }) });
const there = CORNERS.filter((o) => this.all.some((s) => s.opening === o)), lengths = this.all.map((s) => s.moves.length);
const names = { games: t14("byGames"), length: t14("byLength") };
replace(this.filters, h("details", { open: matchMedia("(min-width: 56rem)").matches || JSON.stringify(w) !== JSON.stringify(NOTHING_WANTED) }, h("summary", {}, t14("filters")), h(
"div",
{ class: "fields" },
field("sort", t14("sort"), select("sort", SORTS.map((s) => [s === "rank" ? "" : s, names[s] ?? t14(s)]))),
there.length > 0 && field("corner", t14("corner"), select("corner", [["", t14("all")], ...there.map((o) => [String(o), cornerName(o)]), ["-1", t14("other")]])),
field("least", t14("from"), number("least", t14("from"), Math.min(...lengths)), h("span", {}, t14("to")), number("most", t14("to"), Math.max(...lengths))),
field("games", t14("games"), number("games", t14("games"))),
this.years[1] > 0 && field("years", t14("years"), number("from", t14("years"), this.years[0]), h("span", {}, t14("to")), number("to", t14("to"), this.years[1] + 9)),
field("rate", t14("rate"), select("rate", RATES.map((r) => [r, r ? `${r[0] === ">" ? "≥" : "≤"} ${r.slice(1)} %` : t14("any")]))),
field("player", t14("player"), player),
h("label", { class: "check" }, foldBox, t14("fold")),
h("button", { type: "button", onclick: () => {
this.wanted = { ...NOTHING_WANTED };
this.showFilters();
this.show();
} }, t14("reset"))
)));
}
show() {
const fold2 = this.wanted.fold || (isShogi() ? "1" : "");
this.keep();
this.chosen = choose(this.all, { ...this.wanted, fold: fold2 });
this.list?.destroy();
this.list = new EndlessList("cards", this.page(0), (s) => this.card(s), async (n) => this.page(n));
replace(this.cards, this.chosen.length ? this.list.el : h("p", { class: "hint" }, t14(this.all.length ? "none" : "nothing")));
replace(this.headline, this.all.length > 0 && [h("strong", {}, t14("shown", count(this.chosen.length), count(this.all.length))), ` ${t14("among", gamesText(this.head?.games ?? 0))}`]);
}
page(n) {
return { items: this.chosen.slice(n, n + PAGE), more: n + PAGE < this.chosen.length };
}
card(s) {
const size = this.head?.size ?? 19, board = h("span", { class: "joseki-board" }, diagram(s, size));
let step2;
const names = moveNames(s), n = names.length;
const onKey = (e) => {
const now = step2 ?? n;
const to = { ArrowRight: now >= n ? 1 : now + 1, ArrowLeft: Math.max(0, now - 1), Home: 0, End: n }[e.key];
if (to === void 0 || isTyping(e)) return;
e.preventDefault();
step2 = to === n ? void 0 : to;
replace(board, diagram(s, size, { step: step2 }));
announce(to ? `${to}: ${names[to - 1]}` : `0 / ${n}`);
};
return h("li", {}, h(
"button",
{
type: "button",
class: "card",
"data-rank": s.rank,
onkeydown: onKey,
onclick: () => this.openDetail(s)
},
h("span", { class: "row spread" }, h("b", {}, String(s.rank), s.family?.length ? h("small", {}, ` ${t14("folded", s.family.length)}`) : ""), h("span", { class: "number" }, gamesText(s.games))),
board,
h("span", { class: "years" }, s.decades && decadeBars(s, this.years), h("small", { class: "number" }, yearsText(s))),
scoreBar({ score: s.rate, low: s.low, high: s.high }),
h("small", { class: "names" }, s.players.slice(0, 3).map((p) => p.name).join(" · "))
));
}
/* --- One of them --------------------------------------------------------------------------------- */
openDetail(s) {
this.open = String(s.rank);
this.keep();
this.detail.show(s, this.head);
}
go(from, by) {
const to = this.chosen[this.chosen.findIndex((s) => s.rank === from.rank) + by];
if (to) this.openDetail(to);
}
closed(s) {
if (this.leaving) return;
this.open = "";
this.keep();
this.el.querySelector(`[data-rank="${s.rank}"]`)?.focus();
}
};
var joseki = {
id: "joseki",
title: { en: "Sequences", ja: "手順集" },
games: ["go"],
mount(el, { args }) {
const view = new JosekiView(pick(USUAL, args), pick(NOTHING_WANTED, args), args.get("seq") ?? "");
replace(el, view.el);
return () => view.destroy();
}
};

// src/board_chatur.ts
var COLOURS = ["red", "green", "yellow", "black"];
var t15 = texts({
red: "Red",
green: "Green",
yellow: "Yellow",
black: "Black",
B: "boat",
H: "horse",
E: "elephant",
R: "raja",
P: "pawn",
piece: "{0} {1}",
movable: "can move",
frozen: "frozen",
throne: "throne of {0}",
board: "Chaturanga board"
}, {
red: "赤",
green: "緑",
yellow: "黄",
black: "黒",
B: "舟",
H: "馬",
E: "象",
R: "王",
P: "兵",
piece: "{0}の{1}",
movable: "動かせます",
frozen: "凍結",
throne: "{0}の王座",
board: "チャトランガの盤"
});
var colourName = (n) => t15(COLOURS[n]);
var THRONES = ["d1", "a5", "e8", "h4"];
var FILES = "abcdefgh";
var centre = (square) => [FILES.indexOf(square[0]) + 0.5, 8.5 - Number(square[1])];
function piecesOf(position) {
const pieces = /* @__PURE__ */ new Map();
position.split(" ")[0].split("/").forEach((rank, row) => {
let file = 0;
for (const [word] of rank.matchAll(/\d|[rgyb][BHERP]/g)) {
if (word.length === 1) file += Number(word);
else pieces.set(`${FILES[file++]}${8 - row}`, { colour: "rgyb".indexOf(word[0]), kind: word[1] });
}
});
return pieces;
}
var GLYPHS = {
B: "M-92 26H92L62 72H-58ZM-6-88V14H-70ZM8-70V14H60Z",
H: "M-52 80L-44 34-8-2-20-4-56 22-78 6-72-18-34-58-22-92 2-62 40-44 60 0 62 80Z",
E: "M-92 66L-96 40-88-6-72-44-44-60-14-52 40-58 76-38 88 4V76H58V30H18V76H-14V30L-40 18-62 8-72 24-76 66Z",
R: "M-72 66L-88-44-44 2 0-84 44 2 88-44 72 66Z",
P: "M-52 80L-38 40-16-8H16L38 40 52 80ZM36-44A36 36 0 1 1-36-44 36 36 0 1 1 36-44Z"
};
var BASES = [
"M40 0A40 40 0 1 1-40 0 40 40 0 1 1 40 0Z",
"M-36-36H36V36H-36Z",
"M0-47L47 0 0 47-47 0Z",
"M-16-40H16L40-16V16L16 40H-16L-40 16V-16Z"
];
function pieceShape(piece, frozen) {
const size = piece.colour === 2 ? 0.22 : 0.26;
return svg(
"g",
{ class: `army ${COLOURS[piece.colour]}${frozen ? " frozen" : ""}` },
svg("path", { class: "base", d: BASES[piece.colour] }),
svg("path", { class: "glyph", d: GLYPHS[piece.kind], transform: `scale(${size})` })
);
}
var armySign = (colour, frozen = false) => svg(
"svg",
{ class: "army-sign", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
svg("g", { class: `army ${COLOURS[colour]}${frozen ? " frozen" : ""}` }, svg("path", { class: "base", d: BASES[colour] }))
);
var ChaturBoard = class {
el;
layer = svg("g");
grid;
constructor(onPoint) {
this.grid = new CellGrid({
label: t15("board"),
rows: 8,
columns: 8,
focused: "d1",
name: (row, column) => `${FILES[column]}${8 - row}`,
onKey: (square, e) => {
if (e.key !== "Enter" && e.key !== " ") return false;
onPoint(square);
return true;
}
});
this.grid.el.classList.add("eight");
this.el = h(
"div",
{ class: "board chatur" },
svg("svg", { class: "chatur-board", viewBox: "-.45 -.45 8.9 8.9", "aria-hidden": "true" }, this.ground(), this.layer),
this.grid.el
);
this.el.addEventListener("click", (e) => {
const box = this.grid.el.getBoundingClientRect();
const [x, y] = [Math.floor(8 * (e.clientX - box.left) / box.width), Math.floor(8 * (e.clientY - box.top) / box.height)];
if (x >= 0 && x < 8 && y >= 0 && y < 8) onPoint(`${FILES[x]}${8 - y}`);
});
}
ground() {
const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const name = (x, y, text) => svg("text", { x, y: y + 0.1, "text-anchor": "middle", "font-size": 0.28 }, text);
return svg(
"g",
{},
svg("rect", { class: "wood", x: -0.45, y: -0.45, width: 8.9, height: 8.9, rx: 0.1 }),
svg("path", { class: "thrones", d: THRONES.map((s) => {
const [x, y] = centre(s);
return `M${x - 0.36} ${y - 0.36}l.72 .72M${x - 0.36} ${y + 0.36}l.72-.72`;
}).join("") }),
svg("path", { class: "lines", d: steps.map((i) => `M${i} 0V8M0 ${i}H8`).join("") }),
svg("g", { class: "names" }, steps.slice(0, 8).map((i) => [name(i + 0.5, 8.22, FILES[i]), name(-0.22, 7.5 - i, String(i + 1))]).flat())
);
}
show(s) {
const square = (name, cls) => {
const [x, y] = centre(name);
return svg("rect", { class: cls, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
};
replace(
this.layer,
s.last.map((name) => square(name, "last")),
[...s.sources].map((name) => square(name, "source")),
s.chosen ? square(s.chosen, "chosen") : false,
[...s.pieces].map(([name, piece]) => {
const [x, y] = centre(name);
return svg("g", { transform: `translate(${x} ${y}) scale(.01)` }, pieceShape(piece, s.frozen[piece.colour]));
}),
[...s.targets].map((name) => {
const [cx, cy] = centre(name);
return svg("circle", { class: "reach", cx, cy, r: s.pieces.has(name) ? 0.46 : 0.16 });
})
);
this.grid.describe((name) => this.label(name, s), s.chosen);
}
label(name, s) {
const piece = s.pieces.get(name);
const throne = THRONES.indexOf(name);
const words2 = [
piece ? t15("piece", colourName(piece.colour), t15(piece.kind)) : t("emptySquare"),
piece && s.frozen[piece.colour] && t15("frozen"),
throne >= 0 && t15("throne", colourName(throne)),
s.sources.has(name) && t15("movable"),
s.targets.has(name) && t("reachable")
];
return `${name}: ${words2.filter(Boolean).join(", ")}`;
}
};

// src/play_chatur.ts
var t16 = texts({
title: "Chaturanga for four",
seats: "Who plays",
person: "a person",
P0: "any turn (P0)",
P1: "takes rajas (P1)",
P2: "careful, too (P2)",
P4: "looks a round ahead (P4)",
team: "searches, for its team",
paranoid: "searches, against all",
mcts: "tree search",
partners: "Red and Yellow are partners, Green and Black are; when both rajas of one pair are taken, the other two fight each other.",
newGame: "New game",
undo: "Take back",
save: "Save the record",
pass: "Pass",
enough: "One move is enough",
comeBack: "The raja comes back",
roll: "Roll the dice",
pause: "Pause",
goOn: "Go on",
dice: "Dice",
rolled: "rolled here",
told: "I tell what fell",
first: "First die",
second: "Second die",
take: "These fell",
fell: "Dice: {0} and {1}",
turnOf: "{0}’s turn",
toRoll: "{0}: roll the dice",
choose: "{0}: choose a piece",
target: "{0}: where to?",
next: "{0}: the second move",
nothing: "{0}: nothing can move",
thinks: "{0} is thinking…",
won: "{0} won",
drawn: "Drawn: a raja was left alone",
and: " and ",
log: "Turns",
noTurn: "No turn yet.",
failed: "That did not work: {0}",
frozen: "frozen",
waiting: "waits to come back",
tips: "2 boat, 3 horse, 4 elephant, 5 raja or pawn: up to two moves, or one by the sum. Keys: arrows and Enter on the board, Escape chooses anew, R rolls, P passes, U takes back."
}, {
title: "四人チャトランガ",
seats: "対局者",
person: "人",
P0: "無作為 (P0)",
P1: "王を取る (P1)",
P2: "用心もする (P2)",
P4: "次の巡も見る (P4)",
team: "探索（味方のため）",
paranoid: "探索（全員が敵）",
mcts: "木探索",
partners: "赤と黄、緑と黒が味方です。一方の王が二つとも取られると、残る二人の勝負になります。",
newGame: "新しい対局",
undo: "待った",
save: "棋譜を保存",
pass: "パス",
enough: "一手だけにする",
comeBack: "王が戻る",
roll: "サイコロを振る",
pause: "一時停止",
goOn: "続ける",
dice: "サイコロ",
rolled: "ここで振る",
told: "出た目を入れる",
first: "一つめの目",
second: "二つめの目",
take: "この目が出た",
fell: "目: {0} と {1}",
turnOf: "{0}の番",
toRoll: "{0}の番: サイコロを振ってください",
choose: "{0}の番: 駒を選んでください",
target: "{0}の番: 行き先を選んでください",
next: "{0}の番: 二手目を選んでください",
nothing: "{0}の番: 動かせる駒がありません",
thinks: "{0}が考えています…",
won: "{0}の勝ち",
drawn: "引き分け（裸の王）",
and: "と",
log: "手順",
noTurn: "まだ手がありません。",
failed: "うまくいきませんでした: {0}",
frozen: "凍結",
waiting: "復帰待ち",
tips: "2 舟、3 馬、4 象、5 王か兵: 二手まで、または目の和で一手。盤上は矢印キーと Enter、Escape で選び直し、R で振る、P でパス、U で待った。"
});
var PLAYERS = ["person", "P0", "P1", "P2", "P4", "team", "paranoid", "mcts"];
var THINK_MS = 700;
var PACE_MS = 500;
var START2 = "startpos order=any";
var stepsOf = (turn) => turn.split(" ").filter((w) => /^[a-h][1-8][a-h][1-8]$/.test(w));
var ChaturPlay = class {
el = h("main", { class: "play chaturanga" });
board = new ChaturBoard((square) => this.point(square));
asking = new Asking();
seats = COLOURS.map((c, i) => PLAYERS.find((p) => p === recall(`seat-${c}`)) ?? (i === 0 ? "person" : "P4"));
told = recall("dice") === "told";
table;
past = [];
steps = [];
// made of the present turn
chosen;
paused = false;
timer = 0;
status = h("p", { class: "caption", role: "status" });
dice = h("div", { class: "row dice" });
buttons = h("div", { class: "row" });
players = h("section", { class: "panel seats", "aria-labelledby": "seats" });
log = h("ol", { class: "play-log", tabindex: 0, "aria-label": t16("log") });
constructor() {
replace(
this.el,
h("h1", { class: "hidden" }, t16("title")),
h("div", { class: "left" }, h("div", { class: "board-place" }, this.board.el), this.status, this.dice, this.buttons, h("p", { class: "tips keys" }, t16("tips"))),
h("div", { class: "right" }, this.players, h("section", { class: "panel", "aria-labelledby": "log" }, h("h2", { id: "log" }, t16("log")), this.log))
);
document.addEventListener("keydown", this.onKey);
this.begin();
}
destroy() {
document.removeEventListener("keydown", this.onKey);
clearTimeout(this.timer);
this.asking.end();
}
onKey = (e) => {
if (isTyping(e)) return;
const key = e.key.toLowerCase();
if (key === "escape") this.unchoose();
else if (key === "u") this.undo();
else if (key === "r" && this.waitsForDice && !this.told) void this.roll("random");
else if (key === "p" && this.allowed("-")) void this.make("-");
else return;
e.preventDefault();
};
/* --- The course of the game ------------------------------------------------------------------ */
begin() {
this.past = [];
this.paused = false;
this.table = void 0;
void this.request("play/chaturanga", { position: START2 });
}
get seat() {
return this.table ? COLOURS.indexOf(this.table.colour) : 0;
}
get over() {
return this.table?.phase === "won" || this.table?.phase === "drawn";
}
get isPerson() {
return this.seats[this.seat] === "person";
}
get waitsForDice() {
return !!this.table && !this.over && !this.table.roll && (this.isPerson || this.told);
}
async request(path, args) {
const signal = this.asking.begin();
const before = this.table;
clearTimeout(this.timer);
try {
const table2 = await ask(path, args, signal);
if (before && table2.made) {
this.past.push({ table: before, made: table2.made });
announce(`${colourName(COLOURS.indexOf(table2.made.colour))}: ${table2.made[lang]}`);
}
this.take(table2);
} catch (e) {
if (!signal.aborted) this.status.textContent = t16("failed", messageOf(e));
}
}
take(table2) {
this.table = table2;
this.steps = [];
this.chosen = void 0;
this.el.dataset.ply = String(table2.ply);
this.show();
if (!this.over && !this.isPerson && !this.told) this.timer = window.setTimeout(() => this.program("random"), this.past.length ? PACE_MS : 0);
}
program(roll) {
if (this.paused || !this.table || this.over || this.isPerson) return;
this.status.textContent = t16("thinks", colourName(this.seat));
void this.request("play/chaturanga/choose", { position: this.table.position, roll, player: this.seats[this.seat], ms: THINK_MS });
}
async roll(roll) {
if (!this.waitsForDice) return;
this.paused = false;
if (!this.isPerson) return this.program(roll);
await this.request("play/chaturanga", { position: this.table.position, roll });
const fell = this.table?.roll;
if (fell) announce(t16("fell", fell[0], fell[1]));
}
/* A turn of the list; what chance decides in it, it decides now. */
async make(turn) {
const { position, roll } = this.table;
await this.request("play/chaturanga", { position, turn: `${roll} ${turn}`, chance: 1 });
}
/* First what is chosen, then the first move of the turn, then whole turns, to a person's last. */
undo() {
if (this.chosen || this.steps.length) return this.unchoose();
let n = this.past.length - 1;
while (n > 0 && this.seats[COLOURS.indexOf(this.past[n].made.colour)] !== "person") n--;
if (n < 0) return;
const { table: table2, made } = this.past[n];
this.past.length = n;
this.table = void 0;
const person = this.seats[COLOURS.indexOf(made.colour)] === "person";
if (!person) this.paused = true;
void this.request("play/chaturanga", person ? { position: table2.position, roll: made.turn.slice(0, 2) } : { position: table2.position });
}
unchoose() {
if (this.chosen) this.chosen = void 0;
else this.steps = [];
this.show();
}
async save() {
const names = Object.fromEntries(COLOURS.map((c, i) => [c, this.seats[i] === "person" ? t16("person") : this.seats[i]]));
try {
download("kifu.chatur", await askText("play/chaturanga/record", { position: START2, turns: this.past.map((p) => p.made.turn).join("\n"), ...names }));
} catch (e) {
this.status.textContent = t16("failed", messageOf(e));
}
}
/* --- Choosing moves --------------------------------------------------------------------------- */
/* Turns of the list that go on from the moves made so far. */
get turns() {
if (!this.table?.turns || !this.isPerson || this.over) return [];
return this.table.turns.filter((turn) => this.steps.every((step2, i) => stepsOf(turn)[i] === step2));
}
allowed(turn) {
return this.steps.length === 0 && this.turns.includes(turn);
}
get nextSteps() {
return [...new Set(this.turns.map((turn) => stepsOf(turn)[this.steps.length]).filter(Boolean))];
}
/* The turn that is just the moves made so far. */
get complete() {
return this.steps.length ? this.turns.find((turn) => stepsOf(turn).length === this.steps.length) : void 0;
}
point(square) {
const next = this.nextSteps;
if (this.chosen && next.includes(this.chosen + square)) {
this.steps = [...this.steps, this.chosen + square];
this.chosen = void 0;
if (this.complete && this.nextSteps.length === 0) return void this.make(this.complete);
} else this.chosen = square !== this.chosen && next.some((step2) => step2.startsWith(square)) ? square : void 0;
this.show();
}
/* --- Showing ---------------------------------------------------------------------------------- */
/* The board with the moves of this turn made on it. */
get pieces() {
const pieces = piecesOf(this.table.position);
for (const step2 of this.steps) {
const piece = pieces.get(step2.slice(0, 2));
pieces.delete(step2.slice(0, 2));
if (piece) pieces.set(step2.slice(2), piece);
}
return pieces;
}
show() {
if (!this.table) return;
const next = this.nextSteps;
const last = this.steps.length ? this.steps : stepsOf(this.past.at(-1)?.made.turn ?? "");
this.board.show({
pieces: this.pieces,
frozen: this.table.states.map((s) => s === "frozen"),
last: last.flatMap((s) => [s.slice(0, 2), s.slice(2)]),
sources: new Set(next.map((step2) => step2.slice(0, 2))),
chosen: this.chosen,
targets: new Set(next.filter((step2) => step2.slice(0, 2) === this.chosen).map((step2) => step2.slice(2)))
});
this.status.textContent = this.statusText();
this.el.dataset.turn = this.over ? "over" : this.table.roll ? "choose" : this.waitsForDice ? "dice" : "program";
this.showDice();
this.showButtons();
this.showPlayers();
this.showLog();
}
statusText() {
const who = colourName(this.seat);
if (this.table.phase === "drawn") return t16("drawn");
if (this.over) return t16("won", this.table.winners.map((c) => colourName(COLOURS.indexOf(c))).join(t16("and")));
if (this.waitsForDice) return t16("toRoll", who);
if (!this.isPerson) return t16(this.paused ? "turnOf" : "thinks", who);
if (this.chosen) return t16("target", who);
return t16(this.steps.length ? "next" : this.nextSteps.length ? "choose" : "nothing", who);
}
showDice() {
const roll = this.table.roll ?? this.past.at(-1)?.made.turn.slice(0, 2);
const select = (id, label) => h("select", { id, "aria-label": label }, ["2", "3", "4", "5"].map((n) => h("option", { value: n }, n)));
const [first, second] = [select("die-1", t16("first")), select("die-2", t16("second"))];
const asks = this.waitsForDice;
const hadFocus = this.dice.contains(document.activeElement);
replace(
this.dice,
roll && !asks && h("span", { class: "fell", role: "img", "aria-label": t16("fell", roll[0], roll[1]) }, [...roll].map((n) => die(Number(n)))),
asks && !this.told && h("button", { type: "button", class: "main", id: "roll", onclick: () => void this.roll("random") }, t16("roll")),
asks && this.told && [first, second, h("button", { type: "button", class: "main", id: "roll", onclick: () => void this.roll(first.value + second.value) }, t16("take"))].flat()
);
if (hadFocus && asks) this.dice.querySelector("#roll")?.focus();
}
showButtons() {
const button = (id, text, run, enabled = true, main = false) => h("button", { type: "button", id, class: main ? "main" : "", disabled: !enabled, onclick: run }, text);
const focused = document.activeElement?.id;
const back = this.steps.length === 0 && this.turns.find((turn) => turn.startsWith("*"));
const complete = this.complete;
const watching = !this.told && this.seats.some((s) => s !== "person");
replace(
this.buttons,
complete && button("enough", t16("enough"), () => void this.make(complete), true, true),
back && button("back", t16("comeBack"), () => void this.make(back), true, true),
button("pass", t16("pass"), () => void this.make("-"), this.allowed("-"), this.allowed("-") && this.nextSteps.length === 0),
button("undo", t16("undo"), () => this.undo(), this.past.length > 0 || this.steps.length > 0),
watching && !this.over && button("pause", t16(this.paused ? "goOn" : "pause"), () => this.pause()),
button("save", t16("save"), () => void this.save(), this.past.length > 0)
);
if (focused) this.buttons.querySelector(`#${focused}`)?.focus();
}
pause() {
this.paused = !this.paused;
if (!this.paused) this.program("random");
this.showButtons();
this.status.textContent = this.statusText();
}
showPlayers() {
if (this.players.contains(document.activeElement) && this.players.querySelector("select")) return this.markPlayers();
const dice = h("select", { id: "told", onchange: () => {
this.told = dice.value === "told";
remember("dice", dice.value);
if (this.table) this.take({ ...this.table, made: void 0 });
} }, ["rolled", "told"].map((d) => h("option", { value: d, selected: d === "told" === this.told }, t16(d))));
replace(
this.players,
h("h2", { id: "seats" }, t16("seats")),
h("div", { class: "form" }, COLOURS.map((_, i) => this.seatRow(i)).flat(), h("label", { for: "told" }, t16("dice")), dice),
h("p", { class: "tips" }, t16("partners")),
h("p", {}, h("button", { type: "button", class: "main", id: "new", onclick: () => this.begin() }, t16("newGame")))
);
this.markPlayers();
}
seatRow(i) {
const select = h("select", { id: `seat-${i}`, onchange: () => {
this.seats[i] = select.value;
remember(`seat-${COLOURS[i]}`, select.value);
if (this.table && this.seat === i) this.take({ ...this.table, made: void 0, roll: void 0, turns: void 0 });
else this.showButtons();
} }, PLAYERS.map((p) => h("option", { value: p, selected: p === this.seats[i] }, t16(p))));
return [h("label", { for: `seat-${i}`, class: "seat", "data-seat": i }), select];
}
markPlayers() {
for (const label of this.players.querySelectorAll("[data-seat]")) {
const i = Number(label.dataset.seat);
const state = this.table.states[i];
label.classList.toggle("now", i === this.seat && !this.over);
replace(
label,
armySign(i, state === "frozen"),
h("span", {}, colourName(i)),
state !== "playing" && h("small", {}, ` ${t16(state)}`)
);
}
}
showLog() {
replace(this.log, this.past.length === 0 ? h("li", { class: "hint" }, t16("noTurn")) : this.past.map((p, i) => h(
"li",
{},
h("span", { class: "n" }, String(i + 1)),
armySign(COLOURS.indexOf(p.made.colour)),
h("span", { class: "hidden" }, colourName(COLOURS.indexOf(p.made.colour))),
h("span", {}, p.made[lang])
)));
this.log.scrollTop = this.log.scrollHeight;
}
};
function die(n) {
const at = { 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]] };
return svg(
"svg",
{ class: "die", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
svg("rect", { x: -18, y: -18, width: 36, height: 36, rx: 6 }),
(at[n] ?? []).map(([x, y]) => svg("circle", { cx: 9 * x, cy: 9 * y, r: 4 }))
);
}

// src/play_shogi.ts
var t17 = texts({
title: "Shogi against the engine",
you: "You play",
strength: "Strength",
dial: "How it plays",
like: "Like",
pro: "professionals",
amateur: "amateurs",
online: "players online",
level0: "Very easy",
level1: "Easy",
level2: "Middling",
level3: "Hard",
level4: "Very hard",
positions: "{0} ({1} positions a move)",
dial0: "Strong: always the best move it finds",
dial1: "Strong, with an eye for what people play",
dial2: "Natural, as long as it costs little",
dial3: "Natural: as people play, if it can be played at all",
strong: "strong",
natural: "natural",
newGame: "New game",
undo: "Take back",
resign: "Resign",
declare: "Declare a win",
save: "Save as KIF",
yours: "Your move",
thinks: "The engine is thinking…",
check: "check",
why: "Moves, and why",
nothing: "No move yet.",
setUp: "The game",
promote: "Promote",
stay: "Don’t promote",
whether: "Promote the {0}?",
value: "value {0}",
mate: "mate in {0}",
tips: "Choose a piece, then where it goes. Keys: arrows and Enter on the board, Escape chooses anew, U takes back.",
engine: "Kifu",
me: "You",
failed: "That did not work: {0}"
}, {
title: "エンジンと将棋",
you: "あなたの手番",
strength: "強さ",
dial: "指し方",
like: "手本",
pro: "プロ",
amateur: "アマチュア",
online: "ネット対局者",
level0: "とてもやさしい",
level1: "やさしい",
level2: "ふつう",
level3: "手ごわい",
level4: "とても手ごわい",
positions: "{0}（{1} 局面）",
dial0: "強さ優先: 見つけた最善手を指す",
dial1: "強さ優先、人の指し手も考慮",
dial2: "自然に、損が小さければ",
dial3: "自然に: 指せるかぎり人のように",
strong: "強く",
natural: "自然に",
newGame: "新しい対局",
undo: "待った",
resign: "投了",
declare: "入玉宣言",
save: "KIF で保存",
yours: "あなたの番です",
thinks: "エンジンが考えています…",
check: "王手",
why: "指し手とその理由",
nothing: "まだ指していません。",
setUp: "対局",
promote: "成る",
stay: "成らない",
whether: "{0}を成りますか",
value: "評価値 {0}",
mate: "{0} 手詰",
tips: "駒を選び、行き先を選びます。盤上は矢印キーと Enter、Escape で選び直し、U で待った。",
engine: "Kifu",
me: "あなた",
failed: "うまくいきませんでした: {0}"
});
var NODES = [300, 3e3, 3e4, 3e5, 2e6];
var digits = (square) => square[0] + "abcdefghi"[Number(square[1]) - 1];
var ShogiPlay = class {
el = h("main", { class: "play" });
asking = new Asking();
start;
moves;
side;
end = "";
state;
answers = /* @__PURE__ */ new Map();
// by the ply they led to
board;
flipped;
chosen;
// "77", or the letter of a piece in hand
place = h("div", { class: "board-place" });
hands = { s: h("div"), g: h("div") };
status = h("p", { class: "caption", role: "status" });
question = h("div", { class: "row question-row" });
buttons = h("div", { class: "row" });
log = h("ol", { class: "play-log", tabindex: 0, "aria-label": t17("why") });
words = h("p", { class: "tips", id: "dial-words" });
level = Math.min(4, Math.max(0, Number(recall("play-level") ?? 1) || 0));
dial = Math.min(100, Math.max(0, Number(recall("play-natural") ?? 50) || 0));
like = recall("play-class") ?? "amateur";
constructor(args) {
this.start = args.get("sfen") ?? "";
this.moves = (args.get("moves") ?? "").split(",").filter(Boolean);
this.side = args.get("side") === "w" ? "g" : "s";
this.flipped = this.side === "g";
this.build();
document.addEventListener("keydown", this.onKey);
void this.refresh();
}
destroy() {
document.removeEventListener("keydown", this.onKey);
this.asking.end();
this.board?.destroy();
}
onKey = (e) => {
if (isTyping(e)) return;
if (e.key === "Escape") this.choose(void 0);
else if (e.key === "u" || e.key === "U") this.undo();
else return;
e.preventDefault();
};
/* --- What is on the page --------------------------------------------------------------------- */
build() {
replace(
this.el,
h("h1", { class: "hidden" }, t17("title")),
h("div", { class: "left" }, this.place, this.status, this.question, this.buttons, h("p", { class: "tips keys" }, t17("tips"))),
h("div", { class: "right" }, this.settings(), h("section", { class: "panel", "aria-labelledby": "why" }, h("h2", { id: "why" }, t17("why")), this.log))
);
this.buildBoard();
}
settings() {
const option = (value, text, now) => h("option", { value, selected: value === now }, text);
const dial = h("input", { type: "range", id: "dial", min: 0, max: 100, step: 10, value: this.dial, "aria-describedby": "dial-words", oninput: () => {
this.dial = Number(dial.value);
remember("play-natural", dial.value);
this.showDial();
} });
const level = h("select", { id: "level", onchange: () => {
this.level = Number(level.value);
remember("play-level", level.value);
} }, NODES.map((n, i) => option(i, t17("positions", t17(`level${i}`), n.toLocaleString(lang)), this.level)));
const like = h("select", { id: "like", onchange: () => {
this.like = like.value;
remember("play-class", like.value);
} }, ["pro", "amateur", "online"].map((c) => option(c, t17(c), this.like)));
const side = h("select", { id: "side" }, ["s", "g"].map((c) => option(c, `${sideMark(c)} ${sideName(c)}`, this.side)));
this.showDial();
return h(
"section",
{ class: "panel form", "aria-label": t17("setUp") },
h("label", { for: "side" }, t17("you")),
h("div", { class: "row" }, side, h("button", { type: "button", class: "main", id: "new", onclick: () => this.begin(side.value) }, t17("newGame"))),
h("label", { for: "level" }, t17("strength")),
level,
h("label", { for: "dial" }, t17("dial")),
h("div", {}, h("div", { class: "dial" }, h("span", { "aria-hidden": "true" }, t17("strong")), dial, h("span", { "aria-hidden": "true" }, t17("natural"))), this.words),
h("label", { for: "like" }, t17("like")),
like
);
}
showDial() {
this.words.textContent = t17(this.dial === 0 ? "dial0" : this.dial < 40 ? "dial1" : this.dial < 70 ? "dial2" : "dial3");
}
buildBoard() {
this.board?.destroy();
this.board = new ShogiBoard({ editable: false, label: t("board"), flipped: this.flipped, onPoint: (square) => this.point(square) });
const bottom = this.flipped ? "g" : "s";
this.hands[bottom].className = "hand shown";
this.hands[other(bottom)].className = "hand shown turned";
replace(this.place, this.hands[other(bottom)], this.board.el, this.hands[bottom]);
this.show();
}
/* --- The game -------------------------------------------------------------------------------- */
begin(side) {
this.side = side;
this.moves = [];
this.answers.clear();
this.flipped = side === "g";
this.end = "";
this.state = void 0;
this.chosen = void 0;
this.buildBoard();
void this.refresh();
}
get mine() {
return !!this.state && !this.state.over && this.state.turn === (this.side === "s" ? 0 : 1);
}
get game() {
return { sfen: this.start, moves: this.moves.join(" "), end: this.end };
}
/* Asks how it stands; then it may be the engine's turn. */
async refresh() {
const signal = this.asking.begin();
try {
this.take(await ask("play/shogi", this.game, signal));
if (this.state.over || this.mine) return;
this.take(await ask("play/shogi/move", { ...this.game, nodes: NODES[this.level], natural: this.dial, class: this.like }, signal));
} catch (e) {
if (!signal.aborted) this.status.textContent = t17("failed", messageOf(e));
}
}
take(state) {
this.state = state;
this.moves = state.played.map((p) => p.move);
if (state.answer) {
this.answers.set(state.ply, state.answer);
announce(state.answer[lang]);
}
this.el.dataset.ply = String(state.ply);
this.chosen = void 0;
showAddress(address("play", ["shogi"], { sfen: this.start, side: this.side === "g" ? "w" : void 0, moves: this.moves.join(",") }));
this.show();
}
play(move3) {
this.moves = [...this.moves, move3];
this.chosen = void 0;
replace(this.question);
void this.refresh();
}
/* To where it was the player's turn last. */
undo() {
const first = this.firstMine();
if (this.moves.length <= first) return;
let n = this.moves.length - (this.end ? 0 : 1);
while (n % 2 !== first % 2) n--;
for (const ply of [...this.answers.keys()]) if (ply > n) this.answers.delete(ply);
this.moves = this.moves.slice(0, Math.max(n, first));
this.end = "";
void this.refresh();
}
/* How many moves were made before the player's first. */
firstMine() {
const begins = fromSfen(this.start || START)?.turn ?? "s";
return begins === this.side ? 0 : 1;
}
finish(end3) {
this.end = end3;
void this.refresh();
}
async save() {
const [black, white] = this.side === "s" ? [t17("me"), t17("engine")] : [t17("engine"), t17("me")];
try {
download("kifu.kif", await askText("play/shogi/record", { ...this.game, black, white }));
} catch (e) {
this.status.textContent = t17("failed", messageOf(e));
}
}
/* --- Choosing a move ------------------------------------------------------------------------- */
/* Moves of what is chosen, by the square they go to. */
reach() {
const map = /* @__PURE__ */ new Map();
if (!this.chosen || !this.mine) return map;
const begins = this.chosen.length === 1 ? `${this.chosen}*` : digits(this.chosen);
for (const move3 of this.state.legal.filter((m) => m.startsWith(begins))) {
const square = squaresOf(move3).at(-1);
map.set(square, [...map.get(square) ?? [], move3]);
}
return map;
}
choose(what) {
this.chosen = what;
replace(this.question);
this.board?.showReach(what && what.length === 2 ? what : void 0, new Set(this.reach().keys()));
this.showHands();
}
point(square) {
if (!this.mine) return true;
const moves = this.reach().get(square);
if (moves?.length === 1) this.play(moves[0]);
else if (moves) this.askPromotion(moves);
else this.choose(square !== this.chosen && this.state.legal.some((m) => m.startsWith(digits(square))) ? square : void 0);
return true;
}
askPromotion(moves) {
const piece = this.board.marks.get(squaresOf(moves[0])[0]);
const button = (up) => h("button", {
type: "button",
class: up ? "main" : "",
"data-promote": String(up),
onclick: () => this.play(moves.find((m) => m.endsWith("+") === up))
}, t17(up ? "promote" : "stay"));
const yes = button(true);
replace(this.question, h("span", {}, t17("whether", piece ? kindName(piece.kind) : "")), yes, button(false));
yes.focus();
}
/* --- Showing --------------------------------------------------------------------------------- */
get setup() {
return fromSfen(this.state?.sfen ?? (this.start || START));
}
show() {
const setup = this.setup;
if (!setup || !this.board) return;
this.board.marks = setup.look.pieces;
this.board.showLast(squaresOf(this.moves.at(-1)));
this.choose(void 0);
this.showStatus();
this.showButtons();
this.showLog();
}
showHands() {
const setup = this.setup;
if (!setup) return;
for (const color of ["s", "g"]) replace(this.hands[color], this.hand(color, setup));
}
hand(color, setup) {
const held = HAND_KINDS.filter((kind) => setup.look.hands[color].has(kind));
const words2 = held.map((kind) => `${kindName(kind)} ${setup.look.hands[color].get(kind).n}`).join(", ");
return [
h("span", { class: "hand-name", "aria-hidden": "true" }, sideMark(color)),
h("span", { class: "hidden" }, `${t("hand", sideName(color))}: ${words2 || "–"}`),
...held.map((kind) => this.handPiece(color, kind, setup.look.hands[color].get(kind).n))
];
}
handPiece(color, kind, n) {
const letter = letterOf(kind);
const mine = color === this.side && this.mine && kindOfLetter(letter) !== void 0;
const face2 = [pieceIcon({ color: "s", kind }), h("span", { class: "number" }, n > 1 ? String(n) : "")];
if (!mine) return h("span", { class: "hand-cell set", "aria-hidden": "true" }, face2);
return h("button", {
type: "button",
class: "hand-cell set pick",
"data-drop": letter,
"aria-pressed": this.chosen === letter,
"aria-label": `${pieceName(color, kind)} ${n}`,
onclick: () => {
this.choose(this.chosen === letter ? void 0 : letter);
this.hands[color].querySelector(`[data-drop="${letter}"]`)?.focus();
}
}, face2);
}
showStatus() {
const state = this.state;
if (!state) return void (this.status.textContent = t("loading"));
const text = state.over ? state.over[lang] : t17(this.mine ? "yours" : "thinks");
this.status.textContent = text + (state.check && !state.over ? ` (${t17("check")})` : "");
this.el.dataset.turn = state.over ? "over" : this.mine ? "mine" : "engine";
}
showButtons() {
const on = !!this.state && !this.state.over;
const button = (id, text, run, enabled = true) => h("button", { type: "button", id, disabled: !enabled, onclick: run }, text);
const focused = document.activeElement?.id;
replace(
this.buttons,
button("undo", t17("undo"), () => this.undo(), this.moves.length > this.firstMine()),
button("resign", t17("resign"), () => this.finish("resign"), this.mine),
this.mine && this.state.declare && button("declare", t17("declare"), () => this.finish("declaration"), on),
button("flip", t("flip"), () => {
this.flipped = !this.flipped;
this.buildBoard();
}),
button("save", t17("save"), () => void this.save(), this.moves.length > 0)
);
if (focused) this.buttons.querySelector(`#${focused}`)?.focus();
}
showLog() {
const played = this.state?.played ?? [];
replace(this.log, played.length === 0 ? h("li", { class: "hint" }, t17("nothing")) : played.map((p, i) => {
const answer = this.answers.get(i + 1);
return h(
"li",
{ class: answer ? "theirs" : "" },
h("span", { class: "n" }, String(i + 1)),
h("strong", {}, p[lang]),
answer && !answer.explanation && h("small", {}, valueText2(answer)),
answer?.explanation && h("p", { class: "tips" }, reasonOf(answer.explanation))
);
}));
this.log.scrollTop = this.log.scrollHeight;
}
};
var reasonOf = (text) => text.replace(/^[^:]*:\s*/, "");
function valueText2(a) {
if (a.centipawns !== void 0) return t17("value", (a.centipawns > 0 ? "+" : "") + a.centipawns);
return t17("mate", Math.abs(a.mate ?? 0));
}

// src/area_play.ts
var GAMES = { shogi: { en: "Shogi against the engine", ja: "エンジンと将棋" }, chaturanga: { en: "Chaturanga for four", ja: "四人チャトランガ" } };
var play = {
id: "play",
title: { en: "Play", ja: "対局する" },
mount(el, { path, args }) {
const offered = ["shogi", "chaturanga"].filter((name) => name !== "shogi" || site.game === "shogi");
const chosen2 = offered.find((name) => name === path[0]) ?? offered[0];
const view = chosen2 === "shogi" ? new ShogiPlay(args) : new ChaturPlay();
const tabs = offered.length > 1 && h(
"nav",
{ class: "row games", "aria-label": lang === "ja" ? "ゲーム" : "Games" },
offered.map((name) => h("a", { class: "button", href: address("play", [name]), "aria-current": name === chosen2 ? "page" : void 0 }, GAMES[name][lang]))
);
replace(el, tabs, view.el);
return () => view.destroy();
}
};

// src/editor.ts
var t18 = texts({
layers: "Which board",
look: "Look for",
either: "Or",
never: "Exclude",
lookHelp: "All of this must be there.",
eitherHelp: "At least one of these must be there, too.",
neverHelp: "Nothing of this may be there.",
tray: "Pieces to place",
turn: "To move",
anyTurn: "either",
whole: "Whole position",
wholeHelp: "every square and both hands as shown, nothing else",
any: "any",
symmetry: "Also",
sym_: "only as it stands",
sym_flip: "the other side’s",
sym_mirror: "mirrored",
sym_turn: "in any orientation",
sym_all: "all of these",
size: "Board",
clear: "Clear",
start: "Start position",
swap: "Swap sides",
mirror: "Mirror",
paste: "Paste a position or a game",
pasteHelp: "SFEN, KIF, KI2, CSA, USI or SGF; of a game the last position is taken.",
take: "Take",
boardTips: "Drag pieces to the board or click a piece and then squares. Drag a piece off the board to remove it, or onto a hand.",
goTips: "Choose a stone and click points, or drag it. Drag a stone off the board to remove it.",
boardKeys: "Arrow keys move, a letter (P L N S G B R K) puts Black’s piece, with Shift White’s, + promotes, E empty, A any piece, Delete removes.",
goKeys: "Arrow keys move, B and W put stones, A any stone, E empty, Delete removes."
}, {
layers: "盤の切り替え",
look: "探す",
either: "または",
never: "除く",
lookHelp: "すべてそろっていること。",
eitherHelp: "このうち少なくとも一つもあること。",
neverHelp: "このどれもないこと。",
tray: "置く駒",
turn: "手番",
anyTurn: "どちらでも",
whole: "局面全体",
wholeHelp: "盤上も持駒もこの通りで、ほかの駒はない",
any: "任意",
symmetry: "向き",
sym_: "このまま",
sym_flip: "先後逆も",
sym_mirror: "左右反転も",
sym_turn: "回転・反転も",
sym_all: "すべて",
size: "路盤",
clear: "消す",
start: "初形",
swap: "先後交換",
mirror: "左右反転",
paste: "局面・棋譜を貼り付ける",
pasteHelp: "SFEN・KIF・KI2・CSA・USI・SGF。棋譜なら最後の局面を使います。",
take: "使う",
boardTips: "駒を盤にドラッグするか、駒を選んでからマスをクリックします。盤の外へ出すと取り除かれ、持駒に重ねると持駒になります。",
goTips: "石を選んで点をクリックするか、ドラッグします。盤の外へ出すと取り除かれます。",
boardKeys: "矢印キーで移動、英字（P L N S G B R K）で先手の駒、Shift を加えると後手の駒、+ で成、E は空き、A は任意の駒、Delete で取り除きます。",
goKeys: "矢印キーで移動、B と W で石、A でどちらかの石、E は空き、Delete で取り除きます。"
});
var GO_SIZES = [19, 13, 9];
var GO_TOOLS = [
{ color: "s", kind: "stone" },
{ color: "g", kind: "stone" },
{ color: "s", kind: "stones" },
{ color: "s", kind: "empty" },
{ color: "s", kind: "erase" }
];
var Editor = class {
constructor(dialect, isShogi2, setup, onChange2) {
this.dialect = dialect;
this.isShogi = isShogi2;
this.onChange = onChange2;
this.setup = setup;
this.handPlaces = { s: h("div", { class: "hand", "data-hand": "s" }), g: h("div", { class: "hand", "data-hand": "g" }) };
this.el = h("section", { class: "looked", "aria-label": t18("look") }, this.tabs, this.layerHelp, this.boardPlace, this.controls());
this.buildBoard();
this.buildTray();
this.show(setup);
}
dialect;
isShogi;
onChange;
el;
setup;
layer = "look";
board;
flipped = false;
tool;
arrows = [];
boardPlace = h("div", { class: "board-place" });
handPlaces;
tabs = h("div", { class: "tabs", role: "radiogroup", "aria-label": t18("layers") });
layerHelp = h("p", { class: "tips" });
trayPlace = h("div", { class: "tray", role: "group", "aria-label": t18("tray") });
turnPlace = h("select", { id: "turn", onchange: () => this.change({ turn: this.turnPlace.value }) });
wholeBox = h("input", { type: "checkbox", id: "whole", onchange: () => this.changeWhole() });
symmetryPlace = h("select", { id: "symmetry", onchange: () => this.change({ symmetry: this.symmetryPlace.value }) });
sizePlace = h("select", { id: "size", onchange: () => this.changeSize(Number(this.sizePlace.value)) });
destroy() {
this.board.destroy();
}
/* Another setup; the board for it, too. */
show(setup) {
const other2 = this.setup.size !== setup.size;
this.setup = setup;
if (other2) this.buildBoard();
this.board.marks = this.now.pieces;
this.turnPlace.value = setup.turn;
this.wholeBox.checked = setup.whole;
this.symmetryPlace.value = setup.symmetry;
this.sizePlace.value = String(setup.size);
this.showTabs();
this.showHand("s");
this.showHand("g");
}
showArrows(arrows) {
this.arrows = arrows;
this.board.showArrows(this.layer === "look" ? arrows : []);
}
dropTool() {
if (this.tool) this.setTool(void 0);
}
get now() {
return this.setup[this.layer];
}
/* --- Building ---------------------------------------------------------------------------------- */
buildBoard() {
this.board?.destroy();
this.board = makeBoard({
editable: true,
label: t("board"),
flipped: this.flipped,
size: this.setup.size,
onChange: () => this.changeBoard(),
onToHand: (color, kind) => this.addToHand(color, plain(kind)),
onToolGone: () => this.setTool(void 0)
});
const [top, bottom] = this.flipped ? ["s", "g"] : ["g", "s"];
for (const color of ["s", "g"])
this.handPlaces[color].className = color === bottom ? "hand" : "hand turned";
replace(this.boardPlace, this.isShogi && this.handPlaces[top], this.board.el, this.isShogi && this.handPlaces[bottom]);
this.board.marks = this.now.pieces;
this.showArrows(this.arrows);
if (this.tool) this.board.setTool(this.tool);
}
buildTray() {
const button = (mark) => {
const start5 = (e) => {
if ("button" in e && e.button !== 0) return;
e.preventDefault();
if (this.isTool(mark)) return this.setTool(void 0);
this.setTool(mark);
this.board.dragTool(mark, e);
};
const name = pieceName(mark.color, mark.kind);
const el = h("button", {
type: "button",
class: "tool",
"aria-pressed": "false",
"data-tool": mark.color + mark.kind,
title: name,
"aria-label": name,
onmousedown: start5,
onclick: (e) => e.detail === 0 && this.setTool(this.isTool(mark) ? void 0 : mark)
}, pieceIcon(mark));
el.addEventListener("touchstart", start5, { passive: false });
return el;
};
const row = (color) => h(
"div",
{ class: "tray-row" },
BOARD_KINDS.map((kind) => button({ color, kind })),
button({ color, kind: "any" }),
color === "s" ? button({ color, kind: "empty" }) : button({ color: "s", kind: "erase" })
);
if (this.isShogi) replace(this.trayPlace, row("s"), row("g"));
else replace(this.trayPlace, h("div", { class: "tray-row stones" }, GO_TOOLS.map(button)));
}
controls() {
const button = (text, run) => h("button", { type: "button", onclick: run }, text);
const look = button(t(letters ? "kanji" : "letters"), () => {
setLetters(!letters);
look.textContent = t(letters ? "kanji" : "letters");
});
const turnOption = (c) => h("option", { value: c }, `${sideMark(c)} ${sideName(c)}`);
replace(this.turnPlace, h("option", { value: "" }, t18("anyTurn")), turnOption("s"), turnOption("g"));
replace(this.symmetryPlace, this.dialect.symmetries.map((s) => h("option", { value: s }, t18(`sym_${s}`))));
replace(this.sizePlace, [.../* @__PURE__ */ new Set([...GO_SIZES, this.setup.size])].map((n) => h("option", { value: n }, `${n}×${n}`)));
return h(
"div",
{ class: "controls" },
this.trayPlace,
h(
"div",
{ class: "row" },
h("label", { for: "turn" }, t18("turn")),
this.turnPlace,
h("label", { class: "check", title: t18("wholeHelp") }, this.wholeBox, t18("whole")),
!this.isShogi && [h("label", { for: "size" }, t18("size")), this.sizePlace],
h("label", { for: "symmetry" }, t18("symmetry")),
this.symmetryPlace
),
h(
"div",
{ class: "row" },
button(t18("start"), () => this.take(this.start())),
button(t18("clear"), () => this.take(emptySetup(this.setup.size))),
button(t18("swap"), () => this.take(changeSides(this.dialect, this.setup, false))),
button(t18("mirror"), () => this.take(changeSides(this.dialect, this.setup, true))),
button(t("flip"), () => {
this.flipped = !this.flipped;
this.buildBoard();
}),
this.isShogi && look
),
this.pasting(),
h("p", { class: "tips" }, t18(this.isShogi ? "boardTips" : "goTips")),
h("p", { class: "tips keys" }, t18(this.isShogi ? "boardKeys" : "goKeys"))
);
}
start() {
const s = this.dialect.fromPosition("startpos");
return this.isShogi ? s : { ...s, size: this.setup.size };
}
pasting() {
const field = h("textarea", { id: "paste", rows: 3, spellcheck: "false", "aria-label": t18("paste"), "aria-describedby": "paste-help" });
const said = h("p", { class: "mistake", role: "alert" });
const take = async () => {
try {
await this.paste(field.value);
field.value = "";
box.open = false;
replace(said);
} catch (e) {
replace(said, messageOf(e));
}
};
const box = h(
"details",
{ class: "paste" },
h("summary", {}, t18("paste")),
field,
h("p", { class: "tips", id: "paste-help" }, t18("pasteHelp")),
said,
h("button", { type: "button", onclick: () => void take() }, t18("take"))
);
field.addEventListener("paste", () => setTimeout(() => void take()));
return box;
}
/* A position, or a game in any format that the server reads. */
async paste(text) {
const setup = pastedPosition(this.dialect, text);
if (setup) return this.take(setup);
const game3 = await ask("read", { text });
const last = game3.positions.at(-1);
const found = last && this.dialect.fromPosition(last.sfen);
if (found) this.take(found);
}
/* --- Changes ----------------------------------------------------------------------------------- */
isTool(mark) {
return this.tool?.kind === mark.kind && this.tool.color === mark.color;
}
setTool(tool) {
this.tool = tool;
this.board.setTool(tool);
for (const el of this.trayPlace.querySelectorAll(".tool"))
el.setAttribute("aria-pressed", String(!!tool && el.dataset.tool === tool.color + tool.kind));
}
change(part) {
Object.assign(this.setup, part);
this.showTabs();
this.onChange();
}
changeBoard() {
this.now.pieces = this.board.marks;
this.change({});
}
addToHand(color, kind) {
if (!HAND_MAX[kind]) return;
const now = this.now.hands[color].get(kind);
if ((now?.n ?? 0) < HAND_MAX[kind])
this.setHand(color, kind, { op: this.isWhole() ? "=" : now?.op ?? ">=", n: (now?.n ?? 0) + 1 });
}
setHand(color, kind, to) {
if (to && !(this.isWhole() && to.n === 0)) this.now.hands[color].set(kind, to);
else this.now.hands[color].delete(kind);
this.showHand(color);
this.change({});
}
isWhole() {
return this.setup.whole && this.layer === "look";
}
changeWhole() {
this.setup.whole = this.wholeBox.checked;
if (this.setup.whole) {
for (const [square, mark] of this.setup.look.pieces)
if (/^(any|empty|stones)$/.test(mark.kind)) this.setup.look.pieces.delete(square);
}
this.take(this.setup);
}
changeSize(size) {
this.setup.size = size;
this.buildBoard();
this.changeBoard();
}
/* Another setup altogether; what the text says besides stays. */
take(setup) {
this.setTool(void 0);
this.show({ ...setup, rest: this.setup.rest, complex: this.setup.complex });
this.onChange();
}
/* --- Showing ----------------------------------------------------------------------------------- */
showTabs() {
const focused = this.tabs.contains(document.activeElement);
replace(this.tabs, LAYERS.map((name) => {
const { pieces, hands } = this.setup[name];
const n = pieces.size + hands.s.size + hands.g.size;
return h("button", {
type: "button",
role: "radio",
"aria-checked": String(name === this.layer),
"data-layer": name,
tabindex: name === this.layer ? 0 : -1,
class: layerIsEmpty(this.setup[name]) ? "" : "filled",
onclick: () => this.setLayer(name),
onkeydown: (e) => this.onTabKey(e)
}, t18(name), n > 0 && name !== "look" && h("span", { class: "badge" }, String(n)));
}));
this.layerHelp.textContent = t18(`${this.layer}Help`);
if (focused) this.tabs.querySelector('[aria-checked="true"]')?.focus();
}
onTabKey(e) {
const step2 = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
if (!step2) return;
e.preventDefault();
this.setLayer(LAYERS[(LAYERS.indexOf(this.layer) + step2 + LAYERS.length) % LAYERS.length]);
}
setLayer(name) {
this.layer = name;
this.setTool(void 0);
this.show(this.setup);
this.showArrows(this.arrows);
this.el.dataset.layer = name;
announce(`${t18(name)}. ${t18(`${name}Help`)}`);
}
showHand(color) {
if (!this.isShogi) return;
const hand = this.now.hands[color];
const whole = this.isWhole();
const cell = (kind) => {
const now = hand.get(kind);
const select = h("select", {
"aria-label": `${t("hand", sideName(color))}: ${kindName(kind)}`,
onchange: () => this.setHand(color, kind, conditionOf(select.value))
}, handOptions(kind, whole));
select.value = now ? now.op + now.n : whole ? "=0" : "";
return h(
"div",
{ class: now ? "hand-cell set" : "hand-cell" },
h("button", {
type: "button",
tabindex: -1,
"aria-hidden": "true",
title: pieceName(color, kind),
onclick: () => now?.n === HAND_MAX[kind] ? this.setHand(color, kind, void 0) : this.addToHand(color, kind)
}, pieceIcon({ color: "s", kind })),
select
);
};
replace(
this.handPlaces[color],
h("span", { class: "hand-name", title: t("hand", sideName(color)) }, sideMark(color)),
HAND_KINDS.map(cell)
);
this.handPlaces[color].dataset.hand = color;
}
};
function handOptions(kind, whole) {
const option = (op, n) => h("option", { value: op + n }, { ">=": "≥", "=": whole ? "" : "=", "<=": "≤" }[op] + n);
const up = (from, op) => Array.from({ length: HAND_MAX[kind] - from + 1 }, (_, i) => option(op, from + i));
if (whole) return up(0, "=");
return [h("option", { value: "", "aria-label": t18("any") }, "–"), ...up(1, ">="), ...up(0, "="), ...up(1, "<=").slice(0, -1)];
}
function conditionOf(value) {
const m = value.match(/^(>=|=|<=)(\d+)$/);
return m ? { op: m[1], n: Number(m[2]) } : void 0;
}

// src/facets.ts
var t19 = texts({
facets: "Narrow down",
years: "Years",
results: "Results",
players: "Players",
castle: "Castles",
opening: "Openings",
shape: "Shapes",
joseki: "Joseki",
names: "Names",
unknown: "unknown",
of: "{0}: {1} games ({2} %)",
decade: "{0}s",
more: "More",
noDates: "no date"
}, {
facets: "絞り込む",
years: "年",
results: "結果",
players: "対局者",
castle: "囲い",
opening: "戦法",
shape: "形",
joseki: "定石",
names: "名前",
unknown: "不明",
of: "{0}: {1} 局（{2} %）",
decade: "{0}年代",
more: "さらに",
noDates: "日付なし"
});
var SHOWN = 6;
var quoted = (text) => /^[^\s(){},"]+$/.test(text) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
var Facets = class {
constructor(add) {
this.add = add;
}
add;
el = h("section", { class: "panel facets", "aria-labelledby": "facets-title" });
figures = h("div", { class: "facet-groups" });
names = h("div", { class: "facet-groups" });
clear() {
replace(this.el);
replace(this.names);
}
/* Figures first; names, which take one search each, when they are there. */
async run(query, isShogi2, signal) {
const found = await ask("facets", { query }, signal);
if (signal.aborted) return;
this.showFigures(found, isShogi2);
const names = await ask("facets/names", { query }, signal);
if (!signal.aborted) this.showNames(names, found.games);
}
showFigures(found, isShogi2) {
const [s, g] = isShogi2 ? ["s", "g"] : ["b", "w"];
const words2 = { b: `result:${s}`, w: `result:${g}`, d: "result:d", "?": "result:?" };
replace(
this.figures,
this.group(t19("years"), years(found), found.games),
this.group(t19("results"), found.results.filter((r) => r.games).map((r) => ({
label: resultText(r.result) || t19("unknown"),
games: r.games,
word: words2[r.result]
})), found.games),
this.group(t19("players"), found.players.map((p) => ({ label: p.name, games: p.games, word: `player:${quoted(p.name)}` })), found.games)
);
replace(this.el, h("h2", { id: "facets-title" }, t19("facets")), this.figures, this.names);
}
showNames({ names }, all) {
const groups = [...new Set(names.map((n) => n.group))];
replace(this.names, groups.map((group) => this.group(
t19(group) || t19("names"),
names.filter((n) => n.group === group).map((n) => ({ label: nameOf(n), games: n.games, word: n.word })),
all
)));
}
group(title, rows, all) {
if (rows.length === 0) return false;
const items = rows.map((r, i) => h(
"li",
{ hidden: i >= SHOWN },
h(
"button",
{ type: "button", "data-word": r.word, title: t19("of", r.label, count(r.games), percent(r.games / all)), onclick: () => this.add(r.word) },
h("span", { class: "label" }, r.label),
h("span", { class: "number" }, count(r.games)),
bar([["track", 0, 100], ["fill", 0, 100 * r.games / all]], `${percent(r.games / all)} %`)
)
));
const more = rows.length > SHOWN && h("button", { type: "button", class: "link", onclick: (e) => {
for (const item of items) item.hidden = false;
items[SHOWN].querySelector("button")?.focus();
e.target.remove();
} }, t19("more"));
return h("div", { class: "facet" }, h("h3", {}, title), h("ul", {}, items), more);
}
};
function years(found) {
const known = found.years.filter((y) => y.year > 0);
const rows = /* @__PURE__ */ new Map();
const decades = known.length > 12;
for (const y of known) rows.set(decades ? y.year - y.year % 10 : y.year, (rows.get(decades ? y.year - y.year % 10 : y.year) ?? 0) + y.games);
return [...rows].sort(([a], [b]) => b - a).map(([year, games]) => ({
label: decades ? t19("decade", year) : String(year),
games,
word: decades ? `date:${year}..${year + 9}` : `date:${year}`
}));
}

// src/area_search.ts
var t20 = texts({
setUp: "Set up a position",
query: "As text",
queryPlaceholder: "s88ou s78ki player:… result:s date:1990..2000",
goPlaceholder: "bQ16 wD4 player:… result:b date:1990..2000",
castles: "Add a castle or opening…",
group_castle: "Castles",
group_opening: "Openings",
group_shape: "Shapes",
group_joseki: "Joseki",
group_: "Own names",
moreThanBoard: "The text says more than the board can show.",
examples: "Try",
exampleHoles: "both kings in the bear’s hole",
exampleMino: "mino castle",
exampleStart: "from the start",
exampleStar: "three stars in a row",
exampleChinese: "Chinese opening",
nextMoves: "Next moves",
countSpans: "{0} places",
took: "{0} ms",
nothing: "No game has this position. Take a piece away, or choose “either” for the side to move.",
nothingNext: "No move was played after it.",
goHint: 'Put stones on the board to find the games that had them, or ask for moves in a row (seq:"Q16 D4") or a drawn pattern.',
emptyHint: "Put pieces on the board to find the games that had them; two or three are often enough.",
searching: "Searching…",
export: "Save all",
exportAs: "Save all games found as",
explore: "Explore"
}, {
setUp: "局面を並べる",
query: "文字での条件",
queryPlaceholder: "s88ou s78ki player:… result:s date:1990..2000",
goPlaceholder: "bQ16 wD4 player:… result:b date:1990..2000",
castles: "囲い・戦法を加える…",
group_castle: "囲い",
group_opening: "戦法",
group_shape: "形",
group_joseki: "定石",
group_: "自分の名前",
moreThanBoard: "条件には盤に表せないものがあります。",
examples: "例",
exampleHoles: "相穴熊",
exampleMino: "美濃囲い",
exampleStart: "初手から",
exampleStar: "三連星",
exampleChinese: "中国流",
nextMoves: "次の一手",
countSpans: "{0} か所",
took: "{0} ミリ秒",
nothing: "この局面の対局はありません。駒を減らすか、手番を「どちらでも」にしてみてください。",
nothingNext: "この後に指された手はありません。",
goHint: '盤に石を置くと、その形になった対局が見つかります。手順（seq:"Q16 D4"）や図（pattern）でも探せます。',
emptyHint: "盤に駒を置くと、その形になった対局が見つかります。二、三枚でも十分です。",
searching: "検索中…",
export: "すべて保存",
exportAs: "見つかった対局をすべて保存する形式",
explore: "定跡ツリー"
});
var PAUSE_MS = 120;
var FORMATS = { shogi: ["kif", "ki2", "csa", "usi"], go: ["sgf"] };
var SearchView = class {
el;
editor;
dialect;
isShogi = site.game === "shogi";
text;
mistake = h("div", { class: "mistake", id: "mistake", role: "alert" });
remark = h("p", { class: "remark" });
headline = h("p", { class: "headline", role: "status" });
movesPlace = h("section", { class: "panel", "aria-labelledby": "moves-title" });
hitsPlace = h("section", { class: "panel", "aria-labelledby": "hits-title" });
facets = new Facets((word) => this.addWord(word));
pill = h("button", { type: "button", class: "pill", hidden: true, onclick: () => this.headline.scrollIntoView() });
seen;
asking = new Asking();
list;
timer = 0;
constructor(query) {
this.dialect = dialectOf(site.game);
this.editor = new Editor(this.dialect, this.isShogi, fromQuery(this.dialect, query), () => this.fromBoard());
this.text = h("textarea", {
id: "query",
rows: 2,
spellcheck: "false",
autocapitalize: "off",
autocomplete: "off",
placeholder: t20(this.isShogi ? "queryPlaceholder" : "goPlaceholder"),
oninput: () => this.changeText(),
onkeydown: (e) => this.onTextKey(e),
onpaste: (e) => this.onPaste(e)
});
this.text.value = query;
this.el = h(
"main",
{ class: "search" },
h("div", { class: "left" }, h("h1", { class: "hidden" }, t20("setUp")), this.editor.el),
h(
"div",
{ class: "right" },
this.question(),
this.headline,
h("div", { class: "answers" }, h("div", { class: "column" }, this.movesPlace, this.facets.el), this.hitsPlace)
),
this.pill
);
this.showRemark();
requestAnimationFrame(() => this.fitText());
this.seen = new IntersectionObserver(([entry]) => {
this.pill.hidden = entry.isIntersecting || entry.boundingClientRect.top < 0;
});
this.seen.observe(this.headline);
document.addEventListener("keydown", this.onKey);
void this.run(true);
}
destroy() {
document.removeEventListener("keydown", this.onKey);
clearTimeout(this.timer);
this.asking.end();
this.seen.disconnect();
this.list?.destroy();
this.editor.destroy();
}
onKey = (e) => {
if (e.key === "Escape") this.editor.dropTool();
};
question() {
const groups = [...new Set(site.names.map((n) => n.group))];
const names = h("select", { "aria-label": t20("castles"), onchange: () => {
this.addWord(names.value);
names.value = "";
} }, h("option", { value: "" }, t20("castles")), groups.map((group) => h(
"optgroup",
{ label: t20(`group_${group}`) || group },
site.names.filter((n) => n.group === group).map((n) => h("option", { value: group ? `${group}:${n.name}` : `@${n.name}` }, nameOf(n)))
)));
return h(
"div",
{ class: "question" },
h("div", { class: "row spread" }, h("label", { for: "query" }, t20("query")), site.names.length > 0 && names),
this.text,
this.mistake,
this.remark
);
}
/* --- Changes ----------------------------------------------------------------------------------- */
changeText() {
this.editor.show(fromQuery(this.dialect, this.text.value));
this.changed();
}
/* A position or a record becomes a question; anything else is text like any other. */
onPaste(e) {
const text = e.clipboardData?.getData("text") ?? "";
if (!pastedPosition(this.dialect, text) && !looksLikeRecord(text)) return;
e.preventDefault();
Object.assign(this.editor.setup, { rest: "", complex: false });
this.editor.paste(text).catch((error) => this.showMistake(error));
}
onTextKey(e) {
if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
e.preventDefault();
void this.run(true);
}
addWord(word) {
if (!word) return;
const now = this.text.value.trim();
const joined = fromQuery(this.dialect, now).complex ? `(${now})` : now;
this.text.value = `${joined} ${word}`.trim();
this.changeText();
}
fromBoard() {
const { setup } = this.editor;
this.text.value = toQuery(this.dialect, setup);
if (setup.complex && !boardIsEmpty(setup)) {
setup.rest = `(${setup.rest})`;
setup.complex = false;
}
this.changed();
}
changed() {
this.fitText();
this.showRemark();
clearTimeout(this.timer);
this.timer = window.setTimeout(() => void this.run(false), PAUSE_MS);
}
fitText() {
this.text.style.height = "auto";
this.text.style.height = `${Math.min(this.text.scrollHeight + 2, 200)}px`;
}
showRemark() {
const { setup } = this.editor;
this.remark.textContent = setup.complex || setup.rest && !boardIsEmpty(setup) ? t20("moreThanBoard") : "";
}
/* --- Asking ------------------------------------------------------------------------------------ */
async run(now) {
clearTimeout(this.timer);
const query = this.text.value.trim();
showAddress(searchAddress(query));
const signal = this.asking.begin();
const slow = setTimeout(() => this.el.classList.add("busy"), now ? 0 : 200);
try {
const read = await ask("parse", { query }, signal);
if (read.error) throw new ApiError(read.error.message, read.error.code, read.error.byte);
const moves = query ? ask("moves", { query, limit: 60 }, signal) : void 0;
moves?.catch(() => void 0);
const found = await ask("search", { query, limit: HITS_PAGE, boards: !!query }, signal);
this.showMistake(void 0);
this.showHits(found, query);
await this.showMoves(moves, signal);
if (signal.aborted) return;
this.el.dataset.answered = query;
clearTimeout(slow);
this.el.classList.remove("busy");
if (found.games === 0) this.facets.clear();
else await this.facets.run(query, this.isShogi, signal);
this.el.dataset.faceted = query;
} catch (e) {
if (!signal.aborted) this.showMistake(e);
} finally {
clearTimeout(slow);
if (!signal.aborted) this.el.classList.remove("busy");
}
}
showMistake(e) {
const error = e instanceof ApiError ? e : e ? new ApiError(String(e), "page") : void 0;
this.text.setAttribute("aria-invalid", String(!!error));
this.el.classList.toggle("stale", !!error);
this.remark.hidden = !!error;
if (!error) {
this.text.removeAttribute("aria-describedby");
return replace(this.mistake);
}
this.text.setAttribute("aria-describedby", "mistake");
const at = error.byte === void 0 ? void 0 : placeOf(this.text.value, error.byte);
replace(
this.mistake,
at && h("code", {}, this.text.value.slice(0, at[0]), h("mark", {}, this.text.value.slice(...at) || "␣"), this.text.value.slice(at[1])),
h("span", {}, at ? error.message : t("failed", error.message)),
!at && h("button", { type: "button", onclick: () => void this.run(true) }, t("retry"))
);
if (at) return;
this.headline.textContent = "";
for (const place3 of [this.movesPlace, this.hitsPlace, this.facets.el]) replace(place3);
}
/* --- Answers ----------------------------------------------------------------------------------- */
showHits(found, query) {
const games = gamesText(found.games);
replace(
this.headline,
h("strong", {}, games),
query && ` ${t("countOf", count(site.games))}`,
query && found.spans !== found.games && ` · ${t20("countSpans", count(found.spans))}`,
query && h("span", { class: "took" }, ` ${t20("took", (found.seconds * 1e3).toFixed(found.seconds < 0.01 ? 1 : 0))}`)
);
announce(games);
this.pill.textContent = `${games} ↓`;
this.list?.destroy();
if (found.games === 0) return replace(this.hitsPlace, h("p", { class: "hint" }, t20("nothing")));
this.list = hitList(query, found, !query);
replace(
this.hitsPlace,
!query && h("p", { class: "hint" }, t20(this.isShogi ? "emptyHint" : "goHint")),
!query && this.examples(),
h("div", { class: "row spread" }, h("h2", { id: "hits-title" }, t("games")), this.saving(query)),
this.list.el
);
}
saving(query) {
const args = (to) => new URLSearchParams({ query, to }).toString();
return h("span", { class: "saving" }, h("span", { title: t20("exportAs") }, t20("export")), " ", (FORMATS[site.game] ?? []).map((to) => h("a", { class: "format", href: `api/export?${args(to)}`, download: `kifu.${to}`, "aria-label": `${t20("exportAs")}: ${to.toUpperCase()}` }, to.toUpperCase())));
}
examples() {
const example = (text, query) => h("button", { type: "button", onclick: () => {
this.text.value = query;
this.changeText();
} }, text);
return h("p", { class: "row examples" }, h("span", {}, t20("examples")), this.isShogi ? [
example(t20("exampleHoles"), "s99ou g91ou"),
example(t20("exampleMino"), "s28ou s38gi s49ki s58ki"),
example(t20("exampleStart"), `sfen "${START.replace(/ 1$/, "")}"`)
] : [example(t20("exampleStar"), "sym(bQ16 bQ10 bQ4)"), example(t20("exampleChinese"), "opening:chinese"), example(t20("exampleStart"), 'sfen "19x19 b"')]);
}
async showMoves(moves, signal) {
const title = h("h2", { id: "moves-title" }, t20("nextMoves"));
let table2;
try {
table2 = await moves;
} catch (e) {
if (signal.aborted) return;
replace(this.movesPlace, title, h("p", { class: "hint" }, e instanceof Error ? e.message : String(e)));
}
if (signal.aborted) return;
this.editor.showArrows(moveArrows(table2, this.isShogi));
if (!table2 || table2.games === 0) return replace(this.movesPlace);
replace(this.movesPlace, title, table2.moves.length === 0 ? h("p", { class: "hint" }, t20("nothingNext")) : moveTable(table2, {
isShogi: this.isShogi,
pieces: this.editor.setup.look.pieces,
follow: this.canFollow(this.editor.setup) ? (m) => void this.follow(m.move) : void 0
}));
}
canFollow(s) {
return s.whole && !!s.turn && !s.symmetry;
}
/* Plays a next move on the board; the server knows the rules. */
async follow(move3) {
const { setup } = this.editor;
if (this.isShogi) {
playMove(setup, move3);
return this.editor.take(setup);
}
const next = await ask("position", { sfen: this.dialect.position(setup), moves: move3 });
const found = this.dialect.fromPosition(next.sfen);
if (found) this.editor.take(found);
}
};
function looksLikeRecord(text) {
return /^\s*\(;/.test(text) || /^(V2|V3|\+\d{4}[A-Z]{2}|N[+-])/m.test(text) || /^(手合割|先手|後手|手数|開始日時|棋戦)/m.test(text) || /^[▲△☗☖]/m.test(text) || /^(position )?(startpos|sfen \S+ [bw] \S+ \d+) moves /.test(text.trim());
}
function placeOf(text, byte) {
const bytes = new TextEncoder().encode(text);
const from = new TextDecoder().decode(bytes.slice(0, byte)).length;
const word = text.slice(from).search(/[\s)]/);
return [from, word <= 0 ? word === 0 ? from + 1 : text.length : from + word];
}
var search = {
id: "search",
title: { en: "Search", ja: "検索" },
mount(el, { args }) {
const view = new SearchView(args.get("q") ?? "");
replace(el, view.el);
return () => view.destroy();
}
};

// src/areas.ts
var AREAS = [search, explore, joseki, calibrate, play, game2];

// src/shards.ts
var t21 = texts({
missing: "Only {0} of {1} processes answered in time: {2} games were not searched, and figures are too small."
}, {
missing: "{1} プロセスのうち {0} だけが時間内に応答しました。{2} 局は検索されておらず、数字は実際より少なくなっています。"
});
var latest = /* @__PURE__ */ new Map();
function shardsStrip(again) {
const strip = h("div", { class: "shards", role: "status", hidden: true });
watchShards((path, shards) => {
latest.set(path, shards);
const worst = [...latest.values()].filter((s) => !!s).sort((a, b) => b.games_missed - a.games_missed)[0];
strip.hidden = !worst;
replace(
strip,
worst && h("span", {}, t21("missing", worst.answered, worst.of, count(worst.games_missed))),
worst && h("button", { type: "button", onclick: () => {
latest.clear();
again();
} }, t("retry"))
);
});
return strip;
}

// src/main.ts
var THEMES = ["auto", "light", "dark"];
var theme = THEMES.find((x) => x === recall("theme")) ?? "auto";
var area;
var leave;
var place2 = h("div", { id: "view" });
var menu = h("nav", { class: "areas" });
function applyTheme() {
if (theme === "auto") delete document.documentElement.dataset.theme;
else document.documentElement.dataset.theme = theme;
}
function themeButton() {
const label = () => t(theme === "auto" ? "themeAuto" : theme === "light" ? "themeLight" : "themeDark");
const button = h("button", { type: "button", onclick: () => {
theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
remember("theme", theme);
applyTheme();
show();
} });
const show = () => {
button.title = label();
button.setAttribute("aria-label", label());
button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
};
show();
return button;
}
function header() {
menu.setAttribute("aria-label", t("menu"));
return h(
"header",
{ class: "top" },
h("a", { href: address(AREAS[0].id), class: "brand" }, h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }), "Kifu"),
menu,
h("span", { class: "about" }, gamesText(site.games)),
h(
"div",
{ class: "settings" },
h("button", { type: "button", lang: lang === "ja" ? "en" : "ja", onclick: () => {
setLang(lang === "ja" ? "en" : "ja");
build();
} }, t("language")),
themeButton()
)
);
}
function showMenu() {
replace(menu, areas().filter((a) => !a.unlisted).map((a) => h("a", { href: address(a.id), "aria-current": a === area ? "page" : void 0 }, a.title[lang])));
}
function build() {
document.documentElement.lang = lang;
replace(
document.body,
h("div", { id: "live", class: "hidden", role: "status", "aria-live": "polite" }),
header(),
shardsStrip(route),
place2,
h("footer", {}, h("a", { href: "licences.txt" }, t("licences")))
);
route();
}
var areas = () => AREAS.filter((a) => !a.games || a.games.includes(site.game));
function paramsOf(hash) {
const [path, query] = [hash.replace(/\?.*/, ""), hash.replace(/^[^?]*\??/, "")];
const parts = path.replace(/^#\/?/, "").split("/").filter(Boolean).map((part) => {
try {
return decodeURIComponent(part);
} catch {
return part;
}
});
return { id: parts[0] ?? "", params: { path: parts.slice(1), args: new URLSearchParams(query) } };
}
function route() {
const { id, params } = paramsOf(location.hash);
leave?.();
area = areas().find((a) => a.id === id) ?? areas()[0];
document.title = `${area.title[lang]} · Kifu`;
showMenu();
leave = area.mount(place2, params);
scrollTo(0, 0);
}
function watchAddress() {
const replaceState = history.replaceState.bind(history);
history.replaceState = (data, unused, url) => {
replaceState(data, unused, url);
if (area?.id === "search") setBack(location.hash || address("search"));
};
}
async function start4() {
applyTheme();
watchAddress();
document.documentElement.lang = lang;
try {
await loadSite();
} catch (e) {
const retry = h("button", { type: "button", onclick: () => location.reload() }, t("retry"));
return replace(document.body, h("main", { class: "sorry" }, h("h1", {}, "Kifu"), h("p", {}, messageOf(e)), retry));
}
setGame(site.game);
installPieces();
build();
addEventListener("hashchange", route);
}
void start4();
