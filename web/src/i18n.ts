/* i18n.ts: the page's texts in two languages, and how numbers, squares and pieces are written. */

export type Lang = 'en' | 'ja';

const EN = {
  title: 'Kifu', search: 'Search', language: '日本語', languageName: 'Japanese',
  theme: 'Colours', themeAuto: 'Colours: automatic', themeLight: 'Colours: light', themeDark: 'Colours: dark',
  lookFor: 'Look for', setUp: 'Set up a position', board: 'Board',
  boardHelp: 'Arrow keys move, a letter (P L N S G B R K) puts Black’s piece, with Shift White’s, + promotes, E empty, A any piece, Delete removes.',
  boardTips: 'Drag pieces to the board or click a piece and then squares. Drag a piece off the board to remove it, or onto a hand.',
  tray: 'Pieces to place', erase: 'Remove', empty: 'Must be empty', anySente: 'Any piece of Black',
  anyGote: 'Any piece of White', anyMark: 'any', emptyMark: 'empty',
  hand: '{0} in hand', any: 'any', turn: 'To move', either: 'either',
  whole: 'Whole position', wholeHelp: 'every square and both hands as shown, nothing else',
  flip: 'Turn board', clear: 'Clear', start: 'Start position', swap: 'Swap sides',
  letters: 'Pieces: letters', kanji: 'Pieces: kanji',
  query: 'As text', queryPlaceholder: 's88ou s78ki player:… result:s date:1990..2000',
  goPlaceholder: 'bQ16 wD4 player:… result:b date:1990..2000',
  castles: 'Add a castle or opening…', group_castle: 'Castles', group_opening: 'Openings', group_shape: 'Shapes', group_joseki: 'Joseki', group_: 'Own names',
  moreThanBoard: 'The text says more than the board can show.',
  examples: 'Try', exampleHoles: 'both kings in the bear’s hole', exampleMino: 'mino castle', exampleStart: 'from the start',
  games: 'Games', game: 'Game', nextMoves: 'Next moves', move: 'Move', share: 'Share', winRate: 'Mover’s score',
  last: 'Last', noResult: 'no result known',
  countGames: '{0} games', countGame: '1 game', countOf: 'of {0}', countSpans: '{0} places', took: '{0} ms',
  nothing: 'No game has this position. Take a piece away, or choose “either” for the side to move.',
  nothingNext: 'No move was played after it.',
  goHint: 'Ask for stones (bQ16 wD4), moves in a row (seq:"Q16 D4") or a drawn pattern to find the games that had them.',
  emptyHint: 'Put pieces on the board to find the games that had them; two or three are often enough.',
  more: 'Show more', players: '{0} – {1}', unknownPlayer: 'unknown',
  plies: 'moves {0}–{1}', ply: 'move {0}', length: '{0} moves', result_b: 'Black won', result_w: 'White won', result_d: 'Draw', result_: '',
  searching: 'Searching…', failed: 'That did not work: {0}', offline: 'The server does not answer. Is kifu serve still running?',
  retry: 'Try again', first: 'Start', previous: 'Back', next: 'Forward', end: 'End', position: 'Move number',
  moves: 'Moves', startPosition: 'Start position', comment: 'Comment', details: 'About the game',
  fromHere: 'Search from here', link: 'Copy link', copied: 'Link copied', picture: 'Picture', back: 'Back to the search',
  black: 'Black', white: 'White', time: 'time', loading: 'Loading…', noGame: 'This game is not here.',
  hit: 'held here', square: '{0}', emptySquare: 'nothing', put: '{0} on {1}', removed: '{0} removed', licences: 'Licences',
  interval: '{0} % ({1}–{2} %)', score: 'score {0} %', database: 'Database', keys: '← → Home End step through the game',
  transposed: '{0} by another order of moves',
};

const JA: typeof EN = {
  title: 'Kifu', search: '検索', language: 'English', languageName: '英語',
  theme: '配色', themeAuto: '配色: 自動', themeLight: '配色: 明るい', themeDark: '配色: 暗い',
  lookFor: '探す局面', setUp: '局面を並べる', board: '盤',
  boardHelp: '矢印キーで移動、英字（P L N S G B R K）で先手の駒、Shift を加えると後手の駒、+ で成、E は空き、A は任意の駒、Delete で取り除きます。',
  boardTips: '駒を盤にドラッグするか、駒を選んでからマスをクリックします。盤の外へ出すと取り除かれ、持駒に重ねると持駒になります。',
  tray: '置く駒', erase: '取り除く', empty: '空いていること', anySente: '先手の駒なら何でも', anyGote: '後手の駒なら何でも',
  anyMark: '任意', emptyMark: '空き', hand: '{0}の持駒', any: '任意', turn: '手番', either: 'どちらでも',
  whole: '局面全体', wholeHelp: '盤上も持駒もこの通りで、ほかの駒はない',
  flip: '盤を回す', clear: '消す', start: '平手初形', swap: '先後交換', letters: '駒: 英字', kanji: '駒: 漢字',
  query: '文字での条件', queryPlaceholder: 's88ou s78ki player:… result:s date:1990..2000',
  goPlaceholder: 'bQ16 wD4 player:… result:b date:1990..2000',
  castles: '囲い・戦法を加える…', group_castle: '囲い', group_opening: '戦法', group_shape: '形', group_joseki: '定石', group_: '自分の名前',
  moreThanBoard: '条件には盤に表せないものがあります。',
  examples: '例', exampleHoles: '相穴熊', exampleMino: '美濃囲い', exampleStart: '初手から',
  games: '対局', game: '対局', nextMoves: '次の一手', move: '指し手', share: '割合', winRate: '勝率',
  last: '最近', noResult: '結果不明',
  countGames: '{0} 局', countGame: '1 局', countOf: '全 {0} 局中', countSpans: '{0} か所', took: '{0} ミリ秒',
  nothing: 'この局面の対局はありません。駒を減らすか、手番を「どちらでも」にしてみてください。',
  nothingNext: 'この後に指された手はありません。',
  goHint: '石（bQ16 wD4）、手順（seq:"Q16 D4"）、図（pattern）で対局を探せます。',
  emptyHint: '盤に駒を置くと、その形になった対局が見つかります。二、三枚でも十分です。',
  more: 'さらに表示', players: '{0} ― {1}', unknownPlayer: '不明',
  plies: '{0}～{1} 手目', ply: '{0} 手目', length: '{0} 手', result_b: '先手勝ち', result_w: '後手勝ち', result_d: '引き分け', result_: '',
  searching: '検索中…', failed: 'うまくいきませんでした: {0}', offline: 'サーバーの応答がありません。kifu serve は動いていますか。',
  retry: 'もう一度', first: '初手へ', previous: '戻る', next: '進む', end: '終局へ', position: '手数',
  moves: '指し手', startPosition: '開始局面', comment: 'コメント', details: '対局について',
  fromHere: 'この局面で検索', link: 'リンクをコピー', copied: 'コピーしました', picture: '図', back: '検索に戻る',
  black: '先手', white: '後手', time: '時間', loading: '読み込み中…', noGame: 'この対局はありません。',
  hit: '該当', square: '{0}', emptySquare: '駒なし', put: '{1}に{0}', removed: '{0}を取り除きました', licences: 'ライセンス',
  interval: '{0} %（{1}～{2} %）', score: '勝率 {0} %', database: 'データベース', keys: '← → Home End で進めます',
  transposed: '別の手順から {0}',
};

export type Key = keyof typeof EN;

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

export function t(key: Key, ...args: (string | number)[]): string {
  const text: string = (lang === 'ja' ? JA : EN)[key] ?? ''; // groups of names may be anybody's
  return text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)] ?? ''));
}

export const count = (n: number): string => n.toLocaleString(lang);
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
  const [file, rank] = [Number(square[0]), Number(square[1])];
  return lang === 'ja' ? `${file}${KANJI_DIGITS[rank - 1]}` : `${file}${'abcdefghi'[rank - 1]}`;
}

export const sideName = (color: 's' | 'g'): string => t(color === 's' ? 'black' : 'white');
export const sideMark = (color: 's' | 'g'): string => (color === 's' ? '☗' : '☖');

export function kindName(kind: string): string {
  return (lang === 'ja' ? KANJI : ENGLISH)[kind] ?? kind;
}

/* "先手の歩", "Black pawn" */
export function pieceName(color: 's' | 'g', kind: string): string {
  if (kind === 'empty') return t('empty');
  if (kind === 'any') return t(color === 's' ? 'anySente' : 'anyGote');
  return lang === 'ja' ? `${sideName(color)}の${kindName(kind)}` : `${sideName(color)} ${kindName(kind)}`;
}
