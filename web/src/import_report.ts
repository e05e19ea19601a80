/* import_report.ts: what came in: a sentence, a bar, and every file that did not come in whole, with its line and why; files with
 * the same fault are one row. */
import { gameAddress, searchAddress } from './address';
import { messageOf } from './api';
import { announce, download, h, replace } from './dom';
import type { Named } from './files';
import { count, gamesText, lang, t as common, texts } from './i18n';
import { takeBack, type Job, type Problem, type Summary, type Twice } from './importing';
import { askingButton, button, icon } from './parts';
import { EndlessList } from './scroll';
import { ShownBoard } from './shown_board';
import { site } from './site';

const t = texts({
  cameIn: '*{0} games* came in', oneCame: '*1 game* came in', nothing: 'Nothing new came in', there: '{0} were there already', oneThere: '1 was there already', look: '*{0} files* need a look', oneLook: '*1 file* needs a look', stopped: 'Stopped. ', and: '; ', also: ', ',
  new: 'new', partial: 'new, in part', twice: 'there already', refused: 'refused', what: '{0} new, {1} in part, {2} there already, {3} refused', figures: '{0} files, {1} s', oneFile: '1 file, {0} s',
  search: 'Search the new games', first: 'See the game', back: 'Take this import back', sure: 'Remove {0} again?', yes: 'Remove', no: 'Leave them', gone: '{0} taken back', kept: '{0} stay: a later import brought them again.', stays: 'What was merged into games that were there before stays.',
  title: 'What did not come in whole', twiceTitle: 'There already', save: 'Save the list', all: 'Everything came in whole.', unlisted: '{0} more are not listed.', pasted: 'Pasted record', more: 'and {0} more', line: 'line {0}', nth: 'game {0}',
  s_partial: 'in part', s_lost: 'detail lost', s_rejected: 'refused', s_note: 'twice',
  isIn: 'Moves 1–{0} are in.', oneIn: 'Move 1 is in.', noneIn: 'No move is in.', move: 'Move {0},', impossible: ', is not possible', variation: 'A variation breaks off: move {0},', because: ': {0}.', end: '.',
  notRecord: 'Not a game record that Kifu reads.', empty: 'An empty file.', board: 'Show board', text: 'Show text', hide: 'Hide', before: 'The position before move {0}', open: 'Open the game', noText: 'This file is no text.',
  twiceAll: '*{0} games* were there already, move for move', twiceOne: '*1 game* was there already, move for move', merged: '{0} with headers or comments that were added', same: '{0} with nothing new', known: '{0} in files that came in before and were not read again', compare: 'Compare', game: 'Game {0}', added: 'more was added', nothingNew: 'nothing new', conflict: 'another winner',
}, {
  cameIn: '*{0} 局*を取り込みました', oneCame: '*1 局*を取り込みました', nothing: '新しい対局はありません', there: '{0} 局は既にありました', oneThere: '1 局は既にありました', look: '*{0} ファイル*に問題があります', oneLook: '*1 ファイル*に問題があります', stopped: '中止しました。', and: '。', also: '、',
  new: '新規', partial: '新規（途中まで）', twice: '既にあった', refused: '読めない', what: '新規 {0}、途中まで {1}、既にあった {2}、読めない {3}', figures: '{0} ファイル、{1} 秒', oneFile: '1 ファイル、{0} 秒',
  search: '新しい対局を検索する', first: 'この対局を見る', back: 'この取り込みを取り消す', sure: '{0}を取り除きますか。', yes: '取り除く', no: '残す', gone: '{0}を取り消しました', kept: '{0}は後の取り込みにもあったので残ります。', stays: '前からあった対局にまとめたものは残ります。',
  title: '完全には入らなかったもの', twiceTitle: '既にあったもの', save: '一覧を保存', all: 'すべて完全に入りました。', unlisted: 'ほかに {0} 件あります。', pasted: '貼り付けた棋譜', more: 'ほか {0} 件', line: '{0} 行目', nth: '{0} 局目',
  s_partial: '途中まで', s_lost: '欠けあり', s_rejected: '読めない', s_note: '重複',
  isIn: '{0} 手目まで入りました。', oneIn: '1 手目まで入りました。', noneIn: '指し手は入っていません。', move: '{0} 手目の', impossible: ' は指せません', variation: '変化が途中で切れています。{0} 手目の', because: ': {0}。', end: '。',
  notRecord: 'Kifu が読める棋譜ではありません。', empty: '空のファイルです。', board: '局面を見る', text: '中身を見る', hide: '閉じる', before: '{0} 手目の直前の局面', open: '対局を開く', noText: '文字のファイルではありません。',
  twiceAll: '*{0} 局*は、指し手がすべて同じものが既にありました', twiceOne: '*1 局*は、指し手がすべて同じものが既にありました', merged: '見出しやコメントを加えたもの {0} 局', same: '新しいところのないもの {0} 局', known: '前に取り込んだファイルのもの {0} 局（読み直していません）', compare: '比べる', game: '{0} 番の対局', added: '加えたものがある', nothingNew: '新しいところはない', conflict: '勝敗が違う',
});

const PAGE = 50;
const MOST_NAMES = 12; // of files with the same fault that are named

export const nameOfFile = (name: string): string => name || t('pasted');
const sentence = (text: string): string => (lang === 'ja' ? text.replace(/。?$/, '。') : `${text[0]?.toUpperCase() ?? ''}${text.slice(1).replace(/\.$/, '')}.`);

/* --- The sentence and the bar ------------------------------------------------------------------------- */

interface Figures { whole: number; partial: number; twice: number; refused: number; look: number }

/* Of the new games, those of which a line is missing.  Problems beyond those that are listed are counted by the server. */
export function figuresOf(summary: Summary, problems: Problem[]): Figures {
  const isNew = (p: Problem): boolean => summary.first !== undefined && p.game! >= summary.first && p.game! <= summary.last!;
  const broken = new Set(problems.filter((p) => p.severity === 'partial' && isNew(p)).map((p) => p.game));
  const partial = Math.min(summary.added, summary.problems > summary.listed ? summary.partial : broken.size);
  const look = new Set(problems.filter((p) => p.severity === 'partial' || p.severity === 'rejected').map((p) => p.file)).size;
  return { whole: summary.added - partial, partial, twice: summary.duplicates, refused: summary.rejected, look };
}

/* "*584 games* came in": what stands between asterisks is bold. */
const marked = (text: string): (Node | string)[] => text.split('*').map((part, i) => (i % 2 ? h('b', {}, part) : part));

function headline(summary: Summary, f: Figures, gone: Job['gone']): HTMLElement {
  if (gone) return h('h1', { class: 'title' }, h('b', {}, t('gone', gamesText(gone.removed))));
  const say = (n: number, one: 'oneCame' | 'oneThere' | 'oneLook', many: 'cameIn' | 'there' | 'look'): (Node | string)[] => marked(n === 1 ? t(one) : t(many, count(n)));
  return h('h1', { class: 'title' }, summary.cancelled && t('stopped'), summary.added ? say(summary.added, 'oneCame', 'cameIn') : t('nothing'),
    ...(f.twice ? [t('and'), ...say(f.twice, 'oneThere', 'there')] : []), ...(f.look ? [t(f.twice ? 'also' : 'and'), ...say(f.look, 'oneLook', 'look')] : []));
}

const PARTS = [['new', 'whole'], ['partial', 'partial'], ['twice', 'twice'], ['refused', 'refused']] as const;

function bar(summary: Summary, f: Figures): HTMLElement[] {
  const shown = PARTS.filter(([, key]) => f[key] > 0), seconds = summary.seconds < 10 ? summary.seconds.toFixed(1) : count(Math.round(summary.seconds));
  return [h('div', { class: 'came', role: 'img', 'aria-label': t('what', count(f.whole), count(f.partial), count(f.twice), count(f.refused)) },
    shown.map(([look, key]) => h('span', { class: look, css: { flex: f[key] } }))),
  h('div', { class: 'row spread' }, h('span', { class: 'row came-keys' }, shown.map(([look, key]) => h('span', { class: 'lbl' }, h('span', { class: `key ${look}` }), `${t(look)} `, h('span', { class: 'number', 'data-part': look }, count(f[key]))))),
    h('span', { class: 't1 soft' }, summary.files === 1 ? t('oneFile', seconds) : t('figures', count(summary.files), seconds)))];
}

/* --- Taking it back ------------------------------------------------------------------------------------- */

/* Asks where it stands; what comes of it is said there and by whoever shows the import. */
export function backButton(db: string, number: number, games: number, words: string, done: () => void): HTMLElement {
  const said = h('span', { class: 'tips', role: 'status' });
  const el = h('span', { class: 'row back' }, askingButton({ words, icon: 'undo', ask: t('sure', gamesText(games)), yes: t('yes'), no: t('no'), danger: true }, async () => {
    for (const b of el.querySelectorAll('button')) b.disabled = true;
    try {
      const gone = await takeBack(db, number);
      announce(t('gone', gamesText(gone.removed)));
      done();
    } catch (e) {
      said.textContent = messageOf(e);
      for (const b of el.querySelectorAll('button')) b.disabled = false;
    }
  }), said);
  return el;
}

function actions(job: Job, summary: Summary, done: () => void): HTMLElement | false {
  if (job.gone) return h('p', { class: 'soft' }, job.gone.kept > 0 && `${t('kept', gamesText(job.gone.kept))} `, summary.merged > 0 && t('stays'));
  if (summary.first === undefined) return false;
  const ids = `id:${summary.first}${summary.last === summary.first ? '' : `..${summary.last}`}`;
  return h('div', { class: 'row import-actions' },
    summary.added === 1 ? h('a', { class: 'btn', id: 'first', href: gameAddress({ db: summary.db, game: summary.first }, 0) }, icon('find'), t('first'))
      : h('a', { class: 'btn', id: 'search-new', href: searchAddress(ids, { db: site.all.length > 1 ? summary.db : undefined }) }, icon('find'), t('search')),
    summary.import !== undefined && backButton(summary.db, summary.import, summary.added, t('back'), done),
    summary.merged > 0 && h('p', { class: 'tips' }, t('stays')));
}

/* --- What did not come in whole --------------------------------------------------------------------------- */

const ORDER = ['partial', 'rejected', 'lost', 'note'];

/* Files with the same fault; those with a place are alone, unless one file has the fault many times and there is no position to
 * show.  What matters most comes first. */
function grouped(problems: Problem[]): Problem[][] {
  const groups = new Map<string, Problem[]>();
  problems.forEach((p, i) => {
    const place = p.position || p.line !== undefined, again = !p.variation && !p.reason && (p.ply === 0 || p.move === undefined);
    const key = place ? (again ? `${p.severity} ${p.message.replace(/[:：「].*/, '')} in ${p.file}` : `${i}`) : `${p.severity} ${p.message}`;
    groups.set(key, [...(groups.get(key) ?? []), p]);
  });
  return [...groups.values()].sort((a, b) => ORDER.indexOf(a[0].severity) - ORDER.indexOf(b[0].severity));
}

function why(p: Problem): (Node | string)[] {
  if (p.move === undefined || p.ply === undefined) {
    if (p.severity === 'rejected' && p.line === undefined && p.code === 'unsupported') return [t('notRecord')];
    return [/^(empty file|空のファイルです)$/.test(p.message) ? t('empty') : sentence(p.message)];
  }
  const start = p.variation ? [t('variation', p.ply + 1)] : [p.ply === 0 ? t('noneIn') : p.ply === 1 ? t('oneIn') : t('isIn', p.ply), ' ', t('move', p.ply + 1)];
  return [...start, ' ', h('code', {}, p.move), t('impossible'), p.reason ? t('because', p.reason) : t('end')];
}

/* A button that opens and closes what stands below the row. */
function opener(words: string, place: HTMLElement, fill: () => void | Promise<void>): HTMLButtonElement {
  const b = h('button', { type: 'button', class: 'btn small', 'aria-expanded': 'false', onclick: async () => {
    const on = place.hidden;
    if (on && !place.hasChildNodes()) await fill();
    place.hidden = !on;
    b.setAttribute('aria-expanded', String(on));
    b.textContent = on ? t('hide') : words;
  } }, words);
  return b;
}

function showBoard(p: Problem, summary: Summary, place: HTMLElement): void {
  const board = new ShownBoard();
  board.show(p.position!);
  replace(place, h('p', { class: 't1 soft' }, t('before', p.ply! + 1)), board.el,
    p.game !== undefined && h('p', {}, h('a', { class: 'btn small', href: gameAddress({ db: summary.db, game: p.game }, p.variation ? 0 : p.ply!) }, t('open'))));
}

/* The file is still here; what it is written in is not known. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 2 ** 20).arrayBuffer());
  if (bytes.subarray(0, 2000).includes(0)) return '';
  for (const charset of ['utf-8', 'shift_jis', 'euc-jp']) try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch { /* the next one */ }
  return new TextDecoder('utf-8').decode(bytes);
}

async function showText(p: Problem, file: File, place: HTMLElement): Promise<void> {
  const all = (await textOf(file)).split(/\r?\n/), at = p.line ?? 0, from = Math.max(0, at - 5);
  if (all.length === 1 && !all[0]) return replace(place, h('p', { class: 't1 soft' }, t('noText')));
  replace(place, h('ol', { class: 'text-lines', start: from + 1 }, all.slice(from, Math.max(at + 4, from + 12)).map((line, i) =>
    h('li', { value: from + i + 1, class: from + i + 1 === at && 'at' }, line.slice(0, 300) || ' '))));
}

/* A file's own name, and the folder or archive it is in: paths of archives are longer than a line. */
function nameAndFolder(file: string): [string, string] {
  const at = Math.max(file.lastIndexOf('/'), file.lastIndexOf(':')) + 1;
  return at < file.length ? [file.slice(at), file.slice(0, at).replace(/[/:]$/, '')] : [file, ''];
}

function problemRow(group: Problem[], job: Job): HTMLElement {
  const p = group[0], summary = job.summary!, below = h('div', { class: 'below', hidden: true });
  const others = [...new Set(group.slice(1).map((g) => g.file))].filter((f) => f !== p.file), sent: Named | undefined = job.files.find((f) => f.name === p.file);
  const place = [p.line !== undefined && t('line', count(p.line)), !p.line && (p.number ?? 0) > 0 && t('nth', count(p.number! + 1)), (others.length > 0 || group.length > 1) && t('more', count(others.length || group.length - 1))].filter(Boolean).join(', ');
  const [name, folder] = nameAndFolder(nameOfFile(p.file)), named = others.slice(0, MOST_NAMES);
  const open = p.position && site.game === 'shogi' ? opener(t('board'), below, () => showBoard(p, summary, below))
    : sent && sent.file.size > 0 ? opener(t('text'), below, () => showText(p, sent.file, below)) : undefined;
  return h('li', { class: 'problem' }, h('span', { class: `severity ${p.severity}` }, t(`s_${p.severity}`)),
    h('div', {}, h('b', { title: folder && p.file }, name), place && h('small', {}, ` ${place}`), folder && h('p', { class: 't1 faint cut', title: folder }, folder), h('p', { class: 'soft' }, why(p),
      others.length > 0 && h('small', { title: named.join('\n') }, ` ${named.map((f) => nameAndFolder(f)[0]).join(', ')}${others.length > MOST_NAMES ? ' …' : ''}`))),
    open ?? h('span'), below);
}

/* --- What was there already -------------------------------------------------------------------------------- */

function twiceRow(job: Job): HTMLElement {
  const summary = job.summary!, { duplicates, merged } = summary, told = job.twice.length, below = h('div', { class: 'below', hidden: true });
  const known = Math.max(0, duplicates - told), same = told < 1000 ? told - merged : duplicates - merged;
  const parts = [merged > 0 && t('merged', count(merged)), same > 0 && told > 0 && t('same', count(same)), known > 0 && told < 1000 && t('known', count(known))].filter(Boolean).join(lang === 'ja' ? '、' : ', ');
  const row = (w: Twice): HTMLElement => h('li', {}, h('span', { class: 'cut' }, nameOfFile(w.file), w.number > 0 && h('small', {}, ` ${t('nth', count(w.number + 1))}`)),
    h('a', { href: gameAddress({ db: summary.db, game: w.game }, 0) }, t('game', w.game)), h('span', { class: w.conflict ? 'bad' : 'soft' }, t(w.conflict ? 'conflict' : w.what === 'merged' ? 'added' : 'nothingNew')));
  return h('li', { class: 'problem', id: 'twice' }, h('span', { class: 'severity' }, t('s_note')),
    h('div', {}, h('p', {}, marked(duplicates === 1 ? t('twiceOne') : t('twiceAll', count(duplicates))), h('span', { class: 'soft' }, parts ? t('because', parts) : t('end')))),
    told > 0 ? opener(t('compare'), below, () => replace(below, h('ol', { class: 'twice-list' }, job.twice.slice(0, 200).map(row)), told > 200 && h('p', { class: 'tips' }, t('unlisted', count(told - 200))))) : h('span'), below);
}

/* --- All of it ---------------------------------------------------------------------------------------------- */

export class ImportReport {
  readonly el = h('div', { class: 'report' });
  private list: EndlessList<Problem[]> | undefined;

  constructor(private readonly done: () => void) {}

  destroy(): void {
    this.list?.destroy();
  }

  show(job: Job): void {
    const summary = job.summary!, f = figuresOf(summary, job.problems), groups = grouped(job.problems);
    const page = (from: number): { items: Problem[][]; more: boolean } => ({ items: groups.slice(from, from + PAGE), more: groups.length > from + PAGE });
    this.list?.destroy();
    this.list = new EndlessList('problems', page(0), (group) => problemRow(group, job), (n) => Promise.resolve(page(n)));
    const something = groups.length > 0 || summary.duplicates > 0;
    replace(this.el, headline(summary, f, job.gone), !job.gone && bar(summary, f), actions(job, summary, this.done),
      something && h('div', { class: 'h2' }, h('h2', { id: 'problems' }, t(groups.length ? 'title' : 'twiceTitle')), h('span', { class: 't1 faint' }, count(groups.length ? f.look || groups.length : summary.duplicates)),
        groups.length > 0 && h('span', { class: 'end' }, this.saving(job))),
      ...(something ? [this.list.el, summary.duplicates > 0 && h('ol', { class: 'problems' }, twiceRow(job))] : [summary.games > 0 && h('p', { class: 'soft' }, t('all'))]), summary.problems > summary.listed && h('p', { class: 'tips' }, t('unlisted', count(summary.problems - summary.listed))));
  }

  private saving(job: Job): HTMLElement {
    const b = button(t('save'), () => download('kifu-import.jsonl', job.problems.map((p) => JSON.stringify(p)).join('\n') + '\n'), { icon: 'out', bare: true });
    b.id = 'save-problems';
    b.classList.add('small');
    return b;
  }
}

export const failedWords = (error: string): HTMLElement => h('h1', { class: 'title error', role: 'alert' }, common('failed', error));
