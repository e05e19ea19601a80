/* importing.ts: an import as it goes on, whichever area is on screen: files are sent, and the server tells
 * how far it is (docs/api.md, /api/import).  One at a time. */
import { ApiError, ask, eventsIn, messageOf, type Args } from './api';
import { bundle, type Named } from './files';
import { lang, t } from './i18n';
import { loadSite, site } from './site';

export interface Counts { files: number; games: number; added: number; duplicates: number; rejected: number; problems: number; seconds: number }
export interface Problem { file: string; line?: number; byte?: number; severity: string; code: string; message: string }
export interface Summary extends Counts {
  db: string; partial: number; conflicts: number; known_files: number; stored: number; cancelled: boolean; listed: number; first?: number;
}

export interface Job {
  phase: 'collecting' | 'sending' | 'reading' | 'writing' | 'done' | 'failed';
  files: number; total: number; // bytes to send, then to read
  sent: number; // of them, on the way or gone through
  number?: number; // the server's
  counts?: Counts; summary?: Summary; error?: string;
  problems: Problem[];
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

export async function startImport(gathering: Promise<Named[]>, args: { db?: string; tag?: string }, check: (files: Named[]) => string | undefined): Promise<void> {
  if (isRunning()) return;
  job = { phase: 'collecting', files: 0, total: 0, sent: 0, problems: [] };
  onChange();
  addEventListener('beforeunload', warn);
  try {
    const files = await gathering;
    const error = check(files);
    if (error) throw new Error(error);
    const single = files.length === 1;
    const body = single ? files[0].file : bundle(files);
    change({ phase: 'sending', files: files.length, total: body.size });
    await send(body, single ? { ...args, name: files[0].name } : { ...args, bundle: 1 });
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

function took(name: string, data: any): void {
  if (name === 'begin') change({ phase: 'reading', number: data.import, total: data.total, sent: 0 });
  else if (name === 'progress') change({ counts: data, sent: data.bytes });
  else if (name === 'writing') change({ phase: 'writing', number: undefined });
  else if (name === 'summary') change({ summary: data, counts: data });
  else if (name === 'problem') job!.problems.push(data); // shown with the next progress
}

/* By XMLHttpRequest, which alone tells how much was sent. */
function send(body: Blob, args: Args): Promise<void> {
  const all: Args = { lang, ...args };
  const query = Object.entries(all).filter(([, v]) => v !== undefined && v !== '')
    .map(([k, v]) => `${k}=${encodeURIComponent(String(v))}`).join('&');
  return new Promise((yes, no) => {
    const xhr = new XMLHttpRequest();
    let read = 0;
    const fail = (e: unknown): void => {
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
