import type { ListedTool } from '../../client/types.ts';
import { TOOL_PERMISSIONS } from '../../tool-channel/index.ts';
import { Button } from '../../ui/index.ts';
import { permissionsOf } from './consent.ts';
import styles from './ThirdPartyTool.module.css';

/** The tool, and what the user decides. */
export interface ConsentPanelProps {
  readonly tool: ListedTool;
  /** Whether the user has allowed another version of it. */
  readonly isChanged: boolean;
  readonly onAllow: () => void;
  readonly onCancel: () => void;
}

/** Shows in the window of a third-party tool what it requests, before anything of it is loaded. */
export function ConsentPanel({ tool, isChanged, onAllow, onCancel }: ConsentPanelProps) {
  const permissions = permissionsOf(tool);
  return (
    <section className={styles.consent} aria-label={`Permissions of ${tool.title}`}>
      <h3>Allow “{tool.title}” to run?</h3>
      <p>{tool.summary}</p>
      {isChanged ? <p>It has changed since you allowed it.</p> : null}
      <p>
        Version {tool.version} is a third-party tool that Tapedeck has not checked. It runs apart from the
        workstation and without a network. It cannot send orders, and it cannot read orders, positions or
        accounts.
      </p>
      {permissions.length === 0 ? (
        <p>It requests no permissions.</p>
      ) : (
        <>
          <p>It requests permission to:</p>
          <ul>
            {permissions.map((name) => (
              <li key={name}>{TOOL_PERMISSIONS[name]}</li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.buttons}>
        <Button tone="primary" onClick={onAllow}>
          Allow
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </p>
    </section>
  );
}
