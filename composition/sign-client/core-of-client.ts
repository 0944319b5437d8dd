import { CoreFacade, type CoreFacadeOptions } from './core-facade.js';
import type { SignClientOptions } from './sign-options.js';

/** What the core of a client is made of. */
export interface CoreOfClient
  extends Pick<CoreFacadeOptions, 'context' | 'pairings' | 'links' | 'verify' | 'closeLine' | 'storage' | 'logger'> {
  readonly options: SignClientOptions;
}

/** The core that a client shows. Its own settings go before those of a core that it was given. */
export const coreOfClient = ({ options, context, ...parts }: CoreOfClient): CoreFacade => {
  const { projectId, relayUrl, customStoragePrefix = '' } = { ...options.core, ...options };
  return new CoreFacade({
    ...parts,
    name: 'core',
    projectId,
    relayUrl,
    customStoragePrefix,
    context,
    relay: context.relay,
    clock: context.clock,
  });
};
