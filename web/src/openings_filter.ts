/* openings_filter.ts: which games Openings counts: a player with a side, years, ratings, and words of the query language; all
 * stand as chips behind a field that finds them. */
import { ask } from './api';
import { calledPlayer } from './called';
import { Completion } from './complete';
import { h, replace } from './dom';
import { count, sideName, texts } from './i18n';
import { button, chip, icon, scoreWords, segmented, sideSign, type Outcome } from './parts';
import { phrase } from './phrases';
import { site } from './site';
import { quoted } from './suggest';

const t = texts({
  placeholder: 'A player, years, an event, an opening …', label: 'Only games with', player: 'player {0}', as: 'Side of the player', asBlack: 'as {0}', asSign: 'as', either: 'either', of: '{0} games, won ', ofOne: '1 game, won ',
  years: 'Years', rating: 'Rating', from: 'from', to: 'to', least: 'both at least', use: 'Apply', ratedFrom: 'rated {0} and more', none: 'none of these games',
}, {
  placeholder: '対局者・年・棋戦・戦型など', label: '対局の条件', player: '対局者 {0}', as: '対局者の側', asBlack: '{0}番', asSign: '', either: '両方', of: '{0} 局、勝率 ', ofOne: '1 局、勝率 ',
  years: '年', rating: 'レーティング', from: 'から', to: 'まで', least: '両者とも以上', use: '適用', ratedFrom: 'レーティング {0} 以上', none: '該当する対局はありません',
});

export interface Conditions { player: string; side: '' | 's' | 'g'; from: string; to: string; rating: string; filter: string }
export const NO_CONDITIONS: Conditions = { player: '', side: '', from: '', to: '', rating: '', filter: '' };

/* Words for all but the player, who has figures of his own beside those of everybody. */
export function conditionWords({ from, to, rating, filter }: Conditions): string {
  return [from || to ? `date:${from}..${to}` : '', rating && `rating>=${rating}`, filter && `(${filter})`].filter(Boolean).join(' ');
}

export function playerWord({ player, side }: Conditions): string {
  return player && `${side === 's' ? 'black' : side === 'g' ? 'white' : 'player'}:${quoted(player)}`;
}

/* Of words that are a player and nothing else, who that is. */
function playerIn(words: string): string | undefined {
  const m = words.match(/^player:=*("([^"]*)"|[^\s(){},"]+)$/);
  return m ? m[2] ?? m[1] : undefined;
}

export class FilterBar {
  readonly el = h('div', { class: 'opening-filter' });
  private readonly input = h('input', { type: 'search', id: 'filter', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('label'), placeholder: t('placeholder'), onkeydown: (e: KeyboardEvent) => {
    if (e.key === 'Enter' && !e.isComposing && this.input.value.trim()) void this.take(this.input.value.trim());
    else if (e.key === 'Backspace' && !this.input.value) this.dropLast();
  } });
  private readonly completion = new Completion(this.input, (name) => (name.kind === 'player' ? this.change({ player: name.name }) : void this.take(this.input.value.trim())));
  private readonly chips = h('span', { class: 'row chips' });
  private readonly figures = h('span', { class: 'figures', role: 'status' });
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly sides = h('span');

  constructor(private now: Conditions, private readonly changed: (now: Conditions) => void) {
    replace(this.el, h('div', { class: 'bar-of-filter' }, icon('find'), this.chips, this.sides, this.figures, this.completion.el, h('span', { class: 'grow' }), this.menu('years'), this.menu('rating')), this.mistake);
    this.draw();
  }

  destroy(): void {
    this.completion.close();
  }

  get conditions(): Conditions {
    return this.now;
  }

  /* Without telling: the address was read. */
  set(now: Conditions): void {
    this.now = now;
    this.draw();
  }

  private change(part: Partial<Conditions>): void {
    this.now = { ...this.now, ...part };
    this.input.value = '';
    this.say('');
    this.draw();
    this.changed(this.now);
  }

  private say(mistake: string): void {
    this.mistake.textContent = mistake;
    if (mistake) this.input.setAttribute('aria-invalid', 'true');
    else this.input.removeAttribute('aria-invalid');
  }

  /* Text that was typed becomes a chip if it can be read; else it stays, with what is wrong.  Years, and a player, have a chip
   * of their own, however they were written. */
  private async take(text: string): Promise<void> {
    const words = phrase(text, site.game) ?? text, when = words.match(/^date:(\d{4})?(\.\.)?(\d{4})?$/);
    if (when) return this.change({ from: when[1] ?? '', to: when[3] ?? (when[2] ? '' : when[1]) });
    const named = playerIn(words);
    if (named) return this.change({ player: named });
    try {
      const read = await ask<{ query?: string; error?: { message: string } }>('parse', { query: words });
      if (read.error) return this.say(read.error.message);
      const player = playerIn(read.query ?? '');
      if (player) return this.change({ player });
      this.change({ filter: [this.now.filter, words].filter(Boolean).join(' ') });
      this.input.focus();
    } catch (e) {
      this.say(e instanceof Error ? e.message : String(e));
    }
  }

  private dropLast(): void {
    const { filter, rating, from, to, player } = this.now;
    if (filter) this.change({ filter: '' });
    else if (rating) this.change({ rating: '' });
    else if (from || to) this.change({ from: '', to: '' });
    else if (player) this.change({ player: '', side: '' });
  }

  private draw(): void {
    const { player, side, from, to, rating, filter } = this.now;
    const off = (part: Partial<Conditions>) => (): void => {
      this.change(part);
      this.input.focus();
    };
    const years = from && to ? (from === to ? from : `${from}–${to}`) : from ? `${from}–` : `–${to}`;
    replace(this.chips, player && chip(t('player', player), [calledPlayer(player)], '', off({ player: '', side: '' })), (from || to) && chip(years, [years], '', off({ from: '', to: '' })),
      rating && chip(t('ratedFrom', rating), [t('ratedFrom', rating)], '', off({ rating: '' })), filter && chip(filter, [filter], '', off({ filter: '' })));
    const choice = (key: 's' | 'g'): [typeof key, Node] => [key, h('span', { class: 'lbl' }, t('asSign'), sideSign(key), h('span', { class: 'hidden' }, sideName(key)))];
    replace(this.sides, player && segmented<Conditions['side']>(t('as'), [choice('s'), choice('g'), ['', t('either')]], side, (key) => this.change({ side: key })));
    this.input.placeholder = player || from || to || rating || filter ? '' : t('placeholder');
    this.showPlayer(undefined);
  }

  /* In how many of the games the player is, and how they went. */
  showPlayer(found: { games: number; outcome: Outcome } | undefined): void {
    if (!found || !this.now.player) return replace(this.figures);
    if (found.games === 0) return replace(this.figures, t('none'));
    const { rate, interval } = scoreWords(found.outcome);
    replace(this.figures, found.games === 1 ? t('ofOne') : t('of', count(found.games)), h('b', {}, rate), h('span', { class: 'soft' }, ` ${interval}`));
  }

  private menu(kind: 'years' | 'rating'): HTMLElement {
    const number = (name: 'from' | 'to' | 'rating', label: string): HTMLElement => h('label', {}, label, ' ', h('input', { type: 'number', name, min: 0, max: 9999, value: this.now[name] }));
    const form = h('form', { class: 'pop menu-of', onsubmit: (e: Event) => {
      e.preventDefault();
      const data = new FormData(form);
      el.open = false;
      this.change(Object.fromEntries([...data].map(([k, v]) => [k, String(v)])) as Partial<Conditions>);
    } }, kind === 'years' ? [number('from', t('from')), number('to', t('to'))] : number('rating', t('least')), button(t('use'), () => form.requestSubmit()));
    const el = h('details', { class: 'drop-down', ontoggle: () => {
      if (el.open) for (const input of form.querySelectorAll('input')) input.value = this.now[input.name as 'from'];
    }, onkeydown: (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || !el.open) return;
      el.open = false;
      el.querySelector('summary')?.focus();
    } }, h('summary', { class: 'btn bare small' }, t(kind), icon('down')), form);
    return el;
  }
}
