import { formatISO } from 'date-fns/formatISO';
import { UTC } from '../../domain/calendar/zones.ts';
import { makeResetLink, RESET_LINK_MS } from '../identity/reset-link.ts';
import { UsageError, type AdminContext } from './admin-context.ts';
import { existingUser } from './user-commands.ts';

/** Stands for the address of the server when that is not configured. */
const UNKNOWN_ADDRESS = 'https://ADDRESS/';

/** Runs `reset-link USER`: prints a link with which the user sets a new password, once. */
export async function runResetLinkCommand(name: string | undefined, context: AdminContext): Promise<void> {
  if (name === undefined) throw new UsageError('reset-link: name the user.');
  const user = await existingUser(name, context);
  if (user.isDisabled)
    throw new Error(`${user.userName} is disabled and could not use the link. Enable the user first.`);
  const token = await makeResetLink(context.repositories, user.userId, context.nowMs);
  const { publicUrl, print } = context;
  const until = formatISO(context.nowMs + RESET_LINK_MS, { in: UTC });
  print(`${publicUrl?.href ?? UNKNOWN_ADDRESS}ResetPassword#${token}`);
  print(
    `With this link ${user.userName} sets a new password, once, until ${until}. It is shown only now; an earlier link is no longer valid.`,
  );
  if (!publicUrl)
    print(
      `Replace ${UNKNOWN_ADDRESS} with the address at which the user opens Tapedeck, or set TAPEDECK_PUBLIC_URL.`,
    );
}
