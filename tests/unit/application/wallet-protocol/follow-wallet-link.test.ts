import { describe, expect, it } from 'vitest';
import { record, world } from '../support/world.js';

const INPUT = { wallet: { id: 'w1', name: 'Rainbow' }, base: 'rainbow://', platform: 'mobile' } as const;

describe('FollowWalletLink', () => {
  it('does nothing before somebody subscribes', () => {
    const here = world();
    const before = here.connections.state;
    here.useCases.followWalletLink.execute(INPUT);
    expect(here.connections.state).toBe(before);
    expect(here.tracked).toEqual([]);
  });

  it('shows the wallet as the one that is waited for, and nothing of what failed before', () => {
    const here = world();
    here.connections.dispatch({ type: 'pairing-changed', pairing: { wcError: true, wcUri: 'wc:uri' } });
    const run = record(here.useCases.followWalletLink.execute(INPUT));
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }, { status: 'success' }]);
    expect(run.end).toBe('complete');
    expect(here.connections.state.pairing).toMatchObject({
      wcLinking: { href: 'rainbow://', name: 'Rainbow' },
      recentWallet: INPUT.wallet,
      wcError: false,
      wcUri: 'wc:uri',
    });
  });

  it.each(['mobile', 'desktop', 'web'] as const)('reports the choice, on %s', (platform) => {
    const here = world();
    record(here.useCases.followWalletLink.execute({ ...INPUT, platform }));
    expect(here.tracked).toEqual([{ event: 'SELECT_WALLET', properties: { name: 'Rainbow', platform } }]);
  });

  it('keeps nothing over a reload before the wallet is connected', () => {
    const here = world();
    const before = here.storage.persisted;
    record(here.useCases.followWalletLink.execute(INPUT));
    expect(here.storage.persisted).toEqual(before);
  });
});
