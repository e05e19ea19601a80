/* when_chart.ts: the games of an answer by year: a bar each, empty years left out and marked; a click or a drag narrows. */
import type { SideScore } from './api';
import { h, replace, svg } from './dom';
import { count, texts } from './i18n';

const t = texts({
  when: 'When', perYear: 'games a year · drag to narrow', perDecade: 'games a decade · drag to narrow', undated: '{0} without a year', gap: 'a slash marks a gap', year: '{0}: {1} games', since: 'since {0}', only: 'only {0}', narrow: 'Narrow to these years', from: '{0}–{1}', decade: '{0}s',
}, {
  when: '年', perYear: '年ごとの対局数・ドラッグで絞る', perDecade: '年代ごとの対局数・ドラッグで絞る', undated: '年不明 {0}', gap: '斜線は間が空いていること', year: '{0}年: {1} 局', since: '{0}年以降', only: '{0}年だけ', narrow: 'この年に絞る', from: '{0}～{1}', decade: '{0}年代',
});

interface Counted { games: number; own?: SideScore; player?: SideScore }
/* A group of games; query finds them. */
export interface Group extends Counted { group: string; label: string; query: string }
export interface FacetsAnswer {
  games: number;
  years: ({ year: number } & Counted)[];
  results: ({ result: string } & Counted)[];
  players: ({ name: string; wins: number } & Counted)[];
  by?: Group[];
}
export interface NameFacets { names: ({ group: string; name: string; labels: string[]; word: string } & Counted)[] }

const MOST_YEARS = 14; // more become decades
const NARROW = 180, TALL = 106, BASE = 80, TOP = 16;
const WIDEST = 56, DIGIT = 6.8; // px of a bar with its room, and of a digit

interface Period { from: number; to: number; games: number }

export function periodsOf(found: FacetsAnswer): Period[] {
  const years = found.years.filter((y) => y.year > 0 && y.games > 0).sort((a, b) => a.year - b.year);
  const single = years.length <= MOST_YEARS, step = single ? 1 : years.at(-1)!.year - years[0].year > 10 * MOST_YEARS ? 50 : 10;
  const all = new Map<number, Period>();
  for (const { year, games } of years) {
    const from = year - (year % step), there = all.get(from);
    all.set(from, { from, to: from + step - 1, games: (there?.games ?? 0) + games });
  }
  return [...all.values()];
}

const wordOf = (from: number, to: number): string => (from === to ? `date:${from}` : `date:${from}..${to}`);

const drawnAgain = new WeakMap<HTMLElement, ResizeObserver>();

/* add gets the word of the years that were chosen.  Drawn in pixels as wide as there is room, again when that changes. */
export function showWhen(place: HTMLElement, found: FacetsAnswer, add: (word: string) => void): void {
  drawnAgain.get(place)?.disconnect();
  const periods = periodsOf(found), chart = h('div');
  if (periods.length === 0) return replace(place);
  const single = periods[0].from === periods[0].to, undated = found.games - periods.reduce((n, p) => n + p.games, 0);
  replace(place, h('div', { class: 'h2' }, h('h2', {}, t('when')), h('span', { class: 'end t1 faint' }, t(single ? 'perYear' : 'perDecade'))), chart, since(periods, add),
    undated > 0 && h('p', { class: 't1 faint' }, `${t('undated', count(undated))}${periods.some((_, i) => hasGap(periods, i)) ? `; ${t('gap')}` : ''}`));
  let wide = 0;
  const sized = new ResizeObserver(() => {
    if (!chart.clientWidth || chart.clientWidth === wide) return;
    wide = chart.clientWidth;
    replace(chart, bars(periods, Math.max(NARROW, wide), add));
  });
  sized.observe(chart);
  drawnAgain.set(place, sized);
}

const hasGap = (periods: Period[], i: number): boolean => i > 0 && periods[i].from > periods[i - 1].to + 1;

function bars(periods: Period[], room: number, add: (word: string) => void): SVGElement {
  const most = Math.max(...periods.map((p) => p.games)), slot = Math.min(WIDEST, room / periods.length), wide = Math.max(6, slot - Math.min(11, slot * 0.3)), single = periods[0].from === periods[0].to;
  let from = -1, to = -1;
  const name = (p: Period): string => (single ? String(p.from) : p.to - p.from === 9 ? t('decade', p.from) : t('from', p.from, p.to));
  const short = (p: Period): string => (single ? `’${String(p.from % 100).padStart(2, '0')}` : String(p.from));
  const every = Math.ceil(periods.length / Math.floor(room / (single ? 26 : 34)));
  const fits = (p: Period): boolean => count(p.games).length * DIGIT <= slot || p.games === most; // else it would lie on its neighbours
  const inside = (x: number, words: string): number => Math.max(words.length * DIGIT / 2, Math.min(room - words.length * DIGIT / 2, x));
  const columns = periods.map((p, i) => {
    const tall = Math.max(2, (BASE - TOP) * (p.games / most)), x = i * slot + (slot - wide) / 2, mid = i * slot + slot / 2;
    return svg('g', { class: p.games === most ? 'year most' : 'year', 'data-year': p.from }, svg('title', {}, t('year', name(p), count(p.games))), svg('rect', { class: 'hit', x: i * slot, y: 0, width: slot, height: TALL - 6 }), svg('rect', { class: 'column-bar', x, y: BASE - tall, width: wide, height: tall, rx: 2 }),
      fits(p) && svg('text', { class: 'n', x: inside(mid, count(p.games)), y: BASE - tall - 4 }, count(p.games)), i % every === 0 && svg('text', { class: 'of', x: inside(mid, short(p)), y: 97 }, short(p)), hasGap(periods, i) && svg('path', { class: 'gap', d: `M${i * slot + 2} 86l-4 7` }));
  });
  const mark = (): void => columns.forEach((b, i) => b.classList.toggle('chosen', from >= 0 && i >= Math.min(from, to) && i <= Math.max(from, to)));
  const under = (e: PointerEvent): number => {
    const box = chart.getBoundingClientRect();
    return Math.max(0, Math.min(periods.length - 1, Math.floor((((e.clientX - box.left) / box.width) * room) / slot)));
  };
  const chart = svg('svg', { class: 'years', viewBox: `0 0 ${room} ${TALL}`, height: TALL, role: 'img', 'aria-label': periods.map((p) => t('year', name(p), count(p.games))).join(', ') }, columns, svg('path', { class: 'ground', d: `M0 ${BASE + 0.5}H${room}` }));
  chart.addEventListener('pointerdown', (e) => {
    e.preventDefault();
    from = to = under(e);
    chart.setPointerCapture(e.pointerId);
    mark();
  });
  chart.addEventListener('pointermove', (e) => {
    if (from < 0) return;
    to = under(e);
    mark();
  });
  chart.addEventListener('pointerup', () => {
    if (from < 0) return;
    const [a, b] = [Math.min(from, to), Math.max(from, to)];
    from = -1;
    add(wordOf(periods[a].from, periods[b].to));
  });
  chart.addEventListener('pointercancel', () => {
    from = -1;
    mark();
  });
  return chart;
}

/* The same for the keyboard, and in one touch. */
function since(periods: Period[], add: (word: string) => void): HTMLElement {
  const choices = periods.length > 6 ? periods.slice(-6) : periods;
  return h('p', { class: 'since row', role: 'group', 'aria-label': t('narrow') }, periods.length > 1 && [...new Set([choices[0], choices[Math.floor(choices.length / 2)], choices.at(-1)!])].filter((p) => p !== periods[0]).map((p) =>
    h('button', { type: 'button', class: 'btn small', 'data-since': p.from, onclick: () => add(`date:${p.from}..`) }, t('since', p.from))));
}
