import { describe, expect, it } from 'vitest';
import { clientFixture, record } from '../support/client-fixture.js';

const INPUT = { wallet: { id: 'w1', name: 'Rainbow' }, base: 'rainbow://', platform: 'mobile' } as const;

describe('FollowWalletLink', () => {
  it('sets the pending wallet in the pairing state and clears the previous error', () => {
    const fixture = clientFixture();
    fixture.connections.dispatch({ type: 'pairing-changed', pairing: { wcError: true, wcUri: 'wc:uri' } });
    const run = record(fixture.useCases.followWalletLink.execute(INPUT));
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }, { status: 'success' }]);
    expect(run.end).toBe('complete');
    expect(fixture.connections.state.pairing).toMatchObject({
      wcLinking: { href: 'rainbow://', name: 'Rainbow' },
      recentWallet: INPUT.wallet,
      wcError: false,
      wcUri: 'wc:uri',
    });
  });

  it.each(['mobile', 'desktop', 'web'] as const)('tracks the wallet selection on %s', (platform) => {
    const fixture = clientFixture();
    record(fixture.useCases.followWalletLink.execute({ ...INPUT, platform }));
    expect(fixture.tracked).toEqual([{ event: 'SELECT_WALLET', properties: { name: 'Rainbow', platform } }]);
  });

  it('stores the pending pairing for the next page load without the URI', () => {
    const fixture = clientFixture();
    fixture.connections.dispatch({ type: 'pairing-changed', pairing: { wcUri: 'wc:secret', wcPairingExpiry: 1_700_000_240_000 } });
    record(fixture.useCases.followWalletLink.execute(INPUT));
    const stored = fixture.storage.get('@latchkey/pending_pairing') ?? '';
    expect(JSON.parse(stored)).toEqual({
      wallet: INPUT.wallet,
      linking: { href: 'rainbow://', name: 'Rainbow' },
      until: 1_700_000_240_000,
    });
    expect(stored).not.toContain('secret');
  });
});
