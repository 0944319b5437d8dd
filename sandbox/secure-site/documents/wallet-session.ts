import * as v from 'valibot';
import { approveDevice, grantSession } from '../frame/device-approval.js';
import { signAsDevice } from '../frame/device-signature.js';
import type { DeviceStore, Persistence, StoredDevice } from '../frame/device-store.js';
import {
  ApiError,
  type EmailChange,
  type EmbeddingApp,
  type FrameClient,
  type SessionInfo,
  type SignManagement,
} from '../frame/frame-client.js';
import { IdleLock } from '../frame/idle-lock.js';
import { beginDevice, DeviceRequest, registerDevice } from '../frame/new-device.js';
import { type SignOutReport, signOut } from '../frame/sign-out.js';
import type { SocialLogins } from '../frame/social-logins.js';
import type { Account, Accounts } from '../keys/accounts.js';
import type { Payload } from '../keys/effects.js';
import { type KeyWorker, KeyWorkerError } from '../keys/key-worker.js';
import type { KeyRequests } from '../keys/messages.js';
import type { PasskeyAssertion } from '../keys/passkey-assertion.js';
import type { RecoveryKit } from '../keys/recovery-kit.js';
import { VAULT, WRAP } from '../keys/schemas.js';
import { policyCounterOf, type Wrap } from '../keys/vault.js';
import { digestOf, fromBase64Url, randomSecret, toUtf8 } from '../protocol/encoding.js';
import type { LoginUser, SocialProvider } from '../protocol/login-user.js';
import { createSigningKey, exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage, sealedMessageSchema } from '../protocol/sealed-message.js';
import type { LinkPort } from './link-port.js';
import { waitFor } from './wait-for.js';

const usedSchema = v.object({ idleLockMs: v.nullable(v.number()) });
const issuedSchema = v.object({ token: v.string() });
const farcasterSchema = v.object({ url: v.string() });
const farcasterAnswerSchema = v.object({ session: v.nullable(issuedSchema) });
const begunSchema = v.object({
  wallet: v.string(),
  device: v.string(),
  deviceSecret: sealedMessageSchema,
  recoverySecret: sealedMessageSchema,
});
const recoveredSchema = v.object({ wallet: v.string(), vault: v.string(), recoveryWraps: v.string(), secret: sealedMessageSchema });
const releasedSchema = v.object({ wallet: v.string(), vault: v.string(), deviceWraps: v.string(), secret: sealedMessageSchema });

const vaultText = v.pipe(v.string(), v.parseJson(), VAULT);
const wrapsText = v.pipe(v.string(), v.parseJson(), v.array(WRAP));

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

/** The user's secrets of a new wallet. */
export interface UserSecrets {
  readonly device: Uint8Array<ArrayBuffer>;
  /** `null`: the user skipped the recovery words. */
  readonly recovery: Uint8Array<ArrayBuffer> | null;
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

/** Options of {@link WalletSession.joinByApproval}. */
export interface ApprovalOptions {
  /** Shows the number that the user types on the other device. */
  readonly onNumber: (number: string) => void;
  readonly signal: AbortSignal;
}

/** The other device is another browser, which cannot reach this one. */
const POLL_MS = 2_000;

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

/** What opens a wallet beside the secret of a device or of the server. */
export interface RecoverySecret {
  readonly recovery: Uint8Array<ArrayBuffer>;
  /** Id of the passkey that it is of; `null`: it is of the recovery words. */
  readonly passkey: string | null;
}

/** Payloads of one request of an app, as the user has approved them. */
export interface ApprovedPayloads {
  /** Of the app. */
  readonly origin: string;
  readonly payloads: readonly Payload[];
  /** Confirmation by a passkey; `null` without. */
  readonly assertion: PasskeyAssertion | null;
}

const userOf = ({ provider, email, userName }: SessionInfo): LoginUser => ({ provider, email, userName });

/** The user's session in this frame, and the wallet that it opens. */
export class WalletSession {
  readonly #deps: WalletSessionDeps;
  #registering: Promise<void> | null = null;
  #pendingEmail: string | null = null;
  #user: LoginUser | null = null;
  #loginFailure: unknown = null;
  /** Address that the user changes to. */
  #newEmail: string | null = null;
  #keys: KeyWorker | null = null;
  #unlocked: string | null = null;
  #resuming: Promise<boolean> | null = null;
  #idleLockMs: number | null = null;
  readonly #idle = new IdleLock({ lock: () => this.lock() });

  constructor(deps: WalletSessionDeps) {
    this.#deps = deps;
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

  /** Mails a code. @throws ApiError */
  async requestCode(email: string): Promise<void> {
    await this.#register();
    await this.#deps.client.call('POST', '/codes', { email, purpose: 'login' });
    this.#pendingEmail = email;
  }

  /** Mails a link that confirms this device, and returns the number to show. @throws ApiError */
  async sendDeviceLink(email: string): Promise<string> {
    await this.#register();
    const { number } = await this.#deps.client.sendDeviceLink(email);
    return number;
  }

  /** Whether the user has typed the number at the page of the link. @throws ApiError if the link has expired */
  isDeviceConfirmed(): Promise<boolean> {
    return this.#deps.client.isDeviceLinkConfirmed();
  }

  /** Logs in with the code. @throws ApiError */
  async enterCode(code: string): Promise<void> {
    const { client } = this.#deps;
    const email = this.#pendingEmail;
    if (email === null) throw new ApiError('no-code');
    client.token = null;
    const { token } = v.parse(issuedSchema, await client.call('POST', '/codes/check', { email, purpose: 'login', code }));
    await this.#logIn(token);
    this.#pendingEmail = null;
  }

  /** Logs in without a code. @param issue requests a session for the frame @throws ApiError, or what `issue` throws */
  async logInBy(issue: (client: FrameClient) => Promise<unknown>): Promise<void> {
    await this.#register();
    const { token } = v.parse(issuedSchema, await issue(this.#deps.client));
    await this.#logIn(token);
  }

  /** Begins a social login, and returns the URL of the page that leads to the provider. @throws ApiError */
  async beginSocial(provider: SocialProvider): Promise<string> {
    await this.#register();
    return this.#deps.socials.begin(this.#deps.client, provider);
  }

  /** Logs in with the answer of a provider, as the URL that it has sent the user back to. @throws LoginRejected, ApiError */
  async redeemSocial(uri: string): Promise<void> {
    await this.#register();
    const { client, socials } = this.#deps;
    await this.#logIn(await socials.redeem(client, uri));
  }

  /** Begins a login with Farcaster, which replaces an earlier one. Returns the URL that the user opens in their app. @throws ApiError */
  async beginFarcaster(): Promise<string> {
    await this.#register();
    return v.parse(farcasterSchema, await this.#deps.client.call('POST', '/farcaster')).url;
  }

  /**
   * Logs in once the user has answered in their Farcaster app.
   * @throws ApiError `no-login` if the user has rejected, or the login has expired; the reason of the signal
   */
  async waitForFarcaster(signal: AbortSignal): Promise<void> {
    await this.#register();
    const { client, wait = waitFor } = this.#deps;
    for (;;) {
      signal.throwIfAborted();
      const { session } = v.parse(farcasterAnswerSchema, await client.call('POST', '/farcaster/answer'));
      if (session !== null) return this.#logIn(session.token);
      await wait(POLL_MS, signal);
    }
  }

  /** Logs in with the answer that this page was loaded with. Keeps why it failed, for the screen that is shown next. */
  async resumeSocial(uri: string): Promise<void> {
    await this.redeemSocial(uri).catch((error: unknown) => {
      this.#loginFailure = error;
    });
  }

  /** Why the login failed that this page was loaded with, once; `null` if none did. */
  takeLoginFailure(): unknown {
    const failure = this.#loginFailure;
    this.#loginFailure = null;
    return failure;
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

  /** Begins to change the address, and returns whose code comes first: that of the old address or of the new one. @throws ApiError */
  async beginEmailChange(typed: string): Promise<EmailChange['step']> {
    const { email, step } = await this.#inSession(() => this.#deps.client.beginEmailChange(typed));
    this.#newEmail = email;
    return step;
  }

  /** Enters the code of the old address. @throws ApiError */
  async confirmOldEmail(code: string): Promise<void> {
    const email = this.#changedEmail();
    await this.#inSession(() => this.#deps.client.confirmOldEmail(email, code));
  }

  /** Enters the code of the new address, which changes it. Returns the new address. @throws ApiError */
  async confirmNewEmail(code: string): Promise<string> {
    const { client, store } = this.#deps;
    const email = this.#changedEmail();
    const sign: SignManagement = async (statement) => (await this.#unlock()).keys.request('sign-statement', { statement });
    const changed = await this.#inSession(() => client.confirmNewEmail({ email, code, sign }));
    this.#newEmail = null;
    if (this.#user !== null) this.#user = { ...this.#user, email: changed };
    const record = await store.load();
    if (record !== null) await store.save({ ...record, user: { ...record.user, email: changed } });
    return changed;
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

  /** Makes the keys of a new wallet in the worker, and stores what is sealed. The wallet is unlocked then. @throws ApiError */
  async createWallet({ wallet, device, key, deviceShare, recoveryShare, isOther }: BegunWallet, secrets: UserSecrets): Promise<Accounts> {
    const { client, store, label } = this.#deps;
    const { recovery } = secrets;
    const keys = this.#startKeys();
    const made = await keys.request('create', {
      wallet,
      wraps: [
        { pair: 'device-server', device, secrets: { device: secrets.device, server: deviceShare } },
        ...(recovery === null
          ? []
          : ([
              { pair: 'device-recovery', device, secrets: { device: secrets.device, recovery } },
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
    const own = { wallet, device, key, accounts, vault, secret: secrets.device, seenEpoch: epoch, wraps: deviceWraps };
    await store.save({ ...own, user: this.#user ?? userOf(await this.#readSession()), token: client.token }, !isOther);
    return accounts;
  }

  /** Id of this frame, for a document that signs it in. @throws ApiError */
  async frameId(): Promise<string> {
    await this.#register();
    return this.#deps.client.id;
  }

  /**
   * Signs another document in and adds its device to the wallet. The user has given consent.
   * @param origin of the app that embeds the other document, as the browser tells it
   * @throws ApiError, or Error if the other document does not answer or the server knows another origin
   */
  async addDevice(port: LinkPort, { frame, origin }: { readonly frame: string; readonly origin: string }): Promise<void> {
    const { client } = this.#deps;
    const { wallet, keys, device: record } = await this.#unlock();
    const granted = await this.#inSession(() => grantSession(client, record, frame));
    if (granted.origin !== origin) throw new Error('The other window is of another app');
    port.send('session', { token: granted.token });
    const added = await port.receive('device');
    // The session is this frame's, and no other document gets keys.
    if (added.frame !== frame || added.origin !== origin) throw new Error('The other window is of another app');
    await this.#inSession(() => approveDevice(client, { ...record, wallet, worker: keys }, added));
    port.send('added', {});
  }

  /** Becomes a device of the wallet that another document has open. @throws ApiError, or Error if the other document does not answer */
  async join(port: LinkPort): Promise<void> {
    const { client, label } = this.#deps;
    await this.#register();
    const { token } = await port.receive('session');
    client.token = token;
    const user = userOf(await this.#readSession());
    const key = await createSigningKey();
    const added = await beginDevice(client, { key, label });
    const request = await DeviceRequest.create(client, added);
    port.send('device', request.members);
    await port.receive('added');
    const state = await request.poll();
    if (state.status !== 'approved') throw new ApiError('no-request');
    await this.#adopt({ wallet: added.wallet, device: added.device, key, user, secret: state.deviceSecret });
  }

  /**
   * Becomes a device of the user's wallet once another device has approved it.
   * @throws ApiError `no-request` if it was refused or has expired; the reason of the signal
   */
  async joinByApproval({ onNumber, signal }: ApprovalOptions): Promise<void> {
    const { client, label, wait = waitFor } = this.#deps;
    const user = userOf(await this.#readSession());
    const key = await createSigningKey();
    const added = await this.#inSession(() => beginDevice(client, { key, label }));
    const request = await DeviceRequest.create(client, added);
    await this.#inSession(() => request.send());
    let isShown = false;
    for (;;) {
      signal.throwIfAborted();
      const state = await this.#inSession(() => request.poll());
      if (state.status === 'approved') {
        await this.#adopt({ wallet: added.wallet, device: added.device, key, user, secret: state.deviceSecret });
        return;
      }
      if (state.status === 'compare' && !isShown) onNumber(state.number);
      isShown ||= state.status === 'compare';
      await wait(POLL_MS, signal);
    }
  }

  /**
   * Opens the user's wallet with a recovery secret, and makes this document a device of it.
   * @param credential id of the passkey that the secret is of; `null`: the recovery words'
   * @throws ApiError, KeyWorkerError
   */
  async recover(recovery: Uint8Array<ArrayBuffer>, credential: string | null = null): Promise<void> {
    const user = userOf(await this.#readSession());
    const { wallet, vault, server, unlocked } = await this.#openByRecovery(recovery, credential);
    const { epoch, accounts, policy } = unlocked;
    // A passkey works on the pages of the site only: it is of no use where the server is gone.
    await this.#registerOpened({ wallet, user, accounts, policy, seenEpoch: epoch, vault }, credential === null ? recovery : null);
    for (const used of [server, recovery]) used.fill(0);
  }

  /**
   * Opens the user's wallet with a recovery kit, and makes this document a device of it. The words of the kit may be earlier ones, so the device
   * gets no wrap for them.
   * @throws ApiError `wrong-statement` if the kit is of a former data key; KeyWorkerError
   */
  async restore({ vault, wrap, secret }: Pick<RecoveryKit, 'vault' | 'wrap' | 'secret'>, recovery: Uint8Array<ArrayBuffer>): Promise<void> {
    const session = await this.#readSession();
    const { wallet } = session;
    if (wallet === null) throw new ApiError('no-wallet');
    const seenEpoch = (await this.#deps.store.load(wallet))?.seenEpoch ?? 0;
    const secrets = { kit: fromBase64Url(secret), recovery };
    const { epoch, accounts, policy } = await this.#startKeys().request('unlock', { wallet, seenEpoch, vault, wrap, secrets });
    secrets.kit.fill(0);
    try {
      const opened = { wallet, user: userOf(session), accounts, policy, seenEpoch: epoch, vault: JSON.stringify(vault) };
      await this.#registerOpened(opened, null);
      // The kit has the policy of its time.
      await this.refreshPolicy();
    } catch (error) {
      // The server does not know its data key any more.
      this.lock();
      throw error;
    }
  }

  /**
   * Runs a task with what a recovery secret opens: what this device has stored for the words, so that no server is needed; else what the
   * server has.
   * @throws ApiError `no-device`, `no-recovery-words`, `wrong-statement` for other words; KeyWorkerError; what the task throws
   */
  async withRecovery<Result>(
    { recovery, passkey }: RecoverySecret,
    run: (keys: KeyWorker, opener: KeyRequests['inspect']) => Promise<Result>,
  ): Promise<Result> {
    const device = await this.#deps.store.load();
    if (device === null) throw new ApiError('no-device');
    const { wallet, secret } = device;
    const keys = this.#startKeys();
    const stored = v.parse(wrapsText, device.wraps).find(({ pair }) => passkey === null && pair === 'device-recovery');
    let refusal: unknown = null;
    if (stored !== undefined) {
      try {
        const opener = { wallet, vault: v.parse(vaultText, device.vault), wrap: stored, secrets: { device: secret, recovery } };
        return await run(keys, opener);
      } catch (error) {
        // Words that were set on another device open only what the server has.
        if (!(error instanceof KeyWorkerError && error.code === 'not-opened')) throw error;
        refusal = error;
      }
    }
    const released = await this.#inSession(() => this.#releaseRecovery(wallet, recovery, passkey)).catch((error: unknown) => {
      throw error instanceof ApiError ? error : (refusal ?? error);
    });
    const { server, vault, wrap } = released;
    try {
      return await run(keys, { wallet, vault: v.parse(vaultText, vault), wrap, secrets: { server, recovery } });
    } finally {
      server.fill(0);
    }
  }

  /** Runs a task of the worker that needs no wallet of this session, and no server once the worker was started. */
  withKeys<Result>(run: (keys: KeyWorker) => Promise<Result>): Promise<Result> {
    return run(this.#startKeys());
  }

  /**
   * Unlocks the wallet on this device with the recovery words, so that a passkey that was lost can be removed.
   * @param recovery is erased
   * @throws ApiError, KeyWorkerError
   */
  async unlockByRecovery(recovery: Uint8Array<ArrayBuffer>): Promise<void> {
    const { server, unlocked, vault } = await this.#openByRecovery(recovery, null);
    for (const used of [server, recovery]) used.fill(0);
    const record = await this.#deps.store.load();
    if (record !== null) await this.#deps.store.save({ ...record, vault, policy: unlocked.policy });
  }

  /** Has the server release what belongs to a recovery secret, and unlocks the wallet with both. */
  async #openByRecovery(recovery: Uint8Array<ArrayBuffer>, credential: string | null) {
    const { wallet } = await this.#readSession();
    if (wallet === null) throw new ApiError('no-wallet');
    const { server, vault: text, wrap } = await this.#releaseRecovery(wallet, recovery, credential);
    const vault = v.parse(vaultText, text);
    const seen = await this.#deps.store.load(wallet);
    if (policyCounterOf(vault) < (seen?.policy?.counter ?? 0)) throw new KeyWorkerError('rolled-back');
    const secrets = { server, recovery };
    const unlocked = await this.#startKeys().request('unlock', { wallet, seenEpoch: seen?.seenEpoch ?? 0, vault, wrap, secrets });
    this.#unlocked = wallet;
    return { wallet, vault: text, server, unlocked };
  }

  /** Proves a recovery secret to the server, which releases its own, with what both open. */
  async #releaseRecovery(wallet: string, recovery: Uint8Array<ArrayBuffer>, credential: string | null) {
    const { client, app } = this.#deps;
    const agreement = await createAgreementKey();
    const agreementKey = await exportPoint(agreement.publicKey);
    const nonce = await client.nonce();
    const statement = { action: 'recover', wallet, nonce, parameters: [agreementKey, client.id, app.origin] };
    const { signature } = await this.#startKeys().request('prove-recovery', { recovery, statement });
    const body = { agreementKey, nonce, signature };
    const [path, purpose, more] =
      credential === null ? ['/recovery/secret', 'recovery-secret', {}] : ['/passkeys/secret', 'passkey-secret', { credential }];
    const released = v.parse(recoveredSchema, await client.call('POST', path, { ...body, ...more }));
    const server = await openMessage(agreement, [purpose, wallet, '', client.id, nonce], released.secret);
    const wrap = v.parse(wrapsText, released.recoveryWraps).find(({ pair }) => pair === 'server-recovery');
    if (wrap === undefined) throw new ApiError('no-wallet');
    return { server, vault: released.vault, wrap };
  }

  /** Makes this document a device of a wallet that recovery has unlocked. @param recovery also opens the wallet on the device; `null`: does not */
  async #registerOpened(
    opened: Pick<StoredDevice, 'wallet' | 'user' | 'accounts' | 'policy' | 'seenEpoch' | 'vault'>,
    recovery: Uint8Array<ArrayBuffer> | null,
  ): Promise<void> {
    const { client, store, label } = this.#deps;
    const { wallet } = opened;
    const keys = this.#startKeys();
    this.#unlocked = wallet;
    const key = await createSigningKey();
    const added = await beginDevice(client, { key, label });
    const { device, serverSecret: server } = added;
    const secret = randomSecret();
    const { wraps } = await keys.request('wrap', {
      wallet,
      wraps: [
        { pair: 'device-server', device, secrets: { device: secret, server } },
        ...(recovery === null ? [] : [{ pair: 'device-recovery', device, secrets: { device: secret, recovery } } as const]),
      ],
    });
    await registerDevice(client, added, { wraps, sign: (each) => keys.request('sign-statement', { statement: each }) });
    server.fill(0);
    await store.save({ ...opened, device, key, secret, token: client.token, wraps: JSON.stringify(wraps) });
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

  /** Signs what the user has approved, in the order of the payloads. @throws ApiError, KeyWorkerError */
  async signApproved({ origin, payloads, assertion }: ApprovedPayloads): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    const { wallet, keys } = await this.#unlock();
    const confirmation = assertion === null ? {} : { assertion };
    const { signatures, log } = await keys.request('sign', { wallet, origin, payloads, ...confirmation });
    const record = log === null ? null : await this.#deps.store.load(wallet);
    if (record !== null && log !== null) await this.#deps.store.save({ ...record, log }, false);
    return signatures;
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
    const { wallet, secret: deviceSecret } = device;
    const owner = { wallet, device: device.device, key: device.key, worker: keys, vault, deviceSecret, serverSecret: server };
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
    const report = await signOut({ client, store, worker: this.#keys });
    this.#idle.stop();
    this.#idleLockMs = null;
    this.#keys = null;
    this.#unlocked = null;
    this.#user = null;
    this.#pendingEmail = null;
    return report;
  }

  /** Stores the device of a wallet that exists, once its secrets have opened it. */
  async #adopt(device: Pick<StoredDevice, 'wallet' | 'device' | 'key' | 'user' | 'secret'>): Promise<void> {
    const { token } = this.#deps.client;
    await this.#open({ ...device, token, seenEpoch: 0 });
  }

  #startKeys(): KeyWorker {
    this.#keys ??= this.#deps.startKeys();
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
    return this.#unlocked === wallet ? { wallet, device, keys: this.#startKeys() } : { wallet, ...(await this.#open(device)) };
  }

  /** Opens the wallet with the secrets of device and server, and stores what the server has. */
  async #open(
    record: Omit<StoredDevice, 'accounts' | 'vault' | 'wraps'>,
  ): Promise<{ readonly device: StoredDevice; readonly keys: KeyWorker }> {
    const { client, store } = this.#deps;
    const { wallet, seenEpoch } = record;
    const { server, vault, wrap, texts } = await this.#release(record);
    const keys = this.#startKeys();
    const secrets = { device: record.secret, server };
    // The server may have rolled it back, such as to one before a passkey was added.
    if (policyCounterOf(vault) < (record.policy?.counter ?? 0)) throw new KeyWorkerError('rolled-back');
    const { epoch, accounts, policy } = await keys.request('unlock', { wallet, seenEpoch, vault, wrap, secrets });
    server.fill(0);
    this.#unlocked = wallet;
    if (record.log !== undefined) await keys.request('resume-log', { wallet, log: record.log });
    // The token may be another one by now.
    const device = { ...record, ...texts, accounts, policy, token: client.token ?? record.token, seenEpoch: epoch };
    await store.save(device);
    return { keys, device };
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

  #changedEmail(): string {
    if (this.#newEmail === null) throw new ApiError('no-code');
    return this.#newEmail;
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
