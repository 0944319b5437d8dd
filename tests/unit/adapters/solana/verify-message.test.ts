import { base58 } from '@scure/base';
import { PublicKey } from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyMessage, verifySignature } from '../../../../adapters/solana/verify-message.js';
import { solanaOffChainMessages } from '../../../../domain/account/solana-off-chain-message.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../../../testing/wallets/solana-test-signer.js';
import { NON_CANONICAL_POINTS, SMALL_ORDER_POINTS } from '../../../vectors/ed25519-small-order.js';
import { MAINNET, solanaNetwork } from '../support/solana-networks.js';

let alice: SolanaTestSigner;

beforeAll(async () => {
  alice = await solanaTestSigner(new Uint8Array(32).fill(1));
});

const verify = (message: string, signature: string, address = alice.address): Promise<boolean> =>
  verifyMessage({ account: toAccountId(`solana:${MAINNET}:${address}`), message, signature, network: solanaNetwork(MAINNET) });

describe('verifyMessage', () => {
  it('accepts the raw message and every off-chain message header of hardware wallets', async () => {
    for (const text of ['hello', 'grüße']) {
      for (const bytes of [new TextEncoder().encode(text), ...solanaOffChainMessages(text, alice.publicKey)]) {
        const signature = base58.encode(await alice.sign(bytes));
        expect([await verify(text, signature), await verify(`${text} `, signature)]).toEqual([true, false]);
      }
    }
  });

  it.each(['', 'nonsense!', '1'.repeat(64), 'abc'])('rejects the signature %j', async (signature) => {
    expect(await verify('hello', signature)).toBe(false);
  });

  it('rejects a signature of another account', async () => {
    const signature = base58.encode(await alice.sign(new TextEncoder().encode('hello')));
    expect(await verify('hello', signature, 'So11111111111111111111111111111111111111112')).toBe(false);
  });

  it('rejects every signature for a small-order key, which verifies any message', async () => {
    for (const key of [...SMALL_ORDER_POINTS, ...NON_CANONICAL_POINTS]) {
      for (const r of SMALL_ORDER_POINTS) {
        const signature = base58.encode(Buffer.from(`${r}${'00'.repeat(32)}`, 'hex'));
        for (const text of ['hello', 'pay', 'login'])
          expect([key, r, await verify(text, signature, base58.encode(Buffer.from(key, 'hex')))]).toEqual([key, r, false]);
      }
    }
  });

  it('returns "foreign" for another key, and "unknown" for an address that is not a key', async () => {
    const signature = base58.encode(await alice.sign(new TextEncoder().encode('hello')));
    const bob = await solanaTestSigner(new Uint8Array(32).fill(2));
    // A program-derived address has no private key.
    const vault = PublicKey.findProgramAddressSync([alice.publicKey], PublicKey.default)[0].toBase58();
    const verdictOf = (message: string, address: string) =>
      verifySignature({ account: toAccountId(`solana:${MAINNET}:${address}`), message, signature, network: solanaNetwork(MAINNET) });
    expect(await verdictOf('hello', alice.address)).toBe('own');
    expect([await verdictOf('hullo', alice.address), await verdictOf('hello', bob.address)]).toEqual(['foreign', 'foreign']);
    expect(await verdictOf('hello', vault)).toBe('unknown');
  });
});
