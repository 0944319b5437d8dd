import {
  addDeviceChallenge,
  exportChallenge,
  policyChallenge,
  rotationChallenge,
  signingChallenge,
  wrapChallenge,
} from './confirmation.js';
import type { KeyAction, KeyRequests } from './messages.js';
import type { PasskeyAssertion } from './passkey-assertion.js';
import type { Passkey, Policy } from './policy.js';
import { type Pair, policyCounterOf } from './vault.js';

/** What changes, for the screen that asks. */
export type ConfirmedChange =
  | { readonly action: 'sign' | 'add-device' | 'rotate' | 'export' }
  /** Pairs of secrets that will open the wallet. */
  | { readonly action: 'wrap'; readonly pairs: readonly Pair[] }
  /** What counts afterwards. */
  | { readonly action: 'set-policy'; readonly policy: Policy };

/** What a passkey is to confirm. */
export interface ToConfirm {
  readonly change: ConfirmedChange;
  readonly challenge: Uint8Array<ArrayBuffer>;
  /** Those that can. */
  readonly passkeys: readonly Passkey[];
}

/** Has the user confirm with a passkey. Only windows of the site can: browsers allow it in no frame of another site's page. */
export type Confirm = (asked: ToConfirm) => Promise<PasskeyAssertion>;

type Requests = { readonly [Action in KeyAction]: { readonly action: Action; readonly members: KeyRequests[Action] } }[KeyAction];

const describe = ({ action, members }: Requests): (Omit<ToConfirm, 'passkeys'> & { readonly wallet: string }) | null => {
  switch (action) {
    case 'sign':
      return { change: { action }, wallet: members.wallet, challenge: signingChallenge(members.payloads) };
    case 'wrap': {
      const { wallet, wraps } = members;
      return { change: { action, pairs: wraps.map(({ pair }) => pair) }, wallet, challenge: wrapChallenge(wallet, wraps) };
    }
    case 'add-device': {
      const { wallet, added, server } = members;
      return { change: { action }, wallet, challenge: addDeviceChallenge(wallet, added, server) };
    }
    case 'rotate': {
      const { wallet, vault, wraps } = members;
      return { change: { action }, wallet, challenge: rotationChallenge(wallet, vault.epoch, wraps) };
    }
    case 'set-policy': {
      const { wallet, vault, policy } = members;
      return { change: { action, policy }, wallet, challenge: policyChallenge(wallet, policyCounterOf(vault) + 1, policy) };
    }
    case 'export': {
      const { wallet, vault } = members;
      return { change: { action }, wallet, challenge: exportChallenge(wallet, policyCounterOf(vault)) };
    }
    default:
      return null;
  }
};

/** What is to be confirmed of a request that the worker has refused without a passkey; `null` if a passkey cannot confirm it. */
export const toConfirm = <Action extends KeyAction>(
  action: Action,
  members: KeyRequests[Action],
  known: ReadonlyMap<string, readonly Passkey[]>,
): ToConfirm | null => {
  // The members are those of the action.
  const request = { action, members } as Requests;
  const described = describe(request);
  if (described === null) return null;
  const { wallet, ...asked } = described;
  const present = known.get(wallet) ?? [];
  const added = request.action === 'set-policy' ? request.members.policy.passkeys : [];
  // The first passkey confirms itself, and so does one that replaces a lost one.
  return { ...asked, passkeys: [...present, ...added.filter(({ id }) => !present.some((each) => each.id === id))] };
};
