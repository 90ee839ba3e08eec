import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  americanPrice,
  expirationSeconds,
  greeksOf,
  RISK_FREE_RATE,
  YEAR_MS,
  type OptionTerms,
} from '../../src/domain/options/index.ts';
import type { Body } from '../../src/protocol/index.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

/** SPY at 660 with a dividend of 7 a year, an hour into Monday 2026-03-02. */
const SPOT = 660;
const PREVIOUS_CLOSE = 655;
const DIVIDEND = 7;

type Option = Body<'optionChainAnswer'>['Items'][number];

let server: TestServer<ScriptedMarket>;
let client: WireClient<'data'>;
beforeAll(async () => {
  const market = new ScriptedMarket([
    { symbol: 'SPY', isEtf: true, sharesOutstanding: 1e9, dividend: DIVIDEND },
  ]);
  market.print('SPY', PREVIOUS_CLOSE, 60_000);
  market.beginSession(SCRIPTED_SESSION);
  market.nowMs += 3_600_000;
  market.show('SPY', [{ exchange: 'NSDQ', bid: [660, 500], ask: [660.02, 400] }]);
  market.print('SPY', SPOT, 100);
  server = await startTestServer({ market });
  const { jwt } = await openAccount(server.ports, server.user);
  client = await authenticated('data', server.ports, jwt);
});
afterAll(() => server.end());

/** All chunks of the chain that the expirations of a range have. */
async function chainTo(lastExpiration: string, nearest?: number): Promise<Option[]> {
  const Id = nearest ?? 1;
  client.send('optionChainSnapshot', {
    Id,
    UnderlyingSymbol: 'SPY',
    ApplyConditions: nearest !== undefined,
    ExpirationFrom: expirationSeconds('2026-03-02'),
    ExpirationTo: expirationSeconds(lastExpiration),
    NearestNumber: nearest ?? 7,
  });
  const options: Option[] = [];
  for (;;) {
    const chunk = await client.next('optionChainSnapshotAnswer', (body) => body.Id === Id);
    options.push(...chunk.Items);
    if (!chunk.HasMore) return options;
  }
}

/** What a client knows of an option: its message and the last price of the underlying. */
function termsOf(option: Option, dividendYield: number): OptionTerms {
  return {
    right: option.Type === 'Call' ? 'C' : 'P',
    spot: SPOT,
    strike: option.Strike,
    years: (option.Expiration * 1000 - option.Timestamp) / YEAR_MS,
    rate: RISK_FREE_RATE,
    dividendYield,
  };
}

/** Distance of the model's price from the middle of the quote, in spreads. */
function missedSpreads(option: Option, dividendYield: number): number {
  const price = americanPrice(termsOf(option, dividendYield), option.ImpliedVolatility ?? Number.NaN);
  return Math.abs(price - (option.Bid + option.Ask) / 2) / (option.Ask - option.Bid);
}

describe('the volatility, the dividend yield and the greeks of an option', () => {
  it('reprice the middle of its quote to within half a spread, which without the yield they do not', async () => {
    const options = await chainTo('2028-12-31');
    const implied = options.filter(({ ImpliedVolatility }) => ImpliedVolatility !== null);
    expect(implied.length).toBeGreaterThan(1000);
    for (const option of implied) {
      expect(option.DividendYield).toBeCloseTo(DIVIDEND / PREVIOUS_CLOSE, 6);
      expect(missedSpreads(option, option.DividendYield ?? 0), option.Symbol).toBeLessThan(0.5);
    }
    const withoutYield = implied
      .map((option) => missedSpreads(option, 0))
      .sort((left, right) => left - right);
    expect(withoutYield[Math.floor(0.75 * withoutYield.length)]).toBeGreaterThan(0.5);
  });

  it('follow the price of the underlying to within half a spread', async () => {
    const options = (await chainTo('2026-12-31', 7)).filter(
      ({ Expiration }) => Expiration >= expirationSeconds('2026-03-20'),
    );
    expect(options.length).toBeGreaterThan(50);
    for (const option of options) {
      const terms = termsOf(option, option.DividendYield ?? 0);
      const volatility = option.ImpliedVolatility ?? Number.NaN;
      const { delta, gamma } = greeksOf(terms, volatility);
      for (const move of [-2, 2]) {
        const expected = (option.Bid + option.Ask) / 2 + delta * move + 0.5 * gamma * move * move;
        const moved = americanPrice({ ...terms, spot: terms.spot + move }, volatility);
        expect(Math.abs(moved - expected), option.Symbol).toBeLessThan((option.Ask - option.Bid) / 2);
      }
    }
  });

  it('come with the symbol info of an option as with its chain', async () => {
    const symbol = 'SPY260320C00660000';
    client.send('symbolsInfo', { Id: 90, Symbols: [symbol] });
    const { Items } = await client.next('symbolsInfoAnswer', (body) => body.Id === 90);
    const option = (await chainTo('2026-03-20', 1)).find(({ Symbol }) => Symbol === symbol);
    expect(Items[0]?.Option).toMatchObject({
      ImpliedVolatility: option?.ImpliedVolatility,
      DividendYield: option?.DividendYield,
    });
  });
});
