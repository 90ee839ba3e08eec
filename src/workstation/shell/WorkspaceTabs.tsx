import {
  Bookmark,
  ChevronDown,
  Copy,
  Download,
  LayoutGrid,
  Pencil,
  Plus,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { ContextMenu, IconButton, Menu, type MenuEntry } from '../../ui/index.ts';
import { useDesk } from '../desk.ts';
import { moveWorkspace } from '../workspace/workspace-state.ts';
import { focusTabWhenLost } from './focus-tab.ts';
import { useIsAtDesk, workspacePath } from './workspace-path.ts';
import styles from './WorkspaceTabs.module.css';

const TAB_DRAG = 'text/x-tapedeck-workspace';

interface Drop {
  readonly id: number;
  readonly side: 'before' | 'after';
}

/** One tab for each workspace, and the icons for what can be done with them. */
export function WorkspaceTabs() {
  const { commands, workspaces } = useDesk();
  const navigate = useNavigate();
  const isAtDesk = useIsAtDesk();
  const items = useStore(workspaces, (state) => state.Workspaces);
  const current = useStore(workspaces, (state) => state.Current);
  const list = useRef<HTMLDivElement>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const run = (id: string, args?: Record<string, unknown>) => void commands.run(id, args);
  const select = (id: number) => {
    run('workspace.select', { workspaceId: id });
    // From another page the tab leads back to the desk.
    const chosen = items.find((item) => item.Id === id);
    if (chosen !== undefined && !isAtDesk) void navigate(workspacePath(chosen));
  };
  const tabOf = (id: number | null) => list.current?.querySelector<HTMLElement>(`[data-workspace="${id}"]`);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    // When the list gets narrower, e.g. beside a notice, the tab of the workspace on screen stays in sight.
    const observer = new ResizeObserver(() =>
      element
        .querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [current, items.length]);
  const before = useRef(current);
  useEffect(() => {
    if (before.current === current) return;
    before.current = current;
    focusTabWhenLost();
  }, [current]);

  const place = (id: number, index: number) => workspaces.change((draft) => moveWorkspace(draft, id, index));
  function onKeyDown(event: KeyboardEvent, index: number, id: number) {
    const step = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      // With Alt and Shift the tab itself moves, as windows do.
      if (event.altKey && event.shiftKey) {
        place(id, Math.max(0, step));
        requestAnimationFrame(() => tabOf(id)?.focus());
        return;
      }
      const next = items[(step + items.length) % items.length];
      if (next !== undefined) {
        select(next.Id);
        tabOf(next.Id)?.focus();
      }
    } else if (event.key === 'F2') {
      event.preventDefault();
      run('workspace.rename', { workspaceId: id });
    } else if (event.key === 'Delete') {
      event.preventDefault();
      run('workspace.delete', { workspaceId: id });
    }
  }
  const sideAt = (event: DragEvent<HTMLElement>): Drop['side'] => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return event.clientX < left + width / 2 ? 'before' : 'after';
  };
  function onDrop(event: DragEvent<HTMLElement>, target: number) {
    const id = Number(event.dataTransfer.getData(TAB_DRAG));
    const side = sideAt(event);
    setDrop(null);
    if (!Number.isInteger(id) || id === target) return;
    event.preventDefault();
    const others = items.filter((item) => item.Id !== id);
    place(id, others.findIndex((item) => item.Id === target) + (side === 'after' ? 1 : 0));
  }
  const entriesOf = (id: number): MenuEntry[] => [
    {
      id: 'rename',
      label: 'Rename',
      icon: Pencil,
      shortcut: 'F2',
      run: () => run('workspace.rename', { workspaceId: id }),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: Copy,
      run: () => run('workspace.duplicate', { workspaceId: id }),
    },
    {
      id: 'export',
      label: 'Export to a file',
      icon: Download,
      run: () => run('workspace.export', { workspaceId: id }),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: Trash2,
      isDestructive: true,
      hasSeparator: true,
      shortcut: 'Del',
      run: () => run('workspace.delete', { workspaceId: id }),
    },
  ];
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="Workspaces"
        className={styles.tabs}
        onDragLeave={() => setDrop(null)}
      >
        {items.map(({ Id, Name }, index) => (
          <ContextMenu key={Id} entries={entriesOf(Id)}>
            <button
              type="button"
              role="tab"
              aria-selected={Id === current}
              aria-controls="workspace-panel"
              tabIndex={Id === current || (current === null && index === 0) ? 0 : -1}
              title={Name}
              className={styles.tab}
              data-workspace={Id}
              data-drop={drop?.id === Id ? drop.side : undefined}
              onClick={() => select(Id)}
              onKeyDown={(event) => onKeyDown(event, index, Id)}
              // The middle button would start to scroll.
              onMouseDown={(event) => {
                if (event.button === 1) event.preventDefault();
              }}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.setData(TAB_DRAG, String(Id));
                event.dataTransfer.effectAllowed = 'move';
              }}
              onDragEnd={() => setDrop(null)}
              onDragOver={(event) => {
                if (event.dataTransfer.types.includes(TAB_DRAG)) {
                  event.preventDefault();
                  const side = sideAt(event);
                  if (drop?.id !== Id || drop.side !== side) setDrop({ id: Id, side });
                }
              }}
              onDrop={(event) => onDrop(event, Id)}
            >
              {Name}
            </button>
          </ContextMenu>
        ))}
      </div>
      <div className={styles.group}>
        <Menu
          label="All workspaces"
          trigger={
            <button type="button" className={styles.more} aria-label="All workspaces" title="All workspaces">
              <ChevronDown size={13} />
            </button>
          }
          entries={[
            ...items.map(({ Id, Name }) => ({
              id: `workspace-${Id}`,
              label: Name,
              isChecked: Id === current,
              run: () => select(Id),
            })),
            ...(current === null
              ? []
              : [
                  {
                    id: 'duplicate',
                    label: 'Duplicate workspace',
                    icon: Copy,
                    hasSeparator: true,
                    run: () => run('workspace.duplicate'),
                  },
                  {
                    id: 'export',
                    label: 'Export workspace to a file',
                    icon: Download,
                    run: () => run('workspace.export'),
                  },
                ]),
            {
              id: 'import',
              label: 'Import workspace from a file',
              icon: Upload,
              hasSeparator: current === null && items.length > 0,
              run: () => run('workspace.import'),
            },
            {
              id: 'undo',
              label: 'Undo',
              icon: Undo2,
              shortcut: 'Ctrl+Z',
              hasSeparator: true,
              isDisabled: !(commands.get('edit.undo')?.isEnabled?.({}) ?? false),
              run: () => run('edit.undo'),
            },
          ]}
        />
        {current === null || current <= 0 ? null : (
          <>
            <IconButton label="Rename workspace" onClick={() => run('workspace.rename')}>
              <Pencil size={13} />
            </IconButton>
            <IconButton label="Delete workspace" onClick={() => run('workspace.delete')}>
              <Trash2 size={13} />
            </IconButton>
            <IconButton label="Choose window layout" onClick={() => run('layout.choose')}>
              <LayoutGrid size={14} />
            </IconButton>
          </>
        )}
        <IconButton label="Manage saved layouts" onClick={() => run('layout.manage')}>
          <Bookmark size={14} />
        </IconButton>
        <IconButton label="New workspace" onClick={() => run('workspace.add')}>
          <Plus size={15} />
        </IconButton>
      </div>
    </>
  );
}
