/* mistakes.ts: what is wrong with a query, where, and what may have been meant, a click each.  A word that is no query is
 * no fault: it is offered as what it may be. */
import { ask, type ApiError, type SearchAnswer } from './api';
import { JOINING, kindWord } from './complete';
import { h } from './dom';
import { gamesText, lang, t as common, texts } from './i18n';
import { site } from './site';
import { namesNear, playersLike, suggestions, type Suggestion } from './suggest';

const t = texts({
  meant: 'Did you mean', noneCalled: 'No {0} is called “{1}”.', unknown: '“{0}” is no name that is known here.', several: '“{0}” may be one of several names.', ofWord: '{0} · {1}',
}, {
  meant: 'もしかして', noneCalled: '「{1}」という{0}はありません。', unknown: '「{0}」という名前は見つかりません。', several: '「{0}」に当たる名前はいくつかあります。', ofWord: '{0}・{1}',
});

/* Where a byte of the UTF-8 text is in the string, and where that word ends. */
function placeOf(text: string, byte: number): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const from = new TextDecoder().decode(bytes.slice(0, byte)).length;
  const word = text.slice(from).search(/[\s)]/);
  return [from, word <= 0 ? (word === 0 ? from + 1 : text.length) : from + word];
}

/* The kind of name that must stand there: "s.castle:" before it. */
function kindAt(text: string, from: number): string | undefined {
  const kind = text.slice(0, from).match(/([a-z]+):=?$/)?.[1];
  return kind && site.names.some((n) => n.group === kind) ? kind : undefined;
}

const isWord = (word: string): boolean => /^[\p{L}\p{M}’'-]+$/u.test(word) && !JOINING.test(word);

/* What may be put in the place of words that are none; players: when it is known that there are some. */
function meant(text: string, from: number, found: Suggestion[], people: boolean, choose: (text: string) => void, players: () => void): HTMLElement {
  const choice = ({ label, word, length }: Suggestion): HTMLElement =>
    h('button', { type: 'button', class: 'btn small', 'data-word': word, onclick: () => choose(text.slice(0, from) + word + text.slice(from + length)) }, label);
  const choices = found.map(choice), row = h('p', { class: 'row meant', hidden: found.length === 0 }, h('span', {}, t('meant')), choices);
  const guess = found.findIndex((f) => f.word.startsWith('player:')); // there may be no such player
  if (guess >= 0) void ask<SearchAnswer>('search', { query: found[guess].word, limit: 0 }).then(({ games }) => {
    choices[guess].textContent = t('ofWord', found[guess].label, gamesText(games));
    choices[guess].classList.toggle('faint', games === 0);
  }, () => {});
  if (people) void playersLike(text.slice(from)).then((persons) => { // they come when they are known
    row.append(...persons.filter((p) => !found.some((f) => f.word === p.word)).map(choice));
    row.hidden = found.length + persons.length === 0;
    if (persons.length) players();
  });
  return row;
}

const sentence = (text: string): string => (lang === 'en' ? text.charAt(0).toUpperCase() + text.slice(1) : text);

export function mistakeOf(text: string, error: ApiError, choose: (text: string) => void, retry: () => void): (HTMLElement | false)[] {
  const at = error.byte === undefined ? undefined : placeOf(text, error.byte);
  if (!at) return [h('span', {}, common('failed', error.message)), h('button', { type: 'button', class: 'btn small', onclick: retry }, common('retry'))];
  const [from, to] = at, word = text.slice(from, to), kind = kindAt(text, from), after = /[:=<>]$/.test(text.slice(0, from)), plain = !after && isWord(word);
  const found = kind ? namesNear(word, kind) : after ? [] : suggestions(text.slice(from)), several = found.filter((f) => !f.word.startsWith('player:')).length > 1;
  const said = h('b', { class: plain ? 'offer' : undefined }, kind ? t('noneCalled', kindWord(kind), word) : plain ? t(several ? 'several' : 'unknown', word) : sentence(error.message));
  return [said, text.trim() !== word && h('code', {}, text.slice(0, from), h('mark', {}, word || '␣'), text.slice(to)),
    meant(text, from, found, !after, choose, () => plain && (said.textContent = t('several', word)))];
}
