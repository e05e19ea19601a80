/* area_import.ts: records into a database: dropped on the page, chosen or pasted (import_form.ts); how far it is; what came of it
 * (import_report.ts), and imports of before (import_recent.ts).  Without any games it is where one begins (import_first.ts). */
import { address } from './address';
import type { Mount } from './areas';
import { announce, h, replace } from './dom';
import { fromDrop, type Named } from './files';
import { count, gamesText, texts } from './i18n';
import { importForm, order, showDatabases, sizeText } from './import_form';
import { firstStart } from './import_first';
import { ServedDatabases } from './import_here';
import { RecentImports } from './import_recent';
import { failedWords, ImportReport } from './import_report';
import { isRunning, job, objection, startImport, stopImport, watchJob, type Job } from './importing';
import { site } from './site';

const t = texts({
  report: 'What came in', here: ' are here', ready: 'Drop records anywhere on the page, and they come in.', none: 'No files found.', large: '“{0}” is too large: {1} at most.', total: 'Too much at once: {0} at most.', busy: 'An import is running. Wait until it ends.',
  collecting: 'Looking through the folders…', sending: 'Sending {0}…', reading: 'Reading…', soFar: '{0} so far…', writing: 'Writing to disk…', progress: 'This import', stop: 'Stop',
  rate: '{0} games a second', left: 'about {0} left', seconds: '{0} s', minutes: '{0} min', stopTip: 'What was read until then stays.', sofar: '{0} new, {1} there already, {2} refused',
}, {
  report: '取り込んだもの', here: 'あります', ready: '棋譜はこのページのどこへドロップしても取り込めます。', none: 'ファイルがありません。', large: '「{0}」は大きすぎます（{1} まで）。', total: '一度に取り込めるのは {0} までです。', busy: '取り込み中です。終わるまでお待ちください。',
  collecting: 'フォルダを調べています…', sending: '送っています（{0}）…', reading: '読んでいます…', soFar: '{0}まで読みました…', writing: 'ディスクに書いています…', progress: '取り込みの状況', stop: '中止',
  rate: '毎秒 {0} 局', left: '残り約 {0}', seconds: '{0} 秒', minutes: '{0} 分', stopTip: 'そこまでに読んだものは残ります。', sofar: '新規 {0}、既にあった {1}、読めない {2}',
});

function begin(files: Promise<Named[]> | Named[]): void {
  if (isRunning()) return announce(t('busy'));
  const limits = site.import!;
  void startImport(Promise.resolve(files), order(), (all) => objection(all, {
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

/* "about 40 s left", by what was read so far; nothing before that says much. */
function timeLeft(now: Job): string {
  const { counts, sent, total } = now;
  if (now.phase !== 'reading' || !counts || counts.seconds < 1 || sent <= 0) return '';
  const left = ((total - sent) / sent) * counts.seconds;
  return t('left', left < 90 ? t('seconds', Math.max(1, Math.round(left))) : t('minutes', Math.round(left / 60)));
}

class ImportView {
  readonly el = h('main', { class: 'import' });
  private readonly right = h('section', { class: 'import-report', 'aria-label': t('report') });
  private readonly state = h('div', { class: 'going' });
  private readonly title = h('h1', { class: 'title', role: 'status' });
  private readonly bar = h('progress', { max: 1, 'aria-label': t('progress') });
  private readonly figures = h('p', { class: 'soft number' });
  private readonly stop = h('button', { type: 'button', class: 'btn', id: 'stop', onclick: () => void stopImport() }, t('stop'));
  private readonly report = new ImportReport(() => this.build());
  private readonly recent: RecentImports;
  private readonly served = new ServedDatabases();
  private shown: Job | undefined; // whose end is on screen
  private seen = site; // what was served then
  private first = false;

  constructor() {
    this.recent = new RecentImports(() => this.build());
    replace(this.state, this.title, this.bar, this.figures, h('p', { class: 'row' }, this.stop, h('span', { class: 'tips' }, t('stopTip'))));
    watchJob(() => this.show());
    this.build();
  }

  destroy(): void {
    watchJob(() => {});
    this.report.destroy();
  }

  /* The databases may be others than before. */
  private build(): void {
    this.first = !job && site.all.every((d) => d.games === 0);
    this.shown = undefined;
    if (this.first) replace(this.el, firstStart(begin));
    else replace(this.el, importForm(begin), this.right);
    this.show();
    void this.recent.again();
    void this.served.again();
  }

  private show(): void {
    const now = job, running = isRunning();
    if (now && this.first) return this.build();
    this.el.dataset.phase = now?.phase ?? '';
    if (this.first) return;
    if (running) return this.showRunning(now!);
    showDatabases();
    if (now && now === this.shown && this.seen === site) return;
    const ended = !!now && this.shown?.phase !== now.phase;
    this.shown = now;
    this.seen = site;
    replace(this.right, !now ? this.idle() : now.summary ? this.report.el : failedWords(now.error ?? ''), this.recent.el, this.served.el);
    if (now?.summary) this.report.show(now);
    if (ended) {
      announce(this.right.querySelector('h1')?.textContent ?? '');
      void this.recent.again();
      void this.served.again();
    }
  }

  private idle(): HTMLElement {
    return h('div', {}, h('h1', { class: 'title' }, h('b', {}, gamesText(site.games)), t('here')), h('p', { class: 'soft' }, t('ready')));
  }

  /* --- How it goes ------------------------------------------------------------------------------ */

  private showRunning(now: Job): void {
    const c = now.counts;
    this.shown = undefined;
    if (this.state.parentElement !== this.right) replace(this.right, this.state, this.recent.el);
    const text = now.phase === 'reading' && c ? t('soFar', gamesText(c.games)) : t(now.phase as 'reading', sizeText(now.total));
    if (this.title.textContent !== text) this.title.textContent = text;
    this.stop.parentElement!.hidden = now.phase === 'writing';
    if (now.sent && now.phase !== 'writing') this.bar.value = now.sent / now.total;
    else this.bar.removeAttribute('value');
    this.figures.textContent = c ? [t('sofar', count(c.added), count(c.duplicates), count(c.rejected)), c.seconds > 0.5 && t('rate', count(Math.round(c.games / c.seconds))), timeLeft(now)].filter(Boolean).join(' · ') : '';
  }
}

export const importArea: Mount = (el) => {
  const view = new ImportView();
  replace(el, view.el);
  return () => view.destroy();
};
