import { type PolkadotTestPayload, payloadBytes } from './polkadot-payload.js';
import type { PolkadotTestSigner } from './polkadot-signer.js';
import type {
  PolkadotTestAnswer,
  PolkadotTestMethod,
  PolkadotTestProvider,
  PolkadotTestRequest,
  PolkadotTestWalletOptions,
} from './polkadot-test-wallet-options.js';

type Listener = (accounts: unknown) => void;

/** A prompt on the wallet's screen. */
interface Prompt extends PolkadotTestRequest {
  readonly approve: () => void;
  readonly reject: () => void;
}

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
export class PolkadotTestWallet {
  readonly key: string;
  /** What stands in the page. */
  readonly provider: PolkadotTestProvider;
  /** Everything it was asked, oldest first. */
  readonly requests: PolkadotTestRequest[] = [];
  approval: 'at-once' | 'by-hand';
  locked = false;
  /** Whether the person let the site in. */
  connected = false;
  #accounts: readonly PolkadotTestSigner[];
  readonly #listeners = new Set<Listener>();
  readonly #prompts: Prompt[] = [];
  readonly #next = new Map<PolkadotTestMethod, PolkadotTestAnswer[]>();
  readonly #shown = new Map<PolkadotTestMethod, number>();

  constructor({ key = 'latchkey-test', accounts, approval = 'at-once' }: PolkadotTestWalletOptions) {
    this.key = key;
    this.#accounts = accounts;
    this.approval = approval;
    this.provider = { version: '1.0.0', enable: (originName) => this.#take({ method: 'enable', params: [originName] }) };
  }

  /** What the site may see now. */
  get shared(): readonly { readonly address: string; readonly type: string; readonly name?: string }[] {
    if (!this.connected || this.locked) return [];
    return this.#accounts.map(({ address, type, name }) => ({ address, type, ...(name === undefined ? {} : { name }) }));
  }

  /** Prompts on screen, oldest first. */
  get prompts(): readonly PolkadotTestRequest[] {
    return this.#prompts;
  }

  /** Listeners that are attached: 0 when nothing leaks. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** How often a method was asked. */
  count(method: PolkadotTestMethod): number {
    return this.requests.filter((request) => request.method === method).length;
  }

  /** How often the owner saw a prompt for a method, or it was answered in the owner's place by `next`. */
  shown(method: PolkadotTestMethod): number {
    return this.#shown.get(method) ?? 0;
  }

  /** Answers the next requests of a method this way, one after the other; then truthfully again. */
  next(method: PolkadotTestMethod, ...answers: readonly PolkadotTestAnswer[]): void {
    this.#next.set(method, [...(this.#next.get(method) ?? []), ...answers]);
  }

  /** The owner approves every prompt on screen. */
  approve(): void {
    for (const prompt of this.#prompts.splice(0)) prompt.approve();
  }

  /** The owner rejects every prompt on screen. */
  reject(): void {
    for (const prompt of this.#prompts.splice(0)) prompt.reject();
  }

  /** The owner locks the wallet. */
  lock(): void {
    this.locked = true;
    this.tell();
  }

  /** The owner unlocks the wallet. */
  unlock(): void {
    this.locked = false;
    this.tell();
  }

  /** The owner picks an account; it becomes the first. */
  selectAccount(address: string): void {
    const picked = this.#accounts.filter((account) => account.address === address);
    this.#accounts = [...picked, ...this.#accounts.filter((account) => account.address !== address)];
    this.tell();
  }

  /** The owner disconnects the site in the wallet. */
  forgetSite(): void {
    this.connected = false;
    this.tell();
  }

  /** Says its accounts, or anything else, to the site. */
  tell(accounts: unknown = this.shared): void {
    for (const listener of [...this.#listeners]) listener(accounts);
  }

  /** Stands in the page. Gives a function that takes it out. */
  inject(window: { injectedWeb3?: unknown }): () => void {
    window.injectedWeb3 = { ...Object(window.injectedWeb3), [this.key]: this.provider };
    return () => {
      const { [this.key]: _own, ...others } = Object(window.injectedWeb3);
      window.injectedWeb3 = others;
    };
  }

  #take(request: PolkadotTestRequest): Promise<unknown> {
    this.requests.push(request);
    const answer = this.#next.get(request.method)?.shift();
    if (answer === undefined) return this.#answer(request);
    if (answer === 'late') return this.#prompt(request);
    this.#count(request.method);
    if (answer === 'never') return new Promise(() => undefined);
    if (answer === 'twice') {
      return this.#act(request).then((result) => {
        this.tell();
        this.tell();
        return result;
      });
    }
    if ('result' in answer) return Promise.resolve(answer.result);
    return Promise.reject(Object.assign(new Error(answer.error.message ?? 'Scripted error'), answer.error));
  }

  async #answer(request: PolkadotTestRequest): Promise<unknown> {
    const { method } = request;
    if (method === 'accounts.get') return this.shared;
    // Who was let in before is let in again without a word.
    if (method === 'enable' && this.connected) return this.#injected();
    if (this.approval === 'by-hand') return this.#prompt(request);
    this.#count(method);
    return this.#act(request);
  }

  #prompt(request: PolkadotTestRequest): Promise<unknown> {
    this.#count(request.method);
    return new Promise((resolve, reject) => {
      this.#prompts.push({
        ...request,
        approve: () => void this.#act(request).then(resolve, reject),
        // As the published extension says it.
        reject: () => reject(new Error(request.method === 'enable' ? 'Rejected' : 'Cancelled')),
      });
    });
  }

  async #act({ method, params }: PolkadotTestRequest): Promise<unknown> {
    if (method === 'enable') {
      this.locked = false;
      this.connected = true;
      this.tell();
      return this.#injected();
    }
    if (method === 'accounts.get') return this.shared;
    // The caller promises this shape; a wrong one fails below.
    const request = params[0] as { readonly address: string; readonly data: string };
    const signer = this.#signer(request.address);
    if (method === 'signRaw') return { id: this.requests.length, signature: hex(signed(signer, wrapped(bytesOf(request.data)))) };
    const signature = signed(signer, payloadBytes(params[0] as PolkadotTestPayload));
    return { id: this.requests.length, signature: hex(Uint8Array.of(KINDS[signer.type] ?? 1, ...signature)) };
  }

  /** What `enable` gives. */
  #injected(): unknown {
    return {
      accounts: {
        get: () => this.#take({ method: 'accounts.get', params: [] }),
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
        signPayload: (payload: unknown) => this.#take({ method: 'signPayload', params: [payload] }),
        signRaw: (raw: unknown) => this.#take({ method: 'signRaw', params: [raw] }),
      },
    };
  }

  #count(method: PolkadotTestMethod): void {
    this.#shown.set(method, this.shown(method) + 1);
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

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hex = (bytes: Uint8Array): string => `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** @see https://wiki.polkadot.com/general/signing-raw-data/ */
const wrapped = (bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder('latin1').decode(bytes);
  const encode = (part: string): Uint8Array => new TextEncoder().encode(part);
  return text.startsWith(HEAD) && text.endsWith(TAIL) ? bytes : Uint8Array.of(...encode(HEAD), ...bytes, ...encode(TAIL));
};
