import { describe, expect, it } from 'vitest';
import { SessionState } from '../../../../application/shared/session-state.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';

const account = (address: string) => ({ namespace: 'eip155', address, type: 'eoa' }) as const;
const [A, B] = [account('0xa'), account('0xb')];
const CHAIN = toChainId('eip155:1');

const heardBy = (state: SessionState): readonly string[] => {
  const heard: string[] = [];
  state.events$.subscribe({
    next: (event) => heard.push(event.type === 'accounts-changed' ? event.accounts.map(({ address }) => address).join() : event.type),
    complete: () => heard.push('end'),
  });
  return heard;
};

describe('the state of a session', () => {
  it('tells each change once, and the accounts again when the wallet comes back', () => {
    const state = new SessionState();
    const heard = heardBy(state);
    for (const accounts of [[A], [A], [A, B], [B, A], [], [], [B, A]]) state.hearAccounts(accounts);
    expect(heard).toEqual(['0xa', '0xa,0xb', '0xb,0xa', 'disconnected', '0xb,0xa']);
  });

  it('shares nothing while the wallet is gone, and knows what it was', () => {
    const state = new SessionState();
    state.hearAccounts([A]);
    state.hearAccounts([]);
    expect([state.accounts, state.known, state.isGone]).toEqual([[], [A], true]);
    state.hearAccounts([A]);
    expect([state.accounts, state.isGone]).toEqual([[A], false]);
  });

  it('keeps the chain, which nobody may have said yet', () => {
    const state = new SessionState();
    const heard = heardBy(state);
    expect(state.chainId).toBe(null);
    state.hearChain(CHAIN);
    state.hearChain(CHAIN);
    expect([state.chainId, heard, new SessionState(CHAIN).chainId]).toEqual([CHAIN, ['chain-changed'], CHAIN]);
  });

  it('tells nothing after its end', () => {
    const state = new SessionState();
    const heard = heardBy(state);
    state.end();
    state.hearAccounts([A]);
    expect(heard).toEqual(['end']);
  });
});
