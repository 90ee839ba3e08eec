import type { PluginRegistry, ReadyPart, ReadyWorkspace } from '../../plugin-api/index.ts';
import styles from './Gallery.module.css';

interface GalleryProps {
  readonly workspaces: readonly ReadyWorkspace[];
  readonly plugins: Pick<PluginRegistry, 'get'>;
  readonly onChoose: (workspace: ReadyWorkspace) => void;
}

/** The ready workspaces, each with a picture of its windows. */
export function Gallery({ workspaces, plugins, onChoose }: GalleryProps) {
  return (
    <ul className={styles.gallery}>
      {workspaces.map((workspace) => (
        <li key={workspace.id}>
          <button type="button" className={styles.card} onClick={() => onChoose(workspace)}>
            <span className={styles.picture} aria-hidden>
              <Part part={workspace.content} plugins={plugins} />
            </span>
            <strong>{workspace.title}</strong>
            <span className={styles.summary}>{workspace.summary}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Part({
  part,
  plugins,
}: {
  readonly part: ReadyPart;
  readonly plugins: Pick<PluginRegistry, 'get'>;
}) {
  const style = { flex: `${part.weight} 1 0` };
  if ('tool' in part) {
    const plugin = plugins.get(part.tool);
    const Icon = plugin?.icon;
    return (
      <span className={styles.window} style={style}>
        {Icon === undefined ? null : <Icon size={12} />}
        <span>{plugin?.title ?? part.tool}</span>
      </span>
    );
  }
  const isRow = 'row' in part;
  return (
    <span className={styles.group} style={style} data-direction={isRow ? 'row' : 'column'}>
      {(isRow ? part.row : part.column).map((each, index) => (
        <Part key={index} part={each} plugins={plugins} />
      ))}
    </span>
  );
}
