import { CHANNEL_KINDS } from '../../domain/notices/index.ts';
import type { AlertsService } from '../alerts/alerts-service.ts';
import type { StrategyService } from '../algostream/service.ts';
import type { Brokerage } from '../brokerage/brokerage.ts';
import type { Clock } from '../clock.ts';
import { isUsable } from '../identity/usable-user.ts';
import type { Logger } from '../logging.ts';
import { createSecretBox } from '../secret-box.ts';
import type { Repositories } from '../storage/repositories.ts';
import { AddressRules } from './address-rules.ts';
import type { ChannelSender } from './channel-sender.ts';
import type { DeliveryConfig } from './config.ts';
import { DeliveryService, settingsOf } from './delivery-service.ts';
import { DeliveryWorker, type DeliveryObserver } from './delivery-worker.ts';
import { DisconnectWatch, RETURN_MS } from './disconnect-watch.ts';
import { openMail } from './open-mail.ts';
import { noticeOfDisconnect, noticeOfStrategyAlert } from './event-notices.ts';
import { createGuardedPost } from './guarded-post.ts';
import { MailSetup } from './mail-setup.ts';
import { NoticeSources } from './notice-sources.ts';
import { PushSender } from './push-sender.ts';
import { PushSetup } from './push-setup.ts';
import { UserChannels } from './user-channels.ts';
import { StoredVapidKeys } from './vapid-keys.ts';
import { WebhookSender } from './webhook-sender.ts';

/** Name of the system value with the key that encrypts the secrets of channels. */
const KEY_NAME = 'delivery-key';

/** What deliveries need from the rest of the server. */
export interface DeliveryDeps {
  readonly config: DeliveryConfig;
  readonly repositories: Repositories;
  readonly brokerage: Brokerage;
  readonly alerts: AlertsService;
  readonly strategies: Pick<StrategyService, 'listenToAlerts' | 'liveRunCount'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The address that browsers use; undefined when it is not known. */
  readonly publicUrl: URL | undefined;
  /** Undefined: deliveries are not counted. */
  readonly observe: DeliveryObserver | undefined;
  /** Time until a connection counts as lost, ms. */
  readonly returnMs?: number | undefined;
}

/** Starts the deliveries of notices. */
export async function startDeliveries(deps: DeliveryDeps): Promise<DeliveryService> {
  const { config, repositories, brokerage, alerts, clock, logger } = deps;
  const { deliveries: store, users, accounts } = repositories;
  const observe: DeliveryObserver = deps.observe ?? (() => {});
  const { hostMs } = clock;
  const rules = new AddressRules(config.allowedRanges);
  const secrets = createSecretBox(repositories.system, KEY_NAME);
  const mail = config.mail && (await openMail(config.mail));
  const post = createGuardedPost(rules);
  const keys = new StoredVapidKeys(repositories.system, secrets);
  const senders: Readonly<Record<string, ChannelSender>> = {
    Webhook: new WebhookSender({ post, secrets, hostMs }),
    ...(mail ? { Mail: mail } : {}),
    Push: new PushSender({ post, secrets, keys, subject: pushSubject(deps) }),
  };
  const sources: NoticeSources = new NoticeSources({
    store,
    accounts,
    firings: repositories.alerts,
    alerts,
    brokerage,
    exchangeMs: clock.exchangeMs,
    logger,
    onNotices: (...notices) => service.addNotices(...notices),
  });
  const worker = new DeliveryWorker({
    store,
    senderOf: (kind) => senders[kind],
    settingsOf: (userId) => settingsOf(store, userId),
    isUsable: async (userId) => {
      const user = await users.byId(userId);
      return user !== undefined && isUsable(user, hostMs());
    },
    removeChannel: async ({ userId, channelId }) => {
      await sources.change(userId, () => store.removeChannel(userId, channelId, hostMs()));
    },
    hostMs,
    random: Math.random,
    logger,
    observe,
  });
  const disconnects = watchDisconnects(deps, sources, (...notices) => service.addNotices(...notices));
  const channels = new UserChannels(store, secrets, hostMs);
  const service = new DeliveryService({
    store,
    channels,
    sources,
    worker,
    disconnects,
    offers: CHANNEL_KINDS.filter((kind) => kind in senders),
    mail: mail && new MailSetup({ store, channels, secrets, sources, mail, hostMs }),
    push: new PushSetup({ store, channels, sources, keys, mayBePlain: rules.hasAllowedRanges, hostMs }),
    mayBePlain: rules.hasAllowedRanges,
    observe,
    hostMs,
    logger,
  });
  await service.start();
  deps.strategies.listenToAlerts((alert) => {
    if (!sources.isWatched(alert.userId)) return;
    service
      .addNotices(alert.userId, [noticeOfStrategyAlert(alert)], [])
      .catch((error: unknown) =>
        logger.error({ err: error, userId: alert.userId }, 'an alert of a strategy could not be delivered'),
      );
  });
  return service;
}

/** Watches for lost connections of users with channels. */
function watchDisconnects(
  { repositories, brokerage, strategies, clock, logger, returnMs = RETURN_MS }: DeliveryDeps,
  sources: NoticeSources,
  addNotices: DeliveryService['addNotices'],
): DisconnectWatch {
  return new DisconnectWatch({
    hostMs: clock.hostMs,
    workOf: async (userId) => {
      const accounts = await repositories.accounts.ofUser(userId);
      const counts = accounts.map(({ account }) => openOrderCount(brokerage, account));
      return {
        openOrders: counts.reduce((sum, count) => sum + count, 0),
        liveRuns: strategies.liveRunCount(userId),
      };
    },
    isWatched: (userId) => sources.isWatched(userId),
    onLost: (userId, lostMs, work) => addNotices(userId, [noticeOfDisconnect(lostMs, work)], []),
    logger,
    returnMs,
  });
}

/** How a push service reaches the operator. Some services require an address that exists. */
function pushSubject({ publicUrl, config }: Pick<DeliveryDeps, 'publicUrl' | 'config'>): string {
  if (publicUrl?.protocol === 'https:') return publicUrl.origin;
  const [, address = 'tapedeck@localhost'] = /([^\s<>]+@[^\s<>]+)/.exec(config.mail?.from ?? '') ?? [];
  return `mailto:${address}`;
}

/** Open orders are in every view, whatever its time. */
const openOrderCount = (brokerage: Pick<Brokerage, 'accountView'>, account: string): number =>
  brokerage.accountView(account, Number.POSITIVE_INFINITY).orders.length;
