import { encode, type Body } from '../../../protocol/index.ts';
import type { AlertsService } from '../../alerts/alerts-service.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Logger } from '../../logging.ts';

/** What one trading connection hears and says of its user's alerts. A demo session has none on the server. */
export interface AlertFeed {
  /** The account is selected: the log is sent, then every firing as it happens. */
  start(principal: Principal): void;
  seen(body: Body<'alertFiringsSeen'>): Promise<void>;
  clear(body: Body<'alertFiringsClear'>): Promise<void>;
  stop(): void;
}

export function createAlertFeed(
  { alerts, logger }: { readonly alerts: AlertsService; readonly logger: Pick<Logger, 'error'> },
  send: (frame: string) => void,
): AlertFeed {
  let userId: string | undefined;
  let end = (): void => {};
  const sendLog = async (of: string): Promise<void> => {
    const { firings, seenSerial } = await alerts.log(of);
    if (userId === of) send(encode('alertFirings', { Items: [...firings], SeenUpTo: seenSerial }));
  };
  return {
    start(principal) {
      end();
      userId = principal.isDemo ? undefined : principal.userId;
      if (userId === undefined) return;
      const of = userId;
      // Listening comes first: a firing between the two is sent twice and known by its serial, never missed.
      end = alerts.listen(of, (firing) => send(encode('alertFired', firing)));
      sendLog(of).catch((error: unknown) =>
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
