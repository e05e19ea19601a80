/* more_sequences.ts: recurring sequences, fetched when somebody first goes there.  areas.ts says why
 * it begins with main.ts. */
import './main';
export { joseki } from './area_joseki';
