import { policyChallenge, rotationChallenge, signingChallenge, wrapChallenge } from './confirmation.js';
import type { ToConfirm } from './key-worker.js';
import type { KeyAction, KeyRequests } from './messages.js';
import type { Passkey } from './policy.js';
import { policyCounterOf } from './vault.js';

type Requests = { readonly [Action in KeyAction]: { readonly action: Action; readonly members: KeyRequests[Action] } }[KeyAction];

const describe = ({ action, members }: Requests): (Omit<ToConfirm, 'passkeys'> & { readonly wallet: string }) | null => {
  switch (action) {
    case 'sign':
      return { action, wallet: members.wallet, challenge: signingChallenge(members.payloads) };
    case 'wrap':
      return { action, wallet: members.wallet, challenge: wrapChallenge(members.wallet, members.wraps) };
    case 'rotate':
      return { action, wallet: members.wallet, challenge: rotationChallenge(members.wallet, members.vault.epoch, members.wraps) };
    case 'set-policy': {
      const { wallet, vault, policy } = members;
      return { action, wallet, challenge: policyChallenge(wallet, policyCounterOf(vault) + 1, policy) };
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
