/* corner_api.ts: the tree of a corner as the server has it (docs/api.md). */
import type { Hit } from './api';

interface Counted { times: number; wins: number; losses: number; draws: number; unknown: number; score: number | null; low: number | null; high: number | null }
export interface CornerMove extends Counted { move: string; share: number; decades: [number, number][] }
export interface CornerStep { times: number; moved: number; again: number; total: number; moves: CornerMove[] }
export interface CornerAnswer extends Counted { read: number; games: number; from: number; to: number; path: string[]; steps: CornerStep[]; examples: Hit[] }
