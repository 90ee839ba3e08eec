import type { Locator } from '@playwright/test';

interface Pixels {
  readonly up: number;
  readonly down: number;
  readonly bars: number;
  readonly colors: number;
}

/**
 * How many pixels of the chart's canvas have the colour of rising bars, of falling bars and of either, and how many colours there are at all.
 * Shortly after the open of a session its only bar may be either.
 */
export async function pixelsOf(chart: Locator): Promise<Pixels> {
  return chart.evaluate((root) => {
    const canvas = root.querySelector('canvas');
    const context = canvas?.getContext('2d');
    // Before its first painting.
    if (!canvas || !context || canvas.width === 0 || canvas.height === 0)
      return { up: 0, down: 0, bars: 0, colors: 0 };
    const probe = document.createElement('i');
    root.append(probe);
    // A number for each colour: a text for each of a million pixels would take a tenth of a second.
    const rgb = (token: string) => {
      probe.style.color = `var(${token})`;
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
      return (red << 16) | (green << 8) | blue;
    };
    const [upColor, downColor] = [rgb('--price-up'), rgb('--price-down')];
    probe.remove();
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const counts = new Map<number, number>();
    let [color, count] = [-1, 0];
    const add = () => counts.set(color, (counts.get(color) ?? 0) + count);
    // Neighbours mostly have the same colour.
    for (let i = 0; i < data.length; i += 4) {
      const next = ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
      if (next !== color) {
        if (count > 0) add();
        [color, count] = [next, 0];
      }
      count += 1;
    }
    add();
    const [up, down] = [counts.get(upColor) ?? 0, counts.get(downColor) ?? 0];
    return { up, down, bars: up + down, colors: counts.size };
  });
}

/** Where an element is on the page. */
export async function boxOf(
  element: Locator,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not on screen');
  return box;
}
