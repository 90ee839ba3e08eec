/** Checks of option orders: the contract, the position that they close, and the approval for what they open. */
import { OrderError } from '../../orders/errors.ts';
import { parseOptionSymbol } from '../../symbols/symbol.ts';
import { riskCheck, type RefusalCode } from '../check.ts';
import { isWhole } from '../exact.ts';
import { heldOf, kindOf, openingOf, openOf, workingOf } from '../exposure.ts';
import { isApprovedFor, optionIntent, type OptionIntent } from '../options.ts';
import { OptionPermission, type RiskContext } from '../types.ts';
import { uncoveringCostE4 } from '../uncovering.ts';

/** Refuses an option symbol that cannot be parsed, and an option whose last trading session is over. */
export const optionContract = riskCheck({
  id: 'option-contract',
  codes: [OrderError.OptionPosition],
  title: 'Option contract',
  explain: 'The symbol is no valid option symbol, or the last trading session of the option is over.',
  check(context) {
    if (kindOf(context) !== 'Option') return 0;
    const lastTradeMs = context.instrument?.lastTradeMs;
    const nowMs = context.market?.nowMs;
    return parseOptionSymbol(context.order.symbol) !== null &&
      isWhole(lastTradeMs) &&
      isWhole(nowMs) &&
      nowMs < lastTradeMs
      ? 0
      : OrderError.OptionPosition;
  },
});

/** Refuses to close more contracts than the position has and other open orders leave: the rest would open a position of the other direction. */
export const optionPosition = riskCheck({
  id: 'option-position',
  codes: [OrderError.OptionPosition],
  title: 'Option position',
  explain: 'A closing option order for more contracts than the position has.',
  check(context) {
    const { order } = context;
    if (kindOf(context) !== 'Option' || order.source === 'Open') return 0;
    const held = heldOf(context);
    const open = openOf(context);
    const working = workingOf(context);
    if (held === undefined || open === undefined || working === undefined) return OrderError.OptionPosition;
    const closable = order.side === 'Buy' ? -held - open.buy : held - open.sell;
    return working <= closable ? 0 : OrderError.OptionPosition;
  },
});

/** Refuses the sale of a long option that covers a written one, in an account that is not approved to write that option uncovered. */
export const optionCover = riskCheck({
  id: 'option-cover',
  codes: [OrderError.InsufficientCover],
  title: 'Cover of written options',
  explain:
    'A sale of long options that written ones of the same underlying need as cover, in an account that may not write them uncovered.',
  check(context) {
    const { order, instrument } = context;
    if (order.side !== 'Sell' || kindOf(context) !== 'Option') return 0;
    const opening = openingOf(context);
    // The approval checks below decide about a sale that only writes.
    if (opening !== undefined && opening === workingOf(context)) return 0;
    if (uncoveringCostE4(context) === 0) return 0;
    const ofStock =
      parseOptionSymbol(order.symbol)?.right === 'P'
        ? OptionPermission.UncoveredPuts
        : OptionPermission.UncoveredCalls;
    if (instrument?.isIndexOption === undefined) return OrderError.InsufficientCover;
    return isApprovedFor(context, instrument.isIndexOption ? OptionPermission.UncoveredIndex : ofStock)
      ? 0
      : OrderError.InsufficientCover;
  },
});

/** Rejects with `code` when the order is meant as `intent` and the account is not approved for it (a bit of `OptionPermission`). */
const approvalFor =
  <Code extends RefusalCode>(intent: OptionIntent, permission: number, code: Code) =>
  (context: RiskContext): 0 | Code =>
    optionIntent(context) !== intent || isApprovedFor(context, permission) ? 0 : code;

/** Refuses to buy a call or put without the approval bit for buying options. */
export const optionBuying = riskCheck({
  id: 'option-buying',
  codes: [OrderError.OptionBuying],
  title: 'Buying options',
  explain: 'Buys a call or put without approval for it.',
  check: approvalFor('buy', OptionPermission.Buying, OrderError.OptionBuying),
});

/** Refuses to write an option that another option covers without the approval bit for combinations. */
export const optionCombination = riskCheck({
  id: 'option-combination',
  codes: [OrderError.OptionCombination],
  title: 'Option combinations',
  explain:
    'Writes an option covered by another one, or a leg of a strategy, without approval for combinations.',
  check: approvalFor('combination', OptionPermission.Combinations, OrderError.OptionCombination),
});

/** Refuses to write a call that shares cover without the approval bit for covered calls. */
export const optionCoveredCall = riskCheck({
  id: 'option-covered-call',
  codes: [OrderError.CoveredCall],
  title: 'Covered calls',
  explain: 'Writes a call covered by shares without approval for it.',
  check: approvalFor('coveredCall', OptionPermission.CoveredCalls, OrderError.CoveredCall),
});

/** Refuses to write an equity put without cover and without the approval bit for uncovered puts. */
export const optionUncoveredPut = riskCheck({
  id: 'option-uncovered-put',
  codes: [OrderError.UncoveredPut],
  title: 'Uncovered puts',
  explain: 'Writes an uncovered equity put without approval for it.',
  check: approvalFor('uncoveredPut', OptionPermission.UncoveredPuts, OrderError.UncoveredPut),
});

/** Refuses to write an equity call without cover and without the approval bit for uncovered calls, whose loss is unlimited. */
export const optionUncoveredCall = riskCheck({
  id: 'option-uncovered-call',
  codes: [OrderError.UncoveredCall],
  title: 'Uncovered calls',
  explain: 'Writes an uncovered equity call without approval for it.',
  check: approvalFor('uncoveredCall', OptionPermission.UncoveredCalls, OrderError.UncoveredCall),
});

const indexApproval = approvalFor(
  'uncoveredIndex',
  OptionPermission.UncoveredIndex,
  OrderError.UncoveredIndexOption,
);

/** Refuses to write an uncovered index option without its approval bit. An option order of unknown intent is refused as the riskiest kind. */
export const optionUncoveredIndex = riskCheck({
  id: 'option-uncovered-index',
  codes: [OrderError.UncoveredIndexOption],
  title: 'Uncovered index options',
  explain:
    'Writes an uncovered index option without approval for it, or an option whose intent cannot be determined.',
  check: (context) =>
    optionIntent(context) === undefined ? OrderError.UncoveredIndexOption : indexApproval(context),
});
