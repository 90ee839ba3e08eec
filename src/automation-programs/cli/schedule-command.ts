import type { RouteAnswer, RouteBody } from '../../automation-client/index.ts';
import { SCHEDULE_DAYS, type ScheduleDay } from '../../domain/strategy/schedule-terms.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';
import { accountOf } from './account-of.ts';
import {
  refuseExtra,
  usageError,
  type Command,
  type CommandArguments,
  type CommandContext,
} from './command.ts';
import { strategyOf } from './run-commands.ts';

type Schedule = NonNullable<RouteAnswer<'runSchedule'>['schedule']>;
type ScheduleTerms = RouteBody<'runScheduleSet'>;

/** What the arguments request of a schedule. */
type Request = { readonly kind: 'show' | 'off' | 'remove' } | { readonly kind: 'set'; terms: ScheduleTerms };

interface ScheduleCall {
  readonly strategy: string;
  readonly runId: string;
  readonly named: string | undefined;
  readonly request: Request;
  readonly isConfirmed: boolean;
  readonly isJson: boolean;
}

/** `tapedeck schedule`: shows, sets, switches off or removes the schedule of a live run. */
export const schedule: Command = {
  options: {
    account: { type: 'string' },
    start: { type: 'string' },
    stop: { type: 'string' },
    days: { type: 'string' },
    off: { type: 'boolean' },
    remove: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    json: { type: 'boolean' },
  },
  prepare(args) {
    const [strategy, [runId, ...extra]] = strategyOf(args);
    if (runId === undefined) throw usageError('Name the run: tapedeck runs lists the ids.');
    refuseExtra(extra);
    const call: ScheduleCall = {
      strategy,
      runId,
      named: args.account().account,
      request: requestOf(args),
      isConfirmed: args.flag('yes'),
      isJson: args.flag('json'),
    };
    return async (context) => {
      const { print } = context;
      const shown = await perform(context, call);
      print(call.isJson ? JSON.stringify({ id: runId, schedule: shown }, null, 2) : scheduleText(shown));
      return ExitCode.Done;
    };
  },
};

/** Makes the calls; resolves with the schedule that the run has then, null for none. */
async function perform(context: CommandContext, call: ScheduleCall): Promise<Schedule | null> {
  const { client, signal } = context;
  const { strategy, runId, named, request } = call;
  const params = { strategy, runId, ...(named === undefined ? {} : { account: named }) };
  switch (request.kind) {
    case 'show':
      return (await client.call('runSchedule', { params, signal })).schedule;
    case 'remove':
      await client.call('runScheduleRemove', { params, signal });
      return null;
    case 'off': {
      const { schedule: before } = await client.call('runSchedule', { params, signal });
      if (before === null) throw new CommandError(ExitCode.Refused, `The run ${runId} has no schedule.`);
      const { days, start, stop } = before;
      const body = { isOn: false, days, start, stop };
      return (await client.call('runScheduleSet', { params, body, signal })).schedule;
    }
    case 'set': {
      await confirmSet(context, call, request.terms);
      return (await client.call('runScheduleSet', { params, body: request.terms, signal })).schedule;
    }
  }
}

/** A schedule sends orders without its user: it is confirmed as a start is. Throws a CommandError when it is not. */
async function confirmSet(
  context: CommandContext,
  { strategy, runId, named, isConfirmed }: ScheduleCall,
  { days, start, stop }: ScheduleTerms,
): Promise<void> {
  const { confirm, warn } = context;
  if (!isConfirmed && confirm === undefined)
    throw usageError('There is no terminal to confirm the schedule at: add --yes to set it.');
  const { account, kind } = await accountOf(context, named);
  const text = `Run ${runId} of ${strategy} starts by itself on the ${kind} account ${account}: ${daysText(days ?? SCHEDULE_DAYS)} ${start} to ${stop}, New York time`;
  if (isConfirmed) warn(text);
  else if (!(await confirm?.(`${text}\nSet this schedule?`)))
    throw new CommandError(ExitCode.Refused, 'The schedule was not set.');
}

function requestOf(args: CommandArguments): Request {
  const [start, stop, days] = [args.text('start'), args.text('stop'), args.text('days')];
  const [isOff, isRemoved] = [args.flag('off'), args.flag('remove')];
  const isSet = start !== undefined || stop !== undefined || days !== undefined;
  if (Number(isOff) + Number(isRemoved) + Number(isSet) > 1)
    throw usageError('Set the times, or state --off, or --remove.');
  if (isOff) return { kind: 'off' };
  if (isRemoved) return { kind: 'remove' };
  if (!isSet) return { kind: 'show' };
  if (start === undefined || stop === undefined) throw usageError('A schedule needs --start and --stop.');
  return {
    kind: 'set',
    terms: {
      start: timeOfDay('start', start),
      stop: timeOfDay('stop', stop),
      ...(days === undefined ? {} : { days: daysOf(days) }),
    },
  };
}

function timeOfDay(option: string, text: string): string {
  if (/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)) return text;
  throw usageError(`--${option} ${text} is no time of day, such as 09:31.`);
}

/** Days by their first three letters, in the order of the week: `mon,tue`. */
function daysOf(text: string): ScheduleDay[] {
  const named = text.split(',').map((part) => part.trim().toLowerCase());
  const short = (day: ScheduleDay): string => day.slice(0, 3).toLowerCase();
  const unknown = named.find((name) => !SCHEDULE_DAYS.some((day) => short(day) === name));
  if (unknown !== undefined) throw usageError(`--days ${text}: the days are mon, tue, wed, thu and fri.`);
  return SCHEDULE_DAYS.filter((day) => named.includes(short(day)));
}

const daysText = (days: readonly ScheduleDay[]): string => days.map((day) => day.slice(0, 3)).join(', ');

function scheduleText(shown: Schedule | null): string {
  if (shown === null) return 'The run has no schedule.';
  const { isOn, days, start, stop, next, problem } = shown;
  const times = `${daysText(days)} ${start} to ${stop}, New York time`;
  return [
    isOn ? times : `Off (${times})`,
    ...(next === null ? [] : [`Next ${next.action}: ${next.time}`]),
    ...(problem === '' ? [] : [problem]),
  ].join('\n');
}
