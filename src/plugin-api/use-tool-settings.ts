import { useMemo } from 'react';
import { useReadable } from './hooks.ts';
import { toolSettings } from './tool-settings.ts';
import type { SettingFields, SettingValues, ToolSettings } from './tool-settings-types.ts';
import type { ToolPlatform } from './types.ts';

/**
 * The values of the tool's settings. Renders again when one changes, also while the user tries values out on the Settings page.
 *
 * @example
 * ```tsx
 * import { defineSettings, useToolSettings, type ToolProps } from '@tapedeck/plugin-api';
 *
 * const tapeSettings = defineSettings('tape', {
 *   hasSeconds: { kind: 'boolean', label: 'Seconds', help: 'Times have seconds.', initial: true },
 * });
 *
 * export function Tape({ tool }: ToolProps<object>) {
 *   const { hasSeconds } = useToolSettings(tool, tapeSettings);
 *   return <p>{hasSeconds ? '15:30:05' : '15:30'}</p>;
 * }
 * ```
 */
export function useToolSettings<Fields extends SettingFields>(
  { platform }: { readonly platform: Pick<ToolPlatform, 'settings'> },
  definition: ToolSettings<Fields>,
): SettingValues<Fields> {
  const readable = useMemo(() => toolSettings(platform, definition), [platform, definition]);
  return useReadable(readable);
}
