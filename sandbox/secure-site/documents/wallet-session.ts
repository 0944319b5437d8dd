import * as v from 'valibot';
import { signAsDevice } from '../frame/device-signature.js';
import type { DeviceStore, Persistence, StoredDevice } from '../frame/device-store.js';
import { ApiError, type EmbeddingApp, type FrameClient, type SessionInfo, type SignManagement } from '../frame/frame-client.js';
import { IdleLock } from '../frame/idle-lock.js';
import { type SignOutReport, signOut } from '../frame/sign-out.js';
import type { SocialLogins } from '../frame/social-logins.js';
import type { Account, Accounts } from '../keys/accounts.js';
import type { Payload } from '../keys/effects.js';
import { type KeyWorker, KeyWorkerError } from '../keys/key-worker.js';
import type { PasskeyAssertion } from '../keys/passkey-assertion.js';
import type { Wrap } from '../keys/vault.js';
import { digestOf, toUtf8 } from '../protocol/encoding.js';
import type { LoginUser } from '../protocol/login-user.js';
import { createSigningKey, exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage } from '../protocol/sealed-message.js';
import { sealedMessageSchema } from '../protocol/sealed-message-schema.js';
import { DeviceJoining } from './device-joining.js';
import { EmailAddressChange } from './email-change.js';
import { Logins } from './logins.js';
import { userOf } from './user-of.js';
import { vaultText, wrapsText } from './vault-texts.js';
import { waitFor } from './wait-for.js';
import { WalletRecovery } from './wallet-recovery.js';

const usedSchema = v.object({ idleLockMs: v.nullable(v.number()) });
const issuedSchema = v.object({ token: v.string() });
const begunSchema = v.object({
  wallet: v.string(),
  device: v.string(),
  deviceSecret: sealedMessageSchema,
  recoverySecret: sealedMessageSchema,
});
const releasedSchema = v.object({ wallet: v.string(), vault: v.string(), deviceWraps: v.string(), secret: sealedMessageSchema });

/** A wallet that is begun: the server has issued its secrets. */
export interface BegunWallet {
  /** Another one than the current, which stays current. */
  readonly isOther: boolean;
  readonly wallet: string;
  readonly device: string;
  readonly key: CryptoKeyPair;
  /** The server's secrets. */
  readonly deviceShare: Uint8Array<ArrayBuffer>;
  readonly recoveryShare: Uint8Array<ArrayBuffer>;
}

/** Dependencies of {@link WalletSession}. */
export interface WalletSessionDeps {
  readonly client: FrameClient;
  readonly app: EmbeddingApp;
  readonly store: DeviceStore;
  readonly socials: SocialLogins;
  /** Starts the worker. Called when keys are needed. */
  readonly startKeys: () => KeyWorker;
  /** Runs one task at a time in all tabs of this browser and app. */
  readonly runExclusive: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** What a list of devices calls this one. */
  readonly label: string;
  /** Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** An unlocked wallet, for changes that its management key signs. */
export interface WalletOwner {
  readonly client: FrameClient;
  readonly store: DeviceStore;
  readonly keys: KeyWorker;
  readonly device: StoredDevice;
  readonly sign: SignManagement;
}

/** Has the management key sign a change of the wallet. @throws ApiError, KeyWorkerError */
export const signedStatement = async (
  { client, device, sign }: WalletOwner,
  action: string,
  parameters: readonly string[],
): Promise<{ readonly nonce: string; readonly signature: string }> => {
  const nonce = await client.nonce();
  const { signature } = await sign({ action, wallet: device.wallet, nonce, parameters });
  return { nonce, signature };
};

/** Payloads of one request of an app, as the user has approved them. */
export interface ApprovedPayloads {
  /** Of the app. */
  readonly origin: string;
  readonly payloads: readonly Payload[];
  /** Confirmation by a passkey; `null` without. */
  readonly assertion: PasskeyAssertion | null;
}

/** The user's session in this frame, and the wallet that it opens. */
export class WalletSession {
  readonly #deps: WalletSessionDeps;
  #registering: Promise<void> | null = null;
  #user: LoginUser | null = null;
  #keys: KeyWorker | null = null;
  #unlocked: string | null = null;
  #resuming: Promise<boolean> | null = null;
  #idleLockMs: number | null = null;
  readonly #idle = new IdleLock({ lock: () => this.lock() });

  /** The ways to log in. */
  readonly logins: Logins;
  /** The change of the user's address. */
  readonly emailChange: EmailAddressChange;
  /** The ways to become a device of the wallet. */
  readonly joining: DeviceJoining;
  /** What opens the wallet without a device. */
  readonly recovery: WalletRecovery;

  constructor(deps: WalletSessionDeps) {
    this.#deps = deps;
    const { client, store, app, label, socials, wait = waitFor } = deps;
    const inSession = <Result>(run: () => Promise<Result>): Promise<Result> => this.#inSession(run);
    this.logins = new Logins({ client, socials, wait, register: () => this.#register(), logIn: (token) => this.#logIn(token) });
    this.emailChange = new EmailAddressChange({
      client,
      store,
      inSession,
      sign: async (statement) => (await this.#unlock()).keys.request('sign-statement', { statement }),
      onChange: (email) => {
        if (this.#user !== null) this.#user = { ...this.#user, email };
      },
    });
    this.joining = new DeviceJoining({
      client,
      label,
      wait,
      inSession,
      register: () => this.#register(),
      readSession: () => this.#readSession(),
      startKeys: () => this.#startKeys(),
      unlock: () => this.#unlock(),
      adopt: async (device) => void (await this.#open({ ...device, token: client.token, seenEpoch: 0 })),
    });
    this.recovery = new WalletRecovery({
      client,
      app,
      store,
      label,
      inSession,
      readSession: () => this.#readSession(),
      startKeys: () => this.#startKeys(),
      onUnlocked: (wallet) => {
        this.#unlocked = wallet;
      },
      lock: () => this.lock(),
      refreshPolicy: () => this.refreshPolicy(),
    });
  }

  /** The user who is logged in. */
  get user(): LoginUser | null {
    return this.#user;
  }

  /** Address of the user who is logged in. */
  get email(): string | null {
    return this.#user?.email ?? null;
  }

  get hasSession(): boolean {
    return this.#deps.client.token !== null;
  }

  /** Uses the session of a user who has just logged in, and their device, if there is one here. */
  async #logIn(token: string): Promise<void> {
    const { client, store } = this.#deps;
    client.token = token;
    const session = await this.#readSession();
    // A device of another account stays, since it may be the last one of its wallet, but without its session.
    const former = await store.load();
    if (former !== null && former.wallet !== session.wallet) await store.save({ ...former, token: null });
    await store.select(session.wallet);
    const record = await store.load();
    if (record !== null) await store.save({ ...record, token, user: userOf(session) });
    if (this.#unlocked !== null && this.#unlocked !== session.wallet) this.lock();
  }

  /** Resumes the session that the device has stored. False if there is none any more. */
  resume(): Promise<boolean> {
    if (this.hasSession) return Promise.resolve(true);
    this.#resuming ??= this.#resume().finally(() => {
      this.#resuming = null;
    });
    return this.#resuming;
  }

  /** The record of this device; `null` if the user's wallet has none here. */
  async device(): Promise<StoredDevice | null> {
    return this.#deps.store.load();
  }

  /** Where the device is stored. */
  get persistence(): Persistence {
    return this.#deps.store.persistence;
  }

  /** The session, as the server describes it. @throws ApiError `no-session` */
  info(): Promise<SessionInfo> {
    return this.#readSession();
  }

  /**
   * The session, if the server still has it: a device that was removed, or a wallet that was switched, ends sessions of pages that are open.
   * @throws ApiError, or an error of the network
   */
  async current(): Promise<SessionInfo | null> {
    if (!(await this.resume())) return null;
    try {
      return await this.#readSession();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'no-session') return null;
      throw error;
    }
  }

  /**
   * Whether this document has a session and a device of the user's wallet. Not if the user has to log in at the provider again, which only the
   * app's page can begin. Of a server out of reach, a page that has both thinks so.
   * @throws an error of the network in a page that has no session yet
   */
  async isConnected(): Promise<boolean> {
    const device = await this.device();
    try {
      const info = await this.current();
      if (info === null || info.wallet === null) return false;
      return info.wallet === device?.wallet && (!info.locked || info.provider === 'email');
    } catch (error) {
      if (error instanceof ApiError || !this.hasSession || device === null) throw error;
      return true;
    }
  }

  /** Begins the wallet of an account that has none. @throws ApiError */
  beginWallet(): Promise<BegunWallet> {
    return this.#begin(null);
  }

  /** Begins another wallet, which the user moves to. @throws ApiError `wallet-exists` if there is another one already */
  beginOtherWallet(): Promise<BegunWallet> {
    return this.manage((owner) => this.#begin(owner));
  }

  async #begin(owner: WalletOwner | null): Promise<BegunWallet> {
    const { client } = this.#deps;
    const key = await createSigningKey();
    const agreement = await createAgreementKey();
    const body = { deviceKey: await exportPoint(key.publicKey), agreementKey: await exportPoint(agreement.publicKey) };
    const parameters = [body.deviceKey, body.agreementKey];
    const signed = owner === null ? {} : { statement: await signedStatement(owner, 'add-wallet', parameters) };
    const begun = await this.#call('POST', '/wallets/begin', { ...body, ...signed });
    const { wallet, device, deviceSecret, recoverySecret } = v.parse(begunSchema, begun);
    const { id } = client;
    return {
      isOther: owner !== null,
      wallet,
      device,
      key,
      deviceShare: await openMessage(agreement, ['device-secret', wallet, device, id, ''], deviceSecret),
      recoveryShare: await openMessage(agreement, ['recovery-secret', wallet, '', id, ''], recoverySecret),
    };
  }

  /**
   * Makes the keys of a new wallet in the worker, and stores what is sealed. The wallet is unlocked then.
   * @param recovery is erased; `null`: the user skipped the recovery words
   * @throws ApiError
   */
  async createWallet(
    { wallet, device, key, deviceShare, recoveryShare, isOther }: BegunWallet,
    recovery: Uint8Array<ArrayBuffer> | null,
  ): Promise<Accounts> {
    const { client, store, label } = this.#deps;
    const keys = this.#startKeys();
    const made = await keys.request('create', {
      wallet,
      wraps: [
        { pair: 'device-server', device, secrets: { server: deviceShare } },
        ...(recovery === null
          ? []
          : ([
              { pair: 'device-recovery', device, secrets: { recovery } },
              { pair: 'server-recovery', device: '', secrets: { server: recoveryShare, recovery } },
            ] as const)),
      ],
    });
    for (const secret of [recovery, deviceShare, recoveryShare]) secret?.fill(0);
    const { managementKey, recoveryKey, accounts, epoch } = made;
    const isOfRecovery = ({ pair }: Wrap): boolean => pair === 'server-recovery';
    const deviceWraps = JSON.stringify(made.wraps.filter((wrap) => !isOfRecovery(wrap)));
    const [vault, recoveryWraps] = [JSON.stringify(made.vault), JSON.stringify(made.wraps.filter(isOfRecovery))];
    const nonce = await client.nonce();
    const digests = await Promise.all([vault, deviceWraps, recoveryWraps].map((text) => digestOf(toUtf8(text))));
    const parameters = [device, managementKey, recoveryKey ?? '', ...digests];
    const signed = await keys.request('sign-statement', { statement: { action: 'create-wallet', wallet, nonce, parameters } });
    const statement = { action: 'register-device', nonce, parameters: [wallet] } as const;
    await this.#call('POST', '/wallets', {
      wallet,
      vault,
      deviceWraps,
      recoveryWraps,
      managementKey,
      recoveryKey,
      label,
      nonce,
      deviceSignature: await signAsDevice(client, { device, key }, statement),
      managementSignature: signed.signature,
    });
    if (!isOther) this.#unlocked = wallet;
    const own = { wallet, device, key, accounts, vault, seenEpoch: epoch, wraps: deviceWraps };
    await store.save({ ...own, user: this.#user ?? userOf(await this.#readSession()), token: client.token }, !isOther);
    return accounts;
  }

  /** Id of this frame, for a document that signs it in. @throws ApiError */
  async frameId(): Promise<string> {
    await this.#register();
    return this.#deps.client.id;
  }

  /**
   * Signs with a key of the wallet, which is unlocked if need be. What is signed is not known: a passkey must confirm it, if there is one.
   * @throws ApiError, KeyWorkerError
   */
  async sign(namespace: keyof Accounts, payload: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const kind = namespace === 'eip155' ? 'evm-digest' : 'solana';
    const [signature] = await this.signApproved({
      origin: this.#deps.app.origin,
      payloads: [{ kind, bytes: payload }],
      assertion: null,
    });
    if (signature === undefined) throw new Error('The worker made no signature');
    return signature;
  }

  /** Runs a task of the worker that needs no wallet of this session, and no server once the worker was started. */
  withKeys<Result>(run: (keys: KeyWorker) => Promise<Result>): Promise<Result> {
    return run(this.#startKeys());
  }

  /** True if both origins of the site store the wallet: else it lasts as long as the page. @throws KeyWorkerError */
  async canKeepWallet(): Promise<boolean> {
    return this.persistence.kind === 'browser' && (await this.#startKeys().request('can-store', {}));
  }

  /** Loads the worker, for later use without the site. @throws KeyWorkerError `stopped` if it cannot be loaded */
  async loadKeys(): Promise<void> {
    await this.#startKeys().request('can-store', {});
  }

  /** Signs what the user has approved, in the order of the payloads. @throws ApiError, KeyWorkerError */
  async signApproved({ origin, payloads, assertion }: ApprovedPayloads): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    const { wallet, keys } = await this.#unlock();
    const confirmation = assertion === null ? {} : { assertion };
    const { store, runExclusive } = this.#deps;
    // The limits are of all tabs together.
    return runExclusive(async () => {
      await this.#resumeLog(wallet, keys);
      const { signatures, log } = await keys.request('sign', { wallet, origin, payloads, ...confirmation });
      if (log !== null) await store.saveLog(wallet, log);
      return signatures;
    });
  }

  /** A nonce of the worker, with which a passkey begins the log of what is spent without it. Opens no wallet. @throws KeyWorkerError */
  makeNonce(): Promise<string> {
    return this.#startKeys().request('make-nonce', {});
  }

  /** Reads the policy of the wallet again, which another device may have changed. @throws ApiError, KeyWorkerError */
  async refreshPolicy(): Promise<void> {
    this.lock();
    await this.#unlock();
  }

  /** The account of a namespace on this device; `null` without a wallet here. */
  async account(namespace: keyof Accounts): Promise<Account | null> {
    return (await this.device())?.accounts[namespace] ?? null;
  }

  /** Runs requests of the session, and reads what is stored. @throws ApiError */
  run<Result>(task: (deps: Pick<WalletOwner, 'client' | 'store'>) => Promise<Result>): Promise<Result> {
    const { client, store } = this.#deps;
    return this.#inSession(() => task({ client, store }));
  }

  /** Runs a change of the wallet, which is unlocked if need be. @throws ApiError, KeyWorkerError */
  async manage<Result>(run: (owner: WalletOwner) => Promise<Result>): Promise<Result> {
    const { client, store } = this.#deps;
    const { keys, device } = await this.#unlock();
    const sign: SignManagement = (statement) => keys.request('sign-statement', { statement });
    return this.#inSession(() => run({ client, store, keys, device, sign }));
  }

  /**
   * Gives the wallet another data key and removes all other devices, so that none that was removed can manage it. Recovery words open it no
   * more, until new ones are set.
   * @throws ApiError, KeyWorkerError
   */
  async rotate(): Promise<void> {
    const { client, store } = this.#deps;
    const { keys, device } = await this.#unlock();
    const { server, vault } = await this.#release(device);
    const owner = { wallet: device.wallet, device: device.device, key: device.key, worker: keys, vault, serverSecret: server };
    // On the user's own page only.
    const { rotateWallet } = await import('../frame/rotate-wallet.js');
    const next = await this.#inSession(() => rotateWallet(client, { ...owner, recovery: null }));
    server.fill(0);
    const texts = { vault: JSON.stringify(next.vault), wraps: JSON.stringify(next.deviceWraps) };
    await store.save({ ...device, ...texts, token: client.token, seenEpoch: next.epoch });
  }

  /** Locks the wallet: erases its keys from memory. The next use opens it again, if the server allows it. */
  lock(): void {
    this.#idle.stop();
    this.#idleLockMs = null;
    this.#unlocked = null;
    // A worker that has stopped has no keys.
    void this.#keys?.request('wipe', {}).catch(() => undefined);
  }

  /** Locks the wallet, and has the next use start another worker: this one knows something that did not come about. */
  restartKeys(): void {
    this.lock();
    this.#keys?.stop();
    this.#keys = null;
  }

  /** Ends the session, unregisters the device, and erases everything. Never rejects. */
  async signOut(): Promise<SignOutReport> {
    const { client, store } = this.#deps;
    // Another tab may have the session. A server out of reach must not keep anything here.
    await this.resume()
      .then(() => this.#readSession())
      .catch(() => undefined);
    const report = await signOut({ client, store, keys: this.#keys, startKeys: () => this.#startKeys() });
    this.#idle.stop();
    this.#idleLockMs = null;
    this.#keys = null;
    this.#unlocked = null;
    this.#user = null;
    this.logins.reset();
    return report;
  }

  #startKeys(): KeyWorker {
    if (this.#keys === null || this.#keys.isStopped) {
      this.#keys = this.#deps.startKeys();
      this.#unlocked = null;
    }
    return this.#keys;
  }

  async #unlock(): Promise<{ readonly wallet: string; readonly keys: KeyWorker; readonly device: StoredDevice }> {
    // Also where the keys are in memory: the device may have been removed, or the wallet locked, meanwhile.
    const { idleLockMs } = v.parse(usedSchema, await this.#call('POST', '/session/use'));
    const device = await this.#deps.store.load();
    if (device === null) throw new ApiError('no-device');
    const { wallet } = device;
    if (this.#idleLockMs !== idleLockMs) {
      this.#idleLockMs = idleLockMs;
      this.#idle.start(idleLockMs);
    }
    this.#idle.use();
    // Locked, if it has to be started again.
    const keys = this.#startKeys();
    return this.#unlocked === wallet ? { wallet, device, keys } : { wallet, ...(await this.#open(device)) };
  }

  /** Opens the wallet with the secrets of device and server, and stores what the server has. */
  async #open(
    record: Omit<StoredDevice, 'accounts' | 'vault' | 'wraps'>,
  ): Promise<{ readonly device: StoredDevice; readonly keys: KeyWorker }> {
    const { client, store, runExclusive } = this.#deps;
    const { wallet, seenEpoch } = record;
    const { server, vault, wrap, texts } = await this.#release(record);
    const keys = this.#startKeys();
    const opener = { wallet, seenEpoch, vault, wrap, secrets: { server } };
    const { epoch, accounts, policy } = await keys
      .request('unlock', opener)
      .finally(() => server.fill(0))
      .catch(async (error: unknown) => {
        if (!(error instanceof KeyWorkerError && error.code === 'no-secret')) throw error;
        // The browser has deleted what the worker had stored: this is no device any more, and the user can open the wallet as on a new one.
        await store.erase(wallet);
        throw new ApiError('no-device');
      });
    this.#unlocked = wallet;
    // The token may be another one by now.
    const device = { ...record, ...texts, accounts, policy, token: client.token ?? record.token, seenEpoch: epoch };
    await store.save(device);
    await runExclusive(() => this.#resumeLog(wallet, keys));
    return { keys, device };
  }

  /** Has the worker know what other tabs have spent. Run in the app's lock. */
  async #resumeLog(wallet: string, keys: KeyWorker): Promise<void> {
    const { store } = this.#deps;
    const log = (await store.load(wallet))?.log;
    if (log === undefined || (await keys.request('resume-log', { wallet, log }))) return;
    // Of another data key: a passkey begins another one.
    await store.saveLog(wallet, null);
  }

  /** The server's secret of a device, with what it opens. */
  async #release({ wallet, device, key }: Pick<StoredDevice, 'wallet' | 'device' | 'key'>) {
    const { client } = this.#deps;
    const agreement = await createAgreementKey();
    const agreementKey = await exportPoint(agreement.publicKey);
    const { released, nonce } = await this.#inSession(async () => {
      const fresh = await client.nonce();
      const signature = await signAsDevice(client, { device, key }, { action: 'release-secret', nonce: fresh, parameters: [agreementKey] });
      const body = { device, agreementKey, nonce: fresh, signature };
      return { released: v.parse(releasedSchema, await client.call('POST', '/devices/secret', body)), nonce: fresh };
    });
    const server = await openMessage(agreement, ['device-secret', wallet, device, client.id, nonce], released.secret);
    const wrap = v.parse(wrapsText, released.deviceWraps).find(({ pair }) => pair === 'device-server');
    if (wrap === undefined) throw new ApiError('no-device');
    const texts = { vault: released.vault, wraps: released.deviceWraps };
    return { server, wrap, texts, vault: v.parse(vaultText, released.vault) };
  }

  #register(): Promise<void> {
    const { client, app } = this.#deps;
    this.#registering ??= client.register(app).then(
      () => undefined,
      (error: unknown) => {
        this.#registering = null;
        throw error;
      },
    );
    return this.#registering;
  }

  async #resume(): Promise<boolean> {
    const { client, store, runExclusive } = this.#deps;
    if ((await store.load()) === null) return false;
    await this.#register();
    return runExclusive(async () => {
      // Another tab may have stored a newer token meanwhile.
      const record = await store.load();
      if (record === null || record.token === null) return false;
      try {
        const { token, device } = record;
        const nonce = await client.nonce();
        const parameters = [await digestOf(toUtf8(token))];
        const signature = await signAsDevice(client, record, { action: 'resume-session', nonce, parameters });
        const resumed = v.parse(issuedSchema, await client.call('POST', '/session/resume', { token, device, nonce, signature }));
        client.token = resumed.token;
        this.#user = record.user;
        await store.save({ ...record, token: resumed.token });
        return true;
      } catch (error) {
        if (error instanceof ApiError && (error.code === 'no-session' || error.code === 'no-device')) return false;
        throw error;
      }
    });
  }

  async #readSession(): Promise<SessionInfo> {
    const session = await this.#inSession(() => this.#deps.client.session());
    this.#user = userOf(session);
    return session;
  }

  #call(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#inSession(() => this.#deps.client.call(method, path, body));
  }

  /** Runs requests of the session. If another tab has moved the session to its frame, takes it back once. */
  async #inSession<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'no-session')) throw error;
      this.#deps.client.token = null;
      if (!(await this.#resume())) throw error;
      return run();
    }
  }
}
