import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { PendingAuthRequest } from '../../domain/wallet-protocol/pending-auth-request.js';
import { ofSignAuthRequest, toSignAuthRequest } from './sign-shapes.js';
import { SignStore } from './sign-store.js';
import type { SignPendingAuthRequest } from './sign-types.js';

/** What hosts know as `auth`: the requests to sign in that wait. The keys and topics they are answered on stay in the engine. */
export class AuthStores {
  readonly requests: SignStore<number, SignPendingAuthRequest, PendingAuthRequest>;

  constructor({ tables, deleted }: EngineContext, logger: Logger) {
    this.requests = new SignStore({
      name: 'requests',
      kind: 'request',
      table: tables.authRequests,
      keyOf: ({ id }) => id,
      toHost: toSignAuthRequest,
      ofHost: ofSignAuthRequest,
      isDeleted: (id) => deleted.of(id) === 'request',
      // One that is answered is kept until its time is over, so that it is answered the same when it comes again.
      isShown: ({ answeredWith }) => answeredWith === undefined,
      logger,
    });
  }

  /** A client that was made has its requests. */
  readonly init = (): Promise<void> => Promise.resolve();
}
