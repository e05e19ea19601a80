/* notation.ts: moves of shogi in words, where the server did not write them. */
import { kindName, lang, squareName } from './i18n';
import { kindOfLetter, letterOf, squaresOf } from './setup_shogi';
import type { Mark } from './setup';

/* A USI move; the piece only where the board says which it is. */
export function moveText(usi: string, pieces: Map<string, Mark>): string {
  const drop = usi.match(/^([PLNSGBR])\*/);
  const [a, b] = squaresOf(usi);
  if (drop) {
    const kind = kindOfLetter(drop[1])!;
    return lang === 'ja' ? `${squareName(a)}${kindName(kind)}打` : `${letterOf(kind)}*${squareName(a)}`;
  }
  if (!b) return usi;
  const found = pieces.get(a)?.kind;
  const kind = found && found !== 'any' && found !== 'empty' ? found : undefined;
  const promotes = usi.endsWith('+');
  if (lang === 'ja') return `${squareName(b)}${kind ? kindName(kind) : ''}${promotes ? '成' : ''}（${a}）`;
  return `${kind ? letterOf(kind) : ''}${squareName(a)}-${squareName(b)}${promotes ? '+' : ''}`;
}
