import type { ComponentType } from 'react';
import type { Readable } from '../client/types.ts';
import type { ColumnChoice } from './column-types.ts';

/** Dialogs and messages. Every dialog resolves with null, or false, when the user cancels it. */
export interface Dialogs {
  /** A message with one button; resolves when it is closed. */
  alert(options: { title: string; message: string }): Promise<void>;
  /**
   * A question; resolves true for yes. `yes` and `no` label the buttons. `focus` is the button that has the focus first, that of yes unless given: name
   * `no` when Enter pressed by mistake would lose something.
   */
  confirm(options: {
    title: string;
    message: string;
    yes?: string;
    no?: string;
    focus?: 'yes' | 'no';
  }): Promise<boolean>;
  /**
   * Imports symbols from a file that the user chooses (spec platform.md §5 "Import symbols") and shows a summary. Resolves with the known symbols
   * that are not in `present`, or null.
   */
  importSymbols(options?: { present?: readonly string[] }): Promise<readonly string[] | null>;
  /**
   * The saved items of a tool type: load, delete, save under a name. `data` returns what would be saved now. Resolves with what was
   * loaded or saved, or null. Check loaded data against the tool's schema. `onGone` is called when the item of the current name was
   * deleted, here or elsewhere: the window is untitled then. `note` says what loading means for the window.
   */
  saves(options: {
    toolType: string;
    title: string;
    currentName: string | null;
    data: () => unknown;
    note?: string;
    onGone?: () => void;
  }): Promise<{ kind: 'loaded' | 'saved'; name: string; data: unknown } | null>;
  /**
   * Chooses the columns of a grid and their order; resolves with their ids, or null. `setType`: the type of the saves that are sets of these columns, such as
   * `SymbolColumns`; grids with the same columns share it.
   */
  columns(options: {
    title?: string;
    setType: string;
    columns: readonly ColumnChoice[];
    chosen: readonly string[];
    defaults: readonly string[];
  }): Promise<readonly string[] | null>;
  /**
   * Shows a notification for 15 s in a popup that takes no focus, and keeps it in the list until the user dismisses it. A later one
   * with the same `key` replaces it.
   */
  notify(notification: { text: string; timestampMs: number; key?: string }): void;
  /**
   * Symbol lookup; resolves with a symbol in upper case, or null. `isTyped`: the user is still typing `initial`, so the caret is placed
   * after it. `mustExist`: an unknown symbol is reported and can be corrected; one that cannot be checked now is accepted.
   */
  symbolLookup(options?: {
    title?: string;
    initial?: string;
    isTyped?: boolean;
    mustExist?: boolean;
  }): Promise<string | null>;
  /** Symbol lookup for a list: resolves with the symbol that was chosen, or with all that were typed or pasted, with any separators; null when cancelled. */
  symbolList(options?: { title?: string }): Promise<readonly string[] | null>;
  /** Shows a message below the windows. A later one with the same `key` replaces it. `action` is a button in it, such as Undo. */
  toast(options: {
    message: string;
    tone: 'neutral' | 'success' | 'warning' | 'error';
    key?: string;
    action?: { label: string; run: () => void };
  }): void;
  /**
   * Opens a dialog with this content; resolves with the value it is closed with, or null. `width` in pixels; `resizableFrom` is the height in pixels of a dialog that
   * the user may resize and that its content fills. A `title` that is a readable may change while the dialog is open. When the user closes it by Escape
   * or the cross, `mayLeave` may keep it open.
   */
  open<Value>(options: {
    title: string | Readable<string>;
    content: ComponentType<{ close: (value: Value | null) => void }>;
    width?: number;
    resizableFrom?: number;
    mayLeave?: () => Promise<boolean>;
  }): Promise<Value | null>;
  /**
   * Opens a panel with this content: a dialog that is not modal, so that the windows behind it stay in use. It opens where the user has left the panel of the same `id`,
   * which is stored in this browser by user. Escape within it, the cross and `close` of its content close it; `leaveKey` in tinykeys syntax, such as `F9`, gives the focus back to the windows.
   * `width` in pixels. `mayLeave` may keep it open when the user closes it by one of these; the end of the session and of its browser window close it at once.
   * Resolves with the panel once it is open; null when it could not be opened.
   */
  panel(options: {
    id: string;
    title: string;
    width: number;
    leaveKey: string;
    mayLeave?: () => Promise<boolean>;
    content: ComponentType<{ close: () => void }>;
  }): Promise<OpenPanel | null>;
}

/** A panel that was opened. */
export interface OpenPanel {
  /** Whether it is in the browser window that the user acted in last. */
  isHere(): boolean;
  /** Gives its first field the focus. */
  focus(): void;
  /** Closes it. It may be closed already. */
  close(): void;
}
