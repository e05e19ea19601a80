/* site.ts: what is served, asked for when the page opens and when another database is chosen.  Databases are looked at one
 * at a time; all of a game together only where that was chosen. */
import { ask, scopeOf, setScope, type Database, type Info, type Name, type Scope } from './api';
import { recall, remember } from './i18n';

/* databases: of this game, the one that is looked at first; all: of every game, missing ones do not exist yet. */
export interface Site {
  game: string; games: number; plies: number; databases: string[]; all: Database[]; missing: string[]; names: Name[]; version: string; import: Info['import'];
}

export let site: Site = { game: 'shogi', games: 0, plies: 0, databases: [], all: [], missing: [], names: [], version: '', import: null };
let tell = (): void => {};

/* Whoever shows how many games there are. */
export const onSite = (f: () => void): void => void (tell = f);

const same = (a: Scope, b: Scope): boolean => a.db === b.db && a.rules === b.rules;

/* What can be looked at; with one database nothing is to be chosen. */
function possible(wanted: Scope, info: Info): Scope {
  const all = info.databases;
  if (all.length < 2) return {};
  const several = all.filter((d) => d.game === wanted.rules).length > 1;
  if (several || all.some((d) => d.name === wanted.db)) return wanted;
  return { db: (all.find((d) => d.game === info.game) ?? all[0]).name };
}

/* False: there is no such database; another one is looked at. */
export async function chooseSite(wanted: Scope): Promise<boolean> {
  setScope(wanted);
  await loadSite();
  remember('database', JSON.stringify(scopeOf()));
  return same(wanted, scopeOf());
}

/* The one that was looked at last time, on this server or another one. */
export function lastChosen(): Scope {
  try {
    const { db, rules } = JSON.parse(recall('database') ?? '{}') as Scope;
    return { db, rules };
  } catch {
    return {};
  }
}

export async function loadSite(): Promise<void> {
  const wanted = scopeOf();
  const load = (): Promise<[Info, { names: Name[] }]> => Promise.all([ask<Info>('info'), ask<{ names: Name[] }>('names')]);
  let [info, names] = await load().catch((e) => {
    if (same(wanted, {})) throw e;
    setScope({}); // another server, perhaps
    return load();
  });
  const scope = possible(scopeOf(), info);
  if (!same(scope, scopeOf())) {
    setScope(scope);
    [info, names] = await load();
  }
  const chosen = info.databases.find((d) => d.name === scope.db), mine = info.databases.filter((d) => d.game === info.game && d !== chosen);
  site = {
    game: info.game, games: chosen?.games ?? info.games, plies: chosen?.plies ?? info.plies, databases: [...(chosen ? [chosen] : []), ...mine].map((d) => d.name),
    all: info.databases, missing: info.missing ?? [], names: names.names, version: info.version, import: info.import,
  };
  tell();
}
