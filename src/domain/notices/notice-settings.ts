import {
  CHANNEL_KINDS,
  NOTICE_KIND_TRAITS,
  NOTICE_KINDS,
  type ChannelKind,
  type NoticeKind,
  type QuietMode,
} from './notice.ts';
import { isTimeZone, type QuietHours } from './quiet-hours.ts';

/** Which notices a user receives by which channel, and when not. */
export interface NoticeSettings {
  readonly channels: Readonly<Record<NoticeKind, readonly ChannelKind[]>>;
  readonly quiet: QuietHours;
  readonly quietModes: Readonly<Record<NoticeKind, QuietMode>>;
}

/** The settings of a user who has stored none: everything by every channel that is set up, no quiet hours. */
export const DEFAULT_NOTICE_SETTINGS: NoticeSettings = {
  channels: {
    Alert: CHANNEL_KINDS,
    Fill: CHANNEL_KINDS,
    Reject: CHANNEL_KINDS,
    Disconnect: CHANNEL_KINDS,
    Guard: CHANNEL_KINDS,
  },
  quiet: { isOn: false, fromMinutes: 22 * 60, toMinutes: 7 * 60, timeZone: 'America/New_York' },
  quietModes: { Alert: 'Hold', Fill: 'Send', Reject: 'Send', Disconnect: 'Send', Guard: 'Send' },
};

/** Settings that were stored, also by a release that had fewer kinds: those kinds have the default. */
export const readNoticeSettings = (stored: NoticeSettings): NoticeSettings => ({
  ...stored,
  channels: { ...DEFAULT_NOTICE_SETTINGS.channels, ...stored.channels },
  quietModes: { ...DEFAULT_NOTICE_SETTINGS.quietModes, ...stored.quietModes },
});

/** Why settings cannot be stored, as a sentence for the user; undefined when they can. */
export function noticeSettingsProblem({ quiet, quietModes }: NoticeSettings): string | undefined {
  const lost = NOTICE_KINDS.find((kind) => quietModes[kind] === 'Drop' && !NOTICE_KIND_TRAITS[kind].mayDrop);
  if (lost !== undefined)
    return `"${NOTICE_KIND_TRAITS[lost].label}" cannot be dropped in quiet hours. Choose to hold or to send it.`;
  if (!isTimeZone(quiet.timeZone)) return 'The time zone of the quiet hours is unknown. Choose another one.';
  if (quiet.fromMinutes === quiet.toMinutes)
    return 'Quiet hours begin and end at the same time. Enter two different times.';
  return undefined;
}
