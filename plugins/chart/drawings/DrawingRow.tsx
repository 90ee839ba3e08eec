import { Eye, EyeOff, Lock, LockOpen, Trash2, type LucideIcon } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { classNames, IconButton } from '../../../src/ui/index.ts';
import styles from './DrawingList.module.css';
import type { DrawnShape, ShapeMarks } from './shape.ts';
import { DRAW_TOOLS } from './tools.ts';
import { kindOf } from './kinds/index.ts';

interface DrawingRowProps {
  readonly shape: DrawnShape;
  readonly title: string;
  /** CSS color that the chart draws it with. */
  readonly color: string;
  readonly isSelected: boolean;
  /** The Tab key stops at its buttons; the arrow keys reach the other rows. */
  readonly isReached: boolean;
  readonly onReach: (id: string) => void;
  readonly onSelect: (id: string) => void;
  /** Opens the menu of the drawing, which is selected by then; the place is in CSS pixels of the page. */
  readonly onMenu: (shape: DrawnShape, clientX: number, clientY: number) => void;
  readonly onMark: (marks: ShapeMarks) => void;
  readonly onRemove: (id: string) => void;
}

/** A drawing in the list: what it is, and buttons that hide, lock and delete it. */
export function DrawingRow(props: DrawingRowProps) {
  const { shape, title, color, isSelected, isReached, onReach, onSelect, onMenu, onMark, onRemove } = props;
  const { Id, IsLocked = false, IsHidden = false } = shape;
  const Icon = DRAW_TOOLS.find(({ id }) => id === kindOf(shape.Type)?.id)?.icon;
  const tabIndex = isReached ? 0 : -1;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove(Id);
  };
  return (
    <li
      className={classNames(styles.row, isSelected && styles.selected, IsHidden && styles.hidden)}
      data-id={Id}
      onFocus={() => onReach(Id)}
      onContextMenu={(event) => {
        event.preventDefault();
        // The menu key has no place of its own.
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        const isPointer = event.button === 2;
        onSelect(Id);
        onMenu(shape, isPointer ? event.clientX : left, isPointer ? event.clientY : bottom);
      }}
    >
      <button
        type="button"
        className={styles.name}
        tabIndex={tabIndex}
        aria-pressed={isSelected}
        title={title}
        onClick={() => onSelect(Id)}
        onKeyDown={onKey}
      >
        {Icon === undefined ? null : <Icon size={14} color={color} aria-hidden />}
        <span>{title}</span>
      </button>
      <span className={styles.actions}>
        <MarkButton
          verb={IsHidden ? 'Show' : 'Hide'}
          icon={IsHidden ? EyeOff : Eye}
          isSet={IsHidden}
          {...{ title, tabIndex }}
          onClick={() => onMark({ IsHidden: !IsHidden })}
        />
        <MarkButton
          verb={IsLocked ? 'Unlock' : 'Lock'}
          icon={IsLocked ? Lock : LockOpen}
          isSet={IsLocked}
          {...{ title, tabIndex }}
          onClick={() => onMark({ IsLocked: !IsLocked })}
        />
        <IconButton
          label={`Delete ${title}`}
          hint={IsLocked ? 'Locked drawings are not deleted' : 'Delete'}
          tabIndex={tabIndex}
          disabled={IsLocked}
          focusableWhenDisabled
          className={styles.unset}
          onClick={() => onRemove(Id)}
        >
          <Trash2 size={13} />
        </IconButton>
      </span>
    </li>
  );
}

interface MarkButtonProps {
  /** What a click does. */
  readonly verb: string;
  readonly icon: LucideIcon;
  readonly isSet: boolean;
  readonly title: string;
  readonly tabIndex: number;
  readonly onClick: () => void;
}

function MarkButton({ verb, icon: Icon, isSet, title, tabIndex, onClick }: MarkButtonProps) {
  return (
    <IconButton
      label={`${verb} ${title}`}
      hint={verb}
      tabIndex={tabIndex}
      className={isSet ? styles.set : styles.unset}
      onClick={onClick}
    >
      <Icon size={13} />
    </IconButton>
  );
}
