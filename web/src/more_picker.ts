/* more_picker.ts: names to choose from, fetched when somebody first wants them.  areas.ts says why
 * it begins with main.ts. */
import './main';
export { Picker } from './picker';
