/* files.ts: files that somebody dropped or chose, folders gone through, and several of them as one body
 * for the way: a tar, because the server reads those anyway. */

/* A file under the name that messages call it by. */
export interface Named { name: string; file: File }

/* Names that begin with a dot are other programs' notes; `kifu import` leaves them alone, too. */
const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'));

export function fromInput(list: FileList | null): Named[] {
  return [...(list ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file })).filter((f) => !isHidden(f.name));
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((yes, no) => entry.file(yes, no));

/* A folder is told in pieces, until an empty one. */
async function entriesOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((yes, no) => reader.readEntries(yes, no));
    if (some.length === 0) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    all.push(...some);
  }
}

/* To be called while the event lasts: what it brings is gone afterwards. */
export function fromDrop(data: DataTransfer): Promise<Named[]> {
  const entries = [...data.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.());
  if (entries.some((e) => !e)) return Promise.resolve(fromInput(data.files));
  return walk(entries as FileSystemEntry[]);
}

async function walk(entries: FileSystemEntry[]): Promise<Named[]> {
  const found: Named[] = [];
  const todo = entries.reverse();
  for (let entry = todo.pop(); entry; entry = todo.pop()) {
    const name = entry.fullPath.replace(/^\//, '') || entry.name;
    if (isHidden(name)) continue;
    if (entry.isDirectory) todo.push(...(await entriesOf(entry as FileSystemDirectoryEntry)).reverse());
    else found.push({ name, file: await fileOf(entry as FileSystemFileEntry) });
  }
  return found;
}

/* What all of them are called together: the folder that they are in, or the first of them. */
export function nameOfAll(files: Named[]): string {
  const folder = files[0]?.name.match(/^[^/]+\//)?.[0];
  return folder && files.every((f) => f.name.startsWith(folder)) ? folder : files[0]?.name ?? '';
}

/* --- As one body ---------------------------------------------------------------------------------- */

const BLOCK = 512;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const padding = (n: number): Uint8Array<ArrayBuffer> => new Uint8Array((BLOCK - (n % BLOCK)) % BLOCK);

/* The 512 bytes before a member: numbers are octal; the sum counts its own field as blanks. */
function header(name: string, size: number, type: string): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string): void => block.set(bytesOf(text), at);
  put(0, name);
  put(100, '0000644\0' + '0000000\0' + '0000000\0');
  put(124, `${size.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0        `);
  put(156, type);
  put(257, 'ustar\0' + '00');
  put(148, `${block.reduce((sum, b) => sum + b, 0).toString(8).padStart(6, '0')}\0 `);
  return block;
}

/* "27 path=games/first.kif\n": the number counts itself, and names of any length and script fit. */
function pathRecord(name: string): Uint8Array<ArrayBuffer> {
  const rest = bytesOf(` path=${name}\n`).length;
  let n = rest + 1;
  while (n !== rest + String(n).length) n = rest + String(n).length;
  return bytesOf(`${n} path=${name}\n`);
}

export function bundle(files: Named[]): Blob {
  const parts: BlobPart[] = [];
  for (const { name, file } of files) {
    const path = pathRecord(name);
    parts.push(header('name', path.length, 'x'), path, padding(path.length), header('file', file.size, '0'), file, padding(file.size));
  }
  return new Blob([...parts, new Uint8Array(2 * BLOCK)]);
}
