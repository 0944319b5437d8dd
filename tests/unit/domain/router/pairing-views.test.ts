import { expect, it } from 'vitest';
import { keepsPairing } from '../../../../domain/router/pairing-views.js';
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
])('a pairing goes on while %s is shown: on a desktop computer %s, on a phone %s', (name, desktop, phone) => {
  expect(keepsPairing(name, { mobile: false })).toBe(desktop);
  expect(keepsPairing(name, { mobile: true })).toBe(phone);
});
