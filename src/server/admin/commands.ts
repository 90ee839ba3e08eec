import { runAccountCommand } from './account-commands.ts';
import type { AdminContext, AdminFlags } from './admin-context.ts';
import { runApiKeyCommand } from './api-key-commands.ts';
import { runAuditCommand } from './audit.ts';
import { runClosingCommand } from './closing-commands.ts';
import { runExecutionCommand } from './execution-commands.ts';
import { runLimitsCommand } from './limit-commands.ts';
import { runSessionCommand } from './session-commands.ts';
import { runResetLinkCommand } from './sign-in-commands.ts';
import { runStrategyChecksCommand } from './strategy-check-commands.ts';
import { runKillSwitchCommand } from './switch-commands.ts';
import { runRouteCommand, runSymbolCommand } from './symbol-commands.ts';
import { runUserCommand } from './user-commands.ts';

/** A command over open storage. Throws a UsageError when it was not understood, an Error when it could not be done. */
export type Command = (
  verb: string | undefined,
  args: readonly string[],
  flags: AdminFlags,
  context: AdminContext,
) => Promise<void>;
const COMMANDS: Readonly<Record<string, Command>> = {
  user: runUserCommand,
  'reset-link': (user, _args, _flags, context) => runResetLinkCommand(user, context),
  account: runAccountCommand,
  session: (verb, args, _flags, context) => runSessionCommand(verb, args, context),
  'api-key': (verb, args, _flags, context) => runApiKeyCommand(verb, args, context),
  limits: (verb, args, _flags, context) => runLimitsCommand(verb, args, context),
  'kill-switch': (verb, _args, flags, context) => runKillSwitchCommand(verb, flags, context),
  'strategy-checks': (verb, _args, _flags, context) => runStrategyChecksCommand(verb, context),
  bust: (execution, _args, flags, context) => runExecutionCommand('bust', execution, flags, context),
  correct: (execution, _args, flags, context) => runExecutionCommand('correct', execution, flags, context),
  restrict: (symbol, args, _flags, context) => runSymbolCommand('restrict', symbol, args, context),
  borrow: (symbol, args, _flags, context) => runSymbolCommand('borrow', symbol, args, context),
  country: (symbol, args, _flags, context) => runSymbolCommand('country', symbol, args, context),
  route: (route, args, _flags, context) => runRouteCommand(route, args, context),
  closing: (verb, args, _flags, context) => runClosingCommand(verb, args, context),
  audit: (_verb, _args, flags, context) => runAuditCommand(flags.since, context),
};

/** The command of a topic; undefined when there is none. */
export const commandOf = (topic: string | undefined): Command | undefined =>
  topic !== undefined && Object.hasOwn(COMMANDS, topic) ? COMMANDS[topic] : undefined;

/** Commands that only show what is there. By topic and verb, since a verb may also be a symbol: `restrict show on`. */
const READING_COMMANDS: ReadonlySet<string> = new Set([
  'user list',
  'account list',
  'account show',
  'limits show',
  'kill-switch show',
  'strategy-checks show',
  'restrict list',
  'borrow list',
  'country list',
  'route list',
  'closing list',
  'session list',
  'api-key list',
  'audit',
]);

/** Whether a command only shows what is there. */
export const isReading = (topic: string, verb: string | undefined): boolean =>
  READING_COMMANDS.has(verb === undefined ? topic : `${topic} ${verb}`);
