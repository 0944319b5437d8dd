import { describe, expect, it } from 'vitest';
import { rememberTheme } from '../../../../application/modal/remember-theme.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { OptionsStore } from '../../../../application/shared/options.store.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import type { ThemeMode } from '../../../../domain/options/options.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import { themeModeOf } from '../../../../domain/options/theme-mode.js';

/** A tab whose app wants the dark theme. */
const tab = (storage: FakeStorage) => {
  const options = new OptionsStore(parseOptions({ networks: [mainnet] }));
  const subscription = rememberTheme(options, storage);
  return {
    storage,
    mode: () => themeModeOf(options.current),
    choose: (chosenThemeMode: ThemeMode | null) => options.update({ chosenThemeMode }),
    close: () => subscription.unsubscribe(),
  };
};

describe('rememberTheme', () => {
  it('restores the choice, and forgets it when it ends', () => {
    const first = tab(new FakeStorage());
    first.choose('light');
    const second = tab(first.storage.reload());
    expect(second.mode()).toBe('light');
    second.choose(null);
    expect([tab(second.storage.reload()).mode(), second.storage.persisted]).toEqual(['dark', {}]);
  });

  it.each(['blue', 'LIGHT', '{}'])('ignores the stored text %s', (text) => {
    expect(tab(new FakeStorage({ [STORAGE_KEYS.themeMode]: text })).mode()).toBe('dark');
  });

  it('follows other tabs, until it is closed', () => {
    const first = tab(new FakeStorage());
    const second = tab(first.storage.otherTab());
    first.choose('auto');
    expect(second.mode()).toBe('auto');
    first.choose(null);
    expect(second.mode()).toBe('dark');
    second.close();
    first.choose('light');
    expect(second.mode()).toBe('dark');
  });

  it('keeps the choice for this page if the browser stores nothing', () => {
    const storage = new FakeStorage();
    storage.mode = 'blocked';
    const first = tab(storage);
    first.choose('light');
    expect([first.mode(), tab(storage.reload()).mode()]).toEqual(['light', 'dark']);
  });
});
