/* saved.ts: searches kept in the databases under a name: listed, used as @name, saved and deleted
 * (/api/searches; changes only where the server allows them). */
import { ask, messageOf } from './api';
import { h, replace } from './dom';
import { gamesText, texts } from './i18n';
import { loadSite, site } from './site';

const t = texts({
  title: 'Saved searches', none: 'None yet. A saved search is a word of the query language: @name.', save: 'Save this query', name: 'Name', into: 'In', saveIt: 'Save', saved: 'Saved as {0}.',
  replaced: '{0} exists: save again to replace it.', delete: 'Delete {0}', sure: 'Delete', keep: 'Keep', deleted: '{0} is deleted.', empty: 'There is no query to save.',
}, {
  title: '保存した検索', none: 'まだありません。保存した検索は @名前 で条件の中に書けます。', save: 'この条件を保存', name: '名前', into: '保存先', saveIt: '保存', saved: '{0} として保存しました。',
  replaced: '{0} は既にあります。もう一度押すと置き換えます。', delete: '{0} を削除', sure: '削除', keep: '残す', deleted: '{0} を削除しました。', empty: '保存する条件がありません。',
});

interface Saved { db: string; name: string; query: string; word: string; games: number | null }

export class SavedSearches {
  readonly el: HTMLElement;
  private readonly list = h('ul', { class: 'saved' });
  private readonly message = h('p', { class: 'tips', role: 'status' });
  private readonly name = h('input', { type: 'text', id: 'save-name', maxlength: 60, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  private readonly into = h('select', { id: 'save-into' }, site.databases.map((db) => h('option', { value: db }, db)));
  private known: Saved[] = [];
  private warned = ''; // the name that would be replaced

  /* query: what is on screen; use: a word to search by. */
  constructor(private readonly query: () => string, private readonly use: (word: string) => void) {
    const form = h('form', { class: 'row', onsubmit: (e: Event) => {
      e.preventDefault();
      void this.save();
    } }, h('label', { for: 'save-name' }, t('save')), this.name,
    site.databases.length > 1 && [h('label', { for: 'save-into' }, t('into')), this.into], h('button', { type: 'submit' }, t('saveIt')));
    this.name.setAttribute('placeholder', t('name'));
    this.el = h('section', { class: 'saved-searches', 'aria-label': t('title') }, h('h2', {}, t('title')), this.list, site.import && form, this.message);
  }

  /* Whether there are any, or may be. */
  static get offered(): boolean {
    return !!site.import || site.names.some((n) => !n.group);
  }

  /* When el comes into sight. */
  async load(): Promise<void> {
    try {
      this.known = (await ask<{ searches: Saved[] }>('searches')).searches;
      this.show();
    } catch (e) {
      this.say(messageOf(e));
    }
  }

  private say(text: string): void {
    this.message.textContent = text;
  }

  private show(): void {
    const several = site.databases.length > 1;
    replace(this.list, this.known.length === 0 && h('li', { class: 'tips' }, t('none')), this.known.map((s) => h('li', { class: 'row' },
      h('button', { type: 'button', class: 'link', onclick: () => this.use(s.word) }, s.word), h('code', {}, s.query),
      h('small', { class: 'number' }, [several ? s.db : '', s.games === null ? '' : gamesText(s.games)].filter(Boolean).join(' · ')),
      site.import && this.remover(s))));
  }

  /* Asks where it stands. */
  private remover(s: Saved): HTMLElement {
    const place = h('span', { class: 'row' });
    const ask = h('button', { type: 'button', class: 'small', 'aria-label': t('delete', s.word), title: t('delete', s.word), onclick: () => {
      const sure = h('button', { type: 'button', class: 'small', onclick: () => void this.remove(s) }, t('sure'));
      replace(place, sure, h('button', { type: 'button', class: 'small', onclick: () => {
        replace(place, ask);
        ask.focus();
      } }, t('keep')));
      sure.focus();
    } }, '×');
    place.append(ask);
    return place;
  }

  private async save(): Promise<void> {
    const name = this.name.value.trim(), query = this.query(), db = this.into.value || site.databases[0];
    if (!query) return this.say(t('empty'));
    if (!name) return this.name.focus();
    if (this.known.some((s) => s.name === name && s.db === db) && this.warned !== name) {
      this.warned = name;
      return this.say(t('replaced', `@${name}`));
    }
    await this.change('searches/save', { name, query, db }, t('saved', `@${name}`));
    this.warned = '';
  }

  private async remove(s: Saved): Promise<void> {
    await this.change('searches/delete', { name: s.name, db: s.db }, t('deleted', s.word));
    this.el.querySelector('summary')?.focus();
  }

  private async change(path: string, args: Record<string, string>, words: string): Promise<void> {
    try {
      await ask(path, args);
      if (path.endsWith('save')) this.name.value = '';
      this.say(words);
      await loadSite();
      await this.load();
    } catch (e) {
      this.say(messageOf(e));
    }
  }
}
