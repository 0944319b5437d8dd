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

describe('the state of a session', () => {
  it('emits each change once, and the accounts again when the wallet comes back', () => {
    const state = new SessionState();
    const events = eventsOf(state);
    for (const accounts of [[A], [A], [A, B], [B, A], [], [], [B, A]]) state.setAccounts(accounts);
    expect(events).toEqual(['0xa', '0xa,0xb', '0xb,0xa', 'disconnected', '0xb,0xa']);
  });

  it('shares nothing while the wallet is gone, and knows what it was', () => {
    const state = new SessionState();
    state.setAccounts([A]);
    state.setAccounts([]);
    expect([state.accounts, state.known, state.isGone]).toEqual([[], [A], true]);
    state.setAccounts([A]);
    expect([state.accounts, state.isGone]).toEqual([[A], false]);
  });

  it('keeps the chain, which may be unknown at first', () => {
    const state = new SessionState();
    const events = eventsOf(state);
    expect(state.chainId).toBe(null);
    state.setChainId(CHAIN);
    state.setChainId(CHAIN);
    expect([state.chainId, events, new SessionState(CHAIN).chainId]).toEqual([CHAIN, ['chain-changed'], CHAIN]);
  });

  it('emits nothing after it completed', () => {
    const state = new SessionState();
    const events = eventsOf(state);
    state.complete();
    state.setAccounts([A]);
    expect(events).toEqual(['end']);
  });
});
