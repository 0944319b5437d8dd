import { distinctUntilChanged, filter, map, type Subscription, skip } from 'rxjs';
import { isThemeMode } from '../../domain/options/theme-mode.js';
import type { Storage } from '../ports/storage.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/** Restores the theme mode that the user chose, stores each further choice, and follows the choices in other tabs. */
export const rememberTheme = (options: OptionsStore, storage: Storage): Subscription => {
  const apply = (stored: string | null): void => {
    if (stored === null || isThemeMode(stored)) options.update({ chosenThemeMode: stored });
  };
  apply(storage.get(STORAGE_KEYS.themeMode));
  const choices$ = options.options$.pipe(
    map(({ chosenThemeMode }) => chosenThemeMode),
    distinctUntilChanged(),
    skip(1),
  );
  const subscription = choices$.subscribe((mode) => {
    if (mode === null) storage.remove(STORAGE_KEYS.themeMode);
    else storage.set(STORAGE_KEYS.themeMode, mode);
  });
  subscription.add(storage.changes$.pipe(filter(({ key }) => key === STORAGE_KEYS.themeMode)).subscribe(({ value }) => apply(value)));
  return subscription;
};
