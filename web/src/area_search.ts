/* area_search.ts: set up a position, and see the games that had it and what was played next. */
import { address, searchAddress, showAddress } from './address';
import { ApiError, ask, Asking, isSample, type At, type MovesAnswer, type ParseAnswer, type SearchAnswer } from './api';
import { setBack } from './area_game';
import type { Area } from './areas';
import { Completion } from './complete';
import { announce, h, isNarrow, replace } from './dom';
import { Editor } from './editor';
import { ChaturEditor } from './editor_chatur';
import { tagForm } from './edit_games';
import { emptyDatabase } from './empty_database';
import { Facets } from './facets';
import { hitList, HITS_MOST, HITS_PAGE } from './hits';
import { count, gamesText, lang, nameOf, t as common, texts } from './i18n';
import { atChoice, moveArrows, moveTable } from './next_moves';
import type { EndlessList } from './scroll';
import type { Hit } from './api';
import { boardIsEmpty, dialectOf, fromQuery, pastedPosition, toQuery, type Dialect, type Setup } from './setup';
import { fromDiagram } from './setup_go';
import { playMove, START } from './setup_shogi';
import { SavedSearches } from './saved';
import { loadSite, site } from './site';
import { queryHelp } from './query_help';
import { playersLike, suggestions, wordOf, type Suggestion } from './suggest';
import { sideOfQuery, verdict, verdictWords, whoseScores } from './verdict';

const t = texts({
  setUp: 'Set up a position', query: 'As text', queryPlaceholder: 'A castle, a player, or: s88ou s78ki result:s date:1990..2000',
  goPlaceholder: 'An opening, a player, or: bQ16 wD4 result:b date:1990..2000', meant: 'Did you mean',
  castles: 'All castles and openings', others: 'More…', named: 'Castles and openings',
  chaturHint: 'Put pieces on the board, or ask for dice, moves and players in words; or open a game and search from there.',
  chaturPlaceholder: 'g.frozen dice:44 move:c3 player:… winner:red',
  exampleFrozen: 'Green’s raja taken', exampleBoth: 'two rajas taken', exampleDice: 'two fours rolled', exampleRed: 'won by Red', group_castle: 'Castles', group_opening: 'Openings', group_shape: 'Shapes', group_joseki: 'Joseki', group_: 'Saved searches',
  sort: 'Order', sort_: 'as stored', 'sort_-date': 'newest first', sort_date: 'oldest first', sort_players: 'by players', 'sort_-plies': 'longest first', sort_plies: 'shortest first', 'sort_-rating': 'highest rating', sort_result: 'by result',
  moreThanBoard: 'The text says more than the board can show.',
  examples: 'Try', exampleHoles: 'both kings in the bear’s hole', exampleMino: 'mino castle', exampleStart: 'from the start',
  exampleStar: 'three stars in a row', exampleChinese: 'Chinese opening',
  nextMoves: 'Next moves', countSpans: '{0} places', took: '{0} ms',
  nothing: 'No game has this position. Take a piece away, or choose “either” for the side to move.',
  nothingFits: 'No game fits all of this at the same time. Take a word or a piece away.',
  nothingNext: 'No move was played after it.',
  goHint: 'Put stones on the board to find the games that had them, or ask for moves in a row (seq:"Q16 D4") or a drawn pattern.',
  emptyHint: 'Put pieces on the board to find the games that had them; two or three are often enough.',
  searching: 'Searching…', about: 'about {0}', sample: 'So far from {0} % of the games.', export: 'Save all', compare: 'Compare with other games', exportAs: 'Save all games found as', explore: 'Explore',
}, {
  setUp: '局面を並べる', query: '文字での条件', queryPlaceholder: '囲い・戦法・対局者の名前、または s88ou s78ki result:s date:1990..2000',
  goPlaceholder: '布石・定石・対局者の名前、または bQ16 wD4 result:b date:1990..2000', meant: 'もしかして',
  castles: '囲い・戦法の一覧', others: 'ほか…', named: '囲い・戦法',
  chaturHint: '盤に駒を置くか、賽の目・動き・対局者を文字で書いて探せます。対局を開いて「この局面で検索」もできます。',
  chaturPlaceholder: 'g.frozen dice:44 move:c3 player:… winner:red',
  exampleFrozen: '緑の王が取られた', exampleBoth: '王が二つ取られた', exampleDice: '四のぞろ目', exampleRed: '赤の勝ち', group_castle: '囲い', group_opening: '戦法', group_shape: '形', group_joseki: '定石', group_: '保存した検索',
  sort: '並べ方', sort_: '保存の順', 'sort_-date': '新しい順', sort_date: '古い順', sort_players: '対局者順', 'sort_-plies': '手数の多い順', sort_plies: '手数の少ない順', 'sort_-rating': 'レートの高い順', sort_result: '結果順',
  moreThanBoard: '条件には盤に表せないものがあります。',
  examples: '例', exampleHoles: '相穴熊', exampleMino: '美濃囲い', exampleStart: '初手から', exampleStar: '三連星', exampleChinese: '中国流',
  nextMoves: '次の一手', countSpans: '{0} か所', took: '{0} ミリ秒',
  nothing: 'この局面の対局はありません。駒を減らすか、手番を「どちらでも」にしてみてください。',
  nothingFits: 'すべてに同時に当てはまる対局はありません。条件か駒を減らしてみてください。',
  nothingNext: 'この後に指された手はありません。',
  goHint: '盤に石を置くと、その形になった対局が見つかります。手順（seq:"Q16 D4"）や図（pattern）でも探せます。',
  emptyHint: '盤に駒を置くと、その形になった対局が見つかります。二、三枚でも十分です。',
  searching: '検索中…', about: '約 {0}', sample: '対局の {0} % を調べたところ。', export: 'すべて保存', compare: 'ほかの対局と比べる', exportAs: '見つかった対局をすべて保存する形式', explore: '定跡ツリー',
});

// How long the server may look for the first answer; the whole one follows.  Of questions about Go, 93 % were
// answered within 50 ms with 40 here, 98 % with 33 (240,000 games, two idle cores; docs/bench.md).
const FIRST_MS = 33;
const AGAIN_MS = 3000; // before asking a server again that did not answer
const PAUSE_MS = 120; // after a change, before asking: a fast typist makes one question
const FORMATS: Record<string, string[]> = { shogi: ['kif', 'ki2', 'csa', 'usi'], go: ['sgf'], chaturanga: ['chaturanga'] };
const SORTS = ['', '-date', 'date', 'players', '-plies', 'plies', '-rating', 'result'] as const;
const HINTS = { shogi: 'emptyHint', go: 'goHint', chaturanga: 'chaturHint' } as const;
const PLACEHOLDERS = { shogi: 'queryPlaceholder', go: 'goPlaceholder', chaturanga: 'chaturPlaceholder' } as const;
/* What players look for first; the rest is in the list behind. */
const FAMILIAR = [
  'castle:mino', 'castle:anaguma', 'castle:yagura', 'castle:funa-gakoi', 'castle:ginkan', 'castle:gangi', 'opening:shiken-bisha',
  'opening:naka-bisha', 'opening:kaku-gawari', 'opening:yokofu-dori',
  'opening:sanrensei', 'opening:chinese', 'opening:kobayashi', 'opening:shusaku', 'joseki:nadare', 'joseki:taisha', 'joseki:tsuke-nobi',
];

/* How far down the hits of a question somebody was who opened one of them: to come back to. */
const places = new Map<string, { rows: number; y: number }>();

class SearchView {
  readonly el: HTMLElement;
  private readonly editor: Editor | undefined;
  private readonly chatur: ChaturEditor | undefined; // takes its place
  private readonly named = h('div', { class: 'row named', role: 'group', 'aria-label': t('named') });
  private readonly game = site.game as keyof typeof HINTS;
  private readonly dialect: Dialect;
  private readonly isShogi = site.game === 'shogi';
  private readonly text: HTMLTextAreaElement;
  private readonly completion: Completion; // names while typing
  private readonly mistake = h('div', { class: 'mistake', id: 'mistake', role: 'alert' });
  private readonly remark = h('p', { class: 'remark' });
  private readonly headline = h('p', { class: 'headline', role: 'status' });
  private readonly verdictPlace = h('div', { class: 'verdict' });
  private readonly movesPlace = h('section', { class: 'panel', 'aria-labelledby': 'moves-title' });
  private readonly hitsPlace = h('section', { class: 'panel', 'aria-labelledby': 'hits-title' });
  private readonly facets = new Facets((word, ever) => this.addWord(word, ever));
  private readonly pill = h('button', { type: 'button', class: 'pill', hidden: true, onclick: () => this.headline.scrollIntoView() });
  private readonly seen: IntersectionObserver;
  private readonly asking = new Asking();
  private list: EndlessList<Hit> | undefined;
  private timer = 0;
  private step = false; // the present change is one to come back from
  private query = ''; // that was asked last

  constructor(query: string, private at: At, private sort: string) {
    this.dialect = dialectOf(site.game);
    this.editor = this.game === 'chaturanga' ? undefined
      : new Editor(this.dialect, this.isShogi, fromQuery(this.dialect, query), () => this.fromBoard());
    this.chatur = this.editor ? undefined : new ChaturEditor(query, (text) => {
      this.text.value = text;
      this.changed();
    });
    this.text = h('textarea', {
      id: 'query', rows: 2, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      placeholder: t(PLACEHOLDERS[this.game]), oninput: () => this.changeText(),
      onkeydown: (e: KeyboardEvent) => this.onTextKey(e), onpaste: (e: ClipboardEvent) => this.onPaste(e),
    });
    this.text.value = query;
    this.completion = new Completion(this.text, () => {
      this.step = true;
      this.changeText();
    });
    this.buildNamed();
    this.el = h('main', { class: 'search' }, h('h1', { class: 'hidden' }, t('setUp')),
      site.names.length > 0 && this.named, h('div', { class: 'left' }, (this.editor ?? this.chatur)?.el),
      h('div', { class: 'right' }, this.question(), this.headline, this.verdictPlace,
        h('div', { class: 'answers' }, h('div', { class: 'column' }, this.movesPlace, this.facets.el), this.hitsPlace)), this.pill);
    this.showRemark();
    requestAnimationFrame(() => this.fitText()); // when it is on the page
    this.seen = new IntersectionObserver(([entry]) => {
      // on a phone the answers are below the screen: a button tells how many there are, and goes there
      this.pill.hidden = entry.isIntersecting || entry.boundingClientRect.top < 0;
    });
    this.seen.observe(this.headline);
    document.addEventListener('keydown', this.onKey);
    void this.run(true);
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.timer);
    this.asking.end();
    this.completion.close();
    this.seen.disconnect();
    if (this.list && scrollY > 0) places.set(this.query, { rows: this.list.list.childElementCount, y: scrollY });
    this.list?.destroy();
    this.editor?.destroy();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (e.key === 'Escape') (this.editor ?? this.chatur)?.dropTool();
  };

  private question(): HTMLElement {
    return h('div', { class: 'question' }, h('label', { for: 'query' }, t('query')), this.completion.el, this.mistake, this.remark, queryHelp((query) => {
      this.step = true;
      this.text.value = query;
      this.changeText();
      this.text.focus();
    }), new SavedSearches(() => this.text.value.trim(), (word) => {
      this.step = true;
      this.text.value = word;
      this.changeText();
    }).el);
  }

  /* Names to ask for: buttons for those that most people look for, a list of all. */
  private buildNamed(): void {
    const groups = [...new Set(site.names.map((n) => n.group))];
    const all = h('select', { 'aria-label': t('castles'), onchange: () => {
      this.addWord(all.value);
      all.value = '';
    } }, h('option', { value: '' }, t('others')), groups.map((group) =>
      h('optgroup', { label: t(`group_${group}` as 'group_') || group },
        site.names.filter((n) => n.group === group).map((n) => h('option', { value: wordOf(n) }, nameOf(n))))));
    const familiar = FAMILIAR.flatMap((word) => site.names.filter((n) => wordOf(n) === word)).map((n) =>
      h('button', { type: 'button', 'data-word': wordOf(n), 'aria-pressed': 'false', title: nameOf(n), onclick: () => this.toggleWord(wordOf(n)) },
        lang === 'ja' ? nameOf(n) : n.name.replace(/-/g, ' ')));
    replace(this.named, familiar, all);
  }

  private showNamed(): void {
    const words = this.text.value.split(/\s+/);
    for (const button of this.named.querySelectorAll<HTMLElement>('button')) button.setAttribute('aria-pressed', String(words.includes(button.dataset.word!)));
  }

  /* --- Changes ----------------------------------------------------------------------------------- */

  private changeText(): void {
    this.editor?.show(fromQuery(this.dialect, this.text.value));
    this.chatur?.show(this.text.value);
    this.changed();
  }

  /* A position or a record becomes a question; anything else is text like any other. */
  private onPaste(e: ClipboardEvent): void {
    const text = e.clipboardData?.getData('text') ?? '';
    if (!this.editor || (!pastedPosition(this.dialect, text) && !looksLikeRecord(text))) return;
    e.preventDefault();
    Object.assign(this.editor.setup, { rest: '', complex: false }); // it takes the place of all that was there
    this.editor.paste(text).catch((error) => this.showMistake(error));
  }

  private onTextKey(e: KeyboardEvent): void {
    if (e.key !== 'Enter' || e.shiftKey || e.isComposing) return;
    e.preventDefault(); // a query is one line; Enter asks at once, or takes what was probably meant
    const meant = this.mistake.querySelector<HTMLElement>('[data-word]');
    if (meant) meant.click();
    else void this.run(true);
  }

  /* ever: somewhere in the same game; what is found stays where it is. */
  private addWord(word: string, ever = false): void {
    if (!word) return;
    this.step = true;
    const now = this.text.value.trim();
    const joined = fromQuery(this.dialect, now).complex ? `(${now})` : now;
    this.text.value = `${joined}${ever && now ? ' ever' : ''} ${word}`.trim();
    this.changeText();
  }

  private toggleWord(word: string): void {
    const words = this.text.value.trim().split(/\s+/);
    if (!words.includes(word)) return this.addWord(word);
    this.step = true;
    this.text.value = words.filter((w) => w !== word).join(' ');
    this.changeText();
  }

  private fromBoard(): void {
    const { setup } = this.editor!;
    this.text.value = toQuery(this.dialect, setup);
    if (setup.complex && !boardIsEmpty(setup)) { // what was a whole query is now a word among others
      setup.rest = `(${setup.rest})`;
      setup.complex = false;
    }
    this.changed();
  }

  private changed(): void {
    replace(this.mistake); // is about what was there before
    this.fitText();
    this.showRemark();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.run(false), PAUSE_MS);
  }

  private fitText(): void {
    this.text.style.height = 'auto';
    this.text.style.height = `${Math.min(this.text.scrollHeight + 2, 200)}px`;
  }

  private showRemark(): void {
    this.showNamed();
    if (!this.editor) return;
    const { setup } = this.editor;
    this.remark.textContent = setup.complex || (setup.rest && !boardIsEmpty(setup)) ? t('moreThanBoard') : '';
  }

  /* --- Asking ------------------------------------------------------------------------------------ */

  private async run(now: boolean): Promise<void> {
    clearTimeout(this.timer);
    const query = this.text.value.trim();
    this.query = query;
    showAddress(searchAddress(query, { at: this.at === 'first' ? undefined : this.at, sort: this.sort }), this.step);
    setBack(location.hash);
    this.step = false;
    const place = places.get(query);
    places.delete(query);
    const signal = this.asking.begin(); // an answer to an older question is of no use
    const slow = setTimeout(() => this.el.classList.add('busy'), now ? 0 : 200);
    try {
      const read = await ask<ParseAnswer>('parse', { query }, signal);
      if (read.error) throw new ApiError(read.error.message, read.error.code, read.error.byte);
      const rows = Math.min(Math.max(HITS_PAGE, place?.rows ?? 0), HITS_MOST);
      let found = await this.answer(query, rows, FIRST_MS, signal);
      if (found.sample) found = await this.answer(query, rows, undefined, signal);
      if (signal.aborted) return;
      if (place) scrollTo(0, place.y);
      if (!query && found.games !== site.games) void loadSite().catch(() => {}); // it grew
      this.el.dataset.answered = query;
      clearTimeout(slow);
      this.el.classList.remove('busy'); // what follows comes by and by
      if (found.games === 0) this.facets.clear();
      else await this.facets.run(query, found.whose, signal);
      this.el.dataset.faceted = query;
    } catch (e) {
      if (!signal.aborted) this.showMistake(e);
      if (e instanceof ApiError && e.code === 'offline') this.timer = window.setTimeout(() => void this.run(false), AGAIN_MS);
    } finally {
      clearTimeout(slow);
      if (!signal.aborted) this.el.classList.remove('busy');
    }
  }

  /* Hits and next moves; sample: one of them is of some games only, as time was short. */
  private async answer(query: string, rows: number, ms: number | undefined, signal: AbortSignal): Promise<{ games: number; whose: string; sample: boolean }> {
    const moves = query ? ask<MovesAnswer>('moves', { query, limit: 60, ms, at: this.isWhole() ? undefined : this.at }, signal) : undefined;
    moves?.catch(() => undefined); // looked at below
    const found = await ask<SearchAnswer>('search', { query, limit: rows, boards: !!query, ms, sort: this.sort || undefined }, signal);
    this.showMistake(undefined);
    this.showHits(found, query);
    const sample = await this.showMoves(moves, signal);
    return { games: found.games, whose: query ? whoseScores(found, query) : '', sample: sample || isSample(found) };
  }

  private showMistake(e: unknown): void {
    const error = e instanceof ApiError ? e : e ? new ApiError(String(e), 'page') : undefined;
    this.text.setAttribute('aria-invalid', String(!!error));
    this.el.classList.toggle('stale', !!error); // what is still shown answers an older question
    this.remark.hidden = !!error;
    if (!error) {
      this.text.removeAttribute('aria-describedby');
      return replace(this.mistake);
    }
    this.text.setAttribute('aria-describedby', 'mistake');
    this.pill.textContent = '⚠ ↓';
    this.pill.setAttribute('aria-label', error.message);
    const at = error.byte === undefined ? undefined : placeOf(this.text.value, error.byte);
    replace(this.mistake,
      at && h('code', {}, this.text.value.slice(0, at[0]), h('mark', {}, this.text.value.slice(...at) || '␣'), this.text.value.slice(at[1])),
      h('span', {}, at ? error.message : common('failed', error.message)), at && this.meant(at[0]),
      !at && h('button', { type: 'button', onclick: () => void this.run(true) }, common('retry')));
    this.headline.textContent = '';
    this.editor?.showArrows([]);
    for (const place of [this.verdictPlace, this.movesPlace, this.hitsPlace, this.facets.el]) replace(place);
  }

  /* What may be put in the place of words that are none, a click each. */
  private meant(from: number): HTMLElement | false {
    const text = this.text.value;
    const found = /[:=<>]$/.test(text.slice(0, from)) ? [] : suggestions(text.slice(from));
    const choice = ({ label, word, length }: Suggestion): HTMLElement =>
      h('button', { type: 'button', 'data-word': word, onclick: () => {
        this.step = true;
        this.text.value = text.slice(0, from) + word + text.slice(from + length);
        this.changeText();
        this.text.focus();
      } }, label);
    const row = h('p', { class: 'row meant', hidden: found.length === 0 }, h('span', {}, t('meant')), found.map(choice));
    void playersLike(text.slice(from)).then((players) => { // persons come when they are known
      row.append(...players.filter((p) => !found.some((f) => f.word === p.word)).map(choice));
      row.hidden = found.length + players.length === 0;
    });
    return row;
  }

  /* --- Answers ----------------------------------------------------------------------------------- */

  private showHits(found: SearchAnswer, query: string): void {
    const games = isSample(found) ? t('about', gamesText(roughly(found.games / found.looked_at!))) : gamesText(found.games);
    replace(this.headline, h('strong', {}, games),
      query && ` ${common('countOf', count(site.games))}`,
      query && !isSample(found) && found.spans !== found.games && ` · ${t('countSpans', count(found.spans))}`,
      ...verdictWords(found, query),
      query && h('span', { class: 'took' }, ` ${t('took', (found.seconds * 1000).toFixed(found.seconds < 0.01 ? 1 : 0))}`));
    replace(this.verdictPlace, verdict(found, query));
    announce(this.headline.textContent ?? '');
    this.pill.textContent = `${games} ↓`;
    this.pill.removeAttribute('aria-label');
    this.list?.destroy();
    if (found.games === 0 && site.games === 0) return replace(this.hitsPlace, emptyDatabase(() => void this.run(true)));
    if (found.games === 0) return replace(this.hitsPlace, h('p', { class: 'hint' }, t(isSample(found) ? 'searching' : this.editor && !this.editor.setup.rest ? 'nothing' : 'nothingFits')));
    this.list = hitList(query, found, query ? 'boards' : 'everything', this.sort || undefined);
    const sorting = document.activeElement?.id === 'sort';
    replace(this.hitsPlace, !query && h('p', { class: 'hint' }, t(HINTS[this.game])), !query && this.examples(),
      h('div', { class: 'row spread' }, h('h2', { id: 'hits-title' }, common('games')), this.game !== 'chaturanga' && this.sortChoice(), this.saving(query)),
      h('div', { class: 'row work' }, !!query && this.game !== 'chaturanga' && h('a', { class: 'compare-link', href: address('compare', [], { a: query }) }, t('compare')), tagForm(query)), this.list.el);
    if (sorting) document.getElementById('sort')?.focus();
  }

  private sortChoice(): HTMLElement {
    const select = h('select', { id: 'sort', class: 'small', 'aria-label': t('sort'), onchange: () => {
      this.sort = select.value;
      void this.run(true);
    } }, SORTS.map((s) => h('option', { value: s, selected: s === this.sort }, t(`sort_${s}`))));
    return select;
  }

  private saving(query: string): HTMLElement {
    const args = (to: string): string => new URLSearchParams({ query, to, ...(to === 'csv' && this.sort ? { sort: this.sort } : {}) }).toString();
    return h('span', { class: 'saving' }, h('span', { title: t('exportAs') }, t('export')), ' ', [...(FORMATS[site.game] ?? []), 'csv'].map((to) =>
      h('a', { class: 'format', href: `api/export?${args(to)}`, download: `kifu.${to === 'chaturanga' ? 'chatur' : to}`, 'aria-label': `${t('exportAs')}: ${to.toUpperCase()}` }, to.toUpperCase())));
  }

  private examples(): HTMLElement {
    const example = (text: string, query: string): HTMLElement => h('button', { type: 'button', onclick: () => {
      this.step = true;
      this.text.value = query;
      this.changeText();
    } }, text);
    if (this.game === 'chaturanga')
      return h('p', { class: 'row examples' }, h('span', {}, t('examples')), example(t('exampleFrozen'), 'g.frozen'),
        example(t('exampleBoth'), 'sym(r.frozen y.frozen)'), example(t('exampleDice'), 'dice:44'), example(t('exampleRed'), 'winner:red'));
    return h('p', { class: 'row examples' }, h('span', {}, t('examples')), this.isShogi
      ? [example(t('exampleHoles'), 's99ou g91ou'), example(t('exampleMino'), 's28ou s38gi s49ki s58ki'),
        example(t('exampleStart'), `sfen "${START.replace(/ 1$/, '')}"`)]
      : [example(t('exampleStar'), 'sym(bQ16 bQ10 bQ4)'), example(t('exampleChinese'), 'opening:chinese'), example(t('exampleStart'), 'sfen "19x19 b"')]);
  }

  /* True if the moves are of some games only, as time was short. */
  private async showMoves(moves: Promise<MovesAnswer> | undefined, signal: AbortSignal): Promise<boolean> {
    const title = h('h2', { id: 'moves-title' }, t('nextMoves'));
    let table: MovesAnswer | undefined;
    try {
      table = await moves;
    } catch (e) {
      if (signal.aborted) return false;
      replace(this.movesPlace, title, h('p', { class: 'hint' }, e instanceof Error ? e.message : String(e)));
    }
    if (signal.aborted) return false;
    const setup = this.editor?.setup;
    if (setup) { // moves of names alone would stand on an empty board
      const shown = setup.look.pieces.size > 0 || setup.whole || setup.region ? moveArrows(table, this.isShogi) : [];
      this.editor!.showArrows(shown.map((a) => ({ ...a, to: fromDiagram(setup, a.to) })));
    }
    if (!table || table.games === 0) {
      replace(this.movesPlace);
      return !!table && isSample(table);
    }
    const part = isSample(table) && h('p', { class: 'remark' }, t('sample', (100 * table.looked_at!).toFixed(0)));
    const head = this.isWhole() || this.game === 'chaturanga' ? title : h('div', { class: 'row spread' }, title, atChoice(this.at, (at) => {
      this.at = at;
      void this.run(true);
    }));
    const choosing = document.activeElement?.id === 'at';
    replace(this.movesPlace, head, part, table.moves.length === 0 ? h('p', { class: 'hint' }, t('nothingNext')) : moveTable(table, {
      isShogi: this.isShogi, pieces: setup?.look.pieces ?? new Map(), shown: isNarrow() ? 5 : undefined,
      whose: this.isWhole() ? undefined : sideOfQuery(this.query),
      follow: setup && this.canFollow(setup) ? (m) => void this.follow(m.move) : undefined,
    }));
    if (choosing) document.getElementById('at')?.focus();
    return isSample(table);
  }

  private isWhole(): boolean {
    return !!this.editor?.setup.whole;
  }

  private canFollow(s: Setup): boolean {
    return s.whole && !!s.turn && (!s.symmetry || s.symmetry === 'turn');
  }

  /* Plays a next move on the board; the server knows the rules. */
  private async follow(move: string): Promise<void> {
    const editor = this.editor!;
    const { setup } = editor;
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

/* Where a byte of the UTF-8 text is in the string, and where that word ends. */
function placeOf(text: string, byte: number): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const from = new TextDecoder().decode(bytes.slice(0, byte)).length;
  const word = text.slice(from).search(/[\s)]/);
  return [from, word <= 0 ? (word === 0 ? from + 1 : text.length) : from + word];
}

export const search: Area = {
  id: 'search',
  title: { en: 'Search', ja: '検索' },
  mount(el, { args }) {
    const at = args.get('at');
    const view = new SearchView(args.get('q') ?? '', at === 'every' || at === 'last' ? at : 'first', SORTS.find((s) => s === args.get('sort')) ?? '');
    replace(el, view.el);
    return () => view.destroy();
  },
};
