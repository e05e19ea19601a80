/* play_choices.ts: what is chosen before a game of any kind: the side, the clock, what is allowed. */
import { h, replace } from './dom';
import { remember, sideName, texts } from './i18n';
import { choices, sideSign, toggle } from './parts';
import { CLOCKS, clockWords } from './play_terms';
import { canKeep, databaseChoice, playerName } from './save_game';
import type { Color } from './setup';

const t = texts({
  you: 'You play', lot: 'by lot', clock: 'Clock', other: 'other …', minutes: 'minutes', seconds: 'seconds a move', undo: 'take back', hints: 'hints', value: 'value bar', save: 'save to the database', as: 'as',
}, {
  you: 'あなたの手番', lot: '振り駒', clock: '時計', other: 'その他…', minutes: '分', seconds: '秒（一手）', undo: '待った', hints: 'ヒント', value: '評価値', save: 'データベースに保存', as: '名前',
});
const go = texts({ lot: 'by lot', value: 'chances' }, { lot: 'ニギリ', value: '予想勝率' });

export interface Allowed { undo: boolean; hints: boolean; value: boolean; save: boolean; into: string }

/* A row of the form: what it is about, and the choices. */
export const set = (name: string, ...content: (Node | string | false)[]): HTMLElement => h('section', { class: 'set', 'aria-label': name }, h('h2', {}, name), h('div', {}, content));

export const sideRow = (game: 'shogi' | 'go', side: Color | 'lot', choose: (side: Color | 'lot') => void): HTMLElement => set(t('you'), choices<Color | 'lot'>(t('you'),
  [['s', sideSign('s', game), sideName('s')], ['g', sideSign('g', game), sideName('g')], ['lot', (game === 'go' ? go : t)('lot')]], side, choose));

export const byLot = (side: Color | 'lot'): Color => (side !== 'lot' ? side : Math.random() < 0.5 ? 's' : 'g');

export function clockRow(terms: { clock: string }, changed: () => void): HTMLElement {
  const number = (value: number, label: string): HTMLInputElement => h('input', { type: 'number', min: 0, max: 600, value, 'aria-label': label, oninput: () => own() });
  const [all, each] = terms.clock.split('+').map(Number), known = CLOCKS.includes(terms.clock);
  const minutes = number(all / 60 || 20, t('minutes')), seconds = number(each || 30, t('seconds')), row = h('div', { class: 'row', hidden: known }, minutes, t('minutes'), seconds, t('seconds'));
  const take = (clock: string): void => {
    terms.clock = clock;
    changed();
  };
  const own = (): void => {
    const [m, s] = [Number(minutes.value) || 0, Number(seconds.value) || 0];
    take(m || s ? `${60 * m}+${s}` : '');
  };
  return set(t('clock'), choices(t('clock'), [...CLOCKS.map((c): [string, string] => [c || 'none', clockWords(c)]), ['other', t('other')]], known ? terms.clock || 'none' : 'other', (key) => {
    row.hidden = key !== 'other';
    if (key === 'other') own();
    else take(key === 'none' ? '' : key);
  }), row);
}

export function allowedRow(title: string, game: 'shogi' | 'go', terms: Allowed): HTMLElement {
  const offered = (['undo', 'hints', 'value', 'save'] as const).filter((key) => key !== 'save' || canKeep(game));
  const name = h('input', { type: 'text', id: 'my-name', maxlength: 60, value: playerName(), 'aria-label': t('as'), oninput: () => remember('play-name', name.value.trim()) });
  const as = h('span', { class: 'row as-name', hidden: !terms.save }, h('label', { class: 'row' }, t('as'), name), databaseChoice(terms.into, (db) => (terms.into = db)));
  const row = h('div', { class: 'row' });
  replace(row, offered.map((key) => toggle((key === 'value' && game === 'go' ? go : t)(key as 'value'), terms[key], (on) => {
    terms[key] = on;
    if (key === 'save') as.hidden = !on;
  })), canKeep(game) && as);
  return set(title, row);
}
