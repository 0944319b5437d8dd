import { Keyring } from '@polkadot/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSs58, encodeSs58 } from '../../../../domain/account/ss58-address.js';
import { decodeRecipient, isSameSs58Account, ss58PrefixOf } from '../../../../domain/account/ss58-network.js';
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
  it('are decoded and encoded as published', () => {
    for (const { address, publicKey, prefix } of vectors.accounts) {
      const decoded = decodeSs58(address);
      expect([decoded.prefix, hex(decoded.accountId)]).toEqual([prefix, publicKey]);
      expect(encodeSs58(decoded)).toBe(address);
    }
  });

  it('distinguish a typo from an invalid address', () => {
    expect(vectors.wrongChecksum.map((address) => codeThrownBy(() => decodeSs58(address)))).toEqual([
      'address/checksum-failed',
      'address/checksum-failed',
    ]);
    for (const address of [...vectors.noAccount, '', ` ${ALICE}`, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'])
      expect(codeThrownBy(() => decodeSs58(address))).toBe('address/invalid');
  });

  it('match the encoding of @polkadot/keyring', () => {
    const library = new Keyring();
    forAll(anyPrefix, anyAccountId, (prefix, accountId) => {
      const address = encodeSs58({ prefix, accountId });
      expect(address).toBe(library.encodeAddress(accountId, prefix));
      expect(decodeSs58(address)).toEqual({ prefix, accountId });
    });
  });

  it('are rejected with one character changed', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    let rejected = 0;
    for (const [index, character] of [...ALICE].entries()) {
      const other = alphabet[(alphabet.indexOf(character) + 7) % alphabet.length];
      const outcome = codeThrownBy(() => decodeSs58(`${ALICE.slice(0, index)}${other}${ALICE.slice(index + 1)}`));
      if (outcome === 'address/checksum-failed' || outcome === 'address/invalid') rejected += 1;
    }
    expect(rejected).toBe(ALICE.length);
  });

  it('reject an invalid prefix or account id', () => {
    const { accountId } = decodeSs58(ALICE);
    for (const prefix of [-1, 46, 47, 16_384, 0.5]) expect(codeThrownBy(() => encodeSs58({ prefix, accountId }))).toBe('address/invalid');
    expect(codeThrownBy(() => encodeSs58({ prefix: 0, accountId: accountId.slice(1) }))).toBe('address/invalid');
  });
});

describe('SS58 addresses of networks', () => {
  it('use the registered prefix, or the one that the app configured', () => {
    const own = { caipNetworkId: toChainId('polkadot:45454545454545454545454545454545'), ss58Prefix: 2 };
    expect([POLKADOT, KUSAMA, WESTEND, own].map(ss58PrefixOf)).toEqual([0, 2, 42, 2]);
  });

  it('accept recipients with the network’s own or the generic prefix, and reject other networks', () => {
    expect(hex(decodeRecipient(ALICE_ON_POLKADOT, POLKADOT))).toBe(hex(decodeRecipient(ALICE, POLKADOT)));
    expect(codeThrownBy(() => decodeRecipient(ALICE_ON_KUSAMA, POLKADOT))).toBe('address/wrong-network');
    expect(codeThrownBy(() => decodeRecipient('nonsense', POLKADOT))).toBe('address/invalid');
  });

  it('compare accounts across networks, and never match invalid addresses', () => {
    expect(isSameSs58Account(ALICE, ALICE_ON_KUSAMA)).toBe(true);
    expect(isSameSs58Account(ALICE, '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty')).toBe(false);
    expect(isSameSs58Account(ALICE, 'nonsense')).toBe(false);
  });
});
