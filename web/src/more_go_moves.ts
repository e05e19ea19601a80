/* more_go_moves.ts: what answers of Go have besides: the part of a board that was asked for, what moves at a shape are called
 * and how often they were played through the years; fetched with the first answer.  areas.ts says why it begins with main.ts. */
import './main';
export { goStamp } from './go_stamp';
export { nameMoves, showShapeTrends } from './go_moves';
