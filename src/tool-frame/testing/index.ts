/** For tests of third-party tools. */
export { runTool, type TestedTool, type ToolTestWorld } from './run-tool.ts';
