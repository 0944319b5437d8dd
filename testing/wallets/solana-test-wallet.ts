import { base58, base64 } from '@scure/base';
import type { SolanaSignInInput } from '../../application/ports/wallet-calls.js';
import type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
import { readSolanaTransaction, withSolanaSignature } from '../../domain/account/solana-transaction.js';
import type { SolanaTestSigner } from './solana-test-signer.js';
import type { SolanaRegistryWindow, SolanaTestRequest, SolanaTestWalletOptions } from './solana-test-wallet-options.js';
import { TestWallet } from './test-wallet.js';
import { TEST_WALLET_ICON } from './test-wallet-icon.js';
import { walletError } from './wallet-error.js';

/** Input of a signing feature. */
interface SigningInput {
  readonly account: StandardAccount;
  readonly chain?: string;
  readonly message?: Uint8Array;
  readonly transaction?: Uint8Array;
  readonly options?: object;
}

/** Lines of a sign-in message after its statement, in order. @see https://github.com/phantom/sign-in-with-solana */
const SIGN_IN_LINES = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const satisfies readonly (readonly [label: string, field: keyof SolanaSignInInput])[];

const signInText = (input: SolanaSignInInput, domain: string, address: string): string => {
  const { statement, resources } = input;
  const lines = [
    ...SIGN_IN_LINES.flatMap(([label, field]) => (input[field] === undefined ? [] : [`${label}: ${input[field]}`])),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ];
  return [
    `${domain} wants you to sign in with your Solana account:\n${address}`,
    ...(statement === undefined ? [] : [statement]),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ].join('\n\n');
};

/**
 * An in-memory Solana wallet for tests: a Wallet Standard wallet with real keys, controlled by the test.
 * @see https://github.com/wallet-standard/wallet-standard
 * @example
 * const wallet = new SolanaTestWallet({ accounts: [await solanaTestSigner(seed)], approval: 'manual' });
 * const unregister = wallet.register(window); // or solana({ wallets: [wallet.wallet] })
 * wallet.reject(); // the prompt on screen
 */
export class SolanaTestWallet extends TestWallet<SolanaTestRequest> {
  /** The Wallet Standard wallet. */
  readonly wallet: StandardWallet;
  #signers: readonly SolanaTestSigner[];
  readonly #options: SolanaTestWalletOptions;
  readonly #chains: readonly string[];
  readonly #listeners = new Set<(change: object) => void>();

  constructor(options: SolanaTestWalletOptions) {
    const { name = 'Test wallet', accounts, chains = ['solana:mainnet', 'solana:devnet'], unsupportedFeatures = [], approval } = options;
    super(approval);
    this.#options = options;
    this.#signers = accounts;
    this.#chains = chains;
    const features = this.#features();
    const shared = (): readonly StandardAccount[] => this.shared;
    this.wallet = {
      version: '1.0.0',
      name,
      icon: TEST_WALLET_ICON,
      chains,
      get accounts() {
        return shared();
      },
      features: Object.fromEntries(
        Object.entries(features).filter(([feature]) => !unsupportedFeatures.some((unsupported) => unsupported === feature)),
      ),
    };
  }

  /** The accounts that the site may see now. */
  get shared(): readonly StandardAccount[] {
    if (!this.isConnected || this.isLocked) return [];
    const features = Object.keys(this.wallet.features);
    return this.#signers.map(({ address, publicKey }) => ({ address, publicKey, chains: this.#chains, features }));
  }

  /** Number of attached listeners; 0 if nothing leaks. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Selects an account in the wallet; it becomes the first. */
  selectAccount(address: string): void {
    const isSelected = (signer: SolanaTestSigner): boolean => signer.address === address;
    this.#signers = [...this.#signers.filter(isSelected), ...this.#signers.filter((signer) => !isSelected(signer))];
    this.emitAccounts();
  }

  /** Emits the shared accounts to the site. */
  emitAccounts(): void {
    for (const listener of [...this.#listeners]) listener({ accounts: this.shared });
  }

  /** Registers the wallet, now and on each app-ready event. Returns a function that unregisters it. */
  register(window: SolanaRegistryWindow): () => void {
    const unregisterCallbacks: unknown[] = [];
    const registerWith = (api: { register(...wallets: readonly StandardWallet[]): () => void }): void => {
      unregisterCallbacks.push(api.register(this.wallet));
    };
    const onAppReady = (event: Event): void => registerWith((event as CustomEvent).detail);
    window.addEventListener('wallet-standard:app-ready', onAppReady);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerWith }));
    return () => {
      window.removeEventListener('wallet-standard:app-ready', onAppReady);
      for (const each of unregisterCallbacks) if (typeof each === 'function') each();
    };
  }

  #features(): Readonly<Record<string, object>> {
    const { transactionVersions = ['legacy', 0] } = this.#options;
    const signing = { version: '1.0.0', supportedTransactionVersions: transactionVersions };
    const feature =
      (name: string) =>
      (...inputs: readonly unknown[]): Promise<unknown> =>
        this.receiveRequest({ method: name, params: inputs });
    return {
      'standard:connect': { version: '1.0.0', connect: feature('standard:connect') },
      'standard:disconnect': { version: '1.0.0', disconnect: feature('standard:disconnect') },
      'standard:events': { version: '1.0.0', on: (_event: string, listener: (change: object) => void) => this.#listen(listener) },
      'solana:signMessage': { version: '1.1.0', signMessage: feature('solana:signMessage') },
      'solana:signTransaction': { ...signing, signTransaction: feature('solana:signTransaction') },
      'solana:signAndSendTransaction': { ...signing, signAndSendTransaction: feature('solana:signAndSendTransaction') },
      'solana:signIn': { version: '1.0.0', signIn: feature('solana:signIn') },
    };
  }

  #listen(listener: (change: object) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected async handleRequest(request: SolanaTestRequest): Promise<unknown> {
    const [first] = request.params as readonly ({ readonly silent?: boolean } | undefined)[];
    const isConnect = request.method === 'standard:connect';
    const isSilent = request.method === 'standard:disconnect' || (isConnect && (first?.silent === true || this.shared.length > 0));
    return isSilent ? this.execute(request) : this.promptUser(request);
  }

  /** Returns each output twice. */
  protected override async handleTwice(request: SolanaTestRequest): Promise<unknown> {
    const outputs = await this.handleRequest(request);
    return Array.isArray(outputs) ? outputs.flatMap((output) => [output, output]) : outputs;
  }

  protected async execute({ method, params }: SolanaTestRequest): Promise<unknown> {
    // Inputs of another shape fail below.
    const inputs = params as readonly SigningInput[];
    switch (method) {
      case 'standard:connect':
        if ((params[0] as { readonly silent?: boolean } | undefined)?.silent !== true) this.connectSite();
        return { accounts: this.shared };
      case 'standard:disconnect':
        this.forgetSite();
        return undefined;
      case 'solana:signMessage':
        return Promise.all(inputs.map((input) => this.#signMessage(input)));
      case 'solana:signTransaction':
        return Promise.all(inputs.map(async (input) => ({ signedTransaction: await this.#signTransaction(input) })));
      case 'solana:signAndSendTransaction':
        return Promise.all(inputs.map((input) => this.#send(input)));
      default:
        return Promise.all((params.length === 0 ? [{}] : (params as readonly SolanaSignInInput[])).map((input) => this.#signIn(input)));
    }
  }

  async #signMessage({ account, message = new Uint8Array() }: SigningInput): Promise<object> {
    return { signedMessage: message, signature: await this.#signer(account).sign(message) };
  }

  async #signTransaction({ account, transaction = new Uint8Array(), chain = '' }: SigningInput): Promise<Uint8Array> {
    if (!this.#chains.includes(chain)) throw walletError(4901, `${chain} is not supported`);
    const signer = this.#signer(account);
    const read = readSolanaTransaction(transaction);
    const signed = read === null ? null : withSolanaSignature(transaction, signer.address, await signer.sign(read.message));
    if (signed === null) throw walletError(-32_602, 'This account cannot sign the transaction');
    return signed;
  }

  async #send(input: SigningInput): Promise<object> {
    const signed = await this.#signTransaction(input);
    const settings = { encoding: 'base64', ...input.options };
    await this.#options.node?.(input.chain ?? '', 'sendTransaction', [base64.encode(signed), settings]);
    return { signature: readSolanaTransaction(signed)?.signatures[0] };
  }

  /** Connects the site, and signs with the requested or the active account. */
  async #signIn(input: SolanaSignInInput): Promise<object> {
    if (this.shared.length === 0) this.connectSite();
    const account = this.shared.find(({ address }) => input.address === undefined || address === input.address);
    if (account === undefined) throw walletError(4100, 'The wallet shares no such account');
    const { domain = this.#options.domain ?? 'app.example' } = input;
    const signedMessage = new TextEncoder().encode(signInText(input, domain, base58.encode(account.publicKey)));
    return { account, signedMessage, signature: await this.#signer(account).sign(signedMessage) };
  }

  #signer({ address }: StandardAccount): SolanaTestSigner {
    const signer = this.shared.length > 0 ? this.#signers.find((each) => each.address === address) : undefined;
    if (signer === undefined) throw walletError(4100, 'The site may not use this account');
    return signer;
  }
}
