import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatSignInMessage } from '../../../../domain/sign-in/sign-in-message.js';
import { SIGN_IN_RULES, type SignInRefusal, verifySignIn } from '../../../../domain/sign-in/verify-sign-in.js';
import { isBitcoinMessageSigned } from '../../../../domain/signatures/bitcoin-message.js';
import bip322 from '../../../vectors/bip-322-basic.json' with { type: 'json' };
import eip4361 from '../../../vectors/eip-4361-verification.json' with { type: 'json' };

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';

describe('the vectors of BIP-322', () => {
  const simple = bip322.simple.flatMap(({ bip322_signatures: signatures, ...vector }) =>
    signatures.map((signature) => ({ ...vector, signature })),
  );

  it.each(simple.filter(({ type }) => !type.includes('multisig')))('accept $type: "$message" $signature', (signed) => {
    expect(isBitcoinMessageSigned(signed, BITCOIN)).toBe(true);
    expect(isBitcoinMessageSigned({ ...signed, message: `${signed.message}.` }, BITCOIN)).toBe(false);
  });

  it.each(simple.filter(({ type }) => type.includes('multisig')))('do not accept $type, which is not supported', (signed) => {
    expect(isBitcoinMessageSigned(signed, BITCOIN)).toBe(false);
  });

  it.each(bip322.error)('reject: $description', (signed) => {
    expect(isBitcoinMessageSigned(signed, BITCOIN)).toBe(false);
  });
});

interface SiweVector {
  readonly domain: string;
  readonly address: string;
  readonly statement: string;
  readonly uri: string;
  readonly nonce: string;
  readonly chainId: number;
  readonly issuedAt: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly signature: string;
  /** What the verifier expects, if it is not that of the message. */
  readonly domainBinding?: string;
  readonly matchNonce?: string;
  readonly time?: string;
}

/** The reference implementation leaves the URI and the time of issue to the site. */
const { 'wrong-uri': _uri, 'not-issued-yet': _future, 'too-old': _old, ...RULES } = SIGN_IN_RULES;

const verify = ({ address, chainId, signature, domainBinding, matchNonce, time, ...fields }: SiweVector) => {
  const message = { ...fields, version: '1' as const, chainId: toChainId(`eip155:${chainId}`), accountAddress: address };
  return verifySignIn(
    { message: formatSignInMessage(message), signature },
    {
      origins: [`https://${domainBinding ?? fields.domain}`],
      now: Date.parse(time ?? '2026-01-01T00:00:00Z'),
      maxAgeMs: 0,
      clockSkewMs: 0,
      rules: RULES,
      takeNonce: async (nonce) => nonce === (matchNonce ?? fields.nonce),
      ethCall: () => async () => '0x',
    },
  );
};

const vectorsOf = (vectors: Readonly<Record<string, SiweVector>>) => Object.entries(vectors);

const REFUSALS: Readonly<Record<keyof typeof eip4361.negative, SignInRefusal>> = {
  'expired message': 'expired',
  'domain binding': 'wrong-domain',
  'custom time': 'expired',
  'custom nonce': 'invalid-nonce',
  'malformed signature': 'wrong-signature',
  'wrong signature': 'wrong-signature',
  'not yet valid': 'not-valid-yet',
};

describe('the vectors of siwe', () => {
  it.each(vectorsOf(eip4361.positive))('accept: %s', async (_, vector) => {
    expect(await verify(vector)).toHaveProperty('message.accountAddress', vector.address);
  });

  it.each(Object.entries(REFUSALS))('refuse: %s', async (name, refusal) => {
    const [[, vector] = []] = vectorsOf(eip4361.negative).filter(([title]) => title === name);
    expect(vector === undefined ? null : await verify(vector)).toEqual({ refusal });
  });
});
