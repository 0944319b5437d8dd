import fc from 'fast-check';
import type { RouterEvent } from '../../../../domain/router/router-machine.js';
import { type View, view } from '../../../../domain/router/views.js';

/** Views, some of them with different data under the same name. */
export const arbitraryView: fc.Arbitrary<View> = fc.oneof(
  fc.constantFrom(
    view('Connect'),
    view('Account'),
    view('AllWallets'),
    view('Networks'),
    view('ConnectingSiwe'),
    view('SIWXSignMessage'),
    view('WhatIsAWallet'),
    view('UnsupportedChain'),
    view('UnsupportedChain', { swap: true }),
  ),
  fc.constantFrom('injected', 'walletConnect').map((connectorId) => view('ConnectingExternal', { namespace: 'eip155', connectorId })),
);

/** Every event of the router. Callbacks record the name of their entry. */
export const arbitraryRouterEvent = (called: string[]): fc.Arbitrary<RouterEvent> =>
  fc.oneof(
    { weight: 5, arbitrary: arbitraryView.map((next): RouterEvent => ({ type: 'push', view: next })) },
    arbitraryView.map((next): RouterEvent => ({ type: 'replace', view: next })),
    arbitraryView.map((next): RouterEvent => ({ type: 'reset', view: next })),
    { weight: 2, arbitrary: fc.constant<RouterEvent>({ type: 'go-back' }) },
    fc.integer({ min: -2, max: 6 }).map((index): RouterEvent => ({ type: 'go-back-to', index })),
    fc.constant<RouterEvent>({ type: 'network-switched' }),
    fc.record({ goBack: fc.boolean(), replace: fc.boolean(), view: fc.option(arbitraryView), name: fc.constantFrom('x', 'y', 'z') }).map(
      ({ name, ...entry }): RouterEvent => ({
        type: 'push-transaction',
        entry: { ...entry, onSuccess: () => called.push(`${name}+`), onCancel: () => called.push(`${name}-`) },
      }),
    ),
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('success' as const, 'cancel' as const)
        .map((outcome): RouterEvent => ({ type: 'pop-transaction', outcome })),
    },
  );
