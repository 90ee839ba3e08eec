import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useId, useMemo } from 'react';
import { classNames } from '../class-names.ts';
import menuStyles from '../overlays/Menu.module.css';
import { useFloating } from '../overlays/place-visibility.ts';
import { usePortalPlace } from '../overlays/portal-place.ts';
import styles from './Field.module.css';

/** A choice of a `Combobox`. */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** Heading that it stands under; options of one group stand together. Of a list all options have one, or none has. */
  readonly group?: string;
}
/** The properties of a `Combobox`. */
export interface ComboboxProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string | null;
  readonly options: readonly ComboboxOption[];
  readonly onChange: (value: string | null) => void;
  readonly placeholder?: string;
  /** Shown when nothing matches what was typed. */
  readonly noMatch?: string;
  readonly isDisabled?: boolean;
  readonly error?: string | null;
}

interface OptionGroup {
  readonly value: string;
  readonly items: readonly ComboboxOption[];
}

/** The options under their headings, in the order in which the groups first come. */
function groupsOf(options: readonly ComboboxOption[]): readonly OptionGroup[] {
  return [...Map.groupBy(options, ({ group }) => group ?? '')].map(([value, items]) => ({ value, items }));
}

/** One value of a long list, found by typing. */
export function Combobox({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
  placeholder,
  noMatch = 'Nothing matches. Try fewer letters.',
  isDisabled = false,
  error = null,
}: ComboboxProps) {
  const id = useId();
  const selected = options.find((option) => option.value === value) ?? null;
  const isGrouped = options.some(({ group }) => group !== undefined);
  const [isOpen, setOpen] = useFloating();
  const items = useMemo(() => (isGrouped ? groupsOf(options) : options), [isGrouped, options]);
  return (
    <Base.Root<ComboboxOption>
      items={items}
      value={selected}
      onValueChange={(option) => onChange(option?.value ?? null)}
      disabled={isDisabled}
      open={isOpen}
      onOpenChange={setOpen}
      autoHighlight
    >
      <div className={styles.field}>
        <label className={isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
          {label}
        </label>
        <div className={styles.box}>
          <Base.Input
            id={id}
            placeholder={placeholder}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            className={classNames(styles.input, styles.hasSuffix)}
          />
          <Base.Trigger
            className={styles.suffix}
            aria-label={`Show choices of ${label}`}
            style={{ border: 0, background: 'none' }}
          >
            <ChevronsUpDown size={13} />
          </Base.Trigger>
        </div>
        {error === null ? null : (
          <div id={`${id}-error`} className={styles.error} role="alert">
            {error}
          </div>
        )}
      </div>
      <OptionList isGrouped={isGrouped} noMatch={noMatch} />
    </Base.Root>
  );
}

interface OptionListProps {
  readonly isGrouped: boolean;
  readonly noMatch: string;
}

/** The options that match what is typed. */
function OptionList({ isGrouped, noMatch }: OptionListProps) {
  const container = usePortalPlace();
  return (
    <Base.Portal container={container}>
      <Base.Positioner className={menuStyles.positioner} sideOffset={2}>
        <Base.Popup className={menuStyles.popup}>
          <Base.Empty>
            <div className={menuStyles.groupLabel}>{noMatch}</div>
          </Base.Empty>
          <Base.List>
            {isGrouped
              ? (group: OptionGroup) => (
                  <Base.Group key={group.value} items={group.items}>
                    <Base.GroupLabel className={menuStyles.groupLabel}>{group.value}</Base.GroupLabel>
                    <Base.Collection>{optionItem}</Base.Collection>
                  </Base.Group>
                )
              : optionItem}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

const optionItem = (option: ComboboxOption) => (
  <Base.Item key={option.value} value={option} className={menuStyles.item}>
    <span className={menuStyles.slot}>
      <Base.ItemIndicator>
        <Check size={14} />
      </Base.ItemIndicator>
    </span>
    <span className={menuStyles.label}>{option.label}</span>
  </Base.Item>
);
