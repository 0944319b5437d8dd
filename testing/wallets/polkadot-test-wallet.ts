import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { asRecord } from '../../domain/wire.js';
import { type PolkadotTestPayload, payloadBytes } from './polkadot-payload.js';
import type { PolkadotTestSigner } from './polkadot-signer.js';
import type { PolkadotTestProvider, PolkadotTestRequest, PolkadotTestWalletOptions } from './polkadot-test-wallet-options.js';
import { TestWallet } from './test-wallet.js';

type Listener = (accounts: unknown) => void;

/** Signature type bytes. @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.MultiSignature.html */
const SIGNATURE_TYPES: Readonly<Record<string, number>> = { ed25519: 0, sr25519: 1, ecdsa: 2 };

const WRAP_PREFIX = '<Bytes>';
const WRAP_SUFFIX = '</Bytes>';

/**
 * An in-memory Polkadot extension for tests, controlled by the test. It can be injected into `window.injectedWeb3`.
 * @example
 * const wallet = new PolkadotTestWallet({ accounts: [new Keyring({ type: 'sr25519' }).addFromUri('//Alice')], approval: 'manual' });
 * const remove = wallet.inject(window);
 * wallet.reject(); // the prompt on screen
 */
export class PolkadotTestWallet extends TestWallet<PolkadotTestRequest> {
  readonly key: string;
  /** The injected provider. */
  readonly provider: PolkadotTestProvider;
  #accounts: readonly PolkadotTestSigner[];
  readonly #listeners = new Set<Listener>();

  constructor({ key = 'latchkey-test', accounts, approval = 'immediate' }: PolkadotTestWalletOptions) {
    super(approval);
    this.key = key;
    this.#accounts = accounts;
    this.provider = { version: '1.0.0', enable: (originName) => this.receiveRequest({ method: 'enable', params: [originName] }) };
  }

  /** The accounts that the site may see now. */
  get shared(): readonly { readonly address: string; readonly type: string; readonly name?: string }[] {
    if (!this.isConnected || this.isLocked) return [];
    return this.#accounts.map(({ address, type, name }) => ({ address, type, ...(name === undefined ? {} : { name }) }));
  }

  /** Number of attached listeners; 0 if nothing leaks. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Selects an account in the wallet; it becomes the first. */
  selectAccount(address: string): void {
    const selected = this.#accounts.filter((account) => account.address === address);
    this.#accounts = [...selected, ...this.#accounts.filter((account) => account.address !== address)];
    this.emitAccounts();
  }

  /** Emits its accounts, or any other value, to the site. */
  emitAccounts(accounts: unknown = this.shared): void {
    for (const listener of [...this.#listeners]) listener(accounts);
  }

  /** Injects the provider into a window and returns a function that removes it. */
  inject(window: object): () => void {
    const target: { injectedWeb3?: unknown } = window;
    target.injectedWeb3 = { ...asRecord(target.injectedWeb3), [this.key]: this.provider };
    return () => {
      const { [this.key]: _removed, ...others } = asRecord(target.injectedWeb3);
      target.injectedWeb3 = others;
    };
  }

  protected async handleRequest(request: PolkadotTestRequest): Promise<unknown> {
    const { method } = request;
    // A connected site needs no further prompt.
    return method === 'accounts.get' || (method === 'enable' && this.isConnected) ? this.#resultOf(method) : this.promptUser(request);
  }

  /** Uses the messages of the published extension. */
  protected override rejection({ method }: PolkadotTestRequest): Error {
    return new Error(method === 'enable' ? 'Rejected' : 'Cancelled');
  }

  protected async execute({ method, params }: PolkadotTestRequest): Promise<unknown> {
    if (method === 'enable') this.connectSite();
    if (method === 'enable' || method === 'accounts.get') return this.#resultOf(method);
    // A request of another shape fails below.
    const request = params[0] as { readonly address: string; readonly data: string };
    const signer = this.#signer(request.address);
    if (method === 'signRaw') return { id: this.requests.length, signature: hex(signed(signer, wrapped(bytesOf(request.data)))) };
    const signature = signed(signer, payloadBytes(params[0] as PolkadotTestPayload));
    return { id: this.requests.length, signature: hex(Uint8Array.of(SIGNATURE_TYPES[signer.type] ?? 1, ...signature)) };
  }

  #resultOf(method: 'enable' | 'accounts.get'): unknown {
    return method === 'enable' ? this.#injected() : this.shared;
  }

  /** Result of `enable`. */
  #injected(): unknown {
    return {
      accounts: {
        get: () => this.receiveRequest({ method: 'accounts.get', params: [] }),
        subscribe: (listener: Listener) => {
          this.requests.push({ method: 'accounts.subscribe', params: [] });
          // A wrapper, so that the same function can be added twice.
          const wrapper: Listener = (accounts) => listener(accounts);
          this.#listeners.add(wrapper);
          wrapper(this.shared);
          return () => void this.#listeners.delete(wrapper);
        },
      },
      signer: {
        signPayload: (payload: unknown) => this.receiveRequest({ method: 'signPayload', params: [payload] }),
        signRaw: (raw: unknown) => this.receiveRequest({ method: 'signRaw', params: [raw] }),
      },
    };
  }

  #signer(address: string): PolkadotTestSigner {
    const signer = this.shared.length > 0 ? this.#accounts.find((account) => account.address === address) : undefined;
    if (signer === undefined) throw new Error(`Unable to find pair for ${address}`);
    return signer;
  }
}

/** Signs bytes; without a key, returns a fake signature of the right length. */
const signed = (signer: PolkadotTestSigner, bytes: Uint8Array): Uint8Array =>
  signer.sign?.(bytes) ?? new Uint8Array(64).map((_, index) => (bytes[index % bytes.length] ?? 0) ^ index);

const bytesOf = (text: string): Uint8Array => hexToBytes(text.slice(2));

const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

/** @see https://wiki.polkadot.com/general/signing-raw-data/ */
const wrapped = (bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder('latin1').decode(bytes);
  const encode = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);
  return text.startsWith(WRAP_PREFIX) && text.endsWith(WRAP_SUFFIX)
    ? bytes
    : Uint8Array.of(...encode(WRAP_PREFIX), ...bytes, ...encode(WRAP_SUFFIX));
};
