/* calibrate_files.ts: what calibration shows as files: CSV of the figures that are drawn, and the picture with its headline, in
 * the colours of paper whatever the theme is. */
import type { ClassName } from './calibrate_asked';
import { className, effectOf, rowOf, type ClassAnswer } from './calibrate_effects';
import { axesOf, axisOf, effectDrawing, ROW } from './calibrate_forest';
import { nameOfCondition } from './condition_words';
import { curveSign, type Bin } from './curve_chart';
import { count, texts } from './i18n';
import { site } from './site';

const t = texts({ size: '{0} positions of {1} games', all: 'all positions' }, { size: '{1} 局の {0} 局面', all: '全局面' });

const quoted = (text: string | number): string => (/[",\n]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text));

/* Effects first (a share of games: 0.05 is 5 of 100), then the curves of all positions and of the chosen condition. */
export function calibrationCsv(answers: ClassAnswer[], order: string[], chosen: string): string {
  const lines: (string | number)[][] = [['part', 'class', 'condition', 'value', 'positions', 'games', 'share', 'low', 'high']];
  const figure = (x: number | null | undefined): string | number => x ?? '';
  for (const a of answers)
    for (const condition of order) {
      const c = rowOf(a, condition)?.curve;
      if (c) lines.push(['effect', a.name, condition, '', c.effect_positions ?? '', c.effect_games ?? '', figure(c.effect_share), figure(c.effect_share_low), figure(c.effect_share_high)]);
    }
  const curve = (a: ClassAnswer, condition: string, bins: Bin[] = []): void => {
    for (const b of bins) lines.push(['curve', a.name, condition, b.value, b.positions, b.games, b.rate, b.low, b.high]);
  };
  for (const a of answers) {
    curve(a, 'all', a.all?.bins);
    if (chosen) curve(a, chosen, rowOf(a, chosen)?.curve.bins);
  }
  return [...lines.map((l) => l.map(quoted).join(',')), ''].join('\n');
}

/* What tokens are in the light theme; nothing is painted meanwhile. */
function onPaper(text: string): string {
  const root = document.documentElement, theme = root.dataset.theme;
  root.dataset.theme = 'light';
  const style = getComputedStyle(root), made = text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim());
  root.dataset.theme = theme;
  return made;
}

const escaped = (s: string): string => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

/* curves: as they are drawn, one for each class. */
export function calibrationSvg(o: { answers: ClassAnswer[]; order: string[]; chosen: string; headline: string; under: string; curves: (SVGElement | null)[]; databases: Record<ClassName, string[]> }): string {
  const LEFT = 250, GAP = 18, TOP = 92, W = Math.max(420, ...o.curves.map((c) => Number(c?.getAttribute('width') ?? 0))), high = Math.max(0, ...o.curves.map((c) => Number(c?.getAttribute('height') ?? 0)));
  const rows = TOP + high + 24 + ROW, width = 24 + LEFT + o.answers.length * (W + GAP), height = rows + o.order.length * ROW + 24, left = (i: number): number => 24 + LEFT + i * (W + GAP), reach = axesOf(o.answers);
  const text = (x: number, y: number, words: string, more = ''): string => `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`;
  const place = (el: SVGElement | null, x: number, y: number): string => {
    if (!el) return '';
    const copy = el.cloneNode(true) as SVGElement;
    for (const gone of copy.querySelectorAll('.reach-area')) gone.remove();
    for (const link of copy.querySelectorAll('a')) link.removeAttribute('href'); // addresses of this page only
    copy.setAttribute('x', String(x));
    copy.setAttribute('y', String(y));
    copy.setAttribute('overflow', 'visible');
    return new XMLSerializer().serializeToString(copy);
  };
  const sans = getComputedStyle(document.body).fontFamily.replaceAll('"', "'");
  const names = o.answers.flatMap((a) => [[className(a.name), 'fill="var(--ink3)"'], ...o.databases[a.name].map((db) => [db, 'font-size="14"']), ['', '']]);
  const legend = [place(curveSign(0), 24, TOP + 24 + 20 * names.length), text(58, TOP + 33 + 20 * names.length, t('all')), ...(o.chosen ? [place(curveSign(1), 24, TOP + 44 + 20 * names.length), text(58, TOP + 53 + 20 * names.length, nameOfCondition(o.chosen).thing)] : [])];
  const parts = [...names.map(([words, more], i) => text(24, TOP + 16 + 20 * i, words, more)), ...legend, text(24, 34, o.headline, 'font-size="20" font-family="serif"'), text(24, 56, o.under, 'fill="var(--ink2)"'),
    `<rect x="16" y="${rows + Math.max(0, o.order.indexOf(o.chosen)) * ROW}" width="${width - 32}" height="${o.order.includes(o.chosen) ? ROW : 0}" fill="var(--ai-soft)"/>`,
    ...o.answers.flatMap((a, i) => [text(left(i), 80, className(a.name), 'font-size="14" font-weight="700"'), text(left(i) + W, 80, t('size', count(a.judged.positions), count(a.judged.games)), 'text-anchor="end" fill="var(--ink3)"'),
      place(o.curves[i], left(i), TOP - 6), place(axisOf(a, W, reach), left(i), rows - ROW), ...o.order.map((condition, k) => {
        const c = rowOf(a, condition)?.curve;
        return c ? place(effectDrawing(c, W, reach, className(a.name)), left(i), rows + k * ROW) : '';
      })]),
    ...o.order.flatMap((condition, k) => {
      const { side, name, more } = nameOfCondition(condition), y = rows + k * ROW + 21, isSure = o.answers.some((a) => effectOf(rowOf(a, condition)?.curve)?.sure);
      return [text(24, y, `${side === 's' ? '☗' : side === 'g' ? '☖' : ''} ${name}${more ? ` ${more}` : ''}`, `font-size="13"${isSure ? ' font-weight="700"' : ''}`), `<path d="M16 ${rows + (k + 1) * ROW}H${width - 16}" stroke="var(--rule)"/>`];
    })];
  return onPaper(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="${sans}" font-size="12" fill="var(--ink)"><title>${escaped(o.headline)}</title><desc>Kifu, ${escaped(site.databases.join(', '))}</desc><rect width="100%" height="100%" fill="var(--paper)"/>${parts.join('')}</svg>\n`);
}
