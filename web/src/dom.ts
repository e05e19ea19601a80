/* dom.ts: making elements without a framework. */

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/* h('button', {class: 'big', onclick: f}, 'text'): what begins with "on" is a listener, the rest are
 * attributes; true is an empty attribute, false and undefined none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, props: Props = {}, ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value as EventListener);
    else if (value === true) el.setAttribute(key, '');
    else if (value !== false && value !== undefined) el.setAttribute(key, String(value));
  }
  for (const child of children.flat()) if (child) el.append(child);
  return el;
}

export function replace(el: Element, ...children: (Child | Child[])[]): void {
  el.replaceChildren(...children.flat().filter((c): c is Node | string => !!c));
}

/* Tells users of screen readers. */
export function announce(text: string): void {
  const live = document.getElementById('live');
  if (live) live.textContent = text;
}
