import { describe, expect, it } from 'vitest';
import { record, world } from '../support/world.js';

describe('OptionsStore', () => {
  it('replaces what is given and keeps the rest', () => {
    const { options } = world({ options: { debug: true } });
    const themes = record(options.options$);
    options.update({ themeMode: 'light' });
    expect(options.current).toMatchObject({ themeMode: 'light', debug: true });
    expect(themes.values.map(({ themeMode }) => themeMode)).toEqual(['dark', 'light']);
  });

  it('can be read and changed after its end', () => {
    const { options } = world();
    const seen = record(options.options$);
    options.complete();
    options.update({ themeMode: 'light' });
    expect(options.current.themeMode).toBe('light');
    expect(seen.values).toHaveLength(1);
    expect(seen.end).toBe('complete');
  });
});
