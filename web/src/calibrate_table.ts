/* calibrate_table.ts: what calibration draws, in words and figures: effects of all conditions, and the curves of one. */
import { className, effectOf, intervalText, rowOf, signedSize, whyNot, type ClassAnswer } from './calibrate_effects';
import { nameOfCondition } from './condition_words';
import { signed, type Curve } from './curve_chart';
import { h } from './dom';
import { count, percent, texts } from './i18n';

const t = texts({
  effects: 'Effects, in games of 100', condition: 'Condition', points: 'points', games: 'games', curves: 'Win rate against value', bin: 'Value',
}, {
  effects: '効果（100 局あたり）', condition: '条件', points: '点', games: '対局', curves: '評価値に対する勝率', bin: '評価値',
});

export function effectTable(answers: ClassAnswer[], order: string[], curvesOf: (a: ClassAnswer) => Curve[]): HTMLElement {
  return h('div', { class: 'tables' }, scrolled(t('effects'), effects(answers, order)), answers.map((a) => scrolled(`${t('curves')}: ${className(a.name)}`, curves(curvesOf(a)))));
}

const scrolled = (title: string, table: HTMLElement): HTMLElement => h('section', {}, h('h2', {}, title), h('div', { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': title }, table));

function effects(answers: ClassAnswer[], order: string[]): HTMLElement {
  return h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('condition')), answers.map((a) => h('th', { scope: 'col' }, className(a.name))))),
    h('tbody', {}, order.map((condition) => h('tr', {}, h('th', { scope: 'row' }, nameOfCondition(condition).thing, ' ', h('code', {}, condition)), answers.map((a) => {
      const c = rowOf(a, condition)?.curve, e = effectOf(c);
      if (!c || !e) return h('td', { class: 'faint' }, c ? whyNot(c) : '');
      return h('td', {}, h(e.sure ? 'b' : 'span', {}, signedSize(e.value)), ` ${intervalText(e)} `, h('small', {}, `${signed(Math.round(c.effect ?? 0))} ± ${count(Math.round(c.effect_error ?? 0))} ${t('points')} · ${count(c.effect_games ?? 0)} ${t('games')}`));
    })))));
}

function curves(all: Curve[]): HTMLElement {
  const values = [...new Set(all.flatMap((c) => c.bins.map((b) => b.value)))].sort((a, b) => a - b);
  return h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('bin')), all.map((c) => h('th', { scope: 'col' }, c.label)))),
    h('tbody', {}, values.map((v) => h('tr', {}, h('th', { scope: 'row' }, signed(v)), all.map((c) => {
      const b = c.bins.find((x) => x.value === v);
      return h('td', {}, b && h('a', { href: c.href(b) }, `${percent(b.rate)} %`), b && h('small', {}, ` ${percent(b.low)}–${percent(b.high)} · ${count(b.positions)}`));
    })))));
}
