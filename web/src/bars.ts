/* bars.ts: small drawings of shares, scores with their intervals, and rows of figures by year. */
import { h, svg } from './dom';
import { percent, texts } from './i18n';

const t = texts({ noResult: 'no result known', interval: '{0} % ({1}–{2} %)' }, { noResult: '結果不明', interval: '{0} %（{1}～{2} %）' });

/* Parts are a class and where it begins and ends, in hundredths of the width. */
export function bar(parts: [string, number, number][], label: string): SVGElement {
  return svg('svg', { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    parts.map(([name, from, to]) => {
      const thin = name === 'band' || name === 'middle';
      return svg('rect', { class: name, x: from, width: Math.max(0, to - from), y: thin ? 2 : 0, height: thin ? 6 : 10 });
    }));
}

export function shareBar(share: number): SVGElement {
  return bar([['track', 0, 100], ['fill', 0, 100 * share]], `${percent(share)} %`);
}

export interface Score { score: number | null; low: number | null; high: number | null }

/* A score with its interval, half of the points marked. */
export function scoreBar(m: Score): HTMLElement {
  if (m.score === null || m.low === null || m.high === null) return h('span', { class: 'unknown' }, t('noResult'));
  const label = t('interval', percent(m.score), percent(m.low), percent(m.high));
  return h('div', { class: 'score', title: label },
    bar([['track', 0, 100], ['middle', 49.75, 50.25], ['band', 100 * m.low, 100 * m.high], ['point', 100 * m.score - 1, 100 * m.score + 1]], label),
    h('span', { class: 'number' }, `${percent(m.score)} %`));
}

/* Wilson's interval at 95 %, as the server has it. */
export function wilson(points: number, n: number): Score {
  if (n === 0) return { score: null, low: null, high: null };
  const z = 1.959964, p = points / n, d = 1 + (z * z) / n;
  const middle = (p + (z * z) / (2 * n)) / d, half = (z / d) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { score: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
