/* area_player.ts: one player under all spellings: openings as either colour with scores, castles, opponents, years, how games
 * began, the newest games (/api/profile).  Without a name, or with one that several have: a list of players. */
import { address, playerAddress, searchAddress, showAddress } from './address';
import { ask, Asking, events, type Hit, type SearchAnswer, type SideScore } from './api';
import type { Leave, Mount, Params } from './areas';
import { Completion } from './complete';
import { announce, h, isTyping, replace } from './dom';
import { savingMenu } from './games_part';
import { count, gamesText, lang, sideName, texts } from './i18n';
import { LongAnswer, linkButton, type Progress } from './long_answer';
import { openingsViews } from './openings_bar';
import { icon, meter, scoreWords, sideSign, wdl } from './parts';
import { calledPerson, callPlayers, MOST, type People, type Person } from './player_people';
import { PlayerNames } from './player_names';
import { castles, newest, openings, opponents, sequences, shapes, years } from './player_parts';
import { calledBy, known, styleOf, type Profile } from './player_profile';
import { site } from './site';
import { quoted } from './suggest';

const t = texts({
  title: 'Players', another: 'Another player', find: 'A player, in any spelling', save: 'Save games', won: 'won {0}', wonSide: '{0}', barWon: 'won {0}', barLost: 'lost {0}', drawn: '{0} drawn', unknown: '{0} without a result', oneUnknown: 'one result unknown',
  as: 'As ', asAnd: ', as ', unresulted: 'no result known', search: 'Search their {0}', compare: 'Compare', nobody: 'No game has a player of this name', like: 'Names are found in any spelling, by their beginning or by a part.', all: 'All players',
  players: '{0} players', onePlayer: 'One player', most: 'Most games first. Spellings of one person are one player.', named: 'with “{0}” in a name', more: 'Show {0} more', rest: '{0} more: type the beginning of a name.', list: 'Players',
  chatur: 'Profiles are of shogi and Go', chaturWhy: 'Chaturanga has four armies, and no openings with names. A name leads to the player’s games.',
}, {
  title: '対局者', another: 'ほかの対局者', find: '対局者の名前（どの表記でも）', save: '棋譜を保存', won: '勝率 {0}', wonSide: '{0}', barWon: '{0} 勝', barLost: '{0} 敗', drawn: '{0} 引き分け', unknown: '結果不明 {0}', oneUnknown: '結果不明 1',
  as: '', asAnd: '、', unresulted: '結果不明', search: '{0}を検索', compare: '比較', nobody: 'この名前の対局者はいません', like: '名前はどの表記でも、最初や途中の文字で探せます。', all: '対局者の一覧',
  players: '対局者 {0} 人', onePlayer: '対局者 1 人', most: '対局の多い順。表記が違っても同じ人は一人です。', named: '名前に「{0}」を含む', more: 'ほか {0} 人を表示', rest: 'ほか {0} 人。名前の最初の文字を入れてください。', list: '対局者',
  chatur: '対局者の記録は将棋と囲碁だけ', chaturWhy: 'チャトランガは四軍で戦い、名前のある戦型がありません。名前からその人の対局に進めます。',
});

const LISTED = 60, NEWEST = 5, ROWS = 200, CORNERS = 12;
const HEADLINE = 10; // games for a rate in the headline

class PlayerView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly field: HTMLInputElement;
  private readonly completion: Completion;
  private readonly state: LongAnswer;
  private readonly tools = h('span', { class: 'row tools-of-player' });
  private readonly place = h('div', { class: 'profile' });
  private readonly names = new PlayerNames((name) => this.open(`==${name}`, false));
  private name = '';

  constructor(params: Params) {
    this.field = h('input', { type: 'search', id: 'player', 'aria-label': t('find'), spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', onkeydown: (e: KeyboardEvent) => {
      if (e.key === 'Enter' && !e.isComposing) this.open(this.field.value);
    } });
    this.completion = new Completion(this.field, (chosen) => this.open(chosen.name), ['player']);
    this.el = h('main', { class: 'player' }, h('div', { class: 'area-bar' }, site.game !== 'chaturanga' && openingsViews('player'), h('div', { class: 'find-player' }, icon('find'), this.completion.el), this.tools), this.place);
    this.state = new LongAnswer(this.el, () => this.asking.end(), () => void this.run());
    this.place.before(this.state.line);
    document.addEventListener('keydown', this.onKey);
    this.again(params);
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (e.key !== '/' || isTyping(e)) return;
    e.preventDefault();
    this.field.focus();
  };

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    this.completion.close();
    this.names.destroy();
    this.state.end();
    this.asking.end();
  }

  again({ args }: Params): void {
    this.name = args.get('name') ?? '';
    scrollTo(0, 0);
    void this.run();
  }

  /* step: "back" leads to where one was. */
  private open(name: string, step = true): void {
    this.name = name.trim();
    this.completion.close();
    showAddress(playerAddress(this.name), step);
    void this.run();
  }

  private async run(): Promise<void> {
    const { name } = this, signal = this.asking.begin();
    this.state.begin();
    try {
      if (!name || site.game === 'chaturanga') this.showPeople(await ask<People>('players', { name, limit: LISTED }, signal), name);
      else await this.look(name, signal);
      if (!signal.aborted) this.state.done(name);
    } catch (e) {
      if (!signal.aborted) this.state.failed(e, () => replace(this.place));
    }
  }

  /* A name as somebody is called; if nobody is, the beginning of one; if none begins so, a part. */
  private async look(name: string, signal: AbortSignal): Promise<void> {
    const exact = await this.profile(name.startsWith('=') ? name : `==${name}`, signal);
    if (exact.games > 0 && exact.persons.length < 2) return this.show(exact, signal);
    const plain = name.replace(/^=+/, ''), begun = await ask<People>('players', { name: plain, limit: LISTED }, signal);
    if (begun.total > 1) return this.showPeople(begun, plain);
    const found = begun.total === 1 ? await this.profile(`==${begun.players[0].name}`, signal) : await this.profile(plain, signal, false);
    if (found.games === 0 || found.persons.length > 1) return this.showPeople({ total: found.persons.length, players: found.persons }, plain);
    return this.show(begun.total === 1 ? found : await this.profile(`==${found.persons[0].name}`, signal), signal);
  }

  /* Shogi: games as they begin, which need no mining.  In too many games of Go sequences are not mined. */
  private async profile(player: string, signal: AbortSignal, corners = site.game === 'go'): Promise<Profile> {
    let got: Profile | undefined;
    const on = (name: string, data: Profile | Progress): void => {
      if (name === 'progress') this.state.progress(data as Progress);
      if (name === 'profile') got = data as Profile;
    };
    try {
      await events('profile', { player, top: ROWS, sequences: corners ? CORNERS : 0 }, on, signal);
    } catch (e) {
      if (!corners || (e as { code?: string }).code !== 'limit') throw e;
      return this.profile(player, signal, false);
    }
    return got!;
  }

  /* --- A player ------------------------------------------------------------------------------------ */

  private async show(p: Profile, signal: AbortSignal): Promise<void> {
    const { hits } = await ask<SearchAnswer>('search', { query: p.query, limit: NEWEST, sort: '-date' }, signal);
    const call = await callPlayers();
    if (!signal.aborted) this.draw(p, hits, call);
  }

  private draw(p: Profile, hits: Hit[], call: (name: string) => string): void {
    const { own, other } = calledBy(p.spellings, p.name), held = document.activeElement as HTMLElement | null;
    document.title = `${own} · Kifu`;
    this.field.value = '';
    this.field.placeholder = t('another');
    this.names.show(p, own);
    replace(this.tools, h('span', { class: 'grow' }), savingMenu(p.query, { words: [icon('out'), t('save')] }), linkButton());
    const title = h('h1', { class: 'title' }, h('b', {}, own), other && h('span', { lang: lang === 'ja' ? 'en' : 'ja' }, ` ${other}`), ' · ', gamesText(p.games), lang === 'ja' ? '、' : ', ', ...rated(p.player));
    const column = (...parts: (HTMLElement | false)[]): HTMLElement => h('div', { class: 'column' }, parts);
    replace(this.place,
      h('header', {}, h('div', { class: 'answer-of-player' }, title, h('p', { class: 'soft' }, styleOf(p), ' ', ...sides(p)),
        wdl(p.player, { height: 20, whisker: 11, words: [t('barWon', count(p.player.wins)), t('barLost', count(p.player.losses))] })), this.names.el),
      this.names.panel,
      h('div', { class: 'columns-of-player' }, column(openings(p), years(p)), column(castles(p), site.game === 'go' && shapes(p), sequences(p), site.game !== 'go' && shapes(p)), column(opponents(p, call), newest(p, hits, call),
        h('p', { class: 'row' }, h('a', { class: 'btn main', href: searchAddress(p.query) }, icon('find'), t('search', gamesText(p.games))), h('a', { class: 'btn', href: address('compare', [], { a: p.query }) }, icon('swap'), t('compare'))))));
    announce(title.textContent!);
    if (held?.isConnected) held.focus(); // what was moved has lost it
  }

  /* --- Players ------------------------------------------------------------------------------------- */

  /* Those with most games, or with a text in a name. */
  private showPeople({ total, players }: People, text: string): void {
    document.title = `${t('title')} · Kifu`;
    this.field.placeholder = t('find');
    this.field.value = text;
    replace(this.tools);
    const none = total === 0, chatur = site.game === 'chaturanga', most = Math.max(1, ...players.map((p) => p.games));
    const row = (p: Person): HTMLElement => {
      const { own, other } = calledPerson(p);
      return h('li', {}, h('a', { href: chatur ? searchAddress(`player:==${quoted(p.name)}`) : playerAddress(p.name) }, h('span', { class: 'cut' }, own, other && h('span', { class: 'other' }, other)),
        h('span', { class: 'num' }, count(p.games)), meter(p.games / most), h('span', { class: 't1 faint' }, yearsOf(p))));
    };
    const list = h('ul', { class: 'player-list' }, players.map(row)), left = Math.min(total, MOST) - players.length;
    const more = left > 0 && h('button', { type: 'button', class: 'btn more-players', onclick: () => void this.allPeople(text, list, more as HTMLElement, row, players.length) }, t('more', count(left)));
    const words = chatur ? t('chatur') : none ? t('nobody') : total === 1 ? t('onePlayer') : t('players', count(total));
    const title = h('h1', { class: 'title' }, h('b', {}, words), !!text && !none && !chatur && ` ${t('named', text)}`);
    replace(this.place, title, h('p', { class: 'soft' }, chatur ? t('chaturWhy') : none ? [t('like'), ' ', h('a', { href: address('player') }, t('all'))] : t('most')), list, more);
    announce(title.textContent!);
  }

  private async allPeople(name: string, list: HTMLElement, more: HTMLElement, row: (p: Person) => HTMLElement, from: number): Promise<void> {
    const { total, players } = await ask<People>('players', { name, limit: MOST });
    const rest = players.slice(from).map(row);
    list.append(...rest);
    more.replaceWith(...(total > players.length ? [h('p', { class: 'soft' }, t('rest', count(total - players.length)))] : []));
    rest[0]?.querySelector('a')?.focus();
  }
}

/* "won 57 % [49–64]"; counts below ten games. */
function rated(score: SideScore): (Node | string)[] {
  if (known(score) === 0) return [t('unresulted')];
  const { rate, interval } = scoreWords(score, HEADLINE), [before, after] = (known(score) < HEADLINE && lang === 'ja' ? '\n' : t('won', '\n')).split('\n');
  return [before, h('b', { class: 'rate' }, rate), after ?? '', interval && h('span', { class: 'ci' }, ` ${interval}`)].filter(Boolean);
}

/* "As Black 60 % [49–69], as White 54 % [43–64]; one result unknown." */
function sides(p: Profile): (Node | string)[] {
  const of = (color: 's' | 'g', score: SideScore, before: string): (Node | string)[] => {
    const { rate, interval } = scoreWords(score, HEADLINE);
    return known(score) ? [before, h('span', { class: 'rate' }, sideSign(color), h('span', { class: 'hidden' }, sideName(color)), ` ${[rate, interval].filter(Boolean).join(' ')}`)] : [];
  };
  const black = of('s', p.black, t('as')), white = of('g', p.white, black.length ? t('asAnd') : t('as'));
  const { draws, unknown } = p.player, rest = [draws ? t('drawn', count(draws)) : '', unknown === 1 ? t('oneUnknown') : unknown ? t('unknown', count(unknown)) : ''].filter(Boolean).join(lang === 'ja' ? '、' : ', ');
  return black.length + white.length ? [...black, ...white, rest && (lang === 'ja' ? `、${rest}` : `; ${rest}`), lang === 'ja' ? '。' : '.'].filter(Boolean) : [];
}

function yearsOf({ from, to }: Person): string {
  const [a, b] = [from?.slice(0, 4), to?.slice(0, 4)];
  return a ? (a === b ? a : `${a}–${b}`) : '';
}

export const player: Mount = (el, params): Leave => {
  const view = new PlayerView(params);
  replace(el, view.el);
  return Object.assign(() => view.destroy(), { again: (next: Params) => view.again(next) });
};
