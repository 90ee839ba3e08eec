/** A folder in memory. */
export interface MemoryFolder {
  readonly path: string;
  readonly remove: () => void;
}
export function memoryFolder(shared?: string, minFreeBytes?: number): MemoryFolder | null;
