import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currentView,
  INITIAL_ROUTER,
  moveRouter,
  type RouterEvent,
  type RouterMove,
  type RouterState,
  type TransactionEntry,
} from '../../../../domain/router/router-machine.js';
import { type View, view } from '../../../../domain/router/views.js';
import { forAll, itHolds } from '../properties.js';
import { arbitraryRouterEvent, arbitraryView } from './arbitrary-view.js';

const at = (...history: readonly [View, ...View[]]): RouterState => ({ history, transactionStack: [] });
const run = (start: RouterState, ...events: readonly RouterEvent[]): RouterMove =>
  events.reduce<RouterMove>(({ state }, event) => moveRouter(state, event), { state: start, effects: [] });
const names = ({ state }: RouterMove): readonly string[] => state.history.map(({ name }) => name);
const closes = ({ effects }: RouterMove): boolean => effects.some(({ type }) => type === 'close');

const CONNECT = view('Connect');
const ACCOUNT = view('Account');
const NETWORKS = view('Networks');
const WALLETS = view('AllWallets');
const UNSUPPORTED = view('UnsupportedChain');
const external = (connectorId: string): View => view('ConnectingExternal', { namespace: 'eip155', connectorId });

describe('the router', () => {
  it('starts on Connect with an empty transaction stack', () => {
    expect(INITIAL_ROUTER).toEqual({ history: [CONNECT], transactionStack: [] });
  });

  it('pushes a view behind the current one', () => {
    const move = run(INITIAL_ROUTER, { type: 'push', view: WALLETS }, { type: 'push', view: external('a') });
    expect(names(move)).toEqual(['Connect', 'AllWallets', 'ConnectingExternal']);
    expect(currentView(move.state)).toEqual(external('a'));
  });

  it('does nothing when the view on screen is pushed, replaced by itself or reset to itself', () => {
    const state = at(CONNECT, external('a'));
    expect(moveRouter(state, { type: 'push', view: external('a') })).toEqual({ state, effects: [] });
    expect(moveRouter(state, { type: 'push', view: external('a') }).state).toBe(state);
    expect(moveRouter(state, { type: 'replace', view: external('a') }).state).toBe(state);
    expect(moveRouter(INITIAL_ROUTER, { type: 'reset', view: CONNECT }).state).toBe(INITIAL_ROUTER);
  });

  it('takes the new data when the view on screen is pushed with others, without a second way back to it', () => {
    const move = run(at(CONNECT, external('a')), { type: 'push', view: external('b') });
    expect(move.state.history).toEqual([CONNECT, external('b')]);
  });

  it('replaces the view on screen and keeps the way to it', () => {
    expect(names(run(at(CONNECT, WALLETS), { type: 'replace', view: ACCOUNT }))).toEqual(['Connect', 'Account']);
  });

  it('resets to one view', () => {
    expect(names(run(at(CONNECT, WALLETS), { type: 'reset', view: ACCOUNT }))).toEqual(['Account']);
  });

  it('goes one view back', () => {
    const move = run(at(CONNECT, WALLETS), { type: 'go-back' });
    expect(names(move)).toEqual(['Connect']);
    expect(closes(move)).toBe(false);
  });

  it('closes when it goes back with one view', () => {
    const move = run(at(ACCOUNT), { type: 'go-back' });
    expect(closes(move)).toBe(true);
    expect(names(move)).toEqual(['Account']);
  });

  it('closes when it goes back with UnsupportedChain anywhere in the history', () => {
    expect(closes(run(at(UNSUPPORTED, NETWORKS), { type: 'go-back' }))).toBe(true);
    expect(closes(run(at(CONNECT, UNSUPPORTED), { type: 'go-back' }))).toBe(true);
    expect(closes(run(at(CONNECT, view('UnsupportedChain', { swap: true }), NETWORKS), { type: 'go-back' }))).toBe(true);
  });

  it('goes back to a view of the history, and nowhere else', () => {
    const state = at(CONNECT, WALLETS, external('a'));
    expect(names(moveRouter(state, { type: 'go-back-to', index: 0 }))).toEqual(['Connect']);
    expect(names(moveRouter(state, { type: 'go-back-to', index: 1 }))).toEqual(['Connect', 'AllWallets']);
    for (const index of [-1, 2, 3, 0.5, Number.NaN]) expect(moveRouter(state, { type: 'go-back-to', index }).state).toBe(state);
  });

  it('goes back to before the networks after a switch, and closes where nothing was before them', () => {
    const inside = run(at(ACCOUNT, NETWORKS, view('WhatIsANetwork')), { type: 'network-switched' });
    expect(names(inside)).toEqual(['Account']);
    expect(closes(inside)).toBe(false);
    expect(closes(run(at(NETWORKS), { type: 'network-switched' }))).toBe(true);
    expect(closes(run(at(UNSUPPORTED), { type: 'network-switched' }))).toBe(true);
  });
});

describe('the transaction stack', () => {
  const entry = (parts: Partial<TransactionEntry>): RouterEvent => ({
    type: 'push-transaction',
    entry: { goBack: false, view: null, ...parts },
  });
  const success: RouterEvent = { type: 'pop-transaction', outcome: 'success' };
  const cancel: RouterEvent = { type: 'pop-transaction', outcome: 'cancel' };

  it('does nothing when it is empty', () => {
    const state = at(CONNECT, WALLETS);
    expect(moveRouter(state, success)).toEqual({ state, effects: [] });
    expect(moveRouter(state, cancel)).toEqual({ state, effects: [] });
  });

  it('goes back on success where the entry says so, then calls', () => {
    const onSuccess = (): void => undefined;
    const onCancel = (): void => undefined;
    const move = run(at(ACCOUNT, view('ApproveTransaction')), entry({ goBack: true, onSuccess, onCancel }), success);
    expect(names(move)).toEqual(['Account']);
    expect(move.effects).toEqual([{ type: 'call', callback: onSuccess }]);
    expect(move.state.transactionStack).toEqual([]);
  });

  it('resets to the entry’s view on success', () => {
    expect(names(run(at(CONNECT, view('ApproveTransaction')), entry({ view: ACCOUNT }), success))).toEqual(['Account']);
  });

  it('stays where it is on success when the entry says nothing', () => {
    const move = run(at(CONNECT, view('ApproveTransaction')), entry({}), success);
    expect(names(move)).toEqual(['Connect', 'ApproveTransaction']);
    expect(move.effects).toEqual([]);
  });

  it('goes back to before the sign-in view on success of a replacing entry', () => {
    const move = run(at(ACCOUNT, view('ConnectingSiwe'), view('ApproveTransaction')), entry({ replace: true }), success);
    expect(names(move)).toEqual(['Account']);
    expect(closes(move)).toBe(false);
  });

  it('closes on success of a replacing entry without a view before the sign-in, and forgets the way', () => {
    for (const state of [at(view('ConnectingSiwe'), view('ApproveTransaction')), at(CONNECT, view('ApproveTransaction'))]) {
      const move = run(state, entry({ replace: true }), success);
      expect(closes(move)).toBe(true);
      expect(names(move)).toEqual(['ApproveTransaction']);
    }
  });

  it('goes back on cancel whatever the entry says, then calls', () => {
    const onCancel = (): void => undefined;
    const move = run(at(CONNECT, view('ApproveTransaction')), entry({ view: ACCOUNT, onCancel }), cancel);
    expect(names(move)).toEqual(['Connect']);
    expect(move.effects).toEqual([{ type: 'call', callback: onCancel }]);
  });

  it('closes before it calls when cancelling has nowhere to go back to', () => {
    const onCancel = (): void => undefined;
    const move = run(at(view('ApproveTransaction')), entry({ onCancel }), cancel);
    expect(move.effects).toEqual([{ type: 'close' }, { type: 'call', callback: onCancel }]);
  });

  it('takes the last entry first', () => {
    const called: string[] = [];
    let { state, effects } = run(
      at(CONNECT),
      entry({ onSuccess: () => called.push('first') }),
      entry({ onSuccess: () => called.push('second') }),
    );
    for (let step = 0; step < 2; step += 1) {
      ({ state, effects } = moveRouter(state, success));
      for (const effect of effects) if (effect.type === 'call') effect.callback();
    }
    expect(called).toEqual(['second', 'first']);
  });
});

describe('whatever happens to the router', () => {
  it('always has a view on screen, never shows the same view twice in a row, and is never called by itself', () => {
    const called: string[] = [];
    forAll(fc.array(arbitraryRouterEvent(called), { maxLength: 40 }), (events) => {
      let state: RouterState = INITIAL_ROUTER;
      let pending = 0;
      for (const event of events) {
        const before = state;
        const { state: after, effects } = moveRouter(before, event);
        state = after;
        if (event.type === 'push-transaction') pending += 1;
        if (event.type === 'pop-transaction') pending = Math.max(0, pending - 1);
        expect(state.history.length).toBeGreaterThan(0);
        expect(state.transactionStack).toHaveLength(pending);
        expect(effects.filter(({ type }) => type === 'call').length).toBeLessThanOrEqual(event.type === 'pop-transaction' ? 1 : 0);
        expect(state.history.length).toBeLessThanOrEqual(before.history.length + 1);
        const grew = state.history.length > before.history.length;
        expect(grew).toBe(event.type === 'push' && currentView(before).name !== event.view.name);
        // What was on the way stays on the way: a move only cuts the history or changes its end.
        const shared = Math.min(before.history.length, state.history.length) - 1;
        const cuts = event.type === 'reset' || (event.type === 'pop-transaction' && state.history.length === 1);
        if (!cuts) expect(state.history.slice(0, shared)).toEqual(before.history.slice(0, shared));
      }
      expect(called).toEqual([]);
    });
  });

  it('leads back to the start by going back as often as views were pushed', () => {
    const plain = arbitraryView.filter(({ name }) => name !== 'UnsupportedChain');
    forAll(fc.array(plain), (views) => {
      let { state } = run(INITIAL_ROUTER, ...views.map((next): RouterEvent => ({ type: 'push', view: next })));
      for (let left = state.history.length; left > 1; left -= 1) {
        const move = moveRouter(state, { type: 'go-back' });
        expect(closes(move)).toBe(false);
        state = move.state;
      }
      expect(state.history).toHaveLength(1);
      expect(closes(moveRouter(state, { type: 'go-back' }))).toBe(true);
    });
  });

  itHolds(
    'is left by going back as soon as UnsupportedChain is on the way, and by nothing else than one view',
    fc.array(arbitraryView, { minLength: 1 }),
    ([first, ...others]) => {
      const state = at(first ?? CONNECT, ...others);
      const leaves = state.history.length === 1 || state.history.some(({ name }) => name === 'UnsupportedChain');
      expect(closes(moveRouter(state, { type: 'go-back' }))).toBe(leaves);
    },
  );
});
