/* tray.ts: pieces and stones to put on a board, both colours, promoted or not. */
import { h, replace } from './dom';
import { pieceName, texts } from './i18n';
import { icon, segmented, sideSign } from './parts';
import { pieceIcon } from './piece_set';
import type { Color, Mark } from './setup';
import { promote } from './setup_shogi';

const t = texts({ tray: 'Pieces to place', promoted: 'Promoted', start: 'start', startAll: 'Start position', colour: 'Whose pieces', region: 'Region', other: 'Right button: White' },
  { tray: '置く駒', promoted: '成駒', start: '初形', startAll: '初形', colour: 'どちらの駒', region: '範囲', other: '右ボタンで白' });

const KINDS = ['ou', 'hi', 'ka', 'ki', 'gi', 'ke', 'ky', 'fu'];
const STONES: Mark[] = [{ color: 's', kind: 'stone' }, { color: 'g', kind: 'stone' }, { color: 's', kind: 'stones' }, { color: 's', kind: 'empty' }, { color: 's', kind: 'erase' }, { color: 's', kind: 'region' }];

export interface TrayOptions { isShogi: boolean; take: (mark: Mark, e: PointerEvent) => void; choose: (mark: Mark | undefined) => void; start: () => void }

export class Tray {
  readonly el = h('div', { class: 'tray', role: 'group', 'aria-label': t('tray') });
  readonly colours: HTMLElement; // for where there is room for one row
  tool: Mark | undefined;
  private promoted = false;

  constructor(private readonly options: TrayOptions) {
    this.colours = segmented<Color>(t('colour'), [['s', sideSign('s'), undefined], ['g', sideSign('g'), undefined]], 's', (c) => void (this.el.dataset.color = c));
    this.colours.classList.add('colours');
    for (const b of this.colours.querySelectorAll('button')) b.setAttribute('aria-label', pieceName(b.dataset.key as Color, 'any'));
    this.el.dataset.color = 's';
    this.build();
  }

  show(tool: Mark | undefined): void {
    this.tool = tool;
    for (const el of this.el.querySelectorAll<HTMLElement>('[data-tool]')) el.setAttribute('aria-pressed', String(!!tool && el.dataset.tool === tool.color + tool.kind));
  }

  private build(): void {
    if (!this.options.isShogi) {
      this.el.classList.add('stones');
      replace(this.el, STONES.map((m) => this.button(m)), h('span', { class: 'tips grow' }, t('other')));
      return;
    }
    const promotedKey = h('button', { type: 'button', class: 'tool promoted', 'aria-pressed': String(this.promoted), 'aria-label': t('promoted'), title: t('promoted'), onclick: () => {
      this.promoted = !this.promoted;
      this.options.choose(undefined);
      this.build();
      this.el.querySelector<HTMLElement>('.promoted')?.focus();
    } }, '成');
    const row = (color: Color): HTMLElement => h('div', { class: 'tray-row', 'data-color': color }, this.button({ color, kind: 'any' }),
      KINDS.map((kind) => this.button({ color, kind: this.promoted && promote(kind) !== kind ? promote(kind) : kind })));
    replace(this.el, row('s'), row('g'), h('div', { class: 'tray-more' }, promotedKey,
      h('button', { type: 'button', class: 'tool start', title: t('startAll'), 'aria-label': t('startAll'), onclick: () => this.options.start() }, t('start')),
      this.button({ color: 's', kind: 'empty' }), this.button({ color: 's', kind: 'erase' })));
    this.show(this.tool);
  }

  private button(mark: Mark): HTMLElement {
    const name = pieceName(mark.color, mark.kind), sign = { empty: 'empty', erase: 'erase', region: 'box' }[mark.kind] as 'empty' | undefined;
    return h('button', {
      type: 'button', class: `tool ${mark.kind}`, 'aria-pressed': 'false', 'data-tool': mark.color + mark.kind, title: name, 'aria-label': name,
      onpointerdown: (e: PointerEvent) => this.options.take(mark, e),
      onclick: (e: MouseEvent) => e.detail === 0 && this.options.choose(this.isTool(mark) ? undefined : mark), // by the keyboard
    }, sign ? icon(sign) : pieceIcon(mark), mark.kind === 'region' && t('region'));
  }

  isTool(mark: Mark): boolean {
    return this.tool?.kind === mark.kind && this.tool.color === mark.color;
  }
}
