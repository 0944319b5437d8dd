import { type AccountKeys, accountsOf, deriveKeys, signBytes, signDigest } from './accounts.js';
import {
  isKeyRequest,
  type KeyErrorCode,
  type KeyReply,
  type KeyRequest,
  type KeyRequests,
  type KeyResults,
  type MadeWraps,
  type UnlockedWallet,
  type WrapOrder,
} from './messages.js';
import { openWallet } from './open-wallet.js';
import { ENTROPY_BYTES, KEY_BYTES, type RandomBytes, randomBytes } from './seal.js';
import { managementKeyOf, proveRecovery, recoveryKeyOf, type SignedStatement, signManagement } from './statement.js';
import { type Header, openVault, type Secrets, sealVault, wrapDataKey } from './vault.js';

/** Options of {@link KeyService}. */
export interface KeyServiceOptions {
  /** Sends a reply to the page that owns the worker. */
  readonly post: (reply: KeyReply) => void;
  /** Default: the random source of the platform. */
  readonly random?: RandomBytes;
}

/** An unlocked wallet. */
interface Keys {
  readonly header: Header;
  readonly dataKey: Uint8Array<ArrayBuffer>;
  readonly accounts: AccountKeys;
}

class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
  readonly code: KeyErrorCode;

  constructor(code: KeyErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Holds the keys of unlocked wallets, and does with them what requests ask. No reply has a seed, a data key, a private key or a secret. */
export class KeyService {
  readonly #post: (reply: KeyReply) => void;
  readonly #random: RandomBytes;
  readonly #wallets = new Map<string, Keys>();
  #last: Promise<void> = Promise.resolve();

  constructor({ post, random = randomBytes }: KeyServiceOptions) {
    this.#post = post;
    this.#random = random;
  }

  /**
   * Handles a message, after those before it: a wipe between two steps of another request would have it seal with erased keys. Anything but
   * a request is dropped. Resolves when the reply is posted.
   */
  handle(message: unknown): Promise<void> {
    if (!isKeyRequest(message)) return Promise.resolve();
    this.#last = this.#last.then(() => this.#reply(message));
    return this.#last;
  }

  async #reply(request: KeyRequest): Promise<void> {
    const { id } = request;
    try {
      this.#post({ id, result: await this.#run(request) });
    } catch (error) {
      // The text of any other error could hold what it was thrown for.
      this.#post({ id, error: error instanceof KeyRefusal ? error.code : 'failed' });
    } finally {
      for (const secret of secretsOf(request)) secret.fill(0);
    }
  }

  #run(request: KeyRequest): Promise<KeyResults[keyof KeyResults]> | KeyResults[keyof KeyResults] {
    switch (request.action) {
      case 'create':
        return this.#create(request);
      case 'unlock':
        return this.#unlock(request);
      case 'sign-digest':
        return signDigest(request.digest, this.#keysOf(request.wallet).accounts);
      case 'sign-bytes':
        return signBytes(request.bytes, this.#keysOf(request.wallet).accounts);
      case 'sign-statement':
        return this.#signStatement(request);
      case 'wrap':
        return this.#wrap(this.#keysOf(request.wallet), request.wraps);
      case 'rotate':
        return this.#rotate(request);
      case 'prove-recovery':
        return proveRecovery(request.recovery, request.statement);
      case 'wipe':
        return this.#wipe();
    }
  }

  async #create({ wallet, wraps }: KeyRequests['create']): Promise<KeyResults['create']> {
    // Its keys are nowhere else until the server has the vault.
    if (this.#wallets.has(wallet)) throw new KeyRefusal('exists');
    const entropy = this.#random(ENTROPY_BYTES);
    const dataKey = this.#random(KEY_BYTES);
    const header: Header = { version: 1, wallet, epoch: 1 };
    const vault = await sealVault(entropy, dataKey, header, this.#random);
    const keys = { header, dataKey, accounts: await deriveKeys(entropy) };
    entropy.fill(0);
    const made = await this.#wrap(keys, wraps);
    return { ...this.#keep(keys), ...made, vault };
  }

  async #unlock({ secrets, ...candidate }: KeyRequests['unlock']): Promise<UnlockedWallet> {
    const { vault, wrap, wallet, seenEpoch } = candidate;
    const unlockedEpoch = this.#wallets.get(wallet)?.header.epoch ?? 0;
    const opened = await openWallet({ vault, wrap, wallet, seenEpoch: Math.max(seenEpoch, unlockedEpoch) }, secrets);
    if (typeof opened === 'string') throw new KeyRefusal(opened);
    const accounts = await deriveKeys(opened.entropy);
    opened.entropy.fill(0);
    const { version, epoch } = vault;
    return this.#keep({ header: { version, wallet, epoch }, dataKey: opened.dataKey, accounts });
  }

  #signStatement({ statement }: KeyRequests['sign-statement']): SignedStatement {
    return signManagement(this.#keysOf(statement.wallet).dataKey, statement);
  }

  async #wrap({ header, dataKey }: Keys, orders: readonly WrapOrder[]): Promise<MadeWraps> {
    const wraps = [];
    for (const { pair, device, secrets } of orders)
      wraps.push(await wrapDataKey(dataKey, secrets, { ...header, pair, device }, this.#random));
    const recovery = orders.find(({ secrets }) => secrets.recovery !== undefined)?.secrets.recovery;
    return { wraps, recoveryKey: recovery === undefined ? null : recoveryKeyOf(recovery) };
  }

  async #rotate({ wallet, vault, wraps }: KeyRequests['rotate']): Promise<KeyResults['rotate']> {
    const { header, dataKey, accounts } = this.#keysOf(wallet);
    if (vault.wallet !== wallet) throw new KeyRefusal('other-wallet');
    if (vault.epoch !== header.epoch) throw new KeyRefusal('epochs-differ');
    const entropy = await openVault(vault, dataKey);
    if (entropy === null) throw new KeyRefusal('not-opened');
    const next: Keys = { header: { ...header, epoch: header.epoch + 1 }, dataKey: this.#random(KEY_BYTES), accounts };
    try {
      const sealed = await sealVault(entropy, next.dataKey, next.header, this.#random);
      return { ...(await this.#wrap(next, wraps)), vault: sealed, managementKey: managementKeyOf(next.dataKey) };
    } finally {
      entropy.fill(0);
      next.dataKey.fill(0);
    }
  }

  #keep(keys: Keys): UnlockedWallet {
    const { header, dataKey, accounts } = keys;
    const unlocked = { epoch: header.epoch, accounts: accountsOf(accounts), managementKey: managementKeyOf(dataKey) };
    const former = this.#wallets.get(header.wallet);
    if (former !== undefined) erase(former);
    this.#wallets.set(header.wallet, keys);
    return unlocked;
  }

  #wipe(): readonly string[] {
    const wiped = [...this.#wallets.keys()];
    for (const keys of this.#wallets.values()) erase(keys);
    this.#wallets.clear();
    return wiped;
  }

  #keysOf(wallet: string): Keys {
    const keys = this.#wallets.get(wallet);
    if (keys === undefined) throw new KeyRefusal('locked');
    return keys;
  }
}

const erase = ({ dataKey, accounts }: Keys): void => {
  for (const key of [dataKey, accounts.eip155, accounts.solana]) key.fill(0);
};

/** Secrets in a request. The worker's copies are erased when it is handled. */
const secretsOf = (request: KeyRequest): readonly Uint8Array[] => {
  const listOf = (secrets: Secrets): readonly Uint8Array[] => Object.values(secrets);
  switch (request.action) {
    case 'create':
    case 'wrap':
    case 'rotate':
      return request.wraps.flatMap(({ secrets }) => listOf(secrets));
    case 'unlock':
      return listOf(request.secrets);
    case 'prove-recovery':
      return [request.recovery];
    default:
      return [];
  }
};
