import { parseArgs } from 'node:util';
import { ACCOUNT_ATTRIBUTES } from './account-risk-commands.ts';
import { UsageError, type AdminFlags } from './admin-context.ts';

/** Words that may follow a command: by topic and verb, else by topic, else by verb, else one. */
const MAX_POSITIONALS: Readonly<Record<string, number>> = {
  list: 0,
  permissions: 2,
  expires: 2,
  'one-machine': 2,
  administrator: 2,
  'two-step': 2,
  passkeys: 2,
  cash: 2,
  ...Object.fromEntries(ACCOUNT_ATTRIBUTES.map((verb) => [`account ${verb}`, 2])),
  'user link-oidc': 3,
  'limits set': 3,
  'limits clear': 2,
  'limits show': 1,
  'kill-switch': 0,
  'strategy-checks': 0,
  bust: 0,
  correct: 0,
  journal: 1,
  audit: 0,
  backup: 0,
  restore: 0,
  'delete-user': 0,
  'reset-link': 0,
  'closing add': 3,
  'session list': 1,
  'api-key list': 1,
};

function maxPositionals(topic: string, verb: string): number {
  return MAX_POSITIONALS[`${topic} ${verb}`] ?? MAX_POSITIONALS[topic] ?? MAX_POSITIONALS[verb] ?? 1;
}

/** A command line in its parts: `topic verb args… flags`. */
export interface CommandLine {
  readonly topic: string | undefined;
  readonly verb: string | undefined;
  readonly args: readonly string[];
  readonly flags: AdminFlags;
}

/** Parses a command line. Throws a UsageError for one that cannot be understood. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const negative = argv.find((word) => /^-\d/.test(word));
  if (negative !== undefined)
    throw new UsageError(
      `"${negative}" is below zero: numbers here are 0 or above.${
        argv[0] === 'correct' ? ` Write the net price of a spread as --price=${negative}.` : ''
      }`,
    );
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        password: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        live: { type: 'boolean' },
        cash: { type: 'string' },
        account: { type: 'string' },
        price: { type: 'string' },
        quantity: { type: 'string' },
        since: { type: 'string' },
        into: { type: 'string' },
        until: { type: 'string' },
        order: { type: 'string' },
        request: { type: 'string' },
        replace: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        yes: { type: 'boolean' },
        force: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const [topic, verb, ...args] = positionals;
    if (values.help || topic === undefined) return { topic: 'help', verb: undefined, args: [], flags: {} };
    if (topic !== 'help' && verb !== undefined && args.length > maxPositionals(topic, verb))
      throw new UsageError(`${topic} ${verb}: "${args.at(-1) ?? ''}" is one word too many.`);
    return { topic, verb, args, flags: values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [first = 'The command was not understood'] = (
      error instanceof Error ? error.message : String(error)
    ).split('\n');
    throw new UsageError(first.endsWith('.') ? first : `${first}.`);
  }
}
