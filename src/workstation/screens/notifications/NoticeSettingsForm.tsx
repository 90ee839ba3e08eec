import { useState } from 'react';
import {
  CHANNEL_KINDS,
  NOTICE_KIND_TRAITS,
  NOTICE_KINDS,
  noticeSettingsProblem,
  QUIET_MODES,
  type ChannelKind,
  type NoticeKind,
  type NoticeSettings,
  type QuietMode,
} from '../../../domain/notices/index.ts';
import { Button, Checkbox, Select, Spinner, TextField } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import { useCall, type CallState } from '../profile/page-parts.tsx';
import profileStyles from '../profile/Profile.module.css';
import shared from '../Screens.module.css';
import styles from './Notifications.module.css';
import { CHANNEL_LABELS, QUIET_MODE_LABELS } from './notification-labels.ts';

const NEW_YORK = 'America/New_York';
const TIME_PATTERN = /^([01]?\d|2[0-3]):[0-5]\d$/;
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (text: string): number => {
  const [hours = '', minutes = ''] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
};

/** Which notices go by which of the channels that the server offers, and quiet hours. */
export function NoticeSettingsForm({
  stored,
  offers,
}: {
  readonly stored: NoticeSettings;
  readonly offers: readonly ChannelKind[];
}) {
  const { platform } = useDesk();
  const call = useCall();
  const [settings, setSettings] = useState(stored);
  const [times, setTimes] = useState({
    from: timeOf(stored.quiet.fromMinutes),
    to: timeOf(stored.quiet.toMinutes),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const isWrong = (text: string): boolean => !TIME_PATTERN.test(text.trim());
  const change = (part: Partial<NoticeSettings>) => setSettings({ ...settings, ...part });
  async function submit() {
    if (isWrong(times.from) || isWrong(times.to)) return;
    const { quiet } = settings;
    const wanted = {
      ...settings,
      quiet: { ...quiet, fromMinutes: minutesOf(times.from), toMinutes: minutesOf(times.to) },
    };
    const found = noticeSettingsProblem(wanted) ?? null;
    setProblem(found);
    if (found === null) await call.run(async () => (await platform.notifications()).store(wanted));
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <section className={profileStyles.section} aria-labelledby="notifications-kinds">
        <div className={profileStyles.sectionHead}>
          <h2 id="notifications-kinds">What is sent</h2>
        </div>
        <KindsTable settings={settings} offers={offers} onChange={change} />
      </section>
      <section className={profileStyles.section} aria-labelledby="notifications-quiet">
        <div className={profileStyles.sectionHead}>
          <h2 id="notifications-quiet">Quiet hours</h2>
        </div>
        <QuietHoursFields
          settings={settings}
          times={times}
          isWrong={isWrong}
          onChange={change}
          onTimes={setTimes}
        />
      </section>
      <SaveRow state={call.state} error={problem ?? call.error} />
    </form>
  );
}

function SaveRow({ state, error }: { readonly state: CallState; readonly error: string | null }) {
  const isBusy = state === 'under way';
  return (
    <>
      <div className={shared.row}>
        <div className={shared.error} role="alert">
          {error}
        </div>
        <span className={shared.row} role="status">
          {isBusy ? <Spinner label="Saving the notifications" /> : state === 'done' ? 'Saved' : null}
        </span>
      </div>
      <div className={shared.inBox}>
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          Save
        </Button>
      </div>
    </>
  );
}

interface PartProps {
  readonly settings: NoticeSettings;
  readonly onChange: (part: Partial<NoticeSettings>) => void;
}

function KindsTable({ settings, offers, onChange }: PartProps & { readonly offers: readonly ChannelKind[] }) {
  const { channels, quietModes } = settings;
  const toggle = (kind: NoticeKind, channel: ChannelKind, isOn: boolean) =>
    onChange({
      channels: {
        ...channels,
        [kind]: CHANNEL_KINDS.filter((each) => (each === channel ? isOn : channels[kind].includes(each))),
      },
    });
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {offers.map((channel) => (
            <th key={channel} scope="col">
              {CHANNEL_LABELS[channel]}
            </th>
          ))}
          <th scope="col">In quiet hours</th>
        </tr>
      </thead>
      <tbody>
        {NOTICE_KINDS.map((kind) => {
          const { label, mayDrop } = NOTICE_KIND_TRAITS[kind];
          return (
            <tr key={kind}>
              <td>{label}</td>
              {offers.map((channel) => (
                <td key={channel}>
                  <Checkbox
                    label={`${label} by ${CHANNEL_LABELS[channel].toLowerCase()}`}
                    isLabelHidden
                    isChecked={channels[kind].includes(channel)}
                    onChange={(isOn) => toggle(kind, channel, isOn)}
                  />
                </td>
              ))}
              <td className={styles.mode}>
                <Select<QuietMode>
                  label={`${label} in quiet hours`}
                  isLabelHidden
                  value={quietModes[kind]}
                  options={QUIET_MODES.filter((mode) => mode !== 'Drop' || mayDrop).map((value) => ({
                    value,
                    label: QUIET_MODE_LABELS[value],
                  }))}
                  onChange={(mode) => onChange({ quietModes: { ...quietModes, [kind]: mode } })}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface Times {
  readonly from: string;
  readonly to: string;
}

function QuietHoursFields({
  settings: { quiet },
  times,
  isWrong,
  onChange,
  onTimes,
}: PartProps & {
  readonly times: Times;
  readonly isWrong: (text: string) => boolean;
  readonly onTimes: (times: Times) => void;
}) {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([NEW_YORK, here, quiet.timeZone])];
  const field = (name: keyof Times, label: string) => (
    <div className={styles.clock}>
      <TextField
        label={label}
        name={name}
        placeholder="22:00"
        value={times[name]}
        onChange={(value) => onTimes({ ...times, [name]: value })}
        error={isWrong(times[name]) ? 'Enter a time such as 22:00' : null}
      />
    </div>
  );
  return (
    <>
      <Checkbox
        label="Every day has quiet hours"
        isChecked={quiet.isOn}
        onChange={(isOn) => onChange({ quiet: { ...quiet, isOn } })}
      />
      <div className={styles.quiet}>
        {field('from', 'From')}
        {field('to', 'To')}
        <div className={styles.zone}>
          <Select
            label="Time zone"
            value={quiet.timeZone}
            options={zones.map((value) => ({
              value,
              label: value === NEW_YORK ? 'New York (exchange)' : value.replaceAll('_', ' '),
            }))}
            onChange={(timeZone) => onChange({ quiet: { ...quiet, timeZone } })}
          />
        </div>
      </div>
    </>
  );
}
