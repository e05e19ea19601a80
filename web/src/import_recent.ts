/* import_recent.ts: imports of before, as the databases remember them, each with a way to take it back. */
import { ask } from './api';
import { h, replace } from './dom';
import { count, lang, texts } from './i18n';
import { backButton, nameOfFile } from './import_report';
import { site } from './site';

const t = texts({
  title: 'Recent imports', when: 'when', what: 'what', games: 'games', new: 'new', twice: 'twice', problems: 'problems', label: 'label', and: '{0} and {1} more', inPart: '{0} + {1} in part', onlyPart: '{0} in part',
  back: 'Take back', backOne: 'Take back {0}', gone: 'taken back', more: 'Show all', in: 'in {0}', act: 'undo',
}, {
  title: '最近の取り込み', when: '日時', what: '内容', games: '局数', new: '新規', twice: '重複', problems: '問題', label: 'ラベル', and: '{0} ほか {1} 件', inPart: '{0}、途中まで {1}', onlyPart: '途中まで {0}',
  back: '取り消す', backOne: '{0} を取り消す', gone: '取り消し済み', more: 'すべて表示', in: '{0}', act: '取り消し',
});

interface Entry {
  db: string; import: number; time: number; what: string; sent: number; files: number; games: number; added: number; duplicates: number; partial: number; rejected: number;
  tags: string[]; first?: number; last?: number; taken_back: number | null;
}

const FEW = 6;

function whenText(time: number): string {
  const at = new Date(1000 * time), now = new Date();
  return at.toLocaleString(lang === 'ja' ? 'ja-JP' : 'en-GB', {
    day: 'numeric', month: lang === 'ja' ? 'long' : 'short', year: at.getFullYear() === now.getFullYear() ? undefined : 'numeric', hour: '2-digit', minute: '2-digit', hour12: false,
  });
}

const problemsText = (e: Entry): string =>
  e.rejected && e.partial ? t('inPart', count(e.rejected), count(e.partial)) : e.partial ? t('onlyPart', count(e.partial)) : e.rejected ? count(e.rejected) : '–';

function row(e: Entry, newest: boolean, changed: () => void): HTMLElement {
  const name = e.sent > 1 && !e.what.endsWith('/') ? t('and', nameOfFile(e.what), count(e.sent - 1)) : nameOfFile(e.what);
  const undo = e.taken_back !== null ? h('span', { class: 'faint' }, t('gone')) : site.import && e.added > 0 && backButton(e.db, e.import, e.added, t('back'), changed);
  return h('tr', { class: e.taken_back !== null && 'taken' }, h('td', { class: 'soft import-when' }, whenText(e.time)),
    h('td', { class: 'import-what' }, h(newest ? 'b' : 'span', {}, name), site.all.length > 1 && h('small', {}, ` ${t('in', e.db)}`)),
    h('td', { class: 'num wide' }, count(e.games)), h('td', { class: 'num', 'data-label': t('new') }, count(e.added)), h('td', { class: 'num', 'data-label': t('twice') }, count(e.duplicates)),
    h('td', { class: 'soft wide' }, problemsText(e)), h('td', { class: 'soft import-label' }, e.tags.join(', ') || '–'), h('td', { class: 'act' }, undo));
}

/* Filled when the server has answered; again(): there may be another one. */
export class RecentImports {
  readonly el = h('section', { class: 'recent', 'aria-labelledby': 'recent-title' });
  private all = false;

  constructor(private readonly changed: () => void) {
    void this.again();
  }

  async again(): Promise<void> {
    const asked = await Promise.all(site.all.map((d) => ask<{ imports: Entry[] }>('imports', { limit: 100, db: d.name }).catch(() => ({ imports: [] }))));
    const imports = asked.flatMap((a) => a.imports);
    const sorted = imports.sort((a, b) => b.time - a.time || b.import - a.import), shown = this.all ? sorted : sorted.slice(0, FEW);
    const head = (key: 'when' | 'what' | 'games' | 'new' | 'twice' | 'problems' | 'label', look = ''): HTMLElement => h('th', { scope: 'col', class: look }, t(key));
    replace(this.el, sorted.length > 0 && [h('div', { class: 'h2' }, h('h2', { id: 'recent-title' }, t('title'))),
      h('table', { class: 'imports' }, h('thead', {}, h('tr', {}, head('when'), head('what'), head('games', 'num wide'), head('new', 'num'), head('twice', 'num'), head('problems', 'wide'), head('label', 'import-label'), h('th', { scope: 'col' }, h('span', { class: 'hidden' }, t('act'))))),
        h('tbody', {}, shown.map((e, i) => row(e, i === 0, this.changed)))),
      ...(sorted.length > shown.length ? [h('button', { type: 'button', class: 'link', onclick: () => {
        this.all = true;
        void this.again();
      } }, t('more'))] : [])]);
  }
}
