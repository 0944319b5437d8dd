import { exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage, sealMessage } from '../protocol/sealed-message.js';
import { type AccountKeys, type Accounts, accountsOf, deriveKeys, phraseOf, signBytes, signDigest } from './accounts.js';
import { assess } from './assess.js';
import {
  addDeviceChallenge,
  exportChallenge,
  policyChallenge,
  rotationChallenge,
  signingChallenge,
  wrapChallenge,
} from './confirmation.js';
import { formatDeviceSecret, parseDeviceSecret } from './device-secret-message.js';
import { type DeviceSecrets, type SeenVault, UNSEEN } from './device-secrets.js';
import { effectsOf, evmDigestOf, type Payload } from './effects.js';
import { toBase64Url } from './encode.js';
import {
  type AddedDevice,
  type Confirmable,
  isKeyRequest,
  type KeyErrorCode,
  type KeyReply,
  type KeyRequest,
  type KeyRequests,
  type KeyResults,
  type MadeWraps,
  type Opener,
  type UnlockedWallet,
  type WrapOrder,
} from './messages.js';
import { type Opened, openWallet, refusalOf } from './open-wallet.js';
import { assertionRefusal, type PasskeyAssertion } from './passkey-assertion.js';
import type { Passkey } from './policy.js';
import { ENTROPY_BYTES, KEY_BYTES, type RandomBytes, randomBytes } from './seal.js';
import { addSpends, mergeSpends, openSpends, type Spend, sealSpends } from './spend-log.js';
import { managementKeyOf, proveRecovery, recoveryKeyOf, type SignedStatement, signManagement } from './statement.js';
import { type Header, PAIRS, type PassedSecrets, type Secrets, sealVault, type Vault, type WrapTarget, wrapDataKey } from './vault.js';
import { type NumberedPolicy, openContents, sealWithPolicy, UNSET_POLICY, type VaultContents } from './vault-contents.js';

const NONCE_BYTES = 16;
/** Requests that the user is asked for at once. */
const MAX_NONCES = 16;
/** Devices that ask to be added at once. */
const MAX_AGREEMENTS = 16;

/** Options of {@link KeyService}. */
export interface KeyServiceOptions {
  /** Sends a reply to the document that has sent the request. */
  readonly post: (reply: KeyReply) => void;
  /** Origin of the site's documents, for which passkeys sign. */
  readonly origin: string;
  /** The secrets of this browser's devices. */
  readonly devices: DeviceSecrets;
  /** Default: the random source of the platform. */
  readonly random?: RandomBytes;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Whether phrases are exported: to windows that no app can embed. Default: false. */
  readonly canExport?: boolean;
}

/** An unlocked wallet. */
interface Keys {
  readonly header: Header;
  readonly dataKey: Uint8Array<ArrayBuffer>;
  readonly accounts: AccountKeys;
  readonly policy: NumberedPolicy;
  /** A recovery secret has opened it: anyone who has that may replace passkeys that are lost, and add devices. */
  readonly isRecovered: boolean;
  /** What was spent without a passkey; `null` as long as the log is not known. */
  readonly spends: readonly Spend[] | null;
}

class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
  readonly code: KeyErrorCode;

  constructor(code: KeyErrorCode) {
    super(code);
    this.code = code;
  }
}

/**
 * Holds the keys of unlocked wallets, and does with them what requests ask. No reply has a seed, a data key, a private key or a secret, except
 * for the phrase that a window exports.
 */
export class KeyService {
  readonly #post: (reply: KeyReply) => void;
  readonly #origin: string;
  readonly #devices: DeviceSecrets;
  readonly #random: RandomBytes;
  readonly #now: () => number;
  readonly #canExport: boolean;
  readonly #wallets = new Map<string, Keys>();
  /** The latest policy of each wallet that was open, also after a wipe. */
  readonly #counters = new Map<string, number>();
  /** Those that were not used yet. */
  readonly #nonces = new Set<string>();
  /** By the public key. */
  readonly #agreements = new Map<string, CryptoKeyPair>();
  #last: Promise<void> = Promise.resolve();

  constructor({ post, origin, devices, random = randomBytes, now = Date.now, canExport = false }: KeyServiceOptions) {
    this.#post = post;
    this.#origin = origin;
    this.#devices = devices;
    this.#random = random;
    this.#now = now;
    this.#canExport = canExport;
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
      const result = await this.#run(request);
      this.#post({ id, result });
      if (result instanceof Uint16Array) result.fill(0);
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
      case 'sign':
        return this.#sign(request);
      case 'set-policy':
        return this.#setPolicy(request);
      case 'resume-log':
        return this.#resumeLog(request);
      case 'make-nonce':
        return this.#makeNonce();
      case 'sign-statement':
        return this.#signStatement(request);
      case 'keep-policy':
        return this.#keepPolicy(request);
      case 'wrap':
        return this.#wrapConfirmed(request);
      case 'add-device':
        return this.#addDevice(request);
      case 'make-agreement-key':
        return this.#makeAgreementKey();
      case 'accept-secret':
        return this.#acceptSecret(request);
      case 'can-store':
        return this.#devices.canStore();
      case 'forget-device':
        return this.#devices.erase(request.device).then(() => true as const);
      case 'rotate':
        return this.#rotate(request);
      case 'inspect':
        return this.#inspect(request);
      case 'export':
        return this.#export(request);
      case 'prove-recovery':
        return proveRecovery(request.recovery, request.statement);
      case 'wipe':
        return this.#wipe();
    }
  }

  async #create({ wallet, wraps }: KeyRequests['create']): Promise<KeyResults['create']> {
    // Its keys are nowhere else until the server has the vault.
    if (this.#wallets.has(wallet) || (await this.#devices.seen(wallet)) !== null) throw new KeyRefusal('exists');
    const entropy = this.#random(ENTROPY_BYTES);
    const dataKey = this.#random(KEY_BYTES);
    const header: Header = { version: 1, wallet, epoch: 1 };
    const vault = await sealVault(entropy, dataKey, header, this.#random);
    const accounts = await deriveKeys(entropy);
    const keys: Keys = { header, dataKey, accounts, policy: UNSET_POLICY, isRecovered: false, spends: [] };
    entropy.fill(0);
    const made = await this.#wrap(keys, wraps);
    return { ...this.#keep(keys), ...made, vault };
  }

  async #unlock({ seenEpoch, ...opener }: KeyRequests['unlock']): Promise<UnlockedWallet> {
    const { vault, wrap, wallet } = opener;
    const seen = await this.#seenOf(opener);
    const unlockedEpoch = this.#wallets.get(wallet)?.header.epoch ?? 0;
    const { dataKey, entropy, policy } = await this.#open(opener, { ...seen, epoch: Math.max(seenEpoch, seen.epoch, unlockedEpoch) });
    await this.#devices.see(wallet, { epoch: vault.epoch, policy: policy.counter });
    const accounts = await deriveKeys(entropy);
    entropy.fill(0);
    const isRecovered = wrap.pair !== 'device-server';
    // Without passkeys, nothing stops anyone who controls the page from dropping the log.
    const spends = policy.passkeys.length === 0 ? [] : null;
    return this.#keep({ header: { version: 1, wallet, epoch: vault.epoch }, dataKey, accounts, policy, isRecovered, spends });
  }

  async #sign({ wallet, origin, payloads, assertion }: KeyRequests['sign']): Promise<KeyResults['sign']> {
    const keys = this.#keysOf(wallet);
    const { policy, dataKey, accounts } = keys;
    const now = this.#now();
    const { beyond, spends } = assess({ policy, origin, now, spends: keys.spends, effects: payloads.flatMap(effectsOf) });
    const isConfirmed = assertion !== undefined && policy.passkeys.length > 0;
    // An assertion of before confirms what it has confirmed, again. It must not have the worker forget what was spent since.
    const begins = isConfirmed && (await this.#beginsLog(assertion, policy.passkeys, payloads));
    if (isConfirmed && !begins) await this.#verify(assertion, policy.passkeys, signingChallenge(payloads));
    else if (!isConfirmed && beyond.length > 0) throw new KeyRefusal(policy.passkeys.length > 0 ? 'passkey-needed' : 'over-limit');
    const known = keys.spends ?? (begins ? [] : null);
    // What a passkey has confirmed does not count.
    const next = known === null || isConfirmed ? known : addSpends(known, spends, now);
    this.#wallets.set(wallet, { ...keys, spends: next });
    const signatures = payloads.map((payload) =>
      payload.kind === 'solana' ? signBytes(payload.bytes, accounts) : signDigest(evmDigestOf(payload), accounts),
    );
    // Not before it is known: a new one would be a way to forget.
    return { signatures, log: policy.counter > 0 && next !== null ? sealSpends(dataKey, wallet, next) : null };
  }

  #makeNonce(): string {
    const nonce = toBase64Url(this.#random(NONCE_BYTES));
    this.#nonces.add(nonce);
    const [oldest] = this.#nonces;
    if (this.#nonces.size > MAX_NONCES && oldest !== undefined) this.#nonces.delete(oldest);
    return nonce;
  }

  /** Whether a passkey has confirmed the payloads with one of the nonces, which is used then. */
  async #beginsLog(assertion: PasskeyAssertion, passkeys: readonly Passkey[], payloads: readonly Payload[]): Promise<boolean> {
    for (const nonce of this.#nonces) {
      const context = { challenge: signingChallenge(payloads, nonce), origin: this.#origin };
      if ((await assertionRefusal(assertion, passkeys, context)) === null) return this.#nonces.delete(nonce);
    }
    return false;
  }

  #resumeLog({ wallet, log }: KeyRequests['resume-log']): boolean {
    const keys = this.#keysOf(wallet);
    const spends = openSpends(keys.dataKey, wallet, log);
    if (spends === null) return false;
    // Workers of other pages of the app have spent as well. What this one knows is not forgotten for an older log.
    this.#wallets.set(wallet, { ...keys, spends: mergeSpends(keys.spends ?? [], spends, this.#now()) });
    return true;
  }

  async #setPolicy({ wallet, vault, policy, assertion }: KeyRequests['set-policy']): Promise<KeyResults['set-policy']> {
    const keys = this.#keysOf(wallet);
    const { header, dataKey, isRecovered } = keys;
    const { entropy } = await this.#openPresent(keys, vault);
    try {
      const present = keys.policy.passkeys;
      const added = policy.passkeys.filter(({ id }) => !present.some((each) => each.id === id));
      const deciding = present.length > 0 && !isRecovered ? present : added;
      const next: NumberedPolicy = { ...policy, counter: keys.policy.counter + 1 };
      if (deciding.length > 0) await this.#verify(assertion, deciding, policyChallenge(wallet, next.counter, policy));
      const sealed = await sealWithPolicy({ entropy, policy: next }, dataKey, header, this.#random);
      const spends = deciding.length > 0 || policy.passkeys.length === 0 ? (keys.spends ?? []) : keys.spends;
      this.#wallets.set(wallet, { ...keys, policy: next, spends });
      this.#counters.set(wallet, next.counter);
      return { vault: sealed, policy: next, log: spends === null ? null : sealSpends(dataKey, wallet, spends) };
    } finally {
      entropy.fill(0);
    }
  }

  /** Opens the vault that is unlocked. */
  async #openPresent({ header, dataKey, policy }: Keys, vault: Vault): Promise<VaultContents> {
    if (vault.wallet !== header.wallet) throw new KeyRefusal('other-wallet');
    if (vault.epoch !== header.epoch) throw new KeyRefusal('epochs-differ');
    const contents = await openContents(vault, dataKey);
    if (contents === null) throw new KeyRefusal('not-opened');
    if (contents.policy.counter === policy.counter) return contents;
    contents.entropy.fill(0);
    throw new KeyRefusal('rolled-back');
  }

  /** @throws KeyRefusal unless one of the passkeys has confirmed the challenge */
  async #verify(assertion: PasskeyAssertion | undefined, passkeys: readonly Passkey[], challenge: Uint8Array): Promise<void> {
    if (assertion === undefined) throw new KeyRefusal('passkey-needed');
    const refusal = await assertionRefusal(assertion, passkeys, { challenge, origin: this.#origin });
    if (refusal !== null) throw new KeyRefusal(refusal);
  }

  /** Has a passkey confirm what gives the data key away to anyone who chooses the secrets. */
  async #checkManaged({ policy, isRecovered }: Keys, { assertion }: Confirmable, challenge: Uint8Array): Promise<void> {
    if (policy.passkeys.length === 0 || isRecovered) return;
    await this.#verify(assertion, policy.passkeys, challenge);
  }

  async #keepPolicy({ wallet }: KeyRequests['keep-policy']): Promise<true> {
    const { header, policy } = this.#keysOf(wallet);
    await this.#devices.see(wallet, { epoch: header.epoch, policy: policy.counter });
    return true;
  }

  async #addDevice(request: KeyRequests['add-device']): Promise<KeyResults['add-device']> {
    const { wallet, added, server } = request;
    const keys = this.#keysOf(wallet);
    await this.#checkManaged(keys, request, addDeviceChallenge(wallet, added, server));
    const { header, policy } = keys;
    const secret = this.#random(KEY_BYTES);
    const message = formatDeviceSecret(secret, { epoch: header.epoch, policy: policy.counter });
    try {
      const target = { ...header, pair: 'device-server', device: added.device } as const;
      const wrap = await wrapDataKey(keys.dataKey, { device: secret, server }, target, this.#random);
      return { wrap, sealed: await sealMessage(added.agreementKey, secretContext(wallet, added), message) };
    } finally {
      for (const used of [secret, message]) used.fill(0);
    }
  }

  async #makeAgreementKey(): Promise<string> {
    const pair = await createAgreementKey();
    const key = await exportPoint(pair.publicKey);
    this.#agreements.set(key, pair);
    const [oldest] = this.#agreements.keys();
    if (this.#agreements.size > MAX_AGREEMENTS && oldest !== undefined) this.#agreements.delete(oldest);
    return key;
  }

  async #acceptSecret({ wallet, added, sealed }: KeyRequests['accept-secret']): Promise<boolean> {
    const pair = this.#agreements.get(added.agreementKey);
    if (pair === undefined) throw new KeyRefusal('not-opened');
    const message = await openMessage(pair, secretContext(wallet, added), sealed).catch(() => null);
    if (message === null) throw new KeyRefusal('not-opened');
    try {
      const isStored = await this.#devices.add(added.device, { wallet, ...parseDeviceSecret(message) });
      this.#agreements.delete(added.agreementKey);
      return isStored;
    } finally {
      message.fill(0);
    }
  }

  async #wrapConfirmed(request: KeyRequests['wrap']): Promise<MadeWraps> {
    const keys = this.#keysOf(request.wallet);
    await this.#checkManaged(keys, request, wrapChallenge(request.wallet, request.wraps));
    return this.#wrap(keys, request.wraps);
  }

  #signStatement({ statement }: KeyRequests['sign-statement']): SignedStatement {
    return signManagement(this.#keysOf(statement.wallet).dataKey, statement);
  }

  async #wrap(keys: Keys, orders: readonly WrapOrder[]): Promise<MadeWraps> {
    const wraps = [];
    for (const { secrets: passed, ...target } of orders) {
      const secrets = await this.#secretsFor(target, passed, keys);
      try {
        wraps.push(await wrapDataKey(keys.dataKey, secrets, { ...keys.header, ...target }, this.#random));
      } finally {
        secrets.device?.fill(0);
      }
    }
    const recovery = orders.find(({ secrets }) => secrets.recovery !== undefined)?.secrets.recovery;
    return { wraps, recoveryKey: recovery === undefined ? null : recoveryKeyOf(recovery) };
  }

  async #rotate(request: KeyRequests['rotate']): Promise<KeyResults['rotate']> {
    const { wallet, vault, wraps } = request;
    const keys = this.#keysOf(wallet);
    const { header, policy } = keys;
    const { entropy } = await this.#openPresent(keys, vault);
    try {
      await this.#checkManaged(keys, request, rotationChallenge(wallet, header.epoch, wraps));
      const next: Keys = { ...keys, header: { ...header, epoch: header.epoch + 1 }, dataKey: this.#random(KEY_BYTES) };
      const { dataKey } = next;
      try {
        const sealed =
          policy.counter === 0
            ? await sealVault(entropy, dataKey, next.header, this.#random)
            : await sealWithPolicy({ entropy, policy }, dataKey, next.header, this.#random);
        return { ...(await this.#wrap(next, wraps)), vault: sealed, managementKey: managementKeyOf(dataKey) };
      } finally {
        dataKey.fill(0);
      }
    } finally {
      entropy.fill(0);
    }
  }

  #inspect(request: KeyRequests['inspect']): Promise<Accounts> {
    return this.#withEntropy(request, UNSEEN, async (entropy) => {
      const keys = await deriveKeys(entropy);
      const accounts = accountsOf(keys);
      for (const key of [keys.eip155, keys.solana]) key.fill(0);
      return accounts;
    });
  }

  async #export(request: KeyRequests['export']): Promise<KeyResults['export']> {
    if (!this.#canExport) throw new KeyRefusal('not-here');
    // Another data key has the same phrase.
    const seen = { ...(await this.#seenOf(request)), epoch: 0 };
    return this.#withEntropy(request, seen, async (entropy, { passkeys, counter }) => {
      if (passkeys.length > 0) await this.#verify(request.assertion, passkeys, exportChallenge(request.wallet, counter));
      return phraseOf(entropy);
    });
  }

  /** Returns the epoch and the policy below which nothing is opened. A kit may have an older vault. @throws DOMException if it cannot be read */
  async #seenOf({ wallet, wrap }: Opener): Promise<SeenVault> {
    const policy = this.#counters.get(wallet) ?? 0;
    const stored = wrap.pair === 'kit-recovery' ? null : await this.#devices.seen(wallet);
    return { epoch: stored?.epoch ?? 0, policy: Math.max(policy, stored?.policy ?? 0) };
  }

  /** Opens a wallet with the secrets that the page has passed, and that of the device, if the pair has one. @throws KeyRefusal */
  async #open({ wallet, vault, wrap, secrets: passed }: Opener, seen: SeenVault): Promise<Opened> {
    const candidate = { vault, wrap, wallet, seenEpoch: seen.epoch };
    // First: the device of another wallet has no secret here, which would be reported instead.
    const refusal = refusalOf(candidate);
    if (refusal !== null) throw new KeyRefusal(refusal);
    const device = PAIRS[wrap.pair].includes('device') ? await this.#devices.secret(wrap.device, wallet) : undefined;
    if (device === null) throw new KeyRefusal((await this.#devices.canStore()) ? 'no-secret' : 'failed');
    try {
      const opened = await openWallet(candidate, device === undefined ? passed : { ...passed, device });
      if (typeof opened === 'string') throw new KeyRefusal(opened);
      if (opened.policy.counter >= seen.policy) return opened;
      for (const secret of [opened.dataKey, opened.entropy]) secret.fill(0);
      throw new KeyRefusal('rolled-back');
    } finally {
      device?.fill(0);
    }
  }

  /** Runs a task with the entropy of a wallet, which is erased then. An older epoch has the same. @throws KeyRefusal */
  async #withEntropy<Result>(
    opener: Opener,
    seen: SeenVault,
    run: (entropy: Uint8Array<ArrayBuffer>, policy: NumberedPolicy) => Result,
  ): Promise<Awaited<Result>> {
    const opened = await this.#open(opener, seen);
    try {
      return await run(opened.entropy, opened.policy);
    } finally {
      opened.entropy.fill(0);
      opened.dataKey.fill(0);
    }
  }

  /** The secrets of a pair. That of a device is drawn and stored, if there is none yet. */
  async #secretsFor({ pair, device }: WrapTarget, passed: PassedSecrets, { header, policy }: Keys): Promise<Secrets> {
    if (!PAIRS[pair].includes('device')) return passed;
    const { wallet, epoch } = header;
    const drawn = this.#random(KEY_BYTES);
    await this.#devices.add(device, { wallet, secret: drawn, seen: { epoch, policy: policy.counter } });
    drawn.fill(0);
    const stored = await this.#devices.secret(device, wallet);
    // A device of another wallet.
    if (stored === null) throw new KeyRefusal('exists');
    return { ...passed, device: stored };
  }

  #keep(keys: Keys): UnlockedWallet {
    const { header, dataKey, accounts, policy } = keys;
    const unlocked = { epoch: header.epoch, accounts: accountsOf(accounts), managementKey: managementKeyOf(dataKey), policy };
    const former = this.#wallets.get(header.wallet);
    if (former !== undefined) erase(former);
    this.#wallets.set(header.wallet, keys);
    this.#counters.set(header.wallet, Math.max(policy.counter, this.#counters.get(header.wallet) ?? 0));
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

/** Context of the secret of a new device. */
const secretContext = (wallet: string, { device, frame }: AddedDevice): readonly string[] => ['device-approval', wallet, device, frame];

const erase = ({ dataKey, accounts }: Keys): void => {
  for (const key of [dataKey, accounts.eip155, accounts.solana]) key.fill(0);
};

/** Secrets in a request. The worker's copies are erased when it is handled. */
const secretsOf = (request: KeyRequest): readonly Uint8Array[] => {
  const listOf = (secrets: PassedSecrets): readonly Uint8Array[] => Object.values(secrets);
  switch (request.action) {
    case 'create':
    case 'wrap':
    case 'rotate':
      return request.wraps.flatMap(({ secrets }) => listOf(secrets));
    case 'unlock':
    case 'inspect':
    case 'export':
      return listOf(request.secrets);
    case 'add-device':
      return [request.server];
    case 'prove-recovery':
      return [request.recovery];
    default:
      return [];
  }
};
