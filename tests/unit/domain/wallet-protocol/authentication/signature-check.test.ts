import fc from 'fast-check';
import {
  encodeFunctionData,
  type Hex,
  hashMessage,
  parseAbi,
  parseSignature,
  recoverAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { type AuthPayload, type Cacao, createCacao } from '../../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../../domain/sign-in/cacao-message.js';
import { createRecap, encodeRecap } from '../../../../../domain/sign-in/recap.js';
import { encodeIsValidSignature, isMagicValue } from '../../../../../domain/signatures/contract-signature.js';
import { personalMessageHash } from '../../../../../domain/signatures/personal-message.js';
import { isSignatureValid, signatureCheck } from '../../../../../domain/wallet-protocol/authentication/signature-check.js';
import caip74 from '../../../../vectors/caip-74.json' with { type: 'json' };
import { forAll } from '../../properties.js';
import { thrownBy } from '../../throws.js';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const ISS = `did:pkh:eip155:1:${account.address}`;

const payload: AuthPayload = {
  chains: ['eip155:1'],
  domain: 'a.example',
  aud: 'https://a.example',
  version: '1',
  nonce: 'abcdefgh',
  iat: '2024-01-01T00:00:00.000Z',
  statement: 'Bonjour, ça va? 你好 🔑',
  resources: [encodeRecap(createRecap('eip155', 'request', ['personal_sign']))],
};

const signedCacao = (s: string, t = 'eip191', iss = ISS): Cacao => createCacao(payload, iss, { t, s });
const signature = (): Promise<Hex> => account.signMessage({ message: signInMessage(payload, ISS) });

/** Verifies like an adapter: recovers the address from the signature. */
const verify = async (cacao: Cacao): Promise<boolean> => {
  const check = signatureCheck(cacao);
  if (check?.by !== 'key') return false;
  return isSignatureValid(check, await recoverAddress({ hash: check.hash, signature: check.signature }).catch(() => null));
};

describe('personalMessageHash', () => {
  it('matches EIP-191, counting bytes instead of characters', () => {
    forAll(fc.string({ unit: 'grapheme' }), (text) => {
      expect(personalMessageHash(text)).toBe(hashMessage(text));
    });
    expect(personalMessageHash('ça')).toBe(hashMessage('ça'));
    expect(personalMessageHash('')).toBe('0x5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad');
  });
});

describe('CACAO signed by an account', () => {
  it('is verified by its recovered address, including non-ASCII text', async () => {
    expect(await verify(signedCacao(await signature()))).toBe(true);
  });

  it('accepts a last byte of 0 or 1, and the compact form', async () => {
    for (const { key } of [{ key: account }, { key: stranger }]) {
      const iss = `did:pkh:eip155:1:${key.address}`;
      for (let nonce = 0; nonce < 8; nonce += 1) {
        const text = { ...payload, nonce: `nonce${nonce}` };
        const whole = await key.signMessage({ message: signInMessage(text, iss) });
        const low = `${whole.slice(0, -2)}${whole.endsWith('1b') ? '00' : '01'}`;
        const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(whole)));
        for (const s of [whole, whole.toUpperCase().replace('0X', '0x'), low, compact])
          expect(await verify(createCacao(text, iss, { t: 'eip191', s }))).toBe(true);
      }
    }
  });

  it('accepts an address in any letter case', async () => {
    const iss = `did:pkh:eip155:1:${account.address.toLowerCase()}`;
    const s = await account.signMessage({ message: signInMessage(payload, iss) });
    const check = signatureCheck(signedCacao(s, 'eip191', iss));
    expect(check === null ? null : isSignatureValid(check, account.address)).toBe(true);
    expect(await verify(signedCacao(s, 'eip191', iss))).toBe(true);
  });

  it('is invalid if another account signed, or any field differs', async () => {
    const s = await signature();
    expect(await verify(signedCacao(await stranger.signMessage({ message: signInMessage(payload, ISS) })))).toBe(false);
    for (const change of [
      { domain: 'b.example' },
      { aud: 'https://b.example' },
      { nonce: 'abcdefgi' },
      { iat: '2024-01-01T00:00:01.000Z' },
      { statement: 'Bonjour' },
      { exp: '2030-01-01T00:00:00.000Z' },
      { resources: [encodeRecap(createRecap('eip155', 'request', ['eth_sendTransaction']))] },
    ])
      expect(await verify(createCacao({ ...payload, ...change }, ISS, { t: 'eip191', s }))).toBe(false);
    expect(await verify(signedCacao(s, 'eip191', `did:pkh:eip155:10:${account.address}`))).toBe(false);
    expect(await verify(signedCacao(s, 'eip191', `did:pkh:eip155:1:${stranger.address}`))).toBe(false);
  });

  it('is invalid without a recovered address', () => {
    const check = signatureCheck(signedCacao(`0x${'ab'.repeat(64)}1b`));
    for (const result of [null, '', '0x', account.address.slice(0, -1)])
      expect(check === null ? null : isSignatureValid(check, result)).toBe(false);
  });

  it.each([
    ['empty', '0x'],
    ['not hex', `0x${'zz'.repeat(64)}1b`],
    ['without 0x', `${'ab'.repeat(64)}1b`],
    ['too short', `0x${'ab'.repeat(63)}`],
    ['too long', `0x${'ab'.repeat(66)}`],
    ['with an invalid last byte', `0x${'ab'.repeat(64)}1d`],
  ])('is invalid with a signature that is %s', (_, s) => {
    expect(signatureCheck(signedCacao(s))).toBeNull();
  });

  it('is invalid without an eip155 account', () => {
    const s = `0x${'ab'.repeat(64)}1b`;
    for (const iss of [
      'did:pkh:eip155:1:',
      'did:pkh:eip155:1:0xab',
      `did:pkh:eip155:1:${account.address.slice(2)}`,
      'did:pkh:solana:x:abc',
    ])
      expect(signatureCheck(signedCacao(s, 'eip191', iss))).toBeNull();
  });

  it('is invalid for the example of CAIP-74, whose signature has no 0x', () => {
    expect(signatureCheck({ ...caip74, p: { ...caip74.p, version: '1' } })).toBeNull();
  });
});

describe('CACAO signed by a contract', () => {
  const abi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']);
  const MAGIC = `0x1626ba7e${'0'.repeat(56)}`;

  it('is verified by an ABI-encoded call on its chain, for any signature length', () => {
    forAll(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'grapheme' }), (bytes, text) => {
      const s: Hex = `0x${Buffer.from(bytes).toString('hex')}`;
      const hash = hashMessage(text);
      expect(encodeIsValidSignature(hash, s)).toBe(encodeFunctionData({ abi, args: [hash, s] }));
    });
    const check = signatureCheck(signedCacao(`0x${'AB'.repeat(130)}`, 'eip1271', `did:pkh:eip155:137:${account.address}`));
    const hash = hashMessage(signInMessage(payload, `did:pkh:eip155:137:${account.address}`));
    const data = encodeFunctionData({ abi, args: [hash, `0x${'ab'.repeat(130)}`] });
    expect(check).toEqual({ by: 'contract', chainId: 'eip155:137', to: account.address, data });
  });

  it('hashes the message even if it starts with 0x', () => {
    const forged = { ...payload, domain: `0x${'ab'.repeat(32)}` };
    const check = signatureCheck(createCacao(forged, ISS, { t: 'eip1271', s: '0x' }));
    expect(check).toMatchObject({ data: encodeIsValidSignature(hashMessage(signInMessage(forged, ISS)), '0x') });
  });

  it('is valid if the contract returns the magic value, also with trailing data', () => {
    const check = signatureCheck(signedCacao('0xabcd', 'eip1271'));
    for (const result of [MAGIC, MAGIC.toUpperCase().replace('0X', '0x'), `${MAGIC}${'0'.repeat(64)}`])
      expect(check === null ? null : isSignatureValid(check, result)).toBe(true);
  });

  it.each([
    ['nothing', null],
    ['an account without code', '0x'],
    ['the magic value without padding', '0x1626ba7e'],
    ['another value', `0xffffffff${'0'.repeat(56)}`],
    ['the magic value at the end of the word', `0x${'0'.repeat(56)}1626ba7e`],
    ['true', `0x${'0'.repeat(63)}1`],
    ['a contract that echoes the call data', encodeIsValidSignature(`0x${'ab'.repeat(32)}`, '0x')],
  ])('is invalid for %s', (_, result) => {
    const check = signatureCheck(signedCacao('0x', 'eip1271'));
    expect(check === null ? null : isSignatureValid(check, result)).toBe(false);
  });

  it('is invalid if the result is not a string', () => {
    for (const result of [undefined, 1, {}, [MAGIC]]) expect(isMagicValue(result)).toBe(false);
  });

  it('is invalid if the signature is not hex', () => {
    for (const s of ['0xabc', 'abcd', '', '0xzz']) expect(signatureCheck(signedCacao(s, 'eip1271'))).toBeNull();
    expect(encodeIsValidSignature('0xab', '0x')).toBeNull();
  });
});

describe('CACAO that cannot be verified', () => {
  const messageOf = (cacao: Cacao): string => thrownBy('wallet-protocol/invalid-parameter', () => signatureCheck(cacao)).message;

  it('has an unknown signature type', () => {
    for (const t of ['eip6492', '', 'EIP191', '__proto__'])
      expect(messageOf(signedCacao('0x', t))).toBe(`verifySignature failed: Attempted to verify CacaoSignature with unknown type: ${t}`);
  });

  it('is signed by a contract without a chain', () => {
    expect(messageOf(signedCacao('0x', 'eip1271', 'did:pkh:eip155::0xab'))).toBe(
      'isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: eip155:',
    );
    expect(messageOf(signedCacao('0x', 'eip1271', 'did:pkh:'))).toBe(
      'isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: ',
    );
  });

  it('contains an invalid ReCap', () => {
    const broken = createCacao({ ...payload, resources: ['urn:recap:e30'] }, ISS, { t: 'eip191', s: `0x${'ab'.repeat(64)}1b` });
    expect(messageOf(broken)).toBe('No `att` property found');
  });
});
