/* empty_database.ts: what a database without games shows: how records get in, and sample games to try. */
import { address } from './address';
import { ask, messageOf } from './api';
import { announce, h } from './dom';
import { count, texts } from './i18n';
import { loadSite, site } from './site';

const t = texts({
  title: 'No games yet', drop: 'Drop records here: files, folders or archives.', choose: 'Choose files…', try: 'Try {0} sample games', or: 'or',
  tip: 'Sample games are invented by the program. They have the tag “sample”, and can be removed by it later.',
  making: 'Making sample games…', made: '{0} sample games', closed: 'This server adds no records. Use kifu import, or kifu open.',
}, {
  title: 'まだ棋譜がありません', drop: '棋譜（ファイル、フォルダ、書庫）をここへドロップしてください。', choose: 'ファイルを選ぶ…', try: '見本の棋譜 {0} 局で試す', or: 'または',
  tip: '見本の棋譜はプログラムが作ったものです。「sample」のタグが付くので、あとでまとめて取り除けます。',
  making: '見本の棋譜を作っています…', made: '見本の棋譜 {0} 局', closed: 'このサーバーは棋譜を追加しません。kifu import か kifu open を使ってください。',
});

/* filled: there are games now. */
export function emptyDatabase(filled: () => void): HTMLElement {
  const state = h('p', { class: 'tips', role: 'status' });
  const samples = site.import?.samples ?? 0;
  const button = h('button', { type: 'button', id: 'samples', hidden: samples === 0, onclick: async () => {
    button.disabled = true;
    state.classList.remove('error');
    state.textContent = t('making');
    try {
      const answer = await ask<{ added: number }>('samples', { db: site.databases[0] });
      await loadSite();
      announce(t('made', count(answer.added)));
      filled();
    } catch (e) {
      state.classList.add('error');
      state.textContent = messageOf(e);
      button.disabled = false;
    }
  } }, t('try', count(samples)));
  if (!site.import) return h('div', { class: 'drop-place' }, h('h2', {}, t('title')), h('p', {}, t('closed')));
  return h('div', { class: 'drop-place', id: 'empty' }, h('h2', {}, t('title')), h('p', { class: 'drop-words' }, t('drop')),
    h('p', { class: 'row' }, h('a', { class: 'button', href: address('import') }, t('choose')), samples > 0 && h('span', {}, t('or')), button),
    samples > 0 && h('p', { class: 'tips' }, t('tip')), state);
}
