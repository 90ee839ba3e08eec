import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { formatISO } from 'date-fns/formatISO';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { UTC } from '../../domain/calendar/zones.ts';
import type { AuditStore } from '../storage/audit-store.ts';
import { UsageError, type AdminContext, type AdminFlags } from './admin-context.ts';

const MAX_NAME_CHARS = 64;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Flags whose value must not be stored. */
const SECRET_FLAGS: ReadonlySet<string> = new Set(['password']);

/** A command that is recorded, and when and by whom it was run. */
export interface AuditedCommand {
  readonly actor: string;
  readonly command: string;
  readonly nowMs: number;
}

/** Runs a command with an entry in the audit trail. A command that cannot be recorded is not run. */
export async function audited(
  store: AuditStore,
  { actor, command, nowMs }: AuditedCommand,
  work: () => Promise<void>,
): Promise<void> {
  const entryId = randomUUID();
  await store.add({ entryId, atMs: nowMs, actor, command, outcome: 'unfinished' });
  try {
    await work();
  } catch (error) {
    await store.setOutcome(entryId, error instanceof UsageError ? 'refused' : 'failed');
    throw error;
  }
  await store.setOutcome(entryId, 'done');
}

/**
 * The operating-system user that runs this process, with the machine: `root@host`, or `ann as root@host` after sudo. TAPEDECK_ADMIN names the
 * administrator where several share an account: `Ann (root@host)`.
 */
export function actorOf(environment: Readonly<Record<string, string | undefined>>): string {
  const user = systemUser();
  const sudoUser = cleanName(environment['SUDO_USER']);
  const account = `${sudoUser === '' || sudoUser === user ? '' : `${sudoUser} as `}${user}@${hostname()}`;
  const name = cleanName(environment['TAPEDECK_ADMIN']);
  return name === '' ? account : `${name} (${account})`;
}

/** A container may run as a user id without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

const cleanName = (name = ''): string => name.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_NAME_CHARS);

/** The command line as it is stored: values of secret flags are left out. */
export function commandText(parts: readonly (string | undefined)[], flags: AdminFlags): string {
  const flagParts = Object.entries(flags).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || value === false) return [];
    if (SECRET_FLAGS.has(name)) return [`--${name}`, '(not stored)'];
    return typeof value === 'string' ? [`--${name}`, quoted(withoutPassword(value))] : [`--${name}`];
  });
  return [...parts.filter((part) => part !== undefined).map(quoted), ...flagParts].join(' ');
}

/** The address of a database without its password. */
const withoutPassword = (value: string): string =>
  value.replace(/^(\w+:\/\/[^\s/@:]*):[^\s/@]*@/, '$1:(not stored)@');

/** Parts with spaces, quotes or control characters in quotes, so that an entry is one line and the parts of the command stay apart. */
const quoted = (part: string): string => (/^[^\s"'\p{C}]+$/u.test(part) ? part : JSON.stringify(part));

/** Prints the audit trail, the oldest entry first. */
export async function runAuditCommand(since: string | undefined, context: AdminContext): Promise<void> {
  const sinceMs = since === undefined ? 0 : startOf(since, context.nowMs);
  const entries = await context.repositories.audit.since(sinceMs);
  if (entries.length === 0) {
    context.print(
      since === undefined
        ? 'No command has changed anything yet.'
        : `No command has changed anything since ${since}.`,
    );
    return;
  }
  for (const { atMs, outcome, actor, command } of entries)
    context.print(`${formatISO(atMs, { in: UTC })}  ${outcome.padEnd(10)}  ${actor}  ${command}`);
}

/** The time that `--since` names, UTC ms. */
function startOf(since: string, nowMs: number): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(since) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs !== undefined) return nowMs - Number(count) * unitMs;
  const time = parseISO(since, { in: UTC });
  if (isValid(time)) return time.getTime();
  throw new UsageError(
    `--since: "${since}" is no time. Write 2026-03-14, 2026-03-14T09:30:00Z, or how long ago: 30m, 24h, 7d.`,
  );
}
