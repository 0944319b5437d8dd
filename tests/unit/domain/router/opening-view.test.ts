import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingView } from '../../../../domain/router/opening-view.js';
import { view } from '../../../../domain/router/views.js';
import { itHolds } from '../properties.js';
import { arbitraryView } from './arbitrary-view.js';

const facts = { hasAdapters: true, connected: false, mobile: false, requested: null } as const;

describe('openingView', () => {
  it.each([
    ['without adapters on a desktop', { ...facts, hasAdapters: false }, 'ConnectingWalletConnectBasic'],
    ['without adapters on a phone', { ...facts, hasAdapters: false, mobile: true }, 'AllWallets'],
    [
      'without adapters, before an explicit view',
      { ...facts, hasAdapters: false, requested: view('Networks') },
      'ConnectingWalletConnectBasic',
    ],
    ['without adapters but connected', { ...facts, hasAdapters: false, connected: true }, 'Account'],
    ['connected', { ...facts, connected: true }, 'Account'],
    ['not connected', facts, 'Connect'],
    ['not connected on a phone', { ...facts, mobile: true }, 'Connect'],
  ])('applies the rules in order: %s', (_, given, name) => expect(openingView(given).name).toBe(name));

  itHolds(
    'returns the requested view if a wallet can be connected or is connected',
    fc.boolean(),
    fc.boolean(),
    arbitraryView,
    (connected, mobile, requested) => {
      expect(openingView({ hasAdapters: true, connected, mobile, requested })).toBe(requested);
      expect(openingView({ hasAdapters: false, connected: true, mobile, requested })).toBe(requested);
    },
  );
});
