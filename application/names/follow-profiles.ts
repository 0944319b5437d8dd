import { distinctUntilChanged, map, type Subscription } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { namespacesOf } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { withoutSlash } from '../../domain/network/node-headers.js';
import type { Options } from '../../domain/options/options.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { NameReader } from './name.reader.js';

/** One account whose name is asked for; `name` is what was told of it. */
interface Question {
  readonly address: string;
  readonly controller: AbortController;
  name: string | null;
}

/** A picture that is in its address. */
const INLINE = /^data:image\//i;
const REMOTE = /^(?:https|ipfs):\/\//i;

/**
 * The address of a name's picture as a page may show it: as it is where it is inline, else through the host's own image
 * service, so that no foreign server learns of the visitor. `undefined` where there is no way.
 */
export const profilePicture = (avatar: string, { endpoints: { images } }: Pick<Options, 'endpoints'>): string | undefined => {
  if (INLINE.test(avatar)) return avatar;
  return images !== undefined && REMOTE.test(avatar) ? `${withoutSlash(images)}/image?url=${encodeURIComponent(avatar)}` : undefined;
};

/**
 * Gives connected accounts their names and pictures, where their chain has names. Each account is looked up once, when it
 * becomes the active one of its namespace; one that changes meanwhile is given up. A failure changes nothing.
 */
export const followProfiles = (
  chains: Chains,
  connections: ConnectionStore,
  names: NameReader,
  options: OptionsStore,
  logger: Logger,
): Subscription => {
  const asked = new Map<Namespace, Question>();

  const ask = async (namespace: Namespace, question: Question): Promise<void> => {
    const { address, controller } = question;
    const { signal } = controller;
    try {
      const profileName = await names.lookUp(namespace, address, signal);
      if (profileName === null || signal.aborted) return;
      question.name = profileName;
      connections.dispatch({ type: 'details-changed', namespace, details: { profileName } });
      const avatar = await names.avatar(namespace, profileName, signal);
      const profileImage = avatar === null ? undefined : profilePicture(avatar, options.current);
      if (profileImage !== undefined && !signal.aborted)
        connections.dispatch({ type: 'details-changed', namespace, details: { profileImage } });
    } catch (error) {
      if (signal.aborted) return;
      if (!isLatchkeyError(error)) throw error;
      logger.debug(`The name of the account of ${namespace} could not be read`, error);
    }
  };

  const look = (namespace: Namespace): void => {
    const { session, details } = connections.state.namespaces[namespace] ?? {};
    const address = session?.accounts[0].address;
    const known = asked.get(namespace);
    // A new session with the same account begins without what was known of it.
    const isLost = known?.name !== null && known?.name !== details?.profileName;
    if (known?.address === address && !isLost) return;
    known?.controller.abort();
    asked.delete(namespace);
    if (address === undefined || chains.get(namespace)?.services?.names === undefined) return;
    const controller = new AbortController();
    const question: Question = { address, controller, name: null };
    asked.set(namespace, question);
    ask(namespace, question).catch((defect) => logger.error('The name of an account could not be read', defect));
  };

  const subscription = connections.state$
    .pipe(
      map(({ namespaces }) => namespaces),
      distinctUntilChanged(),
    )
    .subscribe((namespaces) => namespacesOf(namespaces).forEach(look));
  subscription.add(() => {
    for (const { controller } of asked.values()) controller.abort();
  });
  return subscription;
};
