import type { DragEvent } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Handlers of an element on which a file with a strategy can be dropped. */
export const fileDrop = (platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>) => ({
  onDragOver(event: DragEvent): void {
    if (hasFiles(event)) event.preventDefault();
  },
  onDrop(event: DragEvent): void {
    if (!hasFiles(event)) return;
    // The browser would open the file in place of the workstation.
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file !== undefined)
      void import('./ImportDialog.tsx').then(({ importStrategy }) => importStrategy(platform, { file }));
  },
});
