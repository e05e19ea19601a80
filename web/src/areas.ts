/* areas.ts: the areas of the page.  Each is one file with one row here:
 *
 *     #/search?q=QUERY             area_search.ts
 *     #/game/DATABASE/ID/PLY       area_game.ts, reached by links
 *     #/explore?…                  area_explore.ts
 *     #/joseki?…                   area_joseki.ts
 *     #/play/GAME?…                area_play.ts
 *     #/calibrate?…                area_calibrate.ts
 *     #/import                     area_import.ts, where it is allowed
 *
 * To add one, write area_NAME.ts with an `Area` and put it into the table; its texts are its own
 * (texts() of i18n.ts), its keys too (listen on `document`, and stop when it is left). */
import { calibrate } from './area_calibrate';
import { explore } from './area_explore';
import { game } from './area_game';
import { importArea } from './area_import';
import { joseki } from './area_joseki';
import { matrix } from './area_matrix';
import { play } from './area_play';
import { search } from './area_search';
import type { Lang } from './i18n';

/* What stands behind the area's name in the address: parts between slashes, decoded, and what
 * follows the question mark. */
export interface Params { path: string[]; args: URLSearchParams }

export interface Area {
  readonly id: string; // first part of the address
  readonly title: Record<Lang, string>;
  readonly games?: string[]; // for which games there is such an area; without it, for all
  readonly unlisted?: boolean; // not in the menu
  readonly offered?: () => boolean; // false: this server has no such area
  /* Fills el, which is empty; returns what to do when the area is left: listeners, questions that
   * are under way. */
  mount(el: HTMLElement, params: Params): () => void;
}

/* In the order of the menu; the first is shown where the address asks for none. */
export const AREAS: readonly Area[] = [search, explore, matrix, joseki, calibrate, play, importArea, game];
