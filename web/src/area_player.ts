/* area_player.ts: one player: openings and castles as either colour with scores, opponents, years, lengths of games and
 * favourite sequences (/api/profile).  Every row leads to its games.  Without a name: the players with most games. */
import { address, playerAddress, searchAddress, showAddress } from './address';
import { ask, Asking, events, messageOf, type SideScore } from './api';
import type { Mount } from './areas';
import { Completion } from './complete';
import { announce, h, replace } from './dom';
import { count, gamesText, nameOf, sideMark, sideName, texts } from './i18n';
import { movesInWords, progressWords } from './long_answer';
import { quoted } from './suggest';
import { outcomeBar, rateWords } from './verdict';

const t = texts({
  title: 'Players', player: 'Player', find: 'A name, in any spelling', won: 'won {0}', few: 'won {0}', years: 'Years', noYear: 'without a year', openings: 'Openings', castles: 'Castles', shapes: 'Shapes', opponents: 'Opponents',
  sequences: 'Favourite sequences', lengths: 'Lengths of games', name: 'Name', games: 'Games', score: 'Score', asBlack: 'As {0}', spellings: 'Spellings', persons: 'Several players have such a name:',
  nobody: 'No game has a player of this name.', search: 'Search these games', compare: 'Compare', as: 'as {0} {1}', length: '{0} to {1} moves, half of them {2} or fewer; won games {3}, lost games {4} (medians)',
  most: 'Players with most games', bar: '{0}: won {1}, drew {2}, lost {3}', more: 'Show all {0}', working: 'Counting',
}, {
  title: '対局者', player: '対局者', find: '名前（漢字・かな・ローマ字）', won: '勝率 {0}', few: '{0}', years: '年ごと', noYear: '年不明', openings: '戦法', castles: '囲い', shapes: '形', opponents: '対戦相手',
  sequences: 'よく現れる手順', lengths: '手数', name: '名前', games: '対局', score: '勝率', asBlack: '{0}番', spellings: '表記', persons: 'この名前の対局者は複数います:',
  nobody: 'この名前の対局者はいません。', search: 'これらの対局を検索', compare: '比較する', as: '{0}番 {1}', length: '{0} ～ {1} 手、中央値 {2} 手（勝局 {3} 手、敗局 {4} 手）',
  most: '対局数の多い対局者', bar: '{0}: {1} 勝 {2} 分 {3} 敗', more: '全 {0} 件を表示', working: '集計中',
});

interface Part { games: number; player: SideScore; black?: SideScore; white?: SideScore }
interface NamePart extends Part { name: string; group: string; titles: string[]; query: string }
interface Profile extends Part {
  name: string; query: string; from?: number; to?: number; black: SideScore; white: SideScore;
  spellings: { name: string; games: number }[]; persons: { name: string; games: number }[];
  openings: NamePart[]; castles: NamePart[]; shapes: NamePart[];
  opponents: (Part & { name: string })[]; years: (Part & { year: number })[];
  lengths: { games: number; least: number; most: number; median: number; won: { median: number }; lost: { median: number } };
  sequences: (Part & { moves: string[]; query: string })[];
}

const SHOWN = 10, FEW = 5, LISTED = 60;
const known = (s: SideScore | undefined): number => (s ? s.wins + s.losses + s.draws : 0);

/* "42 % [28–58]", with a bar; counts where games are few. */
function scoreCell(score: SideScore | undefined, label: string, href?: string): HTMLElement {
  const n = known(score) + (score?.unknown ?? 0) + (score?.both ?? 0);
  if (!score || n === 0) return h('td', { class: 'score-cell' }, '–');
  const { rate, interval } = rateWords(score, FEW);
  const games = h('span', { class: 'number' }, count(n));
  return h('td', { class: 'score-cell' }, href ? h('a', { href }, games) : games,
    known(score) >= FEW && outcomeBar(score, t('bar', label, count(score.wins), count(score.draws), count(score.losses))),
    ' ', known(score) > 0 && (known(score) >= FEW ? h('b', {}, rate) : h('small', {}, t('few', rate))), h('small', {}, interval));
}

/* The first rows; the others on demand. */
function table(id: string, title: string, head: string[], rows: HTMLTableRowElement[]): HTMLElement | false {
  if (rows.length === 0) return false;
  rows.forEach((row, i) => void (row.hidden = i >= SHOWN));
  const more = rows.length > SHOWN && h('button', { type: 'button', class: 'more', onclick: (e: Event) => {
    for (const row of rows) row.hidden = false;
    rows[SHOWN].querySelector('a')?.focus();
    (e.target as HTMLElement).remove();
  } }, t('more', count(rows.length)));
  return h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id }, title),
    h('table', { class: 'profile-table' }, h('thead', {}, h('tr', {}, head.map((text) => h('th', { scope: 'col' }, text)))), h('tbody', {}, rows)), more);
}

class PlayerView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly field: HTMLInputElement;
  private readonly completion: Completion;
  private readonly status = h('p', { class: 'hint', role: 'status' });
  private readonly place = h('div', { class: 'profile' });

  constructor(private name: string) {
    this.field = h('input', { type: 'search', id: 'player', value: name.replace(/^=/, ''), spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: t('find'), onkeydown: (e: KeyboardEvent) => {
      if (e.key === 'Enter' && !e.isComposing) this.open(this.field.value);
    } });
    this.completion = new Completion(this.field, (chosen) => this.open(chosen.name), ['player']);
    this.el = h('main', { class: 'player' }, h('h1', { class: 'hidden' }, t('title')),
      h('div', { class: 'row find' }, h('label', { for: 'player' }, t('player')), this.completion.el), this.status, this.place);
    void this.run();
  }

  destroy(): void {
    this.completion.close();
    this.asking.end();
  }

  private open(name: string): void {
    this.name = name.trim();
    showAddress(playerAddress(this.name), true);
    void this.run();
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin();
    delete this.el.dataset.answered;
    replace(this.place);
    try {
      if (this.name) {
        this.status.textContent = `${t('working')}…`;
        await events('profile', { player: this.name, top: 200 }, (name, data) => {
          if (name === 'progress') this.status.textContent = progressWords(t('working'), data);
          if (name === 'profile') this.show(data as Profile);
        }, signal);
      } else await this.list(signal);
      this.el.dataset.answered = this.name;
    } catch (e) {
      if (!signal.aborted) replace(this.status, h('span', { class: 'mistake', role: 'alert' }, messageOf(e)));
    }
  }

  private async list(signal: AbortSignal): Promise<void> {
    const { players } = await ask<{ players: { name: string; games: number; from?: number; to?: number }[] }>('players', { limit: LISTED }, signal);
    this.status.textContent = '';
    replace(this.place, h('section', { class: 'panel' }, h('h2', {}, t('most')), h('ul', { class: 'player-list' }, players.map((p) =>
      h('li', {}, h('a', { href: playerAddress(p.name) }, p.name), h('small', { class: 'number' }, ` ${gamesText(p.games)}${p.from ? ` · ${years(p)}` : ''}`))))));
  }

  private show(p: Profile): void {
    document.title = `${p.name} · Kifu`;
    this.status.textContent = p.games === 0 ? t('nobody') : '';
    announce(p.games === 0 ? t('nobody') : `${p.name}, ${gamesText(p.games)}`);
    if (p.games === 0) return;
    const { rate, interval } = rateWords(p.player);
    const side = (color: 's' | 'g', score: SideScore): (Node | string)[] => {
      const words = rateWords(score);
      return [`${sideMark(color)} ${t('as', sideName(color), '')}`, h('b', {}, words.rate), h('span', { class: 'interval-words' }, words.interval)];
    };
    const several = p.persons.length > 1;
    replace(this.place,
      h('header', { class: 'details' }, h('h2', { class: 'name' }, p.name),
        several && h('p', { class: 'row' }, t('persons'), p.persons.slice(0, 12).map((x) => h('a', { class: 'button', href: playerAddress(x.name) }, `${x.name} ${count(x.games)}`))),
        h('p', { class: 'headline' }, h('strong', {}, gamesText(p.games)), p.from ? ` · ${years(p)}` : '', known(p.player) > 0 && [' · ', ...won(rate, interval)]),
        known(p.player) > 0 && outcomeBar(p.player, t('bar', p.name, count(p.player.wins), count(p.player.draws), count(p.player.losses))),
        h('p', { class: 'row' }, known(p.black) > 0 && h('span', {}, side('s', p.black)), known(p.white) > 0 && h('span', {}, side('g', p.white))),
        !several && p.spellings.length > 1 && h('p', { class: 'tips' }, `${t('spellings')}: ${p.spellings.map((s) => `${s.name} ${count(s.games)}`).join(' · ')}`),
        h('p', { class: 'row' }, h('a', { class: 'button', href: searchAddress(p.query) }, t('search')), h('a', { class: 'button', href: address('compare', [], { a: p.query }) }, t('compare')))),
      h('div', { class: 'profile-parts' },
        this.names('openings', p, p.openings), this.names('castles', p, p.castles), this.names('shapes', p, p.shapes),
        table('opponents', t('opponents'), [t('name'), t('score')], p.opponents.map((x) => h('tr', {}, h('th', { scope: 'row' }, h('a', { href: playerAddress(x.name) }, x.name)),
          scoreCell(x.player, x.name, searchAddress(`${p.query} player:${quoted(x.name)}`))))),
        table('years', t('years'), [t('years'), t('score')], [...p.years].sort((a, b) => b.year - a.year).map((y) => h('tr', {}, h('th', { scope: 'row' }, y.year
          ? h('a', { href: searchAddress(`${p.query} date:${y.year}`) }, String(y.year)) : t('noYear')), scoreCell(y.player, String(y.year))))),
        p.sequences.length > 0 && table('sequences', t('sequences'), [t('sequences'), t('score')], p.sequences.map((s) => h('tr', {},
          h('th', { scope: 'row' }, h('a', { href: searchAddress(`${s.query} ${p.query}`) }, movesInWords(s.moves))), scoreCell(s.player, s.moves.join(' '))))),
        p.lengths.games > 0 && h('section', { class: 'panel' }, h('h2', {}, t('lengths')), h('p', {}, t('length', p.lengths.least, p.lengths.most, p.lengths.median, p.lengths.won.median, p.lengths.lost.median)))));
  }

  /* A name counts if it is the player's own, as the links say, too. */
  private names(id: 'openings' | 'castles' | 'shapes', p: Profile, parts: NamePart[]): HTMLElement | false {
    const who = p.query.replace(/^player:/, '');
    const find = (color: 's' | 'g', word: string): string => searchAddress(`${color === 's' ? 'black' : 'white'}:${who} ${color === 's' ? 'black' : 'white'}.${word}`);
    return table(id, t(id), [t('name'), t('asBlack', sideName('s')), t('asBlack', sideName('g'))], parts.map((part) => {
      const label = nameOf({ name: part.name, labels: part.titles });
      const word = `${part.group}:${part.name}`;
      return h('tr', {}, h('th', { scope: 'row' }, h('a', { href: searchAddress(`either(black:${who} black.${word})`) }, label)),
        scoreCell(part.black, `${label}, ${sideName('s')}`, find('s', word)), scoreCell(part.white, `${label}, ${sideName('g')}`, find('g', word)));
    }));
  }
}

const years = (p: { from?: number; to?: number }): string => (p.from === p.to ? String(p.from) : `${p.from}–${p.to}`);

function won(rate: string, interval: string): (Node | string)[] {
  const [before, after] = t(interval ? 'won' : 'few', '\n').split('\n'); // of few games there are counts
  return [before, h('b', {}, rate), h('span', { class: 'interval-words' }, interval), after ?? ''];
}

export const player: Mount = (el, { args }) => {
  const view = new PlayerView(args.get('name') ?? '');
  replace(el, view.el);
  return () => view.destroy();
};
