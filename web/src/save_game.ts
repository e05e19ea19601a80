/* save_game.ts: a game that was played, into the database: who played, which database, and then a link to
 * it.  Where the server allows no import, a game can be saved as a file alone. */
import { address } from './address';
import { ask, messageOf, type Args } from './api';
import { announce, h, replace } from './dom';
import { recall, remember, t as common, texts } from './i18n';
import { loadSite, site } from './site';

const t = texts({
  me: 'You', keep: 'Save to the database', into: 'Database', save: 'Save', kept: 'Saved.', there: 'This game is already in the database.', see: 'See the game',
}, {
  me: 'あなた', keep: 'データベースに保存', into: 'データベース', save: '保存する', kept: '保存しました。', there: 'この対局は既にありました。', see: '対局を見る',
});

/* key: the argument of the API, and under which a person's name is remembered; value: a program's. */
export interface Seat { key: string; label: string; person: boolean; value: string }

export const canKeep = (game: string): boolean => !!site.import && site.game === game;
export const keepText = (): string => t('keep');

/* As records have it, by the clock of who plays. */
const today = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('/');
};

export interface Kept { db: string; game: number; added: boolean }

/* What the reader is called in records of games played here. */
export const playerName = (): string => recall('play-name') || t('me');

/* The one chosen, while it is served. */
export const keepsInto = (chosen: string): string => (site.databases.includes(chosen) ? chosen : site.databases[0]);

/* Where there are several databases. */
export function databaseChoice(chosen: string, choose: (db: string) => void): HTMLSelectElement | false {
  if (site.databases.length < 2) return false;
  const select = h('select', { id: 'keep-in', 'aria-label': t('into'), onchange: () => choose(select.value) }, site.databases.map((name) => h('option', { value: name, selected: name === keepsInto(chosen) }, name)));
  return select;
}

/* Saves without asking, into the database chosen. */
export async function keepGame(path: string, args: Args, into: string): Promise<Kept> {
  const kept = await ask<Kept>(path, { ...args, db: keepsInto(into), date: today() });
  void loadSite();
  return kept;
}

/* Asks for names in el, and saves. */
export function askAndKeep(el: HTMLElement, seats: Seat[], path: string, args: () => Args): void {
  const inputs = seats.map((seat) => h('input', { type: 'text', id: `name-${seat.key}`, maxlength: 60, value: (seat.person && recall(`name-${seat.key}`)) || seat.value }));
  let into = keepsInto('');
  const db = databaseChoice(into, (name) => (into = name));
  const said = h('p', { class: 'tips', role: 'status' });
  const close = (): void => replace(el);
  const save = async (): Promise<void> => {
    seats.forEach((seat, i) => seat.person && remember(`name-${seat.key}`, inputs[i].value));
    try {
      const names = Object.fromEntries(seats.map((seat, i) => [seat.key, inputs[i].value.trim()]));
      const kept = await ask<Kept>(path, { ...args(), ...names, db: into, date: today() });
      const text = t(kept.added ? 'kept' : 'there');
      replace(el, h('p', { class: 'row', role: 'status' }, text, h('a', { class: 'button', id: 'kept', href: address('game', [kept.db, kept.game]) }, t('see'))));
      announce(text);
      void loadSite();
    } catch (e) {
      said.textContent = common('failed', messageOf(e));
    }
  };
  replace(el, h('form', { class: 'panel form', 'aria-label': t('keep'), onsubmit: (e: Event) => {
    e.preventDefault();
    void save();
  } }, seats.map((seat, i) => [h('label', { for: inputs[i].id }, seat.label), inputs[i]]).flat(),
  db && h('label', { for: 'keep-in' }, t('into')), db,
  h('span'), h('div', { class: 'row' }, h('button', { class: 'main', id: 'keep-now' }, t('save')), h('button', { type: 'button', onclick: close }, common('close'))), h('span'), said));
  inputs[0].focus();
  inputs[0].select();
}
