import { fakeHex } from '../../application/ports/hex.fake.js';
import type { Eip155TestSigner } from './eip155-signer.js';
import { signTestTransaction, type TestNode } from './eip155-test-signing.js';
import {
  type AnnouncementWindow,
  DEFAULT_TEST_WALLET_INFO,
  type Eip155TestRequest,
  type Eip155TestWalletInfo,
  type Eip155TestWalletOptions,
} from './eip155-test-wallet-options.js';
import { TestWallet } from './test-wallet.js';
import { walletError } from './wallet-error.js';

type Listener = (payload: unknown) => void;

/**
 * An in-memory EVM wallet for tests: a stateful EIP-1193 provider controlled by the test. It can be announced on a page (EIP-6963) and
 * injected as `window.ethereum`.
 * @example
 * const wallet = new Eip155TestWallet({ accounts: [privateKeyToAccount(generatePrivateKey())], approval: 'manual' });
 * const stop = wallet.announce(window);
 * wallet.reject(); // the prompt on screen
 */
export class Eip155TestWallet extends TestWallet<Eip155TestRequest> {
  readonly info: Eip155TestWalletInfo;
  /** The EIP-1193 provider. */
  readonly provider: {
    request(request: {
      readonly method: string;
      readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
    }): Promise<unknown>;
    on(event: string, listener: Listener): void;
    removeListener(event: string, listener: Listener): void;
  };
  chainId: number;
  readonly knownChainIds: Set<number>;
  #accounts: readonly Eip155TestSigner[];
  readonly #node: TestNode | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor({ info, accounts, chainId = 1, knownChainIds = [], approval = 'immediate', node }: Eip155TestWalletOptions) {
    super(approval);
    this.info = { ...DEFAULT_TEST_WALLET_INFO, ...info };
    this.#accounts = accounts.map((account) => (typeof account === 'string' ? { address: account } : account));
    this.chainId = chainId;
    this.knownChainIds = new Set([chainId, ...knownChainIds]);
    this.#node = node;
    this.provider = {
      request: ({ method, params = [] }) => this.receiveRequest({ method, params: Array.isArray(params) ? params : [params] }),
      on: (event, listener) => {
        this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
      },
      removeListener: (event, listener) => {
        this.#listeners.get(event)?.delete(listener);
      },
    };
  }

  /** The accounts that the site may see now. */
  get shared(): readonly string[] {
    return this.isConnected && !this.isLocked ? this.#accounts.map(({ address }) => address) : [];
  }

  /** Number of attached listeners; 0 if nothing leaks. */
  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Selects an account in the wallet; it becomes the first. */
  selectAccount(address: string): void {
    const selected = this.#accounts.find((account) => account.address === address) ?? { address };
    this.#accounts = [selected, ...this.#accounts.filter((account) => account !== selected)];
    if (this.shared.length > 0) this.emitAccounts();
  }

  /** Switches the chain of the wallet. */
  selectChain(chainId: number): void {
    this.chainId = chainId;
    this.knownChainIds.add(chainId);
    this.emit('chainChanged', hex(chainId));
  }

  /** Emits any event to the site. */
  emit(event: string, payload: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload);
  }

  /** Emits `accountsChanged` with the shared accounts. */
  emitAccounts(): void {
    this.emit('accountsChanged', this.shared);
  }

  /** Announces the wallet, now and on each request. Returns a function that stops it. @see https://eips.ethereum.org/EIPS/eip-6963 */
  announce(window: AnnouncementWindow): () => void {
    const announceProvider = (): void => {
      const detail = Object.freeze({ info: Object.freeze({ ...this.info }), provider: this.provider });
      window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }));
    };
    window.addEventListener('eip6963:requestProvider', announceProvider);
    announceProvider();
    return () => window.removeEventListener('eip6963:requestProvider', announceProvider);
  }

  /** Injects the provider as the legacy `window.ethereum` and dispatches `ethereum#initialized`. */
  inject(window: AnnouncementWindow): void {
    Object.assign(window, { ethereum: this.provider });
    window.dispatchEvent(new Event('ethereum#initialized'));
  }

  protected async handleRequest(request: Eip155TestRequest): Promise<unknown> {
    const { method, params } = request;
    switch (method) {
      case 'eth_accounts':
        return this.shared;
      case 'eth_chainId':
        return hex(this.chainId);
      case 'wallet_getPermissions':
        return this.shared.length > 0 ? [{ parentCapability: 'eth_accounts' }] : [];
      case 'wallet_revokePermissions':
        return this.execute(request);
      case 'eth_requestAccounts':
        return this.shared.length > 0 ? this.shared : this.promptUser(request);
      case 'wallet_switchEthereumChain':
        if (!this.knownChainIds.has(chainIdIn(params))) throw walletError(4902, 'Unrecognized chain ID');
        return this.promptUser(request);
      case 'wallet_addEthereumChain':
        return this.promptUser(request);
      case 'personal_sign':
        this.#signer(params[1]);
        return this.promptUser(request);
      case 'eth_signTypedData_v4':
        this.#signer(params[0]);
        return this.promptUser(request);
      case 'eth_sendTransaction':
        this.#signer((params[0] as { readonly from?: unknown } | undefined)?.from);
        return this.promptUser(request);
      default:
        if (this.#node === undefined) throw walletError(4200, `${method} is not supported`);
        return this.#node(this.chainId, method, params);
    }
  }

  protected async execute({ method, params }: Eip155TestRequest): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        this.connectSite();
        return this.shared;
      case 'wallet_switchEthereumChain':
        if (chainIdIn(params) !== this.chainId) this.selectChain(chainIdIn(params));
        return null;
      case 'wallet_addEthereumChain':
        this.knownChainIds.add(chainIdIn(params));
        return null;
      case 'wallet_revokePermissions':
        this.forgetSite();
        return null;
      case 'personal_sign': {
        const raw = params[0] as `0x${string}`;
        return (await this.#signer(params[1]).signMessage?.({ message: { raw } })) ?? fakeHex(raw, 130);
      }
      case 'eth_signTypedData_v4': {
        const json = String(params[1]);
        return (await this.#signer(params[0]).signTypedData?.(JSON.parse(json))) ?? fakeHex(json, 130);
      }
      case 'eth_sendTransaction':
        return signTestTransaction(params[0], (from) => this.#signer(from), this.chainId, this.#node, this.requests.length);
      default:
        return this.handleRequest({ method, params });
    }
  }

  #signer(address: unknown): Eip155TestSigner {
    const normalizedAddress = String(address).toLowerCase();
    const signer =
      this.shared.length > 0 ? this.#accounts.find((account) => account.address.toLowerCase() === normalizedAddress) : undefined;
    if (signer === undefined) throw walletError(4100, 'The site may not use this account');
    return signer;
  }
}

const hex = (value: number): string => `0x${value.toString(16)}`;

const chainIdIn = (params: readonly unknown[]): number => Number((params[0] as { readonly chainId?: unknown } | undefined)?.chainId);
