import {
  appendTransactionMessageInstruction,
  blockhash as asBlockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  address as toAddress,
} from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { SYSTEM_CLOCK } from '../../../adapters/browser/system-clock.js';
import { SolanaChain } from '../../../adapters/solana/solana-chain.js';
import type { WalletSession } from '../../../application/ports/chain.port.js';
import { FakeLocks } from '../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import type { SolanaCalls } from '../../../application/ports/wallet-calls.js';
import type { AccountId } from '../../../domain/caip/caip-10.js';
import { type AssetId, formatAssetId } from '../../../domain/caip/caip-19.js';
import type { Network } from '../../../domain/network/network.js';
import { activeAccount } from '../../../testing/contracts/chain-harness.js';
import { neverAborted } from '../../../testing/contracts/test-api.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../../testing/wallets/solana-test-signer.js';
import { SolanaTestWallet } from '../../../testing/wallets/solana-test-wallet.js';
import type { SolanaTestWalletOptions } from '../../../testing/wallets/solana-test-wallet-options.js';
import { MAINNET, solanaNetwork } from '../../unit/adapters/support/solana-networks.js';
import { SolanaTestNet, seedOf } from './solana-node.js';

/** Lamports per SOL. */
export const SOL = 1_000_000_000n;

/** A new address. */
export const newAddress = (): string => Keypair.generate().publicKey.toBase58();

/** A session of Alice and its chain. */
export interface SolanaConnection {
  readonly wallet: SolanaTestWallet;
  readonly chain: SolanaChain;
  readonly session: WalletSession;
  readonly calls: SolanaCalls;
  readonly from: AccountId;
}

/** A chain with Alice, who has SOL, Bob, and a token issuer. */
export class SolanaFixture {
  readonly net: SolanaTestNet;
  readonly alice: SolanaTestSigner;
  readonly bob: SolanaTestSigner;
  readonly tokenAuthority = Keypair.generate();

  private constructor(net: SolanaTestNet, alice: SolanaTestSigner, bob: SolanaTestSigner) {
    this.net = net;
    this.alice = alice;
    this.bob = bob;
  }

  static async start(slotMs?: number): Promise<SolanaFixture> {
    const [net, alice, bob] = await Promise.all([SolanaTestNet.start(slotMs), solanaTestSigner(seedOf(1)), solanaTestSigner(seedOf(2))]);
    const fixture = new SolanaFixture(net, alice, bob);
    await net.fund(alice.address);
    await net.fund(fixture.tokenAuthority.publicKey.toBase58());
    return fixture;
  }

  network(...urls: readonly string[]): Network {
    return solanaNetwork(MAINNET, ...(urls.length === 0 ? [this.net.url] : urls));
  }

  tokenOf(mint: string): AssetId {
    return formatAssetId({ chainId: this.network().caipNetworkId, assetNamespace: 'token', assetReference: mint });
  }

  makeWallet(options: Partial<SolanaTestWalletOptions> = {}): SolanaTestWallet {
    return new SolanaTestWallet({
      accounts: [this.alice, this.bob],
      node: (_chain, method, params) => this.net.call(method, params),
      ...options,
    });
  }

  async connect(options: Partial<SolanaTestWalletOptions> = {}, ...urls: readonly string[]): Promise<SolanaConnection> {
    const wallet = this.makeWallet(options);
    const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: SYSTEM_CLOCK, wallets: [wallet.wallet] });
    const session = await chain.connect({ connectorId: 'Test wallet', network: this.network(...urls) }, neverAborted());
    // Every session of this adapter has Solana calls.
    const calls = session.calls?.solana as SolanaCalls;
    return { wallet, chain, session, calls, from: activeAccount(session) };
  }

  /** A transfer of Alice, built with the newer Solana SDK. */
  async transfer(to: string, version: 'legacy' | 0, value = SOL): Promise<Uint8Array> {
    const lifetime = { blockhash: asBlockhash(await this.net.blockhash()), lastValidBlockHeight: 2n ** 60n };
    const data = new Uint8Array(12);
    data[0] = 2;
    new DataView(data.buffer).setBigUint64(4, value, true);
    const from = toAddress(this.alice.address);
    // 3: writable signer; 1: writable.
    const accounts = [
      { address: from, role: 3, signer: createNoopSigner(from) },
      { address: toAddress(to), role: 1 },
    ] as const;
    const instruction = { programAddress: toAddress('11111111111111111111111111111111'), accounts, data };
    const message = pipe(
      createTransactionMessage({ version }),
      (draft) => setTransactionMessageFeePayer(from, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstruction(instruction, draft),
    );
    return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
  }

  stop(): Promise<void> {
    return this.net.stop();
  }
}
