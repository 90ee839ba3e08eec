import type { MoneyE4 } from '../../money/price.ts';
import { refusalText } from '../errors.ts';
import { createAccountBook } from './account-book.ts';
import type { Book } from './book.ts';
import { judgeNew, judgeReplace, type OrderChange } from './decide.ts';
import { heldBy } from './holdings.ts';
import type { FactsOf, MultiLegRequest } from './multi-leg.ts';
import { estimateUnits } from './multi-leg-estimate.ts';
import { accountPowerE4 } from './power.ts';
import type { OrderPreview } from './preview.ts';
import type { MarketView } from './types.ts';

/** What a multi-leg order (as a replacement of `change.target`) would do now; changes nothing. The position after it is that of its first leg. */
export function previewMultiLeg(
  book: Book,
  order: MultiLegRequest,
  change: OrderChange | undefined,
  factsOf: FactsOf,
  view: MarketView,
): OrderPreview {
  const judged = change
    ? judgeReplace(book, change, order, factsOf, view)
    : judgeNew(book, order, factsOf, view);
  const account = book.accounts.get(order.account) ?? createAccountBook(order.account);
  const kind = factsOf(order.symbol).account?.kind ?? 'margin';
  const powerE4 = accountPowerE4(account, kind, view.marks);
  const code = 'code' in judged ? judged.code : 0;
  const detail = 'code' in judged ? judged.detail : undefined;
  const { costE4, feesE4, heldE4, marginE4, positionAfter } = estimateUnits(
    account,
    order,
    change?.target,
    kind,
    view,
  );
  const effectE4: MoneyE4 = (change?.target ? heldBy(change.target) : 0) - heldE4;
  return {
    code,
    message: refusalText(code, detail),
    costE4,
    feesE4,
    marginE4,
    buyingPowerEffectE4: effectE4 === 0 ? 0 : effectE4,
    buyingPowerAfterE4: powerE4 + effectE4,
    positionAfter,
  };
}
