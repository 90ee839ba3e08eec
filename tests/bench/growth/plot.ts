import { line as lineShape, scaleLog, schemeTableau10 } from 'd3';
import { growthExponent, type MeasuredLine } from './line.ts';

const WIDTH = 1_000;
const HEIGHT = 520;
const PLOT = { left: 60, right: 560, top: 20, bottom: 470 };
const KEY_LINE_HEIGHT = 20;
/** Room above the largest ratio and below the smallest, as a factor. */
const ROOM = 1.5;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An SVG picture of all lines on logarithmic axes: sizes and costs, both as multiples of the smallest size. A slope of 45° is growth with the size. */
export function growthPlot(lines: readonly MeasuredLine[]): string {
  const ratios = lines.map(({ sizes, costs }) =>
    sizes.map((size, index) => [size / sizes[0], (costs[index] ?? 0) / (costs[0] ?? 1)] as const),
  );
  const all = ratios.flat();
  const x = scaleLog([1, Math.max(...all.map(([size]) => size))], [PLOT.left, PLOT.right]);
  const costs = all.map(([, cost]) => cost);
  const y = scaleLog([Math.min(...costs) / ROOM, Math.max(...costs) * ROOM], [PLOT.bottom, PLOT.top]);
  const shape = lineShape<readonly [number, number]>(
    ([size]) => x(size),
    ([, cost]) => y(cost),
  );
  const powers = ([low = 1, high = 1]: readonly number[]) =>
    Array.from(
      { length: Math.floor(Math.log10(high)) - Math.ceil(Math.log10(low)) + 1 },
      (_, index) => 10 ** (Math.ceil(Math.log10(low)) + index),
    );
  const parts = [
    ...powers(x.domain()).map(
      (size) =>
        `<path class="grid" d="M${x(size)},${PLOT.top}V${PLOT.bottom}"/><text x="${x(size)}" y="${PLOT.bottom + 18}" text-anchor="middle">${size.toLocaleString('en-US')}x</text>`,
    ),
    ...powers(y.domain()).map(
      (cost) =>
        `<path class="grid" d="M${PLOT.left},${y(cost)}H${PLOT.right}"/><text x="${PLOT.left - 8}" y="${y(cost) + 4}" text-anchor="end">${cost.toLocaleString('en-US')}x</text>`,
    ),
    ...lines.map(({ name, sizes, costs: measured, goal }, index) => {
      const color = schemeTableau10[index % schemeTableau10.length] ?? 'black';
      const dash = index < schemeTableau10.length ? '' : ' stroke-dasharray="6 3"';
      const points = ratios[index] ?? [];
      const keyY = PLOT.top + 10 + index * KEY_LINE_HEIGHT;
      const exponent = growthExponent(sizes, measured).toFixed(2);
      return [
        `<path class="line" stroke="${color}"${dash} d="${shape(points) ?? ''}"/>`,
        ...points.map(([size, cost]) => `<circle cx="${x(size)}" cy="${y(cost)}" r="3" fill="${color}"/>`),
        `<path class="key" stroke="${color}"${dash} d="M${PLOT.right + 20},${keyY - 4}h24"/>`,
        `<text x="${PLOT.right + 52}" y="${keyY}">${escaped(name)}: ${exponent} (${goal})</text>`,
      ].join('');
    }),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">size, as a multiple of the smallest</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<style>.grid{stroke:#ccc}.line,.key{fill:none;stroke-width:1.5}</style>
<rect width="100%" height="100%" fill="white"/>
${parts.join('\n')}
</svg>
`;
}
