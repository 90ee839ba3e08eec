import { fromE4, toPriceE4, type PriceE4 } from '../../../domain/money/price.ts';
import {
  expirationSeconds,
  greeksOf,
  RISK_FREE_RATE,
  spotOf,
  yearsTo,
  type Greeks,
} from '../../../domain/options/index.ts';
import { createPace, type FairTurns } from '../../fair-turns.ts';
import type { OptionState } from '../../market/options/option-market.ts';
import { expirationsOf } from '../data/option-handlers.ts';
import type { GatewayDeps } from '../deps.ts';
import { decimalOf, optionToApi } from '../translate/api-v1.ts';
import { ApiRefusal } from './api-refusal.ts';
import { fromDataRequest } from './data-refusals.ts';
import type { ApiHandlers } from './v1-types.ts';

interface OptionCallParts extends Pick<GatewayDeps, 'market'> {
  readonly turns: FairTurns;
}

/** The routes about listed options. */
export function optionCalls({
  market,
  turns,
}: OptionCallParts): Pick<ApiHandlers, 'optionExpirations' | 'optionChain'> {
  return {
    async optionExpirations({ params: { symbol } }) {
      const expirations = await fromDataRequest(() => expirationsOf(market, symbol));
      return {
        symbol,
        items: expirations.map(({ date, kind }) => ({ expiration: date, isWeekly: kind === 'weekly' })),
      };
    },
    async optionChain({ params, caller, reply }) {
      const { symbol, expiration, right } = params;
      const expirations = await fromDataRequest(() => expirationsOf(market, symbol));
      if (expirations.every(({ date }) => date !== expiration))
        throw new ApiRefusal(
          404,
          'unknown_expiration',
          `${symbol} has no options that expire on ${expiration}. GET /api/v1/options/expirations lists them.`,
        );
      const choice = params.strikes === undefined ? {} : { nearest: Number(params.strikes) };
      const after = params.cursor === undefined ? -1 : Number(params.cursor);
      const wanted = market
        .chain(symbol, expiration, choice)
        .filter((option) => right === undefined || (option.right === 'C') === (right === 'Call'))
        .filter((option) => placeOf(option) > after);
      const page = wanted.slice(0, Number(params.limit));
      const spotE4 = underlyingPrice(market, symbol);
      const pace = createPace(turns, caller.userId, reply.request.signal);
      const items = [];
      for (const option of page) {
        // Greeks of American options are worth a slice of work each few dozen contracts.
        await pace();
        items.push(optionToApi(option, optionGreeks(option, spotE4)));
      }
      const last = page.at(-1);
      return {
        symbol,
        expiration,
        underlyingPrice: spotE4 > 0 ? decimalOf(spotE4) : null,
        items,
        nextCursor: last && wanted.length > page.length ? String(placeOf(last)) : null,
      };
    },
  };
}

/** The place of an option in its expiration: strikes ascend, a call before its put. */
const placeOf = ({ strike, right }: OptionState): number => toPriceE4(strike) * 2 + (right === 'C' ? 0 : 1);

/** What options of the symbol are valued with now, E4; 0 = unknown. */
function underlyingPrice(market: GatewayDeps['market'], symbol: string): PriceE4 {
  const snapshot = market.instrument(symbol) && market.snapshot(symbol);
  if (!snapshot) return toPriceE4(0);
  const { lastE4, previousCloseE4, bidE4, askE4 } = snapshot;
  return toPriceE4(
    spotOf({
      last: fromE4(lastE4),
      previousClose: fromE4(previousCloseE4),
      bid: fromE4(bidE4),
      ask: fromE4(askE4),
    }),
  );
}

/** Greeks at the volatility of the option's own quote, as of the moment that the quote belongs to; null where there is none. */
function optionGreeks(option: OptionState, presentE4: PriceE4): Greeks | null {
  const { impliedVolatility, right, strike, dividendYield, recorded } = option;
  const spotE4 =
    recorded && recorded.timeMs !== null && recorded.underlyingE4 > 0 ? recorded.underlyingE4 : presentE4;
  const years = yearsTo(expirationSeconds(option.expiration), recorded?.timeMs ?? option.timeMs);
  if (impliedVolatility === null || !(impliedVolatility > 0) || !(spotE4 > 0) || !(years > 0)) return null;
  const terms = { right, spot: fromE4(spotE4), strike, years, rate: RISK_FREE_RATE, dividendYield };
  const greeks = greeksOf(terms, impliedVolatility);
  return Object.values(greeks).every(Number.isFinite) ? greeks : null;
}
