/* area_search.ts: a query on a board and in chips, and what its games say: who won, which games, what was played next. */
import { searchAddress, showAddress } from './address';
import { ApiError, ask, Asking, isSample, type At, type Hit, type MovesAnswer, type NextMove, type ParseAnswer, type SearchAnswer } from './api';
import { setBack } from './found_games';
import type { Area } from './areas';
import { chipsOf, type QueryChip } from './chips';
import { announce, h, isTyping, replace } from './dom';
import { Editor } from './editor';
import type * as ChaturSearch from './chatur_search';
import { emptyDatabase } from './empty_database';
import { showAgainst } from './against';
import { AlsoThere } from './also_there';
import { GamesPart, HITS_MOST, HITS_PAGE, SORTS } from './games_part';
import { count, gamesText, percent, t as common, texts } from './i18n';
import { mistakeOf } from './mistakes';
import { showCosts } from './nothing_found';
import { meter } from './parts';
import { QueryBar } from './query_bar';
import { examples, queryHelp } from './query_help';
import { SavedSearches } from './saved';
import type { GoShape } from './go_stamp';
import type { GoPart } from './thumbs';
import { nameIn } from './unit_words';
import { boardIsEmpty, dialectOf, fromQuery, LAYERS, pastedPosition, toQuery, type Dialect, type Mark, type Setup } from './setup';
import { askMoves, moverOf } from './shape_moves';
import { discsOf, showShapeRows } from './shape_rows';
import { playMove } from './setup_shogi';
import { pointOfMove } from './setup_go';
import { SERVER_BACK } from './server_gone';
import { loadSite, site } from './site';
import { UndoStack } from './undo';
import type * as GoMoves from './more_go_moves';
import type { Picker, PickLayer } from './picker';
import { alternativesOf, asAlternatives, isPlain, isSided, joinUnits, unitsOf } from './units';
import { showWhen, type FacetsAnswer } from './when_chart';
import { isNamedSide, shortly, sideOfQuery, verdict, verdictWords } from './verdict';

const t = texts({
  search: 'Search', answer: 'The answer', took: '{0} ms', of: 'of {0}', nothingHas: 'No game', hasAll: 'has all of this', fault: 'This query cannot be read',
  nothingGo: 'No game has this position. Take a stone away, or choose “either” for the side to move.',
  nothing: 'No game has this position. Take a piece away, or choose “either” for the side to move.', nothingFits: 'No game fits all of this at the same time. Take a word or a piece away.',
  panes: 'Parts of the search', pane_board: 'Board', pane_games: 'Games', pane_next: 'Next', pane_also: 'Also', of_next: 'moves, years', of_also: 'openings …', of_four: 'players', pieces: '{0} pieces', stones: '{0} stones', pieces1: '1 piece', stones1: '1 stone', empty: 'empty',
  nothingNext: 'No move was played after it.', searching: 'Searching…', about: 'about {0}', looked: '{0} % of the games looked at. Figures are a sample until then.', sample: 'So far from {0} % of the games.', moreThanBoard: 'The text says more than the board can show.',
}, {
  search: '検索', answer: '結果', took: '{0} ミリ秒', of: '全 {0} 局', nothingHas: '該当なし', hasAll: '', fault: 'この条件は読めません',
  nothingGo: 'この局面の対局はありません。石を減らすか、手番を「どちらでも」にしてみてください。',
  nothing: 'この局面の対局はありません。駒を減らすか、手番を「どちらでも」にしてみてください。', nothingFits: 'すべてに同時に当てはまる対局はありません。条件か駒を減らしてみてください。',
  panes: '検索の部分', pane_board: '盤', pane_games: '対局', pane_next: '次の手', pane_also: 'ほか', of_next: '手・年', of_also: '戦法など', of_four: '対局者', pieces: '駒 {0} 枚', stones: '石 {0} 個', pieces1: '駒 1 枚', stones1: '石 1 個', empty: '空',
  nothingNext: 'この後に指された手はありません。', searching: '検索中…', about: '約 {0}', looked: '対局の {0} % を調べました。それまでは標本の数字です。', sample: '対局の {0} % を調べたところ。', moreThanBoard: '条件には盤に表せないものがあります。',
});

// How long the server may look for the first answer; the whole one follows.  Of queries about Go, 93 % were
// answered within 50 ms with 40 here, 98 % with 33 (240,000 games, two idle cores; docs/bench.md).
const FIRST_MS = 33;
const BUSY_MS = 200; // before what is shown greys
const PAUSE_MS = 120; // after a change of the text, before asking: a fast typist makes one query

/* How far down the hits of a query somebody was who opened one of them: to come back to. */
const places = new Map<string, { rows: number; y: number; pane: Pane }>();

/* On a phone one of these is seen at a time, below the query and the headline. */
type Pane = 'board' | 'games' | 'next' | 'also';
const PANES: Pane[] = ['board', 'games', 'next', 'also'];

class SearchView {
  readonly el: HTMLElement;
  private readonly editor: Editor | undefined;
  private readonly chatur: ChaturSearch.ChaturEditor | undefined; // takes its place
  private readonly dialect: Dialect = dialectOf(site.game);
  private readonly isShogi = site.game === 'shogi';
  private readonly bar: QueryBar;
  private readonly undo: UndoStack;
  private readonly mistake = h('div', { class: 'mistake', id: 'mistake', role: 'alert' });
  private readonly remark = h('p', { class: 'remark' });
  private readonly headline = h('h1', { class: 'headline title' });
  private readonly verdictPlace = h('div', { class: 'verdict' });
  private readonly looked = h('div', { class: 'looked t1 soft', hidden: true });
  private readonly movesPlace = h('section', { class: 'next', 'aria-labelledby': 'moves-title' });
  private readonly games: GamesPart;
  private readonly also = new AlsoThere((word, ever) => this.addWord(word, ever));
  private readonly whenPlace = h('section', { class: 'when' });
  private readonly againstPlace = h('section', { class: 'against' });
  private readonly quarters = h('span'); // the same question of chaturanga in other quarters
  private readonly asking = new Asking();
  private readonly panes = h('nav', { class: 'panes', 'aria-label': t('panes') }, PANES.map((pane) =>
    h('button', { type: 'button', 'data-pane': pane, 'aria-current': pane === 'board' ? 'true' : undefined, onclick: () => this.showPane(pane) }, h('span', {}, t(`pane_${pane}`)), h('small', {}, pane === 'next' || pane === 'also' ? t(pane === 'also' && site.game === 'chaturanga' ? 'of_four' : `of_${pane}`) : ''))));
  private goParts: typeof GoMoves | undefined; // what answers of Go have besides
  private picker: Picker | undefined;
  private picking = false;
  private timer = 0;
  private step = false; // the present change is one to come back from
  private query = ''; // that was asked last
  private typed = true; // the text may be none of the language

  constructor(query: string, private at: At, sort: string, private readonly four?: typeof ChaturSearch) {
    this.undo = new UndoStack(query, (text) => this.setText(text, false), (undo, redo) => (this.editor ?? this.chatur)?.showHistory(undo, redo));
    this.editor = four ? undefined : new Editor(fromQuery(this.dialect, query), {
      dialect: this.dialect, isShogi: this.isShogi, onChange: () => this.fromBoard(), undo: () => this.undo.back(), redo: () => this.undo.forth(),
    });
    this.chatur = four && new four.ChaturEditor(query, { onChange: (text) => this.setText(text), undo: () => this.undo.back() });
    this.bar = new QueryBar({
      onText: () => this.changeText(), onEnter: () => this.enter(), add: (words) => this.add(words), picker: (open, focus) => void this.openPicker(open, focus), remove: (c) => this.removeChip(c), removeLast: () => this.removeLast(),
      point: (squares) => (this.editor ?? this.chatur)?.point(squares), paste: (e) => this.onPaste(e), help: queryHelp((text) => this.choose(text)),
      saved: SavedSearches.offered && new SavedSearches(() => this.text, (word) => this.choose(word)),
    });
    this.bar.text.value = query;
    this.games = new GamesPart(sort, () => void this.run());
    this.el = h('main', { class: four ? 'search of-four' : site.game === 'go' ? 'search of-go' : 'search', 'data-pane': 'board' }, this.bar.el, h('div', { class: 'left' }, this.editor?.el ?? this.chatur?.el), h('div', { class: 'right', role: 'region', 'aria-label': t('answer') },
      h('div', { class: 'answer-head' }, this.mistake, this.remark, this.headline, this.verdictPlace, this.looked),
      h('div', { class: 'answers' }, this.games.el, h('div', { class: 'column' }, this.movesPlace, this.whenPlace, this.againstPlace), this.also.el)), this.panes);
    this.showChips();
    this.undo.told();
    document.addEventListener('keydown', this.onKey);
    document.addEventListener(SERVER_BACK, this.back);
    void this.run();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    document.removeEventListener(SERVER_BACK, this.back);
    clearTimeout(this.timer);
    this.asking.end();
    this.bar.destroy();
    if (this.games.rows && (scrollY > 0 || this.el.dataset.pane !== 'board')) places.set(this.query, { rows: this.games.rows, y: scrollY, pane: this.el.dataset.pane as Pane });
    this.games.destroy();
    this.editor?.destroy();
  }

  private get text(): string {
    return this.bar.text.value.trim();
  }

  private get setup(): Setup | undefined {
    return this.editor?.setup;
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'z') {
      if (/^(INPUT|TEXTAREA)$/.test((e.target as HTMLElement).tagName) && (e.target as HTMLInputElement).value) return; // the field's own
      e.preventDefault();
      if (e.shiftKey) this.undo.forth();
      else this.undo.back();
    } else if (e.key === 'Escape') (this.editor ?? this.chatur)?.dropTool();
    else if (isTyping(e)) return;
    else if (e.key === '/') {
      e.preventDefault();
      this.bar.field.focus();
    } else if (/^[123]$/.test(e.key)) this.editor?.setLayer(LAYERS[Number(e.key) - 1]);
  };

  /* --- Changes ----------------------------------------------------------------------------------- */

  /* The text was typed. */
  private changeText(): void {
    this.typed = true;
    this.editor?.show(fromQuery(this.dialect, this.bar.text.value));
    this.chatur?.show(this.bar.text.value);
    this.changed();
  }

  private setText(text: string, remember = true): void {
    this.bar.text.value = text;
    this.editor?.show(fromQuery(this.dialect, text));
    this.chatur?.show(text);
    this.changed(remember, 0);
  }

  /* An example, a saved search: a step to come back from. */
  private choose(text: string): void {
    this.step = this.typed = true;
    this.bar.closePops();
    this.setText(text);
  }

  /* A position or a record becomes a query; anything else is text like any other. */
  private onPaste(e: ClipboardEvent): void {
    const text = e.clipboardData?.getData('text') ?? '';
    if (!this.editor || (!pastedPosition(this.dialect, text) && !looksLikeRecord(text))) return;
    e.preventDefault();
    Object.assign(this.editor.setup, { rest: '', complex: false }); // it takes the place of all that was there
    this.editor.paste(text).catch((error) => this.showMistake(error));
  }

  /* Enter asks at once, or takes what was probably meant. */
  private enter(): void {
    const meant = this.mistake.querySelector<HTMLElement>('[data-word]');
    if (meant) meant.click();
    else void this.run();
  }

  /* What was typed beside the chips, if it is a query; else what may have been meant is offered. */
  private async add(words: string): Promise<boolean> {
    try {
      const read = await ask<ParseAnswer>('parse', { query: words });
      if (read.ok) {
        this.addWord(words);
        return true;
      }
      this.bar.field.setAttribute('aria-invalid', 'true');
      replace(this.mistake, ...mistakeOf(words, new ApiError(read.error!.message, read.error!.code, read.error!.byte), (text) => {
        this.bar.field.value = '';
        this.addWord(text);
        this.bar.field.focus();
      }, () => {}));
    } catch (e) {
      this.showMistake(e);
    }
    return false;
  }

  /* ever: somewhere in the same game; what is found stays where it is. */
  private addWord(word: string, ever = false): void {
    if (!word) return;
    this.step = true;
    const now = this.text, complex = fromQuery(this.dialect, now).complex;
    if (complex) return this.setText(`(${now})${ever ? ' ever' : ''} ${word}`);
    this.setText(now ? joinUnits([...unitsOf(now), ...(ever ? [`ever ${word}`] : unitsOf(word))]) : word);
    if (this.setup) this.setText(toQuery(this.dialect, this.setup)); // words of a side join those that turn round
  }

  private removeChip(c: QueryChip): void {
    const { setup } = this;
    this.step = true;
    if (!setup) return this.setText(this.four!.withoutChip(this.text, c.key));
    c.remove(setup);
    this.setText(toQuery(this.dialect, setup));
  }

  private removeLast(): void {
    const last = this.chips().at(-1);
    if (last) this.removeChip(last);
  }

  private fromBoard(): void {
    const setup = this.setup!;
    this.bar.text.value = toQuery(this.dialect, setup);
    this.typed = setup.complex;
    if (setup.complex && !boardIsEmpty(setup)) { // what was a whole query is now a word among others
      setup.rest = `(${setup.rest})`;
      setup.complex = false;
    }
    this.changed(true, 0);
  }

  private changed(remember = true, pause = PAUSE_MS): void {
    replace(this.mistake); // is about what was there before
    this.bar.field.removeAttribute('aria-invalid');
    this.bar.fit();
    if (remember) this.undo.add(this.text);
    this.showChips();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.run(), pause);
  }

  /* Names to choose from; fetched when somebody first wants them. */
  private async openPicker(open: boolean, focus = false): Promise<void> {
    this.picking = open;
    if (open && !this.picker) {
      const { Picker } = await import('./more_picker').catch(() => ({ Picker: undefined }));
      if (!Picker || this.picker) return;
      this.picker = new Picker((word, layer) => this.pick(word, layer), () => {
        void this.openPicker(false);
        this.bar.field.focus();
      });
      this.bar.el.append(this.picker.el);
    }
    if (this.picker) this.picker.el.hidden = !this.picking;
    if (open && focus) this.picker?.focus();
  }

  /* or: beside the last name.  A castle of one side is asked for whichever colour has it, until somebody wants it otherwise. */
  private pick(word: string, layer: PickLayer): void {
    const { setup } = this;
    if (!setup || setup.complex) return this.addWord(layer === 'not' ? `not ${word}` : word);
    const units = unitsOf(setup.rest), last = units.findLastIndex((u) => isPlain(u) && !u.startsWith('not '));
    if (layer === 'or' && last >= 0) units[last] = asAlternatives([...alternativesOf(units[last]) ?? [units[last]], word]);
    else units.push(layer === 'not' ? `not ${word}` : word);
    const castles = this.isShogi && boardIsEmpty(setup) && !setup.symmetry && /^[sg]\.(castle|shape):/.test(word) && !unitsOf(setup.rest).some(isSided);
    Object.assign(setup, { rest: joinUnits(units), symmetry: castles ? 'flip' : setup.symmetry });
    this.step = true;
    this.setText(toQuery(this.dialect, setup));
  }

  private chips(): QueryChip[] {
    if (this.setup) return chipsOf(this.setup, this.dialect.size, (unit) => this.editor!.squaresOf(unit));
    return this.four!.chaturChips(this.text);
  }

  private showChips(): void {
    this.bar.show(this.chips());
    const n = this.editor?.pieces.size ?? this.chatur!.asked.pieces.size;
    this.paneText('board', n ? t(`${site.game === 'go' ? 'stones' : 'pieces'}${n === 1 ? '1' : ''}`, n) : t('empty'));
    const { setup } = this;
    this.remark.textContent = setup?.complex && !boardIsEmpty(setup) ? t('moreThanBoard') : '';
  }

  /* --- Asking ------------------------------------------------------------------------------------ */

  private readonly back = (): void => void this.run();

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    const query = this.text;
    this.query = query;
    showAddress(searchAddress(query, { at: this.at === 'first' ? undefined : this.at, sort: this.games.sort }), this.step);
    setBack(location.hash);
    this.step = false;
    const place = places.get(query);
    places.delete(query);
    const signal = this.asking.begin(); // an answer to an older query is of no use
    const slow = setTimeout(() => this.el.classList.add('busy'), BUSY_MS);
    try {
      if (this.typed) { // what boards and chips write needs no look
        const read = await ask<ParseAnswer>('parse', { query }, signal);
        if (read.error) throw new ApiError(read.error.message, read.error.code, read.error.byte);
      }
      const rows = Math.min(Math.max(HITS_PAGE, place?.rows ?? 0), HITS_MOST);
      let found = await this.answer(query, rows, FIRST_MS, signal);
      if (found.sample) found = await this.answer(query, rows, undefined, signal);
      if (signal.aborted) return;
      if (place) {
        this.showPane(place.pane);
        scrollTo(0, place.y);
      }
      if (!query && found.games !== site.games) void loadSite().catch(() => {}); // it grew
      this.el.dataset.answered = query;
      clearTimeout(slow);
      this.el.classList.remove('busy'); // what follows comes by and by
      await this.details(query, found.games, signal);
      this.el.dataset.faceted = query;
    } catch (e) {
      if (!signal.aborted) await this.showMistake(e);
    } finally {
      clearTimeout(slow);
      if (!signal.aborted) this.el.classList.remove('busy');
    }
  }

  /* What else is in these games, by and by. */
  private async details(query: string, games: number, signal: AbortSignal): Promise<void> {
    if (games === 0) {
      for (const place of [this.whenPlace, this.againstPlace, this.also.el]) replace(place);
      if (query) await this.showCosts(signal);
      return;
    }
    const found = await ask<FacetsAnswer>('facets', { query }, signal);
    if (signal.aborted) return;
    showWhen(this.whenPlace, found, (word) => this.addWord(word));
    if (this.four) {
      replace(this.againstPlace, this.four.chaturAdds(query, (word, ever) => this.addWord(word, ever)));
      await this.four.askQuarters(this.quarters, query, (text) => this.choose(text), signal);
    }
    await Promise.all([this.also.run(query, found, signal), this.setup && showAgainst(this.againstPlace, this.dialect, this.setup, signal, (text) => this.choose(text))]);
  }

  /* Nothing was found: which part of the query is to blame? */
  private async showCosts(signal: AbortSignal): Promise<void> {
    const place = h('div', {}), chips = this.chips();
    this.verdictPlace.append(place); // in sight on a phone, too
    await showCosts(place, chips, { without: (c) => this.textWithout(c), choose: (c) => this.removeChip(c), blame: (key) => this.bar.blame(key), signal });
  }

  private textWithout(c: QueryChip): string {
    const setup = this.setup && fromQuery(this.dialect, this.text);
    if (!setup) return joinUnits(unitsOf(this.text).filter((u) => `unit-${u}` !== c.key));
    c.remove(setup);
    return toQuery(this.dialect, setup);
  }

  /* Hits and next moves; sample: one of them is of some games only, as time was short. */
  private async answer(query: string, rows: number, ms: number | undefined, signal: AbortSignal): Promise<{ games: number; sample: boolean }> {
    const facets = this.four && ask<FacetsAnswer>('facets', { query, ms }, signal);
    facets?.catch(() => undefined); // looked at below
    const moves = query ? askMoves(this.dialect, this.setup, query, { ms, at: this.isWhole() ? undefined : this.four ? 'every' : this.at }, signal) : undefined;
    moves?.catch(() => undefined); // looked at below
    if (site.game === 'go') this.goParts ??= await import('./more_go_moves').catch(() => undefined); // without it, rows stay as they are
    const found = await ask<SearchAnswer>('search', { query, limit: rows, boards: !!query, ms, sort: this.games.sort || undefined }, signal);
    if (signal.aborted) return { games: 0, sample: false };
    await this.showMistake(undefined);
    this.showFound(found, query, await facets);
    if (signal.aborted) return { games: 0, sample: false };
    const sample = await this.showMoves(moves, signal);
    return { games: found.games, sample: sample || isSample(found) };
  }

  /* What no answer can stand beside; the place of a fault in the text is asked for. */
  private async showMistake(e: unknown): Promise<void> {
    const gone = e instanceof ApiError && e.code === 'offline'; // a line above says so
    this.el.classList.toggle('stale', !!e && !(gone && this.el.dataset.answered === this.query)); // what is still shown answers an older query
    if (gone) return;
    this.bar.text.setAttribute('aria-invalid', String(!!e));
    this.remark.hidden = !!e;
    this.bar.text.removeAttribute('aria-describedby');
    if (!e) return replace(this.mistake);
    replace(this.headline, h('span', { class: 'hidden' }, t('fault')));
    this.editor?.showDiscs([]);
    for (const place of [this.verdictPlace, this.movesPlace, this.whenPlace, this.againstPlace, this.also.el]) replace(place);
    this.games.clear();
    this.bar.text.setAttribute('aria-describedby', 'mistake');
    replace(this.mistake, ...mistakeOf(this.bar.text.value, e instanceof ApiError ? e : new ApiError(String(e), 'page'), (text) => this.choose(text), () => void this.run()));
  }

  /* --- Answers ----------------------------------------------------------------------------------- */

  private showFound(found: SearchAnswer, query: string, results?: FacetsAnswer): void {
    const games = isSample(found) ? t('about', gamesText(roughly(found.games / found.looked_at!))) : gamesText(found.games);
    const none = found.games === 0 && !isSample(found) && !!query;
    replace(this.headline, h('strong', {}, none ? `${t('nothingHas')} ` : games), none ? t('hasAll') : '', ...(none ? [] : this.four ? this.four.chaturHeadline(results) : verdictWords(found, query)));
    this.headline.dataset.games = String(found.games);
    this.headline.title = t('took', (found.seconds * 1000).toFixed(found.seconds < 0.01 ? 1 : 0));
    replace(this.verdictPlace, none ? [] : this.four ? this.four.chaturVerdict(results, this.quarters) : verdict(found, query));
    this.looked.hidden = !isSample(found);
    if (isSample(found)) replace(this.looked, meter(found.looked_at!, true), t('looked', percent(found.looked_at!)));
    this.paneText('games', isSample(found) ? '…' : count(found.games));
    announce(this.headline.textContent ?? '');
    if (found.games === 0 && site.games === 0) return this.games.say(emptyDatabase());
    if (none && this.chips().length > 1) return this.games.say(); // what each of them costs follows
    if (found.games === 0) return this.games.say(h('p', { class: 'hint' }, t(isSample(found) ? 'searching' : this.setup && !this.setup.rest ? (this.isShogi ? 'nothing' : 'nothingGo') : 'nothingFits')));
    this.games.show(found, query, query ? { whose: shortly(sideOfQuery(query)).replace(/ side$/, ''), named: isNamedSide(query), found: this.foundSquares(), part: this.goPart() } : {}, query ? undefined : examples((text) => this.choose(text)));
  }

  /* Of Go: stones that must be there, on the board or of a name that has stones. */
  private goPart(): GoPart | undefined {
    const asked = this.goParts && this.askedShape();
    return asked && ((size, stones) => this.goParts!.goStamp(size, stones, asked));
  }

  private askedShape(): GoShape | undefined {
    const { setup } = this;
    if (site.game !== 'go' || !setup || setup.whole) return undefined;
    if (setup.look.pieces.size) return { stones: setup.look.pieces, region: setup.region };
    const named = unitsOf(setup.rest).map((u) => nameIn(u)?.name.query ?? '').find((q) => /count\(any,corner/.test(q));
    const stones = [...(named ?? '').matchAll(/\b([bw])([A-HJ-T]\d{1,2})\b/g)].map(([, color, at]): [string, Mark] => [at, { color: color === 'b' ? 's' : 'g', kind: 'stone' }]);
    return stones.length ? { stones: new Map(stones), region: '' } : undefined;
  }

  /* Squares of the board as a game has them: turned round where the other side plays the part. */
  private foundSquares(): ((hit: Hit) => string[]) | undefined {
    if (!this.isShogi || this.isWhole() || !this.editor) return undefined;
    const squares = [...this.editor.pieces.keys()], turned = squares.map((s) => `${10 - Number(s[0])}${10 - Number(s[1])}`);
    const either = this.setup!.symmetry === 'flip' || !/\b[sg]\.|[sg]\d\d/.test(this.text);
    return (hit) => (hit.own === 'white' && either ? turned : squares);
  }

  /* True if the moves are of some games only, as time was short. */
  private async showMoves(moves: Promise<MovesAnswer> | undefined, signal: AbortSignal): Promise<boolean> {
    let table: MovesAnswer | undefined;
    try {
      table = await moves;
    } catch (e) {
      if (signal.aborted) return false;
      replace(this.movesPlace, h('p', { class: 'hint' }, e instanceof Error ? e.message : String(e)));
      return false;
    }
    if (signal.aborted) return false;
    const { setup } = this, stands = setup && (setup.whole || setup.region || this.editor!.pieces.size > 0); // letters on an empty board would say nothing
    this.editor?.showDiscs(stands ? discsOf(table, setup) : []);
    this.chatur?.showDiscs([]);
    if (!table || table.games === 0) {
      replace(this.movesPlace);
      return !!table && isSample(table);
    }
    if (this.chatur) {
      this.chatur.showDiscs(this.four!.showTurns(this.movesPlace, table, this.chatur.asked, (squares) => this.chatur!.point(squares)));
      return isSample(table);
    }
    const choosing = document.activeElement?.id === 'at';
    if (table.moves.length === 0) replace(this.movesPlace, h('p', { class: 'hint' }, t('nothingNext')));
    else showShapeRows(this.movesPlace, table, {
      at: this.isWhole() || !this.editor ? undefined : this.at, setAt: (at) => {
        this.at = at;
        void this.run();
      }, setup, pieces: this.editor?.pieces, whose: this.isWhole() ? undefined : shortly(sideOfQuery(this.query)), hover: (squares) => this.editor?.point(squares),
      more: site.game === 'go' && setup && !isSample(table) ? (moves, names, trends, years, words) => void this.describe(setup, moves, names, trends, years, words, signal) : undefined,
      mover: (m) => moverOf(this.dialect, setup, this.query, m, signal),
      follow: setup && this.canFollow(setup) ? (m) => void this.follow(m) : undefined,
      sample: isSample(table) ? t('sample', (100 * table.looked_at!).toFixed(0)) : undefined,
    });
    if (choosing) document.getElementById('at')?.focus();
    return isSample(table);
  }

  /* Names and trends of moves of Go, by and by. */
  private async describe(setup: Setup, moves: NextMove[], names: Map<string, HTMLElement>, trends: Map<string, HTMLElement>, years: HTMLElement, words: (m: NextMove) => string, signal: AbortSignal): Promise<void> {
    const part = this.goParts;
    if (!part || signal.aborted) return;
    part.nameMoves(setup, moves, names);
    years.textContent = await part.showShapeTrends(this.query, this.isWhole() ? undefined : this.at, moves, trends, words, signal).catch(() => '');
  }

  private showPane(pane: Pane): void {
    this.el.dataset.pane = pane;
    for (const b of this.panes.querySelectorAll('button')) {
      if (b.dataset.pane === pane) b.setAttribute('aria-current', 'true');
      else b.removeAttribute('aria-current');
    }
    scrollTo(0, 0);
  }

  private paneText(pane: Pane, words: string): void {
    this.panes.querySelector(`[data-pane="${pane}"] small`)!.textContent = words;
  }

  private isWhole(): boolean {
    return !!this.setup?.whole;
  }

  /* A move can be made on the board: of a whole position, or of Go, where a stone joins the shape. */
  private canFollow(s: Setup): boolean {
    if (!s.whole) return site.game === 'go' && s.look.pieces.size > 0;
    return !!s.turn && (!s.symmetry || s.symmetry === 'turn');
  }

  /* Plays a next move on the board; the server knows the rules. */
  private async follow({ move, seat }: NextMove): Promise<void> {
    const editor = this.editor!;
    const { setup } = editor;
    this.step = true;
    if (!setup.whole) {
      const point = pointOfMove(move);
      if (point) setup.look.pieces.set(point, { color: seat === 1 ? 'g' : 's', kind: 'stone' });
      return editor.take(setup);
    }
    if (this.isShogi) {
      playMove(setup, move);
      return editor.take(setup);
    }
    const next = await ask<{ sfen: string }>('position', { sfen: this.dialect.position(setup), moves: move });
    const found = this.dialect.fromPosition(next.sfen);
    if (found) editor.take({ ...found, symmetry: setup.symmetry });
  }
}

/* --- Small things ---------------------------------------------------------------------------------- */

/* Two figures: an estimate says no more. */
const roughly = (n: number): number => Number(n.toPrecision(2));

/* More than a line, and no words of a query. */
function looksLikeRecord(text: string): boolean {
  return /^\s*\(;/.test(text) || /^(V2|V3|\+\d{4}[A-Z]{2}|N[+-])/m.test(text) || /^(手合割|先手|後手|手数|開始日時|棋戦)/m.test(text)
    || /^[▲△☗☖]/m.test(text) || /^(position )?(startpos|sfen \S+ [bw] \S+ \d+) moves /.test(text.trim());
}

/* The server did not send the rest of the page. */
const gone = (el: HTMLElement): void => replace(el, h('main', { class: 'sorry' }, h('p', { role: 'alert' }, common('offline')), h('button', { type: 'button', onclick: () => location.reload() }, common('retry'))));

export const search: Area = {
  id: 'search',
  title: { en: 'Search', ja: '検索' },
  mount(el, { args }) {
    const at = args.get('at');
    let view: SearchView | undefined, left = false;
    const show = (four?: typeof ChaturSearch): void => {
      if (left) return;
      view = new SearchView(args.get('q') ?? '', at === 'every' || at === 'last' ? at : 'first', SORTS.find((s) => s === args.get('sort')) ?? '', four);
      replace(el, view.el);
    };
    if (site.game === 'chaturanga') import('./more_chatur').then(({ chaturSearch }) => show(chaturSearch), () => gone(el));
    else show();
    return () => {
      left = true;
      view?.destroy();
    };
  },
};
