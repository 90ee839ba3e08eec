import {
  ArrowUpRight,
  Eraser,
  Minus,
  MousePointer2,
  PenOff,
  Ruler,
  Slash,
  Square,
  Tally4,
  TrendingUp,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { DRAWING_KINDS } from './kinds/index.ts';

/** What a pointer does on the chart: nothing of drawing, select, or draw a kind. */
export type DrawTool = 'none' | 'selector' | (string & {});
export interface DrawToolEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly hasSeparator?: boolean;
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  line: Slash,
  arrow: ArrowUpRight,
  text: Type,
  'horizontal-line': Minus,
  ray: TrendingUp,
  rectangle: Square,
  fibonacci: Tally4,
  measure: Ruler,
};

/** The draw tools dropdown, in its order. `delete-all` is an action, the others are chosen. */
export const DRAW_TOOLS: readonly DrawToolEntry[] = [
  { id: 'none', label: 'Stop drawing', icon: PenOff },
  { id: 'selector', label: 'Select drawn item', icon: MousePointer2 },
  { id: 'delete-all', label: 'Delete all items', icon: Eraser },
  ...DRAWING_KINDS.map((kind, at) => ({
    id: kind.id,
    label: kind.label,
    icon: ICONS[kind.id] ?? Slash,
    hasSeparator: at === 0,
  })),
];
