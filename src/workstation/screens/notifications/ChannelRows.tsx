import type { NotificationChannel } from '../../../client/types.ts';
import { canReceivePush } from './browser-push.ts';
import { Row } from '../profile/page-parts.tsx';
import profileStyles from '../profile/Profile.module.css';
import { CHANNEL_LABELS } from './notification-labels.ts';
import styles from './Notifications.module.css';

/** What a dialog is about: the URL of the webhook, its secret, a mail address, its code, or the removal of a channel. */
export type Question = 'url' | 'rotate' | 'address' | 'code' | NotificationChannel;

/** Name of a channel inside a sentence. */
export const channelName = ({ kind }: Pick<NotificationChannel, 'kind'>): string =>
  CHANNEL_LABELS[kind].toLowerCase();

interface RowProps {
  readonly channels: readonly NotificationChannel[];
  readonly onTest: (channel: NotificationChannel) => void;
  readonly onQuestion: (question: Question) => void;
}

type Action = readonly [label: string, run: () => void];

/** The webhook, or the way to set it up. */
export function WebhookRow({ channels, onTest, onQuestion }: RowProps) {
  const webhook = channels.find(({ kind }) => kind === 'Webhook');
  return (
    <ActionRow
      name="Webhook"
      actions={
        webhook === undefined
          ? [['Set up', () => onQuestion('url')]]
          : [
              ['Test', () => onTest(webhook)],
              ['New secret', () => onQuestion('rotate')],
              ['Change', () => onQuestion('url')],
              ['Remove', () => onQuestion(webhook)],
            ]
      }
    >
      {webhook?.label ?? 'Not set up'}
    </ActionRow>
  );
}

/** The mail address, the one that waits for its code, or the way to set one up. */
export function MailRow({
  channels,
  onTest,
  onQuestion,
  isOffered,
}: RowProps & { readonly isOffered: boolean }) {
  const addresses = channels.filter(({ kind }) => kind === 'Mail');
  const confirmed = addresses.find(({ isVerified }) => isVerified);
  const pending = addresses.find(({ isVerified }) => !isVerified);
  if (!isOffered) return <Row name="Mail">The operator of this server has not set up mail.</Row>;
  return (
    <>
      {pending !== undefined && confirmed === undefined ? null : (
        <ActionRow
          name="Mail"
          actions={
            confirmed === undefined
              ? [['Set up', () => onQuestion('address')]]
              : [
                  ['Test', () => onTest(confirmed)],
                  ['Change', () => onQuestion('address')],
                  ['Remove', () => onQuestion(confirmed)],
                ]
          }
        >
          {confirmed?.label ?? 'Not set up'}
        </ActionRow>
      )}
      {pending === undefined ? null : (
        <ActionRow
          name="Mail"
          about="unconfirmed mail"
          actions={[
            ['Enter code', () => onQuestion('code')],
            ['New code', () => onQuestion('address')],
            ['Remove', () => onQuestion(pending)],
          ]}
        >
          {`${pending.label}, not confirmed yet`}
        </ActionRow>
      )}
    </>
  );
}

/** The browsers that receive notifications, and the way to add this one. */
export function BrowserRows({
  channels,
  onTest,
  onQuestion,
  onAdd,
}: RowProps & { readonly onAdd: () => void }) {
  const browsers = channels.filter(({ kind }) => kind === 'Push');
  return (
    <>
      {browsers.map((browser, index) => (
        <ActionRow
          key={browser.id}
          name="Browser"
          about={`browser ${index + 1}, ${browser.label}`}
          actions={[
            ['Test', () => onTest(browser)],
            ['Remove', () => onQuestion(browser)],
          ]}
        >
          {browser.label}
        </ActionRow>
      ))}
      {canReceivePush() ? (
        <ActionRow name="Browser" about="browser" actions={[['Add this browser', onAdd]]}>
          Also while you are signed out
        </ActionRow>
      ) : (
        <Row name="Browser">This browser cannot receive notifications from this page. It needs https.</Row>
      )}
    </>
  );
}

function ActionRow({
  name,
  about = name.toLowerCase(),
  actions,
  children,
}: {
  readonly name: string;
  readonly about?: string;
  readonly actions: readonly Action[];
  readonly children: string;
}) {
  return (
    <Row
      name={name}
      action={
        <span className={styles.actions}>
          {actions.map(([label, run]) => (
            <button
              key={label}
              type="button"
              className={profileStyles.linkButton}
              aria-label={`${label}: ${about}`}
              onClick={run}
            >
              {label}
            </button>
          ))}
        </span>
      }
    >
      {children}
    </Row>
  );
}
