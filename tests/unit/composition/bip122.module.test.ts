// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type Bip122Options, bip122 } from '../../../composition/entry/bip122.js';
import { createLatchkey } from '../../../composition/entry/index.js';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { bitcoin } from '../../../domain/network/networks/bip122.js';
import { Bip122TestWallet } from '../../../testing/wallets/bip122-test-wallet.js';

const fieldOf = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    return isLatchkeyError(error, 'config/invalid-option') ? error.context.field : error;
  }
};

describe('bip122', () => {
  it('lists wallets of the app', () => {
    const { unisat } = new Bip122TestWallet();
    const providers = [{ id: 'own', name: 'Own', provider: unisat, dialect: 'unisat' }] as const;
    const latchkey = createLatchkey({ networks: [bitcoin], modules: [bip122({ providers })] });
    expect(latchkey.getConnectors()).toEqual([expect.objectContaining({ id: 'own', name: 'Own', namespace: 'bip122', type: 'EXTERNAL' })]);
    latchkey.dispose();
  });

  it('rejects invalid options and names them', () => {
    const field = (options: unknown): unknown => fieldOf(() => bip122(options as Bip122Options));
    expect(field({ esplora: { nowhere: ['https://a.example'] } })).toBe('bip122.esplora.nowhere');
    expect(field({ esplora: { [bitcoin.caipNetworkId ?? '']: ['ftp://a.example'] } })).toMatch(/^bip122\.esplora/);
    expect(field({ confirmations: 0 })).toBe('bip122.confirmations');
    expect(field({ provider: [] })).toBe('bip122.provider');
  });
});
