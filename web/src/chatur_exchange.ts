/* chatur_exchange.ts: captive rajas may be exchanged, once: the question under the board, and what follows from either
 * answer. */
import { colourName, COLOURS, pieceIcon } from './board_chatur';
import { h, replace } from './dom';
import { percent, texts } from './i18n';
import { icon } from './parts';
import { seatOf, type Seats } from './chatur_seats';
import type { Standing } from './chatur_teams';

const t = texts({
  ask: 'Exchange the captive rajas?', holdYou: 'You hold {0}’s, {1} holds {2}’s.', hold: '{0} holds {1}’s, {2} holds {3}’s.', bothAgree: 'Both of you must agree.', alone: 'This is {0}’s alone to decide.', yours: 'This is yours alone to decide.',
  yes: 'Offer the exchange', no: 'Keep mine', yesAlone: 'Exchange', once: 'asked once, now',
  titleYou: 'You hold {0}; {1} holds {2}', title: '{3} holds {0}; {1} holds {2}', raja: '{0}’s raja', other: '{0}’s', lastTwo: '{0} and {1} are frozen; {2} and {3} are the last two, on different sides.', you: 'you', You: 'You',
  keep: 'If you keep it', exchange: 'If both exchange', exchangeAlone: 'If you exchange', then: 'Then', keepThen: '{0} and {1} stay frozen and in the way. {2} and {3} play on; who takes the other’s raja wins.',
  exchangeThen: '{0} and {1} come back, each on a free square that nobody attacks, at the first 5, or 2 and 3, they roll.', wins: '{0} wins', win: 'You win', with: ', {0} {1} %', chance: '{0} %',
  why: 'Why you are asked', whyBoth: 'Two opponents are left, and each has taken the raja of the other’s partner. Neither raja was taken before, so both players decide.', whyOne: 'Two opponents are left, and each has taken the raja of the other’s partner. One of the two was taken for the second time: its holder alone decides.',
}, {
  ask: '捕らえた王を交換しますか', holdYou: 'あなたは{0}の王、{1}は{2}の王を持っています。', hold: '{0}は{1}の王、{2}は{3}の王を持っています。', bothAgree: '二人の同意が必要です。', alone: '{0}だけが決めます。', yours: 'あなただけが決めます。',
  yes: '交換を申し出る', no: '交換しない', yesAlone: '交換する', once: '尋ねるのは今だけ',
  titleYou: 'あなたは{0}、{1}は{2}を捕獲', title: '{3}は{0}、{1}は{2}を捕獲', raja: '{0}の王', other: '{0}の王', lastTwo: '{0}と{1}は凍結。{2}と{3}が敵味方に一人ずつ残りました。', you: 'あなた', You: 'あなた',
  keep: '交換しなければ', exchange: '二人が交換すれば', exchangeAlone: '交換すれば', then: 'その後', keepThen: '{0}と{1}は凍結したまま盤に残ります。{2}と{3}が戦い、相手の王を取った方が勝ちます。',
  exchangeThen: '{0}と{1}は、次に 5、または 2 と 3 を振ったとき、誰にも攻められていない空きマスに戻ります。', wins: '{0}が勝つ率', win: 'あなたが勝つ率', with: '、{0} {1} %', chance: '{0} %',
  why: '尋ねる理由', whyBoth: '敵味方が一人ずつ残り、互いに相手の味方の王を捕らえています。どちらの王も初めて取られたので、二人で決めます。', whyOne: '敵味方が一人ずつ残り、互いに相手の味方の王を捕らえています。一方は二度目に取られた王なので、それを持つ人だけが決めます。',
});

/* asked: who decides, the player who is asked now first; kept, exchanged: what follows from either. */
export interface Exchange { seat: number; deciders: number[]; kept: Standing; exchanged: Standing; seats: Seats }

/* Whose captives they are: of the player asked, and of the other who is left. */
function holders({ seat, kept }: Exchange): { other: number; mine: number; theirs: number } {
  const mine = kept.captors.findIndex((c, i) => c !== null && seatOf(c) === seat && i % 2 !== seat % 2);
  const theirs = kept.captors.findIndex((c, i) => c !== null && i % 2 === seat % 2);
  const captor = kept.captors[theirs];
  return { other: captor ? seatOf(captor) : (mine + 2) % 4, mine, theirs };
}

/* The question; answer: whether the player agrees. */
export function askExchange(place: HTMLElement, x: Exchange, answer: (yes: boolean) => void): HTMLElement {
  const { other, mine, theirs } = holders(x), you = x.seats.isYou(x.seat), both = x.deciders.length > 1;
  const hold = you ? t('holdYou', colourName(mine), colourName(other), colourName(theirs)) : t('hold', colourName(x.seat), colourName(mine), colourName(other), colourName(theirs));
  const decide = both ? t('bothAgree') : you ? t('yours') : t('alone', colourName(x.seat));
  const button = (id: 'yes' | 'no', ...words: Node[]): HTMLButtonElement => h('button', { type: 'button', id: `swap-${id}`, class: 'btn', onclick: () => answer(id === 'yes') }, ...words);
  const yes = button('yes', icon('swap'), document.createTextNode(t(both ? 'yes' : 'yesAlone')));
  replace(place, h('div', { class: 'ask', role: 'alertdialog', 'aria-labelledby': 'ask-title', 'aria-describedby': 'ask-words' },
    h('div', { class: 'ask-head' }, h('span', { class: 'ask-men' }, pieceIcon({ colour: mine, kind: 'R' }), icon('swap'), pieceIcon({ colour: theirs, kind: 'R' })),
      h('span', {}, h('b', { id: 'ask-title' }, t('ask')), h('span', { class: 't1 soft', id: 'ask-words' }, `${hold} ${decide}`))),
    h('div', { class: 'row' }, yes, button('no', document.createTextNode(t('no'))), h('span', { class: 'grow' }), h('span', { class: 't1 soft' }, t('once')))));
  return yes;
}

export function exchangeTitle(x: Exchange): (Node | string)[] {
  const { other, mine, theirs } = holders(x), mark = '\u0001';
  const words = x.seats.isYou(x.seat) ? t('titleYou', mark, colourName(other), t('other', colourName(theirs))) : t('title', mark, colourName(other), t('other', colourName(theirs)), colourName(x.seat));
  const [before, after] = words.split(mark);
  return [before, h('b', {}, t('raja', colourName(mine))), after];
}

const named = (x: Exchange, seat: number, first = false): string => (x.seats.isYou(seat) ? t(first ? 'You' : 'you') : colourName(seat));

export function exchangeAbout(x: Exchange): string {
  const { other, mine, theirs } = holders(x), [a, b] = [mine, theirs].sort((p, q) => p - q);
  return t('lastTwo', colourName(a), colourName(b), named(x, x.seat), colourName(other));
}

/* Chances of both sides, with the partner's where there is one. */
function chances(x: Exchange, after: Standing): HTMLElement[] {
  const { other, mine, theirs } = holders(x), of = (seat: number): number => after.chances.seats[seat];
  const row = (seat: number, partner: number): HTMLElement[] => [h('dt', {}, x.seats.isYou(seat) ? t('win') : t('wins', colourName(seat))),
    h('dd', {}, seat === x.seat ? h('b', {}, t('chance', percent(of(seat)))) : t('chance', percent(of(seat))), of(partner) > 0 ? t('with', colourName(partner), percent(of(partner))) : '')];
  return [...row(x.seat, theirs), ...row(other, mine)];
}

/* What follows from either answer, side by side. */
export function exchangeFacts(x: Exchange): HTMLElement {
  const { other, mine, theirs } = holders(x), [a, b] = [mine, theirs].sort((p, q) => p - q);
  const part = (title: string, then: string, after: Standing): HTMLElement =>
    h('section', {}, h('div', { class: 'h2' }, h('h2', {}, title)), h('dl', { class: 'facts' }, h('dt', {}, t('then')), h('dd', {}, then), chances(x, after)));
  return h('div', { class: 'two' },
    part(t('keep'), t('keepThen', colourName(a), colourName(b), named(x, x.seat, true), colourName(other)), x.kept),
    part(t(x.deciders.length > 1 ? 'exchange' : 'exchangeAlone'), t('exchangeThen', colourName(a), colourName(b)), x.exchanged));
}

export const exchangeReason = (x: Exchange): HTMLElement =>
  h('section', {}, h('div', { class: 'h2' }, h('h2', {}, t('why'))), h('p', { class: 'soft why-words' }, t(x.deciders.length > 1 ? 'whyBoth' : 'whyOne')));

/* Who decides, persons before programs: a program answers after the player. */
export const inOrder = (asks: string[], seats: Seats): number[] =>
  asks.map((c) => COLOURS.indexOf(c as 'red')).sort((a, b) => Number(seats.isPerson(b)) - Number(seats.isPerson(a)));
