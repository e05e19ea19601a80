/* more_play.ts: playing, fetched when somebody first goes there.  areas.ts says why
 * it begins with main.ts. */
import './main';
export { play } from './area_play';
