/* calibrate_asked.ts: what calibration is asked: databases by class, conditions, settings; as an address and as arguments of
 * the server.  What is not said is the server's default, which is the command's. */
import { address } from './address';
import type { Args } from './api';

export type ClassName = 'people' | 'engines';
export const CLASSES: readonly ClassName[] = ['people', 'engines'];
export const EVALUATIONS = ['paper', 'calibrated', 'net', 'material', 'record'] as const;
export const FLAGS = ['calm', 'nochecks', 'nohanging', 'recorded', 'together', 'opposite'] as const;
export type Flag = (typeof FLAGS)[number];
export const BIN = 500;

export interface Asked {
  people: string[]; engines: string[];
  when: string[] | undefined; // undefined: the common ones
  row: string; // the condition that is shown
  only: string; evaluation: string; bin: string; min: string; skip: string; flags: Set<Flag>;
  discover: ClassName | ''; fit: ClassName | ''; model: 'ml' | 'ls'; terms: 'progress' | 'conditions';
}

/* A database whose games engines played, by its name. */
const isOfEngines = (name: string): boolean => /self-?play|engine|computer|program|floodgate|wcsc|denryu|generated|match|\bbots?\b|自己対[局戦]|エンジン|コンピュ/i.test(name);

export function usualClasses(databases: string[]): Record<ClassName, string[]> {
  return { people: databases.filter((d) => !isOfEngines(d)), engines: databases.filter(isOfEngines) };
}

const linesOf = (text: string | null): string[] | undefined => text?.split('\n').map((q) => q.trim()).filter(Boolean);

export function readAsked(args: URLSearchParams, databases: string[]): Asked {
  const usual = usualClasses(databases), some = args.has('people') || args.has('engines');
  const of = (name: ClassName): string[] => (some ? (linesOf(args.get(name)) ?? []).filter((d) => databases.includes(d)) : usual[name]);
  const word = <K extends string>(name: string, words: readonly K[], fallback: K): K => words.find((w) => w === args.get(name)) ?? fallback;
  const number = (name: string): string => (/^\d{1,5}$/.test(args.get(name) ?? '') ? args.get(name)! : '');
  const classOf = (name: string, of: string): ClassName | '' => (args.has(name) ? word(of, CLASSES, 'people') : '');
  const asked: Asked = {
    people: of('people'), engines: of('engines'), when: linesOf(args.get('when')), row: args.get('row') ?? '', only: args.get('q') ?? '', evaluation: word('weights', EVALUATIONS, 'paper'),
    bin: number('bin'), min: number('min'), skip: number('skip'), flags: new Set(FLAGS.filter((f) => args.has(f))),
    discover: classOf('discover', 'discover'), fit: classOf('fit', 'of'), model: word('fit', ['ml', 'ls'], 'ml'), terms: word('terms', ['progress', 'conditions'], 'progress'),
  };
  return asked.people.length + asked.engines.length ? asked : { ...asked, ...usual };
}

export function askedAddress(a: Asked, databases: string[]): string {
  const usual = usualClasses(databases), isUsual = CLASSES.every((c) => usual[c].join('\n') === a[c].join('\n'));
  const hash = address('calibrate', [], {
    ...(isUsual ? {} : Object.fromEntries(CLASSES.map((c) => [c, a[c].join('\n')]))), when: a.when?.join('\n'), row: a.row, q: a.only.trim(), weights: a.evaluation === 'paper' ? undefined : a.evaluation,
    bin: a.bin, min: a.min, skip: a.skip, ...Object.fromEntries(FLAGS.map((f) => [f, a.flags.has(f) ? 1 : undefined])),
    discover: a.discover, fit: a.fit ? a.model : undefined, terms: a.fit && a.terms !== 'progress' ? a.terms : undefined, of: a.fit === 'engines' ? a.fit : undefined,
  });
  return a.when?.length === 0 ? (hash.includes('?') ? hash.replace('?', '?when=&') : `${hash}?when=`) : hash; // none is not the usual ones
}

/* The classes that have databases. */
export const classesOf = (a: Asked): ClassName[] => CLASSES.filter((c) => a[c].length > 0);

/* Which positions are looked at, and what they are worth. */
function positionsArgs(a: Asked, classes: ClassName[]): Args {
  const isRecord = a.evaluation === 'record';
  return {
    db: a[classes[0]][0], // tells the game
    classes: classes.flatMap((c) => a[c].map((db) => `${c}=${db}`)).join('\n'), query: a.only.trim(), value: isRecord ? 'record' : a.flags.has('calm') ? 'quiescence' : undefined,
    weights: isRecord ? undefined : a.evaluation, skip: a.skip || undefined, no_checks: a.flags.has('nochecks'), no_hanging: a.flags.has('nohanging'), mate_nodes: a.flags.has('recorded') ? 0 : undefined, bin: a.bin || undefined,
  };
}

function conditionArgs(a: Asked): Args {
  return { when: a.when?.join('\n'), preset: a.when ? (a.when.length ? undefined : 'none') : 'common', min_positions: a.min || undefined };
}

export const curveArgs = (a: Asked): Args => ({ ...positionsArgs(a, classesOf(a)), ...conditionArgs(a), effects: a.flags.has('together') ? 'joint' : 'alone' });
/* of: that of the classes that has databases. */
const oneOf = (a: Asked, of: ClassName): ClassName[] => [a[of].length ? of : classesOf(a)[0]];
export const discoverArgs = (a: Asked): Args => ({ ...positionsArgs(a, oneOf(a, a.discover || 'people')), discover: true, top: 12 });
export const fitArgs = (a: Asked): Args => ({ ...positionsArgs(a, oneOf(a, a.fit || 'people')), ...conditionArgs(a), effects: 'none', fit: a.model, terms: a.when?.length === 0 ? 'progress' : a.terms });
