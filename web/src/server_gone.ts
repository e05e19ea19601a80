/* server_gone.ts: a line under the bar while the server does not answer: from when what is shown is; it is asked again by
 * itself. */
import { ask, watchServer } from './api';
import { h, replace } from './dom';
import { lang, t as common, texts } from './i18n';

const t = texts({ gone: 'No answer from kifu serve.', since: 'What you see is from {0}.' }, { gone: 'kifu serve の応答がありません。', since: '表示は {0} のものです。' });

/* What is told to the document then. */
export const SERVER_BACK = 'server-back';

const AGAIN = [2, 5, 15]; // seconds; the last one from then on

/* back: the server answers again. */
export function goneStrip(back: () => void): HTMLElement {
  const words = h('span', {}), strip = h('div', { class: 'gone', role: 'alert', hidden: true }, words, h('button', { type: 'button', class: 'btn small', onclick: () => void again() }, common('retry')));
  let answered = new Date(), tries = 0, timer = 0;
  const again = async (): Promise<void> => {
    clearTimeout(timer);
    await ask('info').catch(() => {}); // watchServer() is told how it went
  };
  watchServer((there) => {
    clearTimeout(timer);
    if (there) {
      answered = new Date();
      tries = 0;
      if (strip.hidden) return;
      strip.hidden = true;
      return back();
    }
    strip.hidden = false;
    replace(words, h('b', {}, t('gone')), ' ', t('since', answered.toLocaleTimeString(lang === 'ja' ? 'ja-JP' : 'en-GB', { hour: '2-digit', minute: '2-digit' })));
    timer = window.setTimeout(() => void again(), 1000 * AGAIN[Math.min(tries++, AGAIN.length - 1)]);
  });
  return strip;
}
