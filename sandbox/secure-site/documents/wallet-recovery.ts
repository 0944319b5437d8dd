import * as v from 'valibot';
import type { DeviceStore, StoredDevice } from '../frame/device-store.js';
import { ApiError, type EmbeddingApp, type FrameClient, type SessionInfo } from '../frame/frame-client.js';
import { beginDevice, registerDevice } from '../frame/new-device.js';
import { type KeyWorker, KeyWorkerError } from '../keys/key-worker.js';
import type { KeyRequests } from '../keys/messages.js';
import type { RecoveryKit } from '../keys/recovery-kit.js';
import { fromBase64Url } from '../protocol/encoding.js';
import { createSigningKey, exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage } from '../protocol/sealed-message.js';
import { sealedMessageSchema } from '../protocol/sealed-message-schema.js';
import { userOf } from './user-of.js';
import { vaultText, wrapsText } from './vault-texts.js';

const recoveredSchema = v.object({ wallet: v.string(), vault: v.string(), recoveryWraps: v.string(), secret: sealedMessageSchema });

/** What opens a wallet beside the secret of a device or of the server. */
export interface RecoverySecret {
  readonly recovery: Uint8Array<ArrayBuffer>;
  /** Id of the passkey that it is of; `null`: it is of the recovery words. */
  readonly passkey: string | null;
}

/** Dependencies of {@link WalletRecovery}. */
export interface WalletRecoveryDeps {
  readonly client: FrameClient;
  readonly app: EmbeddingApp;
  readonly store: DeviceStore;
  /** What a list of devices calls this one. */
  readonly label: string;
  readonly readSession: () => Promise<SessionInfo>;
  readonly inSession: <Result>(run: () => Promise<Result>) => Promise<Result>;
  readonly startKeys: () => KeyWorker;
  readonly onUnlocked: (wallet: string) => void;
  readonly lock: () => void;
  readonly refreshPolicy: () => Promise<void>;
}

/** Opens the user's wallet with what the user has kept: words, passkey or kit. */
export class WalletRecovery {
  readonly #deps: WalletRecoveryDeps;

  constructor(deps: WalletRecoveryDeps) {
    this.#deps = deps;
  }

  /**
   * Opens the user's wallet with a recovery secret, and makes this document a device of it.
   * @param credential id of the passkey that the secret is of; `null`: the recovery words'
   * @throws ApiError, KeyWorkerError
   */
  async recover(recovery: Uint8Array<ArrayBuffer>, credential: string | null = null): Promise<void> {
    const user = userOf(await this.#deps.readSession());
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
    const session = await this.#deps.readSession();
    const { wallet } = session;
    if (wallet === null) throw new ApiError('no-wallet');
    const seenEpoch = (await this.#deps.store.load(wallet))?.seenEpoch ?? 0;
    const secrets = { kit: fromBase64Url(secret), recovery };
    const { epoch, accounts, policy } = await this.#deps.startKeys().request('unlock', { wallet, seenEpoch, vault, wrap, secrets });
    secrets.kit.fill(0);
    try {
      const opened = { wallet, user: userOf(session), accounts, policy, seenEpoch: epoch, vault: JSON.stringify(vault) };
      await this.#registerOpened(opened, null);
      // The kit has the policy of its time.
      await this.#deps.refreshPolicy();
    } catch (error) {
      // The server does not know its data key any more.
      this.#deps.lock();
      throw error;
    }
  }

  /**
   * Runs a task with what a recovery secret opens: what this device has stored for the words, so that no server is needed; else what the
   * server has.
   * @throws ApiError `no-device`, `no-recovery-words`, `wrong-statement` for other words; KeyWorkerError; what the task throws
   */
  async withSecret<Result>(
    { recovery, passkey }: RecoverySecret,
    run: (keys: KeyWorker, opener: KeyRequests['inspect']) => Promise<Result>,
  ): Promise<Result> {
    const device = await this.#deps.store.load();
    if (device === null) throw new ApiError('no-device');
    const { wallet } = device;
    const keys = this.#deps.startKeys();
    const stored = v.parse(wrapsText, device.wraps).find(({ pair }) => passkey === null && pair === 'device-recovery');
    let refusal: unknown = null;
    if (stored !== undefined) {
      try {
        const opener = { wallet, vault: v.parse(vaultText, device.vault), wrap: stored, secrets: { recovery } };
        return await run(keys, opener);
      } catch (error) {
        // Words that were set on another device open only what the server has, and so do any where the browser has deleted the secret of the device.
        if (!(error instanceof KeyWorkerError && ['not-opened', 'no-secret'].includes(error.code))) throw error;
        refusal = error;
      }
    }
    const released = await this.#deps
      .inSession(() => this.#releaseRecovery(wallet, recovery, passkey))
      .catch((error: unknown) => {
        throw error instanceof ApiError ? error : (refusal ?? error);
      });
    const { server, vault, wrap } = released;
    try {
      return await run(keys, { wallet, vault: v.parse(vaultText, vault), wrap, secrets: { server, recovery } });
    } finally {
      server.fill(0);
    }
  }

  /**
   * Unlocks the wallet on this device with the recovery words, so that a passkey that was lost can be removed.
   * @param recovery is erased
   * @throws ApiError, KeyWorkerError
   */
  async unlock(recovery: Uint8Array<ArrayBuffer>): Promise<void> {
    const { server, unlocked, vault } = await this.#openByRecovery(recovery, null);
    for (const used of [server, recovery]) used.fill(0);
    const record = await this.#deps.store.load();
    if (record !== null) await this.#deps.store.save({ ...record, vault, policy: unlocked.policy });
  }

  /** Has the server release what belongs to a recovery secret, and unlocks the wallet with both. */
  async #openByRecovery(recovery: Uint8Array<ArrayBuffer>, credential: string | null) {
    const { wallet } = await this.#deps.readSession();
    if (wallet === null) throw new ApiError('no-wallet');
    const { server, vault: text, wrap } = await this.#releaseRecovery(wallet, recovery, credential);
    const vault = v.parse(vaultText, text);
    const seen = await this.#deps.store.load(wallet);
    const secrets = { server, recovery };
    const unlocked = await this.#deps.startKeys().request('unlock', { wallet, seenEpoch: seen?.seenEpoch ?? 0, vault, wrap, secrets });
    this.#deps.onUnlocked(wallet);
    return { wallet, vault: text, server, unlocked };
  }

  /** Proves a recovery secret to the server, which releases its own, with what both open. */
  async #releaseRecovery(wallet: string, recovery: Uint8Array<ArrayBuffer>, credential: string | null) {
    const { client, app } = this.#deps;
    const agreement = await createAgreementKey();
    const agreementKey = await exportPoint(agreement.publicKey);
    const nonce = await client.nonce();
    const statement = { action: 'recover', wallet, nonce, parameters: [agreementKey, client.id, app.origin] };
    const { signature } = await this.#deps.startKeys().request('prove-recovery', { recovery, statement });
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
    const keys = this.#deps.startKeys();
    this.#deps.onUnlocked(wallet);
    const key = await createSigningKey();
    const added = await beginDevice(client, { key, label });
    const { device, serverSecret: server } = added;
    const { wraps } = await keys.request('wrap', {
      wallet,
      wraps: [
        { pair: 'device-server', device, secrets: { server } },
        ...(recovery === null ? [] : [{ pair: 'device-recovery', device, secrets: { recovery } } as const]),
      ],
    });
    await registerDevice(client, added, { wraps, sign: (each) => keys.request('sign-statement', { statement: each }) });
    server.fill(0);
    await store.save({ ...opened, device, key, token: client.token, wraps: JSON.stringify(wraps) });
  }
}
