import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { ContextMenu, type MenuEntry } from '../../../src/ui/index.ts';
import type { Board } from './board.ts';
import { kindOf } from './kinds/index.ts';
import type { DrawnShape } from './shape.ts';
import { askStyle } from './StyleDialog.tsx';
import styles from './Drawings.module.css';

interface ShapeCommands {
  readonly platform: Pick<ToolPlatform, 'dialogs'>;
  readonly board: Board;
  /** Opens the editor at a text. */
  readonly editText: (id: string) => void;
}

/** Opens the style dialog of a drawing and applies what was chosen. */
export async function restyle({ platform, board }: ShapeCommands, shape: DrawnShape): Promise<void> {
  const style = await askStyle(platform, shape);
  if (style !== null) board.restyle(shape.Id, style);
}

const entriesOf = (commands: ShapeCommands, shape: DrawnShape): readonly MenuEntry[] => [
  ...(kindOf(shape.Type)?.hasText === true
    ? [
        {
          id: 'edit',
          label: 'Edit text',
          isDisabled: shape.IsLocked === true,
          run: () => commands.editText(shape.Id),
        },
      ]
    : []),
  { id: 'style', label: 'Style', run: () => void restyle(commands, shape) },
  { id: 'duplicate', label: 'Duplicate', shortcut: 'Ctrl+D', run: () => commands.board.duplicate() },
  {
    id: 'lock',
    label: shape.IsLocked === true ? 'Unlock' : 'Lock',
    run: () => commands.board.mark([shape.Id], { IsLocked: shape.IsLocked !== true }),
  },
  {
    id: 'hide',
    label: shape.IsHidden === true ? 'Show' : 'Hide',
    run: () => commands.board.mark([shape.Id], { IsHidden: shape.IsHidden !== true }),
  },
  {
    id: 'delete',
    label: 'Delete',
    shortcut: 'Del',
    isDestructive: true,
    isDisabled: shape.IsLocked === true,
    hasSeparator: true,
    run: () => commands.board.remove(shape.Id),
  },
];

interface ShapeMenu {
  /** To be rendered beside the drawings. */
  readonly menu: ReactNode;
  /** Opens the menu of a drawing; the place is in CSS pixels of the page. */
  readonly openMenu: (shape: DrawnShape, clientX: number, clientY: number) => void;
}

/** The context menu of a drawing. */
export function useShapeMenu(commands: ShapeCommands): ShapeMenu {
  const anchor = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<DrawnShape | null>(null);
  return {
    menu: (
      <ContextMenu entries={shape === null ? [] : entriesOf(commands, shape)}>
        <div ref={anchor} className={styles.menuPoint} />
      </ContextMenu>
    ),
    openMenu(next, clientX, clientY) {
      // The menu must have the entries of this shape when it opens, and be open before the next key.
      flushSync(() => setShape(next));
      anchor.current?.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 }),
      );
    },
  };
}
