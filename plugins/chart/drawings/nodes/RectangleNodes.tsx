import { BoxNodes } from './BoxNodes.tsx';
import type { DrawingNodesProps } from './drawing-nodes.ts';

/** A box with a faint fill. */
export function RectangleNodes(props: DrawingNodesProps) {
  return <BoxNodes {...props} fillOpacity={0.1} />;
}
