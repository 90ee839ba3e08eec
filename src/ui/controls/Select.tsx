import { Field } from '@base-ui/react/field';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import menuStyles from '../overlays/Menu.module.css';
import { useFloating } from '../overlays/place-visibility.ts';
import { usePortalPlace } from '../overlays/portal-place.ts';
import styles from './Field.module.css';

/** A choice of a `Select`. */
export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly isDisabled?: boolean;
}
/** The properties of a `Select`. */
export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: Value | null;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly error?: string | null;
  readonly name?: string;
}

/** One value of a short list. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
  placeholder = '',
  isDisabled = false,
  error = null,
  name,
}: SelectProps<Value>) {
  const container = usePortalPlace();
  const [isOpen, setOpen] = useFloating();
  return (
    <Field.Root className={styles.field} invalid={error !== null} name={name}>
      <Base.Root
        items={options}
        value={value}
        disabled={isDisabled}
        open={isOpen}
        onOpenChange={setOpen}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
      >
        <Base.Label className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</Base.Label>
        <Base.Trigger className={classNames(styles.input, styles.select)}>
          <Base.Value
            placeholder={placeholder}
            title={options.find((option) => option.value === value)?.label}
          />
          <Base.Icon className={styles.chevron}>
            <ChevronsUpDown size={13} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal container={container}>
          <Base.Positioner className={menuStyles.positioner} sideOffset={2} alignItemWithTrigger={false}>
            <Base.Popup className={menuStyles.popup} data-list-of-field>
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.isDisabled ?? false}
                    className={menuStyles.item}
                  >
                    <span className={menuStyles.slot}>
                      <Base.ItemIndicator>
                        <Check size={14} />
                      </Base.ItemIndicator>
                    </span>
                    <Base.ItemText className={menuStyles.label}>{option.label}</Base.ItemText>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {error === null ? null : (
        <Field.Error match className={styles.error} role="alert">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}
