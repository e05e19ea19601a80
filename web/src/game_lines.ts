/* game_lines.ts: the lines of a game: the game itself, the variations of its record, and those that the reader tried, which
 * this browser keeps. */
import type { Game, GamePosition } from './api';
import { recall, remember } from './i18n';

/* A line of play: the game itself (number 0), or a variation that leaves line `parent` after ply `ply`. */
export interface Line { parent: number; ply: number; positions: GamePosition[]; own?: boolean }

export class Lines {
  all: Line[];
  private readonly recorded: number; // lines of the record; the reader's follow
  private readonly key: string;
  private past: Line[][] = []; // the reader's, before each change
  private future: Line[][] = [];

  constructor(game: Game) {
    this.all = [{ parent: 0, ply: -1, positions: game.positions }, ...game.variations.map((v) => ({ parent: v.line, ply: v.ply, positions: v.positions }))];
    this.recorded = this.all.length;
    this.key = `lines ${game.db} ${game.game} ${game.plies} ${this.recorded}`; // of another record under that number they are not
    try {
      this.all.push(...(JSON.parse(recall(this.key) ?? '[]') as Line[]));
    } catch {
      // what another version kept
    }
  }

  /* Positions from the start to the end of a line. */
  way(line: number): GamePosition[] {
    const parts: GamePosition[][] = [];
    let end = Infinity;
    for (let at = line; ; at = this.all[at].parent) {
      const { ply, positions } = this.all[at];
      parts.unshift(positions.filter((p) => p.ply <= end));
      if (at === 0) break;
      end = Math.min(end, ply);
    }
    return parts.flat();
  }

  /* Which line a ply of a line's way belongs to. */
  lineAt(line: number, ply: number): number {
    let at = line;
    while (at > 0 && ply <= this.all[at].ply) at = this.all[at].parent;
    return at;
  }

  /* The last ply that a line has in common with the game itself. */
  leaves(line: number): number {
    let ply = Infinity;
    for (let at = line; at > 0; at = this.all[at].parent) ply = Math.min(ply, this.all[at].ply);
    return ply;
  }

  /* Lines that leave this one after a ply. */
  leaving(line: number, ply: number): number[] {
    return [...this.all.keys()].filter((n) => n > 0 && this.all[n].parent === line && this.all[n].ply === ply);
  }

  /* Lines that have a move of their own at a ply, from the same position, the given one included. */
  alternatives(line: number, ply: number): number[] {
    const start = this.lineAt(line, ply);
    const from = this.all[start].ply === ply - 1 ? this.all[start].parent : start;
    const root = this.lineAt(from, ply - 1), first = this.lineAt(from, ply);
    const others = [...this.all.keys()].filter((n) => n > 0 && n !== first && this.all[n].ply === ply - 1 && this.lineAt(this.all[n].parent, ply - 1) === root);
    return [first, ...others].map((n) => (n === start ? line : n));
  }

  /* A move after a ply of a line: the line that has it, which may be a new one. */
  play(line: number, ply: number, position: GamePosition): number {
    const at = this.lineAt(line, ply), goesOn = this.way(line)[ply + 1];
    if (goesOn?.move === position.move) return line;
    const there = this.leaving(at, ply).find((n) => this.all[n].positions[0]?.move === position.move);
    if (there !== undefined) return there;
    this.change();
    const { own, positions } = this.all[at];
    if (own && positions.at(-1)?.ply === ply) {
      this.all[at] = { ...this.all[at], positions: [...positions, position] };
      this.keep();
      return at;
    }
    this.all.push({ parent: at, ply, positions: [position], own: true });
    this.keep();
    return this.all.length - 1;
  }

  /* Takes one of the reader's lines away, and what leaves it. */
  remove(line: number): void {
    if (!this.all[line]?.own) return;
    this.change();
    const gone = new Set([line]);
    this.all.forEach(({ parent }, n) => gone.has(parent) && n > 0 && gone.add(n)); // a parent stands before its children
    const stay = [...this.all.keys()].filter((n) => !gone.has(n));
    this.all = stay.map((n) => ({ ...this.all[n], parent: stay.indexOf(this.all[n].parent) }));
    this.keep();
  }

  get own(): Line[] {
    return this.all.slice(this.recorded);
  }

  /* One change back, or forward again; false if there is none. */
  undo(forward = false): boolean {
    const from = forward ? this.future : this.past, to = forward ? this.past : this.future;
    const lines = from.pop();
    if (!lines) return false;
    to.push(this.own);
    this.all = [...this.all.slice(0, this.recorded), ...lines];
    this.keep();
    return true;
  }

  private change(): void {
    this.past.push(this.own);
    this.future = [];
  }

  private keep(): void {
    remember(this.key, JSON.stringify(this.own));
  }
}
