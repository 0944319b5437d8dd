import type { SealedMessage } from '../protocol/sealed-message.js';
import type { Accounts } from './accounts.js';
import { DEVICE_SECRET_BYTES } from './device-secret-message.js';
import type { Payload } from './effects.js';
import type { Refusal } from './open-wallet.js';
import { type AssertionRefusal, isPasskeyAssertion, type PasskeyAssertion } from './passkey-assertion.js';
import { isPolicy, type Policy } from './policy.js';
import { IV_BYTES, KEY_BYTES, TAG_BYTES } from './seal.js';
import {
  hasShape,
  isBase64UrlOf,
  isBytes,
  isDeviceOf,
  isId,
  isIntegerFrom,
  isListOf,
  isOneOf,
  isPair,
  isStatement,
  isVault,
  isWrap,
  matches,
  memberOf,
} from './shapes.js';
import { isSpendLog, type SpendLog } from './spend-log.js';
import type { SignedStatement, Statement } from './statement.js';
import { PAIRS, type PassedSecrets, type PlainVault, type PolicyVault, type Vault, type Wrap, type WrapTarget } from './vault.js';
import type { NumberedPolicy } from './vault-contents.js';

/** A pair of secrets that is to open the data key. */
export interface WrapOrder extends WrapTarget {
  /** Those of the pair, without that of a device of this browser: the worker draws it and stores it. */
  readonly secrets: PassedSecrets;
}

/** Vault, wrap and secrets that open a wallet. */
export interface Opener {
  readonly wallet: string;
  readonly vault: Vault;
  readonly wrap: Wrap;
  /** Those of the wrap's pair, without that of a device, which the worker has stored. */
  readonly secrets: PassedSecrets;
}

/** A device of another browser or app, as it has introduced itself. */
export interface AddedDevice {
  readonly device: string;
  /** Id of its frame. */
  readonly frame: string;
  /** To which the worker of the other device can open messages: `make-agreement-key`. */
  readonly agreementKey: string;
}

/** What a passkey can confirm. The worker says `passkey-needed` where it must. */
export interface Confirmable {
  readonly assertion?: PasskeyAssertion;
}

/** Requests to the worker by action. */
export interface KeyRequests {
  /** Makes a wallet. It is unlocked then. */
  readonly create: { readonly wallet: string; readonly wraps: readonly WrapOrder[] };
  /** Opens a wallet until it is wiped. */
  readonly unlock: Opener & {
    /** Highest epoch that the page knows of. */
    readonly seenEpoch: number;
  };
  /**
   * Signs payloads of one request of an app, if the user's policy allows it. Confirmed by `signingChallenge`: with a nonce, that
   * begins the log where there is none.
   */
  readonly sign: Confirmable & {
    readonly wallet: string;
    /** Of the app that asks, as the page says. */
    readonly origin: string;
    readonly payloads: readonly Payload[];
  };
  /**
   * Replaces the policy and returns the vault with it. Confirmed by `policyChallenge`: by a passkey of the present policy; without one, by one
   * that is added. A wallet that a recovery secret has opened needs no passkey of the present policy.
   */
  readonly 'set-policy': Confirmable & { readonly wallet: string; readonly vault: Vault; readonly policy: Policy };
  /** Continues the log of what this device has spent, in this worker or others. Without it, nothing may be spent without a passkey. */
  readonly 'resume-log': { readonly wallet: string; readonly log: SpendLog };
  /** Makes a nonce, with which a passkey begins a log once. Needs no wallet. */
  readonly 'make-nonce': Readonly<Record<never, never>>;
  /** Signs a change of the wallet that the statement names. */
  readonly 'sign-statement': { readonly statement: Statement };
  /** Marks the policy that is unlocked as the one that the server has: this browser opens no vault with an older one any more. */
  readonly 'keep-policy': { readonly wallet: string };
  /** Wraps the data key of an unlocked wallet for this device, new recovery words, or a kit. Confirmed by `wrapChallenge`. */
  readonly wrap: Confirmable & { readonly wallet: string; readonly wraps: readonly WrapOrder[] };
  /**
   * Wraps the data key of an unlocked wallet for another device. Its secret is drawn, and sealed so that only that device can read it. Confirmed
   * by `addDeviceChallenge`.
   */
  readonly 'add-device': Confirmable & {
    readonly wallet: string;
    readonly added: AddedDevice;
    /** The server's secret of the other device. */
    readonly server: Uint8Array<ArrayBuffer>;
  };
  /** Makes a key that another device seals the secret of this one with. Needs no wallet. */
  readonly 'make-agreement-key': Readonly<Record<never, never>>;
  /** Stores the secret of this device, which another one has sealed. Needs no wallet. */
  readonly 'accept-secret': { readonly wallet: string; readonly added: AddedDevice; readonly sealed: SealedMessage };
  /** Asks whether the browser stores secrets: else a wallet lasts as long as the page. Needs no wallet. */
  readonly 'can-store': Readonly<Record<never, never>>;
  /** Erases the secret of a device of this browser. Needs no wallet. */
  readonly 'forget-device': { readonly device: string };
  /**
   * Makes the next epoch of an unlocked wallet: another data key, the vault sealed with it, and wraps. What is unlocked stays: when the server
   * has accepted the new epoch, signed by the management key of the present one, unlock it. Confirmed by `rotationChallenge`.
   */
  readonly rotate: Confirmable & { readonly wallet: string; readonly vault: Vault; readonly wraps: readonly WrapOrder[] };
  /** Opens a wallet without unlocking it, and returns its accounts. */
  readonly inspect: Opener;
  /**
   * Opens a wallet once more, and returns its phrase. Its wrap is one that needs the recovery secret: what is unlocked is not enough. In the
   * workers of windows only. Confirmed by `exportChallenge`, if the vault has a policy with passkeys.
   */
  readonly export: Confirmable & Opener;
  /** Proves a recovery secret. Needs no wallet. */
  readonly 'prove-recovery': { readonly recovery: Uint8Array<ArrayBuffer>; readonly statement: Statement };
  /** Erases the keys of all wallets. */
  readonly wipe: Readonly<Record<never, never>>;
}

/** A wallet that is open in the worker, without its secrets. */
export interface UnlockedWallet {
  /** The device stores it as the highest epoch that it has seen. */
  readonly epoch: number;
  readonly accounts: Accounts;
  /** Ed25519, base64url. */
  readonly managementKey: string;
  readonly policy: NumberedPolicy;
}

/** Wraps and what the server needs to know about them. */
export interface MadeWraps {
  readonly wraps: readonly Wrap[];
  /** Ed25519, base64url: the key that proves the recovery secret of a wrap, `null` if no wrap has one. */
  readonly recoveryKey: string | null;
}

/** Results by action. */
export interface KeyResults {
  readonly create: UnlockedWallet & MadeWraps & { readonly vault: PlainVault };
  readonly unlock: UnlockedWallet;
  readonly sign: {
    /** In the order of the payloads. Of eip155: r, s and the recovery bit (0 or 1), 65 bytes. Of Solana: 64 bytes. */
    readonly signatures: readonly Uint8Array<ArrayBuffer>[];
    /** To store in the place of the former one; `null` if there is nothing to count. */
    readonly log: SpendLog | null;
  };
  readonly 'set-policy': { readonly vault: PolicyVault; readonly policy: NumberedPolicy; readonly log: SpendLog | null };
  /** Whether the log is of this wallet. */
  readonly 'resume-log': boolean;
  /** 128 bits, base64url. */
  readonly 'make-nonce': string;
  readonly 'sign-statement': SignedStatement;
  readonly 'keep-policy': true;
  readonly wrap: MadeWraps;
  readonly 'add-device': { readonly wrap: Wrap; readonly sealed: SealedMessage };
  /** Uncompressed point of P-256, base64url. */
  readonly 'make-agreement-key': string;
  /** False if the device has a secret, which stays. */
  readonly 'accept-secret': boolean;
  readonly 'can-store': boolean;
  readonly 'forget-device': true;
  readonly rotate: MadeWraps & { readonly vault: Vault; readonly managementKey: string };
  readonly inspect: Accounts;
  /** Places of the twelve words in the list of BIP-39. */
  readonly export: Uint16Array<ArrayBuffer>;
  readonly 'prove-recovery': SignedStatement;
  /** Ids of the wallets whose keys were erased. */
  readonly wipe: readonly string[];
}

export type KeyAction = keyof KeyRequests;

/** Why the worker refuses a request. */
export type KeyErrorCode =
  | Refusal
  | AssertionRefusal
  /** A passkey of the wallet must confirm it. */
  | 'passkey-needed'
  /** It is beyond the user's limits, and there is no passkey to confirm it. */
  | 'over-limit'
  /** The wallet is not unlocked. */
  | 'locked'
  /** This browser has deleted the secret of the device. */
  | 'no-secret'
  /** This browser has a wallet with this id already, or a device of another one with the same id. */
  | 'exists'
  /** The worker is the one of a frame, which exports nothing. */
  | 'not-here'
  /** The worker has a fault. */
  | 'failed';

export type KeyRequest = { [Action in KeyAction]: { readonly id: string; readonly action: Action } & KeyRequests[Action] }[KeyAction];

export type KeyReply = { readonly id: string } & ({ readonly result: KeyResults[KeyAction] } | { readonly error: KeyErrorCode });

/** 128 bits, base64url. */
const isRequestId = matches(/^[\w-]{22}$/);

const isSecret = isBytes({ min: KEY_BYTES });

/** Tests for the secrets of a pair that a page passes, and no other. */
const isSecretsOf = (value: unknown, pair: unknown): boolean =>
  isPair(pair) && hasShape(value, Object.fromEntries(PAIRS[pair].filter((name) => name !== 'device').map((name) => [name, isSecret])));

const isWrapOrder = (value: unknown): boolean => {
  const pair = memberOf(value, 'pair');
  if (!isPair(pair)) return false;
  return hasShape(value, { pair: isPair, device: isDeviceOf(pair), secrets: (secrets) => isSecretsOf(secrets, pair) });
};

const isWrapOrders = isListOf(isWrapOrder, { min: 1, max: 16 });

// Solana's packets have 1,232 bytes; transactions of eip155 and signed messages may be longer.
const isPayloadBytes = isBytes({ min: 0, max: 262_144 });
const isDigest = isBytes({ min: 32 });

const isPayload = (value: unknown): boolean => {
  const kind = memberOf(value, 'kind');
  const isKind = isOneOf('evm-transaction', 'evm-operation', 'evm-message', 'evm-digest', 'solana');
  return hasShape(value, { kind: isKind, bytes: kind === 'evm-digest' ? isDigest : isPayloadBytes });
};

const isPoint = isBase64UrlOf(65);
const isAddedDevice = (value: unknown): boolean =>
  hasShape(value, { device: isId, frame: matches(/^[\w-]{1,128}$/), agreementKey: isPoint });
const isSealedSecret = (value: unknown): boolean =>
  hasShape(value, {
    version: isOneOf(1),
    key: isPoint,
    iv: isBase64UrlOf(IV_BYTES),
    ciphertext: isBase64UrlOf(DEVICE_SECRET_BYTES + TAG_BYTES),
  });

const isWrapWithRecovery = (value: unknown): boolean => isWrap(value) && PAIRS[value.pair].includes('recovery');

type Members = Readonly<Record<string, (value: unknown) => boolean>>;

const MEMBERS: Readonly<Record<KeyAction, Members>> = {
  create: { wallet: isId, wraps: isWrapOrders },
  // Here and in the next two, the secrets are tested with the pair of the wrap.
  unlock: { wallet: isId, seenEpoch: isIntegerFrom(0), vault: isVault, wrap: isWrap, secrets: () => true },
  inspect: { wallet: isId, vault: isVault, wrap: isWrap, secrets: () => true },
  export: { wallet: isId, vault: isVault, wrap: isWrapWithRecovery, secrets: () => true },
  sign: { wallet: isId, origin: matches(/^[^\s]{1,256}$/), payloads: isListOf(isPayload, { min: 1, max: 64 }) },
  'set-policy': { wallet: isId, vault: isVault, policy: isPolicy },
  'resume-log': { wallet: isId, log: isSpendLog },
  'make-nonce': {},
  'sign-statement': { statement: isStatement },
  'keep-policy': { wallet: isId },
  wrap: { wallet: isId, wraps: isWrapOrders },
  'add-device': { wallet: isId, added: isAddedDevice, server: isSecret },
  'make-agreement-key': {},
  'accept-secret': { wallet: isId, added: isAddedDevice, sealed: isSealedSecret },
  'can-store': {},
  'forget-device': { device: isId },
  rotate: { wallet: isId, vault: isVault, wraps: isWrapOrders },
  'prove-recovery': { recovery: isSecret, statement: isStatement },
  wipe: {},
};

/** Actions that a passkey can confirm. */
const CONFIRMABLE: ReadonlySet<string> = new Set<KeyAction>(['sign', 'set-policy', 'wrap', 'add-device', 'rotate', 'export']);

/** Tests an optional assertion. */
const assertionOf = (action: KeyAction, message: unknown): Members | null => {
  const assertion = memberOf(message, 'assertion');
  if (assertion === undefined || !CONFIRMABLE.has(action)) return {};
  return isPasskeyAssertion(assertion) ? { assertion: isPasskeyAssertion } : null;
};

const isAction = (value: unknown): value is KeyAction => typeof value === 'string' && Object.hasOwn(MEMBERS, value);

/** Tests an untrusted message for a request, to the last member. */
export const isKeyRequest = (message: unknown): message is KeyRequest => {
  const action = memberOf(message, 'action');
  const assertion = isAction(action) ? assertionOf(action, message) : null;
  return (
    isAction(action) &&
    assertion !== null &&
    hasShape(message, { id: isRequestId, action: isOneOf(action), ...MEMBERS[action], ...assertion }) &&
    (!['unlock', 'inspect', 'export'].includes(action) ||
      isSecretsOf(memberOf(message, 'secrets'), memberOf(memberOf(message, 'wrap'), 'pair')))
  );
};
