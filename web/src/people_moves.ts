/* people_moves.ts: what people would play in the position on screen: of shogi by the model of their
 * moves, of Go by the network, if the server has one. */
import { ApiError, ask, Asking, messageOf } from './api';
import type { Arrow } from './board';
import { h, replace } from './dom';
import { lang, percent, recall, remember, texts } from './i18n';
import { bareMove } from './notation';
import { meter } from './parts';
import { pointOfMove } from './setup_go';
import { site } from './site';

const t = texts({
  people: 'What people play', played: 'played', engine: 'engine', try: 'Try this move', who: 'Who', onBoard: 'on the board', pro: 'professionals', amateur: 'amateurs', online: 'players online',
  strong: 'amateurs, 6 dan or more', below: 'amateurs below 6 dan',
}, {
  people: '人間の指し手', played: '本譜', engine: '最善', try: 'この手を試す', who: '誰が', onBoard: '盤に示す', pro: 'プロ', amateur: 'アマチュア', online: 'ネット対局',
  strong: 'アマ六段以上', below: 'アマ六段未満',
});
const goTitle = texts({ people: 'What people play' }, { people: '人間の着手' });

interface NaturalAnswer { moves: { moves: string[]; ja: string; en: string; p: number }[] }

/* Where the game began and the moves since, in the game's notation. */
export interface Situation { sfen: string; moves: string[] }

const SHOWN = 6, ASKED = 40; // more, for the move that was played and the engine's

export class PeopleMoves {
  readonly el: HTMLElement;
  private readonly isGo = site.game === 'go';
  private readonly list = h('ul', { class: 'people' });
  private readonly who: HTMLSelectElement;
  private readonly onBoard = h('input', { type: 'checkbox', id: 'people-on-board', checked: recall('people-on-board') === 'yes', onchange: () => {
    remember('people-on-board', this.onBoard.checked ? 'yes' : 'no');
    this.draw();
  } });
  private readonly asking = new Asking();
  private now: Situation | undefined;
  private answer: NaturalAnswer | undefined;
  private missing = false; // the server has no network
  private timer = 0;
  private played: string | undefined;
  private engine: string | undefined; // its best move

  /* arrows: shows the likeliest moves on the board, if the reader wants that; of Go.  play: tries a move. */
  constructor(private readonly arrows?: (arrows: Arrow[]) => void, private readonly play?: (move: string) => void) {
    const classes: [string, string][] = this.isGo ? [['pro', t('pro')], ['strong', t('strong')], ['amateur', t('below')]]
      : [['pro', t('pro')], ['amateur', t('amateur')], ['online', t('online')]];
    const key = this.isGo ? 'who-go' : 'who';
    this.who = h('select', { id: 'who', class: 'small', onchange: () => {
      remember(key, this.who.value);
      void this.ask();
    } }, classes.map(([value, text]) => h('option', { value }, text)));
    this.who.value = classes.find(([value]) => value === recall(key))?.[0] ?? 'pro';
    this.el = h('section', { class: 'people-part', 'aria-labelledby': 'people-title', hidden: this.isGo },
      h('div', { class: 'h2' }, h('h2', { id: 'people-title' }, (this.isGo ? goTitle : t)('people')),
        h('span', { class: 'end row' }, this.isGo && this.arrows && h('label', {}, this.onBoard, ` ${t('onBoard')}`),
          h('label', { class: 'hidden', for: 'who' }, t('who')), this.who)), this.list);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.asking.end();
  }

  /* Another position is on screen.  The network knows one size of board, and is asked of no other. */
  show(now: Situation, played?: string): void {
    this.now = now;
    this.played = played;
    this.engine = undefined;
    this.answer = undefined;
    this.el.classList.add('stale');
    this.asking.end();
    clearTimeout(this.timer);
    if (this.isGo && now.sfen !== 'startpos' && !now.sfen.startsWith('19x19 ')) this.el.hidden = true;
    else if (!this.missing) this.timer = window.setTimeout(() => void this.ask(), 150); // not while somebody runs through
  }

  /* The engine's best move here. */
  setEngine(move: string | undefined): void {
    if (move === this.engine) return;
    this.engine = move;
    if (this.answer) this.showRows();
  }

  private showRows(): void {
    const best = Math.max(0.5, this.answer!.moves[0]?.p ?? 1), pure = (m: string): string => pointOfMove(m) ?? m;
    const also = this.answer!.moves.slice(SHOWN).filter((m) => m.moves[0] === this.engine || m.moves[0] === this.played);
    const shown = [...this.answer!.moves.slice(0, SHOWN - also.length), ...also];
    replace(this.list, shown.map((m) => h('li', {},
      h('span', { class: 'cut' }, this.play ? h('button', { type: 'button', class: 'play-move', title: t('try'), onclick: () => this.play!(pure(m.moves[0])) }, bareMove(m[lang])) : h('b', {}, bareMove(m[lang])),
        m.moves[0] === this.played && h('small', {}, ` ${t('played')}`), m.moves[0] === this.engine && h('small', { class: 'ai' }, ` ${t('engine')}`)),
      meter(m.p / best, true), h('span', { class: 'number' }, `${percent(m.p)} %`))));
  }

  private async ask(): Promise<void> {
    const signal = this.asking.begin();
    const { sfen, moves } = this.now!;
    try {
      const answer = await ask<NaturalAnswer>('natural', { sfen, moves: moves.join(' '), class: this.who.value, limit: ASKED }, signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.el.hidden = false;
      this.el.dataset.moves = String(moves.length);
      this.el.classList.remove('stale');
      this.showRows();
      this.draw();
    } catch (e) {
      if (signal.aborted) return;
      this.missing = e instanceof ApiError && e.code === 'not-found';
      this.el.hidden = e instanceof ApiError && (this.missing || e.code === 'unsupported');
      replace(this.list, h('li', { class: 'hint' }, messageOf(e)));
    }
  }

  private draw(): void {
    if (!this.isGo || !this.arrows) return;
    const best = this.answer?.moves[0]?.p ?? 1;
    this.arrows(!this.onBoard.checked ? [] : (this.answer?.moves ?? []).slice(0, SHOWN).flatMap((m) => {
      const to = pointOfMove(m.moves[0]);
      return to && m.p >= best / 20 ? [{ to, weight: m.p / best, text: m.p >= 0.005 ? String(Math.round(100 * m.p)) : undefined }] : [];
    }));
  }
}
