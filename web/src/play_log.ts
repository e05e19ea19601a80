/* play_log.ts: the moves of a game that is played, two a line, with the seconds they took. */
import { h, replace } from './dom';

/* used: milliseconds, by move; none: what is said without moves. */
export function showLog(log: HTMLElement, moves: string[], used: (number | undefined)[], none: string): void {
  const seconds = (i: number): string => (used[i] === undefined || used[i] === null ? '' : String(Math.round(used[i]! / 1000)));
  const cell = (i: number): (HTMLElement | false)[] => [i < moves.length && h('span', { class: i === moves.length - 1 ? 'move cur' : 'move' }, moves[i]), i < moves.length && h('span', { class: 't1 faint number' }, seconds(i))];
  const lines = Array.from({ length: Math.ceil(moves.length / 2) }, (_, i) => h('li', {}, h('span', { class: 'faint number' }, String(2 * i + 1)), cell(2 * i), cell(2 * i + 1)));
  replace(log, moves.length ? lines : h('li', { class: 'none' }, h('span', { class: 'soft' }, none)));
  log.scrollTop = log.scrollHeight;
}
