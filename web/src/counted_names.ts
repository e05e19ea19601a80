/* counted_names.ts: names with the number of their games, which the server counts after it was first asked for them. */
import { ask, type Name } from './api';
import { site } from './site';

let counted: Promise<Name[]> | undefined;

export function countedNames(): Promise<Name[]> {
  if (site.names.some((n) => typeof n.games === 'number')) return Promise.resolve(site.names);
  counted ??= ask<{ names: Name[]; whole?: boolean }>('names').then(({ names, whole }) => {
    if (!whole) counted = undefined; // not yet
    return names;
  }, () => {
    counted = undefined;
    return site.names;
  });
  return counted;
}
