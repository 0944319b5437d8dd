import { base58 } from '@scure/base';
import { PublicKey } from '@solana/web3.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeSignature, verifyMessage } from '../../../../adapters/solana/verify-message.js';
import { solanaOffChainMessages } from '../../../../domain/account/solana-off-chain-message.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../../../testing/wallets/solana-test-signer.js';
import { MAINNET, solanaNetwork } from '../support/solana-networks.js';

let alice: SolanaTestSigner;

beforeAll(async () => {
  alice = await solanaTestSigner(new Uint8Array(32).fill(1));
});

const verify = (message: string, signature: string, address = alice.address): Promise<boolean> =>
  verifyMessage({ account: toAccountId(`solana:${MAINNET}:${address}`), message, signature, network: solanaNetwork(MAINNET) });

describe('a signed text', () => {
  it('is verified bare, and in every header that a hardware wallet puts around it', async () => {
    for (const text of ['hello', 'grüße']) {
      for (const bytes of [new TextEncoder().encode(text), ...solanaOffChainMessages(text, alice.publicKey)]) {
        const signature = base58.encode(await alice.sign(bytes));
        expect([await verify(text, signature), await verify(`${text} `, signature)]).toEqual([true, false]);
      }
    }
  });

  it.each(['', 'nonsense!', '1'.repeat(64), 'abc'])('is not one with the signature %j', async (signature) => {
    expect(await verify('hello', signature)).toBe(false);
  });

  it('of somebody else is none', async () => {
    const signature = base58.encode(await alice.sign(new TextEncoder().encode('hello')));
    expect(await verify('hello', signature, 'So11111111111111111111111111111111111111112')).toBe(false);
  });

  it('is known to be of another key where the account is one, and only there', async () => {
    const signature = base58.encode(await alice.sign(new TextEncoder().encode('hello')));
    const bob = await solanaTestSigner(new Uint8Array(32).fill(2));
    // An address that a program has made of words and keys is none: nobody signs with it.
    const vault = PublicKey.findProgramAddressSync([alice.publicKey], PublicKey.default)[0].toBase58();
    const judge = (message: string, address: string) =>
      judgeSignature({ account: toAccountId(`solana:${MAINNET}:${address}`), message, signature, network: solanaNetwork(MAINNET) });
    expect(await judge('hello', alice.address)).toBe('own');
    expect([await judge('hullo', alice.address), await judge('hello', bob.address)]).toEqual(['foreign', 'foreign']);
    expect(await judge('hello', vault)).toBe('unknown');
  });

  it('cannot be judged where the browser has no cryptography', async () => {
    const signature = base58.encode(await alice.sign(new TextEncoder().encode('hello')));
    vi.stubGlobal('crypto', {});
    expect(await codeOf(verify('hello', signature))).toBe('chain/unsupported');
  });
});
