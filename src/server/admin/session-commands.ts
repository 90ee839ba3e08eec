import { formatISO } from 'date-fns/formatISO';
import { UTC } from '../../domain/calendar/zones.ts';
import type { Repositories, SessionRecord } from '../storage/repositories.ts';
import { UsageError, type AdminContext } from './admin-context.ts';
import { endedText, existingUser } from './user-commands.ts';

/** The newest sessions are listed; beyond this many an operator needs the database. */
const MAX_LISTED_SESSIONS = 5_000;
const SESSION_ID = /^[0-9a-f-]{36}$/;

/** A session that stands, with the name of its user. */
export interface ListedSession extends SessionRecord {
  readonly userName: string;
}

/** Runs `session list [USER]`, `session end ID` and `session end-all USER`. */
export async function runSessionCommand(
  verb: string | undefined,
  args: readonly string[],
  context: AdminContext,
): Promise<void> {
  const [name] = args;
  switch (verb) {
    case 'list':
      return list(name, context);
    case 'end':
      return end(name, context);
    case 'end-all':
      return endAll(name, context);
    default:
      throw new UsageError(`There is no command: session ${verb ?? ''}.`);
  }
}

/** The sessions that stand, demo sessions included, the newest sign-in first. */
export async function listSessions(
  { users, sessions }: Pick<Repositories, 'users' | 'sessions'>,
  nowMs: number,
): Promise<ListedSession[]> {
  const standing = await sessions.standing(nowMs, MAX_LISTED_SESSIONS);
  const names = new Map((await users.all()).map(({ userId, userName }) => [userId, userName]));
  return standing.map((session) => ({ ...session, userName: names.get(session.userId) ?? '' }));
}

async function list(name: string | undefined, context: AdminContext): Promise<void> {
  const user = name === undefined ? undefined : await existingUser(name, context);
  const sessions = (await listSessions(context.repositories, context.nowMs)).filter(
    ({ userId }) => user === undefined || userId === user.userId,
  );
  if (sessions.length === 0) context.print('There are no sessions.');
  for (const { sessionId, userName, createdAtMs, seen } of sessions) {
    const since = `since ${formatISO(createdAtMs, { in: UTC })}`;
    const seenText = seen
      ? `seen ${formatISO(seen.atMs, { in: UTC })} from ${seen.address === '' ? 'an unknown address' : seen.address}`
      : '';
    context.print([sessionId, userName, since, seenText].filter((part) => part !== '').join('  '));
  }
}

async function end(id: string | undefined, context: AdminContext): Promise<void> {
  if (id === undefined || !SESSION_ID.test(id))
    throw new UsageError('session end: name the session by its id. "session list" shows all.');
  const { sessions, users } = context.repositories;
  const session = await sessions.byId(id);
  if (!session || session.revokedAtMs !== null || session.expiresAtMs <= context.nowMs)
    throw new Error(`There is no session ${id}; it may have ended. "session list" shows all.`);
  await sessions.revoke(id, context.nowMs);
  const user = await users.byId(session.userId);
  context.print(
    `Session of ${user?.userName ?? 'a removed user'} ended. Its connections close within seconds.`,
  );
}

async function endAll(name: string | undefined, context: AdminContext): Promise<void> {
  if (name === undefined) throw new UsageError('session end-all: name the user.');
  const user = await existingUser(name, context);
  const ended = await context.repositories.sessions.revokeOfUser(user.userId, context.nowMs);
  context.print(
    ended === 0
      ? `${user.userName} has no sessions.`
      : `${user.userName} is signed out everywhere${endedText(ended)}.`,
  );
}
