import { distinctUntilChanged, filter, map, merge, type Subscription, skip } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { namespacesOf } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { safeIcon } from '../../domain/connection/connector-label.js';
import { safeWebLink } from '../../domain/directory/safe-link.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { IdentityReader } from './identity.reader.js';

/** Lookup of the profile of an account. */
interface ProfileLookup {
  readonly address: string;
  readonly chainId: ChainId;
  /** False on test networks. */
  readonly hasProfile: boolean;
  readonly controller: AbortController;
  /** The displayed name; `null` until there is one. */
  name: string | null;
}

/** A picture that a gateway can fetch. */
const IPFS_LINK = /^ipfs:\/\/[\w./%-]{1,2048}$/i;

/** Returns an avatar as an image `data:` URL, or as a remote URL for the image service. `undefined` if it is neither. */
export const profilePicture = (avatar: string): string | undefined =>
  safeIcon(avatar) ?? safeWebLink(avatar) ?? (IPFS_LINK.test(avatar) ? avatar : undefined);

/**
 * Looks up names and avatars of connected accounts, on chains with a name service, except on test networks of EVM chains. A profile is looked up once,
 * when its account becomes the active one of its namespace; one that was not found is looked up again on another network, one whose lookup failed
 * after the next change and when the browser is back online. The lookup is aborted if the account changes. A failure is only logged.
 */
export const followProfiles = (
  chains: Chains,
  connections: ConnectionStore,
  identities: Pick<IdentityReader, 'lookUp' | 'avatar'>,
  browser: Pick<Browser, 'online$'>,
  logger: Logger,
): Subscription => {
  const lookups = new Map<Namespace, ProfileLookup>();

  const lookUpProfile = async (namespace: Namespace, lookup: ProfileLookup): Promise<void> => {
    const { address, controller } = lookup;
    const { signal } = controller;
    try {
      const profileName = await identities.lookUp(namespace, address, signal);
      if (profileName === null || signal.aborted) return;
      connections.dispatch({ type: 'details-changed', namespace, details: { profileName } });
      const avatar = await identities.avatar(namespace, address, signal);
      const profileImage = avatar === null ? undefined : profilePicture(avatar);
      if (profileImage !== undefined && !signal.aborted)
        connections.dispatch({ type: 'details-changed', namespace, details: { profileImage } });
    } catch (error) {
      if (signal.aborted) return;
      if (!isLatchkeyError(error)) throw error;
      logger.debug(`The ${namespace} account name could not be looked up`, error);
      if (error.recovery === 'retry') lookups.delete(namespace);
    }
  };

  const update = (namespace: Namespace): void => {
    const state = connections.state.namespaces[namespace];
    const address = state?.session?.accounts[0].address;
    const current = lookups.get(namespace);
    if (state === undefined || address === undefined || chains.get(namespace)?.services?.names === undefined) {
      current?.controller.abort();
      lookups.delete(namespace);
      return;
    }
    const { profileName } = state.details;
    const { caipNetworkId: chainId, testnet } = networkOf(state);
    const hasProfile = namespace !== 'eip155' || !testnet;
    if (current?.address === address && current.hasProfile === hasProfile) {
      // A registration names the account as well.
      current.name = profileName ?? current.name;
      // A new session with the same account starts without profile details.
      if (current.name === null ? current.chainId === chainId : profileName !== undefined) return;
    }
    current?.controller.abort();
    const lookup: ProfileLookup = { address, chainId, hasProfile, controller: new AbortController(), name: null };
    lookups.set(namespace, lookup);
    if (hasProfile) lookUpProfile(namespace, lookup).catch((error) => logger.error('The account name could not be looked up', error));
    else if (profileName !== undefined)
      connections.dispatch({ type: 'details-changed', namespace, details: { profileName: undefined, profileImage: undefined } });
  };

  const updateAll = (): void => namespacesOf(connections.state.namespaces).forEach(update);

  const changed$ = connections.state$.pipe(
    map(({ namespaces }) => namespaces),
    distinctUntilChanged(),
  );
  const subscription = merge(changed$, browser.online$.pipe(skip(1), filter(Boolean))).subscribe(updateAll);
  subscription.add(() => {
    for (const { controller } of lookups.values()) controller.abort();
  });
  return subscription;
};
