import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Hex, hashMessage, parseSignature, serializeCompactSignature, serializeSignature, signatureToCompactSignature } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { type AuthPayload, type Cacao, createCacao } from '../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../domain/sign-in/cacao-message.js';
import { isCacaoSigned } from '../../../../domain/sign-in/cacao-signature.js';
import { createRecap, encodeRecap } from '../../../../domain/sign-in/recap.js';
import caip74 from '../../../vectors/caip-74.json' with { type: 'json' };

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const ISS = `did:pkh:eip155:1:${account.address}`;
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`;

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

/** Verifies without a chain. */
const verify = (cacao: Cacao): Promise<boolean> => isCacaoSigned(cacao, () => () => Promise.reject(new Error('A chain was called')));

describe('CACAO signed by an account', () => {
  it('is verified, including non-ASCII text, in any encoding of the signature and case of the address', async () => {
    const whole = await signature();
    const last = whole.endsWith('1b') ? '00' : '01';
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(whole)));
    for (const s of [whole, whole.toUpperCase().replace('0X', '0x'), `${whole.slice(0, -2)}${last}`, compact])
      expect(await verify(signedCacao(s))).toBe(true);
    const iss = ISS.toLowerCase();
    expect(await verify(signedCacao(await account.signMessage({ message: signInMessage(payload, iss) }), 'eip191', iss))).toBe(true);
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

  it('is invalid with the larger s, which anyone can compute from the signature', async () => {
    const { r, s, yParity = 0 } = parseSignature(await signature());
    const larger: Hex = `0x${(secp256k1.Point.Fn.ORDER - BigInt(s)).toString(16).padStart(64, '0')}`;
    expect(await verify(signedCacao(serializeSignature({ r, s: larger, yParity: 1 - yParity })))).toBe(false);
  });

  it('is invalid without an eip155 account', async () => {
    const s = await signature();
    for (const iss of [
      'did:pkh:eip155:1:',
      'did:pkh:eip155:1:0xab',
      `did:pkh:eip155:1:${account.address.slice(2)}`,
      'did:pkh:solana:x:abc',
    ])
      expect(await verify(signedCacao(s, 'eip191', iss))).toBe(false);
  });

  it('is invalid for the example of CAIP-74, whose signature has no 0x', async () => {
    expect(await verify({ ...caip74, p: { ...caip74.p, version: '1' } })).toBe(false);
  });
});

describe('CACAO signed by a contract', () => {
  const resultOf = async (cacao: Cacao, result: string | null): Promise<unknown> => {
    const calls: unknown[] = [];
    const isSigned = await isCacaoSigned(cacao, (chainId) => async (call) => {
      calls.push([chainId, call]);
      return result;
    });
    return [isSigned, calls];
  };
  const callOf = (chainId: string, message: string) => [
    chainId,
    { to: account.address, data: expect.stringMatching(`^0x1626ba7e${hashMessage(message).slice(2)}`) },
  ];

  it('is verified by a call on its chain', async () => {
    const iss = `did:pkh:eip155:137:${account.address}`;
    const cacao = signedCacao('0xabcd', 'eip1271', iss);
    const calls = [callOf('eip155:137', signInMessage(payload, iss))];
    expect(await resultOf(cacao, MAGIC)).toEqual([true, calls]);
    expect(await resultOf(cacao, '0x')).toEqual([false, calls]);
    expect(await resultOf(cacao, null)).toEqual([false, calls]);
  });

  it('has its message hashed even if it starts with 0x', async () => {
    const forged = { ...payload, domain: `0x${'ab'.repeat(32)}` };
    const cacao = createCacao(forged, ISS, { t: 'eip1271', s: '0x' });
    expect(await resultOf(cacao, MAGIC)).toEqual([true, [callOf('eip155:1', signInMessage(forged, ISS))]]);
  });

  it('is unknown if the call fails', async () => {
    await expect(verify(signedCacao('0xabcd', 'eip1271'))).rejects.toThrow('A chain was called');
  });
});

describe('CACAO that cannot be verified', () => {
  const errorOf = (cacao: Cacao): Promise<unknown> =>
    verify(cacao)
      .then(() => null)
      .catch((error: unknown) => error);

  it('has an unknown signature type', async () => {
    for (const t of ['eip6492', '', 'EIP191', '__proto__'])
      expect(await errorOf(signedCacao('0x', t))).toMatchObject({
        code: 'wallet-protocol/invalid-parameter',
        message: `verifySignature failed: Attempted to verify CacaoSignature with unknown type: ${t}`,
      });
  });

  it.each([
    ['did:pkh:eip155::0xab', 'eip155:'],
    ['did:pkh:', ''],
  ])('is signed by a contract without a chain (%s)', async (iss, chain) => {
    expect(await errorOf(signedCacao('0x', 'eip1271', iss))).toMatchObject({
      code: 'wallet-protocol/invalid-parameter',
      message: `isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: ${chain}`,
    });
  });

  it('contains an invalid ReCap', async () => {
    const broken = createCacao({ ...payload, resources: ['urn:recap:e30'] }, ISS, { t: 'eip191', s: await signature() });
    expect(await errorOf(broken)).toMatchObject({ code: 'wallet-protocol/invalid-parameter', message: 'No `att` property found' });
  });
});
