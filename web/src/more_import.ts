/* more_import.ts: bringing games in, fetched where that is allowed.  areas.ts says why
 * it begins with main.ts. */
import './main';
export { importArea, takeDrops } from './area_import';
