import { formatISO } from 'date-fns/formatISO';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { UTC } from '../../domain/calendar/zones.ts';
import { randomUUID } from 'node:crypto';
import { ADMINISTRATOR, ALL_PERMISSIONS, hasPermission, Permission } from '../../domain/permissions.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { isCommonPassword } from '../identity/common-passwords.ts';
import { isTrivialPassword, MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from '../identity/new-password.ts';
import { generatePassword, hashPassword } from '../identity/passwords.ts';
import { parseIssuer } from '../identity/oidc/oidc-config.ts';
import { isUserName } from '../identity/user-name.ts';
import type { UserRecord } from '../storage/repositories.ts';
import { UsageError, type AdminContext, type AdminFlags } from './admin-context.ts';
import { onOff } from './limit-values.ts';
import { listUsers } from './user-list.ts';

/** Runs `user …`. */
export async function runUserCommand(
  verb: string | undefined,
  args: readonly string[],
  flags: AdminFlags,
  context: AdminContext,
): Promise<void> {
  const [name, value] = args;
  if (verb === 'list') return list(context);
  const change = verb !== undefined && Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  if (!change) throw new UsageError(`There is no command: user ${verb ?? ''}.`);
  if (name === undefined) throw new UsageError(`user ${verb ?? ''}: a user name is missing.`);
  return change(name, value, { args, flags, context });
}

/** The parts of a command line beside the name of the user and the value after it. */
interface ChangeParts {
  readonly args: readonly string[];
  readonly flags: AdminFlags;
  readonly context: AdminContext;
}

const CHANGES: Readonly<
  Record<string, (name: string, value: string | undefined, parts: ChangeParts) => Promise<void>>
> = {
  create: (name, _value, { flags, context }) => create(name, flags, context),
  password: (name, _value, { flags, context }) => setPassword(name, flags, context),
  permissions: (name, value, { context }) => setPermissions(name, value, context),
  administrator: (name, value, { context }) => setAdministrator(name, value, context),
  disable: (name, _value, { context }) => setDisabled(name, true, context),
  enable: (name, _value, { context }) => setDisabled(name, false, context),
  expires: (name, value, { context }) => setExpiry(name, value, context),
  'one-machine': (name, value, { context }) => setOneMachine(name, value, context),
  'two-step': (name, value, { context }) => turnTwoStepOff(name, value, context),
  passkeys: (name, value, { context }) => removePasskeys(name, value, context),
  'link-oidc': (name, _value, { args, context }) => linkOidc(name, args.slice(1), context),
  'unlink-oidc': (name, _value, { context }) => unlinkOidc(name, context),
};

/** The user of that name; demo users are made and removed by the server alone. */
export async function existingUser(name: string, { repositories }: AdminContext): Promise<UserRecord> {
  const user = await repositories.users.byName(name);
  if (!user || user.isDemo) throw new Error(`There is no user ${name}. "user list" shows all.`);
  return user;
}

async function create(name: string, flags: AdminFlags, context: AdminContext): Promise<void> {
  if (!isUserName(name))
    throw new UsageError(
      'A user name has 2 to 64 letters, digits, dots, underscores, hyphens or @ signs, and starts with a letter or digit.',
    );
  const { password, isGenerated } = await chosenPassword(flags, context);
  await context.repositories.users.create({
    userId: randomUUID(),
    userName: name,
    passwordHash: await hashPassword(password),
    permissionMask: ALL_PERMISSIONS,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  });
  context.print(
    `User ${name} created with all permissions. Accounts are opened apart: account create ${name}, or on the tab Accounts of the administration.`,
  );
  if (isGenerated) context.print(`Password (shown only now): ${password}`);
}

async function setPassword(name: string, flags: AdminFlags, context: AdminContext): Promise<void> {
  const user = await existingUser(name, context);
  const { password, isGenerated } = await chosenPassword(flags, context);
  await context.repositories.users.update(user.userId, { passwordHash: await hashPassword(password) });
  await context.repositories.resetLinks.removeOfUser(user.userId);
  const ended = await context.repositories.sessions.revokeOfUser(user.userId, context.nowMs);
  // The old password may have been known to others, who could have created keys with it.
  const revoked = await context.repositories.apiKeys.revokeOfUser(user.userId, context.nowMs);
  context.print(`Password of ${user.userName} changed${endedText(ended)}${revokedText(revoked)}.`);
  if (isGenerated) context.print(`Password (shown only now): ${password}`);
}

async function setPermissions(name: string, text: string | undefined, context: AdminContext): Promise<void> {
  if (text === undefined)
    throw new UsageError('user permissions: name the permissions (a mask, names with commas, all, or none).');
  const permissionMask = parsePermissions(text);
  const user = await existingUser(name, context);
  await context.repositories.users.update(user.userId, { permissionMask });
  context.print(
    `Permissions of ${user.userName}: ${permissionText(permissionMask)}. They apply to open connections within seconds.`,
  );
}

/** The right alone: the permissions of tools stay as they are. */
async function setAdministrator(
  name: string,
  text: string | undefined,
  context: AdminContext,
): Promise<void> {
  const isAdministrator = onOff('user administrator', text);
  const user = await existingUser(name, context);
  const permissionMask = isAdministrator
    ? user.permissionMask | ADMINISTRATOR
    : user.permissionMask & ~ADMINISTRATOR;
  await context.repositories.users.update(user.userId, { permissionMask });
  context.print(
    isAdministrator
      ? `${user.userName} is an administrator: the administration pages and the speed of a replay are open to this user.`
      : `${user.userName} is not an administrator any more.`,
  );
}

async function setDisabled(name: string, isDisabled: boolean, context: AdminContext): Promise<void> {
  const user = await existingUser(name, context);
  await context.repositories.users.update(user.userId, { isDisabled });
  // Who is disabled must not come back through an earlier link once enabled.
  if (isDisabled) await context.repositories.resetLinks.removeOfUser(user.userId);
  const ended = isDisabled ? await context.repositories.sessions.revokeOfUser(user.userId, context.nowMs) : 0;
  context.print(`User ${user.userName} ${isDisabled ? 'disabled' : 'enabled'}${endedText(ended)}.`);
}

async function setExpiry(name: string, text: string | undefined, context: AdminContext): Promise<void> {
  const expiresAtMs = text === 'never' ? null : parseDay(text);
  const user = await existingUser(name, context);
  await context.repositories.users.update(user.userId, { expiresAtMs });
  context.print(
    expiresAtMs === null
      ? `User ${user.userName} never expires.`
      : `User ${user.userName} expires on ${text ?? ''}.`,
  );
}

async function setOneMachine(name: string, text: string | undefined, context: AdminContext): Promise<void> {
  if (text !== 'on' && text !== 'off') throw new UsageError('user one-machine: say on or off.');
  const user = await existingUser(name, context);
  await context.repositories.users.update(user.userId, { isOneMachine: text === 'on' });
  context.print(
    text === 'on'
      ? `User ${user.userName} may be signed in on one machine at a time.`
      : `User ${user.userName} may be signed in on several machines at a time.`,
  );
}

/** The user turns it on; an administrator can only remove it, for a user who has lost app and recovery codes. */
async function turnTwoStepOff(name: string, text: string | undefined, context: AdminContext): Promise<void> {
  if (text !== 'off') throw new UsageError('user two-step: say off. Users turn it on in their profile.');
  const user = await existingUser(name, context);
  if (!(await context.repositories.secondFactors.turnOff(user.userId)))
    throw new Error(`${user.userName} has no two-step sign-in.`);
  context.print(`${user.userName} signs in with the password alone from now on. Open sessions stay.`);
}

/** For a user whose device is stolen, or who cannot sign in to remove its passkey. */
async function removePasskeys(name: string, text: string | undefined, context: AdminContext): Promise<void> {
  if (text !== 'none') throw new UsageError('user passkeys: say none. Users add them in their profile.');
  const user = await existingUser(name, context);
  const count = await context.repositories.passkeys.removeOfUser(user.userId);
  context.print(
    `${user.userName} has no passkeys any more (${count} removed). Open sessions stay; user disable ends them.`,
  );
}

/** For a user whose account at the provider of OpenID Connect is known, so that nothing has to be linked at a sign-in. */
async function linkOidc(
  name: string,
  [subject, issuerText]: readonly string[],
  context: AdminContext,
): Promise<void> {
  if (subject === undefined || subject.length > 255)
    throw new UsageError(
      'user link-oidc: name the subject, which the login and the log show at a refused sign-in.',
    );
  const issuer = issuerText === undefined ? context.oidcIssuer : parseIssuer(issuerText);
  if (!issuer)
    throw new UsageError(
      'user link-oidc: set TAPEDECK_OIDC_ISSUER as for the server, or add the https address of the provider.',
    );
  const user = await existingUser(name, context);
  const { oidcIdentities } = context.repositories;
  const link = { issuer: issuer.href, subject, userId: user.userId, linkedAtMs: context.nowMs };
  if (!(await oidcIdentities.link(link)))
    throw new Error(`${subject} is linked to a user already. user unlink-oidc removes the links of a user.`);
  context.print(`${user.userName} signs in as ${subject} of ${issuer.href}.`);
}

async function unlinkOidc(name: string, context: AdminContext): Promise<void> {
  const user = await existingUser(name, context);
  const count = await context.repositories.oidcIdentities.removeOfUser(user.userId);
  context.print(
    `${user.userName} is linked to no account of a provider any more (${count} removed). Open sessions stay; user disable ends them.`,
  );
}

async function list({ repositories, print }: AdminContext): Promise<void> {
  const users = await listUsers(repositories);
  if (users.length === 0) print('There are no users yet.');
  for (const user of users) {
    const state = user.isDisabled ? 'disabled' : 'enabled';
    const expiry =
      user.expiresAtMs === null
        ? ''
        : `  expires ${formatISO(user.expiresAtMs, { representation: 'date', in: UTC })}`;
    print(
      [
        `${user.userName}  ${state}${expiry}`,
        ...(user.isOneMachine ? ['one machine'] : []),
        ...(user.hasSecondFactor ? ['two-step'] : []),
        ...(user.isLinked ? ['oidc'] : []),
        permissionText(user.permissionMask),
      ].join('  '),
    );
  }
}

async function chosenPassword(
  flags: AdminFlags,
  context: AdminContext,
): Promise<{ password: string; isGenerated: boolean }> {
  if (flags.password !== undefined && flags['password-stdin'])
    throw new UsageError('Use --password or --password-stdin, not both.');
  if (flags.password === undefined && !flags['password-stdin'])
    return { password: generatePassword(), isGenerated: true };
  const password = flags.password ?? (await context.readStdin()).replace(/\r?\n$/, '');
  if (password.length < MIN_PASSWORD_CHARS || password.length > MAX_PASSWORD_CHARS)
    throw new UsageError(`A password has ${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters.`);
  if (isTrivialPassword(password) || (await isCommonPassword(password)))
    throw new UsageError(
      'This password is too easy to guess: use one that is not blank, repeated or common.',
    );
  return { password, isGenerated: false };
}

/** A mask, or names with commas; `all` is every tool, `none` alone is nothing. */
function parsePermissions(text: string): number {
  if (text === 'none') return 0;
  if (/^\d+$/.test(text)) {
    const mask = Number(text);
    if (!hasPermission(EVERY_BIT, mask) || mask > EVERY_BIT)
      throw new UsageError(`${text} has bits that are no permission; all together are ${EVERY_BIT}.`);
    return mask;
  }
  return text.split(',').reduce((mask, part) => {
    const wanted = part.trim().toLowerCase();
    if (wanted === 'all') return mask | ALL_PERMISSIONS;
    const found = NAMED_BITS.find(([name]) => name.toLowerCase() === wanted);
    if (!found)
      throw new UsageError(
        `There is no permission ${part.trim()}. The names are: ${NAMED_BITS.map(([name]) => name).join(', ')}.`,
      );
    return mask | found[1];
  }, 0);
}

const EVERY_BIT = ALL_PERMISSIONS | ADMINISTRATOR;
const NAMED_BITS: readonly (readonly [name: string, bit: number])[] = [
  ...Object.entries(Permission),
  ['Administrator', ADMINISTRATOR],
];

function permissionText(mask: number): string {
  if (mask === 0) return 'none (0)';
  const hasAll = hasPermission(mask, ALL_PERMISSIONS);
  const names = NAMED_BITS.filter(([, bit]) => hasPermission(mask, bit))
    .filter(([, bit]) => !hasAll || !hasPermission(ALL_PERMISSIONS, bit))
    .map(([name]) => name);
  return `${[...(hasAll ? ['all'] : []), ...names].join(',')} (${mask})`;
}

function parseDay(text: string | undefined): number {
  const day = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? parseISO(text, { in: UTC }) : null;
  if (day === null || !isValid(day))
    throw new UsageError('user expires: name a day as YYYY-MM-DD, or never.');
  return day.getTime();
}

/** How many API keys a change revoked, as the end of a message. */
function revokedText(revoked: number): string {
  if (revoked === 0) return '';
  return revoked === 1 ? '; 1 API key revoked' : `; ${revoked} API keys revoked`;
}

/** How many sessions a change ended, as the end of a message. */
export function endedText(ended: number): string {
  if (ended === 0) return '';
  return ended === 1 ? '; 1 session ended' : `; ${ended} sessions ended`;
}
