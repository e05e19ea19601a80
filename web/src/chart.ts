/* chart.ts: drawings along a game, in SVG, with what they say in words beside them. */
import { h, svg } from './dom';

const W = 600;

export interface Track { label: string; spans: [number, number][]; side: 0 | 1 | -1 }
export interface GameChart {
  plies: number;
  label: string;
  values: (number | undefined)[]; // by ply, for the first player, in hundredths of a pawn
  times: (number | undefined)[]; // by ply, milliseconds
  tracks: Track[]; // castles and openings, and when they held
  go: (ply: number) => void;
}

const TOP = 90; // height of values and times
const ROW = 15;

/* Beyond a lead of about ten pawns it does not matter how much. */
const squash = (value: number): number => Math.tanh(value / 1200);

export class GameGraph {
  readonly el: HTMLElement;
  private readonly marker: SVGLineElement;
  private readonly x: (ply: number) => number;

  constructor(private readonly data: GameChart) {
    const { plies, tracks } = data;
    const upper = data.values.some((v) => v !== undefined) || data.times.some((v) => v) ? TOP : 0;
    const height = upper + tracks.length * ROW + 4;
    this.x = (ply) => (plies ? (W * ply) / plies : 0);
    this.marker = svg('line', { class: 'now', y1: 0, y2: height });
    const picture = svg('svg', { class: 'graph', viewBox: `0 0 ${W} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': data.label },
      upper > 0 && this.times(), upper > 0 && this.values(), tracks.map((track, i) => this.track(track, upper + i * ROW)), this.marker);
    picture.style.height = `${height}px`;
    picture.addEventListener('click', (e) => {
      const box = picture.getBoundingClientRect();
      data.go(Math.round(((e.clientX - box.left) / box.width) * plies));
    });
    const names = h('div', { class: 'track-names' }, tracks.map((track, i) => {
      const name = h('button', { type: 'button', class: `side${track.side}`, title: track.label, onclick: () => data.go(track.spans[0][0]) }, track.label);
      name.style.top = `${upper + i * ROW}px`;
      this.placeName(name, track);
      return name;
    }));
    this.el = h('div', { class: 'game-graph' }, picture, names);
  }

  /* Beside its bar where there is room, else upon it. */
  private placeName(name: HTMLElement, track: Track): void {
    const from = (100 * this.x(track.spans[0][0])) / W, to = (100 * this.x(track.spans[0][1])) / W;
    if (to < 60) name.style.left = `${to}%`;
    else if (from > 40) name.style.right = `${100 - from}%`;
    else name.style.left = `${from}%`;
  }

  show(ply: number): void {
    this.marker.setAttribute('x1', String(this.x(ply)));
    this.marker.setAttribute('x2', String(this.x(ply)));
  }

  private values(): SVGElement {
    const { values } = this.data;
    let path = '', pen = false;
    values.forEach((value, ply) => {
      if (value === undefined) return;
      path += `${pen ? 'L' : 'M'}${this.x(ply).toFixed(1)} ${(TOP / 2 - squash(value) * (TOP / 2 - 3)).toFixed(1)}`;
      pen = true;
    });
    return svg('g', { class: 'values' }, svg('line', { class: 'zero', x1: 0, x2: W, y1: TOP / 2, y2: TOP / 2 }), svg('path', { d: path }));
  }

  private times(): SVGElement {
    const { times } = this.data;
    const most = Math.max(1, ...times.map((ms) => ms ?? 0));
    const width = Math.min(12, Math.max(0.8, W / Math.max(1, times.length) - 0.6));
    return svg('g', { class: 'times' }, times.map((ms, ply) => {
      const height = ms ? (TOP - 4) * Math.sqrt(ms / most) : 0;
      return height > 0 && svg('rect', { x: this.x(ply) - width, y: TOP - height, width, height, class: ply % 2 ? 'first' : 'second' });
    }));
  }

  private track(track: Track, y: number): SVGElement {
    return svg('g', { class: `track side${track.side}` }, track.spans.map(([from, to]) =>
      svg('rect', { x: this.x(from), y: y + 2, width: Math.max(2, this.x(to) - this.x(from)), height: ROW - 4, rx: 2 })));
  }
}
