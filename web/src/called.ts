/* called.ts: players in lists of games, in the reader's script where the database knows them by it. */
import { h } from './dom';
import { lang } from './i18n';

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/;

/* Whether a name may be another one for this reader; without one it stays. */
const isForeign = (name: string): boolean => !!name && JAPANESE.test(name) !== (lang === 'ja');

/* A place with the name of a record, which becomes the one that the reader knows; the record's is told when it is pointed at.
 * always: the database's own word for a person may be one of several in one script. */
export function calledPlayer(name: string, shown = name, tag: 'span' | 'b' = 'span', look = '', always = false): HTMLElement {
  const el = h(tag, { class: look || undefined }, shown);
  if (always || isForeign(name)) void import('./more_people').then(({ callPlayers }) => callPlayers()).then((call) => {
    const called = call(name);
    if (called === name) return;
    el.textContent = called;
    el.title = name;
  }, () => {}); // names stay as they are
  return el;
}
