/* area_game.ts: a game as a workbench: the board with its steps at the left, at the right its values and names on one axis,
 * and below them moves with engine and people, the analysis of the game, and where else its positions stand. */
import { address, gameAddress, searchAddress, showAddress } from './address';
import { Analysis } from './analysis';
import { ApiError, ask, Asking, messageOf, type Game, type GamePosition, type Hit, type Tag } from './api';
import type { Mount } from './areas';
import { COLOURS } from './board_chatur';
import { announce, h, isTyping, replace } from './dom';
import { backAddress, FoundGames } from './found_games';
import { FoundMoves } from './found_moves';
import { GameAnalysis } from './game_analysis';
import { GameBoard } from './game_board';
import { Elsewhere } from './game_elsewhere';
import { GameGraph, type Span } from './game_graph';
import { GameHead } from './game_head';
import { Lines } from './game_lines';
import { MoveList, moveOf } from './game_moves';
import { GameSteps } from './game_steps';
import { recordedValues } from './game_values';
import { lang, t as common, texts, titleOf } from './i18n';
import { moveText } from './notation';
import { tabs } from './parts';
import { PeopleMoves } from './people_moves';
import { dialectOf, toQuery } from './setup';
import { fromSfen, playMove, squaresOf, toSfen } from './setup_shogi';
import { site } from './site';

const t = texts({
  back: 'Back to the search', noGame: 'Game not found.', comment: 'Comment', parts: 'About this game', moves: 'Moves', analysis: 'Analysis', elsewhere: 'Elsewhere', points: '{0} turning points', value: 'value for Black',
  boardPart: 'Board', gamePart: 'Game', illegal: 'That move is not possible.', noHit: 'There is no further hit.', noFurther: 'There is no further game.',
}, {
  back: '検索に戻る', noGame: 'この対局はありません。', comment: 'コメント', parts: 'この対局', moves: '指し手', analysis: '解析', elsewhere: '他の棋譜', points: '分岐点 {0}', value: '先手から見た値',
  boardPart: '盤', gamePart: '対局', illegal: 'その手は指せません。', noHit: '該当箇所はほかにありません。', noFurther: '対局はほかにありません。',
});

const isChatur = (): boolean => site.game === 'chaturanga';
const isShogi = (): boolean => site.game === 'shogi';
const SWIPE = 48; // px
type TabKey = 'moves' | 'analysis' | 'elsewhere';

class GameView {
  readonly el = h('main', { class: `replay replay-${site.game}` }, h('p', { class: 'hint' }, common('loading')));
  private readonly asking = new Asking();
  private readonly trying = new Asking();
  private game!: Game;
  private lines!: Lines;
  private line = 0;
  private ply = 0;
  private way: GamePosition[] = []; // positions from the start along the present line
  private found: FoundGames | undefined;
  private board!: GameBoard;
  private head!: GameHead;
  private graph!: GameGraph;
  private list!: MoveList;
  private steps!: GameSteps;
  private elsewhere!: Elsewhere;
  private analysis: Analysis | undefined;
  private people: PeopleMoves | undefined;
  private judged: FoundMoves | undefined;
  private whole: GameAnalysis | undefined;
  private readonly comment = h('div', { class: 'comment' });
  private tabRow: HTMLElement = h('div');
  private tab: TabKey = 'moves';
  private ready = false;

  constructor(private readonly db: string, private readonly id: number, private readonly wanted: { ply: number; line: number; tab: string | null },
    private readonly hit: [number, number] | undefined) {
    document.addEventListener('keydown', this.onKey);
    void this.load();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    for (const part of [this.board, this.graph, this.list, this.elsewhere, this.analysis, this.people, this.judged, this.whole]) part?.destroy();
    this.asking.end();
    this.trying.end();
  }

  private async load(): Promise<void> {
    const signal = this.asking.begin();
    try {
      this.game = await ask<Game>(`game/${this.id}`, this.db ? { db: this.db } : {}, signal);
    } catch (e) {
      if (signal.aborted) return;
      const message = e instanceof ApiError && e.code === 'not-found' ? t('noGame') : messageOf(e);
      return replace(this.el, h('div', {}, h('p', { class: 'hint' }, message), h('a', { href: backAddress() }, `← ${t('back')}`)));
    }
    this.lines = new Lines(this.game);
    this.build();
    this.ready = true;
    this.enter(this.lines.all[this.wanted.line] ? this.wanted.line : 0);
    this.go(this.wanted.ply);
    if (this.tab === 'elsewhere') this.elsewhere.look();
    const found = new FoundGames(backAddress(), this.game.db, this.id);
    await found.load(signal).catch(() => undefined); // the game is shown without
    if (signal.aborted) return;
    this.found = found;
    this.head.showWay(found);
    this.steps.showHits(found.spans.length > 0, !!found.game(1) || !!found.game(-1));
    this.graph.set({ spans: this.spans(), found: this.stretches() });
  }

  /* --- Building ---------------------------------------------------------------------------------- */

  private build(): void {
    const { game } = this, names = COLOURS.map((c) => game[c]).filter(Boolean);
    document.title = `${isChatur() ? names.join(' – ') : `${game.black ?? ''} – ${game.white ?? ''}`} · Kifu`;
    this.board = new GameBoard(game, { play: (move) => void this.play(move), step: (by) => this.go(this.ply + by) });
    this.head = new GameHead(game, backAddress(), {
      changed: () => this.changed(), flip: () => this.flip(), game: (by) => this.leave(this.found?.game(by), t('noFurther')), position: () => this.way[this.ply].sfen, picture: () => this.ready ? this.pictureAddress() : '#',
    });
    this.graph = new GameGraph((ply) => this.goMain(ply));
    this.list = new MoveList({ lines: this.lines, hit: this.hit, go: (line, ply) => {
      this.enter(line);
      this.go(ply);
    }, remove: (line) => this.removeLine(line) });
    this.steps = new GameSteps({ go: (ply) => this.go(ply), hit: (by) => this.found?.spans.length ? this.goHit(by) : this.leave(this.found?.game(by), t('noFurther')), flip: () => this.flip(), search: () => searchAddress(this.queryOf(this.way[this.ply])) });
    this.steps.actions.append(this.board.hint);
    this.elsewhere = new Elsewhere({ db: game.db, game: this.id, positions: game.positions, moveText: (ply) => moveOf(game.positions[ply]), query: (p) => this.queryOf(p),
      counted: (n) => this.countTab('elsewhere', n === undefined ? '' : String(n)) });
    this.buildEngines();
    const valued = isShogi() || game.positions.some((p) => p.value);
    this.graph.set({ plies: game.plies, values: recordedValues(game.positions), valued, times: game.positions.map((p) => p.ms), spans: this.spans(), found: this.stretches() });
    this.list.showValues(recordedValues(game.positions));
    replace(this.el, this.head.el, h('div', { class: 'bench' },
      h('section', { class: 'bench-board', 'aria-label': t('boardPart') }, this.board.el, this.steps.el, this.steps.actions),
      h('section', { class: 'bench-game', 'aria-label': t('gamePart') }, this.graph.el, this.swiped(this.buildTabs()))));
  }

  /* A finger that goes sideways under the board steps. */
  private swiped(el: HTMLElement): HTMLElement {
    let from: Touch | undefined;
    el.addEventListener('touchstart', (e) => (from = e.touches.length === 1 ? e.touches[0] : undefined), { passive: true });
    el.addEventListener('touchend', (e) => {
      const to = e.changedTouches[0], [dx, dy] = from && to ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) this.go(this.ply - Math.sign(dx));
    }, { passive: true });
    return el;
  }

  private buildEngines(): void {
    const { positions } = this.game, arrows = (all: Parameters<GameBoard['showArrows']>[0]): void => this.board.showArrows(all);
    const play = (move: string): void => void this.play(move);
    if (isShogi()) {
      this.analysis = new Analysis({ arrows, play, best: (move, value) => {
        this.people?.setEngine(move);
        if (!value || this.lines.lineAt(this.line, this.ply) === 0) return;
        this.list.showValue(this.lines.lineAt(this.line, this.ply), this.ply, value);
      } });
      this.judged = new FoundMoves((ply) => this.go(ply));
      this.whole = new GameAnalysis(positions, this.game.result === 'b' ? 'black' : this.game.result === 'w' ? 'white' : undefined, (ply) => moveOf(positions[ply]), {
        go: (ply) => this.goMain(ply), playOn: (ply) => this.playAddress(positions[ply - 1]),
        values: (values, whole) => {
          const shown = whole || !recordedValues(positions).length ? values : recordedValues(positions);
          this.graph.set({ values: [...shown] });
          this.list.showValues(shown);
        },
        turning: (points, decided) => {
          this.countTab('analysis', points.length ? t('points', points.length) : '');
          this.turning = { points, decided };
          this.showTurning();
          this.showQuick();
        },
      });
    }
    if (!isChatur()) this.people = new PeopleMoves(arrows, play);
  }

  /* While the engine is off: its best line here, as the search of the whole game saw it. */
  private showQuick(): void {
    if (this.way.length) this.analysis?.showQuick(this.lines.lineAt(this.line, this.ply) === 0 ? this.whole?.best(this.ply) : undefined);
  }

  private turning: { points: { ply: number; words: string }[]; decided?: number } = { points: [] };

  /* Numbers beside the list of turning points; else the one move that decided. */
  private showTurning(): void {
    const { points, decided } = this.turning;
    this.graph.set({ turning: this.tab === 'analysis' ? points.map((p, i) => ({ ply: p.ply, text: String(i + 1) }))
      : points.filter((p) => p.ply === decided).map((p) => ({ ply: p.ply, text: `${p.words} ?`, bare: true })) });
  }

  private buildTabs(): HTMLElement {
    const side = h('div', { class: 'beside' }, this.comment, this.analysis?.el, this.people?.el);
    const moves = h('div', { class: isChatur() && !this.game.positions.some((p) => p.comment !== undefined) ? 'panes alone' : 'panes' }, h('section', { class: 'moves-part', 'aria-label': t('moves') }, this.list.el), side);
    const analysis = this.whole && h('div', {}, this.whole.el, this.judged?.el), elsewhere = this.elsewhere.el;
    const all: { key: TabKey; words: string; panel: HTMLElement }[] = [{ key: 'moves', words: t('moves'), panel: moves },
      ...analysis ? [{ key: 'analysis' as const, words: t('analysis'), panel: analysis }] : [], { key: 'elsewhere', words: t('elsewhere'), panel: h('div', {}, elsewhere) }];
    this.tab = all.find((x) => x.key === this.wanted.tab)?.key ?? 'moves';
    this.tabRow = tabs(t('parts'), all.map((x) => ({ ...x, more: ' ' })), this.tab, (key) => this.showTab(key));
    for (const n of this.tabRow.querySelectorAll('.n')) n.textContent = '';
    return h('div', { class: 'bench-tabs' }, this.tabRow, all.map((x) => x.panel));
  }

  private showTab(key: TabKey): void {
    this.tab = key;
    if (key === 'elsewhere') this.elsewhere.look();
    this.showTurning();
    this.list.mark(this.lines.lineAt(this.line, this.ply), this.ply); // it could not be scrolled while it was hidden
    this.showPlace();
  }

  private countTab(key: TabKey, text: string): void {
    const n = this.tabRow.querySelector(`[data-key="${key}"] .n`);
    if (n) n.textContent = text;
  }

  /* Castles and openings, those that were asked for first, then those that held longest. */
  private spans(): Span[] {
    const long = (tag: Tag): number => tag.to - tag.from, asked = (tag: Tag): boolean => !!this.found?.query && this.found.asksFor(tag);
    return this.game.tags.filter((tag) => tag.to > tag.from).sort((a, b) => Number(asked(b)) - Number(asked(a)) || long(b) - long(a))
      .map((tag) => ({ side: tag.seat < 0 ? undefined : tag.seat === 0 ? 's' : 'g', label: titleOf(tag), from: tag.from, to: tag.to - 1, searched: asked(tag) }));
  }

  private stretches(): [number, number][] {
    const all = this.found?.spans ?? [];
    return all.length ? all : this.hit ? [this.hit] : [];
  }

  /* Tags or headers are others now; the board stays where it is. */
  private async changed(): Promise<void> {
    this.game = await ask<Game>(`game/${this.id}`, { db: this.game.db });
    this.head.rename(this.game);
    this.board.rename(this.game);
    if (this.found) this.head.showWay(this.found);
  }

  /* --- Stepping ---------------------------------------------------------------------------------- */

  private enter(line: number): void {
    this.line = line;
    this.way = this.lines.way(line);
    this.judged?.enter(this.way[0].sfen, this.way.slice(1).map((p) => p.move!));
  }

  private goMain(ply: number): void {
    this.enter(0);
    this.go(ply);
  }

  private go(ply: number): void {
    this.ply = Math.min(Math.max(0, ply || 0), this.way.length - 1);
    const now = this.way[this.ply], at = this.lines.lineAt(this.line, this.ply), since = { sfen: this.way[0].sfen, moves: this.way.slice(1, this.ply + 1).map((p) => p.move!) };
    this.board.show(this.way.slice(0, this.ply + 1));
    this.steps.show(now, this.ply, this.way.length - 1, isShogi() ? this.playAddress(now) : undefined);
    replace(this.comment, now.comment !== undefined && h('section', { class: 'said', 'aria-label': t('comment') }, h('p', {}, now.comment)));
    this.list.mark(at, this.ply);
    this.graph.show(Math.min(this.ply, this.lines.leaves(this.line)));
    this.judged?.show(this.ply);
    this.showPlace();
    this.elsewhere.show(now, this.board.pieces, this.el);
    this.analysis?.show(since);
    this.showQuick();
    this.people?.show(since, this.way[this.ply + 1]?.move);
  }

  private showPlace(): void {
    if (!this.ready) return;
    showAddress(gameAddress({ db: this.game.db, game: this.id }, this.ply, this.hit, this.line, this.tab === 'moves' ? undefined : this.tab));
    this.el.querySelector('#picture')?.setAttribute('href', this.pictureAddress());
  }

  /* To the next or last of the moves that were possible instead of this one. */
  private turnOff(step: number): boolean {
    const others = this.lines.alternatives(this.line, this.ply), at = others.indexOf(this.line), to = others[at + step];
    if (at < 0 || to === undefined) return false;
    this.enter(to);
    this.go(this.ply);
    return true;
  }

  private goHit(by: number): void {
    const hit = this.found?.hit(by, this.ply);
    if (hit && hit.game === this.id && hit.db === this.game.db) this.goMain(hit.first);
    else this.leave(hit, t('noHit'));
  }

  /* Another game of the search. */
  private leave(hit: Hit | undefined, otherwise: string): void {
    if (!hit) return announce(otherwise);
    location.hash = gameAddress(hit, this.found?.query ? hit.first : 0, this.found?.query ? [hit.from, hit.to - 1] : undefined, 0, this.tab === 'moves' ? undefined : this.tab);
  }

  private flip(): void {
    this.board.flip();
    this.go(this.ply);
  }

  /* --- Trying moves ------------------------------------------------------------------------------ */

  private async play(move: string): Promise<void> {
    const now = this.way[this.ply], next = isShogi() ? this.playShogi(now, move) : await this.playGo(now, move);
    if (!next) return announce(t('illegal'));
    const lines = this.lines.all.length, moves = this.lines.own.flatMap((l) => l.positions).length;
    const line = this.lines.play(this.line, this.ply, next);
    if (lines !== this.lines.all.length || moves !== this.lines.own.flatMap((l) => l.positions).length) this.list.fill();
    this.enter(line);
    this.go(this.ply + 1);
  }

  private playShogi(now: GamePosition, move: string): GamePosition | undefined {
    const setup = fromSfen(now.sfen);
    if (!setup) return undefined;
    const { pieces } = setup.look, color = setup.turn || 's', last = squaresOf(now.move).at(-1);
    const words = { ja: moveText(move, pieces, color, last, 'ja'), en: moveText(move, pieces, color, last, 'en') };
    playMove(setup, move);
    return { ply: now.ply + 1, move, ...words, sfen: `${toSfen(setup)} ${now.ply + 2}`, turn: setup.turn === 'g' ? 1 : 0 };
  }

  /* Captures are the server's to find. */
  private async playGo(now: GamePosition, point: string): Promise<GamePosition | undefined> {
    const signal = this.trying.begin(), move = `${now.turn === 1 ? 'W' : 'B'}[${point}]`;
    const answer = await ask<{ sfen: string; turn: number }>('position', { sfen: now.sfen, moves: move }, signal).catch(() => undefined);
    return answer && !signal.aborted ? { ply: now.ply + 1, move, ja: point, en: point, sfen: answer.sfen, turn: answer.turn } : undefined;
  }

  private removeLine(line: number): void {
    this.lines.remove(line);
    this.afterChange();
  }

  private afterChange(): void {
    this.list.fill();
    const ply = Math.min(this.ply, this.lines.leaves(this.line));
    if (this.lines.all[this.line] && this.ply < this.lines.way(this.line).length) this.enter(this.line);
    else {
      this.enter(0);
      this.ply = ply;
    }
    this.go(this.ply);
  }

  /* --- Keys --------------------------------------------------------------------------------------- */

  private readonly onKey = (e: KeyboardEvent): void => {
    if (!this.ready) return;
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'z' && !/^(INPUT|TEXTAREA)$/.test((e.target as HTMLElement).tagName)) {
      if (this.lines.undo(e.shiftKey)) this.afterChange();
      return e.preventDefault();
    }
    if (isTyping(e)) return;
    const steps: Record<string, number> = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.way.length - 1, PageUp: this.ply - 10, PageDown: this.ply + 10 };
    const keys: Record<string, () => unknown> = {
      ArrowUp: () => this.turnOff(-1), ArrowDown: () => this.turnOff(1), '[': () => this.goHit(-1), ']': () => this.goHit(1),
      ',': () => this.leave(this.found?.game(-1), t('noFurther')), '.': () => this.leave(this.found?.game(1), t('noFurther')),
      e: () => this.analysis?.toggle(), f: () => this.flip(), Escape: () => this.board.cancel(),
    };
    const onGrid = (e.target as HTMLElement).closest('[role="gridcell"], [role="tab"]') !== null;
    if (e.key in steps && !(onGrid && e.key.startsWith('Arrow'))) this.go(steps[e.key]);
    else if (!keys[e.key] || (onGrid && e.key.startsWith('Arrow')) || keys[e.key]() === false) return;
    e.preventDefault();
  };

  /* --- Addresses ----------------------------------------------------------------------------------- */

  private playAddress(p: GamePosition): string {
    return address('play', ['shogi'], { sfen: p.sfen, side: p.turn === 1 ? 'w' : undefined });
  }

  private pictureAddress(): string {
    const { db } = this.game, main = this.lines.lineAt(this.line, this.ply) === 0;
    const what: Record<string, string> = main ? { db, game: String(this.id), ply: String(this.ply) } : { sfen: this.way[this.ply].sfen };
    return `api/board?${new URLSearchParams({ ...what, lang, flip: String(this.board.flipped) })}`;
  }

  private queryOf(p: GamePosition): string {
    const dialect = dialectOf(site.game), setup = isChatur() ? undefined : dialect.fromPosition(p.sfen);
    return setup ? toQuery(dialect, setup) : `sfen "${p.sfen}"`;
  }
}

export const game: Mount = (el, { path, args }) => {
  const hit = args.get('hit')?.match(/^(\d+)-(\d+)$/);
  const [db, id, ply] = path.length === 1 ? [args.get('db') ?? '', path[0], args.get('ply')] : path; // as links once were
  const view = new GameView(db, Number(id), { ply: Number(ply ?? 0), line: Number(args.get('line') ?? 0), tab: args.get('tab') }, hit ? [Number(hit[1]), Number(hit[2])] : undefined);
  replace(el, view.el);
  return () => view.destroy();
};
