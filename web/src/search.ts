/* search.ts: set up a position, and see the games that had it and what was played next. */
import { ApiError, ask, type Hit, type MovesAnswer, type Name, type NextMove, type ParseAnswer, type SearchAnswer } from './api';
import { Board } from './board';
import { announce, h, replace } from './dom';
import { count, kindName, lang, percent, pieceName, sideMark, sideName, squareName, t, type Key } from './i18n';
import { letters, ROLES, setLetters } from './pieces';
import {
  BOARD_KINDS, emptySetup, fromQuery, fromSfen, HAND_KINDS, HAND_MAX, isEmpty, kindOfLetter, plain, playMove, promote,
  START, swapSides, tidyPasted, toQuery, type Color, type HandCondition, type Mark, type Op, type Setup,
} from './setup';
import type { View } from './main';

const PAGE = 30;
const PAUSE_MS = 120; // after a change, before asking: a fast typist makes one question

export interface SearchContext { game: string; total: number; names: Name[]; databases: number }

export class SearchView implements View {
  readonly el: HTMLElement;
  private setup: Setup;
  private board!: Board;
  private flipped = false;
  private tool: Mark | undefined;
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly handPlaces: Record<Color, HTMLElement>;
  private readonly trayPlace = h('div', { class: 'tray', role: 'group', 'aria-label': t('tray') });
  private readonly turnPlace = h('select', { id: 'turn', onchange: () => this.changeTurn() });
  private readonly wholeBox = h('input', { type: 'checkbox', id: 'whole', onchange: () => this.changeWhole() });
  private readonly text: HTMLTextAreaElement;
  private readonly mistake = h('div', { class: 'mistake', id: 'mistake', role: 'alert' });
  private readonly remark = h('p', { class: 'remark' });
  private readonly headline = h('p', { class: 'headline', role: 'status' });
  private readonly movesPlace = h('section', { class: 'panel', 'aria-labelledby': 'moves-title' });
  private readonly hitsPlace = h('section', { class: 'panel', 'aria-labelledby': 'hits-title' });
  private readonly pill = h('button', { type: 'button', class: 'pill', hidden: true, onclick: () => this.headline.scrollIntoView() });
  private seen: IntersectionObserver | undefined;
  private timer = 0;
  private asked: AbortController | undefined;
  private readonly isShogi: boolean;

  constructor(private readonly context: SearchContext, query: string) {
    this.isShogi = context.game === 'shogi';
    this.setup = fromQuery(query);
    this.handPlaces = { s: h('div', { class: 'hand', 'data-hand': 's' }), g: h('div', { class: 'hand', 'data-hand': 'g' }) };
    this.text = h('textarea', {
      id: 'query', rows: 2, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      placeholder: t(this.isShogi ? 'queryPlaceholder' : 'goPlaceholder'), oninput: () => this.changeText(),
      onkeydown: (e: KeyboardEvent) => this.onTextKey(e),
    });
    this.text.value = query;
    // only shogi is set up by hand as yet; of other games the words are asked for
    this.el = h('main', { class: 'search' },
      this.isShogi && h('div', { class: 'left' },
        h('h1', { class: 'hidden' }, t('setUp')),
        h('section', { class: 'looked', 'aria-label': t('lookFor') }, this.boardPlace, this.controls())),
      h('div', { class: 'right' }, !this.isShogi && h('h1', { class: 'hidden' }, t('search')), this.question(), this.headline,
        h('div', { class: 'answers' }, this.movesPlace, this.hitsPlace)), this.pill);
    this.buildBoard();
    this.buildTray();
    this.showSetup();
    requestAnimationFrame(() => this.fitText()); // when it is on the page
    this.watchHeadline();
    void this.run(true);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.seen?.disconnect();
    this.board.destroy();
  }

  onKey(e: KeyboardEvent): void {
    if (e.key === 'Escape' && this.tool) this.setTool(undefined);
  }

  /* --- Building -------------------------------------------------------------------------------- */

  private buildBoard(): void {
    this.board?.destroy();
    this.board = new Board({
      editable: true, label: t('board'), flipped: this.flipped,
      onChange: () => this.changeBoard(),
      onToHand: (color, kind) => this.addToHand(color, plain(kind)),
      onToolGone: () => this.setTool(undefined),
    });
    const [top, bottom]: Color[] = this.flipped ? ['s', 'g'] : ['g', 's'];
    for (const color of ['s', 'g'] as const)
      this.handPlaces[color].className = color === bottom ? 'hand' : 'hand turned';
    replace(this.boardPlace, this.handPlaces[top], this.board.el, this.handPlaces[bottom]);
    this.board.pieces = this.setup.pieces;
    if (this.tool) this.board.setTool(this.tool);
  }

  private buildTray(): void {
    const button = (mark: Mark): HTMLElement => {
      const start = (e: MouseEvent | TouchEvent): void => {
        if ('button' in e && e.button !== 0) return;
        e.preventDefault();
        if (this.isTool(mark)) return this.setTool(undefined);
        this.setTool(mark);
        this.board.dragTool(mark, e);
      };
      const el = h('button', {
        type: 'button', class: 'tool', 'aria-pressed': 'false', 'data-tool': mark.color + mark.kind,
        title: mark.kind === 'erase' ? t('erase') : pieceName(mark.color, mark.kind),
        'aria-label': mark.kind === 'erase' ? t('erase') : pieceName(mark.color, mark.kind),
        onmousedown: start,
        onclick: (e: MouseEvent) => e.detail === 0 && this.setTool(this.isTool(mark) ? undefined : mark),
      }, pieceIcon(mark));
      el.addEventListener('touchstart', start, { passive: false });
      return el;
    };
    const row = (color: Color): HTMLElement =>
      h('div', { class: 'tray-row' }, BOARD_KINDS.map((kind) => button({ color, kind })), button({ color, kind: 'any' }),
        color === 's' ? button({ color, kind: 'empty' }) : button({ color: 's', kind: 'erase' }));
    replace(this.trayPlace, row('s'), row('g'));
  }

  private controls(): HTMLElement {
    const button = (key: Key, run: () => void): HTMLElement => h('button', { type: 'button', onclick: run }, t(key));
    const look = h('button', { type: 'button', onclick: () => {
      setLetters(!letters);
      look.textContent = t(letters ? 'kanji' : 'letters');
    } }, t(letters ? 'kanji' : 'letters'));
    replace(this.turnPlace, h('option', { value: '' }, t('either')),
      h('option', { value: 's' }, `☗ ${t('black')}`), h('option', { value: 'g' }, `☖ ${t('white')}`));
    return h('div', { class: 'controls' }, this.trayPlace,
      h('div', { class: 'row' },
        h('label', { for: 'turn' }, t('turn')), this.turnPlace,
        h('label', { class: 'check', title: t('wholeHelp') }, this.wholeBox, t('whole'))),
      h('div', { class: 'row' },
        button('start', () => this.take(fromSfen(START)!)),
        button('clear', () => this.take(emptySetup())),
        button('swap', () => this.take(swapSides(this.setup))),
        button('flip', () => {
          this.flipped = !this.flipped;
          this.buildBoard();
        }), look),
      h('p', { class: 'tips' }, t('boardTips')),
      h('p', { class: 'tips keys' }, t('boardHelp')));
  }

  private question(): HTMLElement {
    const groups = [...new Set(this.context.names.map((n) => n.group))];
    const names = h('select', { 'aria-label': t('castles'), onchange: () => {
      this.addWord(names.value);
      names.value = '';
    } }, h('option', { value: '' }, t('castles')), groups.map((group) =>
      h('optgroup', { label: t(`group_${group}` as Key) || group },
        this.context.names.filter((n) => n.group === group).map((n) =>
          h('option', { value: group ? `${group}:${n.name}` : `@${n.name}` }, nameOf(n))))));
    return h('div', { class: 'question' },
      h('div', { class: 'row spread' }, h('label', { for: 'query' }, t('query')), this.context.names.length > 0 && names),
      this.text, this.mistake, this.remark);
  }

  /* --- Changes --------------------------------------------------------------------------------- */

  private isTool(mark: Mark): boolean {
    return this.tool?.kind === mark.kind && this.tool.color === mark.color;
  }

  private setTool(tool: Mark | undefined): void {
    this.tool = tool;
    this.board.setTool(tool);
    for (const el of this.trayPlace.querySelectorAll<HTMLElement>('.tool'))
      el.setAttribute('aria-pressed', String(!!tool && el.dataset.tool === tool.color + tool.kind));
  }

  private changeBoard(): void {
    this.setup.pieces = this.board.pieces;
    this.fromBoard();
  }

  private addToHand(color: Color, kind: string): void {
    if (!HAND_MAX[kind]) return;
    const now = this.setup.hands[color].get(kind);
    if ((now?.n ?? 0) < HAND_MAX[kind])
      this.setHand(color, kind, { op: this.setup.whole ? '=' : now?.op ?? '>=', n: (now?.n ?? 0) + 1 });
  }

  private setHand(color: Color, kind: string, to: HandCondition | undefined): void {
    if (to && !(this.setup.whole && to.n === 0)) this.setup.hands[color].set(kind, to);
    else this.setup.hands[color].delete(kind);
    this.showHand(color);
    this.fromBoard();
  }

  private changeTurn(): void {
    this.setup.turn = this.turnPlace.value as Color | '';
    this.fromBoard();
  }

  private changeWhole(): void {
    this.setup.whole = this.wholeBox.checked;
    if (this.setup.whole)
      for (const [square, mark] of this.setup.pieces)
        if (mark.kind === 'any' || mark.kind === 'empty') this.setup.pieces.delete(square);
    this.take(this.setup);
  }

  private changeText(): void {
    const tidy = tidyPasted(this.text.value);
    if (tidy !== this.text.value) this.text.value = tidy;
    this.setup = fromQuery(this.text.value);
    this.showSetup();
    this.changed();
  }

  private onTextKey(e: KeyboardEvent): void {
    if (e.key !== 'Enter' || e.shiftKey || e.isComposing) return;
    e.preventDefault(); // a query is one line; Enter asks at once
    void this.run(true);
  }

  private addWord(word: string): void {
    if (!word) return;
    this.text.value = `${this.text.value.trim()} ${word}`.trim();
    this.changeText();
  }

  /* Another setup altogether. */
  private take(setup: Setup): void {
    this.setup = setup;
    this.setTool(undefined);
    this.showSetup();
    this.fromBoard();
  }

  private fromBoard(): void {
    this.text.value = toQuery(this.setup);
    this.setup = { ...this.setup, complex: this.setup.complex && isBare(this.setup) };
    if (!this.setup.complex) this.setup.rest = fromQuery(this.text.value).rest;
    this.changed();
  }

  private changed(): void {
    this.fitText();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.run(false), PAUSE_MS);
  }

  private fitText(): void {
    this.text.style.height = 'auto';
    this.text.style.height = `${Math.min(this.text.scrollHeight + 2, 200)}px`;
  }

  private showSetup(): void {
    this.board.pieces = this.setup.pieces;
    this.turnPlace.value = this.setup.turn;
    this.wholeBox.checked = this.setup.whole;
    this.showHand('s');
    this.showHand('g');
    this.remark.textContent = this.setup.complex || (this.setup.rest && this.setup.pieces.size) ? t('moreThanBoard') : '';
  }

  private showHand(color: Color): void {
    const hand = this.setup.hands[color];
    const cell = (kind: string): HTMLElement => {
      const now = hand.get(kind);
      const name = kindName(kind);
      const select = h('select', {
        'aria-label': `${t('hand', sideName(color))}: ${name}`,
        onchange: () => this.setHand(color, kind, conditionOf(select.value)),
      }, handOptions(kind, this.setup.whole));
      select.value = now ? now.op + now.n : this.setup.whole ? '=0' : '';
      return h('div', { class: now ? 'hand-cell set' : 'hand-cell' },
        h('button', {
          type: 'button', tabindex: -1, 'aria-hidden': 'true', title: pieceName(color, kind),
          onclick: () => (now?.n === HAND_MAX[kind] ? this.setHand(color, kind, undefined) : this.addToHand(color, kind)),
        }, pieceIcon({ color: 's', kind })), select);
    };
    replace(this.handPlaces[color],
      h('span', { class: 'hand-name', title: t('hand', sideName(color)) }, sideMark(color)), HAND_KINDS.map(cell));
    this.handPlaces[color].dataset.hand = color;
  }

  /* On a phone the answers are below the screen: a button tells how many there are, and goes there. */
  private watchHeadline(): void {
    this.seen = new IntersectionObserver(([entry]) => {
      this.pill.hidden = entry.isIntersecting || entry.boundingClientRect.top < 0;
    });
    this.seen.observe(this.headline);
  }

  /* --- Asking ---------------------------------------------------------------------------------- */

  private async run(now: boolean): Promise<void> {
    clearTimeout(this.timer);
    const query = this.text.value.trim();
    history.replaceState(null, '', query ? `#/?q=${encodeURIComponent(query)}` : '#/');
    this.asked?.abort(); // an answer to an older question is of no use
    const asked = new AbortController();
    this.asked = asked;
    const slow = setTimeout(() => this.el.classList.add('busy'), now ? 0 : 200);
    const nothing = isEmpty(this.setup) && !query;
    try {
      const read = await ask<ParseAnswer>('parse', { query }, asked.signal);
      if (read.error) throw new ApiError(read.error.message, read.error.code, read.error.byte);
      const moves = nothing ? undefined : ask<MovesAnswer>('moves', { query, limit: 60 }, asked.signal);
      moves?.catch(() => undefined); // looked at below
      const found = await ask<SearchAnswer>('search', { query, limit: PAGE }, asked.signal);
      this.showMistake(undefined);
      this.showHits(found, query, nothing);
      await this.showMoves(moves, asked.signal);
      if (!asked.signal.aborted) this.el.dataset.answered = query;
    } catch (e) {
      if (!asked.signal.aborted) this.showMistake(e);
    } finally {
      clearTimeout(slow);
      if (this.asked === asked) this.el.classList.remove('busy');
    }
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
    const at = error.byte === undefined ? undefined : placeOf(this.text.value, error.byte);
    replace(this.mistake,
      at && h('code', {}, this.text.value.slice(0, at[0]), h('mark', {}, this.text.value.slice(...at) || '␣'), this.text.value.slice(at[1])),
      h('span', {}, at ? error.message : t('failed', error.message)),
      !at && h('button', { type: 'button', onclick: () => void this.run(true) }, t('retry')));
    if (at) return;
    this.headline.textContent = '';
    replace(this.movesPlace);
    replace(this.hitsPlace);
  }

  private showHits(found: SearchAnswer, query: string, nothing: boolean): void {
    const games = found.games === 1 ? t('countGame') : t('countGames', count(found.games));
    replace(this.headline, h('strong', {}, games),
      !nothing && ` ${t('countOf', count(this.context.total))}`,
      !nothing && found.spans !== found.games && ` · ${t('countSpans', count(found.spans))}`,
      !nothing && h('span', { class: 'took' }, ` ${t('took', (found.seconds * 1000).toFixed(found.seconds < 0.01 ? 1 : 0))}`));
    announce(games);
    this.pill.textContent = `${games} ↓`;
    if (found.games === 0) return replace(this.hitsPlace, h('p', { class: 'hint' }, t('nothing')));
    const list = h('ol', { class: 'hits' }, found.hits.map((hit) => this.hit(hit, nothing)));
    const more = h('button', { type: 'button', class: 'more', onclick: () => void this.showMore(list, more, query, nothing) }, t('more'));
    replace(this.hitsPlace, nothing && h('p', { class: 'hint' }, t(this.isShogi ? 'emptyHint' : 'goHint')), nothing && this.isShogi && this.examples(),
      h('h2', { id: 'hits-title' }, t('games')), list, found.more && more);
  }

  private examples(): HTMLElement {
    const example = (key: Key, query: string): HTMLElement => h('button', { type: 'button', onclick: () => {
      this.text.value = query;
      this.changeText();
    } }, t(key));
    return h('p', { class: 'row examples' }, h('span', {}, t('examples')), example('exampleHoles', 's99ou g91ou'),
      example('exampleMino', 's28ou s38gi s49ki s58ki'), example('exampleStart', `sfen "${START.replace(/ 1$/, '')}"`));
  }

  private async showMore(list: HTMLElement, more: HTMLElement, query: string, nothing: boolean): Promise<void> {
    more.setAttribute('disabled', '');
    try {
      const found = await ask<SearchAnswer>('search', { query, limit: PAGE, offset: list.childElementCount });
      const rows = found.hits.map((hit) => this.hit(hit, nothing));
      list.append(...rows);
      rows[0]?.querySelector('a')?.focus();
      if (found.more) more.removeAttribute('disabled');
      else more.remove();
    } catch (e) {
      more.removeAttribute('disabled');
      this.showMistake(e);
    }
  }

  private hit(hit: Hit, nothing: boolean): HTMLElement {
    const name = (text: string): string => text || t('unknownPlayer');
    const won = (side: string): string => (hit.result === side ? 'won' : '');
    const last = hit.to - 1;
    const place = nothing ? t('length', hit.length) : hit.from === last ? t('ply', hit.from) : t('plies', hit.from, last);
    return h('li', {}, h('a', { href: gameLink(hit, nothing ? 0 : hit.first, nothing ? undefined : [hit.from, last]) },
      h('span', { class: 'who' }, h('span', { class: won('b') }, `☗ ${name(hit.black)}`), ' ',
        h('span', { class: won('w') }, `☖ ${name(hit.white)}`)),
      h('span', { class: 'what' }, [hit.date, hit.event].filter(Boolean).join(' · ')),
      h('span', { class: `result result-${hit.result}` }, resultText(hit.result)),
      h('span', { class: 'where' }, place)));
  }

  private async showMoves(moves: Promise<MovesAnswer> | undefined, signal: AbortSignal): Promise<void> {
    if (!moves) return replace(this.movesPlace);
    let table: MovesAnswer;
    try {
      table = await moves;
    } catch (e) {
      if (!signal.aborted) replace(this.movesPlace, h('h2', { id: 'moves-title' }, t('nextMoves')),
        h('p', { class: 'hint' }, e instanceof Error ? e.message : String(e)));
      return;
    }
    if (signal.aborted || table.games === 0) return replace(this.movesPlace);
    replace(this.movesPlace, h('h2', { id: 'moves-title' }, t('nextMoves')),
      table.moves.length === 0 ? h('p', { class: 'hint' }, t('nothingNext')) : this.moveTable(table));
  }

  private moveTable({ moves }: MovesAnswer): HTMLElement {
    const shown = 12;
    const rows = moves.map((m, i) => this.moveRow(m, i >= shown));
    const body = h('tbody', {}, rows);
    const more = h('button', { type: 'button', class: 'more', onclick: () => {
      for (const row of rows) row.hidden = false;
      more.remove();
    } }, t('more'));
    return h('div', {}, h('table', { class: 'moves' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('move')), h('th', { scope: 'col' }, t('games')),
        h('th', { scope: 'col' }, t('winRate')), h('th', { scope: 'col' }, t('last')))), body),
      moves.length > shown && more);
  }

  /* Of a partial position a game may know several next moves: shares then add up to more than 1. */
  private moveRow(m: NextMove, hidden: boolean): HTMLTableRowElement {
    const text = !this.isShogi ? m.move : `${m.seat === 1 ? '☖' : '☗'}${this.moveText(m.move)}`;
    const follow = (): void => {
      playMove(this.setup, m.move);
      this.take(this.setup);
    };
    return h('tr', { hidden },
      h('th', { scope: 'row' }, this.setup.whole && this.setup.turn ? h('button', { type: 'button', class: 'link', onclick: follow }, text) : text),
      h('td', { title: m.transposed ? t('transposed', count(m.transposed)) : undefined },
        shareBar(m.share), h('span', { class: 'number' }, `${count(m.games)} `, h('small', {}, `${percent(m.share)} %`))),
      h('td', {}, scoreBar(m)),
      h('td', { class: 'number' }, m.last ? String(m.last) : ''));
  }

  /* A move in words; the piece only where the board says which it is. */
  private moveText(usi: string): string {
    const m = usi.match(/^(?:([PLNSGBR])\*|(..))(..)(\+?)$/);
    if (!m) return usi;
    const square = (key: string): string => key[0] + (key.charCodeAt(1) - 96);
    const to = square(m[3]);
    if (m[1]) return dropText(kindOfLetter(m[1])!, to);
    const from = square(m[2]);
    const kind = this.setup.pieces.get(from)?.kind;
    const known = kind && kind !== 'any' && kind !== 'empty' ? kind : undefined;
    return stepText(known, from, to, !!m[4]);
  }
}

/* --- Texts and small drawings ------------------------------------------------------------------ */

const isBare = (s: Setup): boolean => toQuery(s) === s.rest;

function dropText(kind: string, to: string): string {
  return lang === 'ja' ? `${squareName(to)}${kindName(kind)}打` : `${english(kind)}*${squareName(to)}`;
}

function stepText(kind: string | undefined, from: string, to: string, promotes: boolean): string {
  if (lang === 'ja')
    return `${squareName(to)}${kind ? kindName(kind) : ''}${promotes ? '成' : ''}（${from}）`;
  return `${kind ? english(kind) : ''}${squareName(from)}-${squareName(to)}${promotes ? '+' : ''}`;
}

function english(kind: string): string {
  const up = promote(kind) !== kind && plain(kind) !== kind;
  const letter = { fu: 'P', ky: 'L', ke: 'N', gi: 'S', ki: 'G', ka: 'B', hi: 'R', ou: 'K' }[plain(kind)] ?? '';
  return up ? `+${letter}` : letter;
}

export function nameOf(n: { name: string; labels: string[] }): string {
  const words = n.name.replace(/-/g, ' ');
  return lang === 'ja' ? n.labels[0] ?? words : n.labels[0] ? `${words} (${n.labels[0]})` : words;
}

export function resultText(result: string): string {
  return /^[bwd]$/.test(result) ? t(`result_${result}` as Key) : '';
}

export function gameLink(hit: { db: string; game: number }, ply: number, span?: [number, number]): string {
  const at = span ? `&hit=${span[0]}-${span[1]}` : '';
  return `#/game/${hit.game}?db=${encodeURIComponent(hit.db)}&ply=${ply}${at}`;
}

export function pieceIcon(mark: Mark): HTMLElement {
  const el = document.createElement('piece');
  el.className = `${mark.color === 's' ? 'sente' : 'gote'} ${ROLES[mark.kind]}`;
  return h('span', { class: 'icon orientation-sente' }, el);
}

function handOptions(kind: string, whole: boolean): HTMLElement[] {
  const option = (op: Op, n: number): HTMLElement =>
    h('option', { value: op + n }, { '>=': '≥', '=': whole ? '' : '=', '<=': '≤' }[op] + n);
  const up = (from: number, op: Op): HTMLElement[] =>
    Array.from({ length: HAND_MAX[kind] - from + 1 }, (_, i) => option(op, from + i));
  if (whole) return up(0, '=');
  return [h('option', { value: '', 'aria-label': t('any') }, '–'), ...up(1, '>='), ...up(0, '='), ...up(1, '<=').slice(0, -1)];
}

function conditionOf(value: string): HandCondition | undefined {
  const m = value.match(/^(>=|=|<=)(\d+)$/);
  return m ? { op: m[1] as Op, n: Number(m[2]) } : undefined;
}

/* Where a byte of the UTF-8 text is in the string, and where that word ends. */
function placeOf(text: string, byte: number): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const from = new TextDecoder().decode(bytes.slice(0, byte)).length;
  const word = text.slice(from).search(/[\s)]/);
  return [from, word <= 0 ? (word === 0 ? from + 1 : text.length) : from + word];
}

const SVG = 'http://www.w3.org/2000/svg';

function bar(parts: [string, number, number][], label: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'bar');
  svg.setAttribute('viewBox', '0 0 100 10');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  for (const [name, from, to] of parts) {
    const rect = document.createElementNS(SVG, 'rect');
    rect.setAttribute('class', name);
    rect.setAttribute('x', String(from));
    rect.setAttribute('width', String(Math.max(0, to - from)));
    const thin = name === 'band' || name === 'middle';
    rect.setAttribute('y', thin ? '2' : '0');
    rect.setAttribute('height', thin ? '6' : '10');
    svg.append(rect);
  }
  return svg;
}

function shareBar(share: number): SVGElement {
  return bar([['track', 0, 100], ['fill', 0, 100 * share]], `${percent(share)} %`);
}

/* The mover's score with its interval, half of the points marked. */
function scoreBar(m: NextMove): HTMLElement {
  if (m.score === null || m.low === null || m.high === null) return h('span', { class: 'unknown' }, t('noResult'));
  const label = t('interval', percent(m.score), percent(m.low), percent(m.high));
  return h('div', { class: 'score', title: label },
    bar([['track', 0, 100], ['middle', 49.75, 50.25], ['band', 100 * m.low, 100 * m.high], ['point', 100 * m.score - 1, 100 * m.score + 1]], label),
    h('span', { class: 'number' }, `${percent(m.score)} %`));
}
