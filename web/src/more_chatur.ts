/* more_chatur.ts: what a search of chaturanga needs, fetched for its databases alone.  areas.ts says why
 * it begins with main.ts. */
import './main';
export * as chaturSearch from './chatur_search';
