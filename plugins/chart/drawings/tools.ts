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
  /** Chooses it while the chart has the focus. */
  readonly key?: string;
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

/** Letters that no browser has a use for with Alt. */
const KEYS: Readonly<Record<string, string>> = {
  line: 'Alt+T',
  arrow: 'Alt+A',
  text: 'Alt+N',
  'horizontal-line': 'Alt+H',
  ray: 'Alt+R',
  rectangle: 'Alt+B',
  fibonacci: 'Alt+I',
  measure: 'Alt+M',
};

/** The draw tools dropdown, in its order. `delete-all` is an action, the others are chosen. */
export const DRAW_TOOLS: readonly DrawToolEntry[] = [
  { id: 'none', label: 'Stop drawing', icon: PenOff },
  { id: 'selector', label: 'Select drawn item', icon: MousePointer2, key: 'Alt+S' },
  { id: 'delete-all', label: 'Delete all items', icon: Eraser },
  ...DRAWING_KINDS.map(({ id, label }, at) => {
    const key = KEYS[id];
    return {
      id,
      label,
      icon: ICONS[id] ?? Slash,
      hasSeparator: at === 0,
      ...(key === undefined ? {} : { key }),
    };
  }),
];
