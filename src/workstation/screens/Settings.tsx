import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UserSettings } from '../../client/types.ts';
import { DEFAULT_CANCEL_AFTER_S, MAX_CANCEL_AFTER_S } from '../../domain/orders/cancel-after.ts';
import { Button, Checkbox, NumberField } from '../../ui/index.ts';
import { isOffered, useDesk, useSessionState } from '../desk-context.ts';
import { defaultToolbar } from '../shell/default-toolbar.ts';
import { Choice } from './Choice.tsx';
import { DEFAULT_PATH } from './next-path.ts';
import { Heading, onEscape } from './parts.tsx';
import shared from './Screens.module.css';
import styles from './Settings.module.css';

type SecondsName = 'reconnectSeconds' | 'staleAfterSeconds' | 'cancelAfterSeconds';
interface SecondsSpec {
  readonly label: string;
  readonly hint: string;
  readonly min: number;
  readonly max: number;
}
const SECONDS: readonly (SecondsSpec & { readonly name: Exclude<SecondsName, 'cancelAfterSeconds'> })[] = [
  {
    name: 'reconnectSeconds',
    label: 'Reconnect after, seconds',
    hint: 'A lost connection is opened again after this time: 1 to 300 seconds.',
    min: 1,
    max: 300,
  },
  {
    name: 'staleAfterSeconds',
    label: 'Prices are stale after, seconds',
    hint: 'A price without an update for this long is marked stale: 5 to 3,600 seconds.',
    min: 5,
    max: 3600,
  },
];
const CANCEL_AFTER: SecondsSpec = {
  label: 'Cancel orders after, seconds',
  hint: 'Without a connection of this browser for longer, the server cancels its orders: 1 to 300 seconds. Stops and targets of positions stay.',
  min: 1,
  max: MAX_CANCEL_AFTER_S,
};

/** Three rows in the chosen colours. */
function Sample() {
  return (
    <div className={styles.sample} aria-hidden>
      {(
        [
          ['Up', '+1.24%', 'up'],
          ['Down', '-0.87%', 'down'],
          ['Unchanged', '0.00%', 'flat'],
        ] as const
      ).map(([text, amount, direction]) => (
        <div key={text} data-direction={direction}>
          <span>{text}</span>
          <span>{amount}</span>
        </div>
      ))}
    </div>
  );
}

/** A number of seconds within bounds; a value out of bounds is reported and not applied. */
function Seconds({
  spec: { label, hint, min, max },
  value,
  onChange,
}: {
  readonly spec: SecondsSpec;
  readonly value: number;
  readonly onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState<number | null>(value);
  const isValid = (seconds: number | null) =>
    seconds !== null && Number.isInteger(seconds) && seconds >= min && seconds <= max;
  return (
    <div className={styles.setting}>
      <span className={styles.legend} aria-hidden>
        {label}
      </span>
      <div className={styles.seconds}>
        <NumberField
          label={label}
          isLabelHidden
          min={min}
          max={max}
          value={typed}
          error={isValid(typed) ? null : `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}`}
          onChange={(next) => {
            setTyped(next);
            onChange(isValid(next) ? next : null);
          }}
        />
        {isValid(typed) ? <p className={styles.hint}>{hint}</p> : null}
      </div>
    </div>
  );
}

/** The appearance of the desk and its waiting times. Each choice applies at once and is stored by Save. */
export function Settings() {
  const {
    plugins,
    platform: { settings },
  } = useDesk();
  const navigate = useNavigate();
  const { values, error, changeSeconds, switchCancel, save } = useSettingsForm();
  const cancel = () => {
    settings.revert();
    void navigate(DEFAULT_PATH);
  };
  return (
    <main className={shared.page}>
      <form
        className={shared.column}
        noValidate
        onKeyDown={onEscape(cancel)}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={shared.pageHead}>
          <Heading>Settings</Heading>
        </div>
        <div className={styles.settings}>
          <Appearance values={values} />
          <ToolbarTools chosen={values.toolbarItems ?? defaultToolbar(plugins)} />
          {SECONDS.map((spec) => (
            <Seconds
              key={spec.name}
              spec={spec}
              value={values[spec.name]}
              onChange={(value) => changeSeconds(spec.name, value)}
            />
          ))}
          <CancelAfter
            value={values.cancelAfterSeconds}
            reconnectSeconds={values.reconnectSeconds}
            onChange={(value) => changeSeconds('cancelAfterSeconds', value)}
            onSwitch={switchCancel}
          />
        </div>
        <div className={shared.error} role="alert">
          {error}
        </div>
        <div className={shared.inBox}>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" tone="primary">
            Save
          </Button>
        </div>
      </form>
    </main>
  );
}

/** Whether the orders of a session whose connection is lost are cancelled, and after which time. */
function CancelAfter({
  value,
  reconnectSeconds,
  onChange,
  onSwitch,
}: {
  readonly value: number | null;
  readonly reconnectSeconds: number;
  readonly onChange: (value: number | null) => void;
  readonly onSwitch: (isOn: boolean) => void;
}) {
  return (
    <>
      <div className={styles.setting}>
        <span className={styles.legend} aria-hidden>
          Lost connection
        </span>
        <div className={styles.seconds}>
          <Checkbox
            label="Cancel the orders of a browser that loses its connection"
            isChecked={value !== null}
            onChange={onSwitch}
          />
          {value !== null && value <= reconnectSeconds ? (
            <p className={styles.hint}>
              The desk opens a lost connection again after {reconnectSeconds} seconds: every lost connection
              then cancels orders. Enter more seconds to keep them over a short loss.
            </p>
          ) : null}
        </div>
      </div>
      {value === null ? null : <Seconds spec={CANCEL_AFTER} value={value} onChange={onChange} />}
    </>
  );
}

function useSettingsForm() {
  const { settings } = useDesk().platform;
  const navigate = useNavigate();
  const [values, setValues] = useState<UserSettings>(settings.get());
  const [invalid, setInvalid] = useState<ReadonlySet<SecondsName>>(new Set());
  const [error, setError] = useState<string | null>(null);
  useEffect(() => settings.subscribe(() => setValues(settings.get())), [settings]);
  // Leaving by any other way than Save drops the preview; after a save there is nothing to drop.
  useEffect(() => () => settings.revert(), [settings]);
  function changeSeconds(name: SecondsName, value: number | null) {
    setInvalid((before) => {
      const after = new Set(before);
      if (value === null) after.add(name);
      else after.delete(name);
      return after;
    });
    if (value !== null) settings.preview({ [name]: value });
  }
  function switchCancel(isOn: boolean) {
    // What was typed before counts no longer.
    changeSeconds('cancelAfterSeconds', DEFAULT_CANCEL_AFTER_S);
    settings.preview({ cancelAfterSeconds: isOn ? DEFAULT_CANCEL_AFTER_S : null });
  }
  async function save() {
    if (invalid.size > 0) {
      setError('Settings were not saved: a number of seconds is out of its bounds.');
      return;
    }
    try {
      await settings.save();
      void navigate(DEFAULT_PATH);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'Settings were not saved. Try again.');
    }
  }
  return { values, error, changeSeconds, switchCancel, save };
}

function Appearance({ values }: { readonly values: UserSettings }) {
  const { settings } = useDesk().platform;
  return (
    <>
      <Choice
        legend="Theme"
        value={values.theme}
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={(theme) => settings.preview({ theme })}
      />
      <Choice
        legend="Row height"
        value={values.density}
        options={[
          { value: 'normal', label: 'Normal' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={(density) => settings.preview({ density })}
      />
      <Choice
        legend="Price colors"
        value={values.pricePalette}
        options={[
          { value: 'classic', label: 'Green up, red down' },
          { value: 'color-safe', label: 'Blue up, orange down' },
          { value: 'red-up', label: 'Red up, green down' },
        ]}
        onChange={(pricePalette) => settings.preview({ pricePalette })}
      />
      <div className={styles.setting}>
        <span />
        <Sample />
      </div>
    </>
  );
}

/** Which tools the toolbar lists. */
function ToolbarTools({ chosen }: { readonly chosen: readonly string[] }) {
  const {
    plugins,
    platform: { settings },
  } = useDesk();
  const session = useSessionState();
  const change = (id: string, isOn: boolean) =>
    settings.preview({ toolbarItems: isOn ? [...chosen, id] : chosen.filter((other) => other !== id) });
  return (
    <div className={styles.setting} role="group" aria-labelledby="settings-toolbar">
      <span id="settings-toolbar" className={styles.legend}>
        Toolbar
      </span>
      <div className={styles.seconds}>
        {plugins.all
          .filter((plugin) => isOffered(plugin, session))
          .map(({ id, title }) => (
            <Checkbox
              key={id}
              label={title}
              isChecked={chosen.includes(id)}
              onChange={(isOn) => change(id, isOn)}
            />
          ))}
        <p className={styles.hint}>
          Tools that are listed next to the workspaces, to add to an empty window.
        </p>
      </div>
    </div>
  );
}
