import { expect, test } from 'vitest';
import { runTool } from '@tapedeck/plugin-api/sandbox/testing';
import type { ToolEntry } from '@tapedeck/plugin-api/sandbox';

const price: ToolEntry = (host) => {
  host.onLink((symbol) => {
    host.subscribeQuotes([symbol], ([quote]) =>
      host.render(['p', null, `${symbol} ${quote?.last ?? 'unknown'}`]),
    );
  });
};

test('a sandboxed tool shows the price of the linked symbol', async () => {
  const tool = await runTool(price, { permissions: ['quotes', 'link:read'], symbol: 'SPY' });
  tool.sendQuotes([
    { symbol: 'SPY', company: null, last: 100, bid: null, ask: null, previousClose: null, isStale: false },
  ]);
  expect(tool.root.textContent).toBe('SPY 100');
});
