import { isProxyRange } from '../http-kit/client-address.ts';
import type { VariableReader } from '../variable-reader.ts';

/** How notices leave the server. */
export interface DeliveryConfig {
  /** Addresses and CIDR ranges beside those of the internet to which the server may connect for users. */
  readonly allowedRanges: readonly string[];
  /** Undefined: there is no mail. */
  readonly mail: MailConfig | undefined;
}

/** The mail server through which mails are sent. */
export interface MailConfig {
  /** `smtp:` or `smtps:`, with user name and password where the mail server needs them. */
  readonly url: URL;
  /** Replaces the one of the URL; undefined: that stands. */
  readonly password: string | undefined;
  /** The sender, as in `Tapedeck <tapedeck@example.com>`. */
  readonly from: string;
}

/** Reads the settings of deliveries. */
export function readDeliveryConfig(variables: VariableReader): DeliveryConfig {
  return {
    allowedRanges: variables.read<readonly string[]>(
      'TAPEDECK_DELIVERY_ALLOW',
      [],
      'addresses or ranges of addresses with commas between them, such as 10.1.2.3,192.168.7.0/24',
      parseRanges,
    ),
    mail: readMailConfig(variables),
  };
}

function readMailConfig(variables: VariableReader): MailConfig | undefined {
  const url = variables.read(
    'TAPEDECK_SMTP_URL',
    undefined,
    'the address of a mail server, such as smtps://user@mail.example.com or smtp://127.0.0.1:25',
    parseMailUrl,
  );
  const from = variables.read(
    'TAPEDECK_MAIL_FROM',
    undefined,
    'a sender such as tapedeck@example.com or Tapedeck <tapedeck@example.com>',
    (text) => (/^(?:[^<>@"\\,;]{1,60} )?<?[^\s<>@,;]+@[^\s<>@,;]+>?$/.test(text) ? text : undefined),
  );
  const isGiven = (name: string): boolean => variables.given(name) !== undefined;
  if (isGiven('TAPEDECK_SMTP_URL') !== isGiven('TAPEDECK_MAIL_FROM'))
    variables.problems.push(
      `${isGiven('TAPEDECK_SMTP_URL') ? 'TAPEDECK_MAIL_FROM' : 'TAPEDECK_SMTP_URL'} must be set too: mail needs a mail server and a sender.`,
    );
  if (url === undefined || from === undefined) return undefined;
  return { url, from, password: variables.given('TAPEDECK_SMTP_PASSWORD') };
}

function parseMailUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return (url.protocol === 'smtp:' || url.protocol === 'smtps:') && url.hostname !== '' ? url : undefined;
}

function parseRanges(text: string): readonly string[] | undefined {
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isProxyRange) ? ranges : undefined;
}
