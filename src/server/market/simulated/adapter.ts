import type { MarketAdapter } from '../market-adapter.ts';

/** The simulated market has no variables of its own. */
export type SimulatedSettings = Readonly<Record<never, never>>;

/** Made-up stocks, funds and options that trade around the clock. */
export const SIMULATED_ADAPTER: MarketAdapter<SimulatedSettings> = {
  title: 'Simulated market',
  argument: null,
  settings: {},
  capabilities: {
    bars: ['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day'],
    hasTrades: true,
    hasQuotes: true,
    hasDepth: true,
    options: 'modelled',
    history: '11 years',
    hasSpeed: false,
    requestsPerMinute: null,
  },
  nameOf: () => 'simulated',
  async open(_source, { seed, nowMs, wallMs, system, preparesAhead }) {
    const [{ createSimulatedMarket }, { storedEpoch }] = await Promise.all([
      import('./simulated-market.ts'),
      import('../../market-memory.ts'),
    ]);
    return createSimulatedMarket({
      seed,
      nowMs,
      wallMs,
      epoch: await storedEpoch(system, nowMs()),
      preparesAhead,
    });
  },
};
