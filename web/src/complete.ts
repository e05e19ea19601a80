/* complete.ts: names offered while somebody types a query: castles, openings, players, events, tags and saved searches
 * (/api/names).  The list belongs to its field by ARIA; arrow keys, Enter and Escape, or the pointer, choose. */
import { ask, Asking, type Suggested } from './api';
import { calledPlayer } from './called';
import { announce, h, replace } from './dom';
import { site } from './site';
import { gamesText, lang, texts, titleOf } from './i18n';
import { nameIn } from './unit_words';

const t = texts({
  names: 'Names', some: '{0} names', castle: 'castle', opening: 'opening', shape: 'shape', joseki: 'joseki', player: 'player', event: 'event', tag: 'tag', search: 'saved search',
}, {
  names: '名前の候補', some: '候補 {0} 件', castle: '囲い', opening: '戦法', shape: '形', joseki: '定石', player: '対局者', event: '棋戦', tag: 'タグ', search: '保存した検索',
});

export const kindWord = (kind: string): string => t(kind as 'castle') || kind;

const SHOWN = 8;
const OF_A_KIND = 60; // asked for where the kind is known, for kinds take turns
const PAUSE_MS = 80;
export const JOINING = /^(or|not|then|ever|never|for|any|either|sym|mirror|turn|sfen|ply|moves)$/;

/* What is being typed before the caret: where it begins, of which kind it must be, and how the name begins. */
export interface Typed { from: number; to: number; kind: string; prefix: string }

/* A letter alone is no beginning, nor is a square; of kana and kanji one is enough. */
export function typedAt(text: string, caret: number): Typed | undefined {
  const m = text.slice(0, caret).match(/(?:^|[\s({,])((?:([a-z]+):=?)?("?)([^\s(){},":]*)|@([^\s(){},":]*))$/);
  if (!m) return undefined;
  const [, token, kind = '', , plain = '', saved] = m;
  const prefix = saved ?? plain;
  if (JOINING.test(token) || /^[a-z]{0,2}\.?[a-z]?\d/i.test(token)) return undefined;
  if (!kind && saved === undefined && (prefix === '' || /^[!-~]$/.test(prefix))) return undefined;
  const rest = text.slice(caret).match(m[3] ? /^[^"\s]*"?/ : /^[^\s(){},"]*/)![0];
  return { from: caret - token.length, to: caret + rest.length, kind: saved === undefined ? kind : 'search', prefix };
}

let lists = 0;

export class Completion {
  readonly el: HTMLElement; // the field with its list
  private readonly list: HTMLElement;
  private readonly asking = new Asking();
  private timer = 0;
  private shown: Suggested[] = [];
  private typed: Typed | undefined;
  private active = -1;

  /* kinds: only names of these, and all that is typed is one name; chosen: the field's text was changed, to the name. */
  constructor(private readonly field: HTMLInputElement | HTMLTextAreaElement, private readonly chosen: (name: Suggested) => void, private readonly kinds?: string[]) {
    const id = `names-${++lists}`;
    this.list = h('ul', { id, class: 'names-list', role: 'listbox', 'aria-label': t('names'), hidden: true, onmousedown: (e: Event) => e.preventDefault() }); // the field keeps the focus
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', id);
    if (field instanceof HTMLInputElement) field.setAttribute('role', 'combobox'); // a text of several lines may not be one
    field.addEventListener('input', (e) => !(e as InputEvent).isComposing && this.later());
    field.addEventListener('compositionend', () => this.later());
    field.addEventListener('blur', () => this.close());
    // before those of the field itself
    field.addEventListener('keydown', (e) => this.onKey(e as KeyboardEvent), true);
    this.el = h('div', { class: 'completed' }, field, this.list);
    this.mark();
  }

  close(): void {
    clearTimeout(this.timer);
    this.asking.end();
    this.shown = [];
    this.active = -1;
    this.mark();
  }

  private get isOpen(): boolean {
    return this.shown.length > 0;
  }

  private later(): void {
    clearTimeout(this.timer);
    this.typed = this.read();
    if (!this.typed) return this.close();
    this.timer = window.setTimeout(() => void this.look(), PAUSE_MS);
  }

  private read(): Typed | undefined {
    const { value } = this.field;
    if (!this.kinds) return typedAt(value, this.field.selectionStart ?? value.length);
    return value.trim() ? { from: 0, to: value.length, kind: '', prefix: value.trim() } : undefined;
  }

  private async look(): Promise<void> {
    const { typed } = this;
    if (!typed) return;
    const kinds = this.kinds ?? (typed.kind ? [typed.kind] : undefined);
    const signal = this.asking.begin();
    try {
      const { names } = await ask<{ names: Suggested[] }>('names', { prefix: typed.prefix, limit: kinds ? OF_A_KIND : SHOWN }, signal);
      if (signal.aborted || document.activeElement !== this.field) return;
      const fit = names.filter((n) => !kinds || kinds.includes(n.kind)).slice(0, SHOWN);
      const now = this.field.value.slice(typed.from, typed.to);
      this.show(fit.some((n) => n.word === now) ? [] : fit); // it is written out
    } catch {
      if (!signal.aborted) this.close(); // the query goes without
    }
  }

  private show(names: Suggested[]): void {
    this.shown = names;
    this.active = -1;
    replace(this.list, names.map((n, i) => {
      const named = nameIn(n.word)?.name, own = (lang === 'ja' ? n.titles.ja : named && titleOf(named)) || n.titles[lang] || n.name, other = n.titles[lang === 'ja' ? 'en' : 'ja'];
      return h('li', { id: `${this.list.id}-${i}`, role: 'option', 'aria-selected': 'false', 'data-word': n.word, onclick: () => this.choose(i) },
        h('span', { class: 'label' }, n.kind === 'player' ? calledPlayer(n.name, own, 'span', '', site.game === 'shogi') : own, other && other !== own && h('small', {}, ` ${other}`)),
        h('small', { class: 'number' }, [kindWord(n.kind), n.games === null || n.games === undefined ? '' : gamesText(n.games)].filter(Boolean).join(' · ')));
    }));
    this.mark();
    if (names.length === 0) return;
    announce(t('some', names.length));
    if (matchMedia('(pointer: coarse)').matches) this.el.scrollIntoView({ block: 'start' }); // the keyboard hides half of the screen
  }

  private mark(): void {
    this.list.hidden = !this.isOpen;
    if (this.field instanceof HTMLInputElement) this.field.setAttribute('aria-expanded', String(this.isOpen));
    [...this.list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === this.active)));
    const option = this.list.children[this.active];
    if (!option || !this.isOpen) return this.field.removeAttribute('aria-activedescendant');
    this.field.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  private onKey(e: KeyboardEvent): void {
    if (e.isComposing || !this.isOpen) {
      if (e.key === 'Enter') this.close(); // a list that is on its way is too late
      return;
    }
    const n = this.shown.length + 1; // one of them: none, back in the text
    const step = { ArrowDown: 1, ArrowUp: n - 1 }[e.key];
    if (step) this.active = ((this.active + 1 + step) % n) - 1;
    else if (e.key === 'Enter' && this.active >= 0) this.choose(this.active);
    else if (e.key === 'Escape') this.close();
    else {
      if (e.key === 'Enter' || e.key === 'Tab') this.close();
      return;
    }
    e.preventDefault();
    e.stopImmediatePropagation();
    this.mark();
  }

  private choose(i: number): void {
    const name = this.shown[i], { field, typed } = this;
    if (!name || !typed) return;
    const after = field.value.slice(typed.to);
    const word = this.kinds ? name.name : name.word + (/^\s/.test(after) ? '' : ' ');
    field.value = field.value.slice(0, typed.from) + word + after;
    const caret = typed.from + word.length;
    this.close();
    field.focus();
    field.setSelectionRange(caret, caret);
    this.chosen(name);
  }
}
