import { describe, expect, it } from 'vitest';
import { formatSignInMessage, type SignInMessage } from '../../../../domain/sign-in/sign-in-message.js';
import {
  SIGN_IN_RULES,
  type SignedSignIn,
  type SignInVerdict,
  type SignInVerification,
  verifySignIn,
} from '../../../../domain/sign-in/verify-sign-in.js';
import { SIGN_IN_SIGNERS, type SignInSigner } from './sign-in-signers.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds: number): string => new Date(NOW + seconds * 1_000).toISOString();
const NONCE = 'k3jf9s8dh2m4n5b6v7c8x9z0';

/** A verifier with one nonce, which is usable once. */
const verifierOf = (signer: SignInSigner, overrides: Partial<SignInVerification> = {}) => {
  const nonces = new Set([NONCE]);
  const verification: SignInVerification = {
    origins: ['https://app.example', 'https://app.example:8443'],
    chains: [signer.chainId],
    maxAgeMs: 300_000,
    clockSkewMs: 30_000,
    now: NOW,
    takeNonce: async (nonce) => nonces.delete(nonce),
    // A key has no contract.
    ethCall: () => async () => '0x',
    ...overrides,
  };
  return (signed: SignedSignIn): Promise<SignInVerdict> => verifySignIn(signed, verification);
};

const messageOf = ({ chainId, accountAddress }: SignInSigner): SignInMessage => ({
  domain: 'app.example',
  chainId,
  accountAddress,
  statement: 'Sign in to Example',
  uri: 'https://app.example/login',
  version: '1',
  nonce: NONCE,
  issuedAt: at(0),
  expirationTime: at(600),
  notBefore: at(-60),
  requestId: 'request-1',
  resources: ['https://app.example/terms'],
});

const signedMessage = async (signer: SignInSigner, changes: Partial<SignInMessage> = {}): Promise<SignedSignIn> => {
  const message = formatSignInMessage({ ...messageOf(signer), ...changes });
  return { message, signature: await signer.sign(message) };
};

describe('the rules of a sign-in', () => {
  it('refuse another account than the expected one, and only that rule does', async () => {
    const [signer, other] = [await SIGN_IN_SIGNERS.eip155('alice'), await SIGN_IN_SIGNERS.eip155('bob')];
    const sent = await signedMessage(signer);
    const account = { chainId: signer.chainId, address: other.accountAddress };
    const { 'wrong-account': _, ...rules } = SIGN_IN_RULES;
    expect(await verifierOf(signer, { account })(sent)).toEqual({ refusal: 'wrong-account' });
    expect(await verifierOf(signer, { account, rules })(sent)).toHaveProperty('message');
    for (const expected of [signer.accountAddress, signer.accountAddress.toLowerCase()])
      expect(await verifierOf(signer, { account: { ...account, address: expected } })(sent)).toHaveProperty('message');
    expect(await verifierOf(signer, { account: { chainId: signer.otherChainId, address: signer.accountAddress } })(sent)).toEqual({
      refusal: 'wrong-account',
    });
  });

  it('accept a message without the optional times, at the edge of the clock skew, and from each origin', async () => {
    const signer = await SIGN_IN_SIGNERS.eip155('alice');
    for (const changes of [
      { expirationTime: undefined, notBefore: undefined },
      { issuedAt: at(30) },
      { issuedAt: at(-329) },
      { notBefore: at(30) },
      { scheme: 'https' },
      { domain: 'app.example:8443', uri: 'https://app.example:8443/' },
      { uri: 'https://APP.example:443/login' },
    ])
      expect(await verifierOf(signer)(await signedMessage(signer, changes))).toHaveProperty('message');
  });

  it('refuse with "unavailable" while the chain of a contract account does not respond, and use up the nonce', async () => {
    const [signer, other] = [await SIGN_IN_SIGNERS.eip155('alice'), await SIGN_IN_SIGNERS.eip155('bob')];
    const verify = verifierOf(signer, {
      ethCall: () => async () => {
        throw new Error('down');
      },
    });
    const sent = await signedMessage(signer, { accountAddress: other.accountAddress });
    expect([await verify(sent), await verify(sent)]).toEqual([{ refusal: 'unavailable' }, { refusal: 'invalid-nonce' }]);
  });

  it('accept the signature that a contract accepts', async () => {
    const [signer, other] = [await SIGN_IN_SIGNERS.eip155('alice'), await SIGN_IN_SIGNERS.eip155('bob')];
    const sent = await signedMessage(signer, { accountAddress: other.accountAddress });
    const ethCall = () => async () => `0x1626ba7e${'0'.repeat(56)}`;
    expect(await verifierOf(signer, { ethCall })(sent)).toHaveProperty('message.accountAddress', other.accountAddress);
  });
});
