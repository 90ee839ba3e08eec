import { useSyncExternalStore } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';

/** Ids of the user's favorite studies, stored with the settings, and how to change them. */
export function useFavoriteStudies({
  settings,
  dialogs,
}: Pick<ToolPlatform, 'settings' | 'dialogs'>): readonly [
  favorites: readonly string[],
  setFavorite: (id: string, isOn: boolean) => void,
] {
  const favorites = useSyncExternalStore(
    (listener) => settings.subscribe(listener),
    () => settings.get().favoriteStudies,
  );
  const setFavorite = (id: string, isOn: boolean) => {
    const others = favorites.filter((each) => each !== id);
    settings.save({ favoriteStudies: isOn ? [...others, id] : others }).catch((cause: unknown) => {
      dialogs.toast({
        message: cause instanceof Error ? cause.message : 'The favorite is not stored yet. Try again.',
        tone: 'error',
      });
    });
  };
  return [favorites, setFavorite];
}
