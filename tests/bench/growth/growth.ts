import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { printTable } from '../harness.ts';
import { backtestLines } from './backtest-lines.ts';
import { growthExponent, type MeasuredLine } from './line.ts';
import { orderLines } from './order-lines.ts';
import { growthPlot } from './plot.ts';
import { tickLines } from './tick-lines.ts';

const LINES = [...orderLines, ...tickLines, ...backtestLines];
const PLOT = join('test-results', 'bench', 'growth.svg');

/** How costs grow with what is there: three sizes each, and a plot of all lines. */
export async function benchGrowth(): Promise<void> {
  const measured: MeasuredLine[] = [];
  for (const line of LINES) {
    const costs: number[] = [];
    for (const size of line.sizes) costs.push(await line.measure(size));
    measured.push({ ...line, costs });
  }
  printTable(
    'Growth: costs by size (exponent 0: stays, 1: grows with the size)',
    ['', 'sizes', 'unit', 'smallest', 'middle', 'largest', 'exponent', 'goal'],
    measured.map(({ name, sizeOf, sizes, unit, costs, goal }) => [
      name,
      `${sizes.map((size) => size.toLocaleString('en-US')).join(', ')} ${sizeOf}`,
      unit,
      ...costs,
      growthExponent(sizes, costs),
      goal,
    ]),
  );
  await mkdir(dirname(PLOT), { recursive: true });
  await writeFile(PLOT, growthPlot(measured));
  console.log(`  The plot is in ${PLOT}.`);
}
