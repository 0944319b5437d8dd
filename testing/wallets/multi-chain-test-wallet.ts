import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { decodeBase58 } from '../../domain/account/base58.js';
import type { NAMESPACES } from '../../domain/caip/namespace.js';
import { asRecord } from '../../domain/wire.js';
import { type Bip122TestKey, type Bip122TestNetwork, bip122TestKey } from './bip122-keys.js';
import { signTestMessage } from './bip122-test-messages.js';
import { Bip122TestWallet } from './bip122-test-wallet.js';
import type { Eip155TestSigner } from './eip155-signer.js';
import { eip155TestSigner } from './eip155-test-signer.js';
import { Eip155TestWallet } from './eip155-test-wallet.js';
import { polkadotTestSigner } from './polkadot-test-signer.js';
import { PolkadotTestWallet } from './polkadot-test-wallet.js';
import { type SolanaTestSigner, solanaTestSigner } from './solana-test-signer.js';
import { SolanaTestWallet } from './solana-test-wallet.js';
import type { TestWallet } from './test-wallet.js';
import { TEST_WALLET_ICON } from './test-wallet-icon.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** Options of {@link MultiChainTestWallet.make}. */
export interface MultiChainTestWalletOptions {
  /** Display name, from which the keys are derived: the same name gives the same keys. Default `Test wallet`. */
  readonly name?: string;
  /** EIP-155 chain ids, the active one first. Default `[1, 137]`. */
  readonly evmChainIds?: readonly [number, ...number[]];
  /** Wallet Standard chain names. Default `solana:mainnet` and `solana:devnet`. */
  readonly solanaChains?: readonly string[];
  /** Default `main`. */
  readonly bitcoinNetwork?: Bip122TestNetwork;
  /** `immediate` approves prompts automatically, `manual` only by `approve()`. Default `immediate`. */
  readonly approval?: TestWalletApproval;
}

/** The part of `Window` that the wallet needs to announce itself. */
export type MultiChainTestWindow = Parameters<Bip122TestWallet['register']>[0] & { injectedWeb3?: unknown };

interface Keys {
  readonly eip155: Eip155TestSigner;
  readonly solana: SolanaTestSigner;
  readonly bip122: Bip122TestKey;
  readonly polkadot: ReturnType<typeof polkadotTestSigner>;
}

/** Reads a member of untrusted parameters as a string. */
const memberOf = (parameters: unknown, name: string): string => String(asRecord(parameters)[name] ?? '');

/**
 * A wallet with accounts in four namespaces, like a multi-chain extension, with one name and a real key in each. The members are the test
 * wallets of the namespaces.
 * @example
 * const wallet = await MultiChainTestWallet.make({ approval: 'manual' });
 * const stop = wallet.announce(window);
 * wallet.reject(); // every prompt on screen
 */
export class MultiChainTestWallet {
  readonly name: string;
  readonly eip155: Eip155TestWallet;
  readonly solana: SolanaTestWallet;
  readonly bip122: Bip122TestWallet;
  readonly polkadot: PolkadotTestWallet;
  readonly #keys: Keys;

  private constructor(options: MultiChainTestWalletOptions, name: string, keys: Keys) {
    const { evmChainIds: [chainId, ...knownChainIds] = [1, 137], solanaChains, bitcoinNetwork = 'main', approval = 'immediate' } = options;
    this.name = name;
    this.#keys = keys;
    this.eip155 = new Eip155TestWallet({
      info: { name, icon: TEST_WALLET_ICON },
      accounts: [keys.eip155],
      chainId,
      knownChainIds,
      approval,
    });
    this.solana = new SolanaTestWallet({
      name,
      accounts: [keys.solana],
      approval,
      ...(solanaChains === undefined ? {} : { chains: solanaChains }),
    });
    this.bip122 = new Bip122TestWallet({ name, keys: [keys.bip122], network: bitcoinNetwork, approval });
    this.polkadot = new PolkadotTestWallet({ key: name, accounts: [keys.polkadot], approval });
  }

  /** Creates a wallet. Asynchronous because WebCrypto derives the Solana key. */
  static async make(options: MultiChainTestWalletOptions = {}): Promise<MultiChainTestWallet> {
    const { name = 'Test wallet' } = options;
    const seed = sha256(utf8ToBytes(`latchkey test key ${name}`));
    return new MultiChainTestWallet(options, name, {
      eip155: eip155TestSigner(name),
      solana: await solanaTestSigner(seed),
      bip122: bip122TestKey('p2wpkh', name),
      polkadot: polkadotTestSigner(name),
    });
  }

  /** Its address in each namespace; on Polkadot with the generic SS58 prefix 42. */
  get addresses(): Readonly<Record<(typeof NAMESPACES)[number], string>> {
    const { eip155, solana, bip122, polkadot } = this.#keys;
    return { eip155: eip155.address, solana: solana.address, bip122: bip122.addressOn(this.bip122.network), polkadot: polkadot.address };
  }

  /** Announces or injects the wallet on a page for every namespace. Returns a function that undoes it. */
  announce(window: MultiChainTestWindow): () => void {
    const unregisterCallbacks = [
      this.eip155.announce(window),
      this.solana.register(window),
      this.bip122.register(window),
      this.polkadot.inject(window),
    ];
    return () => {
      for (const unregister of unregisterCallbacks) unregister();
    };
  }

  /** Approves every prompt on screen. */
  approve(): void {
    for (const wallet of this.#wallets) wallet.approve();
  }

  /** Rejects every prompt on screen. */
  reject(): void {
    for (const wallet of this.#wallets) wallet.reject();
  }

  lock(): void {
    for (const wallet of this.#wallets) wallet.lock();
  }

  unlock(): void {
    for (const wallet of this.#wallets) wallet.unlock();
  }

  /**
   * Handles a session request for `RemoteTestWallet`: message signing in each namespace.
   * @throws Error with the EIP-1193 code 4200 for an unsupported method
   */
  async handleRequest(method: string, parameters: unknown): Promise<unknown> {
    const { eip155, solana, bip122, polkadot } = this.#keys;
    switch (method) {
      case 'personal_sign': {
        // The first parameter of `personal_sign` is hex.
        const [raw] = parameters as readonly [`0x${string}`];
        return eip155.signMessage?.({ message: { raw } });
      }
      case 'solana_signMessage':
        return { signature: base58.encode(await solana.sign(decodeBase58(memberOf(parameters, 'message')) ?? new Uint8Array())) };
      case 'signMessage': {
        const protocol = memberOf(parameters, 'protocol') === 'ecdsa' ? 'ecdsa' : 'bip322';
        const signature = bytesToHex(signTestMessage(bip122, memberOf(parameters, 'message'), protocol));
        return { address: bip122.addressOn(this.bip122.network), signature };
      }
      case 'getAccountAddresses':
        return [{ address: bip122.addressOn(this.bip122.network), intention: 'payment', publicKey: bytesToHex(bip122.publicKey) }];
      case 'polkadot_signMessage':
        return { signature: `0x${bytesToHex(polkadot.sign?.(utf8ToBytes(wrapped(memberOf(parameters, 'message')))) ?? new Uint8Array())}` };
      default:
        throw Object.assign(new Error(`The test wallet does not support ${method}`), { code: 4200 });
    }
  }

  get #wallets(): readonly Pick<TestWallet<TestWalletRequest>, 'approve' | 'reject' | 'lock' | 'unlock'>[] {
    return [this.eip155, this.solana, this.bip122, this.polkadot];
  }
}

/** Wraps a message so that its signature cannot be used for an extrinsic. @see https://github.com/polkadot-js/extension/pull/743 */
const wrapped = (message: string): string => (message.startsWith('<Bytes>') ? message : `<Bytes>${message}</Bytes>`);
