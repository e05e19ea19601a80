/* nothing_found.ts: what each part of a query costs where no game has all of it, with a button to take it out. */
import { ask, type SearchAnswer } from './api';
import type { QueryChip } from './chips';
import { h, replace } from './dom';
import { gamesText, texts } from './i18n';

const t = texts({
  heading: 'Without one of them:', without: 'without ', take: 'Take it out', takeWords: 'Take it out: {0}, {1}', all: 'No game has all of this. Take two of them out.',
}, {
  heading: '一つ外すと:', without: '外す: ', take: '外す', takeWords: '外す: {0}、{1}', all: '一つ外しても該当する対局はありません。二つ以上外してみてください。',
});

const MOST = 8;

/* without: the query that is left; blame: the one chip that alone empties the answer. */
export async function showCosts(place: HTMLElement, chips: QueryChip[], o: {
  without: (c: QueryChip) => string; choose: (c: QueryChip) => void; blame: (key: string | undefined) => void; signal: AbortSignal;
}): Promise<void> {
  const asked = chips.slice(0, MOST), rows = await Promise.all(asked.map(async (chip) => ({ chip, games: (await ask<SearchAnswer>('search', { query: o.without(chip), limit: 0 }, o.signal)).games })));
  if (o.signal.aborted || rows.length < 2) return;
  rows.sort((a, b) => b.games - a.games);
  const guilty = rows.filter((r) => r.games > 0);
  o.blame(guilty.length === 1 ? guilty[0].chip.key : undefined);
  replace(place, h('p', { class: 'soft' }, guilty.length ? t('heading') : t('all')), h('ul', { class: 'list costs' }, rows.map(({ chip, games }) => h('li', {},
    h('span', { class: 'cut' }, t('without'), h('b', { class: 'lbl' }, ...chip.content.map((c) => (typeof c === 'string' ? c : c.cloneNode(true))))), h('span', { class: 'number' }, gamesText(games)),
    h('button', { type: 'button', class: 'btn small', disabled: games === 0, 'aria-label': t('takeWords', chip.words, gamesText(games)), onclick: () => o.choose(chip) }, t('take'))))));
}
