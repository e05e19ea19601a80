/* help.ts: what keys an area knows, and where the query language is described: a window over the page, fetched when somebody asks. */
import type { Lang } from './i18n';
import { h, replace } from './dom';
import { lang, texts } from './i18n';
import { button } from './parts';
import { site } from './site';

const t = texts({
  title: 'Keys', close: 'Close', everywhere: 'Everywhere', language: 'The query language', none: 'This area has no keys of its own: Tab goes from one control to the next, Enter chooses.',
  manual: 'man kifu-serve says more of the server, man kifu-query of queries.',
}, {
  title: 'キー操作', close: '閉じる', everywhere: 'どこでも', language: '検索式', none: 'この画面だけのキーはありません。Tab で移り、Enter で選びます。', manual: 'サーバーは man kifu-serve、検索式は man kifu-query をご覧ください。',
});

type Row = [keys: string, en: string, ja: string, games?: string[]];

const SHOGI = ['shogi'], TWO = ['shogi', 'go'];
const KEYS: Record<string, Row[]> = {
  search: [
    ['/', 'to the query', '検索欄へ'], ['1 2 3', 'must be there, or, must not', '必須・または・除外', TWO], ['← ↑ → ↓ Enter', 'on the board: to a square, and put there', '盤上: マスへ移り、置く'],
    ['P L N S G B R K', 'a piece of Black’s; with Shift of White’s', '先手の駒（Shift で後手）', SHOGI], ['+', 'promote', '成る', SHOGI], ['E A', 'empty; any piece', '空き・駒なら何でも', SHOGI],
    ['Delete', 'take off the board', '盤から除く'], ['Ctrl Z, Ctrl Shift Z', 'undo, redo', '元に戻す・やり直す'], ['Esc', 'lay the piece down, close', '駒を戻す・閉じる'],
  ],
  explore: [['A B C …', 'play the move of that letter', 'その文字の手を進める'], ['→', 'the commonest move', '最も多い手'], ['←, Backspace', 'back', '戻る'], ['Home', 'to the start', '最初へ']],
  joseki: [['A B C …', 'play the move of that letter', 'その文字の手を進める', ['go']], ['→', 'the next move', '次の手'], ['←', 'back', '戻る'], ['Home, End', 'to the start, to the end', '最初・最後へ']],
  matrix: [['← ↑ → ↓', 'from cell to cell', 'セルを移る'], ['Enter', 'search its games', 'その対局を検索']],
  calibrate: [['← →', 'on a picture: the next value', '図上: 次の評価値'], ['Enter', 'the games of a point', 'その点の対局']],
  game: [
    ['← →', 'a move back, forward', '一手戻る・進む'], ['Page Up, Page Down', 'ten moves', '十手'], ['Home, End', 'to the start, to the end', '最初・最後へ'], ['↑ ↓', 'another move instead (variations)', '別の手（変化）'],
    ['[ ]', 'previous, next hit of the search', '前・次の一致'], [', .', 'previous, next game of the search', '前・次の対局'], ['E', 'engine on, off', 'エンジンの開始・停止', SHOGI], ['F', 'turn the board', '盤を回す', TWO],
    ['Ctrl Z, Ctrl Shift Z', 'undo, redo a move that was tried', '試した手を取り消す・やり直す', TWO], ['Esc', 'lay the piece down', '駒を戻す', SHOGI],
  ],
};
const PLAY: Record<string, Row[]> = {
  shogi: [['← ↑ → ↓ Enter', 'choose on the board', '盤上で選ぶ'], ['U', 'take back', '待った'], ['H', 'hint', 'ヒント'], ['F', 'turn the board', '盤を回す'], ['Esc', 'cancel the choice', '選び直す'], ['← → Home End', 'afterwards: step through the game', '終局後: 手を進める']],
  go: [['← ↑ → ↓ Enter', 'choose on the board', '盤上で選ぶ'], ['P', 'pass', 'パス'], ['U', 'take back', '待った'], ['H', 'hint', 'ヒント'], ['Esc', 'cancel the choice', '選び直す'], ['← → Home End', 'afterwards: step through the game', '終局後: 手を進める']],
  chaturanga: [['← ↑ → ↓ Enter', 'choose on the board', '盤上で選ぶ'], ['R', 'roll the dice', '賽を振る'], ['P', 'pass', 'パス'], ['H', 'hint', 'ヒント'], ['U', 'take back', '待った'], ['Esc', 'cancel the choice', '選び直す']],
};
const EVERYWHERE: Row[] = [['?', 'this help', 'この説明'], ['Tab, Enter', 'to the next control, choose it', '次の項目へ・選ぶ']];

const list = (rows: Row[]): HTMLElement => h('dl', { class: 'keys-list' }, rows.map(([keys, en, ja]) =>
  [h('dt', {}, keys.split(' ').map((k, i) => [i > 0 && ' ', k.startsWith('…') ? k : h('kbd', {}, k)]).flat()), h('dd', {}, ({ en, ja } as Record<Lang, string>)[lang])]).flat());

/* area: its id; path: what follows it in the address. */
export function openHelp(area: string, path: string[]): void {
  const rows = (area === 'play' ? PLAY[path[0] ?? site.game] ?? PLAY[site.game] : KEYS[area] ?? []).filter(([, , , games]) => !games || games.includes(site.game));
  const el = h('dialog', { class: 'help-window', 'aria-labelledby': 'help-title', onclose: () => el.remove(), onclick: (e: Event) => e.target === el && el.close() });
  const language = document.querySelector<HTMLElement>('.open-help');
  replace(el, h('div', { class: 'row spread nowrap' }, h('h2', { id: 'help-title' }, t('title')), button(t('close'), () => el.close(), { name: 'x' })),
    rows.length ? list(rows) : h('p', { class: 'soft' }, t('none')), h('h3', {}, t('everywhere')), list(EVERYWHERE),
    language && h('p', {}, h('button', { type: 'button', class: 'link', onclick: () => {
      el.close();
      language.click();
    } }, t('language'))), h('p', { class: 't1 soft' }, t('manual')));
  document.body.append(el);
  el.showModal();
}
