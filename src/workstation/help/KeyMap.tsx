import styles from './KeyMap.module.css';
import type { KeyGroup } from './key-map.ts';

/** The keys of the workstation, a table for each group. */
export function KeyMap({ groups }: { readonly groups: readonly KeyGroup[] }) {
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
