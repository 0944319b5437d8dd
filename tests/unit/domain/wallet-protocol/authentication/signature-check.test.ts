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
import { type AuthPayload, type Cacao, makeCacao } from '../../../../../domain/wallet-protocol/authentication/cacao.js';
import { personalMessageHash } from '../../../../../domain/wallet-protocol/authentication/personal-message.js';
import { encodeRecap, makeRecap } from '../../../../../domain/wallet-protocol/authentication/recap.js';
import { signInText } from '../../../../../domain/wallet-protocol/authentication/sign-in-text.js';
import {
  contractSignatureCall,
  isContractApproval,
  isProof,
  signatureCheck,
} from '../../../../../domain/wallet-protocol/authentication/signature-check.js';
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
  resources: [encodeRecap(makeRecap('eip155', 'request', ['personal_sign']))],
};

const signed = (s: string, t = 'eip191', iss = ISS): Cacao => makeCacao(payload, iss, { t, s });
const signature = (): Promise<Hex> => account.signMessage({ message: signInText(payload, ISS) });

/** What an adapter finds out: the address that the signature recovers to. */
const verify = async (cacao: Cacao): Promise<boolean> => {
  const check = signatureCheck(cacao);
  if (check?.by !== 'key') return false;
  return isProof(check, await recoverAddress({ hash: check.hash, signature: check.signature }).catch(() => null));
};

describe('the hash that an account signs', () => {
  it('is that of EIP-191, counted in bytes and not in characters', () => {
    forAll(fc.string({ unit: 'grapheme' }), (text) => {
      expect(personalMessageHash(text)).toBe(hashMessage(text));
    });
    expect(personalMessageHash('ça')).toBe(hashMessage('ça'));
    expect(personalMessageHash('')).toBe('0x5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad');
  });
});

describe('a sign-in signed by the key of an account', () => {
  it('is proven by the address that its signature recovers to, text beyond ASCII included', async () => {
    expect(await verify(signed(await signature()))).toBe(true);
  });

  it('may end in 0 or 1, or be in the compact form', async () => {
    for (const { key } of [{ key: account }, { key: stranger }]) {
      const iss = `did:pkh:eip155:1:${key.address}`;
      for (let nonce = 0; nonce < 8; nonce += 1) {
        const text = { ...payload, nonce: `nonce${nonce}` };
        const whole = await key.signMessage({ message: signInText(text, iss) });
        const low = `${whole.slice(0, -2)}${whole.endsWith('1b') ? '00' : '01'}`;
        const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(whole)));
        for (const s of [whole, whole.toUpperCase().replace('0X', '0x'), low, compact])
          expect(await verify(makeCacao(text, iss, { t: 'eip191', s }))).toBe(true);
      }
    }
  });

  it('may write its address in any case', async () => {
    const iss = `did:pkh:eip155:1:${account.address.toLowerCase()}`;
    const s = await account.signMessage({ message: signInText(payload, iss) });
    const check = signatureCheck(signed(s, 'eip191', iss));
    expect(check === null ? null : isProof(check, account.address)).toBe(true);
    expect(await verify(signed(s, 'eip191', iss))).toBe(true);
  });

  it('is not proven when another signed, or any field differs', async () => {
    const s = await signature();
    expect(await verify(signed(await stranger.signMessage({ message: signInText(payload, ISS) })))).toBe(false);
    for (const change of [
      { domain: 'b.example' },
      { aud: 'https://b.example' },
      { nonce: 'abcdefgi' },
      { iat: '2024-01-01T00:00:01.000Z' },
      { statement: 'Bonjour' },
      { exp: '2030-01-01T00:00:00.000Z' },
      { resources: [encodeRecap(makeRecap('eip155', 'request', ['eth_sendTransaction']))] },
    ])
      expect(await verify(makeCacao({ ...payload, ...change }, ISS, { t: 'eip191', s }))).toBe(false);
    expect(await verify(signed(s, 'eip191', `did:pkh:eip155:10:${account.address}`))).toBe(false);
    expect(await verify(signed(s, 'eip191', `did:pkh:eip155:1:${stranger.address}`))).toBe(false);
  });

  it('is not proven by no answer, or by one that is no address', () => {
    const check = signatureCheck(signed(`0x${'ab'.repeat(64)}1b`));
    for (const answer of [null, '', '0x', account.address.slice(0, -1)]) expect(check === null ? null : isProof(check, answer)).toBe(false);
  });

  it.each([
    ['empty', '0x'],
    ['no hex', `0x${'zz'.repeat(64)}1b`],
    ['without 0x', `${'ab'.repeat(64)}1b`],
    ['too short', `0x${'ab'.repeat(63)}`],
    ['too long', `0x${'ab'.repeat(66)}`],
    ['with another last byte', `0x${'ab'.repeat(64)}1d`],
  ])('cannot be right with a signature that is %s', (_, s) => {
    expect(signatureCheck(signed(s))).toBeNull();
  });

  it('cannot be right without an account of eip155', () => {
    const s = `0x${'ab'.repeat(64)}1b`;
    for (const iss of [
      'did:pkh:eip155:1:',
      'did:pkh:eip155:1:0xab',
      `did:pkh:eip155:1:${account.address.slice(2)}`,
      'did:pkh:solana:x:abc',
    ])
      expect(signatureCheck(signed(s, 'eip191', iss))).toBeNull();
  });

  it('of CAIP-74, whose signature lacks its 0x, cannot be right', () => {
    expect(signatureCheck({ ...caip74, p: { ...caip74.p, version: '1' } })).toBeNull();
  });
});

describe('a sign-in signed by a contract', () => {
  const abi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']);
  const MAGIC = `0x1626ba7e${'0'.repeat(56)}`;

  it('is asked of the contract, on its chain, as the contract language encodes it, whatever the length of the signature', () => {
    forAll(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'grapheme' }), (bytes, text) => {
      const s: Hex = `0x${Buffer.from(bytes).toString('hex')}`;
      const hash = hashMessage(text);
      expect(contractSignatureCall(hash, s)).toBe(encodeFunctionData({ abi, args: [hash, s] }));
    });
    const check = signatureCheck(signed(`0x${'AB'.repeat(130)}`, 'eip1271', `did:pkh:eip155:137:${account.address}`));
    const hash = hashMessage(signInText(payload, `did:pkh:eip155:137:${account.address}`));
    const data = encodeFunctionData({ abi, args: [hash, `0x${'ab'.repeat(130)}`] });
    expect(check).toEqual({ by: 'contract', chainId: 'eip155:137', to: account.address, data });
  });

  it('is asked about the hash of its text also where that begins with 0x', () => {
    const forged = { ...payload, domain: `0x${'ab'.repeat(32)}` };
    const check = signatureCheck(makeCacao(forged, ISS, { t: 'eip1271', s: '0x' }));
    expect(check).toMatchObject({ data: contractSignatureCall(hashMessage(signInText(forged, ISS)), '0x') });
  });

  it('is proven by the one answer, also with something behind it', () => {
    const check = signatureCheck(signed('0xabcd', 'eip1271'));
    for (const answer of [MAGIC, MAGIC.toUpperCase().replace('0X', '0x'), `${MAGIC}${'0'.repeat(64)}`])
      expect(check === null ? null : isProof(check, answer)).toBe(true);
  });

  it.each([
    ['nothing', null],
    ['an account without code', '0x'],
    ['the value without its word', '0x1626ba7e'],
    ['another value', `0xffffffff${'0'.repeat(56)}`],
    ['the value at the wrong end', `0x${'0'.repeat(56)}1626ba7e`],
    ['true', `0x${'0'.repeat(63)}1`],
    ['a contract that gives back what it was asked', contractSignatureCall(`0x${'ab'.repeat(32)}`, '0x')],
  ])('is not proven by %s', (_, answer) => {
    const check = signatureCheck(signed('0x', 'eip1271'));
    expect(check === null ? null : isProof(check, answer)).toBe(false);
  });

  it('is not proven by what is no text', () => {
    for (const answer of [undefined, 1, {}, [MAGIC]]) expect(isContractApproval(answer)).toBe(false);
  });

  it('cannot be right with half a byte or without hex', () => {
    for (const s of ['0xabc', 'abcd', '', '0xzz']) expect(signatureCheck(signed(s, 'eip1271'))).toBeNull();
    expect(contractSignatureCall('0xab', '0x')).toBeNull();
  });
});

describe('a sign-in that nobody can check', () => {
  const sentence = (cacao: Cacao): string => thrownBy('wallet-protocol/invalid-parameter', () => signatureCheck(cacao)).message;

  it('has a type of signature that nobody knows', () => {
    for (const t of ['eip6492', '', 'EIP191', '__proto__'])
      expect(sentence(signed('0x', t))).toBe(`verifySignature failed: Attempted to verify CacaoSignature with unknown type: ${t}`);
  });

  it('is signed by a contract on no chain', () => {
    expect(sentence(signed('0x', 'eip1271', 'did:pkh:eip155::0xab'))).toBe(
      'isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: eip155:',
    );
    expect(sentence(signed('0x', 'eip1271', 'did:pkh:'))).toBe(
      'isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: ',
    );
  });

  it('holds a ReCap that is none', () => {
    const broken = makeCacao({ ...payload, resources: ['urn:recap:e30'] }, ISS, { t: 'eip191', s: `0x${'ab'.repeat(64)}1b` });
    expect(sentence(broken)).toBe('No `att` property found');
  });
});
