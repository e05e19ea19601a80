/* more_people.ts: what players are called in the reader's script, fetched when a name in the other one is to be shown.  areas.ts
 * says why it begins with main.ts. */
import './main';
export { callPlayers } from './player_people';
