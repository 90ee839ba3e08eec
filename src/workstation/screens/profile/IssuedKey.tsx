import { useEffect, useRef, useState } from 'react';
import type { IssuedApiKey } from '../../../client/types.ts';
import { Button, copyText } from '../../../ui/index.ts';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';

/** A new API key, shown once. */
export function IssuedKey({
  issued,
  onDone,
}: {
  readonly issued: IssuedApiKey;
  readonly onDone: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [message, setMessage] = useState('');
  useEffect(() => heading.current?.focus(), []);
  const copy = async () =>
    setMessage(
      (await copyText(document, issued.key))
        ? 'The key was copied.'
        : 'The browser does not allow copying. Select the key and copy it by hand.',
    );
  return (
    <section className={styles.section} aria-labelledby="issued-key">
      <h2 id="issued-key" ref={heading} tabIndex={-1} className={shared.heading}>
        Your new key
      </h2>
      <p>It is shown only now: the server stores no more than its hash. A lost key is rotated or replaced.</p>
      <p className={styles.secret}>
        <code>{issued.key}</code>
      </p>
      <div className={shared.row}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button tone="primary" onClick={onDone}>
          I have kept the key
        </Button>
      </div>
      <p className={shared.muted} role="status">
        {message}
      </p>
    </section>
  );
}
