import { distinctUntilChanged, map, type Subscription } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { namespacesOf } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { withoutTrailingSlash } from '../../domain/network/rpc-headers.js';
import type { Options } from '../../domain/options/options.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { IdentityReader } from './identity.reader.js';

/** Lookup of one account; `name` is the dispatched result. */
interface ProfileLookup {
  readonly address: string;
  readonly controller: AbortController;
  name: string | null;
}

/** A picture that is in its address. */
const INLINE = /^data:image\//i;
const REMOTE = /^(?:https|ipfs):\/\//i;

/**
 * Returns the URL to display an avatar with: unchanged if inline, else through the app's own image service, so that no third-party
 * server sees the user's IP address. `undefined` if it cannot be displayed.
 */
export const profilePicture = (avatar: string, { endpoints: { images } }: Pick<Options, 'endpoints'>): string | undefined => {
  if (INLINE.test(avatar)) return avatar;
  return images !== undefined && REMOTE.test(avatar)
    ? `${withoutTrailingSlash(images)}/image?url=${encodeURIComponent(avatar)}`
    : undefined;
};

/**
 * Looks up names and avatars of connected accounts, on chains with a name service. Each account is looked up once, when it
 * becomes the active one of its namespace; the lookup is aborted if the account changes. A failure is only logged.
 */
export const followProfiles = (
  chains: Chains,
  connections: ConnectionStore,
  identities: Pick<IdentityReader, 'lookUp' | 'avatar'>,
  options: OptionsStore,
  logger: Logger,
): Subscription => {
  const lookups = new Map<Namespace, ProfileLookup>();

  const lookUpProfile = async (namespace: Namespace, lookup: ProfileLookup): Promise<void> => {
    const { address, controller } = lookup;
    const { signal } = controller;
    try {
      const profileName = await identities.lookUp(namespace, address, signal);
      if (profileName === null || signal.aborted) return;
      lookup.name = profileName;
      connections.dispatch({ type: 'details-changed', namespace, details: { profileName } });
      const avatar = await identities.avatar(namespace, address, signal);
      const profileImage = avatar === null ? undefined : profilePicture(avatar, options.current);
      if (profileImage !== undefined && !signal.aborted)
        connections.dispatch({ type: 'details-changed', namespace, details: { profileImage } });
    } catch (error) {
      if (signal.aborted) return;
      if (!isLatchkeyError(error)) throw error;
      logger.debug(`The ${namespace} account name could not be looked up`, error);
    }
  };

  const update = (namespace: Namespace): void => {
    const { session, details } = connections.state.namespaces[namespace] ?? {};
    const address = session?.accounts[0].address;
    const current = lookups.get(namespace);
    // A new session with the same account starts without profile details.
    const isOutdated = current?.name !== null && current?.name !== details?.profileName;
    if (current?.address === address && !isOutdated) return;
    current?.controller.abort();
    lookups.delete(namespace);
    if (address === undefined || chains.get(namespace)?.services?.names === undefined) return;
    const controller = new AbortController();
    const lookup: ProfileLookup = { address, controller, name: null };
    lookups.set(namespace, lookup);
    lookUpProfile(namespace, lookup).catch((error) => logger.error('The account name could not be looked up', error));
  };

  const subscription = connections.state$
    .pipe(
      map(({ namespaces }) => namespaces),
      distinctUntilChanged(),
    )
    .subscribe((namespaces) => namespacesOf(namespaces).forEach(update));
  subscription.add(() => {
    for (const { controller } of lookups.values()) controller.abort();
  });
  return subscription;
};
