/* area_compare.ts: what two sets of games do differently (/api/compare): openings, castles, shapes, next moves and
 * sequences, the surest differences first.  The sets are two queries: players, periods, events. */
import { address, searchAddress, showAddress } from './address';
import { ApiError, Asking, events, messageOf } from './api';
import type { Mount } from './areas';
import { bar } from './bars';
import { Completion } from './complete';
import { announce, h, replace } from './dom';
import { count, gamesText, nameOf, percent, sideMark, texts } from './i18n';
import { moveInWords, movesInWords, progressWords } from './long_answer';
import { dialectOf } from './setup';
import { site } from './site';
import { thumbnail } from './thumbs';

const t = texts({
  title: 'Compare', set: 'Games {0}', placeholder: 'A query; empty: all games', compare: 'Compare', working: 'Comparing', kind: 'Kind', all: 'all kinds',
  opening: 'openings', castle: 'castles', shape: 'shapes', move: 'next moves', sequence: 'sequences', joseki: 'joseki',
  hint: 'Two players, periods or events: what do they do differently? Say which games in two queries.', examples: 'Try', periods: 'before 2000 and since', results: 'games that Black won and that White won',
  sure: '{0} of {1} properties differ', none: 'None of {0} properties tested differs for certain.', fdr: 'at most {0} % of those listed by chance (false discovery rate)', both: '{0} are in both sets', noGames: 'No game is in {0}.',
  what: 'What', difference: 'A − B', points: '{0} points [{1} to {2}]', share: '{0}: {1} of {2}', after: 'after {0}', atStart: 'first move', swap: 'Swap', left: '{0} more are not listed.',
  unit: 'Share of the games (of a move: of those that reached the position), and the difference in percentage points with its 95 % interval. The order is by the end of the interval nearer to 0.',
}, {
  title: '比較', set: '対局 {0}', placeholder: '条件（空なら全局）', compare: '比較する', working: '比較中', kind: '種類', all: 'すべて',
  opening: '戦法', castle: '囲い', shape: '形', move: '次の一手', sequence: '手順', joseki: '定石',
  hint: '対局者どうし、年代どうし、棋戦どうしで何が違うか。二組の対局を条件で示してください。', examples: '例', periods: '2000年より前と後', results: '先手が勝った対局と後手が勝った対局',
  sure: '{1} 項目のうち差が確かなもの {0} 項目', none: '調べた {0} 項目に確かな差はありません。', fdr: '偶然の差は多くて {0} %（偽発見率）', both: '両方に入る対局 {0}', noGames: '{0} に当てはまる対局はありません。',
  what: '項目', difference: 'A − B', points: '{0} ポイント [{1} ～ {2}]', share: '{0}: {2} 局中 {1} 局', after: '{0} の後', atStart: '初手', swap: '入れ替え', left: 'ほかに {0} 項目あります。',
  unit: '対局に占める割合（指し手はその局面になった対局に占める割合）と、差（ポイント）の 95 % 区間。区間の 0 に近い端の順です。',
});

interface Share { games: number; of: number; share: number; low: number; high: number }
interface Row {
  kind: string; name: string; titles?: string[]; query: string; a: Share; b: Share; difference: number; low: number; high: number; p: number; fdr: number;
  move?: string; position?: string; moves?: string | string[];
}
interface Summary { a: { query: string; games: number }; b: { query: string; games: number }; both: number; tested: number; different: number; fdr: number }

const MOST = 100;
const signed = (x: number): string => `${x > 0 ? '+' : x < 0 ? '−' : ''}${percent(Math.abs(x))}`;

class CompareView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly fields: [HTMLInputElement, HTMLInputElement];
  private readonly completions: Completion[] = [];
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly status = h('p', { class: 'hint', role: 'status' });
  private readonly headline = h('p', { class: 'headline' });
  private readonly place = h('div', { class: 'comparison' });
  private rows: Row[] = [];
  private sets: [string, string] = ['', ''];
  private left = 0;
  private kind = '';

  constructor(a: string, b: string, ask: boolean) {
    this.fields = [this.field('a', a), this.field('b', b)];
    const one = (which: 0 | 1): HTMLElement => h('div', { class: 'set' }, h('label', { for: this.fields[which].id }, t('set', 'AB'[which])), this.completions[which].el);
    this.el = h('main', { class: 'compare' }, h('h1', { class: 'hidden' }, t('title')),
      h('form', { class: 'sets', onsubmit: (e: Event) => {
        e.preventDefault();
        void this.run(true);
      } }, one(0), one(1), h('div', { class: 'row' }, h('button', { type: 'submit', class: 'main' }, t('compare')), h('button', { type: 'button', onclick: () => this.swap() }, t('swap')))),
      this.mistake, this.status, this.headline, this.place);
    if (ask) void this.run(false);
    else this.begin();
  }

  destroy(): void {
    for (const c of this.completions) c.close();
    this.asking.end();
  }

  private field(id: string, value: string): HTMLInputElement {
    const field = h('input', { type: 'search', id: `set-${id}`, value, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: t('placeholder') });
    this.completions.push(new Completion(field, () => {}));
    return field;
  }

  private swap(): void {
    const [a, b] = this.fields;
    [a.value, b.value] = [b.value, a.value];
    void this.run(true);
  }

  /* Nothing was asked yet. */
  private begin(): void {
    const example = (text: string, a: string, b: string): HTMLElement => h('a', { class: 'button', href: address('compare', [], { a, b }) }, text);
    this.status.textContent = t('hint');
    replace(this.place, h('p', { class: 'row examples' }, h('span', {}, t('examples')), example(t('periods'), 'date:..1999', 'date:2000..'),
      example(t('results'), site.game === 'shogi' ? 'result:s' : 'result:b', site.game === 'shogi' ? 'result:g' : 'result:w')));
  }

  private async run(step: boolean): Promise<void> {
    const [a, b] = this.fields.map((f) => f.value.trim());
    const signal = this.asking.begin();
    showAddress(address('compare', [], { a, b: b || undefined, all: !a && !b ? 1 : undefined }), step);
    delete this.el.dataset.answered;
    this.sets = [a, b];
    this.rows = [];
    this.left = 0;
    for (const el of [this.mistake, this.headline, this.place]) replace(el);
    this.status.textContent = `${t('working')}…`;
    let summary: Summary | undefined;
    try {
      await events('compare', { a, b, top: MOST }, (name, data) => {
        if (name === 'progress') this.status.textContent = progressWords(t('working'), data);
        else if (name === 'summary') summary = data as Summary;
        else if (name === 'row') this.rows.push(data as Row);
        else if (name === 'more') this.left = (data as { rows: number }).rows;
      }, signal);
      this.status.textContent = '';
      if (summary) this.show(summary);
      this.el.dataset.answered = `${a}\n${b}`;
    } catch (e) {
      if (signal.aborted) return;
      this.status.textContent = '';
      this.mistake.textContent = messageOf(e);
      if (e instanceof ApiError) announce(e.message);
    }
  }

  private show(s: Summary): void {
    const empty = s.a.games === 0 ? 'A' : s.b.games === 0 ? 'B' : undefined;
    const words = empty ? t('noGames', t('set', empty)) : s.different ? t('sure', count(s.different), count(s.tested)) : t('none', count(s.tested));
    replace(this.headline, h('strong', {}, words), s.different > 0 && ` · ${t('fdr', count(100 * s.fdr))}`,
      h('br'), h('span', { class: 'tips' }, `A: ${gamesText(s.a.games)} · B: ${gamesText(s.b.games)}${s.both ? ` · ${t('both', gamesText(s.both))}` : ''}`));
    announce(words);
    this.list();
  }

  private list(): void {
    if (this.rows.length === 0) return;
    const kinds = [...new Set(this.rows.map((r) => r.kind))];
    const choice = h('select', { id: 'kind', onchange: () => {
      this.kind = choice.value;
      this.list();
      document.getElementById('kind')?.focus();
    } }, ['', ...kinds].map((kind) => h('option', { value: kind, selected: kind === this.kind }, kind ? t(kind as 'move') || kind : t('all'))));
    const rows = this.rows.filter((r) => !this.kind || !kinds.includes(this.kind) || r.kind === this.kind);
    replace(this.place, kinds.length > 1 && h('p', { class: 'row' }, h('label', { for: 'kind' }, t('kind')), choice),
      h('ol', { class: 'differences' }, rows.map((r) => this.row(r))), this.left > 0 && h('p', { class: 'hint' }, t('left', count(this.left))), h('p', { class: 'tips' }, t('unit')));
  }

  private row(r: Row): HTMLElement {
    const { label, detail, board } = wordsOf(r);
    const part = (which: 0 | 1): HTMLElement => {
      const s = which ? r.b : r.a, set = this.sets[which];
      const words = t('share', 'AB'[which], count(s.games), count(s.of));
      return h('p', { class: 'share-row' }, h('b', {}, 'AB'[which]),
        bar([['track', 0, 100], [which ? 'fill' : 'mine', 0, 100 * s.share], ['band', 100 * s.low, 100 * s.high]], words),
        h('a', { class: 'number', href: searchAddress(queryOf(r, set)), title: words }, `${percent(s.share)} %`, h('small', {}, ` ${count(s.games)}/${count(s.of)}`)));
    };
    return h('li', { class: board ? 'with-board' : '' }, board && thumbnail(board),
      h('div', { class: 'property' }, h('span', { class: 'label' }, label), h('small', {}, [t(r.kind as 'move') || r.kind, detail].filter(Boolean).join(' · '))),
      h('div', { class: 'shares' }, part(0), part(1)),
      h('p', { class: 'difference number' }, h('b', {}, t('points', signed(r.difference), signed(r.low), signed(r.high)))));
  }
}

/* The games of a set that have it: at their position for a move, otherwise anywhere in the game. */
function queryOf(r: Row, set: string): string {
  if (!set) return r.query;
  return r.kind === 'move' ? `${r.query} (${set})` : `(${set}) ever ${r.query}`;
}

function wordsOf(r: Row): { label: string; detail: string; board?: string } {
  if (r.kind === 'sequence') return { label: movesInWords(Array.isArray(r.moves) ? r.moves : r.name.split(' ')), detail: '' };
  if (r.kind !== 'move') return { label: nameOf({ name: r.name, labels: r.titles ?? [] }), detail: '' };
  const before = typeof r.moves === 'string' ? r.moves.split(' ').filter(Boolean) : undefined;
  const turn = r.position && dialectOf(site.game).fromPosition(r.position)?.turn;
  return {
    label: `${turn ? sideMark(turn) : ''}${moveInWords(r.move ?? r.name, r.position)}`, board: r.position,
    detail: before === undefined ? '' : before.length === 0 ? t('atStart') : t('after', movesInWords(before)),
  };
}

export const compare: Mount = (el, { args }) => {
  const [a, b] = [args.get('a') ?? '', args.get('b') ?? ''];
  const view = new CompareView(a, b, args.has('b') || args.has('all'));
  replace(el, view.el);
  return () => view.destroy();
};
