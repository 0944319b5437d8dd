import { describe, expect, it } from 'vitest';
import { isPlainView } from '../../../../domain/router/plain-views.js';

describe('a view that needs no data', () => {
  it.each(['Connect', 'Account', 'Networks', 'UnsupportedChain'])('is %s', (name) => {
    expect(isPlainView(name)).toBe(true);
  });

  it.each(['SwitchNetwork', 'ConnectingExternal', 'Downloads', 'constructor', 'connect', '', undefined])('is not %s', (name) => {
    expect(isPlainView(name)).toBe(false);
  });
});
