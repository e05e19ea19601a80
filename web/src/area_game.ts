/* area_game.ts: a game, stepped through, with its variations. */
import { address, gameAddress, searchAddress, showAddress, playerAddress } from './address';
import { Analysis } from './analysis';
import { ApiError, ask, Asking, messageOf, type Game, type GamePosition, type MovesAnswer, type Tag } from './api';
import type { Area } from './areas';
import { armySign, COLOURS, colourName } from './board_chatur';
import { GameGraph } from './chart';
import { announce, h, isTyping, replace } from './dom';
import { gameWork } from './edit_games';
import { FoundMoves } from './found_moves';
import { GameAnalysis } from './game_analysis';
import { count, gamesText, lang, nameOf, resultText, sideMark, t as common, texts } from './i18n';
import { moveTable } from './next_moves';
import { PeopleMoves } from './people_moves';
import { dialectOf, toQuery } from './setup';
import { ShownBoard } from './shown_board';
import { site } from './site';

const t = texts({
  profile: 'Profile of this player', first: 'Start', previous: 'Back', next: 'Forward', end: 'End', position: 'Move number', moves: 'Moves', comment: 'Comment', details: 'About the game',
  fromHere: 'Search from here', playHere: 'Play from here', link: 'Copy link', copied: 'Link copied', picture: 'SVG', png: 'PNG', back: 'Back to the search',
  noGame: 'Game not found.', hit: 'held here', keys: '← → Home End step through the game, ↑ ↓ choose a variation',
  elsewhere: 'The same position elsewhere', only: 'In this game only.', inGames: '{0} have this position', variation: 'Variation from move {0}',
  graph: 'Values, times and castles through the game', value: 'value {0}', mate: 'mate in {0}', mateUnknown: 'mate', backToGame: 'Back to the game',
}, {
  profile: 'この対局者の成績', first: '初手へ', previous: '戻る', next: '進む', end: '終局へ', position: '手数', moves: '指し手', comment: 'コメント', details: '対局について',
  fromHere: 'この局面で検索', playHere: 'この局面から指す', link: 'リンクをコピー', copied: 'コピーしました', picture: 'SVG', png: 'PNG', back: '検索に戻る',
  noGame: 'この対局はありません。', hit: '該当', keys: '← → Home End で進め、↑ ↓ で変化を選びます',
  elsewhere: '同じ局面のほかの対局', only: 'この対局だけです。', inGames: 'この局面は {0}', variation: '{0} 手目からの変化',
  graph: '評価値・消費時間・囲いの推移', value: '評価値 {0}', mate: '{0} 手詰', mateUnknown: '詰み', backToGame: '本譜に戻る',
});

const isChatur = (): boolean => site.game === 'chaturanga';

/* A line of play: the game itself, or a variation that leaves `parent` at `ply`. */
interface Line { parent: number; ply: number; positions: GamePosition[] }

class GameView {
  readonly el = h('main', { class: 'replay' }, h('p', { class: 'hint' }, common('loading')));
  private game: Game | undefined;
  private lines: Line[] = [];
  private line = 0;
  private timed = false; // not where every move took no time
  private ply = 0;
  private way: GamePosition[] = []; // positions from the start along the present line
  private graph: GameGraph | undefined;
  private readonly board = new ShownBoard();
  private readonly analysis = site.game === 'shogi' ? new Analysis((arrows) => this.board.showArrows(arrows)) : undefined;
  private readonly people = isChatur() ? undefined : new PeopleMoves((arrows) => this.board.showArrows(arrows));
  private readonly found = site.game === 'shogi' ? new FoundMoves((ply) => this.go(ply)) : undefined;
  private readonly whole = site.game === 'shogi' ? new GameAnalysis((ply) => this.go(ply)) : undefined;
  private readonly caption = h('p', { class: 'caption', 'aria-live': 'polite' });
  private readonly comment = h('div', { class: 'comment' });
  private readonly elsewhere = h('section', { class: 'panel elsewhere', 'aria-labelledby': 'elsewhere-title' });
  private readonly asking = new Asking();
  private timer = 0;
  private readonly slider = h('input', {
    type: 'range', min: 0, 'aria-label': t('position'), oninput: () => this.go(Number(this.slider.value)),
  });
  private readonly list = h('ol', { class: 'move-list', start: 0 });

  constructor(private readonly db: string, private readonly id: number, private readonly wanted: { ply: number; line: number },
    private readonly hit: [number, number] | undefined) {
    document.addEventListener('keydown', this.onKey);
    void this.load();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.timer);
    this.asking.end();
    this.analysis?.destroy();
    this.people?.destroy();
    this.found?.destroy();
    this.whole?.destroy();
    this.board.destroy();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (!this.game || isTyping(e)) return;
    const steps: Record<string, number> = {
      ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.way.length - 1, PageUp: this.ply - 10, PageDown: this.ply + 10,
    };
    if (e.key in steps) this.go(steps[e.key]);
    else if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
      if (!this.turnOff(e.key === 'ArrowDown' ? 1 : -1)) return;
    } else return;
    e.preventDefault();
  };

  private async load(): Promise<void> {
    try {
      this.game = await ask<Game>(`game/${this.id}`, this.db ? { db: this.db } : {});
    } catch (e) {
      const message = e instanceof ApiError && e.code === 'not-found' ? t('noGame') : messageOf(e);
      return replace(this.el, h('div', {}, h('p', { class: 'hint' }, message), h('a', { href: backAddress }, `← ${t('back')}`)));
    }
    this.lines = [{ parent: 0, ply: -1, positions: this.game.positions },
      ...this.game.variations.map((v) => ({ parent: v.line, ply: v.ply, positions: v.positions }))];
    this.build(this.game);
    this.enter(this.lines[this.wanted.line] ? this.wanted.line : 0);
    this.go(this.wanted.ply);
  }

  /* --- Lines ------------------------------------------------------------------------------------- */

  private wayOf(line: number): GamePosition[] {
    const parts: GamePosition[][] = [];
    let end = Infinity;
    for (let at = line; ; at = this.lines[at].parent) {
      const { ply, positions } = this.lines[at];
      parts.unshift(positions.filter((p) => p.ply <= end));
      if (at === 0) break;
      end = Math.min(end, ply);
    }
    return parts.flat();
  }

  private enter(line: number): void {
    this.line = line;
    this.way = this.wayOf(line);
    this.slider.max = String(this.way.length - 1);
    const moves = this.way.slice(1).map((p) => p.move!);
    this.found?.enter(this.way[0].sfen, moves);
    this.whole?.enter(this.way[0].sfen, moves);
  }

  /* To the next or last of the moves that were possible instead of this one. */
  private turnOff(step: number): boolean {
    const others = this.alternatives();
    const at = others.indexOf(this.line);
    const to = others[at + step];
    if (at < 0 || to === undefined) return false;
    this.enter(to);
    this.go(this.ply);
    return true;
  }

  /* Lines that have a move of their own at the present ply, from the same position, ours included. */
  private alternatives(): number[] {
    const start = this.lineAt(this.line, this.ply);
    const from = this.lines[start].ply === this.ply - 1 ? this.lines[start].parent : start;
    const root = this.lineAt(from, this.ply - 1);
    const list = [this.lineAt(from, this.ply), ...this.lines.keys()].filter((n, i, all) =>
      all.indexOf(n) === i && (n === this.lineAt(from, this.ply) || (n > 0 && this.lines[n].ply === this.ply - 1 && this.lineAt(this.lines[n].parent, this.ply - 1) === root)));
    return list.map((n) => (n === start ? this.line : n));
  }

  /* The ply at which the present line leaves the game itself. */
  private leaves(): number {
    let ply = Infinity;
    for (let at = this.line; at > 0; at = this.lines[at].parent) ply = Math.min(ply, this.lines[at].ply);
    return ply;
  }

  /* Which line a ply of a line's way belongs to. */
  private lineAt(line: number, ply: number): number {
    let at = line;
    while (at > 0 && ply <= this.lines[at].ply) at = this.lines[at].parent;
    return at;
  }

  /* --- Building ---------------------------------------------------------------------------------- */

  private build(game: Game): void {
    const button = (label: string, sign: string, run: () => void): HTMLElement =>
      h('button', { type: 'button', 'aria-label': label, title: label, onclick: run }, sign);
    this.timed = game.positions.some((p) => p.ms);
    replace(this.list, this.items(0));
    const names = COLOURS.map((c) => game[c]).filter(Boolean);
    document.title = `${isChatur() ? names.join(' – ') : `${game.black ?? ''} – ${game.white ?? ''}`} · Kifu`;
    replace(this.el,
      h('div', { class: 'left' }, this.board.el, this.caption,
        h('div', { class: 'stepper' },
          button(t('first'), '|◀', () => this.go(0)), button(t('previous'), '◀', () => this.go(this.ply - 1)),
          this.slider,
          button(t('next'), '▶', () => this.go(this.ply + 1)), button(t('end'), '▶|', () => this.go(this.way.length - 1))),
        this.actions(), h('p', { class: 'tips keys' }, t('keys'))),
      h('div', { class: 'right' }, h('p', {}, h('a', { href: backAddress }, `← ${t('back')}`)), this.details(game), this.comment,
        this.graphPanel(game), this.whole?.el, this.found?.el,
        h('section', { class: 'panel', 'aria-label': t('moves') }, h('h2', {}, t('moves')), this.list), this.elsewhere,
        h('div', { class: 'analysis column' }, this.analysis?.el, this.people?.el)));
  }

  private actions(): HTMLElement {
    const link = h('button', { type: 'button', onclick: () => void this.copyLink(link) }, t('link'));
    return h('div', { class: 'row' },
      h('button', { type: 'button', class: 'main', onclick: () => (location.hash = searchAddress(this.query())) }, t('fromHere')),
      !isChatur() && h('button', { type: 'button', onclick: () => {
        this.board.flip();
        this.go(this.ply);
      } }, common('flip')), link,
      site.game === 'shogi' && h('a', { class: 'button', id: 'play-here', href: '#' }, t('playHere')),
      h('a', { class: 'button', id: 'picture', download: 'kifu.svg', href: '#' }, t('picture')),
      h('button', { type: 'button', id: 'png', onclick: () => void this.savePng() }, t('png')));
  }

  private details(game: Game): HTMLElement {
    const name = (side: 'b' | 'w', text: string | undefined): HTMLElement =>
      h('span', { class: game.result === side ? 'won' : '' }, `${sideMark(side === 'b' ? 's' : 'g')} `, text ? h('a', { class: 'profile-link', href: playerAddress(text), title: t('profile') }, text) : common('unknownPlayer'));
    const facts = [game.date, game.event, game.site].filter(Boolean).join(' · ');
    return h('header', { class: 'details', id: 'details' },
      h('h1', {}, isChatur() ? COLOURS.map((c, i) => h('span', { class: game.result === c[0] ? 'won army-name' : 'army-name' }, armySign(i), h('span', { class: 'hidden' }, colourName(i)), ` ${game[c] || common('unknownPlayer')} `))
        : [name('b', game.black), ' ', name('w', game.white)]),
      h('p', {}, facts), h('p', { class: 'outcome' }, game.summary[lang] || resultText(game.result)),
      game.tags.length > 0 && h('p', { class: 'row tags' }, game.tags.map((tag) => this.tag(tag))),
      gameWork(game, () => this.changed()),
      game.headers.length > 0 && h('details', {}, h('summary', {}, t('details')),
        h('dl', {}, game.headers.map((x) => [h('dt', {}, x.key), h('dd', {}, x.value)]).flat())));
  }

  /* Tags or headers are others now; the board stays where it is. */
  private async changed(): Promise<void> {
    const { game: id, db } = this.game!;
    this.game = await ask<Game>(`game/${id}`, { db });
    document.getElementById('details')?.replaceWith(this.details(this.game));
  }

  /* A castle or an opening; a click goes to where it first stood. */
  private tag(tag: Tag): HTMLElement {
    const whose = tag.seat < 0 ? '' : `${sideMark(tag.seat === 0 ? 's' : 'g')} `;
    return h('button', { type: 'button', onclick: () => this.goMain(tag.from) }, `${whose}${nameOf(tag)} `,
      h('small', {}, tag.from === tag.to - 1 ? String(tag.from) : `${tag.from}–${tag.to - 1}`));
  }

  /* Moves of a line with the variations that leave it after them. */
  private items(line: number): HTMLElement[] {
    return this.lines[line].positions.flatMap((p) => {
      const leaving = [...this.lines.keys()].filter((n) => n > 0 && this.lines[n].parent === line && this.lines[n].ply === p.ply - 1);
      return [this.moveItem(p, line), ...leaving.map((n) => h('li', { class: 'variation' },
        h('ol', { 'aria-label': t('variation', p.ply), start: p.ply }, this.items(n))))];
    });
  }

  private moveItem(p: GamePosition, line: number): HTMLElement {
    const held = line === 0 && this.hit && p.ply >= this.hit[0] && p.ply <= this.hit[1];
    const text = p.move ? p[lang] ?? p.move : common('startPosition');
    return h('li', { class: held ? 'held' : '' },
      h('button', { type: 'button', 'data-ply': p.ply, 'data-line': line, onclick: () => {
        this.enter(line);
        this.go(p.ply);
      } },
        h('span', { class: 'n' }, String(p.ply)), h('span', {}, text),
        p.comment !== undefined && h('span', { class: 'has-comment', title: t('comment') }, '✎'),
        held && h('span', { class: 'hidden' }, t('hit')),
        this.timed && h('span', { class: 'ms' }, clock(p.ms ?? 0))));
  }

  private graphPanel(game: Game): HTMLElement | false {
    const values = game.positions.map((p) => (p.value ? valueOf(p.value) : undefined));
    const times = game.positions.map((p) => p.ms);
    const tracks = game.tags.filter((tag) => tag.to > tag.from).slice(0, 8).map((tag) => ({
      label: `${tag.seat < 0 ? '' : sideMark(tag.seat === 0 ? 's' : 'g')} ${nameOf(tag)}`, spans: [[tag.from, tag.to]] as [number, number][], side: tag.seat as 0 | 1 | -1,
    }));
    if (!tracks.length && !values.some((v) => v !== undefined) && !times.some((v) => v)) return false;
    this.graph = new GameGraph({ plies: game.plies, label: t('graph'), values, times, tracks, go: (ply) => this.goMain(ply) });
    return h('section', { class: 'panel', 'aria-label': t('graph') }, this.graph.el);
  }

  /* --- Stepping ---------------------------------------------------------------------------------- */

  private goMain(ply: number): void {
    this.enter(0);
    this.go(ply);
  }

  private go(ply: number): void {
    this.ply = Math.min(Math.max(0, ply || 0), this.way.length - 1);
    const now = this.way[this.ply];
    this.board.show(now.sfen, now.move);
    this.slider.value = String(this.ply);
    const value = now.value ? ` · ${valueText(now.value)}` : '';
    this.caption.textContent = now.move ? `${common('ply', now.ply)}  ${now[lang] ?? now.move}${value}` : common('startPosition') + value;
    replace(this.comment, now.comment !== undefined && h('section', { class: 'panel', 'aria-label': t('comment') }, h('p', {}, now.comment)));
    this.markMove();
    this.graph?.show(Math.min(this.ply, this.leaves()));
    this.found?.show(this.ply);
    this.whole?.show(this.ply);
    this.el.querySelector('#picture')?.setAttribute('href', this.pictureAddress());
    this.el.querySelector('#play-here')?.setAttribute('href', address('play', ['shogi'], { sfen: now.sfen, side: now.turn === 1 ? 'w' : undefined }));
    showAddress(gameAddress({ db: this.game!.db, game: this.id }, this.ply, this.hit, this.line));
    this.lookElsewhere();
    const since = { sfen: this.way[0].sfen, moves: this.way.slice(1, this.ply + 1).map((p) => p.move!) };
    this.analysis?.show(since);
    this.people?.show(since);
  }

  private pictureAddress(): string {
    const { db } = this.game!;
    const main = this.lineAt(this.line, this.ply) === 0;
    const what: Record<string, string> = main ? { db, game: String(this.id), ply: String(this.ply) } : { sfen: this.way[this.ply].sfen };
    return `api/board?${new URLSearchParams({ ...what, lang, flip: String(this.board.flipped) })}`;
  }

  private markMove(): void {
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const button = this.list.querySelector<HTMLElement>(`[data-line="${this.lineAt(this.line, this.ply)}"][data-ply="${this.ply}"]`);
    button?.setAttribute('aria-current', 'true');
    if (!button) return;
    // scrolls the list alone, never the page
    const list = this.list.getBoundingClientRect(), item = button.getBoundingClientRect();
    if (item.top < list.top) this.list.scrollTop -= list.top - item.top + 8;
    else if (item.bottom > list.bottom) this.list.scrollTop += item.bottom - list.bottom + 8;
  }

  private query(): string {
    const dialect = dialectOf(site.game), { sfen } = this.way[this.ply];
    const setup = isChatur() ? undefined : dialect.fromPosition(sfen);
    return setup ? toQuery(dialect, setup) : `sfen "${sfen}"`;
  }

  /* --- The same position in other games ------------------------------------------------------------ */

  private lookElsewhere(): void {
    clearTimeout(this.timer);
    const signal = this.asking.begin();
    this.timer = window.setTimeout(() => void this.askElsewhere(signal), 150); // not while somebody runs through
  }

  private async askElsewhere(signal: AbortSignal): Promise<void> {
    const query = this.query();
    const title = h('h2', { id: 'elsewhere-title' }, t('elsewhere'));
    try {
      const answer = await ask<MovesAnswer>('moves', { query, limit: 20 }, signal);
      if (signal.aborted) return;
      replace(this.elsewhere, title, answer.games <= 1 ? h('p', { class: 'hint' }, t('only')) : [
        h('p', {}, h('a', { href: searchAddress(query) }, t('inGames', gamesText(answer.games))), ` ${common('countOf', count(site.games))}`),
        answer.moves.length > 0 && moveTable(answer, { isShogi: site.game === 'shogi', pieces: this.board.pieces, shown: 5 }),
      ]);
      this.el.dataset.elsewhere = String(this.ply);
    } catch (e) {
      if (!signal.aborted) replace(this.elsewhere, title, h('p', { class: 'hint' }, messageOf(e)));
    }
  }

  /* --- Taking it away ------------------------------------------------------------------------------ */

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

  /* The server's picture, as pixels. */
  private async savePng(): Promise<void> {
    const image = new Image();
    image.src = `${this.pictureAddress()}&theme=wood&size=900`;
    await image.decode();
    const canvas = h('canvas', { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    h('a', { download: `kifu-${this.id}-${this.ply}.png`, href: canvas.toDataURL('image/png') }).click();
  }
}

/* --- Small things ---------------------------------------------------------------------------------- */

type Value = NonNullable<GamePosition['value']>;

const valueOf = (v: Value): number => v.centipawns ?? (v.mate! > 0 ? 5000 : -5000);

function valueText(v: Value): string {
  if (v.centipawns !== undefined) return t('value', (v.centipawns > 0 ? '+' : '') + v.centipawns);
  return Math.abs(v.mate!) >= 100000 ? t('mateUnknown') : t('mate', Math.abs(v.mate!));
}

function clock(ms: number): string {
  const s = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

/* Where "back" leads: the last search. */
let backAddress = searchAddress('');
export const setBack = (hash: string): void => void (backAddress = hash);

export const game: Area = {
  id: 'game',
  title: { en: 'Game', ja: '対局' },
  unlisted: true,
  mount(el, { path, args }) {
    const hit = args.get('hit')?.match(/^(\d+)-(\d+)$/);
    const [db, id, ply] = path.length === 1 ? [args.get('db') ?? '', path[0], args.get('ply')] : path; // as links once were
    const view = new GameView(db, Number(id), { ply: Number(ply ?? 0), line: Number(args.get('line') ?? 0) },
      hit ? [Number(hit[1]), Number(hit[2])] : undefined);
    replace(el, view.el);
    return () => view.destroy();
  },
};
