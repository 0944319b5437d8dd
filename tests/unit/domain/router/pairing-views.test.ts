import { expect, it } from 'vitest';
import { shouldKeepPairing } from '../../../../domain/router/pairing-views.js';
import type { ViewName } from '../../../../domain/router/views.js';

it.each<[ViewName, desktop: boolean, phone: boolean]>([
  ['ConnectingWalletConnect', true, true],
  ['ConnectingWalletConnectBasic', true, true],
  ['Downloads', true, true],
  ['Connect', false, true],
  ['ConnectWallets', false, true],
  ['AllWallets', false, true],
  ['GetWallet', false, true],
  ['Create', false, true],
  ['WhatIsAWallet', false, true],
  ['ConnectingExternal', false, false],
  ['Account', false, false],
  ['Networks', false, false],
])('shouldKeepPairing while %s is displayed: on desktop %s, on mobile %s', (name, desktop, phone) => {
  expect(shouldKeepPairing(name, { mobile: false })).toBe(desktop);
  expect(shouldKeepPairing(name, { mobile: true })).toBe(phone);
});
