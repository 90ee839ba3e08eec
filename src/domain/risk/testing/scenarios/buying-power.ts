import { DOLLAR, PUT } from '../contexts.ts';
import { account, all, limit, option, order, scenario, write, type Scenario } from '../scenario.ts';

export const BUYING_POWER_SCENARIOS: readonly Scenario[] = [
  scenario(
    'daily-loss',
    -4,
    'an opening order after the loss of the day',
    all(limit({ maxDailyLossE4: 500 * DOLLAR }), (c) => void (c.portfolio.todayPlE4 = -500 * DOLLAR)),
    all(limit({ maxDailyLossE4: 500 * DOLLAR }), (c) => void (c.portfolio.todayPlE4 = -500 * DOLLAR + 1)),
  ),
  scenario(
    'day-trading-power',
    -6,
    'more than the day trading buying power',
    (c) => void (c.portfolio.dayTradingPowerE4 = 9_999 * DOLLAR),
    (c) => void (c.portfolio.dayTradingPowerE4 = 10_000 * DOLLAR),
  ),
  scenario(
    'buying-power',
    -26,
    'more than the buying power',
    (c) => void (c.portfolio.buyingPowerE4 = 9_999 * DOLLAR),
    (c) => void (c.portfolio.buyingPowerE4 = 10_000 * DOLLAR),
  ),
  scenario(
    'buying-power',
    -26,
    'more than the cash of a cash account',
    all(account({ kind: 'cash' }), (c) => void (c.portfolio.freeCashE4 = 9_999 * DOLLAR)),
    all(account({ kind: 'cash' }), (c) => void (c.portfolio.freeCashE4 = 10_000 * DOLLAR)),
  ),
  scenario(
    'buying-power',
    -26,
    'options of more than the cash of a cash account, which pays their price once',
    all(account({ kind: 'cash' }), option(), (c) => void (c.portfolio.freeCashE4 = 299 * DOLLAR)),
    all(
      account({ kind: 'cash' }),
      option(),
      (c) => void Object.assign(c.portfolio, { freeCashE4: 300 * DOLLAR, buyingPowerE4: 0 }),
    ),
  ),
  scenario(
    'buying-power',
    -26,
    'a market order that may walk beyond the ask',
    all(order({ type: 'Market', priceE4: 0 }), (c) => void (c.portfolio.buyingPowerE4 = 10_499 * DOLLAR)),
    all(order({ type: 'Market', priceE4: 0 }), (c) => void (c.portfolio.buyingPowerE4 = 10_500 * DOLLAR)),
  ),
  scenario(
    'buying-power',
    -26,
    'an uncovered put without its strike',
    all(write(PUT), (c) => void (c.portfolio.buyingPowerE4 = 9_999 * DOLLAR)),
    all(write(PUT), (c) => void (c.portfolio.buyingPowerE4 = 10_000 * DOLLAR)),
  ),
];
