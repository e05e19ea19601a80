/* area_matrix.ts: a cross table of games: castles against the other side's openings, players by decades and the like.  Each
 * cell has the score of the row's side; the one that is chosen has its games beside the table. */
import { address, searchAddress, showAddress } from './address';
import { ask, Asking, messageOf } from './api';
import type { Mount, Params } from './areas';
import { announce, download, h, replace } from './dom';
import { count, lang, texts } from './i18n';
import { hasRate, isMany, isSure, labelOf, shownOf, type Cell, type MatrixAnswer } from './matrix_groups';
import { MatrixPair, the } from './matrix_pair';
import { keyOf, markChosen, matrixCsv, matrixSvg, matrixTable, type TableOptions } from './matrix_table';
import { openingsViews } from './openings_bar';
import { conditionWords, FilterBar, NO_CONDITIONS, playerWord, type Conditions } from './openings_filter';
import { button } from './parts';
import { site } from './site';

const t = texts({
  title: 'Matrix', rows: 'rows', columns: 'columns', nothing: 'No game is in two of these.', other: 'the other side’s {0}',
  castle: 'castles', opening: 'openings', shape: 'shapes', joseki: 'joseki', player: 'players', decade: 'decades', year: 'years', event: 'events',
  sure: '{0} pairs', one: 'One of {0} pairs', sureOf: '{0} of {1} pairs', areNot: ' with ten games or more are surely not even', isNot: ' with ten games or more is surely not even', none: 'None of {0} pairs', beats: 'the {0} beats the {1}', loses: 'the {0} loses to the {1}', list: ', the ', and: ' and the ', bare: '{0} scores more with {1}', bareLess: '{0} scores less with {1}', within: '{0} scores more in {1}', withinLess: '{0} scores less in {1}', bareList: ', ', bareAnd: ' and ',
  side: 'Score of the row’s side, either colour.', chance: ' Of pairs that are even, one in 20 looks so by chance.', legendLoses: 'row loses', legendWins: 'wins', strong: 'strong colour: ten games or more, and the interval leaves 50 % out; pale: not sure', few: 'under five games counts only · dot: none', keys: 'arrows walk, Enter searches', all: 'Show all {0} by {1}', fewer: 'Show the usual ones',
}, {
  title: '対照表', rows: '行', columns: '列', nothing: '両方に当てはまる対局はありません。', other: '相手の{0}',
  castle: '囲い', opening: '戦型', shape: '形', joseki: '定石', player: '対局者', decade: '年代', year: '年', event: '棋戦',
  sure: '{0} 組', one: '{0} 組中 1 組', sureOf: '{1} 組中 {0} 組', areNot: 'で差が確か（十局以上の組）', isNot: 'で差が確か（十局以上の組）', none: '{0} 組中 0 組', beats: '{0}は{1}に勝ち越し', loses: '{0}は{1}に負け越し', list: '・', and: '・', bare: '{0}は{1}で勝ち越し', bareLess: '{0}は{1}で負け越し', within: '{0}は{1}に勝ち越し', withinLess: '{0}は{1}に負け越し', bareList: '・', bareAnd: '・',
  side: '勝率は行の側のもの（先後を問わない）。', chance: '互角の組も 20 組に 1 組は偶然こう見えます。', legendLoses: '行が負け', legendWins: '勝ち', strong: 'はっきりした色: 十局以上で区間が 50 % を含まない、淡い色: 確かでない', few: '五局未満は数だけ・点は対局なし', keys: '矢印で移動、Enter で検索', all: '全部（{0}×{1}）を表示', fewer: '主なものだけ表示',
});

const USUAL = 10, MOST = 200, SAID = 4; // groups of an axis; sure pairs in words
const ENGLISH = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/* "the Ishida, the double wing and the yagura", as words between the first and the last. */
const enumerated = (names: string[], between: string, last: string): string => (names.length < 2 ? names.join('') : names.slice(0, -1).join(between) + last + names.at(-1));

class MatrixView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly filter: FilterBar;
  private readonly headline = h('h1', { class: 'title' });
  private readonly under = h('p', { class: 'soft' });
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly place = h('div', { class: 'matrix-place', role: 'region', 'aria-label': t('title'), tabindex: 0 });
  private readonly legend = h('div', { class: 'matrix-legend t1 soft' });
  private readonly choices = h('div', { class: 'row' });
  private readonly pair = new MatrixPair(() => this.change({ rows: this.columns, columns: this.rows }));
  private readonly kinds = [...new Set([...site.names.map((n) => n.group).filter(Boolean), 'player', 'decade', 'year', 'event'])];
  private rows = '';
  private columns = '';
  private wide = false; // all groups, not the usual ones
  private answer: MatrixAnswer | undefined;
  private chosen: Cell | undefined;

  constructor(params: Params) {
    this.filter = new FilterBar(NO_CONDITIONS, () => this.change({}));
    const save = (kind: string, make: () => string): HTMLElement => button(kind, () => this.answer && download(`matrix.${kind.toLowerCase()}`, make()), { icon: 'out' });
    this.el = h('main', { class: 'matrix' },
      h('div', { class: 'area-bar' }, openingsViews('matrix'), this.choices, this.filter.el, save('CSV', () => matrixCsv(this.table())), save('SVG', () => matrixSvg(this.table(), this.headline.textContent ?? ''))),
      h('section', { class: 'matrix-main' }, this.headline, this.under, this.mistake, this.place, this.legend), this.pair.el);
    this.read(params);
    void this.run();
  }

  destroy(): void {
    this.filter.destroy();
    this.pair.destroy();
    this.asking.end();
  }

  again(params: Params): void {
    this.read(params);
    void this.run();
  }

  private read({ args }: Params): void {
    const shogi = site.game === 'shogi';
    this.rows = args.get('rows') ?? (shogi ? 'castle' : 'opening');
    this.columns = args.get('columns') ?? (shogi ? 'opening' : 'decade');
    this.wide = args.get('all') === '1';
    this.filter.set(Object.fromEntries(Object.keys(NO_CONDITIONS).map((key) => [key, args.get(key) ?? ''])) as unknown as Conditions);
    const choice = (id: 'rows' | 'columns'): HTMLElement => {
      const select = h('select', { id, onchange: () => this.change({ [id]: select.value }) }, this.kinds.map((kind) => h('option', { value: kind, selected: kind === this[id] }, id === 'columns' && this.isAgainst(kind) ? t('other', this.word(kind)) : this.word(kind))));
      return h('label', { class: 'pick t1' }, `${t(id)}: `, select);
    };
    replace(this.choices, choice('rows'), choice('columns'));
  }

  private word(kind: string): string {
    return t(kind as 'castle') || kind;
  }

  /* Names of one side against names of the other; a player's castles are the player's own. */
  private isAgainst(columns = this.columns): boolean {
    const named = (kind: string): boolean => site.names.some((n) => n.group === kind);
    return (named(this.rows) && named(columns)) || (this.rows === 'player' && columns === 'player');
  }

  private change(part: { rows?: string; columns?: string; all?: boolean }): void {
    const rows = part.rows ?? this.rows, columns = part.columns ?? this.columns, all = (part.all ?? (part.rows || part.columns ? false : this.wide)) ? 1 : undefined;
    showAddress(address('matrix', [], { rows, columns, all, ...this.filter.conditions }), true);
    this.again({ path: [], args: new URLSearchParams({ rows, columns, ...(all ? { all: '1' } : {}), ...this.filter.conditions }) });
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin(), query = [playerWord(this.filter.conditions), conditionWords(this.filter.conditions)].filter(Boolean).join(' ');
    this.el.classList.add('busy');
    delete this.el.dataset.answered;
    try {
      const found = await ask<MatrixAnswer>('matrix', { rows: this.rows, columns: this.columns, against: this.isAgainst(), query, limit: MOST }, signal);
      if (signal.aborted) return;
      this.mistake.textContent = '';
      this.answer = found;
      this.show();
      this.el.dataset.answered = `${this.rows} ${this.columns} ${query}`;
    } catch (e) {
      if (signal.aborted) return;
      this.answer = undefined;
      this.mistake.textContent = messageOf(e);
      this.pair.clear();
      for (const el of [this.headline, this.under, this.place, this.legend]) replace(el);
    } finally {
      if (!signal.aborted) this.el.classList.remove('busy');
    }
  }

  /* --- Showing ------------------------------------------------------------------------------------- */

  private table(): TableOptions {
    const { rows, columns, cells } = this.answer!, most = this.wide ? MOST : USUAL, pick = this.wide ? <T>(_: string, groups: T[]): T[] => groups : shownOf;
    return { rows: pick(this.rows, rows, most), columns: pick(this.columns, columns, most), rowKind: this.rows, columnKind: this.columns, cells: new Map(cells.map((c) => [keyOf(c.row, c.column), c])), against: this.isAgainst(), chosen: this.chosen,
      choose: (c) => this.choose(c), open: (c) => void (location.hash = searchAddress(c.query)) };
  }

  private show(): void {
    const o = this.table(), shown = o.rows.flatMap((r) => o.columns.map((c) => o.cells.get(keyOf(r.name, c.name)))).filter((c) => c !== undefined);
    const many = shown.filter(isMany), sure = shown.filter(isSure);
    this.chosen = shown.find((c) => c.row === this.chosen?.row && c.column === this.chosen.column) ?? [...sure].sort((a, b) => b.games - a.games)[0] ?? [...shown].sort((a, b) => b.games - a.games)[0];
    const before = sure.length === 0 ? t('none', count(many.length)) : sure.length === 1 ? t('one', count(many.length)) : t('sureOf', lang === 'ja' ? count(sure.length) : ENGLISH[sure.length] ?? count(sure.length), count(many.length));
    replace(this.headline, shown.length ? [h('b', {}, before), t(sure.length > 1 ? 'areNot' : 'isNot')] : t('nothing'));
    this.under.textContent = shown.length ? `${this.words(sure)}${t('side')}${sure.length ? t('chance') : ''}` : '';
    announce(this.headline.textContent!);
    const table = matrixTable({ ...o, chosen: this.chosen });
    replace(this.place, shown.length > 0 && table);
    this.showLegend(shown.length > 0);
    if (this.chosen) this.beside(this.chosen);
    else this.pair.clear();
  }

  /* The surest in words: "The boat beats the fourth-file and the central rook; the mino loses to the bishop exchange. " */
  private words(sure: Cell[]): string {
    const all = [...sure].sort((a, b) => Math.abs(b.score! - 0.5) * Math.sqrt(b.games) - Math.abs(a.score! - 0.5) * Math.sqrt(a.games)).slice(0, SAID), groups = new Map<string, Cell[]>();
    for (const c of all) groups.set(`${c.row}\n${c.score! > 0.5}`, [...(groups.get(`${c.row}\n${c.score! > 0.5}`) ?? []), c]);
    const parts = [...groups.values()].map((cells) => {
      const names = cells.map((c) => this.name('columns', c.column)), wins = cells[0].score! > 0.5, plain = !this.isAgainst() || this.rows === 'player';
      const time = !site.names.some((n) => n.group === this.columns) && this.columns !== 'player';
      return t(time ? (wins ? 'within' : 'withinLess') : plain ? (wins ? 'bare' : 'bareLess') : wins ? 'beats' : 'loses', this.name('rows', cells[0].row), enumerated(time ? names.map((name) => the(name) + name) : names, t(plain ? 'bareList' : 'list'), t(plain ? 'bareAnd' : 'and')));
    });
    if (parts.length === 0) return '';
    const text = parts.join(lang === 'ja' ? '、' : '; ');
    return text[0].toUpperCase() + text.slice(1) + (lang === 'ja' ? '。' : '. ');
  }

  private name(axis: 'rows' | 'columns', name: string): string {
    return labelOf(this[axis], this.answer![axis].find((g) => g.name === name)!);
  }

  private showLegend(any: boolean): void {
    const { rows, columns } = this.answer!, more = this.wide || rows.length > this.table().rows.length || columns.length > this.table().columns.length;
    replace(this.legend, any && [h('span', { class: 'lbl' }, t('legendLoses'), h('span', { class: 'scale', 'aria-hidden': 'true' }, [-3, -2, -1, 0, 1, 2, 3].map((k) => h('span', { class: `step${k}` }))), t('legendWins')), h('span', {}, t('strong')), h('span', {}, t('few')), h('span', { class: 'keys' }, t('keys')),
      more && h('button', { type: 'button', class: 'link', onclick: () => this.change({ all: !this.wide }) }, this.wide ? t('fewer') : t('all', count(rows.length), count(columns.length)))]);
  }

  private choose(cell: Cell): void {
    if (cell === this.chosen) return;
    this.chosen = cell;
    this.beside(cell);
  }

  private beside(cell: Cell): void {
    const table = this.place.querySelector<HTMLElement>('table');
    if (table) markChosen(table, cell);
    this.pair.show(cell, this.name('rows', cell.row), this.name('columns', cell.column), { against: this.isAgainst(), side: site.names.some((n) => n.group === this.rows) && hasRate(cell) });
  }
}

export const matrix: Mount = (el, params) => {
  const view = new MatrixView(params);
  replace(el, view.el);
  return Object.assign(() => view.destroy(), { again: (next: Params) => view.again(next) });
};
