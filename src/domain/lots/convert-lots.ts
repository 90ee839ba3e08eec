import { scaled } from '../corporate-actions/exact.ts';
import { recut } from '../corporate-actions/recut.ts';
import { notionalE4 } from '../money/price.ts';
import { OpenLots, type OpenLot } from './open-lots.ts';
import { tradeIdOf, type Closure, type LotConversion, type PositionTrade } from './types.ts';

/** Open lots in new shares. */
export interface ConvertedLots {
  readonly lots: OpenLots;
  /** Signed. */
  readonly quantity: number;
}

/**
 * Converts open lots, oldest first, as positions are (`convertPosition`): what they cost, when they were opened and their fees stay, and no lot is made or closed but for the fraction
 * of a share, which the newest lot gives: it is added to `closures`.
 */
export function convertLots(
  open: readonly OpenLot[],
  trade: PositionTrade,
  conversion: LotConversion,
  closures: Closure[],
): ConvertedLots {
  const { multiplier, numerator, denominator } = conversion;
  const { lumps, fraction } = recut(
    open.map((lot) => ({
      quantity: lot.quantity,
      amounts: [notionalE4(lot.priceE4, lot.quantity * multiplier) + (lot.restE4 ?? 0), lot.feesE4],
    })),
    conversion,
  );
  const lots = new OpenLots();
  let quantity = 0;
  open.forEach(({ place: _place, ...lot }, at) => {
    const lump = lumps[at];
    if (!lump || lump.quantity === 0) return;
    const [costE4 = 0, feesE4 = 0] = lump.amounts;
    const shares = lump.quantity * multiplier;
    const priceE4 = scaled(costE4, 1, shares, 'nearest');
    const openedQuantity = Math.max(
      lump.quantity,
      scaled(lot.openedQuantity, numerator, denominator, 'down'),
    );
    lots.add({
      ...lot,
      quantity: lump.quantity,
      openedQuantity,
      priceE4,
      feesE4,
      restE4: costE4 - notionalE4(priceE4, shares),
    });
    quantity += lot.isShort ? -lump.quantity : lump.quantity;
  });
  const newest = open.at(-1);
  if (fraction.remainder > 0 && newest)
    closures.push(fractionOf(newest, trade, conversion, fraction.amounts));
  return { lots, quantity };
}

function fractionOf(
  lot: OpenLot,
  trade: PositionTrade,
  { cashE4 }: LotConversion,
  [costE4 = 0, feesE4 = 0]: readonly number[],
): Closure {
  return {
    lotId: lot.lotId,
    closingId: tradeIdOf(trade),
    cause: trade.cause,
    quantity: 0,
    isShort: lot.isShort,
    openPriceE4: lot.priceE4,
    closePriceE4: trade.priceE4,
    openRestE4: costE4,
    closeRestE4: Math.abs(cashE4),
    openFeesE4: feesE4,
    closeFeesE4: 0,
    openedMs: lot.openedMs,
    closedMs: trade.timeMs,
    orderId: null,
    isChosen: false,
  };
}
