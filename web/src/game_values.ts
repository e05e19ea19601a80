/* game_values.ts: values of positions, all for Black, and what moves cost by them. */
import type { GamePosition } from './api';
import { texts } from './i18n';

const t = texts({ mate: 'mate {0}', mateUnknown: 'mate' }, { mate: '{0}手詰', mateUnknown: '詰み' });

export interface Value { centipawns?: number; mate?: number }

const MATE = 10000;
const DECIDED = 1500; // beyond it no more and no less is lost
export const MOST_COST = 400;

export const valueOf = (v: Value): number => v.centipawns ?? (v.mate! > 0 ? MATE : -MATE);

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export function valueText(v: Value): string {
  if (v.centipawns !== undefined) return signed(v.centipawns);
  const plies = Math.abs(v.mate!), words = plies >= 100000 ? t('mateUnknown') : t('mate', plies);
  return (v.mate! < 0 ? '−' : '+') + words;
}

/* Of a record that has them for most of its moves. */
export function recordedValues(positions: GamePosition[]): (Value | undefined)[] {
  const values = positions.map((p) => p.value);
  return values.filter(Boolean).length * 2 >= positions.length ? values : [];
}

/* Whether Black made the move to a ply. */
export const isBlacks = (positions: GamePosition[], ply: number): boolean => positions[ply - 1].turn === 0;

/* What the move to a ply cost who made it; undefined if a value is not known. */
export function costOf(positions: GamePosition[], values: (Value | undefined)[], ply: number): number | undefined {
  const [before, after] = [values[ply - 1], values[ply]];
  if (!before || !after) return undefined;
  const near = (v: Value): number => Math.max(-DECIDED, Math.min(DECIDED, valueOf(v)));
  return Math.max(0, (isBlacks(positions, ply) ? 1 : -1) * (near(before) - near(after)));
}
