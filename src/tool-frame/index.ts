/** The API of third-party tools: what their entry gets, and what their manifest may say. */
export type {
  ToolBarRow,
  ToolElement,
  ToolEntry,
  ToolEvent,
  ToolHost,
  ToolList,
  ToolNode,
  ToolProps,
  ToolQuoteRow,
} from './tool-api.ts';
export {
  readToolManifest,
  TOOL_API_VERSION,
  TOOL_LIMITS,
  TOOL_PERMISSION_NAMES,
  TOOL_PERMISSIONS,
  type ToolChannelPermission,
  type ToolCommand,
  type ToolManifest,
} from '../tool-channel/index.ts';
