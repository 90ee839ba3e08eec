import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { AccountStrip } from './AccountStrip.tsx';

const readable = <Value,>(value: Value) => ({ get: () => value, subscribe: () => () => {} });

test.each([
  ['Own', false, 'PAPER'],
  ['Own', true, 'LIVE'],
  ['External', false, 'LIVE'],
  ['External', true, 'LIVE'],
] as const)('shows the mode of the %s service, live account: %s, as %s', (api, isLive, mode) => {
  // The parts of a platform that the strip reads.
  const platform = {
    session: readable({ account: 'A', isLive, isDemo: false }),
    tradingApi: readable({
      api,
      name: 'External broker',
      tradingAccount: '7',
      reconciliation: null,
      stated: null,
      capabilities: (api === 'Own' ? BROKERS.tapedeck : BROKERS.schwab).capabilities,
    }),
    guards: readable(null),
    orders: { ...readable({ balance: null, positions: new Map() }), options: readable(null) },
  } as unknown as ToolPlatform;
  const html = renderToStaticMarkup(<AccountStrip platform={platform} isActive={false} />);
  expect(/>(LIVE|PAPER)</.exec(html)?.[1]).toBe(mode);
  expect(html.includes('Orders go to')).toBe(api === 'External');
});
