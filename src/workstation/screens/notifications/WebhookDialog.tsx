import { useState } from 'react';
import type { WebhookOutcome } from '../../../client/types.ts';
import { Button, Dialog, DialogActions, Spinner, TextField } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import { useCall } from '../profile/page-parts.tsx';
import shared from '../Screens.module.css';
import styles from './Notifications.module.css';

const MAX_URL_CHARS = 500;

/** Sets the URL of the webhook. `onDone` receives the secret of a new webhook, null when it keeps the one it has, undefined after Cancel. */
export function WebhookDialog({
  url: known,
  onDone,
}: {
  readonly url: string | null;
  readonly onDone: (secret: string | null | undefined) => void;
}) {
  const { platform } = useDesk();
  const call = useCall();
  const [url, setUrl] = useState(known ?? '');
  const [isMissing, setMissing] = useState(false);
  const isBusy = call.state === 'under way';
  async function submit() {
    setMissing(url.trim() === '');
    if (url.trim() === '') return;
    await call.run(async () => {
      const outcome: WebhookOutcome = await (await platform.notifications()).setWebhook(url.trim());
      if (outcome.ok) onDone(outcome.secret);
      return outcome;
    });
  }
  return (
    <Dialog isOpen title="Webhook" width={460} closesOutside={false} onClose={() => onDone(undefined)}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="URL"
          name="url"
          type="url"
          maxLength={MAX_URL_CHARS}
          data-autofocus=""
          placeholder="https://example.com/hooks/tapedeck"
          hint="The server calls it with a signed JSON body for each notification."
          value={url}
          onChange={(next) => {
            setUrl(next);
            setMissing(false);
          }}
          error={isMissing ? 'Enter the URL of the receiver' : isBusy ? null : call.error}
        />
        <DialogActions>
          <span className={shared.row} role="status">
            {isBusy ? <Spinner label="Saving" /> : null}
          </span>
          <Button onClick={() => onDone(undefined)}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
