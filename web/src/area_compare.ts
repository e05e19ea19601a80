/* area_compare.ts: what two sets of games do differently (/api/compare): openings, castles, shapes, next moves and
 * sequences, the surest differences first.  The sets are two queries: players, periods, events. */
import { address, searchAddress, showAddress } from './address';
import { Asking, events } from './api';
import type { Leave, Mount, Params } from './areas';
import { Completion } from './complete';
import { announce, h, replace } from './dom';
import { count, gamesText, lang, nameOf, percent, sideName, texts, titleOf } from './i18n';
import { linkButton, LongAnswer, moveInWords, movesInWords, type Progress } from './long_answer';
import { openingsViews } from './openings_bar';
import { barKey, button, letterDisc, segmented, sideSign } from './parts';
import { phrase } from './phrases';
import { dialectOf } from './setup';
import { site } from './site';
import { thumbnail } from './thumbs';
import { unitWords } from './unit_words';
import { unitsOf } from './units';

const t = texts({
  set: 'Games {0}', placeholder: 'A query; empty: all games', compare: 'Compare', kind: 'Kind', all: 'all',
  opening: 'openings', castle: 'castles', shape: 'shapes', move: 'next moves', sequence: 'sequences', joseki: 'joseki',
  chatur: 'Comparisons are of shogi and Go', chaturWhy: 'Chaturanga has no openings and castles with names.',
  begin: 'Two sets of games: what do they do differently?', hint: 'Players, periods, events: say which games in two queries.', examples: 'Try', periods: 'before 2000 and since', results: 'games that Black won and that White won',
  sure: '{0} of {1} properties', one: 'One of {0} properties', differ: ' surely differ', differs: ' surely differs', none: 'None of {0} properties', noneDiffers: ' surely differs', fdr: 'At most {0} % of those listed by chance.', both: 'both {0}', everything: 'all games', noGames: 'No game is in {0}',
  moreIn: '{0}: more {1}', points: '{0} points', range: '[{0} to {1}]', after: 'after {0}', atStart: 'first move', swap: 'Swap A and B', more: 'Show all {0}', left: '{0} more are not listed.', label: '{0} games in A, {1} in both, {2} in B',
  unit: 'Share of the games; of a move, of those that reached the position. At the right the difference in percentage points with its 95 % interval; coloured where 0 is outside.', and: ', ', moreA: 'more in A', moreB: 'more in B',
}, {
  set: '対局 {0}', placeholder: '条件（空なら全局）', compare: '比較する', kind: '種類', all: 'すべて',
  opening: '戦型', castle: '囲い', shape: '形', move: '次の一手', sequence: '手順', joseki: '定石',
  chatur: '比較は将棋と囲碁だけ', chaturWhy: 'チャトランガには名前のある戦型や囲いがありません。',
  begin: '二組の対局は何が違うか', hint: '対局者どうし、年代どうし、棋戦どうし。二組の対局を条件で示してください。', examples: '例', periods: '2000年より前と後', results: '先手が勝った対局と後手が勝った対局',
  sure: '{1} 項目中 {0} 項目', one: '{0} 項目中 1 項目', differ: 'で差が確か', differs: 'で差が確か', none: '{0} 項目中 0 項目', noneDiffers: 'で差が確か', fdr: '偶然の差は多くて {0} %。', both: '両方 {0}', everything: '全局', noGames: '{0} に当てはまる対局はありません',
  moreIn: '{0}に多い: {1}', points: '{0} ポイント', range: '［{0} ～ {1}］', after: '{0} の後', atStart: '初手', swap: 'A と B を入れ替える', more: '全 {0} 項目を表示', left: 'ほかに {0} 項目あります。', label: 'A {0} 局、両方 {1} 局、B {2} 局',
  unit: '対局に占める割合（指し手はその局面になった対局に占める割合）。右は差（ポイント）と 95 % 区間。0 を含まないものに色。', and: '、', moreA: 'A に多い', moreB: 'B に多い',
});

interface Share { games: number; of: number; share: number; low: number; high: number }
interface Row {
  kind: string; name: string; titles?: string[]; query: string; a: Share; b: Share; difference: number; low: number; high: number; p: number; fdr: number;
  move?: string; position?: string; moves?: string | string[];
}
interface Summary { a: { query: string; games: number }; b: { query: string; games: number }; both: number; tested: number; different: number; fdr: number }
type Which = 0 | 1;

const MOST = 100, SHOWN = 20, SAID = 2, SHORT = 34; // rows of a kind; of them at first; names said of each set; characters of a query that stands for its letter
const signed = (x: number): string => `${x > 0 ? '+' : x < 0 ? '−' : ''}${percent(Math.abs(x))}`;
const LETTERS = ['A', 'B'] as const;

class CompareView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly fields: [HTMLInputElement, HTMLInputElement];
  private readonly completions: Completion[] = [];
  private readonly state: LongAnswer;
  private readonly place = h('div', { class: 'comparison' });
  private readonly list = h('div');
  private rows: Row[] = [];
  private sets: [string, string] = ['', ''];
  private left = 0;
  private kind = 'all';

  constructor(params: Params) {
    this.fields = [this.field('a'), this.field('b')];
    const one = (which: Which): HTMLElement => h('label', { class: 'set-of-games' }, letterDisc(LETTERS[which], which === 1), h('span', { class: 'hidden' }, t('set', LETTERS[which])), this.completions[which].el);
    this.el = h('main', { class: 'compare' }, h('div', { class: 'area-bar' }, openingsViews('compare')),
      h('form', { class: 'sets-of-games', onsubmit: (e: Event) => {
        e.preventDefault();
        this.ask();
      } }, one(0), button(t('swap'), () => this.swap(), { name: 'swap' }), one(1), h('button', { type: 'submit', class: 'btn main' }, t('compare')), linkButton()), this.place);
    this.state = new LongAnswer(this.el, () => this.asking.end(), () => void this.run());
    this.place.before(this.state.line);
    this.again(params);
  }

  destroy(): void {
    for (const c of this.completions) c.close();
    this.state.end();
    this.asking.end();
  }

  again({ args }: Params): void {
    this.sets = [args.get('a') ?? '', args.get('b') ?? ''];
    this.fields.forEach((f, i) => (f.value = this.sets[i]));
    if (args.has('b') || args.has('all')) void this.run();
    else this.begin();
  }

  private field(id: string): HTMLInputElement {
    const field = h('input', { type: 'search', id: `set-${id}`, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: t('placeholder') });
    this.completions.push(new Completion(field, () => {}));
    return field;
  }

  private swap(): void {
    const [a, b] = this.fields;
    [a.value, b.value] = [b.value, a.value];
    this.ask();
  }

  /* "since 2000" is understood, too. */
  private ask(): void {
    const [a, b] = this.fields.map((f) => phrase(f.value.trim(), site.game) ?? f.value.trim());
    this.sets = [a, b];
    this.fields.forEach((f, i) => (f.value = this.sets[i]));
    showAddress(address('compare', [], { a, b: b || undefined, all: !a && !b ? 1 : undefined }), true);
    void this.run();
  }

  /* Nothing was asked yet. */
  private begin(): void {
    const example = (text: string, a: string, b: string): HTMLElement => h('a', { class: 'btn', href: address('compare', [], { a, b }) }, text);
    const shogi = site.game === 'shogi';
    this.asking.end();
    this.state.end();
    this.el.classList.remove('stale');
    replace(this.place, h('h1', { class: 'title' }, t('begin')), h('p', { class: 'soft' }, t('hint')),
      h('p', { class: 'row examples try-sets' }, h('span', { class: 'soft' }, t('examples')), example(t('periods'), 'date:..1999', 'date:2000..'), example(t('results'), shogi ? 'result:s' : 'result:b', shogi ? 'result:g' : 'result:w')));
  }

  private async run(): Promise<void> {
    const [a, b] = this.sets, signal = this.asking.begin(), rows: Row[] = [];
    let summary: Summary | undefined, left = 0;
    this.state.begin();
    try {
      await events('compare', { a, b, top: MOST }, (name, data) => {
        if (name === 'progress') this.state.progress(data as Progress);
        else if (name === 'summary') summary = data as Summary;
        else if (name === 'row') rows.push(data as Row);
        else if (name === 'more') left = (data as { rows: number }).rows;
      }, signal);
      if (signal.aborted) return;
      Object.assign(this, { rows, left });
      if (!rows.some((r) => r.kind === this.kind)) this.kind = 'all';
      if (summary) this.show(summary);
      this.state.done(`${a}\n${b}`);
    } catch (e) {
      if (!signal.aborted) this.state.failed(e, () => replace(this.place));
    }
  }

  /* --- Showing ------------------------------------------------------------------------------------- */

  private show(s: Summary): void {
    const empty = s.a.games === 0 ? 'A' : s.b.games === 0 ? 'B' : undefined, n = s.different;
    const title = h('h1', { class: 'title' }, empty ? t('noGames', t('set', empty)) : [h('b', {}, n > 1 ? t('sure', count(n), count(s.tested)) : n ? t('one', count(s.tested)) : t('none', count(s.tested))), t(n > 1 ? 'differ' : n ? 'differs' : 'noneDiffers')]);
    replace(this.place, title, h('p', { class: 'soft' }, empty ? '' : `${this.words()}${n ? t('fdr', count(100 * s.fdr)) : ''}`), this.sizes(s), this.list);
    this.showList();
    announce(title.textContent!);
  }

  /* What each set has more of: "A: more yagura, mino; B: more fourth-file rook. " */
  private words(): string {
    const named = this.rows.filter((r) => r.kind === 'opening' || r.kind === 'castle');
    const of = (which: Which): string => {
      const names = [...new Set(named.filter((r) => (which ? r.high < 0 : r.low > 0)).map((r) => titleOf({ name: r.name, labels: r.titles ?? [] })))].slice(0, SAID);
      return names.length ? t('moreIn', LETTERS[which], names.join(t('and'))) : '';
    };
    const text = [of(0), of(1)].filter(Boolean).join(lang === 'ja' ? '。' : '; ');
    return text && `${text}${lang === 'ja' ? '。' : '. '}`;
  }

  /* How many games, along one bar: A, both, B. */
  private sizes({ a, b, both }: Summary): HTMLElement {
    const part = (name: string, n: number): HTMLElement | false => n > 0 && h('span', { class: name, css: { flex: n } });
    const set = (which: Which, games: number): HTMLElement => h('a', { class: 'lbl', href: searchAddress(this.sets[which]) }, letterDisc(LETTERS[which], which === 1), h('span', {}, setWords(this.sets[which]), ' · ', h('b', {}, gamesText(games))));
    return h('div', { class: 'sizes-of-sets' }, h('div', { class: 'wdl', role: 'img', 'aria-label': t('label', count(a.games), count(both), count(b.games)), css: { '--h': '16px' } },
      h('div', { class: 'parts' }, part('w', a.games - both), part('d', both), part('l', b.games - both))),
    h('p', { class: 'row t1 spread' }, set(0, a.games), both > 0 && barKey('d', t('both', gamesText(both))), set(1, b.games)));
  }

  private showList(): void {
    if (this.rows.length === 0) return replace(this.list);
    const kinds = [...new Set(this.rows.map((r) => r.kind))], many = (kind: string): number => this.rows.filter((r) => kind === 'all' || r.kind === kind).length;
    const axis = Math.max(...this.rows.map((r) => Math.max(Math.abs(r.difference), Math.min(Math.abs(r.low), Math.abs(r.high))))) * 1.15 || 1, list = h('ol', { class: 'list differences' });
    const more = h('button', { type: 'button', class: 'btn more-differences', onclick: () => {
      fill(Infinity);
      list.children[SHOWN].querySelector('a')!.focus();
    } });
    const fill = (most: number): void => {
      const fit = this.rows.filter((r) => this.kind === 'all' || r.kind === this.kind);
      replace(list, ...fit.slice(0, most).map((r) => this.row(r, Math.min(1, axis))));
      more.hidden = fit.length <= most;
      more.textContent = t('more', count(fit.length));
    };
    replace(this.list, h('div', { class: 'row kinds' }, kinds.length > 1 && segmented(t('kind'), ['all', ...kinds].map((kind): [string, string, string] => [kind, t(kind as 'move') || kind, count(many(kind))]), this.kind, (kind) => {
      this.kind = kind;
      fill(SHOWN);
    }), h('span', { class: 'grow' }), h('span', { class: 't1 faint axis-words' }, `← ${t('moreB')}`, h('span', {}, '0'), `${t('moreA')} →`)),
    list, more, this.left > 0 && h('p', { class: 'soft' }, t('left', count(this.left))), h('p', { class: 't1 faint' }, t('unit')));
    fill(SHOWN);
  }

  private row(r: Row, axis: number): HTMLElement {
    const { label, detail, board } = wordsOf(r), sure = r.low > 0 || r.high < 0;
    const part = (which: Which): HTMLElement => {
      const s = which ? r.b : r.a;
      return h('a', { class: 'share-row', href: searchAddress(queryOf(r, this.sets[which])) }, h('b', {}, LETTERS[which]), shareBar(s, sure ? (which ? 'l' : 'w') : 'none'),
        h('span', { class: 'num' }, h('b', {}, `${percent(s.share)} %`), h('span', { class: 'hidden' }, ` [${percent(s.low)}–${percent(s.high)}]`)), h('span', { class: 't1 faint num games-of' }, `${count(s.games)}/${count(s.of)}`));
    };
    return h('li', { class: 'difference-row' }, h('div', { class: 'property' }, board && thumbnail(board), h('div', {}, h('span', { class: 'label' }, ...label), h('span', { class: 't1 faint' }, [t(r.kind as 'move') || r.kind, detail].filter(Boolean).join(' · ')))),
      h('div', { class: 'shares' }, part(0), part(1)), forest(r, axis, sure),
      h('p', { class: 'difference num' }, h('b', { class: sure ? '' : 'soft' }, t('points', signed(r.difference))), ' ', h('span', { class: 't1 soft' }, t('range', signed(r.low), signed(r.high)))));
  }
}

/* A share with its interval; look: mine, theirs, or without colour where the difference is not sure. */
function shareBar(s: Share, look: string): HTMLElement {
  return h('span', { class: 'share-bar', 'aria-hidden': 'true' }, h('i', { class: look, css: { width: `${100 * s.share}%` } }), h('u', { css: { left: `${100 * s.low}%`, right: `${100 - 100 * s.high}%` } }));
}

/* The difference on an axis that all rows have: its interval, and a dot, filled where 0 is outside. */
function forest({ difference, low, high }: Row, axis: number, sure: boolean): HTMLElement {
  const x = (v: number): number => 50 + 50 * Math.max(-1, Math.min(1, v / axis));
  return h('div', { class: 'forest-row', 'aria-hidden': 'true' }, h('i', { class: 'zero' }), h('u', { class: `${low < -axis ? 'left ' : ''}${high > axis ? 'right' : ''}`.trim(), css: { left: `${x(low)}%`, right: `${100 - x(high)}%` } }),
    h('b', { class: sure ? (difference > 0 ? 'w' : 'l') : '', css: { left: `${x(difference)}%` } }));
}

/* The games of a set that have it: at their position for a move, otherwise anywhere in the game. */
function queryOf(r: Row, set: string): string {
  if (!set) return r.query;
  return r.kind === 'move' ? `${r.query} (${set})` : `(${set}) ever ${r.query}`;
}

/* A set in words, where they are few; else its query. */
function setWords(query: string): string {
  if (!query) return t('everything');
  const units = unitsOf(query).map(unitWords), text = units.map((u) => `${u.side ? `${sideName(u.side)}: ` : ''}${u.text}`).join(t('and'));
  return units.some((u) => u.code) || text.length > SHORT ? query : text;
}

function wordsOf(r: Row): { label: (Node | string)[]; detail: string; board?: string } {
  if (r.kind === 'sequence') return { label: [movesInWords(Array.isArray(r.moves) ? r.moves : r.name.split(' '))], detail: '' };
  if (r.kind !== 'move') return { label: [nameOf({ name: r.name, labels: r.titles ?? [] })], detail: '' };
  const before = typeof r.moves === 'string' ? r.moves.split(' ').filter(Boolean) : undefined;
  const turn = r.position && dialectOf(site.game).fromPosition(r.position)?.turn;
  return {
    label: [...(turn ? [sideSign(turn), ' '] : []), moveInWords(r.move ?? r.name, r.position)], board: r.position,
    detail: before === undefined ? '' : before.length === 0 ? t('atStart') : t('after', movesInWords(before)),
  };
}

export const compare: Mount = (el, params): Leave => {
  if (site.game === 'chaturanga') {
    replace(el, h('main', { class: 'compare' }, h('h1', { class: 'title' }, h('b', {}, t('chatur'))), h('p', { class: 'soft' }, t('chaturWhy'))));
    return () => {};
  }
  const view = new CompareView(params);
  replace(el, view.el);
  return Object.assign(() => view.destroy(), { again: (next: Params) => view.again(next) });
};
