import { useState } from 'react';
import type { NotificationCalls, NotificationChannel, Outcome } from '../../../client/types.ts';
import type { ChannelKind } from '../../../domain/notices/notice.ts';
import { AlertDialog, Button, copyText } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import { Section } from '../profile/page-parts.tsx';
import shared from '../Screens.module.css';
import { subscribeBrowser } from './browser-push.ts';
import { BrowserRows, channelName, MailRow, WebhookRow, type Question } from './ChannelRows.tsx';
import { MailDialog } from './MailDialog.tsx';
import styles from './Notifications.module.css';
import { WebhookDialog } from './WebhookDialog.tsx';

/** The channels that the user has set up, with what can be done about each. */
export function Channels({
  channels,
  offers,
  pushKey,
  onChanged,
  onTested,
}: {
  readonly channels: readonly NotificationChannel[];
  /** Kinds of channels that the server offers. */
  readonly offers: readonly ChannelKind[];
  /** The key with which a browser subscribes. */
  readonly pushKey: string;
  readonly onChanged: () => void;
  readonly onTested: () => void;
}) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { message, error, secret, showSecret, test, rotate, remove, addBrowser } = useChannelActions({
    pushKey,
    onChanged,
    onTested,
  });
  const rows = {
    channels,
    onTest: (channel: NotificationChannel) => void test(channel),
    onQuestion: setQuestion,
  };
  return (
    <>
      <Section
        id="notifications-channels"
        title="Channels"
        foot={<CallResult message={message} error={error} />}
      >
        <WebhookRow {...rows} />
        <MailRow {...rows} isOffered={offers.includes('Mail')} />
        {offers.includes('Push') ? <BrowserRows {...rows} onAdd={() => void addBrowser()} /> : null}
      </Section>
      {secret === null ? null : <Secret secret={secret} onClose={() => showSecret(null)} />}
      {question === null ? null : (
        <QuestionDialog
          question={question}
          url={channels.find(({ kind }) => kind === 'Webhook')?.label ?? null}
          onClose={() => setQuestion(null)}
          onSecret={(next) => {
            showSecret(next);
            onChanged();
          }}
          onMailed={onChanged}
          onConfirmed={(confirmed) => void (confirmed === 'rotate' ? rotate() : remove(confirmed))}
        />
      )}
    </>
  );
}

function QuestionDialog({
  question,
  url,
  onClose,
  onSecret,
  onMailed,
  onConfirmed,
}: {
  readonly question: Question;
  readonly url: string | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: string | null) => void;
  readonly onMailed: () => void;
  readonly onConfirmed: (question: 'rotate' | NotificationChannel) => void;
}) {
  switch (question) {
    case 'url':
      return (
        <WebhookDialog
          url={url}
          onDone={(secret) => {
            onClose();
            if (secret !== undefined) onSecret(secret);
          }}
        />
      );
    case 'address':
    case 'code':
      return (
        <MailDialog
          isCodeSent={question === 'code'}
          onClose={() => {
            onClose();
            // Also after Cancel: a code may have been sent.
            onMailed();
          }}
        />
      );
    default:
      return (
        <ConfirmDialog
          question={question}
          onAnswer={(isYes) => {
            onClose();
            if (isYes) onConfirmed(question);
          }}
        />
      );
  }
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
      title={`Remove ${channelName(question)}`}
      message={`${question.label}: notifications that wait for it are dropped.`}
      yes="Remove"
      no="Cancel"
      isDestructive
      onAnswer={onAnswer}
    />
  );
}

/** What can be done about channels, and the result of the last action. */
function useChannelActions({
  pushKey,
  onChanged,
  onTested,
}: {
  readonly pushKey: string;
  readonly onChanged: () => void;
  readonly onTested: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const { message, error, run } = useChannelCall();
  const test = (channel: NotificationChannel) =>
    run(
      (calls) => calls.test(channel.id),
      `A test was sent by ${channelName(channel)}. The log below shows the result.`,
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
    run((calls) => calls.removeChannel(channel.id), `The ${channelName(channel)} was removed.`).then(
      onChanged,
    );
  const addBrowser = () =>
    run(async (calls) => {
      const subscribed = await subscribeBrowser(pushKey);
      return subscribed.ok ? calls.addBrowser(subscribed.subscription) : subscribed;
    }, 'This browser receives notifications.').then(onChanged);
  return { message, error, secret, showSecret: setSecret, test, rotate, remove, addBrowser };
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
    <div className={styles.result}>
      <p className={shared.muted} role="status">
        {message}
      </p>
      {error === '' ? null : (
        <p className={shared.error} role="alert">
          {error}
        </p>
      )}
    </div>
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
