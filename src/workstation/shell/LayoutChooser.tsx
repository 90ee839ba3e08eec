import { layouts, type LayoutPart } from '../../../layouts/index.ts';
import { parkedWindows, type Workspace } from '../workspace/workspace-state.ts';
import styles from './Shell.module.css';

function Picture({ part }: { readonly part: LayoutPart }) {
  if ('window' in part) return <i className={styles.pane} style={{ flex: part.weight }} />;
  return <span className={styles.split} style={{ flex: part.weight, flexDirection: part.direction }}>{part.children.map((child, index) => <Picture key={index} part={child} />)}</span>;
}

export interface LayoutChooserProps { readonly workspace: Workspace; readonly titleOf: (tool: string) => string; readonly onChoose: (code: string) => void }

/** The eight layouts as small pictures, and the tools that the present one does not show. */
export function LayoutChooser({ workspace, titleOf, onChoose }: LayoutChooserProps) {
  const parked = parkedWindows(workspace).flatMap((key) => { const tool = workspace.LayoutData[key]?.Tool; return tool === undefined ? [] : [titleOf(tool)]; });
  return (
    <>
      <div className={styles.layouts}>
        {layouts.map((layout) => (
          <button key={layout.code} type="button" className={styles.layout} aria-pressed={layout.code === workspace.Layout} aria-label={layout.title} title={layout.title} data-layout={layout.code} onClick={() => onChoose(layout.code)}>
            <Picture part={layout.root} />
          </button>
        ))}
      </div>
      {parked.length === 0 ? null : <p className={styles.parked}>Kept, but not shown in this layout: {parked.join(', ')}</p>}
    </>
  );
}
