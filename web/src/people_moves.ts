/* people_moves.ts: what people would play in the position on screen: of shogi by the model of their
 * moves, of Go by the network, if the server has one. */
import { ApiError, ask, Asking, messageOf } from './api';
import { shareBar } from './bars';
import type { Arrow } from './board';
import { h, replace } from './dom';
import { lang, percent, recall, remember, texts } from './i18n';
import { pointOfMove } from './setup_go';
import { site } from './site';

const t = texts({
  people: 'What people play here', who: 'Who', onBoard: 'on the board', pro: 'professionals', amateur: 'amateurs', online: 'players online',
  strong: 'amateurs, 6 dan or more', below: 'amateurs below 6 dan',
}, {
  people: '人が指しそうな手', who: '誰が', onBoard: '盤に示す', pro: 'プロ', amateur: 'アマチュア', online: 'ネット対局',
  strong: 'アマ六段以上', below: 'アマ六段未満',
});
const goTitle = texts({ people: 'What people play here' }, { people: '人が打ちそうな手' });

interface NaturalAnswer { moves: { moves: string[]; ja: string; en: string; p: number }[] }

/* Where the game began and the moves since, in the game's notation. */
export interface Situation { sfen: string; moves: string[] }

const SHOWN = 6;

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

  /* arrows: shows the likeliest moves on the board, if the reader wants that; of Go. */
  constructor(private readonly arrows?: (arrows: Arrow[]) => void) {
    const classes: [string, string][] = this.isGo ? [['pro', t('pro')], ['strong', t('strong')], ['amateur', t('below')]]
      : [['pro', t('pro')], ['amateur', t('amateur')], ['online', t('online')]];
    const key = this.isGo ? 'who-go' : 'who';
    this.who = h('select', { id: 'who', onchange: () => {
      remember(key, this.who.value);
      void this.ask();
    } }, classes.map(([value, text]) => h('option', { value }, text)));
    this.who.value = classes.find(([value]) => value === recall(key))?.[0] ?? 'pro';
    this.el = h('section', { class: 'panel', 'aria-labelledby': 'people-title', hidden: this.isGo },
      h('div', { class: 'row spread' }, h('h2', { id: 'people-title' }, (this.isGo ? goTitle : t)('people')),
        h('span', { class: 'row' }, this.isGo && this.arrows && h('label', {}, this.onBoard, ` ${t('onBoard')}`),
          h('label', { class: 'hidden', for: 'who' }, t('who')), this.who)), this.list);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.asking.end();
  }

  /* Another position is on screen.  The network knows one size of board, and is asked of no other. */
  show(now: Situation): void {
    this.now = now;
    this.answer = undefined;
    this.asking.end();
    clearTimeout(this.timer);
    if (this.isGo && now.sfen !== 'startpos' && !now.sfen.startsWith('19x19 ')) this.el.hidden = true;
    else if (!this.missing) this.timer = window.setTimeout(() => void this.ask(), 150); // not while somebody runs through
  }

  private async ask(): Promise<void> {
    const signal = this.asking.begin();
    const { sfen, moves } = this.now!;
    try {
      const answer = await ask<NaturalAnswer>('natural', { sfen, moves: moves.join(' '), class: this.who.value, limit: SHOWN }, signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.el.hidden = false;
      this.el.dataset.moves = String(moves.length);
      replace(this.list, answer.moves.map((m) => h('li', {}, h('span', {}, m[lang]), shareBar(m.p), h('span', { class: 'number' }, `${percent(m.p)} %`))));
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
    this.arrows(!this.onBoard.checked ? [] : (this.answer?.moves ?? []).flatMap((m) => {
      const to = pointOfMove(m.moves[0]);
      return to && m.p >= best / 20 ? [{ to, weight: m.p / best, text: m.p >= 0.005 ? String(Math.round(100 * m.p)) : undefined }] : [];
    }));
  }
}
