import type { OwnSession } from '../../../client/types.ts';

const dateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Sign-in time in local time. Sessions last days, so the year is left out. */
const signedInLabel = ({ signedInMs }: Pick<OwnSession, 'signedInMs'>): string =>
  `signed in ${dateTime.format(signedInMs)}`;

/** Describes a session beside its browser: when it was last active, its sign-in time and its address. */
export function sessionLabel(session: OwnSession): string {
  const now = session.isThis
    ? 'This session'
    : session.isConnected
      ? 'Active now'
      : `Last seen ${dateTime.format(session.lastSeenMs)}`;
  return [now, signedInLabel(session), session.address === '' ? 'address unknown' : session.address].join(
    ' · ',
  );
}

/** Name of a session. The sign-in time distinguishes sessions of the same browser. */
export const sessionName = (session: OwnSession): string => `${session.browser}, ${signedInLabel(session)}`;
