/**
 * Positions, fees, margin and option settlement of an account.
 *
 * How the order core uses it:
 * - `createPosition(multiplierOfSymbol(symbol))` for a new position; `applyFill` for executions, `markPosition` at a new session.
 * - `feesOf(side, quantity, priceE4, liquidity, securityOf(symbol))` at the execution; the `Fees` object goes into the event, and
 *   `totalFeesE4` (which takes the three-field fees of older journals, too) into cash and position; `addFees` for an order so far.
 * - On an option's last day, after the close: for each position `settleAtExpiry(optionTermsOf(symbol), quantity, closeOfUnderlyingE4)`
 *   is the journal's event (plain data); applying it is `applySettlement({ option, shares }, event)` and `cashE4 += event.cashE4`.
 *   `exercise` and `assign` make the same event before the end.
 * - Buying power with written options: `optionRequirementsE4(positions, markE4)` gives `MarginPosition.requirementE4` of each.
 */
export { buyingPowerE4, POWER_OF_FULL_PAYMENT, type MarginPosition } from './buying-power.ts';
export { addFees, FEE_NAMES, feesOf, NO_FEES, totalFeesE4, type Fees, type Liquidity } from './fees.ts';
export { positionFigures } from './figures.ts';
export { multiplierOfSymbol, securityOf } from './instruments.ts';
export { optionRequirementsE4, uncoveredContracts } from './option-margin.ts';
export { applyFill, closeOut, createPosition, markPosition, type Position } from './position.ts';
export { SETTLEMENT_LABELS, settlementText } from './settlement-text.ts';
export {
  applySettlement,
  optionTermsOf,
  exercise,
  intrinsicE4,
  settleAtExpiry,
  type OptionSettlement,
  type OptionTerms,
  type SettlementKind,
} from './settlement.ts';
