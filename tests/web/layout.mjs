// What is wrong with where things stand on a page: text that is cut off, text and controls that lie over one another,
// targets too small for a finger.  Boards, their marks and small boards are pictures and not looked into.
//
// layoutFaults() runs in the page; it returns a line for each fault.
const layoutFaults = ({ phone }) => {
  const PICTURES = '.board, .stamp, .thumb, .diagram, .card svg, .graph .now'; // the last is a flag on a graph, that moves over it
  const CONTROLS = 'button, a[href], summary, input:not([type="hidden"]), select, textarea';
  const styles = new Map(), floors = new Map();
  const styleOf = (el) => styles.get(el) ?? styles.set(el, getComputedStyle(el)).get(el);
  const words = (el) => {
    const own = (el.textContent || el.getAttribute('aria-label') || el.value || '').trim().replace(/\s+/g, ' ');
    const sign = el.id ? `#${el.id}` : typeof el.className === 'string' && el.className ? `.${el.className.trim().split(/\s+/)[0]}` : '';
    return `${el.tagName.toLowerCase()}${sign} «${own.slice(0, 40)}»`;
  };

  // What floats over the rest hides it on purpose: a menu, a dialog, a bar that stays where it is.
  const floorOf = (el) => {
    if (!el || el === document.documentElement) return null;
    if (!floors.has(el)) {
      const { position, zIndex } = styleOf(el);
      floors.set(el, ['fixed', 'sticky'].includes(position) || (position === 'absolute' && Number(zIndex) > 0) || el.matches('dialog, .pop') ? el : floorOf(el.parentElement));
    }
    return floors.get(el);
  };

  // Of the rectangle what is on screen after all that clips it; and who clips away more than is seemly.
  const clipped = (el, box) => {
    let { left, top, right, bottom } = box, cut;
    for (let e = el; e && e !== document.body; e = e.parentElement) {
      const s = styleOf(e);
      if (s.position === 'absolute' && s.clipPath !== 'none') return {}; // for screen readers alone
      if (s.overflowX !== 'visible' || s.overflowY !== 'visible') {
        const b = e.getBoundingClientRect();
        if (s.overflowX !== 'visible') {
          const beyond = Math.max(right - b.right, b.left - left);
          if (beyond > 1.5 && ['hidden', 'clip'].includes(s.overflowX) && s.textOverflow !== 'ellipsis' && !cut) cut = { by: e, beyond };
          left = Math.max(left, b.left);
          right = Math.min(right, b.right);
        }
        if (s.overflowY !== 'visible') {
          const beyond = Math.max(bottom - b.bottom, b.top - top) - 0.3 * (box.bottom - box.top); // lines are higher than letters
          if (beyond > 0 && ['hidden', 'clip'].includes(s.overflowY) && s.webkitLineClamp === 'none' && !cut) cut = { by: e, beyond };
          top = Math.max(top, b.top);
          bottom = Math.min(bottom, b.bottom);
        }
        if (right - left < 1 || bottom - top < 1) return {}; // nothing is left of it: that was meant
      }
      if (s.position === 'fixed') break;
    }
    return { box: { left, top, right, bottom }, cut };
  };
  const visible = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  const items = [], faults = [];
  for (const el of document.body.querySelectorAll(CONTROLS)) {
    if (!visible(el) || el.closest(PICTURES) || el.closest('label')) continue;
    const { box } = clipped(el, el.getBoundingClientRect());
    if (box && box.right - box.left > 2 && box.bottom - box.top > 2 && styleOf(el).display !== 'inline') items.push({ el, box });
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement;
    if (!node.data.trim() || !visible(el) || el.closest(PICTURES) || el.closest('option, script, style, textarea')) continue;
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      if (r.width < 1 || r.height < 1) continue;
      const { box, cut } = clipped(el, r);
      if (cut && !styleOf(el).clipPath.startsWith('inset')) faults.push(`cut by ${Math.round(cut.beyond)} px: ${words(el)} in ${words(cut.by).replace(/ «.*/, '')}`);
      if (!box) continue;
      if (box.left < -1) faults.push(`out of the window to the left: ${words(el)}`);
      const room = el.closest('button, .btn, .chip, .tog, summary, select, th, td');
      if (room && room !== document.body && styleOf(room).display !== 'inline') {
        const b = room.getBoundingClientRect();
        if (box.right > b.right + 1.5 || box.left < b.left - 1.5) faults.push(`runs out of its place: ${words(el)} out of ${words(room)}`);
      }
      const letters = 0.22 * (box.bottom - box.top);
      items.push({ el, text: true, box: { ...box, top: box.top + letters, bottom: box.bottom - letters } });
    }
  }
  items.sort((a, b) => a.box.top - b.box.top);
  items.forEach((a, i) => {
    for (let k = i + 1; k < items.length && items[k].box.top < a.box.bottom - 2; k++) {
      const b = items[k];
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left), down = Math.min(a.box.bottom, b.box.bottom) - b.box.top;
      if (across < 4 || down < 2 || a.el.contains(b.el) || b.el.contains(a.el) || floorOf(a.el) !== floorOf(b.el)) continue;
      faults.push(`overlap of ${Math.round(across)} by ${Math.round(down)} px: ${words(a.el)} and ${words(b.el)}`);
    }
  });

  if (phone)
    for (const el of document.body.querySelectorAll(CONTROLS)) {
      if (!visible(el) || el.disabled || el.closest(PICTURES) || styleOf(el).display === 'inline') continue;
      const target = el.closest('label') ?? (el.labels?.[0]?.contains(el) ? el.labels[0] : el), { box } = clipped(target, target.getBoundingClientRect());
      const b = target.getBoundingClientRect();
      if (!box || b.width < 2 || b.height < 2 || (b.width >= 43.5 && b.height >= 43.5)) continue;
      faults.push(`${Math.round(b.width)} by ${Math.round(b.height)} px is small for a finger: ${words(el)}`);
    }
  return [...new Set(faults)];
};

export async function misplaced(page, phone) {
  return page.evaluate(layoutFaults, { phone });
}
