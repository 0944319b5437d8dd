import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { decodeBase58 } from '../../domain/account/base58.js';
import type { NAMESPACES } from '../../domain/caip/namespace.js';
import { membersOf } from '../../domain/wire.js';
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

/** A wallet to begin with. */
export interface MultiChainTestWalletOptions {
  /** What people see, and what its keys are made of: the same name gives the same keys. Default `Test wallet`. */
  readonly name?: string;
  /** EIP-155 chain ids, the one that it is on first. Default `[1, 137]`. */
  readonly evmChainIds?: readonly [number, ...number[]];
  /** Wallet Standard chain names. Default `solana:mainnet` and `solana:devnet`. */
  readonly solanaChains?: readonly string[];
  /** Default `main`. */
  readonly bitcoinNetwork?: Bip122TestNetwork;
  /** Whether its owner approves prompts at once or only by `approve()`. Default `at-once`. */
  readonly approval?: TestWalletApproval;
}

/** The part of a page's `window` that it announces itself on. */
export type MultiChainTestWindow = Parameters<Bip122TestWallet['register']>[0] & { injectedWeb3?: unknown };

interface Keys {
  readonly eip155: Eip155TestSigner;
  readonly solana: SolanaTestSigner;
  readonly bip122: Bip122TestKey;
  readonly polkadot: ReturnType<typeof polkadotTestSigner>;
}

/** Foreign input of a method, member by member. */
const memberOf = (parameters: unknown, name: string): string => String(membersOf(parameters)[name] ?? '');

/**
 * One wallet in four namespaces, as the extensions are that speak more than one: a name, a real key in each, one owner. Each
 * part is the wallet of its namespace, with all of its switches.
 * @example
 * const wallet = await MultiChainTestWallet.make({ approval: 'by-hand' });
 * const leave = wallet.announce(window);
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
    const { evmChainIds: [chainId, ...knownChainIds] = [1, 137], solanaChains, bitcoinNetwork = 'main', approval = 'at-once' } = options;
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

  /** Makes a wallet; the platform makes one of its keys, which takes a moment. */
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

  /** Its address in each namespace; on Polkadot in the form that belongs to no network. */
  get addresses(): Readonly<Record<(typeof NAMESPACES)[number], string>> {
    const { eip155, solana, bip122, polkadot } = this.#keys;
    return { eip155: eip155.address, solana: solana.address, bip122: bip122.addressOn(this.bip122.network), polkadot: polkadot.address };
  }

  /** Makes itself known in a page in the way of each namespace. Gives a function that ends it. */
  announce(window: MultiChainTestWindow): () => void {
    const leaves = [this.eip155.announce(window), this.solana.register(window), this.bip122.register(window), this.polkadot.inject(window)];
    return () => {
      for (const leave of leaves) leave();
    };
  }

  /** The owner approves every prompt on screen. */
  approve(): void {
    for (const wallet of this.#wallets) wallet.approve();
  }

  /** The owner rejects every prompt on screen. */
  reject(): void {
    for (const wallet of this.#wallets) wallet.reject();
  }

  /** The owner locks it. */
  lock(): void {
    for (const wallet of this.#wallets) wallet.lock();
  }

  /** The owner unlocks it. */
  unlock(): void {
    for (const wallet of this.#wallets) wallet.unlock();
  }

  /**
   * Answers a request of the wallet protocol, as `RemoteTestWallet` hands it over: texts to sign, in each namespace.
   * @throws Error with a code of EIP-1193 for a method that it does not have
   */
  async answer(method: string, parameters: unknown): Promise<unknown> {
    const { eip155, solana, bip122, polkadot } = this.#keys;
    switch (method) {
      case 'personal_sign': {
        // By the method's definition the first of the list is hex.
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
        throw Object.assign(new Error(`The test wallet does not have ${method}`), { code: 4200 });
    }
  }

  get #wallets(): readonly Pick<TestWallet<TestWalletRequest>, 'approve' | 'reject' | 'lock' | 'unlock'>[] {
    return [this.eip155, this.solana, this.bip122, this.polkadot];
  }
}

/** What wallets sign is never an extrinsic. @see https://github.com/polkadot-js/extension/pull/743 */
const wrapped = (message: string): string => (message.startsWith('<Bytes>') ? message : `<Bytes>${message}</Bytes>`);
