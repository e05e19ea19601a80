/* i18n.ts: two languages.  Every area and piece of the page has texts of its own, made with texts();
 * here are those that all share, and how numbers, squares and pieces are written. */

import { englishName } from './names_en';

export type Lang = 'en' | 'ja';

const stored = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage may be forbidden; nothing depends on it
  }
};

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // as above
  }
}

export const recall = stored;

/* The same for this tab alone, and for more than a word: a game being played survives a reload. */
export function keep(name: string, what: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(what));
  } catch {
    // as above, or there is no room
  }
}

export function kept<T>(name: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function browserLang(): Lang {
  const first = (navigator.languages ?? [navigator.language]).find((l) => /^(ja|en)\b/.test(l));
  return first?.startsWith('ja') ? 'ja' : 'en';
}

const chosen = stored('lang');
export let lang: Lang = chosen === 'ja' || chosen === 'en' ? chosen : browserLang();

export function setLang(to: Lang): void {
  lang = to;
  remember('lang', to);
}

/* The Japanese words of Go where shogi has others. */
const GO_WORDS: [string, string][] = [['定跡', '布石'], ['戦型', '布石'], ['指し手', '着手'], ['指す', '打つ'], ['指した', '打った']];
let game = 'shogi';
/* Which game the page is about: it has its own names for sides and moves. */
export const setGame = (name: string): void => void (game = name);

export function japanese(text: string): string {
  return game === 'go' ? GO_WORDS.reduce((s, [shogi, go]) => s.replaceAll(shogi, go), text) : text;
}

/* The texts of one area in both languages, as a function of the key; {0}, {1} … are replaced. */
export function texts<T extends Record<string, string>>(en: T, ja: { [K in keyof T]: string }) {
  return (key: keyof T, ...args: (string | number)[]): string => {
    const text: string = (lang === 'ja' ? japanese(ja[key] ?? '') : en[key]) ?? ''; // groups of names may have any word
    return text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)] ?? ''));
  };
}

export const t = texts({
  title: 'Kifu', menu: 'Areas', help: 'Help', language: '日本語', theme: 'Colours', themeAuto: 'Colours: automatic', themeLight: 'Colours: light',
  themeDark: 'Colours: dark', licences: 'Licences', offline: 'The server does not respond. Is kifu serve still running?',
  failed: 'Failed: {0}', retry: 'Try again', loading: 'Loading…', more: 'Show more', close: 'Close',
  games: 'Games', countGames: '{0} games', countGame: '1 game', countOf: 'of {0}',
  black: 'Black', white: 'White', unknownPlayer: 'unknown', result_b: 'Black won', result_w: 'White won', result_d: 'Draw', result_: '',
  board: 'Board', emptySquare: 'nothing', put: '{0} on {1}', removed: '{0} removed', empty: 'Must be empty', anySente: 'Any piece of Black',
  anyGote: 'Any piece of White', anyStone: 'Any stone', blackStone: 'Black stone', whiteStone: 'White stone', erase: 'Remove', region: 'Region: mark a part of the board',
  regionFrom: 'One corner: {0}', regionIs: 'The part {0}', noRegion: 'No part is marked',
  hand: '{0} in hand', ply: 'move {0}', length: '{0} moves', flip: 'Turn board', letters: 'Pieces: letters', kanji: 'Pieces: kanji',
  startPosition: 'Start position', reachable: 'can go here', ghost: 'or {0}', notThere: 'not {0}', stopped: 'Stopped before any record was read.',
}, {
  title: 'Kifu', menu: '機能', help: 'ヘルプ', language: 'English', theme: '配色', themeAuto: '配色: 自動', themeLight: '配色: 明るい', themeDark: '配色: 暗い',
  licences: 'ライセンス', offline: 'サーバーの応答がありません。kifu serve は動いていますか。',
  failed: '失敗しました: {0}', retry: 'もう一度', loading: '読み込み中…', more: 'さらに表示', close: '閉じる',
  games: '対局', countGames: '{0} 局', countGame: '1 局', countOf: '全 {0} 局中',
  black: '先手', white: '後手', unknownPlayer: '不明', result_b: '先手勝ち', result_w: '後手勝ち', result_d: '引き分け', result_: '',
  board: '盤', emptySquare: '駒なし', put: '{1}に{0}', removed: '{0}を取り除きました', empty: '空いていること', anySente: '先手の駒なら何でも',
  anyGote: '後手の駒なら何でも', anyStone: 'どちらかの石', blackStone: '黒石', whiteStone: '白石', erase: '取り除く', region: '範囲：盤の一部を囲む',
  regionFrom: '角の一つ: {0}', regionIs: '範囲 {0}', noRegion: '範囲はありません',
  hand: '{0}の持駒', ply: '{0} 手目', length: '{0} 手', flip: '盤を回す', letters: '駒: 英字', kanji: '駒: 漢字',
  startPosition: '開始局面', reachable: 'ここに動けます', ghost: 'または{0}', notThere: '{0}以外', stopped: '読み始める前に中止しました。',
});

export const gamesText = (n: number): string => (n === 1 ? t('countGame') : t('countGames', count(n)));
export const count = (n: number): string => n.toLocaleString(lang);
/* "15 Jan 2026", "2026年1月15日"; as it is written where it is no whole date. */
export function dateText(date: string): string {
  const m = date.match(/^(\d{4})[-/.](\d\d?)(?:[-/.](\d\d?))?$/);
  if (!m) return date;
  const at = new Date(Date.UTC(Number(m[1]), Number(m[2]) - 1, Number(m[3] ?? 1)));
  return at.toLocaleDateString(lang === 'ja' ? 'ja-JP' : 'en-GB', { year: 'numeric', month: lang === 'ja' ? 'long' : 'short', day: m[3] ? 'numeric' : undefined, timeZone: 'UTC' }).replace('Sept', 'Sep'); // all months have three letters
}
export const percent = (x: number): string => (100 * x).toFixed(x > 0 && x < 0.0995 ? 1 : 0);

const KANJI_DIGITS = '一二三四五六七八九';
const KANJI: Record<string, string> = {
  fu: '歩', ky: '香', ke: '桂', gi: '銀', ki: '金', ka: '角', hi: '飛', ou: '玉',
  to: 'と', ny: '成香', nk: '成桂', ng: '成銀', um: '馬', ry: '龍',
};
const ENGLISH: Record<string, string> = {
  fu: 'pawn', ky: 'lance', ke: 'knight', gi: 'silver', ki: 'gold', ka: 'bishop', hi: 'rook', ou: 'king',
  to: 'promoted pawn', ny: 'promoted lance', nk: 'promoted knight', ng: 'promoted silver', um: 'horse', ry: 'dragon',
};

/* "７六", "7f" */
export function squareName(square: string): string {
  if (/^[A-Z]/.test(square)) return square; // a point of Go
  const [file, rank] = [Number(square[0]), Number(square[1])];
  return lang === 'ja' ? `${file}${KANJI_DIGITS[rank - 1]}` : `${file}${'abcdefghi'[rank - 1]}`;
}

const sides: Record<string, [string, string]> = { shogi: ['先手', '後手'], go: ['黒', '白'] };
export const sideName = (color: 's' | 'g'): string =>
  (lang === 'ja' && sides[game] ? sides[game][color === 's' ? 0 : 1] : t(color === 's' ? 'black' : 'white'));
export const sideMark = (color: 's' | 'g'): string => (game === 'go' ? (color === 's' ? '●' : '○') : color === 's' ? '☗' : '☖');

export function resultText(result: string): string {
  if (result === 'd') return t('result_d');
  if (result !== 'b' && result !== 'w') return '';
  return lang === 'ja' ? `${sideName(result === 'b' ? 's' : 'g')}勝ち` : t(result === 'b' ? 'result_b' : 'result_w');
}

/* A castle's or an opening's name: in the reader's language; in English with the Japanese one behind it. */
export const titleOf = (n: { name: string; labels: string[] }): string => (lang === 'ja' && n.labels[0] ? n.labels[0] : englishName(n.name));
export const nameOf = (n: { name: string; labels: string[] }): string => (lang === 'ja' || !n.labels[0] ? titleOf(n) : `${titleOf(n)} (${n.labels[0]})`);

export function kindName(kind: string): string {
  return (lang === 'ja' ? KANJI : ENGLISH)[kind] ?? kind;
}

/* "先手の歩", "Black pawn" */
export function pieceName(color: 's' | 'g', kind: string): string {
  if (kind === 'erase') return t('erase');
  if (kind === 'region') return t('region');
  if (kind === 'empty') return t('empty');
  if (kind === 'stones') return t('anyStone');
  if (kind === 'stone') return t(color === 's' ? 'blackStone' : 'whiteStone');
  if (kind === 'any') return t(color === 's' ? 'anySente' : 'anyGote');
  return lang === 'ja' ? `${sideName(color)}の${kindName(kind)}` : `${sideName(color)} ${kindName(kind)}`;
}
