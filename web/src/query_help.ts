/* query_help.ts: the query language on one screen, with examples to click. */
import { h } from './dom';
import { texts } from './i18n';
import { START } from './setup_shogi';
import { site } from './site';

const t = texts({
  help: 'How to write a query', names: 'a castle, an opening, a player: type the name', both: 'side by side: at the same time', side: 'whose castle (s Black, g White); either() takes both ways round',
  ever: 'in the same game, at whatever move', then: 'later in the game', not: 'without', or: 'one or the other', pieces: 'a piece on a square, pieces in hand',
  player: 'a player, a year', game: 'about the game', stones: 'stones; sym() in any orientation', seq: 'moves in a row', komi: 'komi',
  begin: 'To begin with', exampleMino: 'Mino against anaguma', moreMino: 'who wins, by year and player', exampleHoles: 'Both sides in anaguma', moreHoles: 'a king in either corner', exampleStart: 'From the start', moreStart: 'first moves, and how they did',
  exampleStar: 'Three stars in a row', moreStar: 'on any side of the board', exampleChinese: 'Chinese opening', moreChinese: 'what was played against it',
  exampleFrozen: 'Green’s raja taken', exampleBoth: 'Two rajas taken', exampleDice: 'Two fours rolled', exampleRed: 'Won by Red',
  typed: 'Put pieces on the board, or type: mino against anaguma · since 2015 · 1990s · Black won · under 80 moves · a player’s name. As text, a query can say more:',
  keys: '/ query · 1 2 3 layer · arrows move on the board, letters put pieces, Enter puts the chosen one, Backspace takes · Ctrl-Z and Ctrl-Shift-Z undo and redo · Esc lays a piece down',
}, {
  help: '条件の書き方', names: '囲い・戦法・対局者は名前だけで', both: '並べると同時に成り立つもの', side: 'どちらの囲いか（s 先手、g 後手）。either() は先後どちらでも',
  ever: '同じ対局のどこかで', then: 'その後で', not: '除く', or: 'どちらか', pieces: '盤上の駒、持駒',
  player: '対局者、年', game: '対局について', stones: '石。sym() は向きを問わない', seq: '続いた手順', komi: 'コミ',
  begin: 'はじめに', exampleMino: '美濃対穴熊', moreMino: '勝率、年、対局者', exampleHoles: '相穴熊', moreHoles: '玉が両方とも隅に', exampleStart: '初手から', moreStart: '序盤の手とその成績', exampleStar: '三連星', moreStar: 'どの辺でも', exampleChinese: '中国流', moreChinese: '相手の打ち方',
  exampleFrozen: '緑の王が取られた', exampleBoth: '王が二つ取られた', exampleDice: '四のぞろ目', exampleRed: '赤の勝ち',
  typed: '盤に駒を置くか、次のように書きます: 美濃 対 穴熊 · 2015年以降 · 1990年代 · 先手勝ち · 80手以下 · 対局者の名前。文字ではさらに細かく書けます:',
  keys: '/ 条件 · 1 2 3 盤の層 · 盤上では矢印で移動、英字で駒を置く、Enter で選んだ駒、Backspace で取り除く · Ctrl-Z と Ctrl-Shift-Z で元に戻す・やり直す · Esc で駒を離す',
});

const EXAMPLES: Record<string, [string, Parameters<typeof t>[0]][]> = {
  shogi: [
    ['mino', 'names'], ['castle:mino opening:shiken-bisha', 'both'], ['either(s.castle:mino g.castle:anaguma)', 'side'], ['castle:anaguma ever opening:shiken-bisha', 'ever'],
    ['s.castle:mino then s.castle:ginkan', 'then'], ['castle:yagura not g.hand.ka>=1', 'not'], ['s68hi or s78hi', 'or'], ['s28ou s38gi s.hand.fu>=2', 'pieces'],
    ['player:Habu date:1990..2000', 'player'], ['result:s moves<=80', 'game'],
  ],
  go: [
    ['sanrensei', 'names'], ['sym(bQ16 wR14)', 'stones'], ['opening:chinese bR14', 'both'], ['opening:sanrensei ever joseki:taisha', 'ever'], ['bQ16 then<20 wR14', 'then'],
    ['bQ16 not wD4', 'not'], ['bQ16 or bR16', 'or'], ['sym(seq:"Q16 D4")', 'seq'], ['date:1990..2000 result:b', 'player'], ['komi>=6', 'komi'],
  ],
};

export function queryHelp(choose: (query: string) => void): HTMLElement | false {
  const all = EXAMPLES[site.game];
  return !!all && h('div', { class: 'query-help' }, h('h2', {}, t('help')), h('p', { class: 'tips' }, t('typed')), h('table', {}, h('tbody', {}, all.map(([query, what]) =>
    h('tr', {}, h('td', {}, h('button', { type: 'button', class: 'link', onclick: () => choose(query) }, query)), h('td', {}, t(what)))))), h('p', { class: 'tips' }, t('keys')));
}

/* Queries to begin with, for an empty board. */
export function examples(choose: (query: string) => void): HTMLElement {
  type Text = Parameters<typeof t>[0];
  const example = (words: Text, query: string, more?: Text): HTMLElement => h('li', {}, h('button', { type: 'button', class: 'example', onclick: () => choose(query) }, h('b', {}, t(words)), more && h('span', { class: 't1 soft' }, t(more))));
  const of: Record<string, [Text, string, Text?][]> = {
    shogi: [['exampleMino', 'either(s.castle:mino g.castle:anaguma)', 'moreMino'], ['exampleHoles', 's99ou g91ou', 'moreHoles'], ['exampleStart', `sfen "${START.replace(/ 1$/, '')}"`, 'moreStart']],
    go: [['exampleStar', 'sym(bQ16 bQ10 bQ4)', 'moreStar'], ['exampleChinese', 'opening:chinese', 'moreChinese'], ['exampleStart', 'sfen "19x19 b"', 'moreStart']],
    chaturanga: [['exampleFrozen', 'g.frozen'], ['exampleBoth', 'sym(r.frozen y.frozen)'], ['exampleDice', 'dice:44'], ['exampleRed', 'winner:red']],
  };
  return h('div', { class: 'examples' }, h('div', { class: 'h2' }, h('h2', {}, t('begin'))), h('ul', { class: 'list' }, (of[site.game] ?? []).map(([words, query, more]) => example(words, query, more))));
}
