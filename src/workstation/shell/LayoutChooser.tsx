import { isStack, layouts, type LayoutPart } from '../../../layouts/index.ts';
import type { Desk } from '../desk-context.ts';
import type { SavedLayout } from '../workspace/saved-layouts.ts';
import { FREE_LAYOUT, layoutOf, parkedWindows, type Workspace } from '../workspace/workspace-state.ts';
import styles from './Layouts.module.css';
import { useSavedLayouts } from './use-saved-layouts.ts';

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

/** What was chosen: one of the eight codes, or a saved layout. */
export type ChosenLayout = { readonly code: string } | Pick<SavedLayout, 'Tree'> | 'manage';

/** The desk, and the workspace whose layout is chosen. */
export interface LayoutChooserProps {
  readonly desk: Desk;
  readonly workspace: Workspace;
  readonly onChoose: (chosen: ChosenLayout) => void;
}

/** The eight layouts and the saved ones as small pictures, and the tools that the present one does not show. */
export function LayoutChooser({ desk, workspace, onChoose }: LayoutChooserProps) {
  const { layouts: saved } = useSavedLayouts(desk);
  const parked = parkedWindows(workspace).flatMap((key) => {
    const tool = workspace.LayoutData[key]?.Tool;
    return tool === undefined ? [] : [desk.plugins.get(tool)?.title ?? tool];
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
            {saved.map(({ Id, Name, Tree }) => (
              <button
                key={Id}
                type="button"
                className={styles.named}
                title={Name}
                data-saved-layout={Name}
                onClick={() => onChoose({ Tree })}
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
