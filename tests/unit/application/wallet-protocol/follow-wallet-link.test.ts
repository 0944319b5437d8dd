import { describe, expect, it } from 'vitest';
import { record, world } from '../support/world.js';

const INPUT = { wallet: { id: 'w1', name: 'Rainbow' }, base: 'rainbow://', platform: 'mobile' } as const;

describe('FollowWalletLink', () => {
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

  it('keeps what the next page goes on from if this one is closed, and no URI', () => {
    const here = world();
    here.connections.dispatch({ type: 'pairing-changed', pairing: { wcUri: 'wc:secret', wcPairingExpiry: 1_700_000_240_000 } });
    record(here.useCases.followWalletLink.execute(INPUT));
    const stored = here.storage.get('@latchkey/pending_pairing') ?? '';
    expect(JSON.parse(stored)).toEqual({
      wallet: INPUT.wallet,
      linking: { href: 'rainbow://', name: 'Rainbow' },
      until: 1_700_000_240_000,
    });
    expect(stored).not.toContain('secret');
  });
});
