import type { ChannelKind, NoticeKind, NoticeSettings } from '../../domain/notices/index.ts';
import type { Outcome } from '../readable.ts';

/** A way out of the browser that the user has set up. */
export interface NotificationChannel {
  readonly id: string;
  readonly kind: ChannelKind;
  /** A URL, a mail address, or the name of a browser. */
  readonly label: string;
  readonly isVerified: boolean;
}
/** Which notices leave the browser, and by which channels. */
export interface NotificationsState {
  readonly settings: NoticeSettings;
  readonly channels: readonly NotificationChannel[];
  /** Kinds of channels that the server offers. */
  readonly offers: readonly ChannelKind[];
  /** The key with which a browser subscribes, base64url. */
  readonly pushKey: string;
}
/** A notice for one channel. Times are UTC ms of the server's clock. */
export interface NotificationDelivery {
  readonly id: string;
  readonly timeMs: number;
  readonly kind: NoticeKind | 'Test';
  readonly channel: ChannelKind;
  readonly title: string;
  readonly state: 'Waiting' | 'Delivered' | 'Failed' | 'Dropped';
  readonly attempts: number;
  /** null once it has ended. */
  readonly dueMs: number | null;
  /** Of the last attempt, or the reason of a drop; empty when there was none. */
  readonly error: string;
}
/** Outcome of setting up a webhook. `secret` is null when the webhook keeps the one it has. */
export type WebhookOutcome =
  { readonly ok: true; readonly secret: string | null } | { readonly ok: false; readonly message: string };
/** The calls about notices that leave the browser. All but `load` and `deliveries` are refused in a demo, and none of the others rejects. */
export interface NotificationCalls {
  /** Rejects with an Error whose message can be shown. */
  load(): Promise<NotificationsState>;
  store(settings: NoticeSettings): Promise<Outcome>;
  setWebhook(url: string): Promise<WebhookOutcome>;
  rotateSecret(): Promise<WebhookOutcome>;
  /** Mails a code to an address, which confirms it. */
  setMail(address: string): Promise<Outcome>;
  confirmMail(code: string): Promise<Outcome>;
  /** Adds this browser by its push subscription. `p256dh` and `auth` are its keys, base64url. */
  addBrowser(subscription: {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  }): Promise<Outcome>;
  removeChannel(id: string): Promise<Outcome>;
  /** Sends a test by a channel; the deliveries show the result. */
  test(id: string): Promise<Outcome>;
  /** The newest first. Rejects with an Error whose message can be shown. */
  deliveries(): Promise<readonly NotificationDelivery[]>;
  /** Sends a delivery that waits or has failed again, now. */
  retry(id: string): Promise<Outcome>;
}
