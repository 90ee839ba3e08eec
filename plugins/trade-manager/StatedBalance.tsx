import {
  formatInteger,
  formatMoney,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../src/domain/columns/index.ts';
import { formatTime, useReadable, type ToolPlatform } from '../../src/plugin-api/index.ts';
import styles from './StatedAccount.module.css';
import { dollarsOf, openProfitOf, sourceText } from './stated-view.ts';
import toolStyles from './TradeManager.module.css';

const moneyText = (dollars: number | null, format = formatMoney): string =>
  dollars === null ? UNKNOWN_TEXT : format(dollars);

/** Equity, cash, buying power and day trades of the account at the external broker, with when it stated them. */
export function StatedBalance({ platform }: { readonly platform: ToolPlatform }) {
  const { name, stated } = useReadable(platform.tradingApi);
  const balance = stated?.balance;
  const money = (amountE4: number | null | undefined): string => moneyText(dollarsOf(amountE4 ?? null));
  const isOld = stated !== null && stated.problem !== null;
  const profit = stated === null ? null : openProfitOf(stated);
  return (
    <>
      <div>
        <dt>Equity</dt>
        <dd>{money(balance?.equityE4)}</dd>
      </div>
      <div className={toolStyles.cash}>
        <dt>Cash</dt>
        <dd>{money(balance?.cashE4)}</dd>
      </div>
      <div>
        <dt>Buying power</dt>
        <dd>{money(balance?.buyingPowerE4)}</dd>
      </div>
      <DayTrades balance={balance} />
      <div>
        <dt>Open P&amp;L</dt>
        <dd
          className={toolStyles.amount}
          data-direction={profit === null || profit === 0 ? undefined : profit > 0 ? 'up' : 'down'}
          data-stale={isOld ? '' : undefined}
        >
          {moneyText(profit, formatSignedMoney)}
        </dd>
      </div>
      {stated === null ? null : (
        <div title={sourceText(name, stated)}>
          <dt>{isOld ? 'Only as of' : 'As of'}</dt>
          <dd className={isOld ? styles.old : undefined}>{formatTime(stated.readMs, 'HH:mm:ss')}</dd>
        </div>
      )}
    </>
  );
}

type Balance = NonNullable<ReturnType<ToolPlatform['tradingApi']['get']>['stated']>['balance'];

/** Day trades of five business days, and what may be bought and sold on the same day; nothing where the broker states neither. */
function DayTrades({ balance }: { readonly balance: Balance | undefined }) {
  if (balance === undefined || (balance.dayTrades === null && balance.dayTradingPowerE4 === null))
    return null;
  const power = dollarsOf(balance.dayTradingPowerE4);
  const hint = [
    'Day trades of the last five business days.',
    ...(balance.isPatternDayTrader === true ? ['The account is marked as a pattern day trader.'] : []),
    ...(power === null ? [] : [`Day trading buying power: ${formatMoney(power)}.`]),
  ].join(' ');
  return (
    <div className={toolStyles.account} title={hint}>
      <dt>Day trades</dt>
      <dd>
        {balance.dayTrades === null ? UNKNOWN_TEXT : formatInteger(balance.dayTrades)}
        {balance.isPatternDayTrader === true ? ' (PDT)' : ''}
      </dd>
    </div>
  );
}

/** Announces why the external broker takes no orders of the account. */
export function BlockNotice({ platform }: { readonly platform: ToolPlatform }) {
  const block = useReadable(platform.tradingApi, ({ stated }) => stated?.balance.block ?? null);
  return block === null ? null : (
    <div className={toolStyles.halt} role="alert">
      <strong>{block}.</strong>
    </div>
  );
}
