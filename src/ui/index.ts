/** The design system: import from here only. */
export { basePath, siteAddress } from './base-path.ts';
export { classNames } from './class-names.ts';
export { observeSize } from './observe-size.ts';
export { hintWithKey, IS_APPLE, keyForm, keyText, LEAVE_EDITOR_KEY } from './key-text.ts';
export { saveFile, saveJsonFile } from './save-file.ts';
export { copyText } from './clipboard.ts';
export { Button, type ButtonProps } from './controls/Button.tsx';
export { FileButton, type FileButtonProps } from './controls/FileButton.tsx';
export { IconButton, type IconButtonProps } from './controls/IconButton.tsx';
export { TextField, PasswordField, type TextFieldProps } from './controls/TextField.tsx';
export { NumberField, type NumberFieldProps } from './controls/NumberField.tsx';
export { Checkbox, type CheckboxProps } from './controls/Checkbox.tsx';
export { Select, type SelectProps, type SelectOption } from './controls/Select.tsx';
export { Combobox, type ComboboxProps, type ComboboxOption } from './controls/Combobox.tsx';
export {
  isModifierAlone,
  KeyRecorder,
  type KeyRecorderProps,
  type RecordedKey,
} from './controls/KeyRecorder.tsx';
export { Tabs, type TabsProps, type TabItem } from './controls/Tabs.tsx';
export {
  ALWAYS_VISIBLE,
  PlaceVisibility,
  useIsPlaceVisible,
  VisibilityOfPlace,
} from './overlays/place-visibility.ts';
export { PortalPlace } from './overlays/portal-place.ts';
export { type TooltipProps } from './overlays/Tooltip.tsx';
export {
  Menu,
  ContextMenu,
  type MenuProps,
  type MenuEntry,
  type ContextMenuProps,
} from './overlays/Menu.tsx';
export {
  Dialog,
  DialogActions,
  AlertDialog,
  type DialogProps,
  type AlertDialogProps,
} from './overlays/Dialog.tsx';
export { LaterAlertDialog, LaterDialog } from './overlays/later-dialogs.tsx';
export { Panel, type PanelHandle, type PanelProps } from './overlays/Panel.tsx';
export { usePanelPlace, type PanelMoves } from './overlays/use-panel-place.ts';
export type { FirstPlace, PanelPlace } from './overlays/panel-place.ts';
export {
  EmptyState,
  ErrorState,
  Spinner,
  Skeleton,
  type EmptyStateProps,
  type ErrorStateProps,
} from './feedback/states.tsx';
export { ToastRegion } from './feedback/ToastRegion.tsx';
export { createToaster, type Toaster, type ToastOptions, type ToastTone } from './feedback/toaster.ts';
export { DataGrid } from './grid/DataGrid.tsx';
export { TreeGrid } from './grid/TreeGrid.tsx';
export type { TreeGridHandle, TreeGridProps } from './grid/tree-types.ts';
export type { TreeGroup } from './grid/tree-rows.ts';
export { treeStep, type KeyLine, type TreeStep } from './grid/tree-keys.ts';
export type { GridPosition } from './grid/grid-keys.ts';
export { observeListSize } from './grid/observe-list-size.ts';
export { CellWriter } from './grid/write-cells.ts';
export { FlashingCells } from './grid/flashing-cells.ts';
export { useRowHeight } from './grid/use-row-height.ts';
export type * from './grid/types.ts';
