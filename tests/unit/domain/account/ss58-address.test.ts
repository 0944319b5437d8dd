import { Keyring } from '@polkadot/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSs58, encodeSs58 } from '../../../../domain/account/ss58-address.js';
import { isSameAccount, readRecipient, ss58PrefixOf } from '../../../../domain/account/ss58-network.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import vectors from '../../../vectors/ss58.json' with { type: 'json' };
import { forAll } from '../properties.js';
import { codeThrownBy } from '../throws.js';

const POLKADOT = { caipNetworkId: toChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182') };
const KUSAMA = { caipNetworkId: toChainId('polkadot:b0a8d493285c2df73290dfb7e61f870f') };
const WESTEND = { caipNetworkId: toChainId('polkadot:e143f23803ac50e8f6f8e62695d1ce9e') };
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const ALICE_ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const ALICE_ON_KUSAMA = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F';

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

const anyPrefix = fc.integer({ min: 0, max: 16_383 }).filter((prefix) => prefix !== 46 && prefix !== 47);
const anyAccountId = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('SS58 addresses', () => {
  it('reads and writes the published ones', () => {
    for (const { address, publicKey, prefix } of vectors.accounts) {
      const parts = decodeSs58(address);
      expect([parts.prefix, hex(parts.accountId)]).toEqual([prefix, publicKey]);
      expect(encodeSs58(parts)).toBe(address);
    }
  });

  it('tells a mistyped address from what is none', () => {
    expect(vectors.wrongChecksum.map((address) => codeThrownBy(() => decodeSs58(address)))).toEqual([
      'address/checksum-failed',
      'address/checksum-failed',
    ]);
    for (const address of [...vectors.noAccount, '', ` ${ALICE}`, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'])
      expect(codeThrownBy(() => decodeSs58(address))).toBe('address/invalid');
  });

  it('writes what the chain’s own library writes', () => {
    const library = new Keyring();
    forAll(anyPrefix, anyAccountId, (prefix, accountId) => {
      const address = encodeSs58({ prefix, accountId });
      expect(address).toBe(library.encodeAddress(accountId, prefix));
      expect(decodeSs58(address)).toEqual({ prefix, accountId });
    });
  });

  it('never takes an address in which one character is another', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    let refused = 0;
    for (const [at, was] of [...ALICE].entries()) {
      const other = alphabet[(alphabet.indexOf(was) + 7) % alphabet.length];
      const outcome = codeThrownBy(() => decodeSs58(`${ALICE.slice(0, at)}${other}${ALICE.slice(at + 1)}`));
      if (outcome === 'address/checksum-failed' || outcome === 'address/invalid') refused += 1;
    }
    expect(refused).toBe(ALICE.length);
  });

  it('writes no address for a prefix or an account that is none', () => {
    const { accountId } = decodeSs58(ALICE);
    for (const prefix of [-1, 46, 47, 16_384, 0.5]) expect(codeThrownBy(() => encodeSs58({ prefix, accountId }))).toBe('address/invalid');
    expect(codeThrownBy(() => encodeSs58({ prefix: 0, accountId: accountId.slice(1) }))).toBe('address/invalid');
  });
});

describe('SS58 addresses of networks', () => {
  it('knows the prefixes of networks, and takes the host’s word', () => {
    const own = { caipNetworkId: toChainId('polkadot:45454545454545454545454545454545'), ss58Prefix: 2 };
    expect([POLKADOT, KUSAMA, WESTEND, own].map(ss58PrefixOf)).toEqual([0, 2, 42, 2]);
  });

  it('sends to the network’s own addresses and to generic ones, and to no other network’s', () => {
    expect(hex(readRecipient(ALICE_ON_POLKADOT, POLKADOT))).toBe(hex(readRecipient(ALICE, POLKADOT)));
    expect(codeThrownBy(() => readRecipient(ALICE_ON_KUSAMA, POLKADOT))).toBe('address/wrong-network');
    expect(codeThrownBy(() => readRecipient('nonsense', POLKADOT))).toBe('address/invalid');
  });

  it('sees one account behind two addresses, and none behind nonsense', () => {
    expect(isSameAccount(ALICE, ALICE_ON_KUSAMA)).toBe(true);
    expect(isSameAccount(ALICE, '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty')).toBe(false);
    expect(isSameAccount(ALICE, 'nonsense')).toBe(false);
  });
});
