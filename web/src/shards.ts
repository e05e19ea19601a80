/* shards.ts: a strip under the heading while answers are not whole: of the processes that search
 * (kifu-mpi serve) some did not answer in time. */
import { type Shards, watchShards } from './api';
import { h, replace } from './dom';
import { count, t as common, texts } from './i18n';

const t = texts({
  missing: 'Only {0} of {1} processes answered in time: {2} games were not searched, and figures are too small.',
}, {
  missing: '{1} プロセスのうち {0} だけが時間内に応答しました。{2} 局は検索されておらず、数字は実際より少なくなっています。',
});

/* What is shown at the same time comes from several answers: one that is not whole is enough. */
const latest = new Map<string, Shards | undefined>();

export function shardsStrip(again: () => void): HTMLElement {
  const strip = h('div', { class: 'shards', role: 'status', hidden: true });
  watchShards((path, shards) => {
    latest.set(path, shards);
    const worst = [...latest.values()].filter((s): s is Shards => !!s).sort((a, b) => b.games_missed - a.games_missed)[0];
    strip.hidden = !worst;
    replace(strip, worst && h('span', {}, t('missing', worst.answered, worst.of, count(worst.games_missed))),
      worst && h('button', { type: 'button', onclick: () => {
        latest.clear();
        again();
      } }, common('retry')));
  });
  return strip;
}
