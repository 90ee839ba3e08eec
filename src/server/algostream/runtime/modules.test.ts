import { expect, it } from 'vitest';
import { asScript, seedOf, stripAuthorCode } from './compile.ts';
import { loadIsolateModules } from './modules.ts';
import { orderBody, returnsBody } from './wire.ts';
import * as v from 'valibot';
import { returnsOf } from '../../../domain/returns/index.ts';
import { feesOf } from '../../../domain/portfolio/index.ts';
import { strategyOrderBody, strategyReturnsBody } from '../../../protocol/index.ts';

it('brings rules without a machine into an isolate, and the door to them, and nothing else', async () => {
  const modules = await loadIsolateModules();
  const names = new Set(modules.map(({ name }) => name));
  expect(modules[0]?.name).toBe('server/algostream/runtime/isolate/entry.ts');
  expect(
    [...names].filter(
      (name) => !name.startsWith('domain/') && !name.startsWith('server/algostream/runtime/isolate/'),
    ),
  ).toEqual([]);
  expect(
    names.has('domain/studies/kinds/sma.ts') &&
      names.has('domain/portfolio/fees.ts') &&
      names.has('domain/strategy/simulation.ts'),
  ).toBe(true);
  for (const { imports, code } of modules) {
    expect(Object.values(imports).filter((name) => !names.has(name))).toEqual([]);
    expect(code.match(/\bfrom '[^']+'/g)?.length ?? 0).toBeGreaterThanOrEqual(Object.keys(imports).length);
    expect(code).not.toMatch(/\bfrom 'node:/);
  }
  expect(await loadIsolateModules()).toBe(modules);
});

it('takes types off and keeps every line and column', () => {
  const code = 'const a: number = 1;\ninterface B { readonly c: string }\n  const d = a as unknown;';
  const stripped = stripAuthorCode(code);
  expect(stripped.ok && stripped.value.split('\n').map((line) => line.length)).toEqual(
    code.split('\n').map((line) => line.length),
  );
  expect(asScript('x').split('\n')[1]).toBe('x');
});

it('draws its seed from code and parameters', () => {
  expect(seedOf('a', 'b')).toBe(seedOf('a', 'b'));
  expect(new Set([seedOf('a', 'b'), seedOf('ab', ''), seedOf('', 'ab'), seedOf('b', 'a')]).size).toBe(4);
});

it('sends returns and orders in dollars, as the wire wants them', () => {
  const fees = feesOf('Sell', 100, 1_100_000, 'R');
  const { returns, figures } = returnsOf(
    [
      { timeMs: 0, side: 'Buy', quantity: 100, priceE4: 1_000_000, feesE4: 3_235 },
      { timeMs: 86_400_000, side: 'Sell', quantity: 100, priceE4: 1_100_000, feesE4: 6_535 },
    ],
    { fromMs: 0, toMs: 86_400_000, firstPriceE4: 1_000_000, lastPriceE4: 1_100_000 },
  );
  const body = returnsBody(returns, 5_000);
  expect(v.parse(strategyReturnsBody, body)).toEqual(body);
  expect(body).toMatchObject({
    CumulativeGrossProfitLoss: 1_000,
    CumulativeNetProfitLoss: 999.023,
    Capital: 10_000,
    AverageCapital: 10_000,
    ProfitablePercent: 1,
    AverageLoss: null,
    SymbolRoi: 0.1,
  });
  const last = figures[1];
  if (last === undefined) throw new Error('two orders have two figures');
  const order = {
    Id: '2',
    Status: 'Filled' as const,
    SentTimestamp: 1,
    Symbol: 'SPY',
    Side: 'Sell' as const,
    Type: 'Market' as const,
    StopPrice: 0,
    Reason: '',
    Quantity: 100,
    Price: 0,
    FillPrice: 110,
    FillTimestamp: 2,
    Liquidity: 'R',
    ...orderBody(last, fees),
  };
  expect(v.parse(strategyOrderBody, order)).toEqual(order);
  expect(order).toMatchObject({
    FifoProfitLoss: 1_000,
    NetProfitLoss: 999.3465,
    GrossAmount: 11_000,
    NetAmount: 10_999.3465,
    SecFee: 0.31,
    LiquidityFee: 0.3,
  });
});
