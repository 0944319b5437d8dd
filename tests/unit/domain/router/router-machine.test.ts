import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currentView,
  INITIAL_ROUTER,
  type RouterEffect,
  type RouterEvent,
  type RouterState,
  type RouterTransition,
  routerTransition,
  type TransactionEntry,
} from '../../../../domain/router/router-machine.js';
import { type View, view } from '../../../../domain/router/views.js';
import { forAll, itHolds } from '../properties.js';
import { arbitraryRouterEvent, arbitraryView } from './arbitrary-view.js';

type Views = readonly [View, ...View[]];

const at = (...history: Views): RouterState => ({ history, transactionStack: [] });
const push = (next: View): RouterEvent => ({ type: 'push', view: next });
const run = (start: RouterState, ...events: readonly RouterEvent[]): RouterTransition =>
  events.reduce<RouterTransition>(({ state }, event) => routerTransition(state, event), { state: start, effects: [] });
const names = ({ state }: RouterTransition): readonly string[] => state.history.map(({ name }) => name);
const closes = ({ effects }: RouterTransition): boolean => effects.some(({ type }) => type === 'close');

const CONNECT = view('Connect');
const ACCOUNT = view('Account');
const NETWORKS = view('Networks');
const WALLETS = view('AllWallets');
const UNSUPPORTED = view('UnsupportedChain');
const external = (connectorId: string): View => view('ConnectingExternal', { namespace: 'eip155', connectorId });

describe('router', () => {
  it('starts on Connect with an empty transaction stack', () => {
    expect(INITIAL_ROUTER).toEqual({ history: [CONNECT], transactionStack: [] });
  });

  it('ignores a push, replace or reset to the displayed view', () => {
    const state = at(CONNECT, external('a'));
    expect(routerTransition(state, push(external('a')))).toEqual({ state, effects: [] });
    expect(routerTransition(state, push(external('a'))).state).toBe(state);
    expect(routerTransition(state, { type: 'replace', view: external('a') }).state).toBe(state);
    expect(routerTransition(INITIAL_ROUTER, { type: 'reset', view: CONNECT }).state).toBe(INITIAL_ROUTER);
  });

  it.each<[string, RouterState, RouterEvent, Views]>([
    ['pushes a view', at(CONNECT, WALLETS), push(external('a')), [CONNECT, WALLETS, external('a')]],
    ['updates the data of the displayed view', at(CONNECT, external('a')), push(external('b')), [CONNECT, external('b')]],
    ['replaces the displayed view and keeps the history', at(CONNECT, WALLETS), { type: 'replace', view: ACCOUNT }, [CONNECT, ACCOUNT]],
    ['resets to one view', at(CONNECT, WALLETS), { type: 'reset', view: ACCOUNT }, [ACCOUNT]],
    ['goes back one view', at(CONNECT, WALLETS), { type: 'go-back' }, [CONNECT]],
  ])('%s', (_, before, event, history) => {
    expect(routerTransition(before, event)).toEqual({ state: at(...history), effects: [] });
  });

  it('closes when going back with one view, which it keeps', () => {
    expect(routerTransition(at(ACCOUNT), { type: 'go-back' })).toEqual({ state: at(ACCOUNT), effects: [{ type: 'close' }] });
  });

  it('goes back to a view of the history, and ignores other indexes', () => {
    const state = at(CONNECT, WALLETS, external('a'));
    expect(names(routerTransition(state, { type: 'go-back-to', index: 0 }))).toEqual(['Connect']);
    expect(names(routerTransition(state, { type: 'go-back-to', index: 1 }))).toEqual(['Connect', 'AllWallets']);
    for (const index of [-1, 2, 3, 0.5, Number.NaN]) expect(routerTransition(state, { type: 'go-back-to', index }).state).toBe(state);
  });

  it('goes back to the view before the network list after a switch, or closes', () => {
    const inside = run(at(ACCOUNT, NETWORKS, view('WhatIsANetwork')), { type: 'network-switched' });
    expect(names(inside)).toEqual(['Account']);
    expect(closes(inside)).toBe(false);
    expect(closes(run(at(NETWORKS), { type: 'network-switched' }))).toBe(true);
    expect(closes(run(at(UNSUPPORTED), { type: 'network-switched' }))).toBe(true);
  });
});

describe('transaction stack', () => {
  const entry = (parts: Partial<TransactionEntry>): RouterEvent => ({
    type: 'push-transaction',
    entry: { goBack: false, view: null, ...parts },
  });
  const success: RouterEvent = { type: 'pop-transaction', outcome: 'success' };
  const cancel: RouterEvent = { type: 'pop-transaction', outcome: 'cancel' };

  it('ignores an outcome if it is empty', () => {
    const state = at(CONNECT, WALLETS);
    expect(routerTransition(state, success)).toEqual({ state, effects: [] });
    expect(routerTransition(state, cancel)).toEqual({ state, effects: [] });
  });

  const onSuccess = (): void => undefined;
  const onCancel = (): void => undefined;
  const APPROVE = view('ApproveTransaction');
  const SIGN_IN = view('ConnectingSiwe');
  const call = (callback: () => void): RouterEffect => ({ type: 'call', callback });
  const close: RouterEffect = { type: 'close' };

  it.each<[string, RouterState, Partial<TransactionEntry>, RouterEvent, Views, readonly RouterEffect[]]>([
    [
      'goes back on success, then calls',
      at(ACCOUNT, APPROVE),
      { goBack: true, onSuccess, onCancel },
      success,
      [ACCOUNT],
      [call(onSuccess)],
    ],
    ['resets to the entry’s view on success', at(CONNECT, APPROVE), { view: ACCOUNT }, success, [ACCOUNT], []],
    ['stays on success with an empty entry', at(CONNECT, APPROVE), {}, success, [CONNECT, APPROVE], []],
    ['goes back to the view before the sign-in view on success', at(ACCOUNT, SIGN_IN, APPROVE), { replace: true }, success, [ACCOUNT], []],
    ['closes on success without a view before the sign-in', at(SIGN_IN, APPROVE), { replace: true }, success, [APPROVE], [close]],
    ['closes on success without a sign-in view', at(CONNECT, APPROVE), { replace: true }, success, [APPROVE], [close]],
    ['goes back on cancel, then calls', at(CONNECT, APPROVE), { view: ACCOUNT, onCancel }, cancel, [CONNECT], [call(onCancel)]],
    ['closes on cancel with one view, then calls', at(APPROVE), { onCancel }, cancel, [APPROVE], [close, call(onCancel)]],
  ])('%s', (_, before, parts, outcome, history, effects) => {
    expect(run(before, entry(parts), outcome)).toEqual({ state: at(...history), effects });
  });

  it('pops the last entry first', () => {
    const called: string[] = [];
    let { state, effects } = run(
      at(CONNECT),
      entry({ onSuccess: () => called.push('first') }),
      entry({ onSuccess: () => called.push('second') }),
    );
    for (let step = 0; step < 2; step += 1) {
      ({ state, effects } = routerTransition(state, success));
      for (const effect of effects) if (effect.type === 'call') effect.callback();
    }
    expect(called).toEqual(['second', 'first']);
  });
});

describe('router, for any events', () => {
  it('always has a view, never the same twice in a row, and never calls callbacks itself', () => {
    const called: string[] = [];
    forAll(fc.array(arbitraryRouterEvent(called), { maxLength: 40 }), (events) => {
      let state: RouterState = INITIAL_ROUTER;
      let pending = 0;
      for (const event of events) {
        const before = state;
        const { state: after, effects } = routerTransition(before, event);
        state = after;
        if (event.type === 'push-transaction') pending += 1;
        if (event.type === 'pop-transaction') pending = Math.max(0, pending - 1);
        expect(state.history.length).toBeGreaterThan(0);
        expect(state.transactionStack).toHaveLength(pending);
        expect(effects.filter(({ type }) => type === 'call').length).toBeLessThanOrEqual(event.type === 'pop-transaction' ? 1 : 0);
        expect(state.history.length).toBeLessThanOrEqual(before.history.length + 1);
        const grew = state.history.length > before.history.length;
        expect(grew).toBe(event.type === 'push' && currentView(before).name !== event.view.name);
        // The history is only cut or changed at its end.
        const shared = Math.min(before.history.length, state.history.length) - 1;
        const cuts = event.type === 'reset' || (event.type === 'pop-transaction' && state.history.length === 1);
        if (!cuts) expect(state.history.slice(0, shared)).toEqual(before.history.slice(0, shared));
      }
      expect(called).toEqual([]);
    });
  });

  it('returns to the start by going back as often as views were pushed', () => {
    const plain = arbitraryView.filter(({ name }) => name !== 'UnsupportedChain');
    forAll(fc.array(plain), (views) => {
      let { state } = run(INITIAL_ROUTER, ...views.map(push));
      for (let remaining = state.history.length; remaining > 1; remaining -= 1) {
        const transition = routerTransition(state, { type: 'go-back' });
        expect(closes(transition)).toBe(false);
        state = transition.state;
      }
      expect(state.history).toHaveLength(1);
      expect(closes(routerTransition(state, { type: 'go-back' }))).toBe(true);
    });
  });

  itHolds(
    'closes when going back with UnsupportedChain in the history or with one view, and only then',
    fc.array(arbitraryView, { minLength: 1 }),
    ([first, ...others]) => {
      const state = at(first ?? CONNECT, ...others);
      const shouldClose =
        state.history.length === 1 || state.history.some((shown) => shown.name === 'UnsupportedChain' && shown.data?.swap !== true);
      expect(closes(routerTransition(state, { type: 'go-back' }))).toBe(shouldClose);
    },
  );
});
