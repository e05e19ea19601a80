/* chatur_chips.ts: a query of chaturanga as chips: pieces, armies without a raja, dice, who won; each can be taken away. */
import { armySign, colourName, kindText, type Piece } from './board_chatur';
import type { QueryChip } from './chips';
import { die, rollWords } from './dice';
import { h } from './dom';
import { texts } from './i18n';
import { read, write, type Asked } from './editor_chatur';
import { icon } from './parts';
import { unitWords } from './unit_words';

const t = texts({
  raja: 'raja taken', waits: 'waits to come back', toMove: 'to move', won: 'won', drawn: 'drawn', quarters: 'in any quarter', pieces: '{0} pieces', not: 'not', ever: 'in the same game: ', move: 'move {0}', until: 'until turn {0}', from: 'from turn {0}',
  twice: 'two rajas of a team taken', throne: 'a raja on its partner’s throne', piece: '{0} {1}',
}, {
  raja: '王なし', waits: '復帰待ち', toMove: '手番', won: '勝ち', drawn: '引き分け', quarters: 'どの向きでも', pieces: '駒 {0} 枚', not: '以外:', ever: '同じ対局で: ', move: '{0} の手', until: '{0} 手目まで', from: '{0} 手目から',
  twice: '味方の王が二つとも取られる', throne: '王が味方の王座に', piece: '{1}の{0}',
});

const SAID = 4; // pieces that have a chip each; more are one
const KIND: Record<string, string> = { raja: 'R', boat: 'B', horse: 'H', elephant: 'E', pawn: 'P' };
const seatOf = (letter: string): number => 'rgyb'.indexOf(letter[0]);

interface Words { content: (Node | string)[]; words: string }
const ofSeat = (seat: number, text: string, frozen = false): Words => ({ content: [armySign(seat, frozen), text], words: `${colourName(seat)} ${text}` });

/* What a unit asks for, in words and signs; undefined: it stands as in the query. */
export function chaturWords(unit: string): Words | undefined {
  const rest = unit.match(/^(not|ever) (.+)$/), inner = rest && chaturWords(rest[2]);
  if (rest) return inner && rest[1] === 'ever' ? { content: [t('ever'), ...inner.content], words: t('ever') + inner.words } : inner ?? undefined;
  const state = unit.match(/^([rgyb])\.(frozen|waiting)$/), turn = unit.match(/^turn:(r|g|y|b)/), won = unit.match(/^(?:winner|result):(red|green|yellow|black|[rgyb])$/);
  const piece = unit.match(/^([rgyb])\.([a-h][1-8])\.(raja|boat|horse|elephant|pawn)$/), any = unit.match(/^any:([rgyb])\.([a-h][1-8])$/);
  const dice = unit.match(/^dice:([2-5])([2-5])$/), move = unit.match(/^move:(?:[rgyb]\.)?((?:[a-h][1-8]){1,2})$/), plies = unit.match(/^ply:(\d*)\.\.(\d*)$/);
  if (state) return ofSeat(seatOf(state[1]), t(state[2] === 'frozen' ? 'raja' : 'waits'), state[2] === 'frozen');
  if (turn) return ofSeat(seatOf(turn[1]), t('toMove'));
  if (won) return ofSeat(seatOf(won[1]), t('won'));
  if (unit === 'result:d') return { content: [t('drawn')], words: t('drawn') };
  if (piece) return ofSeat(seatOf(piece[1]), t('piece', kindText(KIND[piece[3]]), piece[2]));
  if (any) return ofSeat(seatOf(any[1]), any[2]);
  if (dice) return { content: [h('span', { class: 'small-dice' }, die(dice[1]), die(dice[2]))], words: rollWords(dice[1] + dice[2]) };
  if (move) return plain(t('move', move[1].replace(/^(..)(..)$/, '$1–$2')));
  if (plies && plies[1] !== plies[2]) return plain(plies[2] ? t('until', plies[2]) : t('from', plies[1]));
  return unit === TWO_LOST ? plain(t('twice')) : unit === ON_THRONE ? plain(t('throne')) : undefined;
}

const plain = (words: string): Words => ({ content: [words], words });

export const TWO_LOST = 'sym(r.frozen y.frozen)', ON_THRONE = 'sym(r.e8.raja)';

function unitChip(unit: string): QueryChip {
  const known = chaturWords(unit), other = unitWords(unit), not = unit.startsWith('not ');
  const { content, words } = known ?? { content: [other.code ? h('code', {}, other.text) : other.text], words: other.text };
  return { key: `unit-${unit}`, look: not ? 'not' : '', content: not ? [t('not'), ...content] : content, words: not ? `${t('not')} ${words}` : words, squares: [], remove: () => {} };
}

function pieceChips(asked: Asked): QueryChip[] {
  if (asked.pieces.size > SAID) return [{ key: 'pieces', look: '', content: [t('pieces', asked.pieces.size)], words: t('pieces', asked.pieces.size), squares: [...asked.pieces.keys()], remove: () => {} }];
  return [...asked.pieces].map(([square, { colour, kind }]: [string, Piece]) => {
    const { content, words } = ofSeat(colour, kind === '?' ? square : t('piece', kindText(kind), square));
    return { key: `at-${square}`, look: '', content, words, squares: [square], remove: () => {} };
  });
}

export function chaturChips(text: string): QueryChip[] {
  const asked = read(text);
  if (asked.complex) return [{ key: 'text', look: '', content: [h('code', {}, text)], words: text, squares: [], remove: () => {} }];
  const state = (unit: string, key: string): QueryChip => ({ ...unitChip(unit), key });
  return [...pieceChips(asked), ...[...asked.lost].sort().map((seat) => state(`${'rgyb'[seat]}.frozen`, `lost-${seat}`)), ...(asked.turn ? [state(`turn:${asked.turn}`, 'turn')] : []), ...asked.rest.map(unitChip),
    ...(asked.quarters ? [{ key: 'quarters', look: 'mod' as const, content: [icon('turn'), t('quarters')], words: t('quarters'), squares: [], remove: () => {} }] : [])];
}

/* The query without what that chip says. */
export function withoutChip(text: string, key: string): string {
  const asked = read(text), [, kind, of] = key.match(/^([a-z]+)-?(.*)$/s)!;
  if (kind === 'text') return '';
  if (kind === 'pieces') asked.pieces.clear();
  else if (kind === 'at') asked.pieces.delete(of);
  else if (kind === 'lost') asked.lost.delete(Number(of));
  else if (kind === 'turn') asked.turn = '';
  else if (kind === 'quarters') asked.quarters = false;
  else asked.rest.splice(asked.rest.indexOf(of), 1);
  return write(asked);
}
