import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { membersOf } from '../../domain/wire.js';
import { type PolkadotTestPayload, payloadBytes } from './polkadot-payload.js';
import type { PolkadotTestSigner } from './polkadot-signer.js';
import type { PolkadotTestProvider, PolkadotTestRequest, PolkadotTestWalletOptions } from './polkadot-test-wallet-options.js';
import { TestWallet } from './test-wallet.js';

type Listener = (accounts: unknown) => void;

/** The byte before a signature that says its kind. @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.MultiSignature.html */
const KINDS: Readonly<Record<string, number>> = { ed25519: 0, sr25519: 1, ecdsa: 2 };

const HEAD = '<Bytes>';
const TAIL = '</Bytes>';

/**
 * A Polkadot extension in memory for tests: it keeps its state, and its owner is the test. It can stand in `window.injectedWeb3`.
 * @example
 * const wallet = new PolkadotTestWallet({ accounts: [new Keyring({ type: 'sr25519' }).addFromUri('//Alice')], approval: 'by-hand' });
 * const leave = wallet.inject(window);
 * wallet.reject(); // the prompt on screen
 */
export class PolkadotTestWallet extends TestWallet<PolkadotTestRequest> {
  readonly key: string;
  /** What stands in the page. */
  readonly provider: PolkadotTestProvider;
  #accounts: readonly PolkadotTestSigner[];
  readonly #listeners = new Set<Listener>();

  constructor({ key = 'latchkey-test', accounts, approval = 'at-once' }: PolkadotTestWalletOptions) {
    super(approval);
    this.key = key;
    this.#accounts = accounts;
    this.provider = { version: '1.0.0', enable: (originName) => this.take({ method: 'enable', params: [originName] }) };
  }

  /** What the site may see now. */
  get shared(): readonly { readonly address: string; readonly type: string; readonly name?: string }[] {
    if (!this.connected || this.locked) return [];
    return this.#accounts.map(({ address, type, name }) => ({ address, type, ...(name === undefined ? {} : { name }) }));
  }

  /** Listeners that are attached: 0 when nothing leaks. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** The owner picks an account; it becomes the first. */
  selectAccount(address: string): void {
    const picked = this.#accounts.filter((account) => account.address === address);
    this.#accounts = [...picked, ...this.#accounts.filter((account) => account.address !== address)];
    this.tell();
  }

  /** Says its accounts, or anything else, to the site. */
  tell(accounts: unknown = this.shared): void {
    for (const listener of [...this.#listeners]) listener(accounts);
  }

  /** Stands in the page: in its `window`, or what takes its place. Gives a function that takes it out. */
  inject(window: object): () => void {
    const page: { injectedWeb3?: unknown } = window;
    page.injectedWeb3 = { ...membersOf(page.injectedWeb3), [this.key]: this.provider };
    return () => {
      const { [this.key]: _own, ...others } = membersOf(page.injectedWeb3);
      page.injectedWeb3 = others;
    };
  }

  protected async answer(request: PolkadotTestRequest): Promise<unknown> {
    const { method } = request;
    // Who was let in before is let in again without a word.
    return method === 'accounts.get' || (method === 'enable' && this.connected) ? this.#granted(method) : this.askOwner(request);
  }

  /** As the published extension says it. */
  protected override rejection({ method }: PolkadotTestRequest): Error {
    return new Error(method === 'enable' ? 'Rejected' : 'Cancelled');
  }

  protected async act({ method, params }: PolkadotTestRequest): Promise<unknown> {
    if (method === 'enable') this.letIn();
    if (method === 'enable' || method === 'accounts.get') return this.#granted(method);
    // The caller promises this shape; a wrong one fails below.
    const request = params[0] as { readonly address: string; readonly data: string };
    const signer = this.#signer(request.address);
    if (method === 'signRaw') return { id: this.requests.length, signature: hex(signed(signer, wrapped(bytesOf(request.data)))) };
    const signature = signed(signer, payloadBytes(params[0] as PolkadotTestPayload));
    return { id: this.requests.length, signature: hex(Uint8Array.of(KINDS[signer.type] ?? 1, ...signature)) };
  }

  #granted(method: 'enable' | 'accounts.get'): unknown {
    return method === 'enable' ? this.#injected() : this.shared;
  }

  /** What `enable` gives. */
  #injected(): unknown {
    return {
      accounts: {
        get: () => this.take({ method: 'accounts.get', params: [] }),
        subscribe: (hear: Listener) => {
          this.requests.push({ method: 'accounts.subscribe', params: [] });
          // A wrapper of its own, so that one function can listen twice.
          const own: Listener = (accounts) => hear(accounts);
          this.#listeners.add(own);
          own(this.shared);
          return () => void this.#listeners.delete(own);
        },
      },
      signer: {
        signPayload: (payload: unknown) => this.take({ method: 'signPayload', params: [payload] }),
        signRaw: (raw: unknown) => this.take({ method: 'signRaw', params: [raw] }),
      },
    };
  }

  #signer(address: string): PolkadotTestSigner {
    const signer = this.shared.length > 0 ? this.#accounts.find((account) => account.address === address) : undefined;
    if (signer === undefined) throw new Error(`Unable to find pair for ${address}`);
    return signer;
  }
}

/** Bytes of the right length that prove nothing, where there is no key. */
const signed = (signer: PolkadotTestSigner, bytes: Uint8Array): Uint8Array =>
  signer.sign?.(bytes) ?? new Uint8Array(64).map((_, index) => (bytes[index % bytes.length] ?? 0) ^ index);

const bytesOf = (text: string): Uint8Array => hexToBytes(text.slice(2));

const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

/** @see https://wiki.polkadot.com/general/signing-raw-data/ */
const wrapped = (bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder('latin1').decode(bytes);
  const encode = (part: string): Uint8Array => new TextEncoder().encode(part);
  return text.startsWith(HEAD) && text.endsWith(TAIL) ? bytes : Uint8Array.of(...encode(HEAD), ...bytes, ...encode(TAIL));
};
