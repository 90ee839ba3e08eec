import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { areGatesRequired } from '../algostream/gates/gate-requirement.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { AuditEntry } from '../storage/audit-store.ts';
import { listAccounts, type ListedAccount } from './account-commands.ts';
import { UsageError, type AdminFlags } from './admin-context.ts';
import { listApiKeys, type ListedApiKey } from './api-key-commands.ts';
import { audited, commandText } from './audit.ts';
import { parseCommandLine, type CommandLine } from './command-line.ts';
import { listClosings, type ListedClosing } from './closing-commands.ts';
import { commandOf } from './commands.ts';
import { listLimits, type ListedLimit } from './limit-commands.ts';
import { listSessions, type ListedSession } from './session-commands.ts';
import { killSwitches } from './switch-commands.ts';
import { routeRules, symbolRules } from './symbol-commands.ts';
import { listUsers, type ListedUser } from './user-list.ts';

/** The user who gives a command, and from where. */
export interface Administrator {
  readonly userName: string;
  readonly address: string;
  /** The address of the workstation in the browser, ending in a slash. */
  readonly publicUrl: URL | undefined;
}

/** Why a command was not run. `usage`: not understood. `lockout`: it would lock its administrator out. `failed`: it could not be done. */
export interface AdminRefusal {
  readonly reason: 'usage' | 'lockout' | 'failed';
  readonly message: string;
}

/** What stands in the way of trading: kill switches, the rules of symbols and routes, and what a live start of a strategy needs. */
export interface Restrictions {
  readonly isServerSwitchOn: boolean;
  readonly accountSwitches: readonly string[];
  readonly symbols: readonly { readonly name: string; readonly text: string }[];
  readonly routes: readonly { readonly name: string; readonly text: string }[];
  /** Whether a strategy starts live only with passed checks. */
  readonly areStrategyChecksRequired: boolean;
}

/** The newest entries of the audit trail are listed. */
const MAX_LISTED_ENTRIES = 2_000;

/** Commands that an administrator may give in the browser; those about files, the journal and passwords need the machine. */
const TOPICS: ReadonlySet<string> = new Set([
  'user',
  'reset-link',
  'account',
  'session',
  'api-key',
  'limits',
  'kill-switch',
  'strategy-checks',
  'restrict',
  'borrow',
  'country',
  'route',
  'closing',
]);
const FLAGS: ReadonlySet<string> = new Set<keyof AdminFlags>(['live', 'cash', 'account']);
/** Commands about a user that would lock an administrator out who gives them about their own user. */
const LOCKING_VERBS: ReadonlySet<string> = new Set(['disable', 'expires', 'permissions', 'administrator']);

/** Administration in the browser: the commands of the command line, with the same checks and the same audit trail. */
export class AdminService {
  readonly #repositories: Repositories;
  readonly #hostMs: () => number;
  readonly #log: (line: string) => void;
  readonly #oidcIssuer: URL | undefined;

  /** `oidcIssuer`: the provider of OpenID Connect, if there is one. */
  constructor(
    repositories: Repositories,
    hostMs: () => number,
    log: (line: string) => void,
    oidcIssuer?: URL,
  ) {
    this.#oidcIssuer = oidcIssuer;
    this.#repositories = repositories;
    this.#hostMs = hostMs;
    this.#log = log;
  }

  users(): Promise<ListedUser[]> {
    return listUsers(this.#repositories);
  }

  accounts(): Promise<ListedAccount[]> {
    return listAccounts({ repositories: this.#repositories });
  }

  limits(): Promise<ListedLimit[]> {
    return listLimits({ repositories: this.#repositories });
  }

  sessions(): Promise<ListedSession[]> {
    return listSessions(this.#repositories, this.#hostMs());
  }

  /** API keys of all users that can still be used, the newest first. */
  apiKeys(): Promise<ListedApiKey[]> {
    return listApiKeys(this.#repositories, this.#hostMs());
  }

  async restrictions(): Promise<Restrictions> {
    const context = { repositories: this.#repositories };
    const [switches, symbols, routes, areStrategyChecksRequired] = await Promise.all([
      killSwitches(context),
      symbolRules(context),
      routeRules(context),
      areGatesRequired(this.#repositories.system),
    ]);
    const { isServerOn: isServerSwitchOn, accounts: accountSwitches } = switches;
    return { isServerSwitchOn, accountSwitches, symbols, routes, areStrategyChecksRequired };
  }

  /** Closings of the exchanges beside the rules, by date. */
  closings(): Promise<ListedClosing[]> {
    return listClosings(this.#repositories.system);
  }

  /** The entries at or after a time (host UTC ms), the newest first; at most `MAX_LISTED_ENTRIES`. */
  async audit(sinceMs: number): Promise<readonly AuditEntry[]> {
    const entries = await this.#repositories.audit.since(sinceMs);
    return entries.slice(-MAX_LISTED_ENTRIES).reverse();
  }

  /** Runs a command, given as the parts of its command line; resolves with the lines that it prints. */
  async run(
    parts: readonly string[],
    administrator: Administrator,
  ): Promise<Result<readonly string[], AdminRefusal>> {
    try {
      const line = parseCommandLine(parts);
      const refusal = refusalOf(line, administrator);
      return refusal === undefined ? ok(await this.#execute(line, administrator)) : err(refusal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof UsageError) return err({ reason: 'usage', message });
      this.#log(`A command of an administrator failed: ${message}`);
      return err({ reason: 'failed', message });
    }
  }

  async #execute(
    { topic, verb, args, flags }: CommandLine,
    { userName, address, publicUrl }: Administrator,
  ): Promise<readonly string[]> {
    const nowMs = this.#hostMs();
    const lines: string[] = [];
    const entry = {
      actor: `${userName} from ${address}`,
      command: commandText([topic, verb, ...args], flags),
      nowMs,
    };
    const context = {
      repositories: this.#repositories,
      nowMs,
      publicUrl,
      oidcIssuer: this.#oidcIssuer,
      print: (line: string): void => void lines.push(line),
      // Passwords are not taken from the browser: `refusalOf` has refused the flags that read them.
      readStdin: async (): Promise<string> => '',
    };
    await audited(this.#repositories.audit, entry, async () =>
      commandOf(topic)?.(verb, args, flags, context),
    );
    return lines;
  }
}

function refusalOf(
  { topic, verb, args, flags }: CommandLine,
  { userName }: Administrator,
): AdminRefusal | undefined {
  if (topic === undefined || !TOPICS.has(topic) || (topic === 'user' && verb === 'password'))
    return { reason: 'usage', message: `This command is for the command line only: ${topic ?? ''}.` };
  const flag = Object.keys(flags).find((name) => !FLAGS.has(name));
  if (flag !== undefined)
    return { reason: 'usage', message: `This option is for the command line only: --${flag}.` };
  const isOwn = args[0]?.normalize('NFKC').toLowerCase() === userName.normalize('NFKC').toLowerCase();
  if (topic === 'user' && isOwn && LOCKING_VERBS.has(verb ?? ''))
    return {
      reason: 'lockout',
      message: 'This could lock you out. Have another administrator do it, or use the command line.',
    };
  return undefined;
}
