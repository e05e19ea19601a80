/* more_openings.ts: the openings and what stands beside them, fetched when somebody first goes there.  areas.ts says why
 * it begins with main.ts. */
import './main';
export { compare } from './area_compare';
export { explore } from './area_explore';
export { matrix } from './area_matrix';
export { player } from './area_player';
