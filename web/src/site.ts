/* site.ts: what is served, asked for once when the page opens. */
import { ask, type Info, type Name } from './api';

export interface Site { game: string; games: number; plies: number; databases: string[]; names: Name[]; version: string; import: Info['import'] }

export let site: Site = { game: 'shogi', games: 0, plies: 0, databases: [], names: [], version: '', import: null };
let tell = (): void => {};

/* Whoever shows how many games there are. */
export const onSite = (f: () => void): void => void (tell = f);

export async function loadSite(): Promise<void> {
  const [info, names] = await Promise.all([ask<Info>('info'), ask<{ names: Name[] }>('names')]);
  site = {
    game: info.game, games: info.games, plies: info.plies, databases: info.databases.map((d) => d.name), names: names.names, version: info.version,
    import: info.import,
  };
  tell();
}
