import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { parseRememberedConnection, rememberedLoss, rememberedSession } from '../../../../domain/connection/remembered-connection.js';
import { itHolds } from '../properties.js';
import { ALICE } from './connection-for-tests.js';

const MAINNET = toChainId('eip155:1');
const KNOWN = { connectorId: 'walletConnect', topic: 'a'.repeat(64), address: ALICE, name: 'Rainbow' };

describe('a remembered connection', () => {
  it('reads as it was kept', () => {
    const full = { ...KNOWN, walletId: 'w1', expiresAt: 1_700_000_000_000, lost: 'expired' as const };
    expect(parseRememberedConnection(JSON.stringify(full))).toEqual(full);
    expect(parseRememberedConnection(JSON.stringify(KNOWN))).toEqual(KNOWN);
  });

  it('is one of WalletConnect where an earlier version kept it, without its connector', () => {
    const { connectorId: _, ...earlier } = KNOWN;
    for (const kept of [earlier, { ...earlier, connectorId: 7 }]) expect(parseRememberedConnection(JSON.stringify(kept))).toEqual(KNOWN);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a list', '[]'],
    ['no topic', JSON.stringify({ ...KNOWN, topic: 1 })],
    ['no address', JSON.stringify({ ...KNOWN, address: null })],
  ])('reads as nothing where there is %s', (_, text) => {
    expect(parseRememberedConnection(text)).toBeNull();
  });

  it('leaves out what makes no sense, and makes the name safe', () => {
    const odd = { ...KNOWN, name: 'Rain\u202Ebow', walletId: 7, expiresAt: 'soon', lost: 'toString', more: true };
    expect(parseRememberedConnection(JSON.stringify(odd))).toEqual(KNOWN);
    expect(parseRememberedConnection(JSON.stringify({ ...KNOWN, name: { a: 1 } }))).toEqual({ ...KNOWN, name: '' });
  });

  itHolds('never throws, whatever is stored', fc.oneof(fc.string(), fc.json()), (text) => void parseRememberedConnection(text));

  it('shows its account under the name of its wallet', () => {
    expect(rememberedSession(MAINNET, KNOWN)).toEqual({
      connector: expect.objectContaining({ id: 'walletConnect', namespace: 'eip155', name: 'Rainbow' }),
      accounts: [{ namespace: 'eip155', address: ALICE, type: 'eoa' }],
    });
    expect(rememberedSession(MAINNET, { ...KNOWN, connectorId: 'ID_AUTH' })?.connector).toMatchObject({ id: 'ID_AUTH', type: 'AUTH' });
    expect(rememberedSession(MAINNET, { ...KNOWN, connectorId: 'com.host' })?.connector).toMatchObject({
      id: 'com.host',
      type: 'EXTERNAL',
    });
    const bitcoin = rememberedSession(toChainId('bip122:000000000019d6689c085ae165831e93'), KNOWN);
    expect(bitcoin?.accounts[0].type).toBe('payment');
  });

  it.each(['', 'two words', 'a:b', 'x'.repeat(200)])('shows no account that "%s" cannot be', (address) => {
    expect(rememberedSession(MAINNET, { ...KNOWN, address })).toBeNull();
  });

  it('is a loss once it is marked as one, with the wallet to pair with again', () => {
    expect(rememberedLoss(KNOWN)).toBeNull();
    expect(rememberedLoss({ ...KNOWN, lost: 'wallet' })).toEqual({ reason: 'wallet', name: 'Rainbow' });
    expect(rememberedLoss({ ...KNOWN, lost: 'lost', walletId: 'w1' })).toEqual({
      reason: 'lost',
      name: 'Rainbow',
      wallet: { id: 'w1', name: 'Rainbow' },
    });
  });
});
