import { Checkbox } from '../../ui/index.ts';
import { CANCEL_AFTER_NUMBER } from './number-settings.ts';
import { Numbers, type NumbersProps } from './NumberSetting.tsx';
import { useSettingRow } from './settings-search.ts';
import styles from './Settings.module.css';

const CANCEL_LABEL = 'Cancel the orders of a browser that loses its connection';

/** Whether the orders of a session whose connection is lost are cancelled, and after which time. */
export function CancelAfter({
  values,
  onChange,
  onSwitch,
}: NumbersProps & { readonly onSwitch: (isOn: boolean) => void }) {
  const { cancelAfterSeconds, reconnectSeconds } = values;
  return (
    <>
      <div className={styles.setting} {...useSettingRow('Lost connection', CANCEL_LABEL)}>
        <span className={styles.legend} aria-hidden>
          Lost connection
        </span>
        <div className={styles.seconds}>
          <Checkbox label={CANCEL_LABEL} isChecked={cancelAfterSeconds !== null} onChange={onSwitch} />
          {cancelAfterSeconds !== null && cancelAfterSeconds <= reconnectSeconds ? (
            <p className={styles.hint}>
              The desk opens a lost connection again after {reconnectSeconds} seconds: every lost connection
              then cancels orders. Enter more seconds to keep them over a short loss.
            </p>
          ) : null}
        </div>
      </div>
      <Numbers specs={[CANCEL_AFTER_NUMBER]} values={values} onChange={onChange} />
    </>
  );
}
