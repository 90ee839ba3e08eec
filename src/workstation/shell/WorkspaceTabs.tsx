import { Bookmark, ChevronDown, LayoutGrid, Lock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { ContextMenu, IconButton, Menu } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { EditButtons } from './EditButtons.tsx';
import { focusWhenLost } from './focus-tab.ts';
import { useTabDrag } from './use-tab-drag.ts';
import { moveTabStep } from '../workspace/undo-steps.ts';
import { allWorkspacesMenu, tabMenu } from './workspace-menus.ts';
import { useIsAtDesk, workspacePath } from './workspace-path.ts';
import styles from './WorkspaceTabs.module.css';

/** One tab for each workspace, and the icons for what can be done with them. */
export function WorkspaceTabs() {
  const select = useSelectWorkspace();
  return (
    <>
      <TabList select={select} />
      <div className={styles.group}>
        <AllWorkspaces select={select} />
        <WorkspaceActions />
        <EditButtons />
      </div>
    </>
  );
}

/** Selects a workspace; from another page the tab leads back to the desk. */
function useSelectWorkspace(): (workspaceId: number) => void {
  const { commands, workspaces } = useDesk();
  const navigate = useNavigate();
  const isAtDesk = useIsAtDesk();
  return (workspaceId) => {
    void commands.run('workspace.select', { workspaceId });
    const chosen = workspaces.getState().Workspaces.find((item) => item.Id === workspaceId);
    if (chosen !== undefined && !isAtDesk) void navigate(workspacePath(chosen));
  };
}

/** Keeps the tab of the workspace on screen in sight when the list gets narrower, for example beside a notice. */
function useSelectedTabInSight(
  list: RefObject<HTMLDivElement | null>,
  current: number | null,
  count: number,
): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      element
        .querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, current, count]);
  const isAtDesk = useIsAtDesk();
  // After the page has loaded, and after other pages, too.
  useEffect(() => {
    if (isAtDesk) focusWhenLost();
  }, [current, isAtDesk]);
}

function TabList({ select }: { readonly select: (workspaceId: number) => void }) {
  const { commands, workspaces, undo } = useDesk();
  const items = useStore(workspaces, (state) => state.Workspaces);
  const current = useStore(workspaces, (state) => state.Current);
  const list = useRef<HTMLDivElement>(null);
  useSelectedTabInSight(list, current, items.length);
  const place = (id: number, index: number) => undo.perform(moveTabStep(id, index));
  const { tabProps, onDragLeave } = useTabDrag(
    items.map(({ Id }) => Id),
    place,
  );
  const focusTab = (id: number) =>
    list.current?.querySelector<HTMLElement>(`[data-workspace="${id}"]`)?.focus();

  function step(event: KeyboardEvent, id: number, to: number) {
    event.preventDefault();
    event.stopPropagation();
    // With Alt and Shift the tab itself moves, as windows do.
    if (event.altKey && event.shiftKey) {
      place(id, Math.max(0, to));
      requestAnimationFrame(() => focusTab(id));
      return;
    }
    const next = items[(to + items.length) % items.length];
    if (next === undefined) return;
    select(next.Id);
    focusTab(next.Id);
  }
  function onKeyDown(event: KeyboardEvent, index: number, id: number) {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) return step(event, id, to);
    const command = { F2: 'workspace.rename', Delete: 'workspace.delete' }[event.key];
    if (command === undefined) return;
    event.preventDefault();
    void commands.run(command, { workspaceId: id });
  }

  return (
    <div ref={list} role="tablist" aria-label="Workspaces" className={styles.tabs} onDragLeave={onDragLeave}>
      {items.map(({ Id, Name, IsLocked = false }, index) => (
        <ContextMenu key={Id} entries={tabMenu(commands, { Id, IsLocked })}>
          <button
            type="button"
            role="tab"
            aria-selected={Id === current}
            aria-controls="workspace-panel"
            tabIndex={Id === current || (current === null && index === 0) ? 0 : -1}
            title={IsLocked ? `${Name}: the layout is locked` : Name}
            className={styles.tab}
            data-workspace={Id}
            onClick={() => select(Id)}
            onKeyDown={(event) => onKeyDown(event, index, Id)}
            // The middle button would start to scroll.
            onMouseDown={(event) => {
              if (event.button === 1) event.preventDefault();
            }}
            {...tabProps(Id)}
          >
            {IsLocked ? (
              <>
                <Lock size={11} className={styles.lock} role="img" aria-label="Locked:" />{' '}
              </>
            ) : null}
            {Name}
          </button>
        </ContextMenu>
      ))}
    </div>
  );
}

function AllWorkspaces({ select }: { readonly select: (workspaceId: number) => void }) {
  const { commands, workspaces } = useDesk();
  const items = useStore(workspaces, (state) => state.Workspaces);
  const current = useStore(workspaces, (state) => state.Current);
  return (
    <Menu
      label="All workspaces"
      trigger={
        <button type="button" className={styles.more} aria-label="All workspaces" title="All workspaces">
          <ChevronDown size={13} />
        </button>
      }
      entries={allWorkspacesMenu({
        commands,
        workspaces: items,
        current,
        select,
      })}
    />
  );
}

function WorkspaceActions() {
  const { commands, workspaces } = useDesk();
  const current = useStore(workspaces, (state) => state.Current);
  const run = (command: string) => () => void commands.run(command);
  return (
    <>
      {current === null || current <= 0 ? null : (
        <>
          <IconButton label="Rename workspace" onClick={run('workspace.rename')}>
            <Pencil size={13} />
          </IconButton>
          <IconButton label="Delete workspace" onClick={run('workspace.delete')}>
            <Trash2 size={13} />
          </IconButton>
          <IconButton label="Choose window layout" onClick={run('layout.choose')}>
            <LayoutGrid size={14} />
          </IconButton>
        </>
      )}
      <IconButton label="Manage saved layouts" onClick={run('layout.manage')}>
        <Bookmark size={14} />
      </IconButton>
      <IconButton label="New workspace" onClick={run('workspace.add')}>
        <Plus size={15} />
      </IconButton>
    </>
  );
}
