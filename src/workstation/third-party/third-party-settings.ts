import * as v from 'valibot';
import type { ListedTool } from '../../client/types.ts';
import { defineSettings, type ToolSettings } from '../../plugin-api/index.ts';
import { declaredSettings } from '../../tool-channel/index.ts';
import { permissionsOf } from './consent.ts';
import { THIRD_PARTY_PREFIX } from './desk-plugins.ts';

/** The settings of a third-party tool, checked again here; null when it has none, or none that this workstation can show. */
export function thirdPartySettings(
  tool: Pick<ListedTool, 'id' | 'permissions' | 'settings'>,
): ToolSettings | null {
  if (!permissionsOf(tool).includes('settings')) return null;
  const fields = v.safeParse(declaredSettings, tool.settings);
  return fields.success ? defineSettings(`${THIRD_PARTY_PREFIX}${tool.id}`, fields.output) : null;
}
