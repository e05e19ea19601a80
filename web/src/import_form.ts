/* import_form.ts: where games go in: the place to drop them, into which database, the labels that they get, what becomes of a
 * game that is there already, and what is read.  What was chosen stays until it is changed, also for the next visit. */
import { h, replace } from './dom';
import { fromInput, type Named } from './files';
import { count, recall, remember, texts } from './i18n';
import type { Duplicates, Order } from './importing';
import { button, chip, icon, segmented } from './parts';
import { site } from './site';

const t = texts({
  form: 'Bring in games', drop: 'Drop files, folders or archives here', choose: 'Choose files', folder: 'Choose a folder', paste: 'Paste a record', text: 'A record: KIF, KI2, CSA, USI, SGF …', take: 'Bring it in', close: 'Close',
  into: 'Into', base: '{0} · {1}', fresh: '{0} · new', newOne: 'New database', newName: 'Name of the new database', existing: 'A database that is there', myGames: 'My games',
  label: 'Label', add: 'Add a word', addTip: 'add a word', labelTip: 'Every game that comes in from now on carries these, until you take them away. Search finds them as tag:word.', noLabel: 'A word for every game that comes in from now on. Search finds them by it.',
  twice: 'Twice', merge: 'Merge', skip: 'Skip', keep: 'Keep both', twiceLabel: 'Games that are there already',
  mergeTip: 'Merge: the game stays once, with headers and comments of both.', skipTip: 'Skip: what is there stays as it is; nothing of the other is added.', keepTip: 'Keep both: the same moves stand there as two games.',
  reads: 'Reads', ownText: 'Kifu’s own text', formats: 'Also in zip, 7z, tar, gz, bz2, xz, zst, lzh. Any encoding. Up to {0} a file, {1} in all. The content decides, not the ending.',
}, {
  form: '棋譜の取り込み', drop: 'ファイル、フォルダ、書庫をここへ', choose: 'ファイルを選ぶ', folder: 'フォルダを選ぶ', paste: '棋譜を貼り付ける', text: '棋譜（KIF, KI2, CSA, USI, SGF など）', take: '取り込む', close: '閉じる',
  into: '取り込み先', base: '{0}（{1} 局）', fresh: '{0}（新規）', newOne: '新しいデータベース', newName: '新しいデータベースの名前', existing: '既にあるデータベース', myGames: '自分の棋譜',
  label: 'ラベル', add: '語を加える', addTip: '語を加える', labelTip: '外すまで、これから取り込む対局すべてに付きます。検索では tag:語 で見つかります。', noLabel: 'これから取り込む対局すべてに付ける語。検索に使えます。',
  twice: '重複', merge: 'まとめる', skip: '加えない', keep: '別々に残す', twiceLabel: '既にある対局の扱い',
  mergeTip: 'まとめる: 対局は一つのまま、両方の見出しとコメントを持ちます。', skipTip: '加えない: 既にあるものはそのままで、何も加えません。', keepTip: '別々に残す: 同じ指し手の対局が二つになります。',
  reads: '読める形式', ownText: 'Kifu の形式', formats: 'zip, 7z, tar, gz, bz2, xz, zst, lzh の中も読みます。文字コードは問いません。一つ {0}、合計 {1} まで。拡張子ではなく内容で判断します。',
});

const FORMATS: [string, { en: string; ja: string }, string][] = [
  ['shogi', { en: 'Shogi', ja: '将棋' }, 'KIF, KIFU, KI2, CSA, USI, JKF, PSN, BOD'], ['go', { en: 'Go', ja: '囲碁' }, 'SGF, NGF, GIB, UGF'], ['chaturanga', { en: 'Chaturanga', ja: 'チャトランガ' }, ''],
];

/* "256 MiB" */
export function sizeText(bytes: number): string {
  const step = bytes >= 2 ** 30 ? 3 : bytes >= 2 ** 20 ? 2 : bytes >= 2 ** 10 ? 1 : 0;
  const n = bytes / 2 ** (10 * step);
  return `${n < 10 && step ? n.toFixed(1).replace(/\.0$/, '') : Math.round(n)} ${['B', 'KiB', 'MiB', 'GiB'][step]}`;
}

/* --- What was chosen -------------------------------------------------------------------------------- */

const MOST_LABELS = 16;
const chosen = { db: '', fresh: '' }; // fresh: the name of a database to be made, if that is wanted
let labels = (recall('import-labels') ?? '').split('\n').filter(Boolean).slice(0, MOST_LABELS);
let pending = ''; // a word that is typed, and was not ended
const KINDS = ['merge', 'skip', 'keep'] as const;
let duplicates: Duplicates = KINDS.find((k) => k === recall('import-twice')) ?? 'merge';

function addLabel(word: string): boolean {
  const label = word.trim().replace(/\s+/g, ' ').slice(0, 60);
  pending = '';
  if (!label || labels.includes(label) || labels.length === MOST_LABELS) return false;
  labels = [...labels, label];
  remember('import-labels', labels.join('\n'));
  return true;
}

/* The database that games go into: the one that was chosen, the first there is, one that was named and does not exist yet, or a
 * new one. */
export function order(): Order {
  if (pending) addLabel(pending);
  const known = [...site.databases, ...site.missing], first = known[0] ?? t('myGames');
  const db = chosen.fresh.trim() || (known.includes(chosen.db) ? chosen.db : first);
  return { db, make: !known.includes(db), tags: labels, duplicates };
}

/* --- The place to drop ------------------------------------------------------------------------------ */

export function dropPlace(begin: (files: Named[]) => void): HTMLElement {
  const input = (id: string, folder: boolean): HTMLInputElement => {
    const el: HTMLInputElement = h('input', { type: 'file', id, class: 'hidden', tabindex: -1, multiple: true, webkitdirectory: folder, 'aria-label': t(folder ? 'folder' : 'choose'), onchange: () => {
      begin(fromInput(el.files));
      el.value = ''; // the same may be chosen again
    } });
    return el;
  };
  const [files, folder] = [input('files', false), input('folder', true)], sign = icon('tray');
  sign.classList.add('big');
  const pasting = h('div', { class: 'pasting', hidden: true });
  const buttons = h('p', { class: 'row' }, h('button', { type: 'button', class: 'btn main', id: 'choose-files', onclick: () => files.click() }, t('choose')),
    h('button', { type: 'button', class: 'btn', id: 'choose-folder', onclick: () => folder.click() }, t('folder')),
    h('button', { type: 'button', class: 'btn', id: 'paste', 'aria-expanded': 'false', onclick: () => openPaste() }, t('paste')));
  const show = (on: boolean): void => {
    pasting.hidden = !on;
    buttons.querySelector('#paste')!.setAttribute('aria-expanded', String(on));
  };
  const openPaste = (): void => {
    if (!pasting.hidden) return show(false);
    const text = h('textarea', { id: 'pasted', rows: 6, 'aria-label': t('text'), placeholder: t('text'), spellcheck: 'false' });
    replace(pasting, text, h('p', { class: 'row' }, h('button', { type: 'button', class: 'btn main', id: 'take-pasted', onclick: () => {
      if (!text.value.trim()) return text.focus();
      show(false);
      begin([{ name: '', file: new File([text.value], '') }]);
    } }, t('take')), button(t('close'), () => show(false), { bare: true })));
    show(true);
    text.focus();
  };
  return h('div', { class: 'drop-place' }, sign, h('p', { class: 'drop-words' }, t('drop')), buttons, pasting, files, folder);
}

/* --- Where, with which words, what is there already -------------------------------------------------- */

const row = (words: string, ...content: (Node | false | undefined)[]): HTMLElement => h('div', { class: 'import-set' }, h('h2', {}, words), h('div', {}, ...content.map((c) => c ?? false)));

/* There are other databases now, or other games in them. */
export let showDatabases = (): void => {};

function into(): HTMLElement {
  const el = h('div', { class: 'import-chips' });
  const fill = (naming: boolean, focus = false): void => {
    const name = h('input', { type: 'text', id: 'new-database', maxlength: 60, value: chosen.fresh, 'aria-label': t('newName'), placeholder: t('newName'), oninput: () => void (chosen.fresh = name.value) });
    const select = h('select', { id: 'into', 'aria-label': t('into'), onchange: () => void (chosen.db = select.value) }, [
      ...site.all.map((d) => h('option', { value: d.name, selected: d.name === chosen.db }, t('base', d.name, count(d.games)))),
      ...site.missing.map((m) => h('option', { value: m, selected: m === chosen.db }, t('fresh', m)))]);
    const other = h('button', { type: 'button', class: 'btn bare', id: naming ? 'old-one' : 'new-one', onclick: () => {
      chosen.fresh = '';
      fill(!naming, true);
    } }, !naming && icon('plus'), t(naming ? 'existing' : 'newOne'));
    const known = site.all.length + site.missing.length > 0;
    replace(el, naming || !known ? name : select, known && site.import?.make && other);
    if (focus) (naming ? name : select).focus();
  };
  showDatabases = () => {
    if (site.databases.includes(chosen.fresh.trim())) { // it was made
      chosen.db = chosen.fresh.trim();
      chosen.fresh = '';
    }
    if (!el.contains(document.activeElement)) fill(!!chosen.fresh);
  };
  fill(!!chosen.fresh);
  return row(t('into'), el);
}

function labelling(): HTMLElement {
  const el = h('div', { class: 'import-chips' }), tip = h('p', { class: 'tips', id: 'tag-tip' });
  const fill = (focus = false): void => {
    const field = h('input', { type: 'text', id: 'tag', value: pending, maxlength: 60, 'aria-label': t('add'), placeholder: t('addTip'), 'aria-describedby': 'tag-tip', autocomplete: 'off', autocapitalize: 'off',
      oninput: () => void (pending = field.value), onchange: () => addLabel(field.value) && fill(document.activeElement === field),
      onkeydown: (e: KeyboardEvent) => {
        if (e.isComposing || (e.key !== 'Enter' && e.key !== ',' && !(e.key === 'Backspace' && !field.value && labels.length))) return;
        e.preventDefault();
        if (e.key === 'Backspace') drop(labels[labels.length - 1]);
        else if (addLabel(field.value)) fill(true);
      } });
    replace(el, labels.map((label) => chip(label, [label], '', () => drop(label))), labels.length < MOST_LABELS && field);
    tip.textContent = t(labels.length ? 'labelTip' : 'noLabel');
    if (focus) field.focus();
  };
  const drop = (label: string): void => {
    labels = labels.filter((l) => l !== label);
    remember('import-labels', labels.join('\n'));
    fill(true);
  };
  fill();
  return row(t('label'), el, tip);
}

function twice(): HTMLElement {
  const tip = h('p', { class: 'tips' }, t(`${duplicates}Tip`));
  return row(t('twice'), segmented(t('twiceLabel'), KINDS.map((k) => [k, t(k)] as const), duplicates, (k) => {
    duplicates = k;
    remember('import-twice', k);
    tip.textContent = t(`${k}Tip`);
  }), tip);
}

export function reads(): HTMLElement {
  const { file, total } = site.import!, lang = document.documentElement.lang === 'ja' ? 'ja' : 'en';
  return row(t('reads'), ...FORMATS.map(([, name, formats]) => h('p', { class: 'reads' }, h('b', {}, name[lang]), ' ', h('span', { class: 'soft' }, formats || t('ownText')))),
    h('p', { class: 'tips' }, t('formats', sizeText(file), sizeText(total))));
}

export const importForm = (begin: (files: Named[]) => void): HTMLElement =>
  h('section', { class: 'import-form', 'aria-label': t('form') }, dropPlace(begin), into(), labelling(), twice(), reads());
