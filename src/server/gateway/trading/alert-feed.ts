import { encode, type Body } from '../../../protocol/index.ts';
import type { AlertsService } from '../../alerts/alerts-service.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Logger } from '../../logging.ts';

/** The alert messages of one trading connection. A demo session has no alerts on the server: nothing is sent to it, and its messages change nothing. */
export interface AlertFeed {
  /** Call when the account is selected: sends the log, then every firing once it is stored. */
  start(principal: Principal): void;
  /** Marks the firings up to a serial as seen. */
  seen(body: Body<'alertFiringsSeen'>): Promise<void>;
  /** Clears the log up to a serial and sends what remains. */
  clear(body: Body<'alertFiringsClear'>): Promise<void>;
  /** Ends the subscription; the account is no longer selected. */
  stop(): void;
}

export function createAlertFeed(
  { alerts, logger }: { readonly alerts: AlertsService; readonly logger: Pick<Logger, 'error'> },
  send: (frame: string) => void,
): AlertFeed {
  let userId: string | undefined;
  let end = (): void => {};
  const sendLog = async (logUserId: string): Promise<void> => {
    const { firings, seenSerial } = await alerts.log(logUserId);
    if (userId === logUserId) send(encode('alertFirings', { Items: [...firings], SeenUpTo: seenSerial }));
  };
  return {
    start(principal) {
      end();
      userId = principal.isDemo ? undefined : principal.userId;
      if (userId === undefined) return;
      // Subscribe before the log is read, so that no firing is missed. A firing between the two is sent twice; the client drops the second by its serial.
      end = alerts.listen(userId, (firing) => send(encode('alertFired', firing)));
      sendLog(userId).catch((error: unknown) =>
        logger.error({ err: error }, 'the log of alerts could not be sent'),
      );
    },
    async seen({ UpTo }) {
      if (userId !== undefined) await alerts.markSeen(userId, UpTo);
    },
    async clear({ UpTo }) {
      if (userId === undefined) return;
      await alerts.clear(userId, UpTo);
      await sendLog(userId);
    },
    stop() {
      end();
      end = () => {};
      userId = undefined;
    },
  };
}
