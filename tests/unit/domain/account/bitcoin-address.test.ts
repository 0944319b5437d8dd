import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBitcoinAddress, parseBitcoinAddress, parseBitcoinAddressOn } from '../../../../domain/account/bitcoin-address.js';
import { hasBitcoinAddressFormat } from '../../../../domain/account/bitcoin-address-format.js';
import { bitcoinChainId, bitcoinNetworkOf } from '../../../../domain/network/bitcoin-network.js';
import { type Bip122TestAddressType, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import vectors from '../../../vectors/bip-350.json' with { type: 'json' };
import { codeThrownBy } from '../throws.js';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const codeOf = (value: string, chainId?: string): string =>
  codeThrownBy(() => (chainId === undefined ? parseBitcoinAddress(value) : parseBitcoinAddressOn(value, chainId)));

describe('Bitcoin addresses', () => {
  it.each(vectors.valid)('parses %s of BIP-350', (address = '', script = '') => {
    expect(hexOf(parseBitcoinAddress(address).script)).toBe(script);
    expect(parseBitcoinAddress(address).address).toBe(address.toLowerCase());
  });

  it.each(vectors.invalid)('rejects %s of BIP-350: %s', (address = '') => {
    expect(isBitcoinAddress(address)).toBe(false);
  });

  it('detects type and network', () => {
    const first = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(parseBitcoinAddress(first)).toMatchObject({ address: first, type: 'p2pkh', networks: ['main'] });
    expect(hexOf(parseBitcoinAddress(first).script)).toBe('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
    expect(parseBitcoinAddress('3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toMatchObject({ type: 'p2sh', networks: ['main'] });
    expect(parseBitcoinAddress('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn').networks).toEqual(['test', 'test4', 'signet', 'regtest']);
    expect(parseBitcoinAddress('tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7').type).toBe('p2wsh');
  });

  it('reports a wrong checksum, a wrong network or an invalid address', () => {
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')).toBe('address/checksum-failed');
    expect(codeOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toBe('address/checksum-failed');
    expect(codeOf('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBe('address/invalid');
    expect(codeOf('')).toBe('address/invalid');
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', bitcoinChainId('test'))).toBe('address/wrong-network');
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', bitcoinChainId('main'))).toBe('no error');
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bip122:12a765e31ffd4059bada1e25190f6e98')).toBe('no error');
  });

  it('identifies networks by their genesis block', () => {
    for (const name of ['main', 'test', 'test4', 'signet', 'regtest'] as const) expect(bitcoinNetworkOf(bitcoinChainId(name))).toBe(name);
    expect(bitcoinNetworkOf('bip122:12a765e31ffd4059bada1e25190f6e98')).toBe(null);
  });

  const types: readonly Bip122TestAddressType[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'];

  it('parses every address of a key, and rejects it with one character changed', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(...types),
        fc.constantFrom('main', 'test', 'regtest'),
        fc.nat(),
        fc.nat(),
        (seed, type, network, at, by) => {
          const key = bip122TestKey(type, seed);
          const address = key.addressOn(network);
          expect(hexOf(parseBitcoinAddress(address).script)).toBe(hexOf(key.script));
          expect(hasBitcoinAddressFormat(address)).toBe(true);
          const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
          const index = 4 + (at % (address.length - 4));
          const letter = letters.charAt(by % letters.length);
          const changed = `${address.slice(0, index)}${letter}${address.slice(index + 1)}`;
          if (changed.toLowerCase() !== address.toLowerCase()) expect(isBitcoinAddress(changed)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('tests the format, which no other namespace matches', () => {
    expect(hasBitcoinAddressFormat('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
    expect(hasBitcoinAddressFormat('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBe(false);
    expect(hasBitcoinAddressFormat(null)).toBe(false);
    expect(hasBitcoinAddressFormat('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(true);
  });
});
