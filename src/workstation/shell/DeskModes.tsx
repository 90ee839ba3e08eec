import { useMemo } from 'react';
import { type DeskMode, useReadable } from '../../plugin-api/index.ts';
import { useDesk } from '../desk-context.ts';
import styles from './Shell.module.css';

/** What is on whichever window is in front, e.g. keys that trade; a press switches it off. */
export function DeskModes() {
  const { platform, plugins } = useDesk();
  const modes = useMemo(
    () => plugins.all.flatMap((plugin) => plugin.modes?.(platform) ?? []),
    [platform, plugins],
  );
  return modes.map((mode) => <Mode key={mode.id} mode={mode} />);
}

function Mode({ mode: { icon: Icon, command, shown } }: { readonly mode: DeskMode }) {
  const { commands } = useDesk();
  const text = useReadable(shown);
  if (text === null) return null;
  return (
    <button
      type="button"
      className={styles.mode}
      title={text.hint}
      onClick={() => void commands.run(command)}
    >
      <Icon size={12} aria-hidden /> {text.label}
    </button>
  );
}
