/* importing.ts: an import as it goes on, whichever area is on screen: files are sent, and the server tells
 * how far it is (docs/api.md, /api/import).  One at a time. */
import { ApiError, ask, eventsIn, messageOf, type Args } from './api';
import { bundle, nameOfAll, type Named } from './files';
import { lang, t } from './i18n';
import { loadSite, site } from './site';

export interface Counts { files: number; games: number; added: number; duplicates: number; rejected: number; problems: number; seconds: number }
/* game: its id, where something of it came in.  With a position, a line of it breaks off there, at `move` as written. */
export interface Problem {
  file: string; line?: number; byte?: number; severity: 'note' | 'lost' | 'partial' | 'rejected'; code: string; message: string; number?: number; game?: number;
  ply?: number; variation?: boolean; position?: string; move?: string; reason?: string;
}
export interface Twice { file: string; number: number; game: number; what: 'merged' | 'skipped'; conflict: boolean }
export interface Summary extends Counts {
  db: string; partial: number; conflicts: number; known_files: number; stored: number; cancelled: boolean; listed: number; merged: number;
  import?: number; first?: number; last?: number;
}
export type Duplicates = 'merge' | 'skip' | 'keep';
/* make: a database of that name is to be made. */
export interface Order { db: string; make: boolean; tags: string[]; duplicates: Duplicates }

export interface Job {
  phase: 'collecting' | 'sending' | 'reading' | 'writing' | 'done' | 'failed';
  files: Named[]; total: number; // bytes to send, then to read
  sent: number; // of them, on the way or gone through
  number?: number; // the server's
  counts?: Counts; summary?: Summary; error?: string;
  problems: Problem[]; twice: Twice[];
  gone?: { removed: number; kept: number }; // it was taken back
}

export let job: Job | undefined;
let request: XMLHttpRequest | undefined;
let onChange = (): void => {};

/* Whoever shows the import; one at a time. */
export const watchJob = (f: () => void): void => void (onChange = f);
export const isRunning = (): boolean => !!job && job.phase !== 'done' && job.phase !== 'failed';

const warn = (e: BeforeUnloadEvent): void => e.preventDefault();

function change(to: Partial<Job>): void {
  job = { ...job!, ...to };
  onChange();
}

/* What is wrong with these files, if anything: known before a byte is sent. */
export function objection(files: Named[], words: { none: string; large: (name: string) => string; total: string }): string | undefined {
  const limits = site.import!;
  const large = files.find((f) => f.file.size > limits.file);
  if (files.length === 0) return words.none;
  if (large) return words.large(large.name);
  return files.reduce((sum, f) => sum + f.file.size + 2048, 1024) > limits.total ? words.total : undefined;
}

export async function startImport(gathering: Promise<Named[]>, order: Order, check: (files: Named[]) => string | undefined): Promise<void> {
  if (isRunning()) return;
  job = { phase: 'collecting', files: [], total: 0, sent: 0, problems: [], twice: [] };
  onChange();
  addEventListener('beforeunload', warn);
  try {
    const files = await gathering;
    const error = check(files);
    if (error) throw new Error(error);
    const single = files.length === 1;
    const body = single ? files[0].file : bundle(files);
    change({ phase: 'sending', files, total: body.size });
    const { db, make, tags, duplicates } = order;
    await send(body, { db, make: make || undefined, duplicates, name: nameOfAll(files), sent: files.length, bundle: single ? undefined : 1 }, tags);
    change({ phase: job.summary ? 'done' : 'failed', error: job.summary ? undefined : t('offline') });
  } catch (e) {
    change({ phase: 'failed', error: messageOf(e) });
  }
  removeEventListener('beforeunload', warn);
  await loadSite().catch(() => {});
  onChange();
}

/* In the middle of reading, the server keeps what it has; before, nothing has happened. */
export async function stopImport(): Promise<void> {
  if (job?.number) await ask('import/cancel', { import: job.number }).catch(() => {});
  else request?.abort();
}

/* The games that an import brought go again; those that came in once more later stay. */
export async function takeBack(db: string, number: number): Promise<{ removed: number; kept: number }> {
  const gone = await ask<{ removed: number; kept: number }>('import/undo', { db, import: number });
  await loadSite().catch(() => {});
  if (job?.summary?.db === db && job.summary.import === number) change({ gone });
  return gone;
}

function took(name: string, data: any): void {
  if (name === 'begin') change({ phase: 'reading', number: data.import, total: data.total, sent: 0 });
  else if (name === 'progress') change({ counts: data, sent: data.bytes });
  else if (name === 'writing') change({ phase: 'writing', number: undefined });
  else if (name === 'summary') change({ summary: data, counts: data });
  else if (name === 'problem') job!.problems.push(data); // shown with the next progress
  else if (name === 'twice') job!.twice.push(data);
}

/* By XMLHttpRequest, which alone tells how much was sent. */
function send(body: Blob, args: Args, tags: string[]): Promise<void> {
  const all: Args = { lang, ...args };
  const query = [...Object.entries(all).filter(([, v]) => v !== undefined && v !== ''), ...tags.map((tag) => ['tag', tag] as const)]
    .map(([k, v]) => `${k}=${encodeURIComponent(String(v))}`).join('&');
  return new Promise((yes, no) => {
    const xhr = new XMLHttpRequest();
    let read = 0;
    const fail = (e: unknown): void => {
      xhr.onload = xhr.onerror = xhr.onabort = null;
      xhr.abort();
      no(e);
    };
    const hear = (): void => {
      if (xhr.status !== 200) return;
      try {
        read = eventsIn(xhr.responseText, read, took);
      } catch (e) {
        fail(e);
      }
    };
    request = xhr;
    xhr.open('POST', `api/import?${query}`);
    xhr.setRequestHeader('Content-Type', 'application/octet-stream');
    xhr.upload.onprogress = (e) => job?.phase === 'sending' && change({ sent: e.loaded });
    xhr.onprogress = hear;
    xhr.onload = () => {
      hear();
      if (xhr.status === 200) yes();
      else no(ApiError.of(xhr.responseText, xhr.status));
    };
    xhr.onerror = () => no(new ApiError(t('offline'), 'offline'));
    xhr.onabort = () => no(new ApiError(t('stopped'), 'stopped'));
    xhr.send(body);
  });
}
