/* game_story.ts: how a game went, in one sentence, from the chances to win. */
import type { Report, Side } from './game_analysis';
import { sideName, texts } from './i18n';

const t = texts({
  even: 'Even', evenWithin: 'even', ahead: '{0} ahead', until: '{0} until move {1}', to: '{0} to move {1}', always: '{0} throughout', decided: ' decided it.', swings: 'The lead changed {0} times', once: 'The lead changed once', end: '.', join: '; ', yet: '; {0} ahead at the end, yet {1} won.',
}, {
  even: '互角', evenWithin: '互角', ahead: '{0}優勢', until: '{1}手目まで{0}', to: '{1}手目まで{0}', always: '終始{0}', decided: 'で決まりました。', swings: '優劣が {0} 回入れ替わり', once: '優劣が一度入れ替わり', end: '。', join: '、', yet: '、最後は{0}優勢でしたが、{1}の勝ち。',
});

const CLEAR = 0.65; // chances from which on a side is said to be ahead
const SLIGHT = 0.55; // and below which it is no longer
const MOST = 3; // stretches that are named
const SHORT = 6; // plies; shorter ones are no change

/* Black's chances after each ply. */
export function chances(report: Report): number[] {
  const black = (side: string, p: number): number => (side === 'black' ? p : 1 - p);
  return report.moves.flatMap((m, i) => (i === 0 ? [black(m.side, m.win), black(m.side, m.win_after)] : [black(m.side, m.win_after)]));
}

type Lead = -1 | 0 | 1;

/* Stretches in which the same side was ahead, or nobody: who, and the last ply.  A last look that is not what the game came to
 * is left out: it was over where the loser saw more. */
function stretches(report: Report, winner: Side | undefined): { lead: Lead; to: number }[] {
  const all = runs(chances(report)), won = winner === 'black' ? 1 : winner === 'white' ? -1 : 0, last = all.at(-1), before = all.at(-2);
  if (!won || !last || !before || before.lead !== won || last.lead === won || last.to - before.to >= SHORT) return all;
  return [...all.slice(0, -2), { lead: before.lead, to: last.to }];
}

function runs(wins: number[]): { lead: Lead; to: number }[] {
  let lead: Lead = 0;
  const all: { lead: Lead; to: number }[] = [];
  wins.forEach((p, ply) => {
    if (p >= CLEAR) lead = 1;
    else if (p <= 1 - CLEAR) lead = -1;
    else if (lead !== 0 && Math.max(p, 1 - p) < SLIGHT) lead = 0;
    if (all.at(-1)?.lead === lead) all.at(-1)!.to = ply;
    else all.push({ lead, to: ply });
  });
  return calm(all);
}

/* Without those that were over at once; the last one counts however short it is. */
function calm(all: { lead: Lead; to: number }[]): { lead: Lead; to: number }[] {
  const kept: { lead: Lead; to: number }[] = [];
  all.forEach((s, i) => {
    const short = s.to - (all[i - 1]?.to ?? -1) < SHORT && i > 0 && i < all.length - 1;
    if (short || kept.at(-1)?.lead === s.lead) kept.at(-1)!.to = s.to;
    else kept.push({ ...s });
  });
  return kept;
}

const sideOf = (lead: Lead): Side => (lead > 0 ? 'black' : 'white');

/* The loser's move after which the winner was ahead to the end; undefined if nobody was, or the other one won. */
export function decider(report: Report, winner?: Side): number | undefined {
  const all = stretches(report, winner), { lead } = all.at(-1) ?? { lead: 0 };
  if (lead === 0 || (winner && winner !== sideOf(lead))) return undefined;
  const loser = lead > 0 ? 'white' : 'black', from = (all.at(-2)?.to ?? -1) + 1;
  const near = report.moves.filter((m) => m.side === loser && m.loss > 0 && m.ply <= from + 1);
  const last = near.at(-1)?.ply ?? 0;
  // of the moves just before, the one that cost most
  return near.filter((m) => m.ply > last - 6).sort((a, b) => b.loss - a.loss)[0]?.ply;
}

/* bold: a move, set off; winner: by the record. */
export function story(report: Report, winner: Side | undefined, bold: (ply: number) => Node): (Node | string)[] {
  const all = stretches(report, winner), decided = decider(report, winner), { lead: end } = all.at(-1) ?? { lead: 0 };
  const name = (side: Side): string => sideName(side === 'black' ? 's' : 'g');
  const words = (lead: Lead, within = false): string => (lead === 0 ? t(within ? 'evenWithin' : 'even') : t('ahead', sideName(lead > 0 ? 's' : 'g')));
  const changes = all.filter((s, i) => s.lead !== 0 && all.slice(0, i).findLast((x) => x.lead !== 0)?.lead === -s.lead).length;
  const named = all.slice(0, -1);
  const before = all.length === 1 ? t('always', words(all[0].lead)) : named.length > MOST ? (changes > 1 ? t('swings', changes) : changes ? t('once') : t('until', words(named[0].lead), named[0].to))
    : named.map(({ lead, to }, i) => t(i ? 'to' : 'until', words(lead, i > 0), to)).join(t('join'));
  if (winner && end !== 0 && sideOf(end) !== winner) return [before, t('yet', name(sideOf(end)), name(winner))];
  return decided === undefined ? [before, t('end')] : [before, t('join'), bold(decided), t('decided')];
}
