import { LINES, type CreateContender } from './contender.ts';

/** The least that shows a tape: the last lines in plain variables, their texts written once a frame. It keeps nothing, and can be neither scrolled nor held. */
export const createFloor: CreateContender = (place) => {
  const rows = Array.from({ length: LINES }, () => {
    const row = place.appendChild(document.createElement('div'));
    row.style.cssText = 'height: 18px; white-space: pre; overflow: hidden;';
    return row.appendChild(document.createTextNode(''));
  });
  const texts: string[] = Array.from({ length: LINES }, () => '');
  let at = 0;
  let isDirty = true;
  let frame = 0;
  const paint = () => {
    if (isDirty)
      for (const [index, row] of rows.entries())
        row.nodeValue = texts[(at - 1 - index + 2 * LINES) % LINES] ?? '';
    isDirty = false;
    frame = requestAnimationFrame(paint);
  };
  frame = requestAnimationFrame(paint);
  return {
    print(price, size, timeMs) {
      texts[at] = `${new Date(timeMs).toISOString().slice(11, 23)} ${price.toFixed(2)} ${size}`;
      at = (at + 1) % LINES;
      isDirty = true;
    },
    newest: () => rows[0]?.nodeValue ?? '',
    destroy() {
      cancelAnimationFrame(frame);
      place.replaceChildren();
    },
  };
};
