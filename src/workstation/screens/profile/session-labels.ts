import { format } from 'date-fns/format';
import type { OwnSession } from '../../../client/types.ts';

/** Local time. Sessions last days, so the year is left out. */
const dateTime = (timeMs: number): string => format(timeMs, 'MMM d, HH:mm');

const signedInLabel = ({ signedInMs }: Pick<OwnSession, 'signedInMs'>): string =>
  `signed in ${dateTime(signedInMs)}`;

/** Describes a session beside its browser: when it was last active, its sign-in time and its address. */
export function sessionLabel(session: OwnSession): string {
  const now = session.isThis
    ? 'This session'
    : session.isConnected
      ? 'Active now'
      : `Last seen ${dateTime(session.lastSeenMs)}`;
  return [now, signedInLabel(session), session.address === '' ? 'address unknown' : session.address].join(
    ' · ',
  );
}

/** Name of a session. The sign-in time distinguishes sessions of the same browser. */
export const sessionName = (session: OwnSession): string => `${session.browser}, ${signedInLabel(session)}`;
