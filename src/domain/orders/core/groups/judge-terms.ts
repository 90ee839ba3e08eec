import { markOf } from '../../../money/last-price.ts';
import { GroupError } from '../../errors.ts';
import {
  conditionProblem,
  timeExitProblem,
  type Condition,
  type GroupCause,
} from '../../groups/conditions.ts';
import { referenceOf, trailProblem } from '../../groups/group-problem.ts';
import { conditionOf, isBreakEvenOf, timeExitOf, withTerms } from '../../groups/present-terms.ts';
import { isLive } from '../../groups/states.ts';
import { isComplete } from '../../groups/target-shares.ts';
import { breakEvenProblem } from '../../groups/targets-problem.ts';
import type { BookGroup, GroupTerms, TrailTerms } from '../../groups/types.ts';
import type { Book } from '../book-state.ts';
import type { MarketView } from '../types.ts';
import { membersIn } from './action.ts';
import { judgeCondition, type GroupRefusal } from './judge-group.ts';
import { isPriceReached, waitsOf } from './waits.ts';

/** A change of figures that a group has not used yet. Of a trail, what is absent stays as it is. */
export interface TermsChange extends Omit<GroupTerms, 'trail'> {
  readonly trail?: Partial<TrailTerms> | undefined;
}

interface Judged {
  readonly book: Book;
  readonly group: BookGroup;
  readonly terms: GroupTerms;
  readonly view: MarketView;
}

const invalid = (detail: string): GroupRefusal => ({ code: GroupError.InvalidGroup, detail });
const used = (detail: string): GroupRefusal => ({ code: GroupError.FigureUsed, detail });
const refusalOf = (problem: string | undefined): GroupRefusal | undefined =>
  problem === undefined ? undefined : invalid(problem);

/** The terms that a change sets, or why it is refused: by the rules of placing, and because a change neither repeats what has happened nor acts at once. */
export function judgeTerms(
  book: Book,
  group: BookGroup,
  change: TermsChange,
  view: MarketView,
): GroupRefusal | GroupTerms {
  if (!isLive(group) || group.state === 'Cancelling') return { code: GroupError.GroupEnded };
  if (change.trail && !group.trail) return invalid('The group has no trail.');
  const terms = termsOf(group, change);
  if (Object.keys(terms).length === 0) return invalid('The change states what it changes.');
  const judged: Judged = { book, group, terms, view };
  return (
    conditionRefusal(judged) ??
    trailRefusal(judged) ??
    timeExitRefusal(judged) ??
    breakEvenRefusal(judged) ??
    atOnceRefusal(judged) ??
    terms
  );
}

function termsOf(group: BookGroup, change: TermsChange): GroupTerms {
  const { condition, timeExit, isBreakEven } = change;
  const trail = change.trail && group.trail && { ...group.trail, ...definedOf(change.trail) };
  return {
    ...(condition && { condition }),
    ...(trail && { trail }),
    ...(timeExit && { timeExit }),
    ...(isBreakEven !== undefined && { isBreakEven }),
  };
}

const definedOf = ({ start, distance }: Partial<TrailTerms>): Partial<TrailTerms> => ({
  ...(start && { start }),
  ...(distance && { distance }),
});

function conditionRefusal({ group, terms, view }: Judged): GroupRefusal | undefined {
  const { condition } = terms;
  if (!condition) return undefined;
  if (group.request.kind !== 'Conditional') return invalid('Only a conditional order has a condition.');
  if ((group.causes ?? []).length > 0) return used('The order was sent: its condition held.');
  if (subjectOf(condition) !== subjectOf(conditionOf(group)))
    return invalid(
      'The condition stays about its symbol, or about a time: cancel and place again for another one.',
    );
  return refusalOf(conditionProblem(condition)) ?? judgeCondition(condition, group.untilMs ?? null, view);
}

/** The symbol that a condition is about; undefined = a time of day. */
const subjectOf = (condition: Condition | undefined): string | undefined =>
  condition && 'symbol' in condition ? condition.symbol : undefined;

function trailRefusal(judged: Judged): GroupRefusal | undefined {
  const { book, group, terms } = judged;
  const { trail } = terms;
  if (!trail) return undefined;
  if (group.causes?.includes('Trail'))
    return used('The stop trails already: replace its order to change the distance.');
  const [stop] = membersIn(group, 'Stop');
  if (stop && (!stop.isOpen || book.orders.get(stop.orderId)?.isTriggered))
    return used('The stop has ended or was reached.');
  return trailProblemOf(judged, trail);
}

/** The rule of a new trail, with the fill of the entry once there is one. */
function trailProblemOf({ book, group, terms, view }: Judged, trail: TrailTerms): GroupRefusal | undefined {
  const [member] = membersIn(group, 'Entry');
  const entry = (member && book.orders.get(member.orderId)?.terms) ?? group.request.orders[0];
  if (!entry) return invalid('A bracket has one entry.');
  const averageE4 = member && member.filled > 0 ? Math.round(member.filledValueE4 / member.filled) : 0;
  const referenceE4 = averageE4 || referenceOf(entry, markOf(view.marks.last(entry.symbol)) ?? 0);
  const isBreakEven = terms.isBreakEven ?? isBreakEvenOf(group);
  return refusalOf(trailProblem({ trail, stop: group.stop, isBreakEven }, entry, referenceE4));
}

function timeExitRefusal({ group, terms }: Judged): GroupRefusal | undefined {
  const { timeExit } = terms;
  if (!timeExit) return undefined;
  if (!timeExitOf(group)) return invalid('The group has no time exit.');
  if (group.causes?.includes('TimeExit')) return used('The time of the exit was reached.');
  return refusalOf(timeExitProblem(timeExit));
}

function breakEvenRefusal({ group, terms }: Judged): GroupRefusal | undefined {
  if (terms.isBreakEven === undefined) return undefined;
  if (group.isStopMoved) return used('The stop has moved to break-even.');
  if (!terms.isBreakEven) return undefined;
  if (terms.trail ?? group.trail)
    return invalid('A stop moves to break-even, or trails from a profit, not both.');
  return refusalOf(breakEvenProblem(group));
}

const AT_ONCE: Readonly<Record<GroupCause, string>> = {
  Condition:
    'The condition holds now, so the order would be sent: cancel it and send it without a condition.',
  Trail: 'The last trade is at or beyond the start of the trail.',
  TimeExit: 'The time of the exit has passed.',
  Lapsed: 'The order would end.',
};

/** A change never acts at once: a level that was dragged too far would send an order, or close a position, that the holder did not mean. */
function atOnceRefusal({ book, group, terms, view }: Judged): GroupRefusal | undefined {
  const changed: BookGroup = { ...group, ...withTerms(group, terms, view.nowMs) };
  const causes: readonly GroupCause[] = [
    ...(terms.condition ? ['Condition' as const] : []),
    ...(terms.trail ? ['Trail' as const] : []),
    ...(terms.timeExit ? ['TimeExit' as const] : []),
  ];
  for (const wait of waitsOf(book, changed)) {
    if (!causes.includes(wait.cause)) continue;
    const prices = wait.kind === 'price' ? view.prices(wait.symbol) : undefined;
    const isReached =
      wait.kind === 'time' ? wait.timeMs <= view.nowMs : prices !== undefined && isPriceReached(wait, prices);
    if (isReached) return { code: GroupError.TriggersAtOnce, detail: AT_ONCE[wait.cause] };
  }
  const first = membersIn(group, 'Target').find(({ index }) => index === 0);
  return terms.isBreakEven && isComplete({ member: first })
    ? { code: GroupError.TriggersAtOnce, detail: 'The first target is filled already.' }
    : undefined;
}
