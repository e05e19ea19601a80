/* mistakes.ts: what is wrong with a query, where, and what may have been meant, a click each. */
import type { ApiError } from './api';
import { h } from './dom';
import { t as common, texts } from './i18n';
import { playersLike, suggestions, type Suggestion } from './suggest';

const t = texts({ meant: 'Did you mean' }, { meant: 'もしかして' });

/* Where a byte of the UTF-8 text is in the string, and where that word ends. */
function placeOf(text: string, byte: number): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const from = new TextDecoder().decode(bytes.slice(0, byte)).length;
  const word = text.slice(from).search(/[\s)]/);
  return [from, word <= 0 ? (word === 0 ? from + 1 : text.length) : from + word];
}

/* What may be put in the place of words that are none. */
function meant(text: string, from: number, choose: (text: string) => void): HTMLElement {
  const found = /[:=<>]$/.test(text.slice(0, from)) ? [] : suggestions(text.slice(from));
  const choice = ({ label, word, length }: Suggestion): HTMLElement =>
    h('button', { type: 'button', class: 'btn small', 'data-word': word, onclick: () => choose(text.slice(0, from) + word + text.slice(from + length)) }, label);
  const row = h('p', { class: 'row meant', hidden: found.length === 0 }, h('span', {}, t('meant')), found.map(choice));
  void playersLike(text.slice(from)).then((players) => { // persons come when they are known
    row.append(...players.filter((p) => !found.some((f) => f.word === p.word)).map(choice));
    row.hidden = found.length + players.length === 0;
  });
  return row;
}

export function mistakeOf(text: string, error: ApiError, choose: (text: string) => void, retry: () => void): (HTMLElement | false)[] {
  const at = error.byte === undefined ? undefined : placeOf(text, error.byte);
  if (!at) return [h('span', {}, common('failed', error.message)), h('button', { type: 'button', class: 'btn small', onclick: retry }, common('retry'))];
  return [h('b', {}, error.message), h('code', {}, text.slice(0, at[0]), h('mark', {}, text.slice(...at) || '␣'), text.slice(at[1])), meant(text, at[0], choose)];
}
