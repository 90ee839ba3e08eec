import { useCallback, useMemo, useRef } from 'react';
import { formatMoney, formatSignedMoney, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import {
  isStatedElsewhere,
  markPriceOf,
  type ToolPlatform,
  useOrders,
  useReadable,
  useSession,
} from '../../src/plugin-api/index.ts';
import { classNames } from '../../src/ui/index.ts';
import { GuardFigures } from './GuardFigures.tsx';
import { figuresOf, isFlat, totalOf } from './position-view.ts';
import { ReconciliationFact } from './Reconciliation.tsx';
import { isStalePosition } from './rows.ts';
import { StatedBalance } from './StatedBalance.tsx';
import styles from './TradeManager.module.css';
import { TradingSwitches } from './TradingSwitches.tsx';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';
import { STALE_HINT, writeAmount, type AmountFormat } from './write-amount.ts';

const profitFormat = (isStale: boolean): AmountFormat => ({
  format: formatSignedMoney,
  isProfit: true,
  hint: isStale ? STALE_HINT : '',
  isStale,
});

type Positions = ReturnType<ToolPlatform['orders']['get']>['positions'];

/** The places of Open P&L and Today's P&L: the sums over all positions are written into them twice a second. */
function useAccountProfit(platform: ToolPlatform, positions: Positions, isActive: boolean) {
  const openPl = useRef<HTMLElement>(null);
  const todayPl = useRef<HTMLElement>(null);
  const symbols = useMemo(
    () =>
      symbolKey(
        [...positions.values()].filter((position) => !isFlat(position)).map((position) => position.Symbol),
      ),
    [positions],
  );
  const refresh = useCallback(() => {
    const all = [...positions.values()];
    const isStale = all.some((position) => isStalePosition(position, platform.symbols));
    writeAmount(
      openPl.current,
      totalOf(
        all.map((position) => figuresOf(position, markPriceOf(platform.symbols, position.Symbol)).openFifoPl),
      ),
      profitFormat(isStale),
    );
    writeAmount(
      todayPl.current,
      totalOf(
        all.map((position) => figuresOf(position, markPriceOf(platform.symbols, position.Symbol)).todayPl),
      ),
      profitFormat(isStale),
    );
  }, [positions, platform]);
  useLiveRefresh(platform, symbols, isActive, refresh);
  return { openPl, todayPl };
}

/** Account, cash, buying power and the P&L of all positions, written twice a second without rendering; slanted while a price in them is stale. Of an account at an external broker what that states. */
export function AccountStrip({
  platform,
  isActive,
}: {
  readonly platform: ToolPlatform;
  readonly isActive: boolean;
}) {
  const session = useSession(platform, ({ account, isLive }) => ({ account, isLive }));
  const tradingApi = useReadable(platform.tradingApi);
  const isExternal = tradingApi.api === 'External';
  // An order that leaves for another broker is real, whatever account is open here.
  const isLive = session.isLive || isExternal;
  return (
    <div className={styles.summary}>
      <div className={styles.strip}>
        <dl className={styles.facts} aria-label="Account">
          <div>
            <dt className="visually-hidden">Mode</dt>
            <dd>
              <span className={classNames(styles.mode, isLive ? styles.live : styles.paper)}>
                {isLive ? 'LIVE' : 'PAPER'}
              </span>
            </dd>
          </div>
          {isExternal ? (
            <div>
              <dt>Orders go to</dt>
              <dd>
                {tradingApi.name} {tradingApi.tradingAccount ?? UNKNOWN_TEXT}
              </dd>
            </div>
          ) : null}
          {isExternal ? <ReconciliationFact platform={platform} /> : null}
          {isStatedElsewhere(tradingApi) ? (
            <StatedBalance platform={platform} />
          ) : (
            <AccountFigures platform={platform} account={session.account} isActive={isActive} />
          )}
          {tradingApi.capabilities.lacks.guards === undefined ? (
            <GuardFigures platform={platform} isActive={isActive} />
          ) : null}
        </dl>
        <TradingSwitches platform={platform} />
      </div>
    </div>
  );
}

/** Cash, buying power and profit of the account here. */
function AccountFigures({
  platform,
  account,
  isActive,
}: {
  readonly platform: ToolPlatform;
  readonly account: string | null;
  readonly isActive: boolean;
}) {
  const { balance, positions } = useOrders(platform, (all) => ({
    balance: all.balance,
    positions: all.positions,
  }));
  const { openPl, todayPl } = useAccountProfit(platform, positions, isActive);
  return (
    <>
      <Money account={account} balance={balance} />
      <div>
        <dt>Open P&amp;L</dt>
        <dd ref={openPl} className={styles.amount} />
      </div>
      <div className={styles.today}>
        <dt>Today&apos;s P&amp;L</dt>
        <dd ref={todayPl} className={styles.amount} />
      </div>
    </>
  );
}

type Balance = ReturnType<ToolPlatform['orders']['get']>['balance'];

/** The account with its cash and buying power. */
function Money({ account, balance }: { readonly account: string | null; readonly balance: Balance }) {
  return (
    <>
      <div className={styles.account}>
        <dt>Account</dt>
        <dd>{account ?? UNKNOWN_TEXT}</dd>
      </div>
      <div className={styles.cash}>
        <dt>Cash</dt>
        <dd>{balance === null ? UNKNOWN_TEXT : formatMoney(balance.Cash)}</dd>
      </div>
      <div className={styles.power}>
        <dt>Buying power</dt>
        <dd>{balance === null ? UNKNOWN_TEXT : formatMoney(balance.BuyingPower)}</dd>
      </div>
    </>
  );
}
