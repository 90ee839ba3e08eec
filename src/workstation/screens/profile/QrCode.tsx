import { useEffect, useState } from 'react';
import { Spinner } from '../../../ui/index.ts';
import styles from './Profile.module.css';

/** Modules of quiet zone around the code: scanners need four. */
const BORDER = 4;

/** A text as a QR code, black on white in every theme: scanners expect that. Its code is loaded when it is first shown. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    import('uqr').then(
      ({ encode }) => isCurrent && setModules(encode(text, { border: BORDER }).data),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (hasFailed) return <p>The QR code could not be loaded. Enter the key below in the app.</p>;
  if (modules === null) return <Spinner label="Drawing the QR code" />;
  const size = modules.length;
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
