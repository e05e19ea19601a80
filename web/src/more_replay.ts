/* more_replay.ts: a game, fetched when somebody first looks at one.  areas.ts says why
 * it begins with main.ts. */
import './main';
export { game } from './area_game';
