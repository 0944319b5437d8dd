import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { SignCalls } from '../../application/wallet-protocol/engine/sign-calls.js';
import type { CoreFacade } from './core-facade.js';
import type { SignClientOptions } from './sign-options.js';
import type { SignMetadata } from './sign-types.js';

/** What a client is made of. */
export interface SignClientParts {
  readonly options: SignClientOptions;
  readonly metadata: SignMetadata;
  readonly logger: Logger;
  readonly calls: SignCalls;
  readonly context: EngineContext;
  readonly core: CoreFacade;
  /** Ends the engine. */
  readonly dispose: () => void;
}
