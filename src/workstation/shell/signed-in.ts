import { createDock } from '../workspace/dock-controller.ts';
import { bringDocks } from '../workspace/docks.ts';

// These components need docks, so this chunk also loads the code that creates them.
bringDocks(createDock);

/** What only signed-in people see, in one chunk: menu bar, workspaces and their docks. */
export { MenuBar } from './MenuBar.tsx';
export { WorkspaceScreen } from './WorkspaceScreen.tsx';
