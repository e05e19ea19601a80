/* chooser.ts: which database is looked at, in the bar on top; where there is one alone, how many games it has. */
import { address } from './address';
import { scopeOf, type Scope } from './api';
import { h, replace } from './dom';
import { count, gamesText, texts } from './i18n';
import { icon } from './parts';
import { site } from './site';

const t = texts({
  database: 'Database', shogi: 'Shogi', go: 'Go', chaturanga: 'Chaturanga', together: 'All {0} together', several: '{0}: {1} databases', none: 'no games yet', nowhere: 'No database', add: 'Import games…',
}, {
  database: 'データベース', shogi: '将棋', go: '囲碁', chaturanga: 'チャトランガ', together: '{0} つ合わせて', several: '{0}: データベース {1} つ', none: 'まだ棋譜なし', nowhere: 'データベースなし', add: '棋譜を取り込む…',
});

const GAMES = ['shogi', 'go', 'chaturanga'] as const;

/* The same question to another database; a game of one is none of the other. */
function addressIn(scope: Scope): string {
  const same = site.all.find((d) => d.name === scope.db)?.game ?? scope.rules;
  const [path, query] = location.hash.split('?'), args = new URLSearchParams(query);
  if (same !== site.game || !/^#\/(search|explore|matrix|player|compare|joseki|calibrate)/.test(path)) return `#/search?${new URLSearchParams({ ...scope })}`;
  for (const key of ['db', 'rules']) args.delete(key);
  for (const [key, value] of Object.entries(scope)) args.set(key, value as string);
  return `${path}?${args}`;
}

const gameWord = (game: string): string => t(game as 'shogi') || game;

export function chooser(): { el: HTMLElement; show: () => void } {
  const words = h('span', { class: 'about cut' }), label = h('span', { class: 'hidden' }), list = h('div', { class: 'pop' });
  const el = h('details', { class: 'drop-down chooser', ontoggle: () => el.open && fill() }, h('summary', { class: 'btn bare' }, label, words, icon('down')), list);
  const place = h('div', { class: 'database' }), close = (): void => void (el.open = false);
  document.addEventListener('pointerdown', (e) => el.contains(e.target as Node) || close());
  el.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape' || !el.open) return;
    close();
    el.querySelector('summary')!.focus();
  });
  const row = (name: string, games: string, scope: Scope): HTMLElement => {
    const now = scopeOf(), chosen = now.db === scope.db && now.rules === scope.rules;
    return h('a', { class: 'choice', href: addressIn(scope), 'aria-current': chosen ? 'true' : undefined, onclick: close }, h('span', { class: 'cut' }, name), h('span', { class: 'soft' }, games));
  };
  const fill = (): void => replace(list, ...GAMES.map((game) => {
    const mine = site.all.filter((d) => d.game === game);
    return mine.length > 0 && h('section', { 'aria-label': gameWord(game) }, h('h2', { class: 't1 faint' }, gameWord(game)), mine.map((d) => row(d.name, count(d.games), { db: d.name })),
      mine.length > 1 && row(t('together', mine.length), count(mine.reduce((n, d) => n + d.games, 0)), { rules: game }));
  }), site.missing.map((name) => h('p', { class: 'choice soft' }, h('span', { class: 'cut' }, name), h('span', {}, t('none')))),
  !!site.import && h('a', { class: 'choice', href: address('import'), onclick: close }, t('add')));
  const show = (): void => {
    label.textContent = t('database');
    const { rules } = scopeOf(), alone = site.all.length + site.missing.length < 2;
    replace(words, ...(alone ? [site.all.length ? gamesText(site.games) : t('nowhere')] : [h('b', {}, rules ? t('several', gameWord(rules), site.databases.length) : site.databases[0] ?? ''), ` · ${count(site.games)}`]));
    if (!alone) el.querySelector('summary')!.insertBefore(words, el.querySelector('summary > .ic'));
    if (!place.hasChildNodes() || (place.firstChild === words) !== alone) replace(place, alone ? words : el);
  };
  return { el: place, show };
}
