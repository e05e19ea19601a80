/* more.ts: what is fetched when it is first needed; build.mjs makes a file of its own of it. */
import { calibrate } from './area_calibrate';
import { compare } from './area_compare';
import { explore } from './area_explore';
import { game } from './area_game';
import { importArea } from './area_import';
import { joseki } from './area_joseki';
import { matrix } from './area_matrix';
import { play } from './area_play';
import { player } from './area_player';
import type { Mount } from './areas';

export * as chaturSearch from './chatur_search';
export { takeDrops } from './area_import';
export { Picker } from './picker';

/* By the first part of their addresses (areas.ts). */
export const MORE = { game, matrix, player, compare, joseki, calibrate, play, explore, import: importArea } satisfies Record<string, Mount>;
