/* undo.ts: every edit of a query can be taken back and made again.  A query is its text, and so is its past. */
const MOST = 200;

export class UndoStack {
  private readonly past: string[];
  private at = 0;

  /* show: this is the query now; tell: whether there is something before and after it. */
  constructor(text: string, private readonly show: (text: string) => void, private readonly tell: (undo: boolean, redo: boolean) => void) {
    this.past = [text];
  }

  add(text: string): void {
    if (text === this.past[this.at]) return this.told();
    this.past.length = this.at + 1;
    this.past.push(text);
    if (this.past.length > MOST) this.past.shift();
    this.at = this.past.length - 1;
    this.told();
  }

  back(): void {
    this.go(-1);
  }

  forth(): void {
    this.go(1);
  }

  private go(by: number): void {
    if (this.past[this.at + by] === undefined) return;
    this.at += by;
    this.show(this.past[this.at]);
    this.told();
  }

  told(): void {
    this.tell(this.at > 0, this.at < this.past.length - 1);
  }
}
