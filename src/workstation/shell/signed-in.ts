import { createDock } from '../workspace/dock-controller.ts';
import { bringDocks } from '../workspace/docks.ts';

// Whoever renders these needs docks: the code that makes them comes with them.
bringDocks(createDock);

/** What only signed-in people see, in one chunk: menu bar, workspaces and their docks. */
export { MenuBar } from './MenuBar.tsx';
export { WorkspaceScreen } from './WorkspaceScreen.tsx';
