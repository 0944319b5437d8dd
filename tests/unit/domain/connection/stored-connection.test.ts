import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { cachedSessionOf, lostConnectionOf, parseStoredConnection } from '../../../../domain/connection/stored-connection.js';
import { itHolds } from '../properties.js';
import { ALICE } from './connection-for-tests.js';

const MAINNET = toChainId('eip155:1');
const KNOWN = { connectorId: 'walletConnect', topic: 'a'.repeat(64), address: ALICE, name: 'Rainbow' };

describe('stored connections', () => {
  it('round-trip', () => {
    const full = { ...KNOWN, walletId: 'w1', expiresAt: 1_700_000_000_000, lost: 'expired' as const };
    expect(parseStoredConnection(JSON.stringify(full))).toEqual(full);
    expect(parseStoredConnection(JSON.stringify(KNOWN))).toEqual(KNOWN);
  });

  it('are cleaned and bounded when they are read', () => {
    const long = 'x'.repeat(300);
    expect(parseStoredConnection(JSON.stringify({ ...KNOWN, name: '\u2800Rain\u3164bow', walletId: long, connectorId: long }))).toEqual(
      KNOWN,
    );
    expect(parseStoredConnection(JSON.stringify({ ...KNOWN, topic: long }))).toBeNull();
    expect(parseStoredConnection(JSON.stringify({ ...KNOWN, address: long }))).toBeNull();
    expect(parseStoredConnection(JSON.stringify(KNOWN).replace('}', ',"expiresAt":1e999}'))).toEqual(KNOWN);
  });

  it('are WalletConnect connections if stored by an earlier version without a connector id', () => {
    const { connectorId: _, ...earlier } = KNOWN;
    for (const stored of [earlier, { ...earlier, connectorId: 7 }]) expect(parseStoredConnection(JSON.stringify(stored))).toEqual(KNOWN);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a list', '[]'],
    ['no topic', JSON.stringify({ ...KNOWN, topic: 1 })],
    ['no address', JSON.stringify({ ...KNOWN, address: null })],
  ])('are null for %s', (_, text) => {
    expect(parseStoredConnection(text)).toBeNull();
  });

  it('drop invalid members and sanitize the name', () => {
    const partlyInvalid = { ...KNOWN, name: 'Rain\u202Ebow', walletId: 7, expiresAt: 'soon', lost: 'toString', more: true };
    expect(parseStoredConnection(JSON.stringify(partlyInvalid))).toEqual(KNOWN);
    expect(parseStoredConnection(JSON.stringify({ ...KNOWN, name: { a: 1 } }))).toEqual({ ...KNOWN, name: '' });
  });

  itHolds('never throw on any stored text', fc.oneof(fc.string(), fc.json()), (text) => void parseStoredConnection(text));

  it('provide the cached session with the wallet’s name', () => {
    expect(cachedSessionOf(MAINNET, KNOWN)).toEqual({
      connector: expect.objectContaining({ id: 'walletConnect', namespace: 'eip155', name: 'Rainbow' }),
      accounts: [{ namespace: 'eip155', address: ALICE, type: 'eoa' }],
    });
    expect(cachedSessionOf(MAINNET, { ...KNOWN, connectorId: 'ID_AUTH' })?.connector).toMatchObject({ id: 'ID_AUTH', type: 'AUTH' });
    expect(cachedSessionOf(MAINNET, { ...KNOWN, connectorId: 'com.host' })?.connector).toMatchObject({
      id: 'com.host',
      type: 'EXTERNAL',
    });
    const bitcoin = cachedSessionOf(toChainId('bip122:000000000019d6689c085ae165831e93'), KNOWN);
    expect(bitcoin?.accounts[0].type).toBe('payment');
  });

  it.each(['', 'two words', 'a:b', 'x'.repeat(200)])('provide no cached session for the address "%s"', (address) => {
    expect(cachedSessionOf(MAINNET, { ...KNOWN, address })).toBeNull();
  });

  it('are lost connections only if marked, with the wallet to reconnect', () => {
    expect(lostConnectionOf(KNOWN)).toBeNull();
    expect(lostConnectionOf({ ...KNOWN, lost: 'wallet' })).toEqual({ reason: 'wallet', name: 'Rainbow' });
    expect(lostConnectionOf({ ...KNOWN, lost: 'lost', walletId: 'w1' })).toEqual({
      reason: 'lost',
      name: 'Rainbow',
      wallet: { id: 'w1', name: 'Rainbow' },
    });
  });
});
