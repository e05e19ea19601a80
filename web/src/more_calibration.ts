/* more_calibration.ts: calibration, fetched when somebody first goes there.  areas.ts says why
 * it begins with main.ts. */
import './main';
export { calibrate } from './area_calibrate';
