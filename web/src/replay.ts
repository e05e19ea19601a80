/* replay.ts: a game, stepped through. */
import { ask, ApiError, type Game, type GamePosition, type Tag } from './api';
import { Board } from './board';
import { announce, h, replace } from './dom';
import { kindName, lang, sideMark, sideName, t } from './i18n';
import { fromSfen, HAND_KINDS, toQuery, type Color, type Setup } from './setup';
import { nameOf, pieceIcon, resultText } from './search';
import type { View } from './main';

export class ReplayView implements View {
  readonly el: HTMLElement;
  private game: Game | undefined;
  private ply: number;
  private board: Board | undefined;
  private flipped = false;
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly handPlaces: Record<Color, HTMLElement> = { s: h('div'), g: h('div') };
  private readonly caption = h('p', { class: 'caption', 'aria-live': 'polite' });
  private readonly comment = h('div', { class: 'comment' });
  private readonly slider = h('input', {
    type: 'range', min: 0, 'aria-label': t('position'), oninput: () => this.go(Number(this.slider.value)),
  });
  private readonly list = h('ol', { class: 'move-list', start: 0 });

  constructor(private readonly id: number, private readonly db: string, ply: number, private readonly hit: [number, number] | undefined,
    private readonly back: string) {
    this.ply = ply;
    this.el = h('main', { class: 'replay' }, h('p', { class: 'hint' }, t('loading')));
    void this.load();
  }

  destroy(): void {
    this.board?.destroy();
  }

  onKey(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (!this.game || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    const steps: Record<string, number> = {
      ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.game.plies,
      PageUp: this.ply - 10, PageDown: this.ply + 10,
    };
    if (!(e.key in steps)) return;
    e.preventDefault();
    this.go(steps[e.key]);
  }

  private async load(): Promise<void> {
    try {
      this.game = await ask<Game>(`game/${this.id}`, this.db ? { db: this.db } : {});
    } catch (e) {
      const message = e instanceof ApiError && e.code === 'not-found' ? t('noGame') : e instanceof Error ? e.message : String(e);
      return replace(this.el, h('p', { class: 'hint' }, message), h('p', {}, h('a', { href: this.back }, t('back'))));
    }
    this.build(this.game);
    this.go(this.ply);
  }

  /* --- Building -------------------------------------------------------------------------------- */

  private build(game: Game): void {
    const button = (label: string, sign: string, run: () => void): HTMLElement =>
      h('button', { type: 'button', 'aria-label': label, title: label, onclick: run }, sign);
    this.slider.max = String(game.positions.length - 1);
    this.buildBoard();
    replace(this.list, game.positions.map((p) => this.moveItem(p)));
    document.title = `${game.black ?? ''} – ${game.white ?? ''} · Kifu`;
    replace(this.el,
      h('div', { class: 'left' }, this.boardPlace, this.caption,
        h('div', { class: 'stepper' },
          button(t('first'), '|◀', () => this.go(0)), button(t('previous'), '◀', () => this.go(this.ply - 1)),
          this.slider,
          button(t('next'), '▶', () => this.go(this.ply + 1)), button(t('end'), '▶|', () => this.go(game.plies))),
        this.actions(), h('p', { class: 'tips keys' }, t('keys'))),
      h('div', { class: 'right' }, h('p', {}, h('a', { href: this.back }, `← ${t('back')}`)), this.details(game), this.comment,
        h('section', { class: 'panel', 'aria-label': t('moves') }, h('h2', {}, t('moves')), this.list)));
  }

  private actions(): HTMLElement {
    const link = h('button', { type: 'button', onclick: () => void this.copyLink(link) }, t('link'));
    return h('div', { class: 'row' },
      h('button', { type: 'button', class: 'main', onclick: () => this.searchHere() }, t('fromHere')),
      h('button', { type: 'button', onclick: () => {
        this.flipped = !this.flipped;
        this.buildBoard();
        this.go(this.ply);
      } }, t('flip')), link,
      h('a', { class: 'button', id: 'picture', target: '_blank', href: '#' }, t('picture')));
  }

  private details(game: Game): HTMLElement {
    const name = (color: Color, text: string | undefined): HTMLElement =>
      h('span', { class: game.result === (color === 's' ? 'b' : 'w') ? 'won' : '' }, `${sideMark(color)} ${text || t('unknownPlayer')}`);
    const facts = [game.date, game.event, game.site].filter(Boolean).join(' · ');
    return h('header', { class: 'details' },
      h('h1', {}, name('s', game.black), ' ', name('g', game.white)),
      h('p', {}, facts), h('p', { class: 'outcome' }, game.summary[lang] || resultText(game.result)),
      game.tags.length > 0 && h('p', { class: 'row tags' }, game.tags.map((tag) => this.tag(tag))),
      game.headers.length > 0 && h('details', {}, h('summary', {}, t('details')),
        h('dl', {}, game.headers.map((x) => [h('dt', {}, x.key), h('dd', {}, x.value)]).flat())));
  }

  /* A castle or an opening; a click goes to where it first stood. */
  private tag(tag: Tag): HTMLElement {
    const whose = tag.seat < 0 ? '' : `${sideMark(tag.seat === 0 ? 's' : 'g')} `;
    return h('button', { type: 'button', onclick: () => this.go(tag.from) }, `${whose}${nameOf(tag)} `,
      h('small', {}, tag.from === tag.to - 1 ? String(tag.from) : `${tag.from}–${tag.to - 1}`));
  }

  private moveItem(p: GamePosition): HTMLElement {
    const held = this.hit && p.ply >= this.hit[0] && p.ply <= this.hit[1];
    const text = p.move ? p[lang] ?? p.move : t('startPosition');
    return h('li', { class: held ? 'held' : '' },
      h('button', { type: 'button', 'data-ply': p.ply, onclick: () => this.go(p.ply) },
        h('span', { class: 'n' }, String(p.ply)), h('span', {}, text),
        p.comment !== undefined && h('span', { class: 'has-comment', title: t('comment') }, '✎'),
        held && h('span', { class: 'hidden' }, t('hit')),
        p.ms !== undefined && h('span', { class: 'ms' }, clock(p.ms))));
  }

  private buildBoard(): void {
    this.board?.destroy();
    this.board = new Board({ editable: false, label: t('board'), flipped: this.flipped });
    const [top, bottom]: Color[] = this.flipped ? ['s', 'g'] : ['g', 's'];
    for (const color of ['s', 'g'] as const)
      this.handPlaces[color].className = color === bottom ? 'hand shown' : 'hand shown turned';
    replace(this.boardPlace, this.handPlaces[top], this.board.el, this.handPlaces[bottom]);
  }

  /* --- Stepping -------------------------------------------------------------------------------- */

  private go(ply: number): void {
    const game = this.game!;
    this.ply = Math.min(Math.max(0, ply || 0), game.positions.length - 1);
    const now = game.positions[this.ply];
    const setup = fromSfen(now.sfen);
    if (setup) {
      this.board!.pieces = setup.pieces;
      this.board!.showLast(squaresOf(now.move));
      this.showHand('s', setup);
      this.showHand('g', setup);
    } else { // another game than shogi: the server draws it
      replace(this.boardPlace, h('img', { class: 'drawn', alt: now.sfen, src: `api/board?${this.address()}&lang=${lang}&flip=${this.flipped}` }));
    }
    this.slider.value = String(this.ply);
    this.caption.textContent = now.move ? `${t('ply', now.ply)}  ${now[lang] ?? now.move}` : t('startPosition');
    replace(this.comment, now.comment !== undefined && h('section', { class: 'panel', 'aria-label': t('comment') }, h('p', {}, now.comment)));
    this.markMove();
    this.el.querySelector('#picture')?.setAttribute('href', `api/board?${this.address()}&lang=${lang}&flip=${this.flipped}`);
    const hit = this.hit ? `&hit=${this.hit[0]}-${this.hit[1]}` : '';
    history.replaceState(null, '', `#/game/${this.id}?db=${encodeURIComponent(game.db)}&ply=${this.ply}${hit}`);
  }

  private address(): string {
    return new URLSearchParams({ db: this.game!.db, game: String(this.id), ply: String(this.ply) }).toString();
  }

  private markMove(): void {
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const button = this.list.querySelector<HTMLElement>(`[data-ply="${this.ply}"]`);
    button?.setAttribute('aria-current', 'true');
    if (!button) return;
    // scrolls the list alone, never the page
    const list = this.list.getBoundingClientRect(), item = button.getBoundingClientRect();
    if (item.top < list.top) this.list.scrollTop -= list.top - item.top + 8;
    else if (item.bottom > list.bottom) this.list.scrollTop += item.bottom - list.bottom + 8;
  }

  private showHand(color: Color, setup: Setup): void {
    const held = HAND_KINDS.filter((kind) => setup.hands[color].has(kind));
    const words = held.map((kind) => `${kindName(kind)} ${setup.hands[color].get(kind)!.n}`).join(', ');
    replace(this.handPlaces[color],
      h('span', { class: 'hand-name' }, sideMark(color)),
      h('span', { class: 'hidden' }, `${t('hand', sideName(color))}: ${words || '–'}`),
      held.map((kind) => h('span', { class: 'hand-cell set', 'aria-hidden': 'true' }, pieceIcon({ color: 's', kind }),
        h('span', { class: 'number' }, setup.hands[color].get(kind)!.n > 1 ? String(setup.hands[color].get(kind)!.n) : ''))));
  }

  private searchHere(): void {
    const { sfen } = this.game!.positions[this.ply], setup = fromSfen(sfen);
    location.hash = `#/?q=${encodeURIComponent(setup ? toQuery(setup) : `sfen "${sfen}"`)}`;
  }

  private async copyLink(button: HTMLElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = t('copied');
      announce(t('copied'));
      setTimeout(() => (button.textContent = t('link')), 2000);
    } catch {
      prompt(t('link'), location.href); // no permission: at least it can be copied by hand
    }
  }
}

function squaresOf(usi: string | undefined): string[] {
  const square = (key: string): string => key[0] + (key.charCodeAt(1) - 96);
  if (!usi) return [];
  return usi[1] === '*' ? [square(usi.slice(2, 4))] : [square(usi.slice(0, 2)), square(usi.slice(2, 4))];
}

function clock(ms: number): string {
  const s = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
