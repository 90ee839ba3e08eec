import { useContext, useEffect, useId, useState, useSyncExternalStore } from 'react';
import type { UserSettings } from '../../client/types.ts';
import type { SettingValue } from '../../domain/tool-settings/index.ts';
import {
  readToolSettings,
  withoutToolSettings,
  withToolSetting,
  type AnyPlugin,
  type ToolSettings as Definition,
} from '../../plugin-api/index.ts';
import { Button } from '../../ui/index.ts';
import { isOffered, useDesk, useSessionState } from '../desk-context.ts';
import styles from './Settings.module.css';
import { isFound, SettingsQuery, settingTexts } from './settings-search.ts';
import { ToolSettingRow } from './ToolSettingRow.tsx';

/** The settings in effect, and what reports entries that are no values. */
export interface ToolSettingsProps {
  readonly values: UserSettings;
  /** Whether the entry under a name, unique on the page, is no value of its setting. */
  readonly onInvalid: (name: string, isInvalid: boolean) => void;
}

/** The settings that tools declare: a section for each tool of the user. */
export function ToolSettings(props: ToolSettingsProps) {
  const { plugins } = useDesk();
  const session = useSessionState();
  const tools = useSyncExternalStore(plugins.subscribe, () => plugins.all);
  return tools
    .filter((plugin) => plugin.settings !== undefined && isOffered(plugin, session))
    .map((plugin) => <ToolSection key={plugin.id} plugin={plugin} {...props} />);
}

type Loaded = Definition | 'loading' | 'failed';

function useDefinition(plugin: AnyPlugin): Loaded {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  useEffect(() => {
    let isGone = false;
    const set = (next: Loaded) => {
      if (!isGone) setLoaded(next);
    };
    plugin.settings?.().then(set, (cause: unknown) => {
      console.error(cause);
      set('failed');
    });
    return () => {
      isGone = true;
    };
  }, [plugin]);
  return loaded;
}

function ToolSection({ plugin, ...props }: ToolSettingsProps & { readonly plugin: AnyPlugin }) {
  const definition = useDefinition(plugin);
  if (definition === 'loading') return null;
  if (definition === 'failed')
    return (
      <p className={styles.hint} role="alert">
        The settings of {plugin.title} could not be loaded. Its stored settings are not changed.
      </p>
    );
  return <Section title={plugin.title} definition={definition} {...props} />;
}

interface SectionProps extends ToolSettingsProps {
  readonly title: string;
  readonly definition: Definition;
}

function Section({ title, definition, values: settings, onInvalid }: SectionProps) {
  const { platform } = useDesk();
  const id = useId();
  const query = useContext(SettingsQuery);
  /** Counts the resets: each begins with new entries. */
  const [resets, setResets] = useState(0);
  const { values, isReadable } = readToolSettings(definition, settings);
  const fields = Object.entries(definition.fields);
  const change = (field: string, value: SettingValue | null) => {
    onInvalid(`${definition.tool}.${field}`, value === null);
    if (value === null) return;
    platform.settings.preview({
      toolSettings: withToolSetting(definition, platform.settings.get(), field, value),
    });
  };
  const reset = () => {
    for (const [field] of fields) onInvalid(`${definition.tool}.${field}`, false);
    platform.settings.preview({ toolSettings: withoutToolSettings(definition, platform.settings.get()) });
    setResets(resets + 1);
  };
  const isAnyFound = fields.some(([, field]) => isFound(query, settingTexts(title, field)));
  return (
    <section aria-labelledby={id} hidden={!isAnyFound}>
      <div className={styles.toolHead}>
        <h2 id={id}>{title}</h2>
        <Button tone="quiet" aria-describedby={id} onClick={reset}>
          Defaults
        </Button>
      </div>
      {isReadable ? null : (
        <p className={styles.hint} role="note">
          A later version of this tool has stored these settings. They are kept until you choose Defaults.
        </p>
      )}
      {fields.map(([field, declared]) => (
        <ToolSettingRow
          key={`${field} ${resets}`}
          field={declared}
          value={values[field] ?? declared.initial}
          tool={title}
          isDisabled={!isReadable}
          onChange={(value) => change(field, value)}
        />
      ))}
    </section>
  );
}
