import type { WrapOrder } from '../keys/messages.js';
import type { Vault, Wrap } from '../keys/vault.js';
import { digestOf, toUtf8 } from '../protocol/encoding.js';
import type { ApprovingDevice } from './device-approval.js';
import type { FrameClient } from './frame-client.js';

/** Both secrets for recovery. */
export interface RecoverySecrets {
  readonly recovery: Uint8Array<ArrayBuffer>;
  readonly server: Uint8Array<ArrayBuffer>;
}

/** A wallet to give another data key. */
export interface WalletToRotate extends ApprovingDevice {
  /** Of the present epoch. */
  readonly vault: Vault;
  readonly serverSecret: Uint8Array<ArrayBuffer>;
  /** `null`: recovery words will open the wallet no more, until they are set again. */
  readonly recovery: RecoverySecrets | null;
}

/** The next epoch of a wallet, as the device stores it. */
export interface RotatedWallet {
  readonly epoch: number;
  readonly vault: Vault;
  readonly deviceWraps: readonly Wrap[];
}

/**
 * Gives a wallet another data key: vault and wraps of the next epoch, and another management key, signed by the present one. A device that was
 * removed and kept the data key can manage nothing then. All other devices have to be added again. The seed stays: a pair of secrets that may
 * have been copied opens the copied vault for ever, and needs another wallet.
 * @throws ApiError `no-device`, `wrong-epoch`, `wrong-statement`; KeyWorkerError. The wallet is unlocked in the epoch before then.
 */
export const rotateWallet = async (client: FrameClient, owner: WalletToRotate): Promise<RotatedWallet> => {
  const { wallet, device, worker, serverSecret, recovery } = owner;
  const orders: WrapOrder[] = [{ pair: 'device-server', device, secrets: { server: serverSecret } }];
  if (recovery !== null) {
    orders.push(
      { pair: 'device-recovery', device, secrets: { recovery: recovery.recovery } },
      { pair: 'server-recovery', device: '', secrets: recovery },
    );
  }
  const { vault, wraps, managementKey, recoveryKey } = await worker.request('rotate', { wallet, vault: owner.vault, wraps: orders });
  const deviceWraps = wraps.filter((wrap) => wrap.pair !== 'server-recovery');
  const texts = {
    vault: JSON.stringify(vault),
    deviceWraps: JSON.stringify(deviceWraps),
    recoveryWraps: JSON.stringify(wraps.filter((wrap) => wrap.pair === 'server-recovery')),
  };
  const digests = await Promise.all([texts.vault, texts.deviceWraps, texts.recoveryWraps].map((text) => digestOf(toUtf8(text))));
  const nonce = await client.nonce();
  const parameters = [String(vault.epoch), device, managementKey, recoveryKey ?? '', ...digests];
  const statement = { action: 'replace-data-key', wallet, nonce, parameters };
  const { signature } = await worker.request('sign-statement', { statement });
  await client.call('POST', '/wallets/rotate', { ...texts, epoch: vault.epoch, managementKey, recoveryKey, nonce, signature });
  const [wrap] = deviceWraps;
  if (wrap === undefined) throw new Error('The worker made no wrap');
  await worker.request('unlock', { wallet, seenEpoch: vault.epoch, vault, wrap, secrets: { server: serverSecret } });
  return { epoch: vault.epoch, vault, deviceWraps };
};
