import { useMemo, useState, type ReactNode } from 'react';
import {
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  Menu,
  Skeleton,
  TextField,
  type GridColumn,
} from '../../../ui/index.ts';
import shared from '../Screens.module.css';
import type { AdminAction } from './admin-action.ts';
import styles from './Administration.module.css';
import { CommandDialog } from './CommandDialog.tsx';
import type { AdminList } from './use-admin-list.ts';

/** The properties of an `AdminGrid`. */
export interface AdminGridProps<Row> {
  readonly label: string;
  readonly list: AdminList<unknown>;
  /** Null while they load for the first time. */
  readonly rows: readonly Row[] | null;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowId: (row: Row) => string;
  /** Name of a row in the label of its menu. */
  readonly rowName: (row: Row) => string;
  readonly rowActions: (row: Row) => readonly AdminAction[];
  /** What is done about no row: a button each. */
  readonly actions?: readonly AdminAction[];
  readonly empty: string;
  /** Further controls beside the search. */
  readonly extra?: ReactNode;
}

/** A list of administration: search, buttons, and a grid whose rows have a menu. Commands run in a dialog, and the list is loaded again after them. */
export function AdminGrid<Row>(props: AdminGridProps<Row>) {
  const { list, rows, columns, rowId } = props;
  const [query, setQuery] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [action, setAction] = useState<AdminAction | null>(null);
  const shown = useMemo(() => {
    const parts = query
      .toLowerCase()
      .split(/\s+/)
      .filter((part) => part !== '');
    const textOf = (row: Row): string =>
      columns
        .map((column) => column.text(row))
        .join(' ')
        .toLowerCase();
    return (rows ?? []).filter((row) => parts.every((part) => textOf(row).includes(part)));
  }, [rows, columns, query]);
  const selected = shown.find((row) => rowId(row) === selectedId);
  return (
    <div className={styles.list}>
      <Toolbar {...props} query={query} onQuery={setQuery} selected={selected} onAction={setAction} />
      {rows === null ? (
        list.error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState
            title="The list could not be loaded"
            text={list.error}
            onRetry={() => void list.reload()}
          />
        )
      ) : (
        <DataGrid<Row>
          label={props.label}
          rows={shown}
          columns={columns}
          rowId={rowId}
          selectedRowId={selectedId}
          onSelect={(row) => setSelectedId(rowId(row))}
          menu={(row) =>
            props.rowActions(row).map((each) => ({
              id: each.id,
              label: each.label,
              isDestructive: each.isDestructive ?? false,
              hasSeparator: each.hasSeparator ?? false,
              run: () => setAction(each),
            }))
          }
          empty={<EmptyState title={query === '' ? props.empty : 'Nothing found'} />}
        />
      )}
      {action === null ? null : (
        <CommandDialog
          key={action.title}
          action={action}
          onClose={(isDone) => {
            setAction(null);
            if (isDone) void list.reload();
          }}
        />
      )}
    </div>
  );
}

interface ToolbarProps<Row> extends AdminGridProps<Row> {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly selected: Row | undefined;
  readonly onAction: (action: AdminAction) => void;
}

function Toolbar<Row>({
  label,
  list,
  rows,
  query,
  onQuery,
  selected,
  onAction,
  actions = [],
  rowActions,
  rowName,
  extra,
}: ToolbarProps<Row>) {
  const selectedActions = selected === undefined ? [] : rowActions(selected);
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <TextField
          label={`Search ${label.toLowerCase()}`}
          isLabelHidden
          placeholder="Search"
          type="search"
          value={query}
          onChange={onQuery}
        />
      </div>
      {extra}
      {actions.map((each) => (
        <Button key={each.id} onClick={() => onAction(each)}>
          {each.label}
        </Button>
      ))}
      {selected === undefined || selectedActions.length === 0 ? null : (
        <Menu
          label={`Actions for ${rowName(selected)}`}
          trigger={<Button>{`Actions: ${rowName(selected)}`}</Button>}
          entries={selectedActions.map((each) => ({
            id: each.id,
            label: each.label,
            isDestructive: each.isDestructive ?? false,
            hasSeparator: each.hasSeparator ?? false,
            run: () => onAction(each),
          }))}
        />
      )}
      <span className={styles.gap} />
      {rows !== null && list.error !== null ? (
        <span className={shared.danger} role="alert">
          {`Not up to date. ${list.error}`}
        </span>
      ) : null}
      <Button onClick={() => void list.reload()}>Refresh</Button>
    </div>
  );
}
