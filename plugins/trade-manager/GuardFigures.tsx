import { useCallback, useMemo, useRef } from 'react';
import { formatMoney } from '../../src/domain/columns/index.ts';
import { markPriceOf, type ToolPlatform, useOrders, useReadable } from '../../src/plugin-api/index.ts';
import { flattenText, limitsInForce, roomOf } from './guard-room.ts';
import { figuresOf, isFlat, totalOf } from './position-view.ts';
import { isStalePosition } from './rows.ts';
import styles from './TradeManager.module.css';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';
import { STALE_HINT, writeAmount } from './write-amount.ts';

/** The room that the guards of the account leave, written twice a second without rendering, and the time of the daily flatten. */
export function GuardFigures({
  platform,
  isActive,
}: {
  readonly platform: ToolPlatform;
  readonly isActive: boolean;
}) {
  const guards = useReadable(platform.guards);
  const positions = useOrders(platform, (all) => all.positions);
  const lossRoom = useRef<HTMLElement>(null);
  const drawdownRoom = useRef<HTMLElement>(null);
  const high = useRef<{ readonly guards: typeof guards; pl: number }>({ guards: null, pl: 0 });
  const symbols = useMemo(
    () =>
      guards === null
        ? ''
        : symbolKey([...positions.values()].filter((each) => !isFlat(each)).map(({ Symbol }) => Symbol)),
    [guards, positions],
  );
  const refresh = useCallback(() => {
    if (guards === null) return;
    const all = [...positions.values()];
    const todayPl = totalOf(
      all.map((each) => figuresOf(each, markPriceOf(platform.symbols, each.Symbol)).todayPl),
    );
    // The server records highs in steps: this page may have seen a higher one since.
    if (high.current.guards !== guards) high.current = { guards, pl: guards.High };
    if (todayPl !== null) high.current.pl = Math.max(high.current.pl, todayPl);
    const room = roomOf(guards, todayPl, high.current.pl);
    const isStale = all.some((each) => isStalePosition(each, platform.symbols));
    const shown = { format: formatMoney, isProfit: false, hint: isStale ? STALE_HINT : '', isStale };
    writeAmount(lossRoom.current, room.dailyLoss, shown);
    writeAmount(drawdownRoom.current, room.drawdown, shown);
  }, [guards, positions, platform]);
  useLiveRefresh(platform, symbols, isActive, refresh);

  if (guards === null) return null;
  const limits = limitsInForce(guards);
  const flatten = flattenText(guards);
  return (
    <>
      {limits.dailyLoss === null ? null : (
        <div
          className={styles.room}
          title={`Loss of the day that is left of ${formatMoney(limits.dailyLoss)} before the account is closed`}
        >
          <dt>Loss room</dt>
          <dd ref={lossRoom} className={styles.amount} />
        </div>
      )}
      {limits.drawdown === null ? null : (
        <div
          className={styles.room}
          title={`Fall from the highest P&L of the day that is left of ${formatMoney(limits.drawdown)} before the account is closed`}
        >
          <dt>Drawdown room</dt>
          <dd ref={drawdownRoom} className={styles.amount} />
        </div>
      )}
      {flatten === null ? null : (
        <div title="New York time at which everything is closed; on a day that closes earlier, five minutes before the close">
          <dt>Flatten at</dt>
          <dd>{flatten}</dd>
        </div>
      )}
    </>
  );
}
