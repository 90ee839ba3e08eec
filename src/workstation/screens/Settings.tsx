import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UserSettings } from '../../client/types.ts';
import { Button, Checkbox, NumberField } from '../../ui/index.ts';
import { isOffered, useDesk, useSessionState } from '../desk-context.ts';
import { Choice } from './Choice.tsx';
import { DEFAULT_PATH } from './next-path.ts';
import { Heading, onEscape } from './parts.tsx';
import styles from './Screens.module.css';

type SecondsName = 'reconnectSeconds' | 'staleAfterSeconds';
interface SecondsSpec {
  readonly name: SecondsName;
  readonly label: string;
  readonly hint: string;
  readonly min: number;
  readonly max: number;
}
const SECONDS: readonly SecondsSpec[] = [
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

/** Three rows as the chosen look would draw them. */
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

/** A number of seconds within bounds. What is out of bounds is said, not applied. */
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
  const isRight = (seconds: number | null) =>
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
          error={isRight(typed) ? null : `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}`}
          onChange={(next) => {
            setTyped(next);
            onChange(isRight(next) ? next : null);
          }}
        />
        {isRight(typed) ? <p className={styles.hint}>{hint}</p> : null}
      </div>
    </div>
  );
}

/** How the desk looks and waits. Each choice applies at once and lasts from Save on. */
export function Settings() {
  const {
    plugins,
    platform: { settings },
  } = useDesk();
  const session = useSessionState();
  const navigate = useNavigate();
  const [look, setLook] = useState<UserSettings>(settings.get());
  const [wrong, setWrong] = useState<ReadonlySet<SecondsName>>(new Set());
  const [error, setError] = useState<string | null>(null);
  useEffect(() => settings.subscribe(() => setLook(settings.get())), [settings]);
  // Leaving by any other way than Save drops what was only tried out; after a save there is nothing to drop.
  useEffect(() => () => settings.revert(), [settings]);
  function changeSeconds(name: SecondsName, value: number | null) {
    setWrong((before) => {
      const after = new Set(before);
      if (value === null) after.add(name);
      else after.delete(name);
      return after;
    });
    if (value !== null) settings.preview({ [name]: value });
  }
  async function save() {
    if (wrong.size > 0) {
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
  const cancel = () => {
    settings.revert();
    void navigate(DEFAULT_PATH);
  };
  return (
    <main className={styles.page}>
      <form
        className={styles.column}
        noValidate
        onKeyDown={onEscape(cancel)}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={styles.pageHead}>
          <Heading>Settings</Heading>
        </div>
        <div className={styles.settings}>
          <Choice
            legend="Theme"
            value={look.theme}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={(theme) => settings.preview({ theme })}
          />
          <Choice
            legend="Row height"
            value={look.density}
            options={[
              { value: 'normal', label: 'Normal' },
              { value: 'compact', label: 'Compact' },
            ]}
            onChange={(density) => settings.preview({ density })}
          />
          <Choice
            legend="Price colours"
            value={look.pricePalette}
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
                    isChecked={look.toolbarItems.includes(id)}
                    onChange={(isOn) =>
                      settings.preview({
                        toolbarItems: isOn
                          ? [...look.toolbarItems, id]
                          : look.toolbarItems.filter((other) => other !== id),
                      })
                    }
                  />
                ))}
              <p className={styles.hint}>
                Tools that are listed next to the workspaces, to add to an empty window.
              </p>
            </div>
          </div>
          {SECONDS.map((spec) => (
            <Seconds
              key={spec.name}
              spec={spec}
              value={look[spec.name]}
              onChange={(value) => changeSeconds(spec.name, value)}
            />
          ))}
        </div>
        <div className={styles.error} role="alert">
          {error}
        </div>
        <div className={styles.inBox}>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" tone="primary">
            Save
          </Button>
        </div>
      </form>
    </main>
  );
}
