import type { WindowKey } from '../../../layouts/index.ts';
import type { DockController } from '../workspace/dock-controller.ts';

/** Which window of which workspace a frame is for. */
export interface WindowFrameProps {
  readonly dock: DockController;
  readonly windowKey: WindowKey;
}
