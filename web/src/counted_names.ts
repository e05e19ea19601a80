/* counted_names.ts: names with the number of their games, which the server counts after it was first asked for them. */
import { ask, scopeOf, type Name } from './api';
import { site } from './site';

let counted: Promise<Name[]> | undefined, of = ''; // which databases

export function countedNames(): Promise<Name[]> {
  if (site.names.some((n) => typeof n.games === 'number')) return Promise.resolve(site.names);
  if (of !== (of = JSON.stringify(scopeOf()))) counted = undefined;
  counted ??= ask<{ names: Name[]; whole?: boolean }>('names').then(({ names, whole }) => {
    if (!whole) counted = undefined; // not yet
    return names;
  }, () => {
    counted = undefined;
    return site.names;
  });
  return counted;
}
