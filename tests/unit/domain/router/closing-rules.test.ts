import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeReaction, embeddedCloseEvent, isBackVisible, isCloseDisabled } from '../../../../domain/router/closing-rules.js';
import { INITIAL_ROUTER, type RouterState, routerTransition } from '../../../../domain/router/router-machine.js';
import { type View, type ViewName, view } from '../../../../domain/router/views.js';
import { itHolds } from '../properties.js';

const at = (...history: readonly [View, ...View[]]): RouterState => ({ history, transactionStack: [] });
const facts = { signInRequired: true, hasSignInSession: false, buffering: false };
// All of these views can be opened without data.
const plain = (name: ViewName): View => ({ name, data: undefined }) as View;
const viewName = fc.constantFrom<ViewName>('Connect', 'Account', 'ApproveTransaction', 'SIWXSignMessage', 'UnsupportedChain', 'Networks');

describe('closing the modal', () => {
  itHolds(
    'is disabled only on the sign and approve views while sign-in is required and no session exists',
    viewName,
    fc.boolean(),
    fc.boolean(),
    (name, signInRequired, hasSignInSession) => {
      const isDisabled = (name === 'ApproveTransaction' || name === 'SIWXSignMessage') && signInRequired && !hasSignInSession;
      expect(isCloseDisabled({ view: plain(name), signInRequired, hasSignInSession })).toBe(isDisabled);
    },
  );

  it.each([
    ['Account', {}, 'close'],
    ['UnsupportedChain', {}, 'shake'],
    ['SIWXSignMessage', {}, 'shake'],
    ['ApproveTransaction', {}, 'shake'],
    ['SIWXSignMessage', { hasSignInSession: true }, 'close'],
    ['SIWXSignMessage', { signInRequired: false }, 'close'],
    ['ConnectingExternal', { buffering: true }, 'ignore'],
    ['UnsupportedChain', { buffering: true }, 'shake'],
  ] as const)('on %s with %o results in %s', (name, changed, reaction) => {
    expect(closeReaction({ view: plain(name), ...facts, ...changed })).toBe(reaction);
  });

  it('is not prevented on a network that only has no swaps', () => {
    expect(closeReaction({ view: view('UnsupportedChain', { swap: true }), ...facts })).toBe('close');
  });

  it('goes to Account in embedded mode if connected, else to Connect, and clears the history', () => {
    const networks = at(view('Account'), view('Networks'));
    expect(routerTransition(networks, embeddedCloseEvent(true)).state.history).toEqual([view('Account')]);
    expect(routerTransition(networks, embeddedCloseEvent(false)).state.history).toEqual([view('Connect')]);
    expect(routerTransition(INITIAL_ROUTER, embeddedCloseEvent(false)).state).toBe(INITIAL_ROUTER);
  });
});

describe('back button visibility', () => {
  it.each([
    ['a second view', at(view('Account'), view('Networks')), {}, true],
    ['the only view', at(view('Networks')), {}, false],
    ['Connect behind another view', at(view('AllWallets'), view('Connect')), {}, true],
    ['Connect behind another view in embedded mode', at(view('AllWallets'), view('Connect')), { embedded: true }, false],
    ['ApproveTransaction', at(view('Account'), view('ApproveTransaction')), {}, false],
    ['ConnectingSiwe', at(view('Connect'), view('ConnectingSiwe')), {}, false],
    ['SIWXSignMessage', at(view('Connect'), view('SIWXSignMessage')), {}, false],
  ] as const)('depends on the view: %s', (_, router, changed, shown) => {
    expect(isBackVisible(router, { embedded: false, ...changed })).toBe(shown);
  });

  itHolds('is always hidden with one view', viewName, fc.boolean(), (name, embedded) => {
    expect(isBackVisible(at(plain(name)), { embedded })).toBe(false);
  });
});
