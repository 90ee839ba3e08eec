import { formatInteger } from '../../src/domain/columns/index.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import {
  plannedExits,
  type ExitFigure,
  type FigureChange,
  type GroupTermsTicket,
  type PlannedExit,
  type WireOrderGroup,
} from '../../src/plugin-api/index.ts';
import { clockText } from './group-labels.ts';

/** Figures of a group as a form has them; undefined = the group does not have the figure, or has used it. Prices in dollars, distances in dollars or per cent. */
export interface GroupTermsForm {
  readonly level?: number | null;
  /** Time of day of a condition in New York, `HH:MM`. */
  readonly time?: string;
  readonly start?: number | null;
  /** How the start is stated: a price, or a profit in dollars or per cent. */
  readonly startBasis?: 'Price' | 'Offset' | 'Percent';
  readonly distance?: number | null;
  /** Time of day of a time exit. */
  readonly exitTime?: string;
  readonly exitMinutes?: number | null;
  readonly isBreakEven?: boolean;
  /** Exits that are not sent yet. */
  readonly exits?: readonly ExitField[];
}

/** An exit of the form. */
export interface ExitField {
  readonly figure: ExitFigure;
  readonly amount: number | null;
  readonly basis: PlannedExit['price']['basis'];
}

/** The figures that the group has and has not used yet. */
export function termsFormOf(group: WireOrderGroup): GroupTermsForm {
  if (!isLive({ state: group.State }) || group.State === 'Cancelling' || group.State === 'Closing') return {};
  const { Condition, Trail, TimeExit, Targets, Stop, Orders } = group;
  const exits = plannedExits(group).map(({ figure, price }) => ({ figure, ...price }));
  const isFirstFilled = Orders.some(({ Role, Index, IsOpen }) => Role === 'Target' && Index === 0 && !IsOpen);
  return {
    ...(Condition && Orders.length === 0 && conditionForm(Condition)),
    ...(Trail && trailForm(Trail)),
    ...(TimeExit &&
      (TimeExit.Basis === 'TimeOfDay'
        ? { exitTime: clockText(TimeExit.Minutes) }
        : { exitMinutes: TimeExit.Minutes })),
    ...(Targets &&
      Targets.length > 1 &&
      Stop &&
      !Trail &&
      !isFirstFilled && {
        isBreakEven: group.BreakEven === true,
      }),
    ...(exits.length > 0 && { exits }),
  };
}

const trailForm = ({ Start, Distance, IsTrailing }: NonNullable<WireOrderGroup['Trail']>): GroupTermsForm =>
  IsTrailing ? {} : { start: Start.Amount, startBasis: Start.Basis, distance: Distance.Amount };

const conditionForm = (condition: NonNullable<WireOrderGroup['Condition']>): GroupTermsForm =>
  condition.Basis === 'TimeOfDay' ? { time: clockText(condition.Minutes) } : { level: condition.Price };

/** Whether the group has a figure that can be changed. */
export const hasTermsToChange = (group: WireOrderGroup): boolean =>
  Object.keys(termsFormOf(group)).length > 0;

/** The form with a figure put to a price in dollars, where it is one of the form. The start of a trail, and an exit, is a price then. */
export function withFigure(form: GroupTermsForm, figure: unknown, price: unknown): GroupTermsForm {
  if (typeof price !== 'number') return form;
  if (figure === 'Condition' && form.level !== undefined) return { ...form, level: price };
  const exit = form.exits?.find((each) => each.figure === figure);
  if (exit !== undefined) return withExit(form, { figure: exit.figure, amount: price, basis: 'Price' });
  return figure === 'TrailStart' && form.start !== undefined
    ? { ...form, start: price, startBasis: 'Price' }
    : form;
}

/** The form with another amount of an exit. */
export const withExit = (form: GroupTermsForm, changed: ExitField): GroupTermsForm => ({
  ...form,
  exits: (form.exits ?? []).map((exit) => (exit.figure === changed.figure ? changed : exit)),
});

/** Minutes after midnight of `15:50`; undefined for what is no time. */
function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** What is wrong with a time of the form; null when nothing is. */
export const clockProblem = (text: string | undefined): string | null =>
  text === undefined || minuteOf(text) !== undefined ? null : 'Enter a New York time from 00:00 to 23:59.';

/** More is a slip of the keys: no price, distance or number of minutes is as large. */
const MAX_AMOUNT = 1_000_000;
const hasDecimals = (amount: number, decimals: number): boolean => {
  const scaled = amount * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
};

/** What is wrong with a number of the form; null when nothing is. Prices below 1 have four decimals, others two; `isWhole` has none. */
export function amountProblem(amount: number | null | undefined, isWhole = false): string | null {
  if (amount === undefined) return null;
  if (amount === null || !(amount > 0)) return 'Enter a number above 0.';
  if (amount > MAX_AMOUNT) return `At most ${formatInteger(MAX_AMOUNT)}.`;
  if (isWhole) return Number.isInteger(amount) ? null : 'Enter a whole number.';
  const decimals = amount < 1 ? 4 : 2;
  return hasDecimals(amount, decimals) ? null : `At most ${decimals === 4 ? 'four' : 'two'} decimals.`;
}

/** The figures that differ from those before; null when none does. What another window changes meanwhile stays. */
export function termsOf(
  group: WireOrderGroup,
  form: GroupTermsForm,
  before: GroupTermsForm,
): GroupTermsTicket | null {
  const { Condition, Trail } = group;
  const terms: GroupTermsTicket = {
    ...(Condition && conditionTerms(Condition, form, before)),
    ...(Trail && trailTerms(Trail, form, before)),
    ...timeExitTerms(form, before),
    ...(form.isBreakEven !== undefined &&
      form.isBreakEven !== before.isBreakEven && { isBreakEven: form.isBreakEven }),
  };
  return Object.keys(terms).length === 0 ? null : terms;
}

/** The changes of the exits that differ from those before, in the order of the form. */
export function exitChanges(
  group: WireOrderGroup,
  form: GroupTermsForm,
  before: GroupTermsForm,
): readonly Extract<FigureChange, { readonly kind: 'exit' }>[] {
  return plannedExits(group).flatMap(({ figure, role, index }) => {
    const exitOf = ({ exits = [] }: GroupTermsForm) => exits.find((exit) => exit.figure === figure);
    const [now, then] = [exitOf(form), exitOf(before)];
    if (now?.amount === undefined || now.amount === null) return [];
    if (now.amount === then?.amount && now.basis === then.basis) return [];
    return [{ kind: 'exit', role, index, price: { basis: now.basis, amount: now.amount } } as const];
  });
}

function trailTerms(
  trail: NonNullable<WireOrderGroup['Trail']>,
  { start, startBasis = trail.Start.Basis, distance }: GroupTermsForm,
  before: GroupTermsForm,
): GroupTermsTicket {
  const isSameStart = start === before.start && startBasis === before.startBasis;
  const changes = {
    ...(!isSameStart && typeof start === 'number' && { start: { basis: startBasis, amount: start } }),
    ...(distance !== before.distance &&
      typeof distance === 'number' && { distance: { basis: trail.Distance.Basis, amount: distance } }),
  };
  return Object.keys(changes).length === 0 ? {} : { trail: changes };
}

function conditionTerms(
  condition: NonNullable<WireOrderGroup['Condition']>,
  { level, time }: GroupTermsForm,
  before: GroupTermsForm,
): GroupTermsTicket {
  if (condition.Basis === 'TimeOfDay') {
    const minutes = time === before.time ? undefined : minuteOf(time ?? '');
    return minutes === undefined ? {} : { condition: { basis: condition.Basis, minutes } };
  }
  if (typeof level !== 'number' || level === before.level) return {};
  const { Basis: basis, Symbol: symbol, Direction: direction } = condition;
  return { condition: { basis, symbol, direction, price: level } };
}

function timeExitTerms({ exitTime, exitMinutes }: GroupTermsForm, before: GroupTermsForm): GroupTermsTicket {
  if (typeof exitMinutes === 'number' && exitMinutes !== before.exitMinutes)
    return { timeExit: { basis: 'Minutes', minutes: exitMinutes } };
  const minutes = exitTime === undefined || exitTime === before.exitTime ? undefined : minuteOf(exitTime);
  return minutes === undefined ? {} : { timeExit: { basis: 'TimeOfDay', minutes } };
}
