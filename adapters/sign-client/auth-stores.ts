import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { PendingAuthRequest } from '../../domain/wallet-protocol/pending-auth-request.js';
import { fromSignAuthRequest, toSignAuthRequest } from './sign-shapes.js';
import { SignStore } from './sign-store.js';
import type { SignPendingAuthRequest } from './sign-types.js';

/** The `auth` API: pending sign-in requests. Keys and topics of their responses stay in the engine. */
export class AuthStores {
  readonly requests: SignStore<number, SignPendingAuthRequest, PendingAuthRequest>;

  constructor({ tables, deleted }: EngineContext, logger: Logger) {
    this.requests = new SignStore({
      name: 'requests',
      kind: 'request',
      table: tables.authRequests,
      keyOf: ({ id }) => id,
      toPublic: toSignAuthRequest,
      fromPublic: fromSignAuthRequest,
      isDeleted: (id) => deleted.of(id) === 'request',
      // A request with a response is kept until it expires, so that a redelivery gets the same response.
      isVisible: ({ answeredWith }) => answeredWith === undefined,
      logger,
    });
  }

  /** No effect: the requests are loaded when the client is created. */
  readonly init = (): Promise<void> => Promise.resolve();
}
