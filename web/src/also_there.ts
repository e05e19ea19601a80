/* also_there.ts: what else the games of an answer have: openings, castles, shapes, players, events, results.  A click adds it. */
import { playerAddress } from './address';
import { ApiError, ask } from './api';
import { armyWon } from './board_chatur';
import { calledPlayer } from './called';
import { h, replace } from './dom';
import { labelsOf } from './labels';
import { type FacetsAnswer, type NameFacets } from './when_chart';
import { count, percent, resultText, texts } from './i18n';
import { meter } from './parts';
import { splitWords } from './setup';
import { site } from './site';
import { quoted } from './suggest';
import { titleOfName } from './unit_words';

const t = texts({
  also: 'Also there', adds: 'click adds', castle: 'Castle', opening: 'Opening', shape: 'Shape', joseki: 'Joseki', event: 'Event', tag: 'Label', result: 'Result', names: 'Name', player: 'Player', wonGames: 'won / games',
  unknown: 'unknown', of: '{0}: {1} games ({2} %)', more: '{0} more', sameGame: 'in the same game', profile: 'Profile of {0}', won: '{0} of {1} won',
}, {
  also: 'ほかにも', adds: '押すと加わる', castle: '囲い', opening: '戦法', shape: '形', joseki: '定石', event: '棋戦', tag: 'ラベル', result: '結果', names: '名前', player: '対局者', wonGames: '勝 / 局',
  unknown: '不明', of: '{0}: {1} 局（{2} %）', more: 'ほか {0}', sameGame: '同じ対局の中で', profile: '{0}の成績', won: '{1} 局中 {0} 勝',
});

/* ever: the word holds somewhere in the same game, not at the plies of the query. */
interface Row { label: string; games: number; wins?: number; word: string; ever?: boolean; link?: string }

const SHOWN = 5, MOST = 20;
const ORDER = ['opening', 'castle', 'joseki', 'shape'];

export class AlsoThere {
  readonly el = h('section', { class: 'also facets', 'aria-labelledby': 'also-title' });
  private readonly groups = h('div', { class: 'facet-groups' });

  constructor(private readonly add: (word: string, ever: boolean) => void) {}

  clear(): void {
    replace(this.el);
  }

  /* found: the figures of these games; names and events come by and by. */
  async run(query: string, found: FacetsAnswer, signal: AbortSignal): Promise<void> {
    const chatur = site.game === 'chaturanga', letters = site.game === 'shogi' ? { b: 's', w: 'g' } as Record<string, string> : {};
    const blocks = new Map<string, HTMLElement | false>();
    const show = (): void => replace(this.groups, [...ORDER, ...[...blocks.keys()].filter((k) => !ORDER.includes(k))].map((k) => blocks.get(k) ?? false));
    const players = found.players.slice(0, MOST).map((p): Row => ({ label: p.name, games: p.games, wins: p.wins, word: `player:${quoted(p.name)}`, link: chatur ? undefined : playerAddress(p.name) }));
    const results = found.results.filter((r) => r.games).map((r): Row => ({ label: (chatur ? armyWon : resultText)(r.result) || t('unknown'), games: r.games, word: `result:${letters[r.result] ?? r.result}` }));
    replace(this.el, h('div', { class: 'h2' }, h('h2', { id: 'also-title' }, t('also')), h('span', { class: 'end t1 faint' }, t('adds'))), this.groups);
    for (const kind of ORDER) blocks.set(kind, false);
    blocks.set('player', this.group(t('player'), players, found.games));
    blocks.set('event', false);
    blocks.set('result', this.group(t('result'), results, found.games));
    show();
    for await (const [kind, rows] of this.namesOf(query, signal)) {
      if (signal.aborted) return;
      blocks.set(kind, this.group(t(kind as 'castle') || t('names'), rows, found.games));
      show();
    }
    const labels = await labelsOf(query, SHOWN, signal);
    if (signal.aborted || labels.length === 0) return;
    blocks.set('tag', this.group(t('tag'), labels.map(({ tag, games, query: word }) => ({ label: tag, games, word })), found.games));
    show();
  }

  /* Castles, openings and whatever names there are in the same game; then events.  A server of several processes only knows
   * those at the same time. */
  private async *namesOf(query: string, signal: AbortSignal): AsyncGenerator<[string, Row[]]> {
    const kinds = [...new Set(site.names.map((n) => n.group).filter(Boolean)), 'event'];
    const title = (kind: string, name: string, labels: string[]): string => titleOfName(site.names.find((n) => n.group === kind && n.name === name) ?? { group: kind, name, labels, query: '' });
    try {
      for (const kind of site.game === 'chaturanga' ? [] : kinds) {
        const { by = [] } = await ask<FacetsAnswer>('facets', { query, by: kind, limit: MOST }, signal);
        yield [kind, by.filter((row) => row.games && row.group && !splitWords(query).includes(`${kind}:${row.group}`) && !query.includes(`.${kind}:${row.group}`)).map((row) => ({
          label: kind === 'event' ? row.label : title(kind, row.group, [row.label]), games: row.games, word: kind === 'event' ? `event:=${quoted(row.group)}` : `${kind}:${row.group}`, ever: kind !== 'event',
        }))];
      }
    } catch (e) {
      if (!(e instanceof ApiError) || e.code === 'offline') throw e;
      const { names } = await ask<NameFacets>('facets/names', { query }, signal);
      for (const kind of kinds) yield [kind, names.filter((n) => n.group === kind).map((n) => ({ label: title(kind, n.name, n.labels), games: n.games, word: n.word }))];
    }
  }

  private group(title: string, rows: Row[], all: number): HTMLElement | false {
    if (rows.length === 0) return false;
    const most = Math.max(...rows.map((r) => r.games));
    const items = rows.map((r, i) => h('li', { hidden: i >= SHOWN, class: r.link ? 'linked' : '' }, this.row(r, all, most),
      r.link !== undefined && h('a', { href: r.link, 'aria-label': t('profile', r.label), title: t('profile', r.label) }, '›')));
    const more = rows.length > SHOWN && h('button', { type: 'button', class: 'btn bare small', onclick: (e: Event) => {
      for (const item of items) item.hidden = false;
      items[SHOWN].querySelector('button')?.focus();
      (e.currentTarget as HTMLElement).remove();
    } }, t('more', count(rows.length - SHOWN)));
    return h('div', { class: 'facet' }, h('h3', { title: rows[0].ever ? t('sameGame') : undefined }, title, rows[0].wins !== undefined && h('span', {}, t('wonGames'))), h('ul', {}, items), more);
  }

  private row(r: Row, all: number, most: number): HTMLElement {
    const figures = r.wins === undefined ? [meter(r.games / most, true), h('span', { class: 'number' }, count(r.games))]
      : [h('span', { class: 'number', title: t('won', count(r.wins), count(r.games)) }, `${count(r.wins)} / ${count(r.games)}`)];
    return h('button', { type: 'button', 'data-word': r.word, title: t('of', r.label, count(r.games), percent(r.games / all)), onclick: () => this.add(r.word, !!r.ever) }, r.wins === undefined ? h('span', { class: 'label' }, r.label) : calledPlayer(r.label, r.label, 'span', 'label', site.game === 'shogi'), figures);
  }
}
