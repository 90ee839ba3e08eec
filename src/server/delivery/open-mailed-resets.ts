import type { ServerConfig } from '../config.ts';
import { MailedResets, type MailedResetsDeps } from '../identity/mailed-resets.ts';
import { openMail } from './open-mail.ts';

/** Reset links by mail; undefined without a mail server, or when the address that the links lead to is not configured. */
export async function openMailedResets(
  { delivery: { mail }, publicUrl }: Pick<ServerConfig, 'delivery' | 'publicUrl'>,
  deps: Omit<MailedResetsDeps, 'mail' | 'publicUrl'>,
): Promise<MailedResets | undefined> {
  if (!mail || !publicUrl) return undefined;
  return new MailedResets({ ...deps, mail: await openMail(mail), publicUrl });
}
