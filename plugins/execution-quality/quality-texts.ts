import { fromE4 } from '../../src/domain/money/price.ts';
import { formatInteger, UNKNOWN_TEXT } from '../../src/plugin-api/index.ts';

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const perShare = new Intl.NumberFormat('en-US', { minimumFractionDigits: 4, maximumFractionDigits: 4 });
const SIGNED = { signDisplay: 'exceptZero' } as const;
const signedMoney = new Intl.NumberFormat('en-US', { ...money.resolvedOptions(), ...SIGNED });
const signedPerShare = new Intl.NumberFormat('en-US', { ...perShare.resolvedOptions(), ...SIGNED });

const known = <Value>(value: Value | undefined, text: (value: Value) => string): string =>
  value === undefined ? UNKNOWN_TEXT : text(value);

/** `1,234.50`. */
export const moneyText = (amountE4: number | undefined): string =>
  known(amountE4, (value) => money.format(fromE4(value)));
/** `+12.34`: positive = worse. */
export const costText = (amountE4: number | undefined): string =>
  known(amountE4, (value) => signedMoney.format(fromE4(value)));
/** `101.2345`. */
export const priceText = (priceE4: number | undefined): string =>
  known(priceE4, (value) => perShare.format(fromE4(value)));
/** `+0.0123` a share. */
export const shareCostText = (priceE4: number | undefined): string =>
  known(priceE4, (value) => signedPerShare.format(fromE4(value)));
/** `+1.25`, from hundredths of a basis point. */
export const basisPointsText = (centibasis: number | undefined): string =>
  known(centibasis, (value) => signedMoney.format(value / 100));
/** `87.5%`, from thousandths. */
export const permilleText = (permille: number | undefined): string =>
  known(permille, (value) => `${(value / 10).toFixed(1)}%`);

/** `12 ms`, `3.25 s`, `2 min 5 s`, `1 h 3 min`. */
export function waitText(ms: number | undefined): string {
  if (ms === undefined) return UNKNOWN_TEXT;
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds < 3_600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${formatInteger(Math.floor(seconds / 3_600))} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
