import { useEffect, useRef, useState } from 'react';
import { Button, copyText, saveFile } from '../../../ui/index.ts';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';

const FILE_NAME = 'tapedeck-recovery-codes.txt';

/** New recovery codes, shown once, with ways to keep them. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [message, setMessage] = useState('');
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = async () =>
    setMessage(
      (await copyText(document, text))
        ? 'The codes were copied.'
        : 'The browser does not allow copying. Select the codes and copy them by hand.',
    );
  return (
    <section className={styles.section} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" ref={heading} tabIndex={-1} className={shared.heading}>
        Recovery codes
      </h2>
      <p>
        Each of these codes signs you in once in place of the app. They are shown only now: keep them where
        you keep your passwords, not on the device with the app. Earlier codes are no longer valid.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={shared.row}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => saveFile(FILE_NAME, new Blob([text], { type: 'text/plain' }))}>
          Download
        </Button>
        <Button tone="primary" onClick={onDone}>
          I have kept the codes
        </Button>
      </div>
      <p className={shared.muted} role="status">
        {message}
      </p>
    </section>
  );
}
