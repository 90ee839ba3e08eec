import type { ServerConfig } from '../config.ts';
import { MailedResets, type MailedResetsDeps } from '../identity/mailed-resets.ts';
import { MailSender } from './mail-sender.ts';

/** Reset links by mail; undefined without a mail server, or when the address that the links lead to is not configured. */
export const openMailedResets = (
  { delivery: { mail }, publicUrl }: Pick<ServerConfig, 'delivery' | 'publicUrl'>,
  deps: Omit<MailedResetsDeps, 'mail' | 'publicUrl'>,
): MailedResets | undefined =>
  mail && publicUrl && new MailedResets({ ...deps, mail: new MailSender(mail), publicUrl });
