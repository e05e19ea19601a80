/* matrix_table.ts: the cross table: a cell has the score of the row's side, its games and its interval; its colour is strong only
 * where the interval leaves a half out.  Arrow keys walk, Enter goes to the games. */
import { h } from './dom';
import { count, gamesText, percent, texts } from './i18n';
import { besideOf, hasRate, known, labelOf, stepOf, type Cell, type Group } from './matrix_groups';
import { site } from './site';

const t = texts({ few: '{0} of {1}', cell: '{0} against {1}', beside: '{0}, {1}', unknown: ', {0} without a result', none: 'no game', table: 'Matrix' }, { few: '{1} 局中 {0} 勝', cell: '{0} 対 {1}', beside: '{0}、{1}', unknown: '、結果不明 {0} 局', none: '対局なし', table: '対照表' });

export interface TableOptions {
  rows: Group[]; columns: Group[]; rowKind: string; columnKind: string; cells: Map<string, Cell>; against: boolean;
  chosen?: Cell; choose: (c: Cell) => void; open: (c: Cell) => void;
}

export const keyOf = (row: string, column: string): string => `${row}\n${column}`;

export function matrixTable(o: TableOptions): HTMLElement {
  const { rows, columns, cells } = o;
  const head = (kind: string, g: Group, now: boolean): (Node | string | false)[] => [h(now ? 'b' : 'span', {}, labelOf(kind, g))];
  return h('table', { class: 'cross', 'aria-label': t('table'), onkeydown: (e: KeyboardEvent) => walk(e) },
    h('thead', {}, h('tr', {}, h('td'), columns.map((c) => h('th', { scope: 'col', 'data-column': c.name }, head(o.columnKind, c, o.chosen?.column === c.name))))),
    h('tbody', {}, rows.map((r) => h('tr', {}, h('th', { scope: 'row', 'data-row': r.name }, head(o.rowKind, r, o.chosen?.row === r.name), besideOf(o.rowKind, r) && h('span', { class: 't1 faint', lang: 'ja' }, besideOf(o.rowKind, r))),
      columns.map((c) => h('td', {}, cellOf(cells.get(keyOf(r.name, c.name)), r, c, o)))))));
}

function cellOf(cell: Cell | undefined, row: Group, column: Group, o: TableOptions): HTMLElement {
  const what = t(o.against ? 'cell' : 'beside', labelOf(o.rowKind, row), labelOf(o.columnKind, column));
  if (!cell) return h('span', { class: 'cell none', title: `${what}: ${t('none')}` }, '·');
  const n = known(cell), rate = hasRate(cell), words = rate ? `${percent(cell.score!)} %` : n ? t('few', cell.wins + cell.draws / 2, n) : '–';
  const el = h('button', {
    type: 'button', class: `cell ${rate ? `step${stepOf(cell)}` : 'few'}`, 'data-cell': keyOf(row.name, column.name), 'aria-pressed': String(cell === o.chosen), tabindex: cell === o.chosen ? 0 : -1,
    title: `${what}: ${words}${rate ? ` [${percent(cell.low!)}–${percent(cell.high!)}]` : ''}, ${gamesText(cell.games)}${n < cell.games ? t('unknown', count(cell.games - n)) : ''}`,
    onclick: () => o.choose(cell), onfocus: () => o.choose(cell), onkeydown: (e: KeyboardEvent) => {
      if (e.key !== 'Enter') return;
      e.preventDefault();
      o.open(cell);
    },
  }, rate ? [h('b', {}, words), ' ', h('span', { class: 'n' }, count(cell.games)), h('span', { class: 'wh', 'aria-hidden': 'true' }, h('u'), h('i', { css: { left: `${100 * cell.low!}%`, right: `${100 - 100 * cell.high!}%` } }))] : words);
  return el;
}

/* Which cell is chosen, without drawing the table anew. */
export function markChosen(table: HTMLElement, cell: Cell): void {
  const key = keyOf(cell.row, cell.column);
  for (const b of table.querySelectorAll<HTMLElement>('button.cell')) {
    b.setAttribute('aria-pressed', String(b.dataset.cell === key));
    b.tabIndex = b.dataset.cell === key ? 0 : -1;
  }
  for (const th of table.querySelectorAll<HTMLElement>('th')) th.classList.toggle('on', th.dataset.row === cell.row || th.dataset.column === cell.column);
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
    const button = next.querySelector('button');
    if (button) return button.focus();
  }
}

/* --- Files ------------------------------------------------------------------------------------------- */

const quoted = (text: string | number): string => (/[",\n]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text));

export function matrixCsv({ rows, columns, cells }: TableOptions): string {
  const lines = rows.flatMap((r) => columns.flatMap((c) => {
    const cell = cells.get(keyOf(r.name, c.name));
    return cell ? [[r.name, c.name, cell.games, cell.wins, cell.draws, cell.losses, cell.score ?? '', cell.low ?? '', cell.high ?? '', cell.query].map(quoted).join(',')] : [];
  }));
  return ['row,column,games,wins,draws,losses,score,low,high,query', ...lines, ''].join('\n');
}

const GROUND = ['#9a8d76', '#bdb39f', '#e2dccd', '#efeadd', '#d3d8de', '#8fa3bf', '#2a4f86'];

/* The picture on paper, with its headline. */
export function matrixSvg(o: TableOptions, headline: string): string {
  const W = 84, H = 44, LEFT = 170, TOP = 96, esc = (s: string): string => s.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]!);
  const text = (x: number, y: number, words: string, more = ''): string => `<text x="${x}" y="${y}" ${more}>${esc(words)}</text>`;
  const parts = [text(12, 28, headline, 'font-size="18"')];
  o.columns.forEach((c, i) => parts.push(text(LEFT + (i + 0.5) * W, TOP - 10, labelOf(o.columnKind, c), `text-anchor="middle" font-size="${Math.min(12, (1.7 * W) / labelOf(o.columnKind, c).length)}"`)));
  o.rows.forEach((r, j) => {
    parts.push(text(12, TOP + (j + 0.6) * H, labelOf(o.rowKind, r)));
    o.columns.forEach((c, i) => {
      const cell = o.cells.get(keyOf(r.name, c.name)), x = LEFT + i * W, y = TOP + j * H;
      if (!cell) return void parts.push(text(x + W / 2, y + H * 0.6, '·', 'text-anchor="middle"'));
      const step = hasRate(cell) ? stepOf(cell) : 0, ink = Math.abs(step) === 3 ? '#fff' : '#211e18';
      if (hasRate(cell)) parts.push(`<rect x="${x + 1}" y="${y + 1}" width="${W - 2}" height="${H - 2}" rx="3" fill="${GROUND[step + 3]}"/>`);
      parts.push(text(x + W / 2, y + H * 0.45, hasRate(cell) ? `${percent(cell.score!)} %  ${cell.games}` : t('few', cell.wins + cell.draws / 2, known(cell)), `text-anchor="middle" fill="${ink}"`));
      if (hasRate(cell)) parts.push(`<path d="M${x + 8 + (W - 16) * cell.low!} ${y + 32}H${x + 8 + (W - 16) * cell.high!}M${x + W / 2} ${y + 29}v6" stroke="${ink}" stroke-width="1.5"/>`);
    });
  });
  const width = LEFT + o.columns.length * W + 12, height = TOP + o.rows.length * H + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#211e18"><title>${esc(headline)}</title><desc>Kifu, ${esc(site.databases.join(', '))}</desc><rect width="100%" height="100%" fill="#f6f3eb"/>${parts.join('')}</svg>\n`;
}
