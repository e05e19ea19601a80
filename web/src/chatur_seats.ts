/* chatur_seats.ts: who plays chaturanga here: four seats, each a person or a program; dice rolled here or entered; the form
 * before a game and during one. */
import { armySign, COLOURS, colourName, type Colour } from './board_chatur';
import { rulesForm } from './chatur_rules';
import { h } from './dom';
import { recall, remember, texts } from './i18n';
import { choices } from './parts';

const t = texts({
  person: 'a person', P0: 'any turn (P0)', P1: 'takes rajas (P1)', P2: 'cautious (P2)', P4: 'looks ahead (P4)', team: 'searches, for its team',
  paranoid: 'searches, against all', mcts: 'tree search', seats: 'Who plays', dice: 'Dice', rolled: 'rolled here', told: 'entered by hand', rules: 'Rules', you: 'you',
  partners: 'Red and Yellow are partners, and so are Green and Black. When both rajas of a pair are taken, the other two fight each other: the last with a raja wins alone.',
}, {
  person: '人', P0: '無作為 (P0)', P1: '王を取る (P1)', P2: '慎重 (P2)', P4: '先を読む (P4)', team: '探索（味方のため）',
  paranoid: '探索（全員が敵）', mcts: '木探索', seats: '対局者', dice: 'サイコロ', rolled: 'ここで振る', told: '出た目を入れる', rules: 'ルール', you: 'あなた',
  partners: '赤と黄、緑と黒が味方です。一方の王が二つとも取られると、残る二人の勝負になり、最後に王の残った一人が勝ちます。',
});

const PLAYERS = ['person', 'P0', 'P1', 'P2', 'P4', 'team', 'paranoid', 'mcts'] as const;
export type Player = (typeof PLAYERS)[number];
export const seatOf = (colour: Colour): number => COLOURS.indexOf(colour);

export class Seats {
  readonly players: Player[] = COLOURS.map((c, i) => PLAYERS.find((p) => p === recall(`seat-${c}`)) ?? (i === 0 ? 'person' : 'P4'));
  told = recall('dice') === 'told';

  isPerson(seat: number): boolean {
    return this.players[seat] === 'person';
  }

  /* The one person among programs is spoken to. */
  isYou(seat: number): boolean {
    return this.isPerson(seat) && this.players.filter((p) => p === 'person').length === 1;
  }

  /* "you", "a person", "looks ahead (P4)" */
  who(seat: number): string {
    return this.isYou(seat) ? t('you') : t(this.players[seat]);
  }

  /* As records have it. */
  nameOf(seat: number): string {
    return this.isPerson(seat) ? t('person') : this.players[seat];
  }

  /* changed: by seat, or undefined for the dice. */
  form(changed: (seat?: number) => void): HTMLElement[] {
    const row = (seat: number): HTMLElement => {
      const select = h('select', { id: `seat-${seat}`, onchange: () => {
        this.players[seat] = select.value as Player;
        remember(`seat-${COLOURS[seat]}`, select.value);
        changed(seat);
      } }, PLAYERS.map((p) => h('option', { value: p, selected: p === this.players[seat] }, t(p))));
      return h('div', { class: 'seat-choice' }, h('label', { for: select.id, class: 'seat' }, armySign(seat), h('b', {}, colourName(seat))), select);
    };
    const dice = choices<'rolled' | 'told'>(t('dice'), [['rolled', t('rolled')], ['told', t('told')]], this.told ? 'told' : 'rolled', (key) => {
      this.told = key === 'told';
      remember('dice', key);
      changed();
    });
    const part = (name: string, ...content: HTMLElement[]): HTMLElement => h('div', { class: 'set' }, h('h2', {}, name), h('div', {}, ...content));
    return [part(t('seats'), h('div', { class: 'seat-choices' }, [0, 2, 1, 3].map(row)), h('p', { class: 'tips' }, t('partners'))), part(t('dice'), dice), part(t('rules'), rulesForm())];
  }
}
