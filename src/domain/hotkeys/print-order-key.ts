import { assertNever } from '../assert/assert.ts';
import { E4 } from '../money/price.ts';
import { TIFS } from '../orders/times-in-force.ts';
import { ALL_E4, type KeyPrice, type KeySize, type OrderKey } from './order-key.ts';

/** The text of an order key, as `parseOrderKey` reads it: `Buy 100 at ask + 0.02 IOC`. */
export function printOrderKey(key: OrderKey): string {
  switch (key.action) {
    case 'Order': {
      const tif = key.tif === 'Day' ? '' : ` ${TIFS[key.tif].label}`;
      return `${key.side} ${sizeText(key.size)} at ${priceText(key.price)}${tif}`;
    }
    case 'StopToBreakEven':
      return 'Stop to break-even';
    case 'Reverse':
      return 'Reverse position';
    case 'Flatten':
    case 'Cancel':
      return `${key.action} ${key.scope.toLowerCase()}`;
    default:
      return assertNever(key);
  }
}

function sizeText(size: KeySize): string {
  switch (size.by) {
    case 'Ticket':
      return 'ticket quantity';
    case 'Count':
      return String(size.quantity);
    case 'Value':
      return `$${decimalText(size.amountE4)}`;
    case 'Risk':
      return `$${decimalText(size.amountE4)} risk ${decimalText(size.distanceE4)}`;
    case 'Equity':
      return `${percentText(size.percentE4)}% of equity`;
    case 'Position':
      if (size.percentE4 === ALL_E4) return 'all';
      return `${size.percentE4 === ALL_E4 / 2 ? 'half' : `${percentText(size.percentE4)}%`} of position`;
    default:
      return assertNever(size);
  }
}

function priceText(price: KeyPrice): string {
  if (price.type === 'Market') return 'market';
  const { base, offset } = price;
  const distance = offset.unit === 'Dollars' ? offset.amountE4 : offset.count;
  if (distance === 0) return base;
  const size = Math.abs(distance);
  const text = offset.unit === 'Dollars' ? decimalText(size) : `${size} tick${size === 1 ? '' : 's'}`;
  return `${base} ${distance < 0 ? '-' : '+'} ${text}`;
}

/** `2.5` of 25,000: a share of 1/10,000 per cent as a decimal. */
const percentText = (percentE4: number): string => String(percentE4 / E4);

/** `5000`, `0.02`: a count of 1/10,000 as a decimal without useless zeros, but with whole cents. */
function decimalText(e4: number): string {
  const whole = Math.floor(e4 / E4);
  const rest = String(e4 % E4).padStart(4, '0');
  if (rest === '0000') return String(whole);
  return `${whole}.${rest.endsWith('00') ? rest.slice(0, 2) : rest.replace(/0+$/, '')}`;
}
