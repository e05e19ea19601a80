/* area_matrix.ts: a cross table of games: castles by openings, players by decades and the like.  Each cell has the
 * score of the row's side and leads to its games; strong colours only where the interval leaves a half out. */
import { address, searchAddress, showAddress } from './address';
import { ask, Asking, messageOf } from './api';
import type { Mount } from './areas';
import { Completion } from './complete';
import { announce, h, replace } from './dom';
import { count, gamesText, lang, percent, texts } from './i18n';
import { site } from './site';

const t = texts({
  title: 'Matrix', rows: 'Rows', columns: 'Columns', filter: 'Only games with', nothing: 'No game is in two of these.',
  castle: 'castles', opening: 'openings', shape: 'shapes', joseki: 'joseki', player: 'players', decade: 'decades', year: 'years', event: 'events',
  sure: '{0} of {1} pairs with ten games or more are surely not even', few: '{0} of {1}', cell: '{0}, {1}: {2}, {3}',
  legend: 'Score of the row’s side and games. Strong colour: the 95 % interval leaves 50 % out; below five games counts only. A cell leads to its games; arrow keys walk.',
}, {
  title: '対照表', rows: '行', columns: '列', filter: '対局の条件', nothing: '両方に当てはまる対局はありません。',
  castle: '囲い', opening: '戦法', shape: '形', joseki: '定石', player: '対局者', decade: '年代', year: '年', event: '棋戦',
  sure: '十局以上の {1} 組のうち、差が確かなのは {0} 組', few: '{1} 局中 {0}', cell: '{0}、{1}: {2}、{3}',
  legend: '行の側の勝率と対局数。濃い色は 95 % 区間が 50 % を含まないもの、五局未満は数だけです。マスから対局へ進めます。矢印キーで移動できます。',
});

interface Group { name: string; label?: string; games: number }
interface Cell { row: string; column: string; games: number; wins: number; losses: number; draws: number; score: number | null; low: number | null; high: number | null; query: string }
interface MatrixAnswer { rows: Group[]; columns: Group[]; cells: Cell[] }

const GROUPS = 12; // rows and columns, those with most games
const FEW = 5, MANY = 10; // games for a rate, and to be counted in the headline

const labelOf = (g: Group): string => (lang === 'ja' ? g.label || g.name : g.name.replace(/-/g, ' '));
const known = (c: Cell): number => c.wins + c.losses + c.draws;
const isSure = (c: Cell): boolean => known(c) >= FEW && (c.low! > 0.5 || c.high! < 0.5);

class MatrixView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly filter: HTMLInputElement;
  private readonly completion: Completion;
  private readonly headline = h('p', { class: 'headline', role: 'status' });
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly place = h('div', { class: 'matrix-place', role: 'region', 'aria-label': t('title'), tabindex: 0 });
  private readonly kinds = [...new Set([...site.names.map((n) => n.group).filter(Boolean), 'player', 'decade', 'year', 'event'])];
  private timer = 0;

  constructor(private rows: string, private columns: string, filter: string) {
    this.filter = h('input', { type: 'search', id: 'filter', value: filter, spellcheck: 'false', autocapitalize: 'off', oninput: () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.run(), 200);
    } });
    this.completion = new Completion(this.filter, () => void this.run());
    const choice = (id: string, now: string, set: (kind: string) => void): HTMLElement => {
      const select = h('select', { id, onchange: () => {
        set(select.value);
        void this.run();
      } }, this.kinds.map((kind) => h('option', { value: kind, selected: kind === now }, t(kind as 'castle') || kind)));
      return h('label', { class: 'pick' }, t(id as 'rows'), select);
    };
    this.el = h('main', { class: 'matrix' }, h('h1', { class: 'hidden' }, t('title')),
      h('div', { class: 'row' }, choice('rows', rows, (k) => void (this.rows = k)), choice('columns', columns, (k) => void (this.columns = k)),
        h('div', { class: 'pick' }, h('label', { for: 'filter' }, t('filter')), this.completion.el)),
      this.mistake, this.headline, this.place, h('p', { class: 'tips' }, t('legend')));
    void this.run();
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.completion.close();
    this.asking.end();
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin(), query = this.filter.value.trim();
    const { rows, columns } = this;
    showAddress(address('matrix', [], { rows, columns, filter: query }));
    delete this.el.dataset.answered;
    try {
      const found = await ask<MatrixAnswer>('matrix', { rows, columns, query, limit: GROUPS }, signal);
      if (signal.aborted) return;
      this.mistake.textContent = '';
      this.show(found);
      this.el.dataset.answered = `${rows} ${columns} ${query}`;
    } catch (e) {
      if (signal.aborted) return;
      this.mistake.textContent = messageOf(e);
      replace(this.headline);
      replace(this.place);
    }
  }

  private show({ rows, columns, cells }: MatrixAnswer): void {
    const at = new Map(cells.map((c) => [`${c.row}\n${c.column}`, c]));
    const many = cells.filter((c) => known(c) >= MANY);
    this.headline.textContent = cells.length ? t('sure', count(many.filter(isSure).length), count(many.length)) : t('nothing');
    announce(this.headline.textContent);
    replace(this.place, cells.length > 0 && h('table', { onkeydown: (e: KeyboardEvent) => walk(e) },
      h('thead', {}, h('tr', {}, h('td'), columns.map((c) => h('th', { scope: 'col' }, labelOf(c))))),
      h('tbody', {}, rows.map((r) => h('tr', {}, h('th', { scope: 'row' }, labelOf(r), h('small', {}, ` ${count(r.games)}`)),
        columns.map((c) => cellOf(at.get(`${r.name}\n${c.name}`), r, c)))))));
  }
}

function cellOf(cell: Cell | undefined, row: Group, column: Group): HTMLElement {
  if (!cell) return h('td', {}, '·');
  const n = known(cell), rate = n >= FEW;
  const words = rate ? `${percent(cell.score!)} %` : n ? t('few', cell.wins + cell.draws / 2, n) : '–';
  const interval = rate ? ` [${percent(cell.low!)}–${percent(cell.high!)}]` : '';
  const colour = !rate ? '' : `${cell.score! >= 0.5 ? 'wins' : 'loses'}${isSure(cell) ? ' sure' : ''}`;
  const label = t('cell', labelOf(row), labelOf(column), words + interval, gamesText(cell.games));
  return h('td', { class: colour }, h('a', { href: searchAddress(cell.query), title: label }, words, h('small', {}, ` ${count(cell.games)}`)));
}

/* Arrow keys go to the next cell that has games. */
function walk(e: KeyboardEvent): void {
  const step = ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] } as Record<string, [number, number]>)[e.key];
  const cell = (e.target as HTMLElement).closest('td');
  if (!step || !cell) return;
  e.preventDefault();
  const rows = [...(cell.closest('tbody')?.rows ?? [])];
  let [row, column] = [rows.indexOf(cell.parentElement as HTMLTableRowElement), cell.cellIndex];
  for (;;) {
    [row, column] = [row + step[0], column + step[1]];
    const next = rows[row]?.cells[column];
    if (!next) return;
    const link = next.querySelector('a');
    if (link) return link.focus();
  }
}

export const matrix: Mount = (el, { args }) => {
  const shogi = site.game === 'shogi';
  const view = new MatrixView(args.get('rows') ?? (shogi ? 'castle' : 'opening'), args.get('columns') ?? (shogi ? 'opening' : 'decade'), args.get('filter') ?? '');
  replace(el, view.el);
  return () => view.destroy();
};
