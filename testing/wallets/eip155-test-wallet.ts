import { standIn } from '../../application/ports/stand-in.fake.js';
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
 * An EVM wallet in memory for tests: an EIP-1193 provider that keeps its state and whose owner is the test. It can
 * announce itself on a page (EIP-6963) and stand as `window.ethereum`.
 * @example
 * const wallet = new Eip155TestWallet({ accounts: [privateKeyToAccount(generatePrivateKey())], approval: 'by-hand' });
 * const leave = wallet.announce(window);
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
  readonly known: Set<number>;
  #accounts: readonly Eip155TestSigner[];
  readonly #node: TestNode | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor({ info, accounts, chainId = 1, knownChainIds = [], approval = 'at-once', node }: Eip155TestWalletOptions) {
    super(approval);
    this.info = { ...DEFAULT_TEST_WALLET_INFO, ...info };
    this.#accounts = accounts.map((account) => (typeof account === 'string' ? { address: account } : account));
    this.chainId = chainId;
    this.known = new Set([chainId, ...knownChainIds]);
    this.#node = node;
    this.provider = {
      request: ({ method, params = [] }) => this.take({ method, params: Array.isArray(params) ? params : [params] }),
      on: (event, listener) => {
        this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
      },
      removeListener: (event, listener) => {
        this.#listeners.get(event)?.delete(listener);
      },
    };
  }

  /** What the site may see now. */
  get shared(): readonly string[] {
    return this.connected && !this.locked ? this.#accounts.map(({ address }) => address) : [];
  }

  /** Listeners that are attached: 0 when nothing leaks. */
  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The owner picks an account; it becomes the first. */
  selectAccount(address: string): void {
    const picked = this.#accounts.find((account) => account.address === address) ?? { address };
    this.#accounts = [picked, ...this.#accounts.filter((account) => account !== picked)];
    if (this.shared.length > 0) this.tell();
  }

  /** The owner, or an approved request, changes the chain. */
  selectChain(chainId: number): void {
    this.chainId = chainId;
    this.known.add(chainId);
    this.emit('chainChanged', hex(chainId));
  }

  /** Says anything to the site, true or not. */
  emit(event: string, payload: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload);
  }

  /** Says to the site which accounts it shares now. */
  tell(): void {
    this.emit('accountsChanged', this.shared);
  }

  /** Announces the wallet, now and whenever it is asked. Gives a function that stops that. @see https://eips.ethereum.org/EIPS/eip-6963 */
  announce(window: AnnouncementWindow): () => void {
    const say = (): void => {
      const detail = Object.freeze({ info: Object.freeze({ ...this.info }), provider: this.provider });
      window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }));
    };
    window.addEventListener('eip6963:requestProvider', say);
    say();
    return () => window.removeEventListener('eip6963:requestProvider', say);
  }

  /** Stands as the legacy `window.ethereum`, and says so. */
  inject(window: AnnouncementWindow): void {
    Object.assign(window, { ethereum: this.provider });
    window.dispatchEvent(new Event('ethereum#initialized'));
  }

  protected async answer(request: Eip155TestRequest): Promise<unknown> {
    const { method, params } = request;
    switch (method) {
      case 'eth_accounts':
        return this.shared;
      case 'eth_chainId':
        return hex(this.chainId);
      case 'wallet_getPermissions':
        return this.shared.length > 0 ? [{ parentCapability: 'eth_accounts' }] : [];
      case 'wallet_revokePermissions':
        return this.act(request);
      case 'eth_requestAccounts':
        return this.shared.length > 0 ? this.shared : this.askOwner(request);
      case 'wallet_switchEthereumChain':
        if (!this.known.has(chainIdIn(params))) throw walletError(4902, 'Unrecognized chain ID');
        return this.askOwner(request);
      case 'wallet_addEthereumChain':
        return this.askOwner(request);
      case 'personal_sign':
        this.#signer(params[1]);
        return this.askOwner(request);
      case 'eth_signTypedData_v4':
        this.#signer(params[0]);
        return this.askOwner(request);
      case 'eth_sendTransaction':
        this.#signer((params[0] as { readonly from?: unknown } | undefined)?.from);
        return this.askOwner(request);
      default:
        if (this.#node === undefined) throw walletError(4200, `${method} is not supported`);
        return this.#node(this.chainId, method, params);
    }
  }

  protected async act({ method, params }: Eip155TestRequest): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        this.letIn();
        return this.shared;
      case 'wallet_switchEthereumChain':
        if (chainIdIn(params) !== this.chainId) this.selectChain(chainIdIn(params));
        return null;
      case 'wallet_addEthereumChain':
        this.known.add(chainIdIn(params));
        return null;
      case 'wallet_revokePermissions':
        this.forgetSite();
        return null;
      case 'personal_sign': {
        const raw = params[0] as `0x${string}`;
        return (await this.#signer(params[1]).signMessage?.({ message: { raw } })) ?? standIn(raw, 130);
      }
      case 'eth_signTypedData_v4': {
        const json = String(params[1]);
        return (await this.#signer(params[0]).signTypedData?.(JSON.parse(json))) ?? standIn(json, 130);
      }
      case 'eth_sendTransaction':
        return signTestTransaction(params[0], (from) => this.#signer(from), this.chainId, this.#node, this.requests.length);
      default:
        return this.answer({ method, params });
    }
  }

  #signer(address: unknown): Eip155TestSigner {
    const wanted = String(address).toLowerCase();
    const signer = this.shared.length > 0 ? this.#accounts.find((account) => account.address.toLowerCase() === wanted) : undefined;
    if (signer === undefined) throw walletError(4100, 'The site may not use this account');
    return signer;
  }
}

const hex = (value: number): string => `0x${value.toString(16)}`;

const chainIdIn = (params: readonly unknown[]): number => Number((params[0] as { readonly chainId?: unknown } | undefined)?.chainId);
