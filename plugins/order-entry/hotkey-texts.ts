import { assertNever } from '../../src/domain/assert/assert.ts';
import { formatPrice } from '../../src/domain/columns/index.ts';
import type { KeyEffect, KeyOrder, KeyRefusal } from '../../src/domain/hotkeys/index.ts';
import { fromE4 } from '../../src/domain/money/price.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { orderText } from './price-doubt.ts';

/** Why a press of a key sends nothing. `symbol` is that of the Order Entry window. */
export function refusalText(refusal: KeyRefusal, symbol: string): string {
  const name = displaySymbol(symbol);
  switch (refusal.why) {
    case 'NoSymbol':
      return 'Open an Order Entry window: the keys trade its symbol and quantity.';
    case 'NoQuote':
      return `${name} has no current ${QUOTE_NAMES[refusal.base]}. Nothing was sent.`;
    case 'PriceTooLow':
      return 'The price would be less than 0.01. Nothing was sent.';
    case 'PositionUnknown':
      return `The position in ${name} is not known. Nothing was sent.`;
    case 'NoPosition':
      return `There is no ${refusal.needs === 'any' ? '' : `${refusal.needs} `}position in ${name}. Nothing was sent.`;
    case 'EquityUnknown':
      return 'The value of the account is not known. Nothing was sent.';
    case 'TooSmall':
      return 'The size is less than one share or contract. Nothing was sent.';
    case 'TooLarge':
      return 'The size is more than an order may have. Nothing was sent.';
    case 'NoStop':
      return `${name} has no open stop order that can be moved. Nothing was sent.`;
    case 'PastBreakEven':
      return `The market has passed the average price: a stop at ${formatPrice(fromE4(refusal.stopE4))} would trade at once. Nothing was sent.`;
    default:
      return assertNever(refusal);
  }
}

const QUOTE_NAMES = { bid: 'bid', ask: 'ask', mid: 'bid and ask', last: 'price' } as const;

/** `Buy 100 SPY at 662.50 IOC`. */
function keyOrderText({ priceE4, tif, ...order }: KeyOrder): string {
  const text = orderText({ ...order, price: priceE4 === null ? null : fromE4(priceE4), stopPrice: null });
  return tif === 'Day' ? text : `${text} ${TIFS[tif].label}`;
}

/** What a press of a key does, as one line. */
export function effectText(effect: KeyEffect): string {
  switch (effect.effect) {
    case 'Send':
      return keyOrderText(effect.order);
    case 'MoveStops': {
      const stops = effect.orderIds.length === 1 ? 'the stop' : `${effect.orderIds.length} stops`;
      return `Move ${stops} of ${displaySymbol(effect.symbol)} to ${formatPrice(fromE4(effect.stopE4))}`;
    }
    case 'Flatten':
      return effect.symbol === null ? 'Flatten the account' : `Flatten ${displaySymbol(effect.symbol)}`;
    case 'Reverse':
      return `Reverse ${displaySymbol(effect.symbol)}`;
    case 'Cancel':
      return `Cancel all orders${effect.symbol === null ? '' : ` of ${displaySymbol(effect.symbol)}`}`;
    case 'CancelLast':
      return 'Cancel the last order';
    default:
      return assertNever(effect);
  }
}
