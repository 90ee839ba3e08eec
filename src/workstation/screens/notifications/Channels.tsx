import { useState } from 'react';
import type { NotificationCalls, NotificationChannel, Outcome } from '../../../client/types.ts';
import { AlertDialog, Button, copyText } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import { Row, Section } from '../profile/page-parts.tsx';
import profileStyles from '../profile/Profile.module.css';
import shared from '../Screens.module.css';
import styles from './Notifications.module.css';
import { CHANNEL_LABELS } from './notification-labels.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

/** What a dialog is about: the URL of the webhook, its secret, or the removal of a channel. */
type Question = 'url' | 'rotate' | NotificationChannel;

const nameOf = ({ kind }: NotificationChannel): string => CHANNEL_LABELS[kind].toLowerCase();

/** The channels that the user has set up, with what can be done about each. */
export function Channels({
  channels,
  onChanged,
  onTested,
}: {
  readonly channels: readonly NotificationChannel[];
  readonly onChanged: () => void;
  readonly onTested: () => void;
}) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { message, error, run } = useChannelCall();
  const webhook = channels.find(({ kind }) => kind === 'Webhook');
  const test = (channel: NotificationChannel) =>
    run(
      (calls) => calls.test(channel.id),
      `A test was sent by ${nameOf(channel)}. The log below shows the result.`,
    ).then(onTested);
  function changed(next: string | null) {
    setSecret(next);
    onChanged();
  }
  const rotate = () =>
    run(async (calls) => {
      const outcome = await calls.rotateSecret();
      if (outcome.ok) changed(outcome.secret);
      return outcome;
    }, 'The webhook has a new secret.');
  const remove = (channel: NotificationChannel) =>
    run((calls) => calls.removeChannel(channel.id), `The ${nameOf(channel)} was removed.`).then(onChanged);
  return (
    <>
      <Section
        id="notifications-channels"
        title="Channels"
        foot={<CallResult message={message} error={error} />}
      >
        <WebhookRow webhook={webhook} onTest={(channel) => void test(channel)} onQuestion={setQuestion} />
      </Section>
      {secret === null ? null : <Secret secret={secret} onClose={() => setSecret(null)} />}
      {question === 'url' ? (
        <WebhookDialog
          url={webhook?.label ?? null}
          onDone={(next) => {
            setQuestion(null);
            if (next !== undefined) changed(next);
          }}
        />
      ) : null}
      {question === null || question === 'url' ? null : (
        <ConfirmDialog
          question={question}
          onAnswer={(isYes) => {
            setQuestion(null);
            if (isYes) void (question === 'rotate' ? rotate() : remove(question));
          }}
        />
      )}
    </>
  );
}

function WebhookRow({
  webhook,
  onTest,
  onQuestion,
}: {
  readonly webhook: NotificationChannel | undefined;
  readonly onTest: (webhook: NotificationChannel) => void;
  readonly onQuestion: (question: Question) => void;
}) {
  const actions: readonly (readonly [label: string, run: () => void])[] =
    webhook === undefined
      ? [['Set up', () => onQuestion('url')]]
      : [
          ['Test', () => onTest(webhook)],
          ['New secret', () => onQuestion('rotate')],
          ['Change', () => onQuestion('url')],
          ['Remove', () => onQuestion(webhook)],
        ];
  return (
    <Row
      name="Webhook"
      action={
        <span className={styles.actions}>
          {actions.map(([label, run]) => (
            <LinkButton key={label} label={label} about="webhook" onClick={run} />
          ))}
        </span>
      }
    >
      {webhook?.label ?? 'Not set up'}
    </Row>
  );
}

function ConfirmDialog({
  question,
  onAnswer,
}: {
  readonly question: 'rotate' | NotificationChannel;
  readonly onAnswer: (isYes: boolean) => void;
}) {
  return question === 'rotate' ? (
    <AlertDialog
      isOpen
      title="New secret"
      message="The present secret stops working at once. The receiver needs the new one before it can check signatures again."
      yes="Make a new secret"
      no="Cancel"
      onAnswer={onAnswer}
    />
  ) : (
    <AlertDialog
      isOpen
      title={`Remove ${nameOf(question)}`}
      message={`${question.label}: notifications that wait for it are dropped.`}
      yes="Remove"
      no="Cancel"
      isDestructive
      onAnswer={onAnswer}
    />
  );
}

/** Runs calls one after another, and keeps the result of the last. */
function useChannelCall() {
  const { platform } = useDesk();
  const [result, setResult] = useState<{ readonly message: string; readonly error: string }>({
    message: '',
    error: '',
  });
  async function run(call: (calls: NotificationCalls) => Promise<Outcome>, message: string): Promise<void> {
    setResult({ message: '', error: '' });
    const outcome = await call(await platform.notifications());
    setResult(outcome.ok ? { message, error: '' } : { message: '', error: outcome.message });
  }
  return { ...result, run };
}

function CallResult({ message, error }: { readonly message: string; readonly error: string }) {
  return (
    <>
      <p className={shared.muted} role="status">
        {message}
      </p>
      {error === '' ? null : (
        <p className={shared.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

function LinkButton({
  label,
  about,
  onClick,
}: {
  readonly label: string;
  readonly about: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={profileStyles.linkButton}
      aria-label={`${label}: ${about}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <section className={styles.secret} aria-label="Secret of the webhook">
      <p>
        Copy the secret now: it is not shown again. The receiver checks the signature of each call with it.
      </p>
      <code>{secret}</code>
      <span className={styles.actions}>
        <Button onClick={() => void copyText(document, secret).then(setCopied)}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </span>
    </section>
  );
}
