import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createStaleSelection, useIsStale, useStaleSymbols } from './staleness.ts';

const stale = new Set(['OLD', 'OLDER']);
const symbols = {
  subscribe: () => () => {},
  staleness: (symbol: string) => ({ isStale: stale.has(symbol), ageMs: 0 }),
};

test('the hooks return which of the symbols shown are stale', () => {
  function Probe() {
    return (
      <p>
        {[
          ...useStaleSymbols({ symbols }, ['NEW', 'OLD', 'OLD', 'OLDER']),
          useIsStale({ symbols }, 'OLD'),
          useIsStale({ symbols }, 'NEW'),
          useIsStale({ symbols }, null),
        ].join(' ')}
      </p>
    );
  }
  expect(renderToString(<Probe />)).toBe('<p>OLD OLDER true false false</p>');
});

test('the set stays the same object while it holds the same symbols', () => {
  const select = createStaleSelection(symbols);
  const first = select(['NEW', 'OLD']);
  expect(select(['OLD', 'NEW'])).toBe(first);
  expect(select(['OLD', 'OLDER'])).not.toBe(first);
  expect([...select(['NEW'])]).toEqual([]);
  expect(select([])).toBe(select(['NEW']));
});
