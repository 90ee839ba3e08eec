import { fromE4, type PriceE4 } from '../money/price.ts';
import { formatInteger, formatMoney, formatPrice } from '../format/format-number.ts';
import { multiplierOfSymbol } from '../portfolio/instruments.ts';
import { displaySymbol } from '../symbols/symbol.ts';
import type { ActionEvent, CorporateAction, PositionChange } from './types.ts';

/**
 * What an action did to an account, in one line: `7-for-1 split: 100 shares at 645.57 became 700 at 92.2243`,
 * `Dividend of 0.47 a share: received 47.00 on 100 shares`, `Symbol changed from FB to META: 100 shares moved with their cost`,
 * `Delisted: 100 shares paid out at 1.25, 125.00 in cash`. How many open orders it adjusted follows.
 */
export function actionText({
  action,
  positions,
  orders,
}: Pick<ActionEvent, 'action' | 'positions' | 'orders'>): string {
  const parts = positions.map((change) => changeText(action, change));
  if (orders.length > 0)
    parts.push(`${formatInteger(orders.length)} open ${orders.length === 1 ? 'order' : 'orders'} adjusted`);
  return `${actionTitle(action)}: ${parts.join('; ')}`;
}

/** What an action is, without what it did: `7-for-1 split`, `Dividend of 0.47 a share`. */
export function actionTitle(action: CorporateAction): string {
  switch (action.kind) {
    case 'Split':
      return `${action.numerator}-for-${action.denominator} split`;
    case 'Dividend':
      return `Dividend of ${dollarsOfE6(action.amountE6)} a share`;
    case 'SymbolChange':
      return `Symbol changed from ${action.symbol} to ${action.newSymbol}`;
    case 'Delisting':
      return 'Delisted';
  }
}

/** Two decimals at least, six at most. */
function dollarsOfE6(amountE6: number): string {
  const digits = String(amountE6).padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${formatInteger(Number(digits.slice(0, -6)))}.${decimals}`;
}

function changeText(action: CorporateAction, change: PositionChange): string {
  const { symbol, toSymbol, quantityBefore, quantityAfter, cashE4 } = change;
  const held = countOf(symbol, quantityBefore);
  const cash = formatMoney(fromE4(Math.abs(cashE4)));
  switch (action.kind) {
    case 'Dividend':
      return quantityBefore < 0 ? `paid ${cash} on ${held} sold short` : `received ${cash} on ${held}`;
    case 'SymbolChange':
      return `${held} moved with their cost`;
    case 'Delisting':
      return action.cashE4 === 0
        ? `${held} closed without value`
        : `${held} paid out at ${formatPrice(fromE4(action.cashE4))}, ${cash} in cash`;
    case 'Split': {
      const price = (costE4: number, quantity: number): string =>
        quantity === 0
          ? ''
          : ` at ${averageText(Math.round(costE4 / quantity / multiplierOfSymbol(symbol)))}`;
      const series = toSymbol === symbol ? '' : ` of ${displaySymbol(toSymbol)}`;
      const after = `${formatInteger(Math.abs(quantityAfter))}${series}`;
      const name = toSymbol === symbol ? '' : ` of ${displaySymbol(symbol)}`;
      return `${held}${name}${price(change.costBeforeE4, quantityBefore)} became ${after}${price(change.costAfterE4, quantityAfter)}${
        cashE4 === 0 ? '' : `, ${cash} ${cashE4 < 0 ? 'paid' : 'received'} for a fraction of a share`
      }`;
    }
  }
}

/** An average price: two decimals at least, four at most. */
function averageText(averageE4: PriceE4): string {
  const digits = String(averageE4).padStart(5, '0');
  return `${formatInteger(Number(digits.slice(0, -4)))}.${digits.slice(-4).replace(/0{1,2}$/, '')}`;
}

function countOf(symbol: string, quantity: number): string {
  const count = Math.abs(quantity);
  const unit = multiplierOfSymbol(symbol) === 1 ? 'share' : 'contract';
  return `${formatInteger(count)} ${unit}${count === 1 ? '' : 's'}`;
}
