/* game_elsewhere.ts: where else a game's positions stand: the one on screen, how far its moves were known, and what is most alike. */
import { gameAddress, searchAddress } from './address';
import { ask, Asking, messageOf, type GamePosition, type Hit, type MovesAnswer, type SearchAnswer } from './api';
import { h, replace, svg } from './dom';
import { count, dateText, gamesText, t as common, texts } from './i18n';
import { moveTable } from './next_moves';
import { icon, sideSign } from './parts';
import type { Mark } from './setup';
import { site } from './site';
import { thumbnail } from './thumbs';

const t = texts({
  only: 'This position stands in no other game.', here: 'This position stands in {0} of {1}.', known: 'The way here was known to move {0}; {1} was new.', all: 'Every move of it was played before.', far: 'Its first {0} moves were played before.', path: 'Known so far',
  graph: 'Games with the same position, by move', axis: 'games with the position after each move', start: 'start', new: 'new', longest: 'Went the same way longest', together: 'together to move {0}', show: 'Show',
  alike: 'Most alike now', common: 'pieces in common', stones: 'stones in common', of: '{0} in common · move {1}', none: 'Nothing is much alike.', search: 'Search the position', next: 'What was played here',
}, {
  only: 'この局面はほかの対局にありません。', here: '{1}のうち {0} 局にこの局面があります。', known: '{0} 手目までは前例があり、{1} が新手です。', all: 'すべての手に前例があります。', far: '最初の {0} 手には前例があります。', path: '前例',
  graph: '手数ごとの同一局面の対局数', axis: '各手の後に同じ局面がある対局', start: '開始', new: '新手', longest: '最も長く同じだった対局', together: '{0} 手目まで同じ', show: '見る',
  alike: 'いま最も似た局面', common: '共通の駒', stones: '共通の石', of: '共通 {0} · {1} 手目', none: '似た局面はありません。', search: 'この局面を検索', next: 'ここで指された手',
});

const MOST_PLIES = 60; // that are asked for, one after the other
const SIMILAR = 3;

export interface ElsewhereOptions {
  db: string;
  game: number;
  positions: GamePosition[]; // of the game itself
  moveText: (ply: number) => string;
  query: (p: GamePosition) => string;
  counted: (games: number | undefined) => void; // others that have the position on screen
}

export class Elsewhere {
  readonly el = h('div', { class: 'panes' });
  private readonly now = h('div');
  private readonly known = h('section', { class: 'known' });
  private readonly longest = h('section');
  private readonly alike = h('section', { class: 'alike' });
  private readonly asking = new Asking();
  private readonly path = new Asking();
  private readonly similar = new Asking();
  private timer = 0;
  private open = false; // somebody looks
  private shown: { position: GamePosition; pieces: Map<string, Mark>; stale: boolean } | undefined;

  constructor(private readonly o: ElsewhereOptions) {
    replace(this.el, h('section', { class: 'elsewhere' }, this.now, this.known, this.longest), this.alike);
  }

  destroy(): void {
    clearTimeout(this.timer);
    for (const asking of [this.asking, this.path, this.similar]) asking.end();
  }

  /* Another position is on screen. */
  show(position: GamePosition, pieces: Map<string, Mark>, root: HTMLElement): void {
    this.shown = { position, pieces, stale: true };
    clearTimeout(this.timer);
    this.similar.end();
    this.el.classList.add('stale');
    this.o.counted(undefined);
    const signal = this.asking.begin();
    this.timer = window.setTimeout(() => void this.askHere(signal, root), 150); // not while somebody runs through
  }

  /* The tab was opened: now the rest is worth asking for. */
  look(): void {
    if (!this.open) void this.askPath(this.path.begin());
    this.open = true;
    if (this.shown?.stale) void this.askAlike(this.similar.begin());
  }

  close(): void {
    this.similar.end();
  }

  private async askHere(signal: AbortSignal, root: HTMLElement): Promise<void> {
    const { position, pieces } = this.shown!, query = this.o.query(position);
    try {
      const answer = await ask<MovesAnswer>('moves', { query, limit: 20 }, signal);
      if (signal.aborted) return;
      const others = Math.max(0, answer.games - 1);
      this.o.counted(others);
      replace(this.now, h('p', { class: 'story' }, others === 0 ? t('only') : t('here', count(answer.games), gamesText(site.games))),
        others > 0 && answer.moves.length > 0 && [h('div', { class: 'h2' }, h('h2', {}, t('next'))), moveTable(answer, { isShogi: site.game === 'shogi', pieces, shown: 5 })],
        h('p', {}, h('a', { class: 'btn', href: searchAddress(query) }, icon('find'), t('search'))));
      this.el.classList.remove('stale');
      root.dataset.elsewhere = String(position.ply);
      if (this.el.checkVisibility?.() ?? this.open) void this.askAlike(this.similar.begin());
    } catch (e) {
      if (!signal.aborted) replace(this.now, h('p', { class: 'hint' }, messageOf(e)));
    }
  }

  /* --- How far the way was known -------------------------------------------------------------------- */

  private async askPath(signal: AbortSignal): Promise<void> {
    const games: number[] = [], { positions } = this.o;
    const others: { hit: Hit; ply: number }[] = [];
    try {
      for (const p of positions.slice(0, MOST_PLIES)) {
        const answer = await ask<SearchAnswer>('search', { query: this.o.query(p), limit: 4 }, signal);
        games.push(answer.games);
        for (const hit of answer.games <= 4 ? answer.hits : []) {
          if (hit.game === this.o.game && hit.db === this.o.db) continue;
          const known = others.find((x) => x.hit.game === hit.game && x.hit.db === hit.db);
          if (known) Object.assign(known, { hit, ply: p.ply });
          else others.push({ hit, ply: p.ply });
        }
        if (answer.games <= 1) break;
      }
      if (!signal.aborted) this.showPath(games, others.sort((a, b) => b.ply - a.ply).slice(0, 3));
    } catch (e) {
      if (!signal.aborted) replace(this.known, h('p', { class: 'hint' }, messageOf(e)));
    }
  }

  private showPath(games: number[], others: { hit: Hit; ply: number }[]): void {
    const news = games.findIndex((n) => n <= 1);
    replace(this.known, h('div', { class: 'h2' }, h('h2', {}, t('path'))), h('p', {}, news < 1 ? (games.length < this.o.positions.length ? t('far', games.length - 1) : t('all')) : t('known', news - 1, `${news} ${this.o.moveText(news)}`)), this.chart(games, news));
    replace(this.longest, others.length > 0 && [h('div', { class: 'h2' }, h('h2', {}, t('longest'))), h('ul', { class: 'list' }, others.map(({ hit, ply }) =>
      h('li', { class: 'other-game' }, this.players(hit, t('together', ply)), h('a', { class: 'btn small', href: gameAddress(hit, ply) }, t('show')))))]);
    this.known.dataset.known = String(news);
  }

  private players(hit: Hit, more: string): HTMLElement {
    const name = (side: 's' | 'g', text: string): HTMLElement => h('span', { class: hit.result === (side === 's' ? 'b' : 'w') ? 'won' : '' }, sideSign(side), ` ${text || common('unknownPlayer')} `);
    return h('span', { class: 'cut' }, name('s', hit.black), name('g', hit.white), h('br'), h('span', { class: 't1 soft' }, [more, hit.date && dateText(hit.date)].filter(Boolean).join(' · ')));
  }

  /* Bars on a scale of powers of ten. */
  private chart(games: number[], news: number): SVGElement {
    const W = 452, top = Math.max(10, ...games), y = (n: number): number => 92 - 78 * (Math.log10(Math.max(1, n)) / Math.log10(top));
    const step = Math.min(22, (W - 60) / games.length), x = (ply: number): number => 46 + step * (ply + 0.5), wide = Math.max(2, step - 6);
    const tens = [1, 10, 100, 1000, 10000, 100000].filter((n) => n <= top), each = games.length > 24 ? 8 : 4;
    return svg('svg', { class: 'known-chart', viewBox: `0 0 ${W} 130`, role: 'img', 'aria-label': `${t('graph')}: ${games.join(', ')}` },
      tens.map((n) => [svg('path', { class: n > 1 ? 'rule' : 'edge', d: `M40 ${y(n)}H${W}` }), svg('text', { x: 36, y: y(n) + 4, 'text-anchor': 'end' }, count(n))]).flat(),
      games.map((n, ply) => svg('rect', { class: ply === news ? 'new' : n <= 4 ? 'few' : '', x: x(ply) - wide / 2, y: y(n) - 1, width: wide, height: 93 - y(n), rx: 2 }, svg('title', {}, `${ply}: ${count(n)}`))),
      games.map((_, ply) => ply % each === 0 && svg('text', { x: x(ply), y: 110, 'text-anchor': 'middle' }, ply ? String(ply) : t('start'))),
      news > 0 && svg('text', { class: 'new-word', x: x(news), y: y(1) - 8, 'text-anchor': 'middle' }, t('new')), svg('text', { x: W, y: 126, 'text-anchor': 'end' }, t('axis')));
  }

  /* --- What is most alike ----------------------------------------------------------------------------- */

  private async askAlike(signal: AbortSignal): Promise<void> {
    const { position } = this.shown!;
    if (site.game === 'chaturanga' || (site.game === 'go' && this.shown!.pieces.size === 0)) return replace(this.alike);
    this.shown!.stale = false;
    try {
      const answer = await ask<SearchAnswer>('search', { query: this.likeness(position), limit: 12, boards: true }, signal);
      if (signal.aborted) return;
      const others = answer.hits.filter((x, i, all) => !(x.game === this.o.game && x.db === this.o.db) && all.findIndex((y) => y.game === x.game && y.db === x.db) === i).slice(0, SIMILAR);
      replace(this.alike, h('div', { class: 'h2' }, h('h2', {}, t('alike')), h('span', { class: 't1 faint end' }, t(site.game === 'go' ? 'stones' : 'common'))),
        others.length === 0 ? h('p', { class: 'hint' }, t('none')) : h('ul', { class: 'list' }, others.map((x) => h('li', {}, h('a', { class: 'alike-game', href: gameAddress(x, x.first) },
          thumbnail(x.sfen), this.players(x, t('of', (x as Hit & { score?: number }).score ?? '', x.first)))))));
      this.alike.dataset.ply = String(position.ply);
    } catch (e) {
      if (!signal.aborted) replace(this.alike, h('p', { class: 'hint' }, messageOf(e)));
    }
  }

  /* With six tenths of the pieces in common, or more. */
  private likeness(p: GamePosition): string {
    const words = p.sfen.split(' '), least = Math.ceil(0.6 * (site.game === 'go' ? this.shown!.pieces.size : 40));
    return site.game === 'go' ? `like "${words.filter((w) => /^[bw]:/.test(w)).join(' ')}" >=${least}` : `like "${words.slice(0, 3).join(' ')}" >=${least}`;
  }
}
