/**
 * Events that leave the browser. `Disconnect`: the user's last connection was lost while orders worked or a strategy ran. `Guard`: a guard
 * closed and locked an account.
 */
export const NOTICE_KINDS = ['Alert', 'Fill', 'Reject', 'Disconnect', 'Guard'] as const;
/** A kind of event that leaves the browser. */
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What the settings offer for a kind. */
export interface NoticeKindTraits {
  readonly label: string;
  /** Whether quiet hours may drop it. The others are held or sent, because they concern the account. */
  readonly mayDrop: boolean;
}

/** The traits of each kind. */
export const NOTICE_KIND_TRAITS: Readonly<Record<NoticeKind, NoticeKindTraits>> = {
  Alert: { label: 'Alert fired', mayDrop: true },
  Fill: { label: 'Order filled', mayDrop: false },
  Reject: { label: 'Order rejected', mayDrop: false },
  Disconnect: { label: 'Connection lost', mayDrop: false },
  Guard: { label: 'Account closed by a guard', mayDrop: false },
};

/** Ways out of the browser. */
export const CHANNEL_KINDS = ['Webhook', 'Mail', 'Push'] as const;
/** A way out of the browser. */
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What happens in quiet hours: a notice is sent all the same, held until they end, or dropped. */
export const QUIET_MODES = ['Send', 'Hold', 'Drop'] as const;
/** What happens to a notice in quiet hours. */
export type QuietMode = (typeof QUIET_MODES)[number];

/** A value of a notice for programs: a number in the unit of its name, a text, or null where there is none. */
export type NoticeFact = string | number | null;

/** An event to deliver. */
export interface Notice {
  /** Derived from the event, unique among the user's notices: the same event has the same id however often it is read. */
  readonly noticeId: string;
  /** `Test`: the user tests a channel. */
  readonly kind: NoticeKind | 'Test';
  /** UTC ms: exchange time of alerts and orders, host time of the others. */
  readonly atMs: number;
  /** A line, such as `Bought 100 SPY at 100.02`. */
  readonly title: string;
  /** One or two sentences. */
  readonly text: string;
  readonly facts: Readonly<Record<string, NoticeFact>>;
}
