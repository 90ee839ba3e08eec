import { CONTROLS } from './controls.tsx';
import { FEEDBACK } from './feedback.tsx';
import { GRIDS } from './grids.tsx';
import { OVERLAYS } from './overlays.tsx';
import type { Specimen } from './specimen.tsx';

/** The components of the design system by what they are for. */
export const SECTIONS: readonly {
  readonly id: string;
  readonly title: string;
  readonly specimens: readonly Specimen[];
}[] = [
  { id: 'controls', title: 'Controls', specimens: CONTROLS },
  { id: 'grids', title: 'Grids', specimens: GRIDS },
  { id: 'overlays', title: 'Menus and dialogs', specimens: OVERLAYS },
  { id: 'feedback', title: 'Feedback', specimens: FEEDBACK },
];
