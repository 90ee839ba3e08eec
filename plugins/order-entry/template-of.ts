import { err, ok, type Result } from '../../src/domain/assert/assert.ts';
import { isExactE4, toMoneyE4 } from '../../src/domain/money/price.ts';
import { atrProblem } from '../../src/domain/orders/groups/atr-terms.ts';
import type { OrderTemplate } from '../../src/plugin-api/index.ts';
import { movesToBreakEven } from './ticket-attach.ts';
import { usesAtr } from './ticket-distances.ts';
import { minutesOfTime } from './ticket-times.ts';
import { startsToTrail, timeExitMinutes } from './ticket-waits.ts';
import type { StopEntry, TargetEntry, Ticket } from './ticket.ts';

const PRICE_TEXT =
  'A template has distances from the fill price: state target, stop and trail in $, % or × ATR from fill.';
const NO_EXIT_TEXT = 'Enter a target, a stop or a time exit first.';
const AMOUNT_TEXT = 'Enter amounts above zero first.';

interface Distance<Basis> {
  readonly Basis: Exclude<Basis, 'Price'>;
  readonly AmountE4: number;
}

/** An exit as a distance; null without an amount. */
function distanceOf<Basis extends StopEntry['basis']>({
  basis,
  amount,
}: {
  readonly basis: Basis;
  readonly amount: number | null;
}): Result<Distance<Basis> | null, string> {
  if (amount === null) return ok(null);
  if (basis === 'Price') return err(PRICE_TEXT);
  if (!Number.isFinite(amount) || amount <= 0 || !isExactE4(amount)) return err(AMOUNT_TEXT);
  // A comparison does not narrow a type parameter.
  return ok({ Basis: basis as Exclude<Basis, 'Price'>, AmountE4: toMoneyE4(amount) });
}

/** What a ticket attaches as a template, or why it is none. */
export function templateOf(ticket: Ticket): Result<OrderTemplate, string> {
  switch (ticket.attach) {
    case 'Bracket':
      return exitsTemplate(ticket);
    case 'Conditional':
      return conditionTemplate(ticket);
    case 'None':
    case 'OneCancelsOther':
      return err('Attach a target and a stop, or a condition, first.');
  }
}

function exitsTemplate(ticket: Ticket): Result<OrderTemplate, string> {
  const stop = distanceOf(ticket.exitStop);
  if (!stop.ok) return stop;
  const targets = targetsOf(ticket);
  if (!targets.ok) return targets;
  const trail = trailOf(ticket);
  if (!trail.ok) return trail;
  const timeExit = timeExitOf(ticket);
  if (!timeExit.ok) return timeExit;
  const atr = atrOf(ticket);
  if (!atr.ok) return atr;
  if (targets.value.length === 0 && stop.value === null && timeExit.value === null) return err(NO_EXIT_TEXT);
  return ok({
    TargetBasis: ticket.target.basis === 'Price' ? 'Percent' : ticket.target.basis,
    Targets: targets.value,
    Stop: stop.value,
    IsBreakEven: movesToBreakEven(ticket),
    ExitTif: ticket.exitTif,
    Trail: trail.value,
    TimeExit: timeExit.value,
    Atr: atr.value,
    Condition: null,
  });
}

function targetsOf({ target, targets, quantity }: Ticket): Result<OrderTemplate['Targets'], string> {
  const entries: readonly TargetEntry[] =
    targets.length === 0 ? [{ amount: target.amount, quantity }] : targets;
  const saved: OrderTemplate['Targets'] = [];
  for (const entry of entries) {
    const distance = distanceOf({ basis: target.basis, amount: entry.amount });
    if (!distance.ok) return distance;
    if (distance.value === null && targets.length > 0) return err('Enter the amount of each target first.');
    if (distance.value !== null)
      saved.push({ AmountE4: distance.value.AmountE4, Share: shareOf(entry, quantity) });
  }
  return ok(saved);
}

/** Per cent of the ticket's quantity, to a hundredth. */
function shareOf({ quantity, share }: TargetEntry, whole: number | null): number {
  if (share !== undefined) return share;
  const part = ((quantity ?? 0) / Math.max(1, whole ?? 1)) * 100;
  return Math.min(100, Math.max(0, Math.round(part * 100) / 100));
}

function trailOf(ticket: Ticket): Result<OrderTemplate['Trail'], string> {
  if (!startsToTrail(ticket)) return ok(null);
  const start = distanceOf(ticket.trail.start);
  if (!start.ok) return start;
  const distance = distanceOf(ticket.trail.distance);
  if (!distance.ok) return distance;
  return start.value === null || distance.value === null
    ? err('Enter where the trail starts, and its distance, first.')
    : ok({ Start: start.value, Distance: distance.value });
}

function timeExitOf(ticket: Ticket): Result<OrderTemplate['TimeExit'], string> {
  const { basis } = ticket.timeExit;
  if (basis === 'None') return ok(null);
  const minutes = timeExitMinutes(ticket);
  return Number.isSafeInteger(minutes) && minutes >= 0
    ? ok({ Basis: basis, Minutes: minutes })
    : err('Enter the time of the time exit first.');
}

function atrOf(ticket: Ticket): Result<OrderTemplate['Atr'], string> {
  if (!usesAtr(ticket)) return ok(null);
  const { period, bars } = ticket.atr;
  const problem = atrProblem({ period: period ?? Number.NaN });
  return problem === undefined ? ok({ Period: period ?? Number.NaN, Bars: bars }) : err(problem);
}

function conditionTemplate({ condition }: Ticket): Result<OrderTemplate, string> {
  const saved = conditionOf(condition);
  if (!saved.ok) return saved;
  return ok({
    TargetBasis: 'Percent',
    Targets: [],
    Stop: null,
    IsBreakEven: false,
    ExitTif: 'GoodTillCancel',
    Trail: null,
    TimeExit: null,
    Atr: null,
    Condition: saved.value,
  });
}

function conditionOf({
  basis,
  symbol,
  direction,
  price,
  time,
}: Ticket['condition']): Result<NonNullable<OrderTemplate['Condition']>, string> {
  if (basis === 'TimeOfDay') {
    const minutes = minutesOfTime(time);
    return Number.isNaN(minutes)
      ? err('Enter the time of the condition first.')
      : ok({ Basis: basis, Minutes: minutes });
  }
  if (symbol === '')
    return err('Enter the symbol of the condition: its price fits no order in another symbol.');
  if (price === null || !(price > 0) || !isExactE4(price))
    return err('Enter the price of the condition first.');
  return ok({ Basis: basis, Symbol: symbol, Direction: direction, PriceE4: toMoneyE4(price) });
}
