/* play_setup.ts: before a game of shogi: against whom, which side, handicap, clock, and what is allowed. */
import { ask, messageOf, type Game } from './api';
import { h, replace } from './dom';
import { texts } from './i18n';
import { choices, icon, segmented, toggle } from './parts';
import { allowedRow, byLot, clockRow, set, sideRow } from './play_choices';
import { HANDICAPS, handicapOf, lastTerms, likeOf, NODES, PERSONS, rememberTerms, words, type Handicap, type Person, type Terms } from './play_terms';
import { otherGames } from './play_games';
import { resultsLike } from './play_results';
import { fromSfen } from './setup_shogi';
import { site } from './site';
import type { Color } from './setup';

const t = texts({
  title: 'New game', about: 'Shogi against a person’s style or the bare engine.', opponent: 'Opponent', person: 'Plays as a person', engine: 'Plays as an engine',
  aboutPersons: 'A person’s moves come from a network of what players of that class choose, and a short search for what they would see.', time: 'takes time to think, as people do',
  handicap: 'Handicap', allowed: 'Allowed', start: 'Start', strength: 'Strength', nodes: '{0} positions a move', dial: 'Plays', dial0: 'its best move', dial30: 'with an eye for people', dial50: 'naturally, if it costs little', dial90: 'as people play',
  like: 'Like', pro: 'professionals', amateur: 'amateurs', online: 'players online', position: 'Position', hint: 'SFEN, or a record in any format: its last position', use: 'Use it', wrong: 'This is neither a position nor a record.',
  opens: 'Openings as in', opensHint: 'a player, a castle, any query; empty: its own', games: '{0} games of {1}', game: '1 game of {0}', noGames: 'No game of {0} matches: it will play its own openings.',
}, {
  title: '新しい対局', about: '人のように指す相手、またはエンジンと将棋を指します。', opponent: '相手', person: '人のように指す', engine: 'エンジンとして指す',
  aboutPersons: '指し手は、その層の人が選ぶ手を学んだネットワークと、その人が読む程度の短い探索から選ばれます。', time: '人のように時間を使う',
  handicap: '手合割', allowed: '許すこと', start: '対局開始', strength: '強さ', nodes: '一手 {0} 局面', dial: '指し方', dial0: '最善手を指す', dial30: '人の指し手も考慮', dial50: '損が小さければ自然に', dial90: '人のように',
  like: '手本', pro: 'プロ', amateur: 'アマチュア', online: 'ネット対局者', position: '局面', hint: 'SFEN、または棋譜（最後の局面を使います）', use: '使う', wrong: '局面でも棋譜でもありません。',
  opens: '序盤の手本', opensHint: '棋士名・囲い・検索式。空欄なら本人の指し方', games: '{1} の {0} 局', game: '{0} の 1 局', noGames: '{0} に当てはまる対局がありません。本人の序盤を指します。',
});

const DIALS = ['0', '30', '50', '90'] as const;

export class PlaySetup {
  readonly el = h('section', { class: 'setup', 'aria-label': t('title') });
  private readonly terms: Terms = lastTerms();
  private sideWord: Color | 'lot' = this.terms.side;
  private readonly opponent = h('div', { class: 'stack' });
  private readonly fromPosition = h('div', { class: 'stack', hidden: true });
  private readonly record = h('span', { class: 'soft', role: 'status' });
  private starting = false;
  private checked: Promise<void> = Promise.resolve(); // the openings that are asked for

  /* look: the board shows what was chosen; begin: the game. */
  constructor(private readonly look: (terms: Terms) => void, private readonly begin: (terms: Terms) => void) {
    const { terms } = this;
    const kind = segmented(t('opponent'), [['person', t('person')], ['engine', t('engine')]], terms.person ? 'person' : 'engine', (key) => {
      terms.person = key === 'person' ? 'club-player' : '';
      this.showOpponent();
      this.changed();
    });
    replace(this.el, h('h1', { class: 'title' }, h('b', {}, t('title'))), h('p', { class: 'soft' }, t('about'), ' ', otherGames('shogi')),
      set(t('opponent'), kind, this.opponent), sideRow('shogi', this.sideWord, (side) => {
        this.sideWord = side;
        this.changed();
      }), set(t('handicap'), this.handicaps(), this.fromPosition), clockRow(terms, () => this.changed()), allowedRow(t('allowed'), 'shogi', terms),
      h('div', { class: 'row start' }, h('button', { type: 'button', class: 'btn main', id: 'start', onclick: () => void this.start() }, icon('play'), t('start')), this.record));
    this.showOpponent();
    this.changed();
  }

  private changed(): void {
    replace(this.record, resultsLike(likeOf(this.terms)));
    this.look({ ...this.terms, side: this.sideWord === 'g' ? 'g' : 's' });
  }

  private async start(): Promise<void> {
    if (this.starting) return;
    this.starting = true;
    await this.checked;
    if (!this.el.isConnected) return; // somewhere else meanwhile
    this.terms.side = byLot(this.sideWord);
    rememberTerms(this.terms);
    this.begin(this.terms);
  }

  private showOpponent(): void {
    const { terms } = this;
    if (terms.person) {
      const who = (Object.keys(PERSONS) as Person[]).map((p): [Person, HTMLElement, HTMLElement] => [p, h('b', {}, words(p)), h('span', { class: 't1 soft' }, words(PERSONS[p][0]))]);
      return replace(this.opponent, choices(t('opponent'), who, terms.person, (p) => {
        terms.person = p;
        this.changed();
      }, 'option'), h('div', { class: 'row' }, toggle(t('time'), terms.time, (on) => void (terms.time = on))), this.openings(), h('p', { class: 't1 soft' }, t('aboutPersons')));
    }
    const nodes = h('p', { class: 't1 soft' });
    const showNodes = (): void => void (nodes.textContent = t('nodes', NODES[terms.level].toLocaleString()));
    showNodes();
    replace(this.opponent,
      choices(t('strength'), NODES.map((_, i) => [String(i), words(`level${i}` as 'level0')] as [string, string]), String(terms.level), (key) => {
        terms.level = Number(key);
        showNodes();
        this.changed();
      }), nodes,
      choices(t('dial'), DIALS.map((n): [string, string] => [n, t(`dial${n}`)]), [...DIALS].reverse().find((n) => Number(n) <= terms.natural) ?? '0', (key) => void (terms.natural = Number(key))),
      choices(t('like'), (['pro', 'amateur', 'online'] as const).map((c): [string, string] => [c, t(c)]), terms.like, (key) => void (terms.like = key)));
  }

  /* Whose games a person opens as in; what no game matches is not played. */
  private openings(): HTMLElement | false {
    const db = site.game === 'shogi' ? site.databases[0] : site.all.find((d) => d.game === 'shogi')?.name;
    if (!db) {
      this.terms.opens = this.terms.opensIn = '';
      return false;
    }
    const { terms } = this, said = h('span', { class: 't1 soft', role: 'status' });
    const field = h('input', { type: 'search', id: 'opens', value: terms.opens, placeholder: t('opensHint'), 'aria-label': t('opens'), autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    const check = async (): Promise<void> => {
      const query = field.value.trim();
      terms.opens = terms.opensIn = '';
      said.textContent = query && '…';
      const found = query ? await ask<{ games: number }>('search', { query, limit: 0, db }).catch((e) => messageOf(e)) : '';
      if (query !== field.value.trim() || !field.isConnected) return; // something else is asked for meanwhile
      if (typeof found === 'string') return void (said.textContent = found);
      said.textContent = !found.games ? t('noGames', db) : found.games === 1 ? t('game', db) : t('games', found.games.toLocaleString(), db);
      if (found.games) [terms.opens, terms.opensIn] = [query, db];
    };
    field.addEventListener('change', () => void (this.checked = check()));
    if (terms.opens) this.checked = check();
    return h('label', { class: 'stack opens' }, h('span', { class: 't1 soft' }, t('opens')), field, said);
  }

  private handicaps(): HTMLElement {
    const all = (Object.keys(HANDICAPS) as Handicap[]).map((key): [Handicap | 'position', string] => [key, words(HANDICAPS[key].name)]);
    this.buildPosition();
    const now = handicapOf(this.terms.sfen) ?? 'position';
    this.fromPosition.hidden = now !== 'position';
    return choices<Handicap | 'position'>(t('handicap'), [...all, ['position', words('hPosition')]], now, (key) => {
      this.fromPosition.hidden = key !== 'position';
      if (key === 'position') return this.fromPosition.querySelector('textarea')?.focus();
      this.terms.sfen = key === 'none' ? '' : HANDICAPS[key].sfen;
      this.changed();
    });
  }

  private buildPosition(): void {
    const text = h('textarea', { rows: 2, id: 'from-position', 'aria-label': t('position'), placeholder: t('hint') }, handicapOf(this.terms.sfen) ? '' : this.terms.sfen);
    const said = h('span', { class: 'soft', role: 'status' });
    const use = async (): Promise<void> => {
      said.textContent = '';
      try {
        const whole = text.value.trim().replace(/^(position\s+)?(sfen\s+)?/, '');
        this.terms.sfen = fromSfen(whole) ? whole : (await ask<Game>('read', { text: text.value })).positions.at(-1)!.sfen;
        if (!fromSfen(this.terms.sfen)) throw new Error(t('wrong'));
        this.changed();
      } catch (e) {
        said.textContent = /\S/.test(text.value) ? t('wrong') : messageOf(e);
      }
    };
    replace(this.fromPosition, text, h('div', { class: 'row' }, h('button', { type: 'button', class: 'btn', onclick: () => void use() }, t('use')), said));
  }
}
