import type { RouteAnswer } from '../../automation-client/index.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';
import { accountOf } from './account-of.ts';
import { refuseExtra, usageError, wholeNumber, type Command, type CommandArguments } from './command.ts';
import { LIST_OPTIONS, listForm, printItems } from './print-items.ts';
import { warnOfLostAnswer } from './lost-answer.ts';
import type { Column } from './tables.ts';

type Run = RouteAnswer<'run'>;

const MAX_VERSION = 1_000_000;
const MAX_SHARES = 1_000_000_000;

const RUN_COLUMNS: readonly Column<Run>[] = [
  { header: 'Run', cell: ({ id }) => id },
  { header: 'Symbol', cell: ({ symbol }) => symbol },
  { header: 'Status', cell: ({ status }) => status },
  { header: 'Net P&L', cell: ({ returns }) => returns?.netProfit ?? null, isFigure: true },
  { header: 'Trades', cell: ({ returns }) => returns?.tradeCount ?? null, isFigure: true },
  { header: 'Started', cell: ({ started }) => started },
  { header: 'Next step', cell: ({ schedule }) => nextStepText(schedule?.next ?? null) },
  { header: 'Finished', cell: ({ finished }) => finished },
  { header: 'Message', cell: ({ message }) => message },
];

const nextStepText = (next: NonNullable<Run['schedule']>['next']): string | null =>
  next === null ? null : `${next.action} ${next.time}`;

/** The strategy that the arguments name, and what follows it. Throws a CommandError without one. */
export function strategyOf({ positionals }: CommandArguments): readonly [string, readonly string[]] {
  const [strategy, ...rest] = positionals;
  if (strategy === undefined) throw usageError('Name the strategy.');
  return [strategy, rest];
}

/** `tapedeck runs`: the live runs of a strategy. */
export const runs: Command = {
  options: { ...LIST_OPTIONS, account: { type: 'string' } },
  prepare(args) {
    const [strategy, rest] = strategyOf(args);
    refuseExtra(rest);
    const [form, account] = [listForm(args), args.account()];
    return async (context) => {
      const { client, signal } = context;
      const { items } = await client.call('runs', { params: { strategy, ...account }, signal });
      printItems(context, form, RUN_COLUMNS, items);
      return ExitCode.Done;
    };
  },
};

/** `tapedeck run`: starts a live run once it is confirmed. */
export const run: Command = {
  options: {
    account: { type: 'string' },
    version: { type: 'string' },
    param: { type: 'string', multiple: true },
    shares: { type: 'string' },
    dollars: { type: 'string' },
    'max-loss': { type: 'string' },
    'max-orders': { type: 'string' },
    'max-position': { type: 'string' },
    'close-position': { type: 'boolean' },
    resume: { type: 'boolean' },
    key: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
    json: { type: 'boolean' },
  },
  prepare(args) {
    const [strategy, rest] = strategyOf(args);
    refuseExtra(rest);
    const terms = termsOf(args);
    const { account: named } = args.account();
    const idempotencyKey = args.idempotencyKey();
    const [isConfirmed, isJson] = [args.flag('yes'), args.flag('json')];
    return async (context) => {
      const { client, signal, confirm, print, warn } = context;
      if (!isConfirmed && confirm === undefined)
        throw usageError('There is no terminal to confirm the start at: add --yes to start the run.');
      const { account, kind } = await accountOf(context, named);
      const text = `${strategy} trades live on the ${kind} account ${account}, until it is stopped`;
      if (isConfirmed) warn(text);
      else if (!(await confirm?.(`${text}\nStart this run?`)))
        throw new CommandError(ExitCode.Refused, 'The run was not started.');
      const call = { params: { strategy }, body: { account, ...terms }, idempotencyKey, signal };
      const started = await client.call('runStart', call).catch((error: unknown) => {
        warnOfLostAnswer(
          error,
          warn,
          'the run was started',
          `--key ${idempotencyKey}: no second run is started.`,
        );
        throw error;
      });
      print(isJson ? JSON.stringify(started, null, 2) : `Run ${started.id} is started (${started.status}).`);
      return ExitCode.Done;
    };
  },
};

function termsOf(args: CommandArguments) {
  const version = args.count('version', MAX_VERSION);
  const parameters = args.texts('param').join('\n');
  const shares = args.text('shares');
  const dollars = amountOf(args, 'dollars');
  const guards = guardsOf(args);
  return {
    ...(version === undefined ? {} : { version }),
    ...(parameters === '' ? {} : { parameters }),
    ...(shares === undefined ? {} : { maxShares: wholeNumber('--shares', shares, MAX_SHARES) }),
    ...(dollars === undefined ? {} : { maxDollars: dollars }),
    ...(guards === undefined ? {} : { guards }),
    ...(args.flag('resume') ? { atRestart: 'resume' as const } : {}),
  };
}

function amountOf(args: CommandArguments, option: string): string | undefined {
  const amount = args.text(option);
  if (amount !== undefined && !/^\d{1,12}(\.\d{1,4})?$/.test(amount))
    throw usageError(`--${option} ${amount} is no amount, such as 50000.`);
  return amount;
}

/** The guards that the options state; undefined without any. */
function guardsOf(args: CommandArguments) {
  const maxLoss = amountOf(args, 'max-loss');
  const orders = args.text('max-orders');
  const position = args.text('max-position');
  const closePosition = args.flag('close-position');
  if (maxLoss === undefined && orders === undefined && position === undefined) {
    if (closePosition)
      throw usageError('--close-position needs a guard: --max-loss, --max-orders or --max-position.');
    return undefined;
  }
  return {
    ...(maxLoss === undefined ? {} : { maxLoss }),
    ...(orders === undefined ? {} : { maxOrdersPerMinute: wholeNumber('--max-orders', orders, 3_000) }),
    ...(position === undefined ? {} : { maxPosition: wholeNumber('--max-position', position, MAX_SHARES) }),
    closePosition,
  };
}

/** `tapedeck stop`: stops a live run. */
export const stop: Command = {
  options: { account: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    const [strategy, [runId, ...extra]] = strategyOf(args);
    if (runId === undefined) throw usageError('Name the run: tapedeck runs lists the ids.');
    refuseExtra(extra);
    const [account, isJson] = [args.account(), args.flag('json')];
    return async ({ client, signal, print }) => {
      const stopped = await client.call('runStop', { params: { strategy, runId, ...account }, signal });
      print(
        isJson
          ? JSON.stringify(stopped, null, 2)
          : `Run ${runId} stops: its open orders are cancelled, its positions stay.`,
      );
      return ExitCode.Done;
    };
  },
};
