/* query_help.ts: the query language on one screen, with examples to click. */
import { h } from './dom';
import { texts } from './i18n';
import { site } from './site';

const t = texts({
  help: 'How to write a query', names: 'a castle, an opening, a player: type the name', both: 'side by side: at the same time', side: 'whose castle (s Black, g White); either() takes both ways round',
  ever: 'in the same game, at whatever move', then: 'later in the game', not: 'without', or: 'one or the other', pieces: 'a piece on a square, pieces in hand',
  player: 'a player, a year', game: 'about the game', stones: 'stones; sym() in any orientation', seq: 'moves in a row', komi: 'komi',
}, {
  help: '条件の書き方', names: '囲い・戦法・対局者は名前だけで', both: '並べると同時に成り立つもの', side: 'どちらの囲いか（s 先手、g 後手）。either() は先後どちらでも',
  ever: '同じ対局のどこかで', then: 'その後で', not: '除く', or: 'どちらか', pieces: '盤上の駒、持駒',
  player: '対局者、年', game: '対局について', stones: '石。sym() は向きを問わない', seq: '続いた手順', komi: 'コミ',
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
  const examples = EXAMPLES[site.game];
  return !!examples && h('details', { class: 'query-help' }, h('summary', {}, t('help')), h('table', {}, h('tbody', {}, examples.map(([query, what]) =>
    h('tr', {}, h('td', {}, h('button', { type: 'button', class: 'link', onclick: () => choose(query) }, query)), h('td', {}, t(what)))))));
}
