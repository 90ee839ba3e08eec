import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole, isWithin } from '../exact.ts';
import { exposureOf } from '../exposure.ts';

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
