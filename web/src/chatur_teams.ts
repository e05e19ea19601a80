/* chatur_teams.ts: the two teams of chaturanga side by side: the state of each army, its pieces, its chance to be the last with
 * a raja, and the games it has won. */
import { armySign, COLOURS, colourName, type Colour, type Piece } from './board_chatur';
import { seatOf, type Seats } from './chatur_seats';
import { h, replace } from './dom';
import { percent, texts } from './i18n';

const t = texts({
  team0: 'Red and Yellow', team1: 'Green and Black', fight: 'wins the fight ', one: 'one left', none: 'out', both: 'both left', pieces: 'pieces', alone: 'alone', won: 'won',
  frozen: 'frozen', captive: 'frozen; {0} holds its raja', mine: 'frozen; you hold its raja', waiting: 'waits to come back', raja: 'raja {0}', toMove: '{0}, to move', reach: '{0}, in reach of this roll', asks: '{0}, answers after you',
  note: 'alone: chance to be the last with a raja, before the roll · won: games of this sitting', chance: '{0} %',
}, {
  team0: '赤と黄', team1: '緑と黒', fight: '戦いに勝つ率 ', one: '一人残り', none: '全滅', both: '二人残り', pieces: '駒', alone: '単独', won: '勝',
  frozen: '凍結', captive: '凍結（王は{0}が捕獲）', mine: '凍結（王はあなたが捕獲）', waiting: '復帰待ち', raja: '王 {0}', toMove: '{0}、手番', reach: '{0}、この目で取られる', asks: '{0}、あなたの後で答える',
  note: '単独: 最後に王が残る率（目を振る前） · 勝: 今回の対局で勝った数', chance: '{0} %',
});

export interface Standing { colour: Colour; phase: string; states: string[]; captors: (Colour | null)[]; chances: { seats: number[]; teams: number[] } }
export interface TeamsOptions { seats: Seats; table: Standing; pieces: Map<string, Piece>; won: number[]; reached: ReadonlySet<string>; over: boolean; asked?: number[] } // asked: who decides about an exchange, in order

function stateOf(seat: number, o: TeamsOptions): string {
  const { table } = o, captor = table.captors[seat];
  if (table.states[seat] === 'waiting') return t('waiting');
  if (table.states[seat] === 'frozen') return captor === null ? t('frozen') : o.seats.isYou(seatOf(captor)) ? t('mine') : t('captive', colourName(seatOf(captor)));
  const squares = [...o.pieces].filter(([, p]) => p.colour === seat && p.kind === 'R').map(([square]) => square), raja = t('raja', squares.join(' '));
  if (o.asked) return o.asked.indexOf(seat) > 0 ? t('asks', raja) : raja;
  if (seat === seatOf(table.colour) && !o.over) return t('toMove', raja);
  return squares.some((s) => o.reached.has(s)) ? t('reach', raja) : raja;
}

function seatRow(seat: number, o: TeamsOptions): HTMLElement {
  const frozen = o.table.states[seat] === 'frozen', chance = o.table.chances.seats[seat];
  const now = o.asked ? o.asked[0] === seat : seat === seatOf(o.table.colour) && !o.over;
  return h('li', { class: now ? 'standing now' : 'standing', 'data-seat': seat, 'aria-current': now ? 'true' : undefined }, armySign(seat, frozen),
    h('span', { class: 'seat-words' }, h('span', { class: 'cut' }, h('b', {}, colourName(seat)), ' ', h('span', { class: 't1 soft' }, o.seats.who(seat))), h('span', { class: 't1 soft cut' }, stateOf(seat, o))),
    h('span', { class: 'number' }, String([...o.pieces.values()].filter((p) => p.colour === seat).length)),
    h('span', { class: 'number' }, frozen && chance === 0 ? '–' : t('chance', percent(chance))), h('span', { class: 'number' }, String(o.won[seat])));
}

function team(first: 0 | 1, o: TeamsOptions): HTMLElement {
  const { table } = o, left = [first, first + 2].filter((seat) => table.states[seat] !== 'frozen').length;
  const end = table.phase === 'teams' && !o.asked ? [t('fight'), h('b', {}, t('chance', percent(table.chances.teams[first])))] : [h('span', { class: 't1 faint' }, t(left === 2 ? 'both' : left ? 'one' : 'none'))];
  return h('section', { 'aria-label': t(`team${first}`) }, h('div', { class: 'h2' }, h('h2', {}, t(`team${first}`)), h('span', { class: 'end' }, end)),
    h('div', { class: 'standing standing-head t1 faint', 'aria-hidden': 'true' }, h('span'), h('span'), h('span', { class: 'number' }, t('pieces')), h('span', { class: 'number' }, t('alone')), h('span', { class: 'number' }, t('won'))),
    h('ul', { class: 'list' }, [first, first + 2].map((seat) => seatRow(seat, o))));
}

export const teamName = (seat: number): string => t(`team${(seat % 2) as 0 | 1}`);

export function showTeams(place: HTMLElement, o: TeamsOptions): void {
  replace(place, h('div', { class: 'two' }, team(0, o), team(1, o)), h('p', { class: 't1 faint' }, t('note')));
}

export const NO_WINS: readonly number[] = COLOURS.map(() => 0);
