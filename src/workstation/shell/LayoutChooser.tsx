import { isStack, layouts, type LayoutPart } from '../../../layouts/index.ts';
import {
  FREE_LAYOUT,
  layoutOf,
  parkedWindows,
  type SavedLayout,
  type Workspace,
} from '../workspace/workspace-state.ts';
import styles from './Layouts.module.css';

/** A layout as a small picture. */
export function LayoutPicture({ part }: { readonly part: LayoutPart }) {
  if (isStack(part)) return <i className={styles.pane} style={{ flex: part.weight }} />;
  return (
    <span className={styles.split} style={{ flex: part.weight, flexDirection: part.direction }}>
      {part.children.map((child, index) => (
        <LayoutPicture key={index} part={child} />
      ))}
    </span>
  );
}

/** What was chosen: one of the eight codes, or the name of a saved layout. */
export type ChosenLayout = { readonly code: string } | { readonly name: string } | 'manage';

/** The layouts to choose from, for one workspace. `titleOf` names a tool by its id. */
export interface LayoutChooserProps {
  readonly workspace: Workspace;
  readonly saved: readonly SavedLayout[];
  readonly titleOf: (tool: string) => string;
  readonly onChoose: (chosen: ChosenLayout) => void;
}

/** The eight layouts and the saved ones as small pictures, and the tools that the present one does not show. */
export function LayoutChooser({ workspace, saved, titleOf, onChoose }: LayoutChooserProps) {
  const parked = parkedWindows(workspace).flatMap((key) => {
    const tool = workspace.LayoutData[key]?.Tool;
    return tool === undefined ? [] : [titleOf(tool)];
  });
  // One begins at the present layout, or with the first where the windows stand otherwise.
  const start = layouts.find(({ code }) => code === workspace.Layout) ?? layouts[0];
  return (
    <>
      <div className={styles.layouts}>
        {layouts.map((layout) => (
          <button
            key={layout.code}
            type="button"
            className={styles.layout}
            data-autofocus={layout === start ? '' : undefined}
            aria-pressed={layout.code === workspace.Layout}
            aria-label={layout.title}
            title={layout.title}
            data-layout={layout.code}
            onClick={() => onChoose({ code: layout.code })}
          >
            <LayoutPicture part={layout.root} />
          </button>
        ))}
      </div>
      {saved.length === 0 ? null : (
        <>
          <h3 className={styles.heading}>Saved layouts</h3>
          <div className={styles.layouts}>
            {saved.map(({ Name, Tree }) => (
              <button
                key={Name}
                type="button"
                className={styles.named}
                title={Name}
                data-saved-layout={Name}
                onClick={() => onChoose({ name: Name })}
              >
                <span className={styles.layout}>
                  <LayoutPicture part={Tree} />
                </span>
                <span className={styles.name}>{Name}</span>
              </button>
            ))}
          </div>
        </>
      )}
      {workspace.Layout === FREE_LAYOUT ? (
        <p className={styles.present}>
          <span className={styles.small}>
            <LayoutPicture part={layoutOf(workspace)} />
          </span>
          These windows were arranged by hand.{' '}
          <button type="button" className={styles.textButton} onClick={() => onChoose('manage')}>
            Save this layout
          </button>
        </p>
      ) : null}
      {parked.length === 0 ? null : (
        <p className={styles.parked}>Kept, but not shown in this layout: {parked.join(', ')}</p>
      )}
    </>
  );
}
