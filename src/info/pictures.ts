import { siteAddress } from '../ui/base-path.ts';
import sizes from './pictures.json' with { type: 'json' };

/** Pictures of the running product, with their size on the page in px. Taken, and measured, by `node scripts/help-pictures.ts`. */
export const pictures: Readonly<Record<PictureName, { readonly width: number; readonly height: number }>> =
  sizes;

export type PictureName = keyof typeof sizes;

/** Address of a picture as the theme wants it. */
export function pictureAddress(name: PictureName, theme: 'light' | 'dark'): string {
  return siteAddress(`/help/${name}-${theme}.webp`);
}
