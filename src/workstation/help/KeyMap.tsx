import type { Command } from '../../plugin-api/index.ts';
import { Button } from '../../ui/index.ts';
import styles from './KeyMap.module.css';
import type { KeyGroup } from './key-map.ts';

interface KeyMapProps {
  readonly groups: readonly KeyGroup[];
  /** Commands that change keys. */
  readonly editors: readonly Command[];
  /** Gets the id of the editor that is chosen. */
  readonly onEdit: (commandId: string) => void;
}

/** The keys of the workstation, a table for each group, and buttons for the keys that the user defines. */
export function KeyMap({ groups, editors, onEdit }: KeyMapProps) {
  return (
    <>
      {editors.length === 0 ? null : (
        <div className={styles.editors}>
          {editors.map(({ id, title }) => (
            <Button key={id} tone="quiet" onClick={() => onEdit(id)}>
              {title}
            </Button>
          ))}
        </div>
      )}
      <KeyTables groups={groups} />
    </>
  );
}

function KeyTables({ groups }: Pick<KeyMapProps, 'groups'>) {
  return (
    <div className={styles.groups}>
      {groups.map(({ title, rows }) => (
        <table key={title} className={styles.group}>
          <caption>{title}</caption>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <kbd>{row.key}</kbd>
                </th>
                <td>{row.title}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
