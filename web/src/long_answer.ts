/* long_answer.ts: what a player's profile and a comparison share: an answer that takes its time, with what is to be seen
 * meanwhile, the buttons beside it, and moves in words. */
import { ApiError, messageOf } from './api';
import { announce, h, replace } from './dom';
import { texts } from './i18n';
import { moveText } from './notation';
import { button, icon, meter } from './parts';
import { dialectOf, type Mark } from './setup';
import { pointOfMove } from './setup_go';
import { playMove, START } from './setup_shogi';
import { SERVER_BACK } from './server_gone';
import { site } from './site';

const t = texts({
  waiting: 'Waiting for another one to end …', share: '{0} % of the work is done.', stop: 'Stop here', stopped: 'Stopped.', again: 'Try again',
  link: 'Copy link', copied: 'The link is copied.', cannot: 'The link cannot be copied here; it is in the address bar.',
}, {
  waiting: 'ほかの集計が終わるのを待っています…', share: '{0} % 終わりました。', stop: 'ここで止める', stopped: '止めました。', again: 'もう一度',
  link: 'リンクをコピー', copied: 'リンクをコピーしました。', cannot: 'ここではコピーできません。アドレス欄をお使いください。',
});

export interface Progress { stage: string; share?: number }
const QUIET_MS = 200, TRIES = 3; // without an answer it is asked again by itself

/* An answer and its states.  Nothing for a moment; then what is there from before pales under a line with the share that is done,
 * and can be stopped.  What answers something else than was asked is never at full strength. */
export class LongAnswer {
  readonly line = h('div', { class: 'progress-line', role: 'status' });
  private readonly bar = h('div');
  private readonly words = h('p', { class: 'soft' });
  private timer = 0;
  private failures = 0; // one after the other

  /* el: pales while it has the class "busy" or "stale"; stop(): ends the request; again(): asks it anew. */
  constructor(private readonly el: HTMLElement, private readonly stop: () => void, private readonly again: () => void) {}

  begin(): void {
    this.end();
    delete this.el.dataset.answered;
    this.el.classList.add('stale');
    this.timer = window.setTimeout(() => {
      this.el.classList.add('busy');
      this.progress({ stage: 'running' });
      replace(this.line, this.bar, this.words, h('button', { type: 'button', class: 'link', onclick: () => this.halt() }, t('stop')));
    }, QUIET_MS);
  }

  progress({ stage, share = 0 }: Progress): void {
    replace(this.bar, meter(share, true));
    this.words.textContent = stage === 'waiting' ? t('waiting') : share > 0 ? t('share', Math.floor(100 * share)) : '';
  }

  /* What is on screen is what was asked. */
  done(answered: string): void {
    this.end();
    this.el.classList.remove('stale');
    this.failures = 0;
    this.el.dataset.answered = answered;
  }

  /* Figures of something else do not stand beside a mistake, but what was shown outlives the server, of which the line under
   * the bar speaks; clear(): takes it away. */
  failed(e: unknown, clear: () => void): void {
    this.end();
    const offline = e instanceof ApiError && e.code === 'offline';
    this.failures = offline ? this.failures + 1 : 0;
    if (offline && this.failures <= TRIES) return document.addEventListener(SERVER_BACK, this.again);
    if (!offline) clear();
    replace(this.line, h('div', { class: 'mistake boxed', role: 'alert' }, h('span', {}, messageOf(e)), offline && button(t('again'), this.again)));
  }

  end(): void {
    clearTimeout(this.timer);
    document.removeEventListener(SERVER_BACK, this.again);
    this.el.classList.remove('busy');
    replace(this.line);
  }

  private halt(): void {
    this.stop();
    this.end();
    replace(this.line, h('p', { class: 'soft' }, t('stopped'), ' ', h('button', { type: 'button', class: 'link', onclick: this.again }, t('again'))));
    this.line.querySelector('button')!.focus();
  }
}

/* The address has all that is on screen. */
export function linkButton(): HTMLElement {
  const el = button(t('link'), () => {
    const done = (ok: boolean): void => {
      announce(t(ok ? 'copied' : 'cannot'));
      el.title = t(ok ? 'copied' : 'cannot');
      if (ok) replace(el, icon('check'));
    };
    if (navigator.clipboard) navigator.clipboard.writeText(location.href).then(() => done(true), () => done(false));
    else done(false);
  }, { name: 'link' });
  el.classList.replace('bare', 'small');
  return el;
}

/* One move, in a position where that is known. */
export function moveInWords(move: string, position?: string): string {
  if (site.game !== 'shogi') return pointOfMove(move) ?? move;
  return moveText(move, (position && dialectOf('shogi').fromPosition(position)?.look.pieces) || new Map<string, Mark>());
}

/* Moves in a row; pieces are named as long as the moves can be made from the start of a game. */
export function movesInWords(moves: string[]): string {
  if (site.game !== 'shogi') return moves.map((m) => pointOfMove(m) ?? m).join(' ');
  const setup = dialectOf('shogi').fromPosition(START);
  return moves.map((m) => {
    const pieces = setup?.look.pieces ?? new Map<string, Mark>();
    const words = moveText(m, pieces);
    if (setup) playMove(setup, m);
    return words;
  }).join(' ');
}

/* The pieces of shogi after some moves from the start. */
export function afterMoves(moves: string[]): Map<string, Mark> {
  const setup = dialectOf('shogi').fromPosition(START);
  for (const m of moves) if (setup) playMove(setup, m);
  return setup?.look.pieces ?? new Map<string, Mark>();
}
