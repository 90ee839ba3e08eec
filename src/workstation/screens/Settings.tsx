import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UserSettings } from '../../client/types.ts';
import { DEFAULT_CANCEL_AFTER_S } from '../../domain/orders/cancel-after.ts';
import { Button, Checkbox } from '../../ui/index.ts';
import { isOffered, useDesk, useSessionState } from '../desk-context.ts';
import { defaultToolbar } from '../shell/default-toolbar.ts';
import { CancelAfter } from './CancelAfter.tsx';
import { Choice } from './Choice.tsx';
import { DEFAULT_PATH } from './next-path.ts';
import { CONNECTION_NUMBERS, HOLD_NUMBER, ORDER_NUMBERS, type NumberName } from './number-settings.ts';
import { Numbers, type NumbersProps } from './NumberSetting.tsx';
import { Heading, onEscape } from './parts.tsx';
import { useSettingRow } from './settings-search.ts';
import { SettingsSearch } from './SettingsSearch.tsx';
import { ToolSettings } from './ToolSettings.tsx';
import shared from './Screens.module.css';
import styles from './Settings.module.css';

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

const ARMED_LABEL = 'Also hold orders of armed keys and ladders';

/** What happens before an order is sent. */
function OrderSettings({ values, onChange }: NumbersProps) {
  const { settings } = useDesk().platform;
  return (
    <>
      <Numbers specs={ORDER_NUMBERS} values={values} onChange={onChange} />
      <Numbers specs={[HOLD_NUMBER]} values={values} onChange={onChange} />
      <div className={styles.setting} {...useSettingRow(HOLD_NUMBER.label, ARMED_LABEL)}>
        <span />
        <div className={styles.seconds}>
          <Checkbox
            label={ARMED_LABEL}
            isChecked={values.isArmedHeld}
            isDisabled={values.holdSeconds === 0}
            onChange={(isArmedHeld) => settings.preview({ isArmedHeld })}
          />
        </div>
      </div>
    </>
  );
}

/** The appearance of the desk, its waiting times, and what is confirmed before an order is sent. Each choice applies at once and is stored by Save. */
export function Settings() {
  const {
    plugins,
    platform: { settings },
  } = useDesk();
  const navigate = useNavigate();
  const { values, error, markInvalid, changeNumber, switchCancel, save } = useSettingsForm();
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
        <SettingsSearch>
          <Appearance values={values} />
          <ToolbarTools chosen={values.toolbarItems ?? defaultToolbar(plugins)} />
          <Numbers specs={CONNECTION_NUMBERS} values={values} onChange={changeNumber} />
          <CancelAfter values={values} onChange={changeNumber} onSwitch={switchCancel} />
          <OrderSettings values={values} onChange={changeNumber} />
          <ToolSettings values={values} onInvalid={markInvalid} />
        </SettingsSearch>
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

function useSettingsForm() {
  const { settings } = useDesk().platform;
  const navigate = useNavigate();
  const [values, setValues] = useState<UserSettings>(settings.get());
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string | null>(null);
  useEffect(() => settings.subscribe(() => setValues(settings.get())), [settings]);
  // Leaving by any other way than Save drops the preview; after a save there is nothing to drop.
  useEffect(() => () => settings.revert(), [settings]);
  function markInvalid(name: string, isInvalid: boolean) {
    setInvalid((before) => {
      const after = new Set(before);
      if (isInvalid) after.add(name);
      else after.delete(name);
      return after;
    });
  }
  function changeNumber(name: NumberName, value: number | null) {
    markInvalid(name, value === null);
    if (value !== null) settings.preview({ [name]: value });
  }
  function switchCancel(isOn: boolean) {
    // What was typed before counts no longer.
    changeNumber('cancelAfterSeconds', DEFAULT_CANCEL_AFTER_S);
    settings.preview({ cancelAfterSeconds: isOn ? DEFAULT_CANCEL_AFTER_S : null });
  }
  async function save() {
    if (invalid.size > 0) {
      setError('Settings were not saved: an entry is out of its bounds.');
      return;
    }
    try {
      await settings.save();
      void navigate(DEFAULT_PATH);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'Settings were not saved. Try again.');
    }
  }
  return { values, error, markInvalid, changeNumber, switchCancel, save };
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
      <div className={styles.setting} {...useSettingRow('Price colors', 'Sample')}>
        <span />
        <Sample />
      </div>
    </>
  );
}

const TOOLBAR_HINT =
  'Tools that are listed next to the workspaces. A click adds one to the workspace on screen.';

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
    <div
      className={styles.setting}
      role="group"
      aria-labelledby="settings-toolbar"
      {...useSettingRow('Toolbar', TOOLBAR_HINT, ...plugins.all.map(({ title }) => title))}
    >
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
        <p className={styles.hint}>{TOOLBAR_HINT}</p>
      </div>
    </div>
  );
}
