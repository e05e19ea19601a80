/* joseki_detail.ts: one sequence, large: to step through, with all that is known of it, and the ways to
 * its games. */
import { address, gameAddress, searchAddress } from './address';
import { ask, Asking } from './api';
import { calledPlayer } from './called';
import { announce, h, replace, svg } from './dom';
import { count, gamesText, lang, percent, resultText, t as common, texts } from './i18n';
import { diagram, isShogi, LETTERS, moveNames, retaken } from './joseki_board';
import type { Head, Sequence } from './joseki_data';
import { movesLine, sequenceName } from './joseki_names';
import { moveText } from './notation';
import { scoreWords, sideSign, wdl, type Outcome } from './parts';
import { dialectOf, type Mark } from './setup';
import { pointOfMove } from './setup_go';
import { site } from './site';

const t = texts({
  close: 'Close', previous: 'Previous sequence', following: 'Next sequence', start: 'To the start', back: 'Back', forward: 'Forward', end: 'To the end',
  step: '{0} / {1}', score: 'score {0}', times: '{0} times in {1}', results: 'Results of the side that moved first', record: '{0} won, {1} lost, {2} drawn', unknown: '{0} without a result', both: 'in {0} both sides began one: they count for each',
  years: 'Games by decade', next: 'Next move near it', nextShogi: 'Next move', atOnce: 'It came at once in {0} % of cases.', ended: 'nothing more near', over: 'the game ended',
  around: 'Stones around it', noStones: 'none', moreAround: 'and {0} other surroundings', players: 'Players', examples: 'Some of its games', all: 'All {0}',
  place: 'Drawn as in {0} % of its {1} occurrences; it lies in {2} places in all. The search finds the one that is drawn.',
  positions: 'The position is the commonest of {2}: {0} % of its {1} occurrences. The search finds all of them.',
  likely: '{0} % by the network', likelyHelp: 'By the network: how likely a professional is to choose this move on a board with these stones alone.',
  family: 'Folded into this one', tree: 'In the opening tree', keys: '← → moves · ↑ ↓ sequences · Esc close',
}, {
  close: '閉じる', previous: '前の手順', following: '次の手順', start: '最初へ', back: '一手戻る', forward: '一手進む', end: '最後へ',
  step: '{0} / {1} 手', score: '得点 {0}', times: '{1}に {0} 回', results: '先に指した側の成績', record: '{0} 勝 {1} 敗 {2} 分', unknown: '結果不明 {0}', both: '{0}では両者が先に着手し、双方に数える',
  years: '年代別の局数', next: '近くの次の一手', nextShogi: '次の一手', atOnce: '直後に打たれたのは {0} %。', ended: '以後近くに着手なし', over: '終局',
  around: '周囲の石', noStones: 'なし', moreAround: 'ほか {0} 通り', players: '対局者', examples: '棋譜の例', all: '{0}すべて',
  place: '{1} 回のうち {0} % がこの位置（位置は全部で {2} 通り）。検索はこの位置のものを見つけます。',
  positions: '局面は {2} 通りのうち最も多いもの（{1} 回のうち {0} %）。検索はすべてを見つけます。',
  likely: 'ネットワークでは {0} %', likelyHelp: 'ネットワークの値は、盤にこの定石の石だけがあるときにプロがその手を選ぶ確率です。',
  family: 'まとめた手順', tree: '定跡ツリーで', keys: '← → 手を進める・↑ ↓ 前後の手順・Esc 閉じる',
});

export function yearsText(s: Sequence): string {
  if (!s.first_year) return '';
  return s.first_year === s.last_year ? String(s.first_year) : `${s.first_year}–${s.last_year}`;
}

export const outcomeOf = ({ wins, draws, losses }: Sequence): Outcome => ({ wins, draws, losses });

/* "940 times in 862 games" */
export const countsOf = (s: Sequence): string => t('times', count(s.frequency), gamesText(s.games));

/* Why won, lost and drawn are not the games. */
function recordOf(s: Sequence): string {
  const known = s.wins + s.losses + s.draws;
  return [t('record', count(s.wins), count(s.losses), count(s.draws)), known < s.games && t('unknown', gamesText(s.games - known)), known > s.games && t('both', gamesText(known - s.games))]
    .filter(Boolean).join(lang === 'ja' ? '、' : '; ');
}

/* Games by decade as bars; of a small one the words stand beside it. */
export function decadeBars(s: Sequence, [first, last]: [number, number], large = false): SVGElement {
  const rows = s.decades ?? [], most = Math.max(1, ...rows.map((d) => d[1])), steps = (last - first) / 10 + 1;
  const W = large ? 480 : 120, H = large ? 84 : 26, foot = large ? 18 : 1, slot = Math.min(W / steps, large ? 60 : 20), every = Math.ceil(36 / slot);
  const x = (decade: number): number => ((decade - first) / 10) * slot;
  return svg('svg', {
    class: 'decades', viewBox: `0 0 ${large ? W : slot * steps} ${H}`, preserveAspectRatio: large ? undefined : 'none', role: large ? 'img' : undefined, 'aria-hidden': large ? undefined : 'true',
    'aria-label': large && `${t('years')}: ${rows.map((d) => `${d[0]}: ${d[1]}`).join(', ')}`,
  }, svg('rect', { class: 'base', x: 0, y: H - foot, width: slot * steps, height: 1 }), rows.map(([decade, n]) => {
    const height = Math.max(1.5, ((H - foot - (large ? 16 : 1)) * n) / most);
    return svg('g', {}, svg('rect', { x: x(decade) + slot * 0.08, y: H - foot - height, width: slot * 0.84, height }, svg('title', {}, `${decade}–${decade + 9}: ${gamesText(n)}`)),
      large && slot > 26 && svg('text', { x: x(decade) + slot / 2, y: H - foot - height - 4 }, count(n)));
  }), large && Array.from({ length: steps }, (_, i) => i % every === 0 && svg('text', { x: Math.max(14, (i + 0.5) * slot), y: H - 3 }, String(first + 10 * i))));
}

export class Detail {
  readonly el: HTMLDialogElement;
  private s: Sequence | undefined;
  private head: Head | undefined;
  private step: number | undefined;
  private around = -1;
  private readonly board = h('div', { class: 'joseki-board' });
  private readonly at = h('output', { 'aria-live': 'off' });
  private pictures: HTMLElement[] = [];
  private readonly asking = new Asking();

  /* go: to the sequence so many further in the list; closed: with the last one shown. */
  constructor(private readonly go: (from: Sequence, by: number) => void, closed: (s: Sequence) => void) {
    this.el = h('dialog', { class: 'joseki-detail', onkeydown: this.onKey, onclose: () => this.s && closed(this.s), onclick: (e: Event) => e.target === this.el && this.el.close() });
  }

  show(s: Sequence, head: Head): void {
    Object.assign(this, { s, head, step: undefined, around: -1 });
    this.fill(s);
    if (!this.el.open) this.el.showModal();
    this.el.scrollTop = 0;
    this.el.querySelector<HTMLElement>('[data-act="forward"]')?.focus();
    announce(`${s.rank}: ${moveNames(s).join(' ')}`);
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    const act = { ArrowRight: () => this.walk(1), ArrowLeft: () => this.walk(-1), Home: () => this.walk(-1000), End: () => this.walk(1000),
      ArrowDown: () => this.go(this.s!, 1), ArrowUp: () => this.go(this.s!, -1) }[e.key];
    if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  };

  /* From the whole diagram forward is to the first move. */
  private walk(by: number): void {
    const n = this.s!.moves.length;
    if (this.step === undefined) this.step = by === 1 ? 1 : by > 1 ? undefined : Math.max(0, n + by);
    else this.step = Math.max(0, this.step + by) >= n + (by === 1 ? 1 : 0) ? undefined : Math.min(n, Math.max(0, this.step + by));
    this.draw();
    announce(this.step ? `${this.step}: ${moveNames(this.s!)[this.step - 1]}` : t('step', this.step ?? n, n));
  }

  private draw(): void {
    const s = this.s!;
    replace(this.board, diagram(s, this.head!.size, { step: this.step, next: true, names: true, stones: s.surroundings?.[this.around] }));
    this.at.textContent = t('step', this.step ?? s.moves.length, s.moves.length);
    this.pictures.forEach((b, i) => b.setAttribute('aria-pressed', String(i === this.around)));
  }

  private fill(s: Sequence): void {
    const button = (act: string, label: string, text: string, run: () => void): HTMLElement =>
      h('button', { type: 'button', 'data-act': act, 'aria-label': label, title: label, onclick: run }, text);
    const title = h('h2', { id: 'sequence-title' }, `${s.rank}. ${sequenceName(s).title} `, h('small', {}, [countsOf(s), t('score', Number(s.score.toPrecision(4)).toLocaleString(lang))].join(' · ')));
    this.el.setAttribute('aria-labelledby', 'sequence-title');
    replace(this.el,
      h('div', { class: 'bar-top' }, title, button('previous', t('previous'), '↑', () => this.go(s, -1)), button('following', t('following'), '↓', () => this.go(s, 1)),
        button('close', t('close'), '✕', () => this.el.close())),
      h('div', { class: 'both' },
        h('section', {}, this.board, h('div', { class: 'stepper' }, button('start', t('start'), '|◀', () => this.walk(-1000)), button('back', t('back'), '◀', () => this.walk(-1)), this.at,
          button('forward', t('forward'), '▶', () => this.walk(1)), button('end', t('end'), '▶|', () => this.walk(1000))),
          h('p', { class: 'line' }, movesLine(s)), retaken(s) && h('p', { class: 'tips' }, retaken(s)),
          s.placements > 1 && h('p', { class: 'tips' }, t(isShogi() ? 'positions' : 'place', percent(s.placed / s.frequency), count(s.frequency), count(s.placements))),
          this.surroundings(s), h('p', { class: 'tips keys' }, t('keys'))),
        h('section', {}, h('p', { class: 'row' }, h('a', { class: 'button main-link', href: searchAddress(s.query) }, t('all', gamesText(s.games))),
          s.sfens?.[0].endsWith('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1') && h('a', { class: 'button', href: address('explore', [], { moves: s.moves.join() }) }, t('tree'))),
          h('h3', {}, t('results')), h('div', { class: 'row rate' }, wdl(outcomeOf(s)), h('span', {}, h('b', {}, scoreWords(outcomeOf(s)).rate), ' ', h('span', { class: 'soft' }, scoreWords(outcomeOf(s)).interval))), h('p', { class: 'tips' }, recordOf(s)),
          s.decades && [h('h3', {}, `${t('years')} (${yearsText(s)})`), decadeBars(s, [s.decades[0][0], s.decades.at(-1)![0]], true)],
          this.next(s), s.players.length > 0 && [h('h3', {}, t('players')), h('ul', { class: 'plain' }, s.players.map((p) => h('li', {}, calledPlayer(p.name, p.name, 'span', '', site.game === 'shogi'), ' ', h('small', {}, count(p.games)))))],
          h('h3', {}, t('examples')), this.examples(s), this.family(s))));
    this.draw();
  }

  private surroundings(s: Sequence): HTMLElement | false {
    const shapes = s.surroundings ?? [];
    this.pictures = shapes.map((shape, i) => h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
      this.around = this.around === i ? -1 : i;
      this.draw();
    } }, h('span', {}, `${percent(shape.count / s.placed)} %`), h('small', {},
      [...shape.black.map((p) => `●${p}`), ...shape.white.map((p) => `○${p}`)].join(' ') || t('noStones'))));
    const more = (s.around ?? 0) - shapes.length;
    return shapes.length > 0 && h('div', {}, h('h3', {}, t('around')), h('div', { class: 'around' }, this.pictures), more > 0 && h('p', { class: 'tips' }, t('moreAround', count(more))));
  }

  private next(s: Sequence): HTMLElement | false {
    const end = dialectOf('shogi').fromPosition(s.sfens?.at(-1) ?? '')?.look.pieces ?? new Map<string, Mark>();
    const name = (move: string): string => (isShogi() ? moveText(move, end) : `${LETTERS[s.next.findIndex((n) => n.move === move)]} ${move[0] === 'B' ? '●' : '○'} ${pointOfMove(move)}`);
    const rows = s.next.slice(0, LETTERS.length).map((n) => h('li', {}, `${name(n.move)} `,
      h('small', {}, `${percent(n.count / s.placed)} %`)));
    if (!isShogi() && this.head!.size === 19) void this.askPeople(s, rows.slice());
    if (s.ended) rows.push(h('li', {}, `${t(isShogi() ? 'over' : 'ended')} `, h('small', {}, `${percent(s.ended / s.placed)} %`)));
    return rows.length > 0 && h('div', {}, h('h3', {}, t(isShogi() ? 'nextShogi' : 'next')), h('ul', { class: 'plain' }, rows),
      !isShogi() && h('p', { class: 'tips' }, t('atOnce', percent(s.at_once / s.placed))));
  }

  /* Adds how likely people are to choose each, if the server has a network: on a board with these stones alone. */
  private async askPeople(s: Sequence, rows: HTMLElement[]): Promise<void> {
    const signal = this.asking.begin();
    try {
      const answer = await ask<{ moves: { moves: string[]; p: number }[] }>('natural', { moves: s.moves.join(' '), limit: 362 }, signal);
      if (signal.aborted) return;
      rows.forEach((row, i) => {
        const p = answer.moves.find((m) => m.moves[0] === s.next[i].move)?.p;
        if (p !== undefined) row.append(' ', h('small', { class: 'likely' }, t('likely', percent(p))));
      });
      rows[0]?.parentElement?.after(h('p', { class: 'tips' }, t('likelyHelp')));
    } catch { /* there is no network, or a stone was played where it cannot be: the figures of games stand alone */ }
  }

  private examples(s: Sequence): HTMLElement {
    const name = (text: string): string => text || common('unknownPlayer');
    return h('ul', { class: 'plain examples-list' }, s.examples.map((g) => h('li', {}, h('a', { href: gameAddress(g, g.ply, [g.ply, g.ply]) },
      g.date && `${g.date} · `, sideSign('s'), ' ', calledPlayer(g.black, name(g.black)), ' ', sideSign('g'), ' ', calledPlayer(g.white, name(g.white)), g.result && ` · ${resultText(g.result)}`))));
  }

  private family(s: Sequence): HTMLElement | false {
    const { family } = s;
    return !!family?.length && h('div', {}, h('h3', {}, t('family')), h('ul', { class: 'plain family' }, family.map((one) => h('li', {},
      h('button', { type: 'button', class: 'link', onclick: () => this.show(one, this.head!) }, `${one.rank}: `, movesLine(one)), ' ', h('small', {}, gamesText(one.games))))));
  }
}
