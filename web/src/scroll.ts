/* scroll.ts: a list that goes on as one scrolls; a button does the same, for the keyboard and for where
 * nothing scrolls. */
import { h, announce } from './dom';
import { messageOf } from './api';
import { t } from './i18n';

export interface Page<T> { items: T[]; more: boolean }

export class EndlessList<T> {
  readonly el: HTMLElement;
  readonly list: HTMLOListElement;
  private readonly more: HTMLButtonElement;
  private readonly seen: IntersectionObserver;
  private busy = false;
  private items: number;

  /* first: what is there already; row may join an item to the row before it, which is undefined then; next asks for what follows
   * the first n items. */
  constructor(name: string, first: Page<T>, private readonly row: (item: T) => HTMLElement | undefined, private readonly next: (n: number) => Promise<Page<T>>) {
    this.items = first.items.length;
    this.list = h('ol', { class: name }, first.items.map((item) => row(item) ?? false));
    this.more = h('button', { type: 'button', class: 'more', onclick: () => void this.add(true) }, t('more'));
    this.more.hidden = !first.more;
    this.el = h('div', {}, this.list, this.more);
    this.seen = new IntersectionObserver(([entry]) => entry.isIntersecting && void this.add(false), { rootMargin: '400px' });
    if (first.more) this.seen.observe(this.more);
  }

  /* How many are there, those of joined rows too. */
  get count(): number {
    return this.items;
  }

  destroy(): void {
    this.seen.disconnect();
  }

  private async add(focus: boolean): Promise<void> {
    if (this.busy || this.more.hidden) return;
    this.busy = true;
    try {
      const page = await this.next(this.items);
      this.items += page.items.length;
      const rows = page.items.map(this.row).filter((el) => el !== undefined);
      this.list.append(...rows);
      if (focus) rows[0]?.querySelector<HTMLElement>('a, button')?.focus();
      this.more.hidden = !page.more;
      this.more.textContent = t('more');
      this.seen.disconnect();
      if (page.more) this.seen.observe(this.more); // asks again if it is still in sight
    } catch (e) {
      this.more.textContent = `${t('failed', messageOf(e))} ${t('retry')}`;
      announce(messageOf(e));
      this.seen.disconnect();
    }
    this.busy = false;
  }
}
