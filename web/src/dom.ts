/* dom.ts: making elements without a framework. */

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

function dress(el: Element, props: Props, children: (Child | Child[])[]): void {
  for (const [key, value] of Object.entries(props)) {
    if (key === 'css') for (const [name, to] of Object.entries(value as Record<string, string | number>)) (el as HTMLElement).style.setProperty(name, String(to));
    else if (key.startsWith('on')) el.addEventListener(key.slice(2), value as EventListener);
    else if (value === true) el.setAttribute(key, '');
    else if (value !== false && value !== undefined) el.setAttribute(key, String(value));
  }
  for (const child of children.flat()) if (child) el.append(child);
}

/* h('button', {class: 'big', onclick: f}, 'text'): what begins with "on" is a listener, the rest are
 * attributes; true is an empty attribute, false and undefined none; css: {'--h': '8px'} sets properties of its style, which
 * the page's policy forbids as an attribute. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, props: Props = {}, ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  dress(el, props, children);
  return el;
}

/* The same for elements of SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, props: Props = {}, ...children: (Child | Child[])[]
): SVGElementTagNameMap[K] {
  const el = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(el, props, children);
  return el;
}

export function replace(el: Element, ...children: (Child | Child[])[]): void {
  el.replaceChildren(...children.flat().filter((c): c is Node | string => !!c));
}

/* One column: what is not asked for at once is folded up. */
export const isNarrow = (): boolean => !matchMedia('(min-width: 56rem)').matches;

/* Tells users of screen readers. */
export function announce(text: string): void {
  const live = document.getElementById('live');
  if (live) live.textContent = text;
}

/* For keys that step through something: not while somebody types, or has another use for them. */
export function isTyping(e: KeyboardEvent): boolean {
  const target = e.target as HTMLElement;
  return e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/* Hands the user a text as a file. */
export function download(name: string, text: string): void {
  h('a', { download: name, href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}` }).click();
}
