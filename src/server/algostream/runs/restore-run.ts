import type { Brokerage, AccountView } from '../../brokerage/brokerage.ts';
import type { HistorySource } from '../data/collect.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { LiveJob, SymbolHolding } from '../runtime/types.ts';
import { accountAtStart } from './account-at-start.ts';
import { clientIdPrefix, ordersOfInstance, type EarlierOrder } from './earlier-orders.ts';
import type { LiveSymbols } from './live-symbols.ts';
import type { LiveOrders } from './live-orders.ts';
import type { RunRecord } from './run-record.ts';
import type { StoredOrders } from './stored-orders.ts';

/** What a live run starts with: nothing, or what an earlier part of it has come to. */
export type RunStart = Pick<
  LiveJob,
  'account' | 'position' | 'fills' | 'otherHoldings' | 'contracts' | 'brackets' | 'openOrders'
>;

interface RestoreParts {
  readonly market: HistorySource & Pick<MarketData, 'instrument' | 'quote' | 'snapshot'>;
  readonly brokerage: Pick<Brokerage, 'readAccount'>;
}

/** Restores the orders of a run that continues from the account's journal and gives what it holds; of a new run the account alone is read. */
export async function restoreRun(
  { brokerage, market }: RestoreParts,
  record: RunRecord,
  {
    orders,
    symbols,
    isContinued,
  }: { readonly orders: LiveOrders; readonly symbols: LiveSymbols; readonly isContinued: boolean },
): Promise<RunStart> {
  const { account, key, instance } = record;
  const nothing = { fills: [], contracts: [], brackets: [], openOrders: [], position: 0 };
  if (!isContinued)
    return brokerage.readAccount(account, market.exchangeMs(), (view) => ({
      ...nothing,
      account: accountAtStart(view, market, []),
    }));
  const stored = await record.storedOrders();
  const startedAtMs = instance.StartedAt ?? market.exchangeMs();
  const prefix = clientIdPrefix(key, instance.StartedAt ?? 0);
  return brokerage.readAccount(account, startedAtMs, (view) => {
    const earlier = ordersOfInstance(view, prefix, stored.exits);
    const { fills, contracts, brackets, openOrders } = orders.restore(earlier, view.settlements, stored);
    cancelUnsent(record, stored, earlier);
    const holdingIn = (symbol: string): SymbolHolding => ({
      symbol,
      position: heldOf(orders.quantityOf(symbol), heldInAccount(view, symbol)),
      fills: fills.get(symbol) ?? [],
    });
    const [symbol, ...others] = symbols;
    const ofRun = holdingIn(symbol);
    const otherHoldings = others.map(holdingIn);
    return {
      fills: ofRun.fills,
      position: ofRun.position,
      ...(others.length > 0 && { otherHoldings }),
      brackets,
      openOrders,
      account: accountAtStart(view, market, [ofRun, ...otherHoldings]),
      contracts: contracts.map(({ symbol: option, quantity }) => ({
        symbol: option,
        quantity: heldOf(quantity, heldInAccount(view, option)),
      })),
    };
  });
}

/** Orders that the account never got, such as held sales, ended with the process. */
export function cancelUnsent(
  record: RunRecord,
  { sent }: StoredOrders,
  earlier: readonly EarlierOrder[],
): void {
  const ofAccount = new Set(earlier.map(({ serial }) => serial));
  for (const [serial, order] of sent)
    if (!ofAccount.has(serial)) record.putOrders([{ serial, order: { ...order, Status: 'Cancelled' } }]);
}

/** What a run holds of its symbol, limited to what the account still holds; signed. */
export const presentHolding = (
  brokerage: Pick<Brokerage, 'readAccount'>,
  account: string,
  { symbol, ofRun }: { readonly symbol: string; readonly ofRun: number },
): Promise<number> =>
  // No order is read: only the positions.
  brokerage.readAccount(account, Number.MAX_SAFE_INTEGER, (view) =>
    heldOf(ofRun, heldInAccount(view, symbol)),
  );

function heldInAccount({ positions }: Pick<AccountView, 'positions'>, symbol: string): number {
  const held = positions.find((position) => position.symbol === symbol);
  return held ? held.longQuantity - held.shortQuantity : 0;
}

/** The position with which a run continues: the sum of its orders, limited to what the account still holds. */
function heldOf(ofRun: number, ofAccount: number): number {
  return Math.sign(ofRun) === Math.sign(ofAccount)
    ? Math.sign(ofRun) * Math.min(Math.abs(ofRun), Math.abs(ofAccount))
    : 0;
}
