/* area_import.ts: records into a database: dropped on the page, or chosen; how far it is, what came of it,
 * and what could not be read. */
import { address } from './address';
import type { Mount } from './areas';
import { announce, download, h, replace } from './dom';
import { fromDrop, fromInput, type Named } from './files';
import { count, texts } from './i18n';
import { isRunning, job, objection, startImport, stopImport, watchJob, type Problem, type Summary } from './importing';
import { EndlessList } from './scroll';
import { site } from './site';

const t = texts({
  title: 'Import records', drop: 'Drop files, folders or archives here', choose: 'Choose files', folder: 'Choose a folder', into: 'Into', tag: 'Tag', tagTip: 'a word to find these games by (optional)',
  formats: 'Records in any format and encoding, also in zip, 7z, tar, gz, bz2, xz, zst and lzh: up to {0} a file, {1} in all. Games that are there already are not added twice.',
  none: 'No files found.', large: '“{0}” is too large: {1} at most.', total: 'Too much at once: {0} at most.', busy: 'An import is running. Wait until it ends.',
  collecting: 'Looking through the folders…', sending: 'Sending {0}…', reading: 'Reading…', writing: 'Writing to disk…', done: 'Done', stopped: 'Stopped. Records read so far are kept.', failed: 'Failed: {0}',
  progress: 'This import', stop: 'Stop', nothing: 'Nothing has been imported yet.', files: 'Files', games: 'Games', added: 'New', duplicates: 'Duplicates', rejected: 'Rejected', partial: 'Partly read', conflicts: 'Result conflicts',
  rate: 'Games a second', first: 'See the first new game', search: 'Search', problems: 'Problems', noProblems: 'Everything could be read.',
  line: 'line {0}, byte {1}', unlisted: '{0} more are not listed.', save: 'Save the list', wholeUpload: 'all of it',
  s_partial: 'partly read', s_lost: 'incomplete', s_rejected: 'rejected', s_note: 'noted',
}, {
  title: '棋譜の取り込み', drop: 'ファイルやフォルダをここへ', choose: 'ファイルを選ぶ', folder: 'フォルダを選ぶ', into: '取り込み先', tag: 'タグ', tagTip: 'あとでまとめて探すための語（空でもよい）',
  formats: '形式と文字コードは問いません。zip, 7z, tar, gz, bz2, xz, zst, lzh も読みます。一つ {0}、合計 {1} まで。既にある棋譜は二重に入りません。',
  none: 'ファイルがありません。', large: '「{0}」は大きすぎます（{1} まで）。', total: '一度に取り込めるのは {0} までです。', busy: '取り込み中です。終わるまでお待ちください。',
  collecting: 'フォルダを調べています…', sending: '送っています（{0}）…', reading: '読んでいます…', writing: 'ディスクに書いています…', done: '終わりました', stopped: '中止しました。読み終えた棋譜は残っています。', failed: '失敗しました: {0}',
  progress: '取り込みの状況', stop: '中止', nothing: 'まだ何も取り込んでいません。', files: 'ファイル', games: '棋譜', added: '新規', duplicates: '既にあった', rejected: '読めない', partial: '一部だけ', conflicts: '勝敗の食い違い',
  rate: '毎秒の棋譜数', first: '最初の新しい対局を見る', search: '検索する', problems: '問題', noProblems: 'すべて読めました。',
  line: '{0} 行目、{1} バイト目', unlisted: 'ほかに {0} 件あります。', save: '一覧を保存', wholeUpload: '全体',
  s_partial: '一部だけ', s_lost: '欠けあり', s_rejected: '読めない', s_note: '注記',
});

const PROBLEMS_PAGE = 50;

/* "256 MiB" */
function sizeText(bytes: number): string {
  const step = bytes >= 2 ** 30 ? 3 : bytes >= 2 ** 20 ? 2 : bytes >= 2 ** 10 ? 1 : 0;
  const n = bytes / 2 ** (10 * step);
  return `${n < 10 && step ? n.toFixed(1).replace(/\.0$/, '') : Math.round(n)} ${['B', 'KiB', 'MiB', 'GiB'][step]}`;
}

let db = '';
let tag = '';

function begin(files: Promise<Named[]>): void {
  if (isRunning()) return announce(t('busy'));
  const limits = site.import!;
  void startImport(files, { db: db || site.databases[0], tag: tag.trim() }, (all) => objection(all, {
    none: t('none'), large: (name) => t('large', name, sizeText(limits.file)), total: t('total', sizeText(limits.total)),
  }));
}

/* Files may be dropped anywhere: then this area shows what comes of it. */
export function takeDrops(): void {
  let inside = 0; // elements entered and not left
  const mark = (n: number): void => void document.body.classList.toggle('dropping', (inside = Math.max(0, n)) > 0);
  const brings = (e: DragEvent): boolean => !!e.dataTransfer?.types.includes('Files');
  document.addEventListener('dragenter', (e) => brings(e) && mark(inside + 1));
  document.addEventListener('dragleave', (e) => brings(e) && mark(inside - 1));
  document.addEventListener('dragover', (e) => brings(e) && e.preventDefault());
  document.addEventListener('drop', (e) => {
    if (!brings(e)) return;
    e.preventDefault();
    mark(0);
    begin(fromDrop(e.dataTransfer!));
    if (!location.hash.startsWith('#/import')) location.hash = address('import');
  });
}

class ImportView {
  readonly el = h('main', { class: 'import' });
  private readonly state = h('section', { class: 'panel', 'aria-label': t('progress') });
  private readonly status = h('p', { class: 'state', role: 'status' });
  private readonly bar = h('progress', { max: 1, 'aria-label': t('progress') });
  private readonly figures = h('dl', { class: 'tallies' });
  private readonly stop = h('button', { type: 'button', id: 'stop', onclick: () => void stopImport() }, t('stop'));
  private readonly links = h('p', { class: 'row' });
  private readonly problems = h('section', { class: 'panel', 'aria-labelledby': 'problems' });
  private list: EndlessList<Problem> | undefined;

  constructor() {
    replace(this.state, h('h2', {}, t('progress')), this.status, this.bar, this.figures, h('p', { class: 'row' }, this.stop), this.links);
    replace(this.el, h('h1', { class: 'hidden' }, t('title')), h('div', { class: 'left' }, this.place()), h('div', { class: 'right' }, this.state, this.problems));
    watchJob(() => this.show());
    this.show();
  }

  destroy(): void {
    watchJob(() => {});
    this.list?.destroy();
  }

  private place(): HTMLElement {
    const limits = site.import!;
    const input = (id: string, folder: boolean): HTMLInputElement => {
      const el: HTMLInputElement = h('input', { type: 'file', id, class: 'hidden', tabindex: -1, multiple: true, webkitdirectory: folder, 'aria-label': t(folder ? 'folder' : 'choose'), onchange: () => {
        begin(Promise.resolve(fromInput(el.files)));
        el.value = ''; // the same may be chosen again
      } });
      return el;
    };
    const [files, folder] = [input('files', false), input('folder', true)];
    const label = h('input', { type: 'text', id: 'tag', value: tag, maxlength: 60, 'aria-describedby': 'tag-tip', oninput: () => void (tag = label.value) });
    return h('section', { class: 'panel drop-place' },
      h('p', { class: 'drop-words' }, t('drop')),
      h('p', { class: 'row' }, h('button', { type: 'button', class: 'main', id: 'choose-files', onclick: () => files.click() }, t('choose')),
        h('button', { type: 'button', id: 'choose-folder', onclick: () => folder.click() }, t('folder'))), files, folder,
      h('div', { class: 'form' }, this.database(), h('label', { for: 'tag' }, t('tag')), h('div', {}, label, h('p', { class: 'tips', id: 'tag-tip' }, t('tagTip')))),
      h('p', { class: 'tips' }, t('formats', sizeText(limits.file), sizeText(limits.total))));
  }

  private database(): HTMLElement[] {
    if (site.databases.length < 2) return [];
    const select = h('select', { id: 'into', onchange: () => void (db = select.value) }, site.databases.map((name) => h('option', { value: name, selected: name === db }, name)));
    return [h('label', { for: 'into' }, t('into')), select];
  }

  /* --- How it goes ------------------------------------------------------------------------------ */

  private show(): void {
    const now = job;
    this.el.dataset.phase = now?.phase ?? '';
    const running = isRunning();
    const text = this.statusText();
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle('error', now?.phase === 'failed');
    this.stop.hidden = !running || now!.phase === 'writing';
    this.bar.hidden = !running;
    if (running && now!.sent && now!.phase !== 'writing') this.bar.value = now!.sent / now!.total;
    else this.bar.removeAttribute('value');
    this.showFigures();
    if (running) replace(this.links);
    else if (now) this.showEnd(now.summary);
  }

  private statusText(): string {
    if (!job) return t('nothing');
    if (job.phase === 'failed') return t('failed', job.error ?? '');
    if (job.phase === 'done') return job.summary!.cancelled ? t('stopped') : t('done');
    return t(job.phase, sizeText(job.total));
  }

  private showFigures(): void {
    const c = job?.summary ?? job?.counts;
    const end = job?.summary;
    const rows: [string, number, boolean][] = c ? [
      [t('files'), c.files, true], [t('games'), c.games, true], [t('added'), c.added, true], [t('duplicates'), c.duplicates, true], [t('rejected'), c.rejected, true],
      [t('partial'), end?.partial ?? 0, false], [t('conflicts'), end?.conflicts ?? 0, false], [t('rate'), !end && c.seconds > 0 ? Math.round(c.games / c.seconds) : 0, false],
    ] : [];
    replace(this.figures, rows.filter(([, n, always]) => always || n > 0).map(([name, n]) => h('div', {}, h('dt', {}, name), h('dd', { class: 'number' }, count(n)))));
  }

  private showEnd(summary: Summary | undefined): void {
    replace(this.links, summary?.first !== undefined && h('a', { class: 'button', id: 'first', href: address('game', [summary.db, summary.first]) }, t('first')),
      summary && h('a', { class: 'button', href: address('search') }, t('search')));
    if (summary) this.showProblems(summary);
    else replace(this.problems);
  }

  /* --- What could not be read -------------------------------------------------------------------- */

  private showProblems(summary: Summary): void {
    const all = job!.problems;
    this.list?.destroy();
    const page = (from: number): { items: Problem[]; more: boolean } => ({ items: all.slice(from, from + PROBLEMS_PAGE), more: all.length > from + PROBLEMS_PAGE });
    this.list = new EndlessList('problems', page(0), (p) => this.row(p), (n) => Promise.resolve(page(n)));
    replace(this.problems, h('h2', { id: 'problems' }, `${t('problems')}: ${count(summary.problems)}`),
      summary.problems === 0 ? h('p', { class: 'tips' }, t('noProblems')) : [
        h('p', {}, h('button', { type: 'button', id: 'save-problems', onclick: () => download('kifu-import.jsonl', all.map((p) => JSON.stringify(p)).join('\n') + '\n') }, t('save'))),
        this.list.el, summary.problems > summary.listed && h('p', { class: 'tips' }, t('unlisted', count(summary.problems - summary.listed)))]);
  }

  private row(p: Problem): HTMLElement {
    return h('li', {}, h('strong', {}, p.file || t('wholeUpload')), p.line !== undefined && h('small', {}, ` ${t('line', p.line, p.byte ?? 0)}`),
      h('p', {}, h('span', { class: `severity ${p.severity}` }, t(`s_${p.severity}` as 's_note') || p.severity), ` ${p.message}`));
  }
}

export const importArea: Mount = (el) => {
  const view = new ImportView();
  replace(el, view.el);
  return () => view.destroy();
};
