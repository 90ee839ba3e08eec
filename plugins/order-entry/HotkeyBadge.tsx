import { Keyboard, Pencil } from 'lucide-react';
import { type ToolPlatform, useReadable } from '../../src/plugin-api/index.ts';
import { classNames, IconButton } from '../../src/ui/index.ts';
import { armedHint, hotkeysOf } from './hotkeys.ts';
import styles from './HotkeyBadge.module.css';
import form from './OrderForm.module.css';

/** Shows whether the order keys are armed, and switches them. The pencil changes them; armed keys need its room for the account. */
export function HotkeyBadge({ platform }: { readonly platform: ToolPlatform }) {
  const { isArmed, target } = useReadable(hotkeysOf(platform));
  return (
    <>
      <button
        type="button"
        className={classNames(styles.keys, isArmed && styles.armed)}
        aria-pressed={isArmed}
        onClick={() => {
          void platform.commands.run('order.hotkeys');
        }}
        title={isArmed ? armedHint(target) : 'Arm keys that send and cancel orders at once'}
      >
        <Keyboard size={12} aria-hidden /> {isArmed ? 'KEYS ARMED' : 'Keys off'}
      </button>
      {isArmed ? null : (
        <IconButton
          label="Edit order keys"
          className={form.presetEdit}
          onClick={() => {
            void platform.commands.run('order.edit-keys');
          }}
        >
          <Pencil size={12} />
        </IconButton>
      )}
    </>
  );
}
