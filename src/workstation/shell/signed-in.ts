import { bringFloatingParts } from '../../ui/bring-floating-parts.ts';
import { bringToolDialogs } from '../dialogs/dialog-service.tsx';
import { createToolDialogs } from '../dialogs/tool-dialogs.tsx';
import { createDock } from '../workspace/workspace-dock.ts';
import { bringDocks } from '../workspace/docks.ts';
import { changesBetween } from '../workspace/undo-changes.ts';
import { travelAlerts } from '../workspace/undo-alerts.ts';
import { areDrawingsLoaded, travelDrawings } from '../workspace/undo-drawings.ts';
import { areSavesLoaded, travelSaves } from '../workspace/undo-saves.ts';
import { travelPopouts } from '../workspace/undo-popouts.ts';
import { bringUndo } from '../workspace/undo-history.ts';
import { travel } from '../workspace/undo-travel.ts';

// These components need docks, so this chunk also loads the code that creates them.
bringDocks(createDock);
bringUndo({
  changesBetween,
  travel,
  travelAlerts,
  areDrawingsLoaded,
  travelDrawings,
  areSavesLoaded,
  travelSaves,
  travelPopouts,
});
// A message or the text of a button is on the screen at once.
bringFloatingParts();
// A key opens the symbol lookup or the palette, and the next key is already for it.
bringToolDialogs(createToolDialogs);

/** What only signed-in people see, in one chunk: menu bar, workspaces and their docks. */
export { MenuBar } from './MenuBar.tsx';
export { WorkspaceScreen } from './WorkspaceScreen.tsx';
