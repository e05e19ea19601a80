/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 68bdf722dc6216de
 * Contains shogiground (GPL-3.0-or-later), see licences.txt. */

// src/i18n.ts
var EN = {
  title: "Kifu",
  search: "Search",
  language: "日本語",
  languageName: "Japanese",
  theme: "Colours",
  themeAuto: "Colours: automatic",
  themeLight: "Colours: light",
  themeDark: "Colours: dark",
  lookFor: "Look for",
  setUp: "Set up a position",
  board: "Board",
  boardHelp: "Arrow keys move, a letter (P L N S G B R K) puts Black’s piece, with Shift White’s, + promotes, E empty, A any piece, Delete removes.",
  boardTips: "Drag pieces to the board or click a piece and then squares. Drag a piece off the board to remove it, or onto a hand.",
  tray: "Pieces to place",
  erase: "Remove",
  empty: "Must be empty",
  anySente: "Any piece of Black",
  anyGote: "Any piece of White",
  anyMark: "any",
  emptyMark: "empty",
  hand: "{0} in hand",
  any: "any",
  turn: "To move",
  either: "either",
  whole: "Whole position",
  wholeHelp: "every square and both hands as shown, nothing else",
  flip: "Turn board",
  clear: "Clear",
  start: "Start position",
  swap: "Swap sides",
  letters: "Pieces: letters",
  kanji: "Pieces: kanji",
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
  games: "Games",
  game: "Game",
  nextMoves: "Next moves",
  move: "Move",
  share: "Share",
  winRate: "Mover’s score",
  last: "Last",
  noResult: "no result known",
  countGames: "{0} games",
  countGame: "1 game",
  countOf: "of {0}",
  countSpans: "{0} places",
  took: "{0} ms",
  nothing: "No game has this position. Take a piece away, or choose “either” for the side to move.",
  nothingNext: "No move was played after it.",
  goHint: 'Ask for stones (bQ16 wD4), moves in a row (seq:"Q16 D4") or a drawn pattern to find the games that had them.',
  emptyHint: "Put pieces on the board to find the games that had them; two or three are often enough.",
  more: "Show more",
  players: "{0} – {1}",
  unknownPlayer: "unknown",
  plies: "moves {0}–{1}",
  ply: "move {0}",
  length: "{0} moves",
  result_b: "Black won",
  result_w: "White won",
  result_d: "Draw",
  result_: "",
  searching: "Searching…",
  failed: "That did not work: {0}",
  offline: "The server does not answer. Is kifu serve still running?",
  retry: "Try again",
  first: "Start",
  previous: "Back",
  next: "Forward",
  end: "End",
  position: "Move number",
  moves: "Moves",
  startPosition: "Start position",
  comment: "Comment",
  details: "About the game",
  fromHere: "Search from here",
  link: "Copy link",
  copied: "Link copied",
  picture: "Picture",
  back: "Back to the search",
  black: "Black",
  white: "White",
  time: "time",
  loading: "Loading…",
  noGame: "This game is not here.",
  hit: "held here",
  square: "{0}",
  emptySquare: "nothing",
  put: "{0} on {1}",
  removed: "{0} removed",
  licences: "Licences",
  interval: "{0} % ({1}–{2} %)",
  score: "score {0} %",
  database: "Database",
  keys: "← → Home End step through the game",
  transposed: "{0} by another order of moves"
};
var JA = {
  title: "Kifu",
  search: "検索",
  language: "English",
  languageName: "英語",
  theme: "配色",
  themeAuto: "配色: 自動",
  themeLight: "配色: 明るい",
  themeDark: "配色: 暗い",
  lookFor: "探す局面",
  setUp: "局面を並べる",
  board: "盤",
  boardHelp: "矢印キーで移動、英字（P L N S G B R K）で先手の駒、Shift を加えると後手の駒、+ で成、E は空き、A は任意の駒、Delete で取り除きます。",
  boardTips: "駒を盤にドラッグするか、駒を選んでからマスをクリックします。盤の外へ出すと取り除かれ、持駒に重ねると持駒になります。",
  tray: "置く駒",
  erase: "取り除く",
  empty: "空いていること",
  anySente: "先手の駒なら何でも",
  anyGote: "後手の駒なら何でも",
  anyMark: "任意",
  emptyMark: "空き",
  hand: "{0}の持駒",
  any: "任意",
  turn: "手番",
  either: "どちらでも",
  whole: "局面全体",
  wholeHelp: "盤上も持駒もこの通りで、ほかの駒はない",
  flip: "盤を回す",
  clear: "消す",
  start: "平手初形",
  swap: "先後交換",
  letters: "駒: 英字",
  kanji: "駒: 漢字",
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
  games: "対局",
  game: "対局",
  nextMoves: "次の一手",
  move: "指し手",
  share: "割合",
  winRate: "勝率",
  last: "最近",
  noResult: "結果不明",
  countGames: "{0} 局",
  countGame: "1 局",
  countOf: "全 {0} 局中",
  countSpans: "{0} か所",
  took: "{0} ミリ秒",
  nothing: "この局面の対局はありません。駒を減らすか、手番を「どちらでも」にしてみてください。",
  nothingNext: "この後に指された手はありません。",
  goHint: '石（bQ16 wD4）、手順（seq:"Q16 D4"）、図（pattern）で対局を探せます。',
  emptyHint: "盤に駒を置くと、その形になった対局が見つかります。二、三枚でも十分です。",
  more: "さらに表示",
  players: "{0} ― {1}",
  unknownPlayer: "不明",
  plies: "{0}～{1} 手目",
  ply: "{0} 手目",
  length: "{0} 手",
  result_b: "先手勝ち",
  result_w: "後手勝ち",
  result_d: "引き分け",
  result_: "",
  searching: "検索中…",
  failed: "うまくいきませんでした: {0}",
  offline: "サーバーの応答がありません。kifu serve は動いていますか。",
  retry: "もう一度",
  first: "初手へ",
  previous: "戻る",
  next: "進む",
  end: "終局へ",
  position: "手数",
  moves: "指し手",
  startPosition: "開始局面",
  comment: "コメント",
  details: "対局について",
  fromHere: "この局面で検索",
  link: "リンクをコピー",
  copied: "コピーしました",
  picture: "図",
  back: "検索に戻る",
  black: "先手",
  white: "後手",
  time: "時間",
  loading: "読み込み中…",
  noGame: "この対局はありません。",
  hit: "該当",
  square: "{0}",
  emptySquare: "駒なし",
  put: "{1}に{0}",
  removed: "{0}を取り除きました",
  licences: "ライセンス",
  interval: "{0} %（{1}～{2} %）",
  score: "勝率 {0} %",
  database: "データベース",
  keys: "← → Home End で進めます",
  transposed: "別の手順から {0}"
};
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
function t(key, ...args) {
  const text = (lang === "ja" ? JA : EN)[key] ?? "";
  return text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)] ?? ""));
}
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
  const [file, rank] = [Number(square[0]), Number(square[1])];
  return lang === "ja" ? `${file}${KANJI_DIGITS[rank - 1]}` : `${file}${"abcdefghi"[rank - 1]}`;
}
var sideName = (color) => t(color === "s" ? "black" : "white");
var sideMark = (color) => color === "s" ? "☗" : "☖";
function kindName(kind) {
  return (lang === "ja" ? KANJI : ENGLISH)[kind] ?? kind;
}
function pieceName(color, kind) {
  if (kind === "empty") return t("empty");
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
async function answer(response) {
  const body = await response.json().catch(() => void 0);
  if (response.ok && body) return body;
  const error = body?.error;
  throw new ApiError(error?.message ?? `HTTP ${response.status}`, error?.code ?? "http", error?.byte);
}
async function ask(path, args = {}, signal) {
  let response;
  try {
    response = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ lang, ...args }),
      signal
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new ApiError(t("offline"), "offline");
  }
  return answer(response);
}

// src/dom.ts
function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (value === true) el.setAttribute(key, "");
    else if (value !== false && value !== void 0) el.setAttribute(key, String(value));
  }
  for (const child of children.flat()) if (child) el.append(child);
  return el;
}
function replace(el, ...children) {
  el.replaceChildren(...children.flat().filter((c) => !!c));
}
function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

// src/setup.ts
var BOARD_KINDS = ["ou", "hi", "ka", "ki", "gi", "ke", "ky", "fu", "ry", "um", "ng", "nk", "ny", "to"];
var HAND_KINDS = ["hi", "ka", "ki", "gi", "ke", "ky", "fu"];
var HAND_MAX = { hi: 2, ka: 2, ki: 4, gi: 4, ke: 4, ky: 4, fu: 18 };
var PROMOTED = { fu: "to", ky: "ny", ke: "nk", gi: "ng", ka: "um", hi: "ry" };
var LETTERS = { fu: "P", ky: "L", ke: "N", gi: "S", ki: "G", ka: "B", hi: "R", ou: "K" };
var PLAIN = Object.fromEntries(Object.entries(PROMOTED).map(([a, b]) => [b, a]));
var KIND_OF_LETTER = Object.fromEntries(Object.entries(LETTERS).map(([a, b]) => [b, a]));
var other = (c) => c === "s" ? "g" : "s";
var promote = (kind) => PROMOTED[kind] ?? PLAIN[kind] ?? kind;
var plain = (kind) => PLAIN[kind] ?? kind;
var kindOfLetter = (letter) => KIND_OF_LETTER[letter.toUpperCase()];
var letterOf = (kind) => LETTERS[kind] ?? (PLAIN[kind] ? `+${LETTERS[PLAIN[kind]]}` : "");
function emptySetup() {
  return { pieces: /* @__PURE__ */ new Map(), hands: { s: /* @__PURE__ */ new Map(), g: /* @__PURE__ */ new Map() }, turn: "", whole: false, rest: "", complex: false };
}
var isEmpty = (s) => s.pieces.size === 0 && s.hands.s.size === 0 && s.hands.g.size === 0 && !s.turn && !s.whole && !s.rest;
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
  const words = text.trim().replace(/^(position\s+)?(sfen\s+)?/, "").split(/\s+/);
  if (words[0] === "startpos") return fromSfen(START);
  const ranks2 = (words[0] ?? "").split("/");
  const s = emptySetup();
  s.whole = true;
  if (ranks2.length !== 9 || !ranks2.every((r, i) => readRank(r, i + 1, s.pieces))) return void 0;
  s.turn = words[1] === "w" ? "g" : "s";
  for (const [, n, letter] of (words[2] ?? "-").matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = kindOfLetter(letter);
    if (!kind || !HAND_MAX[kind]) return void 0;
    s.hands[letter === letter.toUpperCase() ? "s" : "g"].set(kind, { op: "=", n: n ? Number(n) : 1 });
  }
  return s;
}
function rankText(s, rank) {
  let text = "";
  for (let file = 9; file >= 1; file--) {
    const mark = s.pieces.get(`${file}${rank}`);
    const letter = mark ? letterOf(mark.kind) : "";
    text += letter ? mark.color === "s" ? letter : letter.toLowerCase() : "1";
  }
  return text.replace(/1+/g, (ones) => String(ones.length));
}
function toSfen(s) {
  const board = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => rankText(s, rank)).join("/");
  const hand = (color) => HAND_KINDS.map((kind) => {
    const n = s.hands[color].get(kind)?.n ?? 0;
    const letter = color === "s" ? LETTERS[kind] : LETTERS[kind].toLowerCase();
    return n === 0 ? "" : (n > 1 ? n : "") + letter;
  }).join("");
  return `${board} ${s.turn === "g" ? "w" : "b"} ${hand("s") + hand("g") || "-"}`;
}
function boardWords(s) {
  if (s.whole) return [`${s.turn ? "sfen" : "board"} "${toSfen(s)}"`];
  const words = [];
  for (const [square, mark] of [...s.pieces].sort(([a], [b]) => a < b ? -1 : 1))
    words.push(mark.kind === "empty" ? `empty:${square}` : mark.kind === "any" ? `any:${mark.color}${square}` : `${mark.color}${square}${mark.kind}`);
  for (const color of ["s", "g"])
    for (const kind of HAND_KINDS) {
      const c = s.hands[color].get(kind);
      if (c) words.push(`${color}.hand.${kind}${c.op}${c.n}`);
    }
  if (s.turn) words.push(`turn:${s.turn}`);
  return words;
}
function toQuery(s) {
  const words = boardWords(s);
  if (s.rest) words.push(s.complex && words.length ? `(${s.rest})` : s.rest);
  return words.join(" ");
}
function splitWords(text) {
  const words = [];
  let word = "", depth = 0, quoted = false;
  for (const c of text) {
    if (c === '"') quoted = !quoted;
    else if (!quoted && (c === "(" || c === "{")) depth++;
    else if (!quoted && (c === ")" || c === "}")) depth--;
    if (/\s/.test(c) && !quoted && depth <= 0) {
      if (word) words.push(word);
      word = "";
    } else word += c;
  }
  if (word) words.push(word);
  return words;
}
var KIND = "(fu|ky|ke|gi|ki|ka|hi|ou|to|ny|nk|ng|um|ry)";
var PIECE = new RegExp(`^([sg])([1-9][1-9])${KIND}$`);
var HAND = /^([sg])\.hand\.(fu|ky|ke|gi|ki|ka|hi)(>=|<=|=)(\d{1,2})$/;
var SHORT_HAND = /^([sg])(fu|ky|ke|gi|ki|ka|hi)(\d{1,2})$/;
var JOINS = /^(or|then|never)$|^(then|for)[<>=]/;
function place(s, square, color, kind) {
  if (s.pieces.has(square)) return false;
  s.pieces.set(square, { color, kind });
  return true;
}
function setHand(s, color, kind, op, n) {
  const hand = s.hands[color];
  if (hand.has(kind) || n > HAND_MAX[kind]) return false;
  hand.set(kind, { op, n });
  return true;
}
function show(s, word) {
  let m;
  if (m = word.match(PIECE)) return place(s, m[2], m[1], m[3]);
  if (m = word.match(/^empty:([1-9][1-9])$/)) return place(s, m[1], "s", "empty");
  if (m = word.match(/^any:([sg])([1-9][1-9])$/)) return place(s, m[2], m[1], "any");
  if (m = word.match(HAND)) return setHand(s, m[1], m[2], m[3], Number(m[4]));
  if (m = word.match(SHORT_HAND)) return setHand(s, m[1], m[2], ">=", Number(m[3]));
  if ((m = word.match(/^turn:([sg])$/)) && !s.turn) {
    s.turn = m[1];
    return true;
  }
  return false;
}
function showWhole(words) {
  const at = words.findIndex((w, i) => /^(sfen|board)$/.test(w) && words[i + 1]?.startsWith('"'));
  if (at < 0) return void 0;
  const sfen = words[at + 1].replace(/^"|"$/g, "");
  const s = sfen.trim().split(/\s+/).length >= 3 || sfen.trim() === "startpos" ? fromSfen(sfen) : void 0;
  if (!s) return void 0;
  if (words[at] === "board") s.turn = "";
  s.rest = [...words.slice(0, at), ...words.slice(at + 2)].join(" ");
  return s;
}
function fromQuery(text) {
  const words = splitWords(text);
  const s = emptySetup();
  if (words.some((w) => JOINS.test(w))) {
    s.rest = text.trim();
    s.complex = true;
    return s;
  }
  const whole = showWhole(words);
  if (whole) return whole;
  const rest = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i] === "not") rest.push(words[i], words[++i] ?? "");
    else if (/^(sfen|board|like|pattern)$/.test(words[i])) rest.push(words[i], words[++i] ?? "");
    else if (!show(s, words[i])) rest.push(words[i]);
  }
  s.rest = rest.join(" ").trim();
  return s;
}
function tidyPasted(text) {
  const bare = text.trim();
  if (!/^(position\s+)?(sfen\s+)?([1-9a-zA-Z+]+\/){8}[1-9a-zA-Z+]+(\s|$)/.test(bare)) return text;
  const s = fromSfen(bare);
  return s ? toQuery(s) : text;
}
function playMove(s, usi) {
  const m = usi.match(/^(?:([PLNSGBR])\*|([1-9])([a-i]))([1-9])([a-i])(\+?)$/);
  if (!m) return;
  const color = s.turn || "s";
  const square = (file, rank) => file + (rank.charCodeAt(0) - 96);
  const to = square(m[4], m[5]);
  const change = (kind, by) => {
    const n = (s.hands[color].get(kind)?.n ?? 0) + by;
    if (n > 0) s.hands[color].set(kind, { op: "=", n });
    else s.hands[color].delete(kind);
  };
  if (m[1]) {
    const kind = kindOfLetter(m[1]);
    change(kind, -1);
    s.pieces.set(to, { color, kind });
  } else {
    const from = square(m[2], m[3]);
    const piece = s.pieces.get(from);
    const taken = s.pieces.get(to);
    if (!piece) return;
    if (taken && HAND_MAX[plain(taken.kind)]) change(plain(taken.kind), 1);
    s.pieces.delete(from);
    s.pieces.set(to, { color, kind: m[6] ? promote(piece.kind) : piece.kind });
  }
  s.turn = other(color);
}
function swapSides(s) {
  const turned = emptySetup();
  for (const [square, mark] of s.pieces) {
    const to = `${10 - Number(square[0])}${10 - Number(square[1])}`;
    turned.pieces.set(to, { kind: mark.kind, color: mark.kind === "empty" ? "s" : other(mark.color) });
  }
  turned.hands = { s: new Map(s.hands.g), g: new Map(s.hands.s) };
  turned.turn = s.turn && other(s.turn);
  turned.whole = s.whole;
  turned.rest = s.rest;
  turned.complex = s.complex;
  return turned;
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
function picture(inside, turned) {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><g${turned ? " transform='rotate(180 50 50)'" : ""}>${inside}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
function face(kind, letters2, color) {
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
      const inside = kind === "any" ? ANY : kind === "empty" ? EMPTY : kind === "erase" ? ERASE : face(kind, letters2, color);
      for (const orientation of ["sente", "gote"])
        css += `.orientation-${orientation} piece.${color}.${role}{background-image:${picture(inside, color !== orientation && kind !== "empty")}}
`;
    }
  sheet.replaceSync(css);
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
function easing(t2) {
  return t2 < 0.5 ? 4 * t2 * t2 * t2 : (t2 - 1) * (2 * t2 - 2) * (2 * t2 - 2) + 1;
}

// node_modules/shogiground/esm/shapes.js
function createSVGElement(tagName) {
  return document.createElementNS("http://www.w3.org/2000/svg", tagName);
}
var outsideArrowHash = "outsideArrow";
function renderShapes(state, svg, customSvg, freePieces) {
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
  const defsEl = svg.querySelector("defs"), shapesEl = svg.querySelector("g"), customSvgsEl = customSvg.querySelector("g");
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
  const svg = setAttributes(createSVGElement("svg"), {
    class: brush,
    width: ratio[0],
    height: ratio[1],
    viewBox: `0 0 ${ratio[0] * 10} ${ratio[1] * 10}`
  });
  g.appendChild(svg);
  svg.innerHTML = customSvg;
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
    const svg = setAttributes(createSVGElement("svg"), {
      class: "sg-shapes",
      viewBox: `-${s.squareRatio[0] / 2} -${s.squareRatio[1] / 2} ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}`
    });
    svg.appendChild(createSVGElement("defs"));
    svg.appendChild(createSVGElement("g"));
    const customSvg = setAttributes(createSVGElement("svg"), {
      class: "sg-custom-svgs",
      viewBox: `0 0 ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}`
    });
    customSvg.appendChild(createSVGElement("g"));
    const freePieces = createEl("sg-free-pieces");
    board.appendChild(svg);
    board.appendChild(customSvg);
    board.appendChild(freePieces);
    shapes = {
      svg,
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
function unbindable(el, eventName, callback, options) {
  el.addEventListener(eventName, callback, options);
  return () => el.removeEventListener(eventName, callback, options);
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

// src/board.ts
var toKey = (square) => square[0] + "abcdefghi"[Number(square[1]) - 1];
var toSquare = (key) => key[0] + (key.charCodeAt(1) - 96);
var toPiece = (m) => ({ role: ROLES[m.kind], color: m.color === "s" ? "sente" : "gote" });
var toMark = (p) => ({ kind: KINDS[p.role], color: p.color === "sente" ? "s" : "g" });
var Board = class {
  // square whose piece the keyboard picked up
  constructor(options) {
    this.options = options;
    const wrap = h("div", { class: "ground", "aria-hidden": "true" });
    this.grid = h("div", { class: "cells", role: "grid", "aria-label": options.label });
    this.el = h("div", { class: options.flipped ? "board orientation-gote" : "board orientation-sente" }, wrap, this.grid);
    this.ground = Shogiground({
      sfen: { board: "9/9/9/9/9/9/9/9/9" },
      orientation: options.flipped ? "gote" : "sente",
      viewOnly: !options.editable,
      activeColor: "both",
      scaleDownPieces: false,
      coordinates: { enabled: true, files: "numeric", ranks: lang === "ja" ? "japanese" : "engine" },
      highlight: { lastDests: !options.editable, check: false },
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 150 },
      movable: { free: true, showDests: false },
      droppable: { free: true, showDests: false },
      draggable: { enabled: true, deleteOnDropOff: true, showGhost: true },
      selectable: { enabled: true },
      premovable: { enabled: false },
      predroppable: { enabled: false },
      drawable: { enabled: false, visible: false },
      events: { change: () => this.changed(), drop: (_piece, key) => this.dropped(key) }
    }, { board: wrap });
    this.buildCells();
    if (options.editable) this.listen();
  }
  options;
  el;
  ground;
  grid;
  cells = /* @__PURE__ */ new Map();
  focused = "55";
  tool;
  carried;
  destroy() {
    document.removeEventListener("mouseup", this.release, true);
    document.removeEventListener("touchend", this.release, true);
    this.ground.destroy();
  }
  /* --- Pieces -------------------------------------------------------------------------------- */
  get pieces() {
    return new Map([...this.ground.state.pieces].map(([key, piece]) => [toSquare(key), toMark(piece)]));
  }
  set pieces(marks) {
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
  /* --- The grid ------------------------------------------------------------------------------- */
  buildCells() {
    for (let row = 1; row <= 9; row++) {
      const line = h("div", { role: "row" });
      for (let column = 1; column <= 9; column++) {
        const square = this.options.flipped ? `${column}${10 - row}` : `${10 - column}${row}`;
        const cell = h("div", { role: "gridcell", tabindex: square === this.focused ? 0 : -1, "data-square": square });
        this.cells.set(square, cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
    this.grid.addEventListener("keydown", (e) => this.onKey(e));
    this.grid.addEventListener("focusin", (e) => this.focus(e.target.dataset.square ?? this.focused));
    this.describe();
  }
  describe() {
    const pieces = this.pieces;
    for (const [square, cell] of this.cells) {
      const mark = pieces.get(square);
      cell.setAttribute("aria-label", `${squareName(square)}: ${mark ? pieceName(mark.color, mark.kind) : t("emptySquare")}`);
      cell.setAttribute("aria-selected", String(square === this.carried));
    }
  }
  focus(square) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = square;
    this.cells.get(square)?.setAttribute("tabindex", "0");
  }
  step(files2, ranks2) {
    const turn = this.options.flipped ? -1 : 1;
    const limit = (n) => Math.min(9, Math.max(1, n));
    const square = `${limit(Number(this.focused[0]) + turn * files2)}${limit(Number(this.focused[1]) + turn * ranks2)}`;
    this.focus(square);
    this.cells.get(square)?.focus();
  }
  put(square, mark) {
    const before = this.pieces.get(square);
    this.ground.setPieces(/* @__PURE__ */ new Map([[toKey(square), mark && mark.kind !== "erase" ? toPiece(mark) : void 0]]));
    if (mark && mark.kind !== "erase") announce(t("put", pieceName(mark.color, mark.kind), squareName(square)));
    else if (before) announce(t("removed", pieceName(before.color, before.kind)));
    this.changed();
  }
  /* Enter: puts the tool down, or picks a piece up, or puts that down. */
  activate() {
    const square = this.focused;
    if (this.tool) return this.put(square, this.tool);
    const carried = this.carried;
    if (carried === void 0) {
      if (this.pieces.has(square)) this.carried = square;
      return this.describe();
    }
    const mark = this.pieces.get(carried);
    this.carried = void 0;
    if (mark && carried !== square) {
      this.ground.setPieces(/* @__PURE__ */ new Map([[toKey(carried), void 0]]));
      this.put(square, mark);
    } else this.describe();
  }
  edit(key) {
    const here = this.pieces.get(this.focused);
    const kind = key.length === 1 ? kindOfLetter(key) : void 0;
    const shifted = key !== key.toLowerCase();
    if (key === "Enter" || key === " ") this.activate();
    else if (key === "Delete" || key === "Backspace") this.put(this.focused, void 0);
    else if (key === "+" && here) this.put(this.focused, { ...here, kind: promote(here.kind) });
    else if (/^e$/i.test(key)) this.put(this.focused, { color: "s", kind: "empty" });
    else if (/^a$/i.test(key)) this.put(this.focused, { color: shifted ? "g" : "s", kind: "any" });
    else if (kind) this.put(this.focused, { color: shifted ? "g" : "s", kind });
    else if (key === "Escape") {
      this.carried = void 0;
      this.setTool(void 0);
      this.options.onToolGone?.();
      this.describe();
    } else return false;
    return true;
  }
  onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const moves = {
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1]
    };
    const move3 = this.options.editable ? moves[e.key] : void 0;
    if (move3) this.step(...move3);
    else if (!this.options.editable || !this.edit(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
  }
};

// src/search.ts
var PAGE = 30;
var PAUSE_MS = 120;
var SearchView = class {
  constructor(context2, query) {
    this.context = context2;
    this.isShogi = context2.game === "shogi";
    this.setup = fromQuery(query);
    this.handPlaces = { s: h("div", { class: "hand", "data-hand": "s" }), g: h("div", { class: "hand", "data-hand": "g" }) };
    this.text = h("textarea", {
      id: "query",
      rows: 2,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      placeholder: t(this.isShogi ? "queryPlaceholder" : "goPlaceholder"),
      oninput: () => this.changeText(),
      onkeydown: (e) => this.onTextKey(e)
    });
    this.text.value = query;
    this.el = h(
      "main",
      { class: "search" },
      this.isShogi && h(
        "div",
        { class: "left" },
        h("h1", { class: "hidden" }, t("setUp")),
        h("section", { class: "looked", "aria-label": t("lookFor") }, this.boardPlace, this.controls())
      ),
      h(
        "div",
        { class: "right" },
        !this.isShogi && h("h1", { class: "hidden" }, t("search")),
        this.question(),
        this.headline,
        h("div", { class: "answers" }, this.movesPlace, this.hitsPlace)
      ),
      this.pill
    );
    this.buildBoard();
    this.buildTray();
    this.showSetup();
    requestAnimationFrame(() => this.fitText());
    this.watchHeadline();
    void this.run(true);
  }
  context;
  el;
  setup;
  board;
  flipped = false;
  tool;
  boardPlace = h("div", { class: "board-place" });
  handPlaces;
  trayPlace = h("div", { class: "tray", role: "group", "aria-label": t("tray") });
  turnPlace = h("select", { id: "turn", onchange: () => this.changeTurn() });
  wholeBox = h("input", { type: "checkbox", id: "whole", onchange: () => this.changeWhole() });
  text;
  mistake = h("div", { class: "mistake", id: "mistake", role: "alert" });
  remark = h("p", { class: "remark" });
  headline = h("p", { class: "headline", role: "status" });
  movesPlace = h("section", { class: "panel", "aria-labelledby": "moves-title" });
  hitsPlace = h("section", { class: "panel", "aria-labelledby": "hits-title" });
  pill = h("button", { type: "button", class: "pill", hidden: true, onclick: () => this.headline.scrollIntoView() });
  seen;
  timer = 0;
  asked;
  isShogi;
  destroy() {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.seen?.disconnect();
    this.board.destroy();
  }
  onKey(e) {
    if (e.key === "Escape" && this.tool) this.setTool(void 0);
  }
  /* --- Building -------------------------------------------------------------------------------- */
  buildBoard() {
    this.board?.destroy();
    this.board = new Board({
      editable: true,
      label: t("board"),
      flipped: this.flipped,
      onChange: () => this.changeBoard(),
      onToHand: (color, kind) => this.addToHand(color, plain(kind)),
      onToolGone: () => this.setTool(void 0)
    });
    const [top, bottom] = this.flipped ? ["s", "g"] : ["g", "s"];
    for (const color of ["s", "g"])
      this.handPlaces[color].className = color === bottom ? "hand" : "hand turned";
    replace(this.boardPlace, this.handPlaces[top], this.board.el, this.handPlaces[bottom]);
    this.board.pieces = this.setup.pieces;
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
      const el = h("button", {
        type: "button",
        class: "tool",
        "aria-pressed": "false",
        "data-tool": mark.color + mark.kind,
        title: mark.kind === "erase" ? t("erase") : pieceName(mark.color, mark.kind),
        "aria-label": mark.kind === "erase" ? t("erase") : pieceName(mark.color, mark.kind),
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
    replace(this.trayPlace, row("s"), row("g"));
  }
  controls() {
    const button = (key, run) => h("button", { type: "button", onclick: run }, t(key));
    const look = h("button", { type: "button", onclick: () => {
      setLetters(!letters);
      look.textContent = t(letters ? "kanji" : "letters");
    } }, t(letters ? "kanji" : "letters"));
    replace(
      this.turnPlace,
      h("option", { value: "" }, t("either")),
      h("option", { value: "s" }, `☗ ${t("black")}`),
      h("option", { value: "g" }, `☖ ${t("white")}`)
    );
    return h(
      "div",
      { class: "controls" },
      this.trayPlace,
      h(
        "div",
        { class: "row" },
        h("label", { for: "turn" }, t("turn")),
        this.turnPlace,
        h("label", { class: "check", title: t("wholeHelp") }, this.wholeBox, t("whole"))
      ),
      h(
        "div",
        { class: "row" },
        button("start", () => this.take(fromSfen(START))),
        button("clear", () => this.take(emptySetup())),
        button("swap", () => this.take(swapSides(this.setup))),
        button("flip", () => {
          this.flipped = !this.flipped;
          this.buildBoard();
        }),
        look
      ),
      h("p", { class: "tips" }, t("boardTips")),
      h("p", { class: "tips keys" }, t("boardHelp"))
    );
  }
  question() {
    const groups = [...new Set(this.context.names.map((n) => n.group))];
    const names = h("select", { "aria-label": t("castles"), onchange: () => {
      this.addWord(names.value);
      names.value = "";
    } }, h("option", { value: "" }, t("castles")), groups.map((group) => h(
      "optgroup",
      { label: t(`group_${group}`) || group },
      this.context.names.filter((n) => n.group === group).map((n) => h("option", { value: group ? `${group}:${n.name}` : `@${n.name}` }, nameOf(n)))
    )));
    return h(
      "div",
      { class: "question" },
      h("div", { class: "row spread" }, h("label", { for: "query" }, t("query")), this.context.names.length > 0 && names),
      this.text,
      this.mistake,
      this.remark
    );
  }
  /* --- Changes --------------------------------------------------------------------------------- */
  isTool(mark) {
    return this.tool?.kind === mark.kind && this.tool.color === mark.color;
  }
  setTool(tool) {
    this.tool = tool;
    this.board.setTool(tool);
    for (const el of this.trayPlace.querySelectorAll(".tool"))
      el.setAttribute("aria-pressed", String(!!tool && el.dataset.tool === tool.color + tool.kind));
  }
  changeBoard() {
    this.setup.pieces = this.board.pieces;
    this.fromBoard();
  }
  addToHand(color, kind) {
    if (!HAND_MAX[kind]) return;
    const now = this.setup.hands[color].get(kind);
    if ((now?.n ?? 0) < HAND_MAX[kind])
      this.setHand(color, kind, { op: this.setup.whole ? "=" : now?.op ?? ">=", n: (now?.n ?? 0) + 1 });
  }
  setHand(color, kind, to) {
    if (to && !(this.setup.whole && to.n === 0)) this.setup.hands[color].set(kind, to);
    else this.setup.hands[color].delete(kind);
    this.showHand(color);
    this.fromBoard();
  }
  changeTurn() {
    this.setup.turn = this.turnPlace.value;
    this.fromBoard();
  }
  changeWhole() {
    this.setup.whole = this.wholeBox.checked;
    if (this.setup.whole) {
      for (const [square, mark] of this.setup.pieces)
        if (mark.kind === "any" || mark.kind === "empty") this.setup.pieces.delete(square);
    }
    this.take(this.setup);
  }
  changeText() {
    const tidy = tidyPasted(this.text.value);
    if (tidy !== this.text.value) this.text.value = tidy;
    this.setup = fromQuery(this.text.value);
    this.showSetup();
    this.changed();
  }
  onTextKey(e) {
    if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
    e.preventDefault();
    void this.run(true);
  }
  addWord(word) {
    if (!word) return;
    this.text.value = `${this.text.value.trim()} ${word}`.trim();
    this.changeText();
  }
  /* Another setup altogether. */
  take(setup) {
    this.setup = setup;
    this.setTool(void 0);
    this.showSetup();
    this.fromBoard();
  }
  fromBoard() {
    this.text.value = toQuery(this.setup);
    this.setup = { ...this.setup, complex: this.setup.complex && isBare(this.setup) };
    if (!this.setup.complex) this.setup.rest = fromQuery(this.text.value).rest;
    this.changed();
  }
  changed() {
    this.fitText();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.run(false), PAUSE_MS);
  }
  fitText() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight + 2, 200)}px`;
  }
  showSetup() {
    this.board.pieces = this.setup.pieces;
    this.turnPlace.value = this.setup.turn;
    this.wholeBox.checked = this.setup.whole;
    this.showHand("s");
    this.showHand("g");
    this.remark.textContent = this.setup.complex || this.setup.rest && this.setup.pieces.size ? t("moreThanBoard") : "";
  }
  showHand(color) {
    const hand = this.setup.hands[color];
    const cell = (kind) => {
      const now = hand.get(kind);
      const name = kindName(kind);
      const select = h("select", {
        "aria-label": `${t("hand", sideName(color))}: ${name}`,
        onchange: () => this.setHand(color, kind, conditionOf(select.value))
      }, handOptions(kind, this.setup.whole));
      select.value = now ? now.op + now.n : this.setup.whole ? "=0" : "";
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
  /* On a phone the answers are below the screen: a button tells how many there are, and goes there. */
  watchHeadline() {
    this.seen = new IntersectionObserver(([entry]) => {
      this.pill.hidden = entry.isIntersecting || entry.boundingClientRect.top < 0;
    });
    this.seen.observe(this.headline);
  }
  /* --- Asking ---------------------------------------------------------------------------------- */
  async run(now) {
    clearTimeout(this.timer);
    const query = this.text.value.trim();
    history.replaceState(null, "", query ? `#/?q=${encodeURIComponent(query)}` : "#/");
    this.asked?.abort();
    const asked = new AbortController();
    this.asked = asked;
    const slow = setTimeout(() => this.el.classList.add("busy"), now ? 0 : 200);
    const nothing = isEmpty(this.setup) && !query;
    try {
      const read = await ask("parse", { query }, asked.signal);
      if (read.error) throw new ApiError(read.error.message, read.error.code, read.error.byte);
      const moves = nothing ? void 0 : ask("moves", { query, limit: 60 }, asked.signal);
      moves?.catch(() => void 0);
      const found = await ask("search", { query, limit: PAGE }, asked.signal);
      this.showMistake(void 0);
      this.showHits(found, query, nothing);
      await this.showMoves(moves, asked.signal);
      if (!asked.signal.aborted) this.el.dataset.answered = query;
    } catch (e) {
      if (!asked.signal.aborted) this.showMistake(e);
    } finally {
      clearTimeout(slow);
      if (this.asked === asked) this.el.classList.remove("busy");
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
    replace(this.movesPlace);
    replace(this.hitsPlace);
  }
  showHits(found, query, nothing) {
    const games = found.games === 1 ? t("countGame") : t("countGames", count(found.games));
    replace(
      this.headline,
      h("strong", {}, games),
      !nothing && ` ${t("countOf", count(this.context.total))}`,
      !nothing && found.spans !== found.games && ` · ${t("countSpans", count(found.spans))}`,
      !nothing && h("span", { class: "took" }, ` ${t("took", (found.seconds * 1e3).toFixed(found.seconds < 0.01 ? 1 : 0))}`)
    );
    announce(games);
    this.pill.textContent = `${games} ↓`;
    if (found.games === 0) return replace(this.hitsPlace, h("p", { class: "hint" }, t("nothing")));
    const list = h("ol", { class: "hits" }, found.hits.map((hit) => this.hit(hit, nothing)));
    const more = h("button", { type: "button", class: "more", onclick: () => void this.showMore(list, more, query, nothing) }, t("more"));
    replace(
      this.hitsPlace,
      nothing && h("p", { class: "hint" }, t(this.isShogi ? "emptyHint" : "goHint")),
      nothing && this.isShogi && this.examples(),
      h("h2", { id: "hits-title" }, t("games")),
      list,
      found.more && more
    );
  }
  examples() {
    const example = (key, query) => h("button", { type: "button", onclick: () => {
      this.text.value = query;
      this.changeText();
    } }, t(key));
    return h(
      "p",
      { class: "row examples" },
      h("span", {}, t("examples")),
      example("exampleHoles", "s99ou g91ou"),
      example("exampleMino", "s28ou s38gi s49ki s58ki"),
      example("exampleStart", `sfen "${START.replace(/ 1$/, "")}"`)
    );
  }
  async showMore(list, more, query, nothing) {
    more.setAttribute("disabled", "");
    try {
      const found = await ask("search", { query, limit: PAGE, offset: list.childElementCount });
      const rows = found.hits.map((hit) => this.hit(hit, nothing));
      list.append(...rows);
      rows[0]?.querySelector("a")?.focus();
      if (found.more) more.removeAttribute("disabled");
      else more.remove();
    } catch (e) {
      more.removeAttribute("disabled");
      this.showMistake(e);
    }
  }
  hit(hit, nothing) {
    const name = (text) => text || t("unknownPlayer");
    const won = (side) => hit.result === side ? "won" : "";
    const last = hit.to - 1;
    const place3 = nothing ? t("length", hit.length) : hit.from === last ? t("ply", hit.from) : t("plies", hit.from, last);
    return h("li", {}, h(
      "a",
      { href: gameLink(hit, nothing ? 0 : hit.first, nothing ? void 0 : [hit.from, last]) },
      h(
        "span",
        { class: "who" },
        h("span", { class: won("b") }, `☗ ${name(hit.black)}`),
        " ",
        h("span", { class: won("w") }, `☖ ${name(hit.white)}`)
      ),
      h("span", { class: "what" }, [hit.date, hit.event].filter(Boolean).join(" · ")),
      h("span", { class: `result result-${hit.result}` }, resultText(hit.result)),
      h("span", { class: "where" }, place3)
    ));
  }
  async showMoves(moves, signal) {
    if (!moves) return replace(this.movesPlace);
    let table;
    try {
      table = await moves;
    } catch (e) {
      if (!signal.aborted) replace(
        this.movesPlace,
        h("h2", { id: "moves-title" }, t("nextMoves")),
        h("p", { class: "hint" }, e instanceof Error ? e.message : String(e))
      );
      return;
    }
    if (signal.aborted || table.games === 0) return replace(this.movesPlace);
    replace(
      this.movesPlace,
      h("h2", { id: "moves-title" }, t("nextMoves")),
      table.moves.length === 0 ? h("p", { class: "hint" }, t("nothingNext")) : this.moveTable(table)
    );
  }
  moveTable({ moves }) {
    const shown2 = 12;
    const rows = moves.map((m, i) => this.moveRow(m, i >= shown2));
    const body = h("tbody", {}, rows);
    const more = h("button", { type: "button", class: "more", onclick: () => {
      for (const row of rows) row.hidden = false;
      more.remove();
    } }, t("more"));
    return h(
      "div",
      {},
      h(
        "table",
        { class: "moves" },
        h("thead", {}, h(
          "tr",
          {},
          h("th", { scope: "col" }, t("move")),
          h("th", { scope: "col" }, t("games")),
          h("th", { scope: "col" }, t("winRate")),
          h("th", { scope: "col" }, t("last"))
        )),
        body
      ),
      moves.length > shown2 && more
    );
  }
  /* Of a partial position a game may know several next moves: shares then add up to more than 1. */
  moveRow(m, hidden) {
    const text = !this.isShogi ? m.move : `${m.seat === 1 ? "☖" : "☗"}${this.moveText(m.move)}`;
    const follow = () => {
      playMove(this.setup, m.move);
      this.take(this.setup);
    };
    return h(
      "tr",
      { hidden },
      h("th", { scope: "row" }, this.setup.whole && this.setup.turn ? h("button", { type: "button", class: "link", onclick: follow }, text) : text),
      h(
        "td",
        { title: m.transposed ? t("transposed", count(m.transposed)) : void 0 },
        shareBar(m.share),
        h("span", { class: "number" }, `${count(m.games)} `, h("small", {}, `${percent(m.share)} %`))
      ),
      h("td", {}, scoreBar(m)),
      h("td", { class: "number" }, m.last ? String(m.last) : "")
    );
  }
  /* A move in words; the piece only where the board says which it is. */
  moveText(usi) {
    const m = usi.match(/^(?:([PLNSGBR])\*|(..))(..)(\+?)$/);
    if (!m) return usi;
    const square = (key) => key[0] + (key.charCodeAt(1) - 96);
    const to = square(m[3]);
    if (m[1]) return dropText(kindOfLetter(m[1]), to);
    const from = square(m[2]);
    const kind = this.setup.pieces.get(from)?.kind;
    const known = kind && kind !== "any" && kind !== "empty" ? kind : void 0;
    return stepText(known, from, to, !!m[4]);
  }
};
var isBare = (s) => toQuery(s) === s.rest;
function dropText(kind, to) {
  return lang === "ja" ? `${squareName(to)}${kindName(kind)}打` : `${english(kind)}*${squareName(to)}`;
}
function stepText(kind, from, to, promotes) {
  if (lang === "ja")
    return `${squareName(to)}${kind ? kindName(kind) : ""}${promotes ? "成" : ""}（${from}）`;
  return `${kind ? english(kind) : ""}${squareName(from)}-${squareName(to)}${promotes ? "+" : ""}`;
}
function english(kind) {
  const up = promote(kind) !== kind && plain(kind) !== kind;
  const letter = { fu: "P", ky: "L", ke: "N", gi: "S", ki: "G", ka: "B", hi: "R", ou: "K" }[plain(kind)] ?? "";
  return up ? `+${letter}` : letter;
}
function nameOf(n) {
  const words = n.name.replace(/-/g, " ");
  return lang === "ja" ? n.labels[0] ?? words : n.labels[0] ? `${words} (${n.labels[0]})` : words;
}
function resultText(result) {
  return /^[bwd]$/.test(result) ? t(`result_${result}`) : "";
}
function gameLink(hit, ply, span) {
  const at = span ? `&hit=${span[0]}-${span[1]}` : "";
  return `#/game/${hit.game}?db=${encodeURIComponent(hit.db)}&ply=${ply}${at}`;
}
function pieceIcon(mark) {
  const el = document.createElement("piece");
  el.className = `${mark.color === "s" ? "sente" : "gote"} ${ROLES[mark.kind]}`;
  return h("span", { class: "icon orientation-sente" }, el);
}
function handOptions(kind, whole) {
  const option = (op, n) => h("option", { value: op + n }, { ">=": "≥", "=": whole ? "" : "=", "<=": "≤" }[op] + n);
  const up = (from, op) => Array.from({ length: HAND_MAX[kind] - from + 1 }, (_, i) => option(op, from + i));
  if (whole) return up(0, "=");
  return [h("option", { value: "", "aria-label": t("any") }, "–"), ...up(1, ">="), ...up(0, "="), ...up(1, "<=").slice(0, -1)];
}
function conditionOf(value) {
  const m = value.match(/^(>=|=|<=)(\d+)$/);
  return m ? { op: m[1], n: Number(m[2]) } : void 0;
}
function placeOf(text, byte) {
  const bytes = new TextEncoder().encode(text);
  const from = new TextDecoder().decode(bytes.slice(0, byte)).length;
  const word = text.slice(from).search(/[\s)]/);
  return [from, word <= 0 ? word === 0 ? from + 1 : text.length : from + word];
}
var SVG = "http://www.w3.org/2000/svg";
function bar(parts, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "bar");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  for (const [name, from, to] of parts) {
    const rect = document.createElementNS(SVG, "rect");
    rect.setAttribute("class", name);
    rect.setAttribute("x", String(from));
    rect.setAttribute("width", String(Math.max(0, to - from)));
    const thin = name === "band" || name === "middle";
    rect.setAttribute("y", thin ? "2" : "0");
    rect.setAttribute("height", thin ? "6" : "10");
    svg.append(rect);
  }
  return svg;
}
function shareBar(share) {
  return bar([["track", 0, 100], ["fill", 0, 100 * share]], `${percent(share)} %`);
}
function scoreBar(m) {
  if (m.score === null || m.low === null || m.high === null) return h("span", { class: "unknown" }, t("noResult"));
  const label = t("interval", percent(m.score), percent(m.low), percent(m.high));
  return h(
    "div",
    { class: "score", title: label },
    bar([["track", 0, 100], ["middle", 49.75, 50.25], ["band", 100 * m.low, 100 * m.high], ["point", 100 * m.score - 1, 100 * m.score + 1]], label),
    h("span", { class: "number" }, `${percent(m.score)} %`)
  );
}

// src/replay.ts
var ReplayView = class {
  constructor(id, db, ply, hit, back) {
    this.id = id;
    this.db = db;
    this.hit = hit;
    this.back = back;
    this.ply = ply;
    this.el = h("main", { class: "replay" }, h("p", { class: "hint" }, t("loading")));
    void this.load();
  }
  id;
  db;
  hit;
  back;
  el;
  game;
  ply;
  board;
  flipped = false;
  boardPlace = h("div", { class: "board-place" });
  handPlaces = { s: h("div"), g: h("div") };
  caption = h("p", { class: "caption", "aria-live": "polite" });
  comment = h("div", { class: "comment" });
  slider = h("input", {
    type: "range",
    min: 0,
    "aria-label": t("position"),
    oninput: () => this.go(Number(this.slider.value))
  });
  list = h("ol", { class: "move-list", start: 0 });
  destroy() {
    this.board?.destroy();
  }
  onKey(e) {
    const target = e.target;
    if (!this.game || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    const steps = {
      ArrowLeft: this.ply - 1,
      ArrowRight: this.ply + 1,
      Home: 0,
      End: this.game.plies,
      PageUp: this.ply - 10,
      PageDown: this.ply + 10
    };
    if (!(e.key in steps)) return;
    e.preventDefault();
    this.go(steps[e.key]);
  }
  async load() {
    try {
      this.game = await ask(`game/${this.id}`, this.db ? { db: this.db } : {});
    } catch (e) {
      const message = e instanceof ApiError && e.code === "not-found" ? t("noGame") : e instanceof Error ? e.message : String(e);
      return replace(this.el, h("p", { class: "hint" }, message), h("p", {}, h("a", { href: this.back }, t("back"))));
    }
    this.build(this.game);
    this.go(this.ply);
  }
  /* --- Building -------------------------------------------------------------------------------- */
  build(game) {
    const button = (label, sign, run) => h("button", { type: "button", "aria-label": label, title: label, onclick: run }, sign);
    this.slider.max = String(game.positions.length - 1);
    this.buildBoard();
    replace(this.list, game.positions.map((p) => this.moveItem(p)));
    document.title = `${game.black ?? ""} – ${game.white ?? ""} · Kifu`;
    replace(
      this.el,
      h(
        "div",
        { class: "left" },
        this.boardPlace,
        this.caption,
        h(
          "div",
          { class: "stepper" },
          button(t("first"), "|◀", () => this.go(0)),
          button(t("previous"), "◀", () => this.go(this.ply - 1)),
          this.slider,
          button(t("next"), "▶", () => this.go(this.ply + 1)),
          button(t("end"), "▶|", () => this.go(game.plies))
        ),
        this.actions(),
        h("p", { class: "tips keys" }, t("keys"))
      ),
      h(
        "div",
        { class: "right" },
        h("p", {}, h("a", { href: this.back }, `← ${t("back")}`)),
        this.details(game),
        this.comment,
        h("section", { class: "panel", "aria-label": t("moves") }, h("h2", {}, t("moves")), this.list)
      )
    );
  }
  actions() {
    const link = h("button", { type: "button", onclick: () => void this.copyLink(link) }, t("link"));
    return h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "main", onclick: () => this.searchHere() }, t("fromHere")),
      h("button", { type: "button", onclick: () => {
        this.flipped = !this.flipped;
        this.buildBoard();
        this.go(this.ply);
      } }, t("flip")),
      link,
      h("a", { class: "button", id: "picture", target: "_blank", href: "#" }, t("picture"))
    );
  }
  details(game) {
    const name = (color, text) => h("span", { class: game.result === (color === "s" ? "b" : "w") ? "won" : "" }, `${sideMark(color)} ${text || t("unknownPlayer")}`);
    const facts = [game.date, game.event, game.site].filter(Boolean).join(" · ");
    return h(
      "header",
      { class: "details" },
      h("h1", {}, name("s", game.black), " ", name("g", game.white)),
      h("p", {}, facts),
      h("p", { class: "outcome" }, game.summary[lang] || resultText(game.result)),
      game.tags.length > 0 && h("p", { class: "row tags" }, game.tags.map((tag) => this.tag(tag))),
      game.headers.length > 0 && h(
        "details",
        {},
        h("summary", {}, t("details")),
        h("dl", {}, game.headers.map((x) => [h("dt", {}, x.key), h("dd", {}, x.value)]).flat())
      )
    );
  }
  /* A castle or an opening; a click goes to where it first stood. */
  tag(tag) {
    const whose = tag.seat < 0 ? "" : `${sideMark(tag.seat === 0 ? "s" : "g")} `;
    return h(
      "button",
      { type: "button", onclick: () => this.go(tag.from) },
      `${whose}${nameOf(tag)} `,
      h("small", {}, tag.from === tag.to - 1 ? String(tag.from) : `${tag.from}–${tag.to - 1}`)
    );
  }
  moveItem(p) {
    const held = this.hit && p.ply >= this.hit[0] && p.ply <= this.hit[1];
    const text = p.move ? p[lang] ?? p.move : t("startPosition");
    return h(
      "li",
      { class: held ? "held" : "" },
      h(
        "button",
        { type: "button", "data-ply": p.ply, onclick: () => this.go(p.ply) },
        h("span", { class: "n" }, String(p.ply)),
        h("span", {}, text),
        p.comment !== void 0 && h("span", { class: "has-comment", title: t("comment") }, "✎"),
        held && h("span", { class: "hidden" }, t("hit")),
        p.ms !== void 0 && h("span", { class: "ms" }, clock(p.ms))
      )
    );
  }
  buildBoard() {
    this.board?.destroy();
    this.board = new Board({ editable: false, label: t("board"), flipped: this.flipped });
    const [top, bottom] = this.flipped ? ["s", "g"] : ["g", "s"];
    for (const color of ["s", "g"])
      this.handPlaces[color].className = color === bottom ? "hand shown" : "hand shown turned";
    replace(this.boardPlace, this.handPlaces[top], this.board.el, this.handPlaces[bottom]);
  }
  /* --- Stepping -------------------------------------------------------------------------------- */
  go(ply) {
    const game = this.game;
    this.ply = Math.min(Math.max(0, ply || 0), game.positions.length - 1);
    const now = game.positions[this.ply];
    const setup = fromSfen(now.sfen);
    if (setup) {
      this.board.pieces = setup.pieces;
      this.board.showLast(squaresOf(now.move));
      this.showHand("s", setup);
      this.showHand("g", setup);
    } else {
      replace(this.boardPlace, h("img", { class: "drawn", alt: now.sfen, src: `api/board?${this.address()}&lang=${lang}&flip=${this.flipped}` }));
    }
    this.slider.value = String(this.ply);
    this.caption.textContent = now.move ? `${t("ply", now.ply)}  ${now[lang] ?? now.move}` : t("startPosition");
    replace(this.comment, now.comment !== void 0 && h("section", { class: "panel", "aria-label": t("comment") }, h("p", {}, now.comment)));
    this.markMove();
    this.el.querySelector("#picture")?.setAttribute("href", `api/board?${this.address()}&lang=${lang}&flip=${this.flipped}`);
    const hit = this.hit ? `&hit=${this.hit[0]}-${this.hit[1]}` : "";
    history.replaceState(null, "", `#/game/${this.id}?db=${encodeURIComponent(game.db)}&ply=${this.ply}${hit}`);
  }
  address() {
    return new URLSearchParams({ db: this.game.db, game: String(this.id), ply: String(this.ply) }).toString();
  }
  markMove() {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.list.querySelector(`[data-ply="${this.ply}"]`);
    button?.setAttribute("aria-current", "true");
    if (!button) return;
    const list = this.list.getBoundingClientRect(), item = button.getBoundingClientRect();
    if (item.top < list.top) this.list.scrollTop -= list.top - item.top + 8;
    else if (item.bottom > list.bottom) this.list.scrollTop += item.bottom - list.bottom + 8;
  }
  showHand(color, setup) {
    const held = HAND_KINDS.filter((kind) => setup.hands[color].has(kind));
    const words = held.map((kind) => `${kindName(kind)} ${setup.hands[color].get(kind).n}`).join(", ");
    replace(
      this.handPlaces[color],
      h("span", { class: "hand-name" }, sideMark(color)),
      h("span", { class: "hidden" }, `${t("hand", sideName(color))}: ${words || "–"}`),
      held.map((kind) => h(
        "span",
        { class: "hand-cell set", "aria-hidden": "true" },
        pieceIcon({ color: "s", kind }),
        h("span", { class: "number" }, setup.hands[color].get(kind).n > 1 ? String(setup.hands[color].get(kind).n) : "")
      ))
    );
  }
  searchHere() {
    const { sfen } = this.game.positions[this.ply], setup = fromSfen(sfen);
    location.hash = `#/?q=${encodeURIComponent(setup ? toQuery(setup) : `sfen "${sfen}"`)}`;
  }
  async copyLink(button) {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = t("copied");
      announce(t("copied"));
      setTimeout(() => button.textContent = t("link"), 2e3);
    } catch {
      prompt(t("link"), location.href);
    }
  }
};
function squaresOf(usi) {
  const square = (key) => key[0] + (key.charCodeAt(1) - 96);
  if (!usi) return [];
  return usi[1] === "*" ? [square(usi.slice(2, 4))] : [square(usi.slice(0, 2)), square(usi.slice(2, 4))];
}
function clock(ms) {
  const s = Math.floor(ms / 1e3);
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

// src/main.ts
var THEMES = ["auto", "light", "dark"];
var theme = THEMES.find((x) => x === recall("theme")) ?? "auto";
var view;
var context;
var shown = "";
var lastSearch = "#/";
var place2 = h("div", { id: "view" });
function applyTheme() {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
function themeLabel() {
  return t(theme === "auto" ? "themeAuto" : theme === "light" ? "themeLight" : "themeDark");
}
function header() {
  const themeButton = h("button", { type: "button", title: themeLabel(), "aria-label": themeLabel(), onclick: () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember("theme", theme);
    applyTheme();
    themeButton.title = themeLabel();
    themeButton.setAttribute("aria-label", themeLabel());
    themeButton.textContent = sign();
  } });
  const sign = () => ({ auto: "◐", light: "☀", dark: "☾" })[theme];
  themeButton.textContent = sign();
  return h(
    "header",
    { class: "top" },
    h("a", { href: "#/", class: "brand" }, h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }), "Kifu"),
    h("span", { class: "about" }, context ? t("countGames", count(context.total)) : ""),
    h(
      "nav",
      {},
      h("button", { type: "button", lang: lang === "ja" ? "en" : "ja", onclick: () => {
        setLang(lang === "ja" ? "en" : "ja");
        build();
      } }, t("language")),
      themeButton
    )
  );
}
function footer() {
  return h("footer", {}, h("a", { href: "licences.txt" }, t("licences")));
}
function route() {
  const address = location.hash || "#/";
  const [path, search] = [address.replace(/\?.*/, ""), address.replace(/^[^?]*\??/, "")];
  const args = new URLSearchParams(search);
  const game = path.match(/^#\/game\/(\d{1,10})$/);
  if (view instanceof SearchView) lastSearch = shown;
  view?.destroy();
  document.title = "Kifu";
  if (game) {
    const hit = args.get("hit")?.match(/^(\d+)-(\d+)$/);
    view = new ReplayView(
      Number(game[1]),
      args.get("db") ?? "",
      Number(args.get("ply") ?? 0),
      hit ? [Number(hit[1]), Number(hit[2])] : void 0,
      lastSearch
    );
  } else {
    view = new SearchView(context, args.get("q") ?? "");
  }
  replace(place2, view.el);
  scrollTo(0, 0);
}
function build() {
  document.documentElement.lang = lang;
  replace(document.body, h("div", { id: "live", class: "hidden", role: "status", "aria-live": "polite" }), header(), place2, footer());
  route();
}
function watchAddress() {
  const replaceState = history.replaceState.bind(history);
  history.replaceState = (data, unused, url) => {
    replaceState(data, unused, url);
    shown = location.hash || "#/";
  };
}
async function start4() {
  applyTheme();
  installPieces();
  watchAddress();
  document.documentElement.lang = lang;
  try {
    const [info, names] = await Promise.all([ask("info"), ask("names")]);
    context = { game: info.game, total: info.games, names: names.names, databases: info.databases.length };
  } catch (e) {
    const retry = h("button", { type: "button", onclick: () => location.reload() }, t("retry"));
    return replace(document.body, h(
      "main",
      { class: "sorry" },
      h("h1", {}, "Kifu"),
      h("p", {}, e instanceof Error ? e.message : String(e)),
      retry
    ));
  }
  build();
  addEventListener("hashchange", route);
  addEventListener("keydown", (e) => view?.onKey(e));
}
void start4();
