/** What a third-party tool declares and what it exchanges with the workstation: schemas and bounds, without I/O. */
export { TOOL_LIMITS } from './limits.ts';
export { declaredHelp } from './declared-help.ts';
export { declaredSettings } from './declared-settings.ts';
export {
  readToolManifest,
  TOOL_API_VERSION,
  TOOL_PERMISSION_NAMES,
  TOOL_PERMISSIONS,
  type ToolChannelPermission,
  type ToolCommand,
  type ToolManifest,
} from './manifest.ts';
export { MessageMeter } from './message-meter.ts';
export {
  permissionOfCall,
  readToolMessage,
  refusalWithoutPermission,
  type HostMessage,
  type ToolBar,
  type ToolCall,
  type ToolCallArgs,
  type ToolQuote,
  type ToolSettingValues,
  type ToolTheme,
  type ToolWatchList,
} from './messages.ts';
