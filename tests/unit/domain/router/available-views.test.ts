import { describe, expect, it } from 'vitest';
import { isPlainView } from '../../../../domain/router/plain-views.js';

describe('isPlainView', () => {
  it.each(['Connect', 'Account', 'Networks', 'UnsupportedChain'])('accepts %s', (name) => {
    expect(isPlainView(name)).toBe(true);
  });

  it.each([
    'SwitchNetwork',
    'ConnectingExternal',
    'Downloads',
    'WalletSend',
    'Swap',
    'Transactions',
    'constructor',
    'connect',
    '',
    undefined,
  ])('rejects %s', (name) => {
    expect(isPlainView(name)).toBe(false);
  });
});
