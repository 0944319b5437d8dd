import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBitcoinAddress, readBitcoinAddress, readBitcoinAddressOn } from '../../../../domain/account/bitcoin-address.js';
import { hasBitcoinAddressForm } from '../../../../domain/account/bitcoin-address-form.js';
import { bitcoinChainId, bitcoinNetworkOf } from '../../../../domain/network/bitcoin-network.js';
import { type Bip122TestAddressType, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import vectors from '../../../vectors/bip-350.json' with { type: 'json' };
import { codeThrownBy } from '../throws.js';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const codeOf = (value: string, chainId?: string): string =>
  codeThrownBy(() => (chainId === undefined ? readBitcoinAddress(value) : readBitcoinAddressOn(value, chainId)));

describe('Bitcoin addresses', () => {
  it.each(vectors.valid)('reads %s of BIP-350', (address = '', script = '') => {
    expect(hexOf(readBitcoinAddress(address).script)).toBe(script);
    expect(readBitcoinAddress(address).address).toBe(address.toLowerCase());
  });

  it.each(vectors.invalid)('refuses %s of BIP-350: %s', (address = '') => {
    expect(isBitcoinAddress(address)).toBe(false);
  });

  it('tells kind and network', () => {
    const first = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(readBitcoinAddress(first)).toMatchObject({ address: first, type: 'p2pkh', networks: ['main'] });
    expect(hexOf(readBitcoinAddress(first).script)).toBe('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
    expect(readBitcoinAddress('3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toMatchObject({ type: 'p2sh', networks: ['main'] });
    expect(readBitcoinAddress('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn').networks).toEqual(['test', 'test4', 'signet', 'regtest']);
    expect(readBitcoinAddress('tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7').type).toBe('p2wsh');
  });

  it('says what is wrong: the checksum, the network, or everything', () => {
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')).toBe('address/checksum-failed');
    expect(codeOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toBe('address/checksum-failed');
    expect(codeOf('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBe('address/invalid');
    expect(codeOf('')).toBe('address/invalid');
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', bitcoinChainId('test'))).toBe('address/wrong-network');
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', bitcoinChainId('main'))).toBe('no error');
    expect(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bip122:12a765e31ffd4059bada1e25190f6e98')).toBe('no error');
  });

  it('knows networks by their genesis blocks', () => {
    for (const name of ['main', 'test', 'test4', 'signet', 'regtest'] as const) expect(bitcoinNetworkOf(bitcoinChainId(name))).toBe(name);
    expect(bitcoinNetworkOf('bip122:12a765e31ffd4059bada1e25190f6e98')).toBe(null);
  });

  const types: readonly Bip122TestAddressType[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'];

  it('reads back every address of a key, and no such address with one character changed', () => {
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
          expect(hexOf(readBitcoinAddress(address).script)).toBe(hexOf(key.script));
          expect(hasBitcoinAddressForm(address)).toBe(true);
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

  it('has a form that every address has, and that no other namespace’s has', () => {
    expect(hasBitcoinAddressForm('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
    expect(hasBitcoinAddressForm('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBe(false);
    expect(hasBitcoinAddressForm(null)).toBe(false);
    expect(hasBitcoinAddressForm('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(true);
  });
});
