import type { OwnSession } from '../../../client/types.ts';

const dateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** When somebody signed in, in the time of this machine: sessions last days, so no year. */
const signedInWords = ({ signedInMs }: Pick<OwnSession, 'signedInMs'>): string =>
  `signed in ${dateTime.format(signedInMs)}`;

/** What is to be known of a session beside its browser. */
export function sessionWords(session: OwnSession): string {
  const now = session.isThis
    ? 'This session'
    : session.isConnected
      ? 'Active now'
      : `Last seen ${dateTime.format(session.lastSeenMs)}`;
  return [now, signedInWords(session), session.address === '' ? 'address unknown' : session.address].join(
    ' · ',
  );
}

/** Which session it is, where several may have the same browser. */
export const sessionName = (session: OwnSession): string => `${session.browser}, ${signedInWords(session)}`;
