/* edit_games.ts: tags of games, headers changed beside their records, and games taken out (/api/tag, /api/edit, /api/remove); only
 * where the server allows it. */
import { searchAddress } from './address';
import { ask, messageOf, scopeOf, type Game } from './api';
import { announce, h, replace } from './dom';
import { gamesText, texts } from './i18n';
import { askingButton } from './parts';
import { loadSite, site } from './site';
import { quoted } from './suggest';

const t = texts({
  tagThese: 'Tag these games', tag: 'Tag', add: 'Add', remove: 'Remove', added: '“{0}” added to {1}.', removed: '“{0}” removed from {1}.', tags: 'Tags', addTag: 'Add a tag', removeTag: 'Remove the tag {0}',
  edit: 'Edit names, event and date', black: 'Black', white: 'White', event: 'Event', place: 'Place', date: 'Date', save: 'Save', original: 'As in the record',
  edited: 'Changed here: {0}. The record itself stays as it was.', saved: 'Saved.', unchanged: 'Nothing was changed.', find: 'Games with this tag',
  remove1: 'Delete this game', removeAll: 'Delete these games', sure: 'Delete {0} for good?', yes: 'Delete', no: 'Leave them', gone: '{0} deleted.', counting: 'Counting…',
}, {
  tagThese: 'これらの対局にタグを付ける', tag: 'タグ', add: '付ける', remove: '外す', added: '{1}に「{0}」を付けました。', removed: '{1}から「{0}」を外しました。', tags: 'タグ', addTag: 'タグを付ける', removeTag: 'タグ {0} を外す',
  edit: '対局者・棋戦・日付を直す', black: '先手', white: '後手', event: '棋戦', place: '場所', date: '日付', save: '保存', original: '棋譜のとおりに戻す',
  edited: 'ここで直した項目: {0}。棋譜そのものは変わりません。', saved: '保存しました。', unchanged: '変更はありません。', find: 'このタグの対局',
  remove1: 'この対局を削除', removeAll: 'これらの対局を削除', sure: '{0}を完全に削除しますか。', yes: '削除する', no: '残す', gone: '{0}を削除しました。', counting: '数えています…',
});

interface Tagged { games: number; tags: { tag: string; change: string; games: number }[] }
const tagWord = (tag: string): string => `tag:=${quoted(tag)}`;

/* The databases that a search is of. */
function lookedAt(): string[] {
  const { db } = scopeOf();
  return db === undefined ? site.databases : [db];
}

/* In every database that is looked at; returns how many games changed. */
async function changeTag(query: string, change: 'add' | 'remove', tag: string, databases = lookedAt()): Promise<number> {
  let n = 0;
  for (const db of databases) n += (await ask<Tagged>('tag', { query, [change]: tag, db })).tags[0]?.games ?? 0;
  return n;
}

/* Takes the games of a query out of these databases; returns how many went, or would go. */
async function removeGames(query: string, dryRun: boolean, databases = lookedAt()): Promise<number> {
  let n = 0;
  for (const db of databases) {
    const answer = await ask<{ games: number; removed: number }>('remove', { query, db, dry_run: dryRun });
    n += dryRun ? answer.games : answer.removed;
  }
  if (!dryRun) await loadSite().catch(() => {});
  return n;
}

/* All games of a query, once it is known how many they are.  gone: they are not there any more. */
export function removeForm(query: string, gone: () => void): HTMLElement | false {
  if (!site.import || !query) return false;
  const message = h('span', { class: 'tips', role: 'status' }), place = h('span', { class: 'asks' });
  const work = async (what: () => Promise<void>): Promise<void> => {
    try {
      await what();
    } catch (e) {
      message.textContent = messageOf(e);
    }
  };
  const first = h('button', { type: 'button', class: 'btn danger', id: 'delete-all', onclick: () => void work(async () => {
    message.textContent = t('counting');
    const games = await removeGames(query, true);
    message.textContent = '';
    const asking = askingButton({ words: t('removeAll'), ask: t('sure', gamesText(games)), yes: t('yes'), no: t('no') }, () => void work(async () => {
      announce(t('gone', gamesText(await removeGames(query, false))));
      gone();
    }));
    replace(place, asking);
    asking.querySelector('button')!.click();
  }) }, t('removeAll'));
  place.append(first);
  return h('p', { class: 'row deleting' }, place, message);
}

/* One game; what is shown then is where the reader came from. */
function removeOne(game: Game, back: string, work: Work): HTMLElement {
  return h('p', { class: 'row deleting' }, askingButton({ words: t('remove1'), icon: 'clear', id: 'delete', ask: t('sure', gamesText(1)), yes: t('yes'), no: t('no') }, () =>
    void work(async () => {
      await removeGames(`id:${game.game}`, false, [game.db]);
      location.hash = back;
    }, t('gone', gamesText(1)), true)));
}

/* Tags for all games of a query. */
export function tagForm(query: string): HTMLElement | false {
  if (!site.import || !query) return false;
  const message = h('p', { class: 'tips', role: 'status' });
  const field = h('input', { type: 'text', id: 'tag-all', maxlength: 60, autocomplete: 'off', autocapitalize: 'off' });
  const run = async (change: 'add' | 'remove'): Promise<void> => {
    const tag = field.value.trim();
    if (!tag) return field.focus();
    try {
      const n = await changeTag(query, change, tag);
      replace(message, t(change === 'add' ? 'added' : 'removed', tag, gamesText(n)), ' ', h('a', { href: searchAddress(tagWord(tag)) }, t('find')));
    } catch (e) {
      message.textContent = messageOf(e);
    }
  };
  return h('details', { class: 'tagging' }, h('summary', {}, t('tagThese')), h('form', { class: 'row', onsubmit: (e: Event) => {
    e.preventDefault();
    void run('add');
  } }, h('label', { for: 'tag-all' }, t('tag')), field, h('button', { type: 'submit' }, t('add')), h('button', { type: 'button', onclick: () => void run('remove') }, t('remove'))), message);
}

/* The tags of one game, its headers, and its end; changed: it is another one now; back: where to go from a game that is gone. */
export function gameWork(game: Game, changed: () => Promise<void>, back: string): (HTMLElement | false)[] {
  const message = h('p', { class: 'tips mistake', role: 'alert' });
  const work = async (what: () => Promise<unknown>, words: string, gone = false): Promise<void> => {
    try {
      await what();
      if (!gone) await changed();
      announce(words);
    } catch (e) {
      message.textContent = messageOf(e);
    }
  };
  return [tagsOf(game, work), !!site.import && editForm(game, work), !!site.import && removeOne(game, back, work), message];
}

type Work = (what: () => Promise<unknown>, words: string, gone?: boolean) => Promise<void>;

function tagsOf(game: Game, work: Work): HTMLElement | false {
  const labels = game.labels ?? [];
  if (!site.import && labels.length === 0) return false;
  const query = `id:${game.game}`;
  const change = (how: 'add' | 'remove', tag: string): Promise<void> =>
    work(() => changeTag(query, how, tag, [game.db]), t(how === 'add' ? 'added' : 'removed', tag, gamesText(1)));
  const field = h('input', { type: 'text', id: 'tag', maxlength: 60, autocomplete: 'off', autocapitalize: 'off', 'aria-label': t('addTag'), placeholder: t('addTag') });
  return h('div', { class: 'row tags', role: 'group', 'aria-label': t('tags') }, labels.map((tag) => h('span', { class: 'label-chip' },
    h('a', { href: searchAddress(tagWord(tag)), title: t('find') }, tag),
    site.import && h('button', { type: 'button', 'aria-label': t('removeTag', tag), title: t('removeTag', tag), onclick: () => void change('remove', tag) }, '×'))),
  site.import && h('form', { class: 'row', onsubmit: (e: Event) => {
    e.preventDefault();
    if (field.value.trim()) void change('add', field.value.trim());
  } }, field, h('button', { type: 'submit' }, t('add'))));
}

const FIELDS = ['black', 'white', 'event', 'place', 'date'] as const;

/* Only what was changed is sent: an empty text means that there is none. */
function editForm(game: Game, work: Work): HTMLElement | false {
  if (site.game === 'chaturanga') return false;
  const now = { black: game.black ?? '', white: game.white ?? '', event: game.event ?? '', place: game.site ?? '', date: game.date ?? '' };
  const inputs = FIELDS.map((name) => h('input', { type: 'text', id: `edit-${name}`, value: now[name], maxlength: 200, autocomplete: 'off' }));
  const save = (): Promise<void> => {
    const changes = Object.fromEntries(FIELDS.map((name, i) => [name, inputs[i].value.trim()] as const).filter(([name, value]) => value !== now[name]));
    if (Object.keys(changes).length === 0) return Promise.resolve(announce(t('unchanged')));
    return work(() => ask('edit', { game: game.game, db: game.db, ...changes }), t('saved'));
  };
  const edited = game.edited ?? [];
  return h('details', { class: 'edit-game' }, h('summary', {}, t('edit')), h('form', { class: 'form', onsubmit: (e: Event) => {
    e.preventDefault();
    void save();
  } }, FIELDS.flatMap((name, i) => [h('label', { for: `edit-${name}` }, t(name)), inputs[i]]),
  h('div', { class: 'row' }, h('button', { type: 'submit', class: 'main' }, t('save')), edited.length > 0 && h('button', { type: 'button', onclick: () =>
    void work(() => ask('edit', { game: game.game, db: game.db, original: true }), t('saved')) }, t('original')))),
  edited.length > 0 && h('p', { class: 'tips' }, t('edited', edited.map((e) => t(e as 'black') || e).join(', '))));
}
