import type { Accounts } from './accounts.js';
import type { Refusal } from './open-wallet.js';
import { KEY_BYTES } from './seal.js';
import {
  hasShape,
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
import type { SignedStatement, Statement } from './statement.js';
import { PAIRS, type Secrets, type Vault, type Wrap, type WrapTarget } from './vault.js';

/** A pair of secrets that is to open the data key. */
export interface WrapOrder extends WrapTarget {
  /** Exactly those of the pair. */
  readonly secrets: Secrets;
}

/** Requests to the worker by action. */
export interface KeyRequests {
  /** Makes a wallet. It is unlocked then. */
  readonly create: { readonly wallet: string; readonly wraps: readonly WrapOrder[] };
  /** Opens a wallet until it is wiped. */
  readonly unlock: {
    readonly wallet: string;
    readonly seenEpoch: number;
    readonly vault: Vault;
    readonly wrap: Wrap;
    readonly secrets: Secrets;
  };
  /** Signs a digest with the key of eip155. */
  readonly 'sign-digest': { readonly wallet: string; readonly digest: Uint8Array<ArrayBuffer> };
  /** Signs bytes with the key of Solana. */
  readonly 'sign-bytes': { readonly wallet: string; readonly bytes: Uint8Array<ArrayBuffer> };
  /** Signs a change of the wallet that the statement names. */
  readonly 'sign-statement': { readonly statement: Statement };
  /** Wraps the data key of an unlocked wallet for the secrets of a new device, or new recovery words. */
  readonly wrap: { readonly wallet: string; readonly wraps: readonly WrapOrder[] };
  /**
   * Makes the next epoch of an unlocked wallet: another data key, the vault sealed with it, and wraps. What is unlocked stays: when the server
   * has accepted the new epoch, signed by the management key of the present one, unlock it.
   */
  readonly rotate: { readonly wallet: string; readonly vault: Vault; readonly wraps: readonly WrapOrder[] };
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
}

/** Wraps and what the server needs to know about them. */
export interface MadeWraps {
  readonly wraps: readonly Wrap[];
  /** Ed25519, base64url: the key that proves the recovery secret of a wrap, `null` if no wrap has one. */
  readonly recoveryKey: string | null;
}

/** Results by action. */
export interface KeyResults {
  readonly create: UnlockedWallet & MadeWraps & { readonly vault: Vault };
  readonly unlock: UnlockedWallet;
  /** r, s and the recovery bit (0 or 1): 65 bytes. */
  readonly 'sign-digest': Uint8Array<ArrayBuffer>;
  /** 64 bytes. */
  readonly 'sign-bytes': Uint8Array<ArrayBuffer>;
  readonly 'sign-statement': SignedStatement;
  readonly wrap: MadeWraps;
  readonly rotate: MadeWraps & { readonly vault: Vault; readonly managementKey: string };
  readonly 'prove-recovery': SignedStatement;
  /** Ids of the wallets whose keys were erased. */
  readonly wipe: readonly string[];
}

export type KeyAction = keyof KeyRequests;

/** Why the worker refuses a request. */
export type KeyErrorCode =
  | Refusal
  /** The wallet is not unlocked. */
  | 'locked'
  /** A wallet with this id is unlocked already. */
  | 'exists'
  /** The worker has a fault. */
  | 'failed';

export type KeyRequest = { [Action in KeyAction]: { readonly id: string; readonly action: Action } & KeyRequests[Action] }[KeyAction];

export type KeyReply = { readonly id: string } & ({ readonly result: KeyResults[KeyAction] } | { readonly error: KeyErrorCode });

/** 128 bits, base64url. */
const isRequestId = matches(/^[\w-]{22}$/);

const isSecret = isBytes({ min: KEY_BYTES });

/** Tests for the secrets of a pair, and no other. */
const isSecretsOf = (value: unknown, pair: unknown): boolean =>
  isPair(pair) && hasShape(value, Object.fromEntries(PAIRS[pair].map((name) => [name, isSecret])));

const isWrapOrder = (value: unknown): boolean => {
  const pair = memberOf(value, 'pair');
  if (!isPair(pair)) return false;
  return hasShape(value, { pair: isPair, device: isDeviceOf(pair), secrets: (secrets) => isSecretsOf(secrets, pair) });
};

const isWrapOrders = isListOf(isWrapOrder, { min: 1, max: 16 });

type Members = Readonly<Record<string, (value: unknown) => boolean>>;

const MEMBERS: Readonly<Record<KeyAction, Members>> = {
  create: { wallet: isId, wraps: isWrapOrders },
  // The secrets are tested with the pair of the wrap.
  unlock: { wallet: isId, seenEpoch: isIntegerFrom(0), vault: isVault, wrap: isWrap, secrets: () => true },
  'sign-digest': { wallet: isId, digest: isBytes({ min: 32 }) },
  // Solana's packets have 1,232 bytes; signed messages may be longer.
  'sign-bytes': { wallet: isId, bytes: isBytes({ min: 1, max: 65_536 }) },
  'sign-statement': { statement: isStatement },
  wrap: { wallet: isId, wraps: isWrapOrders },
  rotate: { wallet: isId, vault: isVault, wraps: isWrapOrders },
  'prove-recovery': { recovery: isSecret, statement: isStatement },
  wipe: {},
};

const isAction = (value: unknown): value is KeyAction => typeof value === 'string' && Object.hasOwn(MEMBERS, value);

/** Tests an untrusted message for a request, to the last member. */
export const isKeyRequest = (message: unknown): message is KeyRequest => {
  const action = memberOf(message, 'action');
  return (
    isAction(action) &&
    hasShape(message, { id: isRequestId, action: isOneOf(action), ...MEMBERS[action] }) &&
    (action !== 'unlock' || isSecretsOf(memberOf(message, 'secrets'), memberOf(memberOf(message, 'wrap'), 'pair')))
  );
};
