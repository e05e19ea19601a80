/* game_steps.ts: under the board: steps, hits, and what to do with the position. */
import { h, replace } from './dom';
import type { GamePosition } from './api';
import { moveOf } from './game_moves';
import { t as common, texts } from './i18n';
import { button, icon, sideSign } from './parts';
import { site } from './site';

const t = texts({
  first: 'Start (Home)', previous: 'Back (←)', next: 'Forward (→)', end: 'End (End)', game: 'Game', previousGame: 'Previous Game (,)', nextGame: 'Next Game (.)', hit: 'Hit', previousHit: 'Previous hit ([)', nextHit: 'Next hit (])', fromHere: 'Search from here', playHere: 'Play from here', steps: 'Steps',
}, {
  first: '初手へ（Home）', previous: '戻る（←）', next: '進む（→）', end: '終局へ（End）', game: '対局', previousGame: '前の対局（,）', nextGame: '次の対局（.）', hit: '一致', previousHit: '前の一致（[）', nextHit: '次の一致（]）', fromHere: 'この局面を検索', playHere: 'ここから対局', steps: '手を進める',
});

export interface StepActions {
  go: (ply: number) => void;
  hit: (by: number) => void;
  flip: () => void;
  search: () => string; // an address
}

export class GameSteps {
  readonly el: HTMLElement;
  readonly actions: HTMLElement;
  private readonly now = h('span', { class: 'now caption' });
  private readonly playHere = h('a', { class: 'btn', id: 'play-here', href: '#' }, icon('play'), t('playHere'));
  private readonly hits: HTMLElement[];
  private ply = 0;
  private last = 0;

  constructor(on: StepActions) {
    const step = (label: string, name: 'first' | 'left' | 'right' | 'last', to: () => number): HTMLElement => {
      const b = button(label, () => on.go(to()), { name });
      b.classList.add('step', name);
      b.classList.remove('bare');
      return b;
    };
    const hit = (label: string, name: 'left' | 'right', by: number): HTMLElement =>
      h('button', { type: 'button', class: `btn hit ${name}`, hidden: true, title: label, 'aria-label': label, onclick: () => on.hit(by) }, name === 'left' && icon(name), h('span', {}, t('hit')), name === 'right' && icon(name));
    this.hits = [hit(t('previousHit'), 'left', -1), hit(t('nextHit'), 'right', 1)];
    const flip = button(common('flip'), on.flip, { name: 'turn' });
    flip.classList.remove('bare');
    flip.classList.add('flip');
    this.el = h('nav', { class: 'stepper', 'aria-label': t('steps') }, step(t('first'), 'first', () => 0), step(t('previous'), 'left', () => this.ply - 1), this.now, step(t('next'), 'right', () => this.ply + 1),
      step(t('end'), 'last', () => this.last), h('span', { class: 'grow' }), this.hits, site.game !== 'chaturanga' && flip);
    this.actions = h('div', { class: 'bench-actions' }, h('button', { type: 'button', class: 'btn main', onclick: () => (location.hash = on.search()) }, icon('find'), t('fromHere')),
      site.game === 'shogi' && this.playHere);
  }

  show(now: GamePosition, ply: number, last: number, play: string | undefined): void {
    [this.ply, this.last] = [ply, last];
    const moved = now.turn === 1 ? 's' : 'g';
    replace(this.now, h('span', {}, h('b', {}, String(ply)), ` / ${last}`), h('span', { class: 't1 soft cut', 'aria-live': 'polite' }, now.move !== undefined && site.game !== 'chaturanga' && sideSign(moved), ` ${moveOf(now)}`));
    if (play) this.playHere.href = play;
  }

  /* Where nothing was asked for, a phone has these for the games before and after. */
  showHits(any: boolean, games: boolean): void {
    this.hits.forEach((b, i) => {
      b.hidden = !any && !games;
      b.classList.toggle('narrow-only', !any);
      if (any) return;
      b.querySelector('span')!.textContent = t('game');
      b.setAttribute('aria-label', t(i ? 'nextGame' : 'previousGame'));
    });
  }
}
