/* unit_words.ts: units of a query in words, for chips and for sentences: "s.castle:mino" is Black's mino, "date:2015.." is
 * since 2015. */
import { kindName, lang, resultText, sideName, texts, titleOf } from './i18n';
import { squareText } from './notation';
import type { ChipLook } from './parts';
import type { Color } from './setup';
import { letterOf } from './setup_shogi';
import { site } from './site';
import type { Name } from './api';
import { alternativesOf } from './units';

const t = texts({
  since: 'since {0}', until: 'until {0}', decade: '{0}s', from: '{0}–{1}', moves: '{0} moves', event: 'event: {0}', place: 'place: {0}', tag: 'tag: {0}', comment: 'comment: {0}',
  toMove: '{0} to move', drawn: 'drawn', unknown: 'no result', ever: '{0}, at any move', either: 'either side’s', hand: 'in hand {0} {1}', empty: 'empty {0}', any: 'any piece {0}',
  winner: '{0} won', loser: '{0} lost', same: 'in the same game',
}, {
  since: '{0}年以降', until: '{0}年まで', decade: '{0}年代', from: '{0}～{1}年', moves: '{0} 手', event: '棋戦: {0}', place: '場所: {0}', tag: 'タグ: {0}', comment: 'コメント: {0}',
  toMove: '{0}の番', drawn: '引き分け', unknown: '結果不明', ever: '{0}（同じ対局のどこかで）', either: 'どちらかの', hand: '持駒 {1} {0}', empty: '{0}空き', any: '{0}に何か',
  winner: '{0}の勝ち', loser: '{0}の負け', same: '同じ対局の中で',
});

/* One thing that is asked for.  code: it stands as in the query, for there are no words for it. */
export interface UnitWords { look: ChipLook; side?: Color; text: string; code?: boolean; alternatives?: UnitWords[] }

const SIDES: Record<string, Color> = { s: 's', b: 's', black: 's', sente: 's', g: 'g', w: 'g', white: 'g', gote: 'g' };
const ANY_SIDE = '(?:(s|g|b|w|black|white|sente|gote)\\.)?';

export const plainText = (value: string): string => value.replace(/^={1,2}/, '').replace(/^"|"$/g, '').replace(/\\(.)/g, '$1');
export const titleOfName = (n: Name): string => titleOf(n);

/* The name that a word asks for, and whose. */
export function nameIn(unit: string): { name: Name; side?: Color } | undefined {
  const m = unit.match(new RegExp(`^(?:game\\.)?${ANY_SIDE}(?:([a-z]+):)?("[^"]*"|[^\\s(){},"]+)$`));
  if (!m) return undefined;
  const word = plainText(m[3]).toLowerCase();
  const name = site.names.find((n) => n.group && (!m[2] || n.group === m[2]) && (n.name === word || n.labels.includes(word)));
  return name && { name, side: m[1] ? SIDES[m[1]] : undefined };
}

function years(range: string): string {
  const m = range.match(/^(\d{4})?(?:-\d\d){0,2}(\.\.)?(\d{4})?(?:-\d\d){0,2}$/);
  if (!m) return range;
  const [, from, dots, to] = m;
  if (/-/.test(range)) return range;
  if (!dots) return range;
  if (from && to) return Number(from) % 10 === 0 && Number(to) === Number(from) + 9 ? t('decade', from) : t('from', from, to);
  return from ? t('since', from) : to ? t('until', to) : range;
}

function resultWords(letter: string): UnitWords {
  const side = SIDES[letter];
  return { look: '', text: side ? resultText(side === 's' ? 'b' : 'w') : letter === 'd' ? t('drawn') : letter === '?' ? t('unknown') : letter };
}

export const pieceText = (kind: string, square: string): string => (kind === 'stone' || kind === 'stones' ? square : kind === 'empty' ? t('empty', squareText(square)) : kind === 'any' ? t('any', squareText(square))
  : lang === 'ja' ? squareText(square) + kindName(kind) : `${letterOf(kind)} ${squareText(square)}`);

export const handText = (kind: string, op: string, n: number): string => t('hand', `${{ '>=': '≥', '<=': '≤', '=': '=' }[op]} ${n}`, lang === 'ja' ? kindName(kind) : letterOf(kind));
export const turnText = (side: Color): string => t('toMove', sideName(side));

/* What about a game has a word: player, date, result, event and the like. */
function ofGame(key: string, side: Color | undefined, value: string): UnitWords | undefined {
  const text = plainText(value);
  switch (key) {
    case 'player': case '先手': case '後手': return { look: '', side, text };
    case 'black': case 'sente': return { look: '', side: 's', text };
    case 'white': case 'gote': return { look: '', side: 'g', text };
    case 'date': return { look: '', text: years(value) };
    case 'result': return resultWords(value);
    case 'turn': return SIDES[value] && { look: '', text: turnText(SIDES[value]) };
    case 'winner': case 'loser': return { look: '', text: t(key, text) };
    case 'event': case 'place': case 'tag': case 'comment': return { look: '', text: t(key, text) };
    default: return undefined;
  }
}

function simple(unit: string): UnitWords {
  const named = nameIn(unit);
  if (named) return { look: '', side: named.side, text: titleOfName(named.name) };
  const m = unit.match(new RegExp(`^${ANY_SIDE}([a-z]+|先手|後手):(.+)$`));
  const told = m && ofGame(m[2], m[1] ? SIDES[m[1]] : undefined, m[3]);
  if (told) return told;
  const length = unit.match(/^moves(>=|<=|=|>|<|:)(\d+)(?:\.\.(\d+))?$/);
  if (length) return { look: '', text: t('moves', `${{ '>=': '≥ ', '<=': '≤ ', '>': '> ', '<': '< ' }[length[1]] ?? ''}${length[2]}${length[3] ? `–${length[3]}` : ''}`) };
  const piece = unit.match(/^([sg])([1-9]{2})([a-z]{2})$/), stone = unit.match(/^([bw])([A-T]\d+)$/);
  if (piece) return { look: '', side: piece[1] as Color, text: pieceText(piece[3], piece[2]) };
  if (stone) return { look: '', side: SIDES[stone[1]], text: stone[2] };
  return { look: '', text: unit, code: true };
}

export function unitWords(unit: string): UnitWords {
  const ever = unit.match(/^ever (.*)$/s)?.[1];
  if (ever !== undefined) {
    const words = unitWords(ever);
    return { ...words, text: t('ever', words.text) };
  }
  const denied = unit.match(/^not (.*)$/s)?.[1];
  if (denied !== undefined) return { ...unitWords(denied), look: 'not' };
  const all = alternativesOf(unit)?.map(simple);
  return all ? { look: 'or', text: all.map((a) => a.text).join(' / '), alternatives: all } : simple(unit);
}
