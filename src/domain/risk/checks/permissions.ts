/** Checks of what the account is permitted to trade: kinds of instruments, countries, and cash, margin or short trades. */
import { OrderError } from '../../orders/errors.ts';
import { hasPermission, Permission } from '../../permissions.ts';
import { riskCheck, type RefusalCode } from '../check.ts';
import { isWhole } from '../exact.ts';
import { isReducing, kindOf, type Kind } from '../exposure.ts';
import { tradeTypeOf } from '../trade-type.ts';
import type { RiskContext, TradeType } from '../types.ts';

/** Rejects with `code` when the order is of `kind` and the account lacks the permission bit. */
const kindPermission =
  <Code extends RefusalCode>(kind: Kind, permission: number, code: Code) =>
  (context: RiskContext): 0 | Code => {
    if (kindOf(context) !== kind) return 0;
    const mask = context.account?.permissionMask;
    return isWhole(mask) && hasPermission(mask, permission) ? 0 : code;
  };

/** Refuses a stock order of an account without the permission bit for stocks. */
export const equityPermission = riskCheck({
  id: 'equity-permission',
  codes: [OrderError.NoEquityPermission],
  title: 'Permission for equities',
  explain: 'The account has no permission to trade stocks.',
  check: kindPermission('Stock', Permission.Stocks, OrderError.NoEquityPermission),
});

/** Refuses an option order of an account without the permission bit for options. */
export const optionPermission = riskCheck({
  id: 'option-permission',
  codes: [OrderError.NoOptionPermission],
  title: 'Permission for options',
  explain: 'The account has no permission to trade options.',
  check: kindPermission('Option', Permission.OptionChain, OrderError.NoOptionPermission),
});

/** Refuses a futures order of an account without the permission bit for futures. */
export const futurePermission = riskCheck({
  id: 'future-permission',
  codes: [OrderError.NoFuturesPermission],
  title: 'Permission for futures',
  explain: 'The account has no permission to trade futures.',
  check: kindPermission('Future', Permission.FuturesDome, OrderError.NoFuturesPermission),
});

/** Refuses option orders of an account that is approved for no option strategy at all. */
export const optionsAllowed = riskCheck({
  id: 'options-allowed',
  codes: [OrderError.OptionsNotAllowed],
  title: 'Options allowed',
  explain: 'The account is approved for no option strategy at all.',
  check(context) {
    if (kindOf(context) !== 'Option') return 0;
    const mask = context.account?.optionMask;
    return isWhole(mask) && mask > 0 ? 0 : OrderError.OptionsNotAllowed;
  },
});

/** Refuses an instrument of a country in which the account may not trade. An unknown country is refused. */
export const countryPermission = riskCheck({
  id: 'country-permission',
  codes: [OrderError.NoCountryPermission],
  title: 'Permission for the country',
  explain: 'The account may not trade instruments of the country.',
  check: ({ account, instrument }) =>
    instrument?.country !== undefined && account?.countries?.includes(instrument.country) === true
      ? 0
      : OrderError.NoCountryPermission,
});

/** Refuses a margin or short trade in a cash account, which cannot borrow money or shares. */
export const cashAccount = riskCheck({
  id: 'cash-account',
  codes: [OrderError.CashAccount],
  title: 'Cash account',
  explain: 'A margin or short trade in a cash account.',
  check(context) {
    const kind = context.account?.kind;
    return kind === 'margin' || (kind === 'cash' && tradeTypeOf(context) === 'Cash')
      ? 0
      : OrderError.CashAccount;
  },
});

/** Rejects with `code` when an opening order is of `tradeType`, or of an unknown type, and the account may not place such orders. */
const tradeTypePermission =
  <Code extends RefusalCode>(tradeType: TradeType, code: Code) =>
  (context: RiskContext): 0 | Code => {
    if (isReducing(context)) return 0;
    const type = tradeTypeOf(context);
    if (type !== undefined && type !== tradeType) return 0;
    return type === tradeType && context.account?.tradeTypes?.includes(tradeType) === true ? 0 : code;
  };

/** Refuses an opening cash order in an account without the permission for cash trades. */
export const cashPermission = riskCheck({
  id: 'cash-permission',
  codes: [OrderError.NoCashPermission],
  title: 'Permission for cash orders',
  explain: 'An opening cash order in an account that may not place one.',
  check: tradeTypePermission('Cash', OrderError.NoCashPermission),
});

/** Refuses an opening margin order in an account without the permission for margin trades. */
export const marginPermission = riskCheck({
  id: 'margin-permission',
  codes: [OrderError.NoMarginPermission],
  title: 'Permission for margin orders',
  explain: 'An opening margin order in an account that may not place one.',
  check: tradeTypePermission('Margin', OrderError.NoMarginPermission),
});

/** Refuses an opening short order in an account without the permission for short trades. */
export const shortPermission = riskCheck({
  id: 'short-permission',
  codes: [OrderError.NoShortPermission],
  title: 'Permission for short orders',
  explain: 'An opening short order in an account that may not place one.',
  check: tradeTypePermission('Short', OrderError.NoShortPermission),
});
