import { describe, expect, it } from 'vitest';
import { SessionState } from '../../../../adapters/shared/session-state.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';

const account = (address: string) => ({ namespace: 'eip155', address, type: 'eoa' }) as const;
const [A, B] = [account('0xa'), account('0xb')];
const CHAIN = toChainId('eip155:1');

const eventsOf = (state: SessionState): readonly string[] => {
  const events: string[] = [];
  state.events$.subscribe({
    next: (event) => events.push(event.type === 'accounts-changed' ? event.accounts.map(({ address }) => address).join() : event.type),
    complete: () => events.push('end'),
  });
  return events;
};

describe('SessionState', () => {
  it('emits each change once, and the accounts again on reconnect', () => {
    const state = new SessionState();
    const events = eventsOf(state);
    for (const accounts of [[A], [A], [A, B], [B, A], [], [], [B, A]]) state.setAccounts(accounts);
    expect(events).toEqual(['0xa', '0xa,0xb', '0xb,0xa', 'disconnected', '0xb,0xa']);
  });

  it('has no accounts while disconnected, but keeps the last ones', () => {
    const state = new SessionState();
    state.setAccounts([A]);
    state.setAccounts([]);
    expect([state.accounts, state.lastAccounts, state.isDisconnected]).toEqual([[], [A], true]);
    state.setAccounts([A]);
    expect([state.accounts, state.isDisconnected]).toEqual([[A], false]);
  });

  it('stores the chain, which may be unknown at first', () => {
    const state = new SessionState();
    const events = eventsOf(state);
    expect(state.chainId).toBe(null);
    state.setChainId(CHAIN);
    state.setChainId(CHAIN);
    expect([state.chainId, events, new SessionState(CHAIN).chainId]).toEqual([CHAIN, ['chain-changed'], CHAIN]);
  });

  it('emits nothing after completion', () => {
    const state = new SessionState();
    const events = eventsOf(state);
    state.complete();
    state.setAccounts([A]);
    expect(events).toEqual(['end']);
  });
});
