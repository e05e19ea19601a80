/* more_help.ts: the keys of an area, fetched when somebody first asks for them.  areas.ts says why it begins with main.ts. */
import './main';
export { openHelp } from './help';
