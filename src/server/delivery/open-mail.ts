import type { MailConfig } from './config.ts';
import type { MailSender } from './mail-sender.ts';

/** Its library is read only by servers that send mail. */
export async function openMail(config: MailConfig): Promise<MailSender> {
  const { MailSender: Sender } = await import('./mail-sender.ts');
  return new Sender(config);
}
