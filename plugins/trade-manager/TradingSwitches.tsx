import { Keyboard } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { type ToolPlatform, useReadable, useSession } from '../../src/plugin-api/index.ts';
import { Button, Checkbox } from '../../src/ui/index.ts';
import { lockText } from './guard-room.ts';
import styles from './TradeManager.module.css';

/** The command that is on while the order keys are armed. Arming and disarming them changes the list of commands. */
const KEYS_COMMAND = 'order.hotkeys';

/** Shows that order keys are armed, wherever order entry is; a press switches them off. */
export function KeysArmed({ platform }: { readonly platform: ToolPlatform }) {
  const { commands } = platform;
  const subscribe = useCallback((listener: () => void) => commands.subscribe(listener), [commands]);
  const isArmed = useSyncExternalStore(subscribe, () => commands.get(KEYS_COMMAND)?.isOn?.({}) === true);
  if (!isArmed) return null;
  return (
    <button
      type="button"
      className={styles.keysArmed}
      title="Order keys send and cancel orders at once. Press to switch them off."
      onClick={() => {
        void commands.run(KEYS_COMMAND);
      }}
    >
      <Keyboard size={12} aria-hidden /> KEYS ARMED
    </button>
  );
}

const HALTED_BY_LABELS = {
  Holder: 'by you',
  Account: 'by an administrator',
  Server: 'on the whole server',
} as const;

/** Whether trading is stopped, and by whom. */
export function HaltNotice({ platform }: { readonly platform: ToolPlatform }) {
  const options = useReadable(platform.orders.options);
  if (options === null || (!options.IsHalted && options.HaltedBy === null)) return null;
  const by = options.HaltedBy ?? 'Holder';
  return (
    <div className={styles.halt} role="alert">
      <strong>Trading stopped {HALTED_BY_LABELS[by]}.</strong> New orders are refused.
      {by === 'Holder' ? (
        <Button
          className={styles.haltButton}
          onClick={() => {
            void platform.commands.run('account.halt');
          }}
        >
          Allow trading…
        </Button>
      ) : null}
    </div>
  );
}

/** The kill switch: at the top of the window, where no message of the desk covers it. */
export function KillSwitch({ platform }: { readonly platform: ToolPlatform }) {
  const options = useReadable(platform.orders.options);
  const isDemo = useSession(platform, (session) => session.isDemo);
  if (options === null || isDemo || options.IsHalted) return null;
  return (
    <Button
      tone="danger"
      className={styles.kill}
      onClick={() => {
        void platform.commands.run('account.halt');
      }}
    >
      Stop trading…
    </Button>
  );
}

/** What happens to orders when the connection is lost. */
export function TradingSwitches({ platform }: { readonly platform: ToolPlatform }) {
  const options = useReadable(platform.orders.options);
  const isDemo = useSession(platform, (session) => session.isDemo);
  if (options === null || isDemo) return null;
  return (
    <div className={styles.switches}>
      <Checkbox
        label="Cancel on disconnect"
        isChecked={options.CancelOnDisconnect}
        onChange={() => {
          void platform.commands.run('account.cancel-on-disconnect');
        }}
      />
      <Button
        tone="quiet"
        onClick={() => {
          void platform.commands.run('account.guards');
        }}
      >
        Guards…
      </Button>
    </div>
  );
}

/** The guard that has locked the account. */
export function GuardNotice({ platform }: { readonly platform: ToolPlatform }) {
  const lock = useReadable(platform.guards, (guards) => guards?.Lock ?? null);
  const hasGuards = useReadable(
    platform.tradingApi,
    ({ capabilities }) => capabilities.lacks.guards === undefined,
  );
  if (lock === null || !hasGuards) return null;
  return (
    <div className={styles.halt} role="alert">
      <strong>Locked by a guard.</strong> {lockText(lock)} Orders that open positions are refused until the
      next trading day.
    </div>
  );
}
