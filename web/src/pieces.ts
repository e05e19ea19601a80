/* pieces.ts: what pieces look like: a style sheet of small SVG pictures, made here.
 *
 * Kanji come from the reader's own fonts; where there are none, letters can be chosen. */
import { recall, remember } from './i18n';
import { h, svg } from './dom';
import type { Mark } from './setup';
import { letterOf } from './setup_shogi';

export const ROLES: Record<string, string> = {
  fu: 'pawn', ky: 'lance', ke: 'knight', gi: 'silver', ki: 'gold', ka: 'bishop', hi: 'rook', ou: 'king',
  to: 'tokin', ny: 'promotedlance', nk: 'promotedknight', ng: 'promotedsilver', um: 'horse', ry: 'dragon',
  any: 'any', empty: 'empty', erase: 'erase',
};
export const KINDS = Object.fromEntries(Object.entries(ROLES).map(([kind, role]) => [role, kind]));

const FACES: Record<string, string> = {
  fu: '歩', ky: '香', ke: '桂', gi: '銀', ki: '金', ka: '角', hi: '飛', ou: '玉',
  to: 'と', ny: '杏', nk: '圭', ng: '全', um: '馬', ry: '龍',
};
const SHAPE = 'M50 6 L79 19 L90 94 L10 94 L21 19 Z';
const FONT = "font-family='Noto Serif CJK JP,Noto Serif JP,Hiragino Mincho ProN,Yu Mincho,YuMincho,MS Mincho,serif'";

function picture(inside: string, turned: boolean): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><g${
    turned ? " transform='rotate(180 50 50)'" : ''}>${inside}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

function drawnFace(kind: string, letters: boolean, color: string): string {
  const red = /^(to|ny|nk|ng|um|ry)$/.test(kind);
  const text = letters ? letterOf(kind) : kind === 'ou' && color === 'gote' ? '王' : FACES[kind];
  const size = letters ? (text.length > 1 ? 44 : 54) : 58;
  const font = letters ? "font-family='sans-serif'" : FONT;
  return `<path d='${SHAPE}' fill='#fae3ae' stroke='#8a6526' stroke-width='2.5' stroke-linejoin='round'/>` +
    `<text x='50' y='${letters ? 78 : 80}' ${font} font-weight='${letters ? 700 : 600}' font-size='${size}' text-anchor='middle' fill='${
      red ? '#b3181f' : '#1c1408'}'>${text}</text>`;
}

const ANY = `<path d='${SHAPE}' fill='#fae3ae' fill-opacity='.45' stroke='#8a6526' stroke-width='3' stroke-dasharray='7 5'/>` +
  "<text x='50' y='77' font-family='sans-serif' font-weight='700' font-size='52' text-anchor='middle' fill='#1c1408'>?</text>";
const EMPTY = "<circle cx='50' cy='50' r='27' fill='none' stroke='#1f5fa8' stroke-width='7'/><path d='M31 69 69 31' stroke='#1f5fa8' stroke-width='7'/>";
const ERASE = "<path d='M26 26 74 74M74 26 26 74' stroke='#b3181f' stroke-width='11' stroke-linecap='round'/>";

const sheet = new CSSStyleSheet();

function draw(letters: boolean): void {
  let css = '';
  for (const [kind, role] of Object.entries(ROLES))
    for (const color of ['sente', 'gote']) {
      const inside = kind === 'any' ? ANY : kind === 'empty' ? EMPTY : kind === 'erase' ? ERASE : drawnFace(kind, letters, color);
      for (const orientation of ['sente', 'gote'])
        css += `.orientation-${orientation} piece.${color}.${role}{background-image:${
          picture(inside, color !== orientation && kind !== 'empty')}}\n`;
    }
  sheet.replaceSync(css);
}

/* What is written on a piece, and whether in red. */
export function face(mark: Mark): { text: string; red: boolean } {
  return { text: letters ? letterOf(mark.kind) : FACES[mark.kind] ?? '', red: /^(to|ny|nk|ng|um|ry)$/.test(mark.kind) };
}

export let letters = recall('pieces') === 'letters';

export function setLetters(on: boolean): void {
  letters = on;
  remember('pieces', on ? 'letters' : 'kanji');
  draw(on);
}

export function installPieces(): void {
  draw(letters);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/* A piece or a stone by itself, as on buttons. */
export function pieceIcon(mark: Mark): HTMLElement {
  if (mark.kind === 'stone' || mark.kind === 'stones') {
    const name = mark.kind === 'stones' ? 'mark-any' : `stone ${mark.color === 's' ? 'black' : 'white'}`;
    return h('span', { class: 'icon' }, svg('svg', { viewBox: '-.6 -.6 1.2 1.2', class: 'goban' }, svg('g', { class: mark.kind === 'stones' ? name : '' },
      svg('circle', { class: name, r: 0.5 }), mark.kind === 'stones' && svg('text', { y: 0.24, 'text-anchor': 'middle', 'font-size': 0.7 }, '?'))));
  }
  if (mark.kind === 'region')
    return h('span', { class: 'icon' }, svg('svg', { viewBox: '-.6 -.6 1.2 1.2', class: 'goban' }, svg('rect', { class: 'region', x: -0.45, y: -0.35, width: 0.9, height: 0.7 })));
  const el = document.createElement('piece');
  el.className = `${mark.color === 's' ? 'sente' : 'gote'} ${ROLES[mark.kind]}`;
  return h('span', { class: 'icon orientation-sente' }, el);
}
