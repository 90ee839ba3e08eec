import { expect, it } from 'vitest';
import { SparingWarnings } from './sparing-warnings.ts';

it('logs a warning at once, then one a minute with the number of those in between', () => {
  const lines: unknown[] = [];
  let nowMs = 0;
  const logger = { warn: (...line: unknown[]) => void lines.push(line) };
  const warnings = new SparingWarnings(logger, () => nowMs);
  for (let count = 0; count < 50; count += 1) warnings.warn({ host: `a${count}` }, 'refused host');
  warnings.warn({ origin: 'b' }, 'refused origin');
  nowMs += 59_999;
  warnings.warn({ host: 'c' }, 'refused host');
  nowMs += 1;
  warnings.warn({ host: 'd' }, 'refused host');
  nowMs += 60_000;
  warnings.warn({ host: 'e' }, 'refused host');
  expect(lines).toEqual([
    [{ host: 'a0' }, 'refused host'],
    [{ origin: 'b' }, 'refused origin'],
    [{ host: 'd', alsoSinceLastLine: 50 }, 'refused host'],
    [{ host: 'e' }, 'refused host'],
  ]);
});
