import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { SignCalls } from '../../application/wallet-protocol/engine/sign-calls.js';
import type { CoreFacadeOptions } from './core-facade.js';
import type { SignClientOptions } from './sign-options.js';
import type { SignMetadata } from './sign-types.js';

/** What a client is made of. */
export interface SignClientParts {
  readonly options: SignClientOptions;
  readonly metadata: SignMetadata;
  readonly logger: Logger;
  readonly calls: SignCalls;
  readonly context: EngineContext;
  readonly core: Pick<CoreFacadeOptions, 'pairings' | 'links' | 'verify' | 'closeLine' | 'clientId' | 'storage'>;
  /** Ends the engine. */
  readonly dispose: () => void;
}
