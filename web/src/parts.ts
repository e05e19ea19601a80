/* parts.ts: what all areas are made of: icons, the marks of the two sides, chips, controls, tabs, the outcome bar.  What
 * they look like is in css/parts.css. */
import { wilson, type Score } from './bars';
import { h, svg } from './dom';
import { count, percent, texts } from './i18n';
import { site } from './site';

const t = texts({
  remove: 'Remove {0}', outcome: 'won {0}, drawn {1}, lost {2}', rated: '{0}; {1} % [{2}–{3}]', few: '{0} of {1}',
}, {
  remove: '{0}を外す', outcome: '{0} 勝 {1} 分 {2} 敗', rated: '{0}、{1} % ［{2}～{3}］', few: '{1} 局中 {0} 勝',
});

/* Drawn on 16 by 16. */
const ICONS = {
  x: 'M4 4l8 8M12 4l-8 8', find: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M10.4 10.4L14 14', plus: 'M8 3v10M3 8h10', minus: 'M3 8h10', down: 'M4 6l4 4 4-4', up: 'M4 10l4-4 4 4',
  left: 'M10 3L5 8l5 5', right: 'M6 3l5 5-5 5', first: 'M12 3L7 8l5 5M4 3v10', last: 'M4 3l5 5-5 5M12 3v10',
  undo: 'M6 3L3 6l3 3M3 6h6a4 4 0 0 1 0 8H6', redo: 'M10 3l3 3-3 3M13 6H7a4 4 0 0 0 0 8h3', turn: 'M3 8a5 5 0 0 1 9-3M12 2v3H9M13 8a5 5 0 0 1-9 3M4 14v-3h3',
  mirror: 'M8 2v12M6 4L2 12h4zM10 4l4 8h-4z', clear: 'M3 4h10M6 4V2.5h4V4M4.5 4l.7 9.5h5.6l.7-9.5', text: 'M5 3L2 8l3 5M11 3l3 5-3 5', save: 'M4 2h8v12l-4-3-4 3z',
  link: 'M6.5 9.5l3-3M7 4.5l1-1a3 3 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3 3 0 0 1 3.5 8l1-1', help: 'M6 6a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6M8 12v.1', swap: 'M3 6h9l-2.5-2.5M13 10H4l2.5 2.5',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5', sun: 'M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  half: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M8 2.5v11M10 3.5v9M12 5v6', empty: 'M8 3a5 5 0 1 0 0 10a5 5 0 0 0 0-10M4.5 11.5l7-7', erase: 'M6 13h7M3 10l6-6 4 4-5 5H6z',
  box: 'M2.5 4.5h2M6.5 4.5h3M11.5 4.5h2v2M13.5 8.5v3h-2M9.5 11.5h-3M4.5 11.5h-2v-3M2.5 6.5v-2', copy: 'M5 5V2.5h8.5V11H11M2.5 5H11v8.5H2.5z', out: 'M8 2v8M5 7l3 3 3-3M3 13h10', tray: 'M8 2v8M5 7l3 3 3-3M2.5 10.5v3h11v-3',
  play: 'M5 3l8 5-8 5z', stop: 'M4 4h8v8H4z', menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11', tree: 'M4 3v10M4 6h5M4 11h5M11 6h1M11 11h1', check: 'M3 8.5l3.5 3.5L13 4.5',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M8 5v3.2l2 1.5', flag: 'M4 14V2.5M4 3h8l-2 3 2 3H4',
  bulb: 'M6 12h4M6.5 14h3M5.5 9.5a4 4 0 1 1 5 0c-.5.5-.5 1-.5 1.5H6c0-.5 0-1-.5-1.5', edit: 'M10.5 3l2.5 2.5L6 12.5 3 13l.5-3z',
} as const;

export type Icon = keyof typeof ICONS;

export const icon = (name: Icon): SVGElement => svg('svg', { class: 'ic', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));

/* Black's and White's marks, as pictures: characters would take the colour of the text. */
export function sideSign(side: 's' | 'g', game = site.game): SVGElement {
  const name = side === 's' ? 'b' : 'w';
  if (game === 'go') return svg('svg', { class: 'side go', viewBox: '0 0 12 12', 'aria-hidden': 'true' }, svg('circle', { class: name, cx: 6, cy: 6, r: 5.2, 'stroke-width': 1.1 }));
  return svg('svg', { class: 'side', viewBox: '0 0 13 14', 'aria-hidden': 'true' },
    svg('path', { class: name, d: 'M6.5 .8L10.6 3 12 13.2H1L2.4 3Z', 'stroke-width': 1.1, 'stroke-linejoin': 'round' }));
}

/* A button with an icon; words, or a label for those who do not see it. */
export function button(words: string, onclick: (e: MouseEvent) => void, { name, icon: sign, bare }: { name?: Icon; icon?: Icon; bare?: boolean } = {}): HTMLButtonElement {
  const alone = name !== undefined;
  return h('button', { type: 'button', class: `btn${bare || alone ? ' bare' : ''}${alone ? ' icon-only' : ''}`, onclick, title: alone && words, 'aria-label': alone && words },
    alone ? icon(name) : sign ? icon(sign) : undefined, alone ? undefined : words);
}

export type ChipLook = '' | 'or' | 'not' | 'mod';

/* A condition that can be taken away; words are what it says to those who do not see it. */
export function chip(words: string, content: (Node | string)[], look: ChipLook, remove?: () => void): HTMLElement {
  return h('span', { class: `chip ${look}`.trim() }, ...content,
    remove && h('button', { type: 'button', class: 'x', 'aria-label': t('remove', words), onclick: remove }, icon('x')));
}

/* One of a few.  choose() gets the key of what was chosen. */
export function segmented<K extends string>(label: string, choices: readonly [K, Node | string, (Node | string)?][], chosen: K, choose: (key: K) => void): HTMLElement {
  const el = h('div', { class: 'seg', role: 'radiogroup', 'aria-label': label }, choices.map(([key, words, more]) =>
    h('button', { type: 'button', role: 'radio', 'data-key': key, 'aria-checked': String(key === chosen), tabindex: key === chosen ? 0 : -1, onclick: () => take(key) },
      words, more && h('span', { class: 'n' }, more))));
  const all = (): HTMLButtonElement[] => [...el.querySelectorAll('button')];
  const take = (key: K): void => {
    for (const b of all()) {
      b.setAttribute('aria-checked', String(b.dataset.key === key));
      b.tabIndex = b.dataset.key === key ? 0 : -1;
    }
    choose(key);
  };
  el.addEventListener('keydown', (e) => arrows(e, all(), (b) => take(b.dataset.key as K)));
  return el;
}

/* One of several, each a box of its own. */
export function choices<K extends string>(label: string, all: readonly [K, ...(Node | string)[]][], chosen: K, choose: (key: K) => void, look = 'tog'): HTMLElement {
  const el = h('div', { class: look === 'tog' ? 'togs' : 'cards-of-choice', role: 'radiogroup', 'aria-label': label }, all.map(([key, ...content]) =>
    h('button', { type: 'button', role: 'radio', class: look, 'data-key': key, 'aria-checked': String(key === chosen), tabindex: key === chosen ? 0 : -1, onclick: () => take(key) }, ...content)));
  const buttons = (): HTMLButtonElement[] => [...el.querySelectorAll('button')];
  if (!all.some(([key]) => key === chosen)) buttons()[0].tabIndex = 0;
  const take = (key: K): void => {
    for (const b of buttons()) {
      b.setAttribute('aria-checked', String(b.dataset.key === key));
      b.tabIndex = b.dataset.key === key ? 0 : -1;
    }
    choose(key);
  };
  el.addEventListener('keydown', (e) => arrows(e, buttons(), (b) => take(b.dataset.key as K)));
  return el;
}

/* What is so or is not. */
export function toggle(words: string, on: boolean, change: (on: boolean) => void): HTMLButtonElement {
  const el = h('button', { type: 'button', class: 'tog', 'aria-pressed': String(on), onclick: () => {
    const now = el.getAttribute('aria-pressed') !== 'true';
    el.setAttribute('aria-pressed', String(now));
    change(now);
  } }, words);
  return el;
}

/* A button that asks where it stands before it does something that cannot be taken back. */
export function askingButton(o: { words: string; icon?: Icon; ask: string; yes: string; no: string; danger?: boolean; id?: string; disabled?: boolean }, run: () => void): HTMLElement {
  const el = h('span', { class: 'asks' });
  const first = h('button', { type: 'button', class: 'btn', id: o.id, disabled: o.disabled, onclick: () => open() }, o.icon && icon(o.icon), o.words);
  const close = (): void => {
    el.replaceChildren(first);
    first.focus();
  };
  const open = (): void => {
    const stay = h('button', { type: 'button', class: 'btn small', onclick: close }, o.no);
    const box = h('span', { class: 'asking', role: 'alertdialog', 'aria-label': o.ask }, h('b', {}, o.ask), stay,
      h('button', { type: 'button', class: 'btn small yes', onclick: run }, o.icon && icon(o.icon), o.yes));
    box.addEventListener('keydown', (e) => {
      if (e.key !== 'Escape') return;
      e.stopPropagation();
      close();
    });
    el.replaceChildren(box);
    stay.focus();
  };
  el.append(first);
  return el;
}

/* Arrows walk along a row of controls and choose. */
function arrows(e: KeyboardEvent, all: HTMLButtonElement[], choose: (b: HTMLButtonElement) => void): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  if (!step || at < 0) return;
  e.preventDefault();
  e.stopPropagation();
  const next = all[(at + step + all.length) % all.length];
  next.focus();
  choose(next);
}

export interface Tab<K extends string> { key: K; words: string; more?: string; panel: HTMLElement }

/* Parts of an area of which one is seen. */
export function tabs<K extends string>(label: string, all: readonly Tab<K>[], chosen: K, onChange: (key: K) => void = () => {}): HTMLElement {
  const el = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, all.map(({ key, words, more }) =>
    h('button', { type: 'button', role: 'tab', id: `tab-${key}`, 'data-key': key, 'aria-controls': `panel-${key}`, onclick: () => take(key, true) }, words, more && h('span', { class: 'n' }, more))));
  const take = (key: K, tell: boolean): void => {
    for (const b of el.querySelectorAll('button')) {
      b.setAttribute('aria-selected', String(b.dataset.key === key));
      b.tabIndex = b.dataset.key === key ? 0 : -1;
    }
    for (const tab of all) tab.panel.hidden = tab.key !== key;
    if (tell) onChange(key);
  };
  for (const { key, panel } of all) {
    panel.id = `panel-${key}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${key}`);
  }
  el.addEventListener('keydown', (e) => arrows(e, [...el.querySelectorAll('button')], (b) => take(b.dataset.key as K, true)));
  take(chosen, false);
  return el;
}

export interface Outcome { wins: number; draws: number; losses: number }

const FEW = 5;

/* An interval is not known to a tenth. */
export const whole = (x: number): string => (100 * x).toFixed(0);

/* "42 % [28–58]"; "4 of 9" below `few` games. */
export function scoreWords({ wins, draws, losses }: Outcome, few = FEW): { rate: string; interval: string; score: Score } {
  const n = wins + draws + losses, score = wilson(wins + draws / 2, n);
  if (n < few || score.score === null) return { rate: t('few', count(wins), count(n)), interval: '', score };
  return { rate: `${percent(score.score)} %`, interval: `[${whole(score.low!)}–${whole(score.high!)}]`, score };
}

/* Won, drawn and lost along one bar, with the interval below it: the side that it is about is left.  Nothing below
 * five games, or `few`.  words: within the bar, of what was won and lost. */
export function wdl(outcome: Outcome, o: { height?: number; whisker?: number; words?: [string, string]; few?: number } = {}): HTMLElement {
  const { wins, draws, losses } = outcome, { score } = scoreWords(outcome);
  const label = t('outcome', count(wins), count(draws), count(losses));
  if (wins + draws + losses < (o.few ?? FEW) || score.score === null || score.low === null || score.high === null)
    return h('div', { class: 'wdl few', role: 'img', 'aria-label': label });
  const part = (name: string, n: number, words?: string): HTMLElement | false => n > 0 && h('span', { class: name, css: { flex: n, 'padding-left': words ? '8px' : 0 } }, words);
  return h('div', { class: 'wdl', role: 'img', css: { '--h': `${o.height ?? 8}px`, '--wh': `${o.whisker ?? 7}px` },
    'aria-label': t('rated', label, percent(score.score), percent(score.low), percent(score.high)) },
    h('div', { class: 'parts' }, part('w', wins, o.words?.[0]), part('d', draws), part('l', losses, o.words?.[1])),
    h('div', { class: 'mid' }),
    h('div', { class: 'wh' }, h('i', { css: { left: `${100 * score.low}%`, right: `${100 - 100 * score.high}%` } }), h('u', { css: { left: `${100 * score.score}%` } })));
}

/* A key of the bar's parts: mine, drawn or theirs, in words. */
export const barKey = (part: 'w' | 'd' | 'l', words: string): HTMLElement => h('span', { class: 'lbl' }, h('span', { class: `key ${part}` }), words);

/* The letter of a move, the same as on the board; thin where it is rare. */
export const letterDisc = (letter: string, thin = false): HTMLElement => h('span', { class: `letter${thin ? ' thin' : ''}` }, letter);

/* A share of the whole. */
export const meter = (share: number, strong = false): HTMLElement => h('div', { class: `meter${strong ? ' ai' : ''}` }, h('i', { css: { width: `${100 * Math.min(1, Math.max(0, share))}%` } }));
