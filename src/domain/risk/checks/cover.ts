/** Checks of what stock sales and buys to cover need: shares, a short position, shares to borrow, bullets. */
import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole, isWithin, plus } from '../exact.ts';
import { exposureOf, heldOf, kindOf, openOf, workingOf } from '../exposure.ts';
import { isApprovedFor, sharesHeldAsCover } from '../options.ts';
import { OptionPermission, type RiskContext } from '../types.ts';

/** Refuses a short sale while the account holds the symbol long: those shares are sold first, with a plain sale. */
export const closeLongFirst = riskCheck({
  id: 'close-long-first',
  codes: [OrderError.CloseLongFirst],
  title: 'Long position first',
  explain: 'A short sale while the account holds the symbol long.',
  check(context) {
    if (context.order.side !== 'Short') return 0;
    const held = heldOf(context);
    return held !== undefined && held <= 0 ? 0 : OrderError.CloseLongFirst;
  },
});

/** Whether the shares that a sale leaves, and that no other order sells, still cover the written calls. */
function leavesCover(context: RiskContext): boolean {
  const held = heldOf(context);
  const open = openOf(context);
  const working = workingOf(context);
  if (held === undefined || open === undefined || working === undefined) return false;
  const remaining = held - open.sell - working;
  if (remaining < 0) return false;
  const needed = sharesHeldAsCover(context, context.order.symbol);
  if (needed === undefined) return false;
  return remaining >= needed || isApprovedFor(context, OptionPermission.UncoveredCalls);
}

function isCovered(context: RiskContext): boolean {
  const { side, source } = context.order;
  switch (side) {
    case 'Buy': {
      const held = heldOf(context);
      return source === 'Open' || (held !== undefined && held < 0);
    }
    case 'Short':
      return true;
    case 'Sell':
      return leavesCover(context);
  }
}

/** Refuses a sale of stock without the shares for it, and a buy to cover without a short position: either would open a position that the order does not declare. */
export const cover = riskCheck({
  id: 'cover',
  codes: [OrderError.InsufficientCover],
  title: 'Cover',
  explain:
    'A sale of more shares than are held and neither already for sale nor needed to cover written calls, or a buy to cover without a short position.',
  check: (context) => (kindOf(context) === 'Option' || isCovered(context) ? 0 : OrderError.InsufficientCover),
});

/** Refuses a short sale of shares that cannot be borrowed for delivery, counting other open short sales of the symbol. */
export const shortable = riskCheck({
  id: 'shortable',
  codes: [OrderError.NotShortable],
  title: 'Symbol can be borrowed',
  explain: 'A short sale of a symbol that cannot be borrowed, or of more shares than can be borrowed.',
  check(context) {
    const { order, instrument } = context;
    if (order.side !== 'Short') return 0;
    if (instrument?.isShortable !== true) return OrderError.NotShortable;
    return isWithin(plus(workingOf(context), openOf(context)?.sell), instrument.borrowableShares)
      ? 0
      : OrderError.NotShortable;
  },
});

/** Refuses a short sale at or below the bid under the short sale price test, unless bullets cover the whole short exposure. */
export const bulletPosition = riskCheck({
  id: 'bullet-position',
  codes: [OrderError.BulletPosition],
  title: 'Bullets for a restricted short sale',
  explain:
    'A short sale at or below the bid while the short sale price test is in force, beyond the shares that bullets cover.',
  check(context) {
    const { order, market, portfolio, limits } = context;
    if (order.side !== 'Short' || market?.isShortSaleRestricted === false) return 0;
    if (order.type === 'Limit' && isWhole(market?.bidE4) && order.priceE4 > market.bidE4) return 0;
    const short = exposureOf(context)?.short;
    return isWhole(portfolio?.bulletShares) &&
      isWithin(short, portfolio.bulletShares) &&
      isWithin(short, limits?.maxBulletShares)
      ? 0
      : OrderError.BulletPosition;
  },
});
