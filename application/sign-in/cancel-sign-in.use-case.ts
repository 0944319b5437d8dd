import type { Observable } from 'rxjs';
import { type AccountId, parseAccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { accountOf, connectedNamespacesOf } from '../../domain/connection/connection-views.js';
import { view } from '../../domain/router/views.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { DisconnectWallet } from '../connect/disconnect-wallet.use-case.js';
import type { CloseModal } from '../modal/close-modal.use-case.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { SignInService } from '../ports/sign-in.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { resultFrom } from '../shared/result-from.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { withTimeout } from '../shared/with-timeout.js';
import type { SignInStore } from './sign-in.store.js';
import { signInEventOf } from './sign-in-account.js';

/** The namespaces that were disconnected; none where sign-in is optional. */
export type CancelSignInState = UseCaseState<'working', readonly Namespace[], never>;

export interface CancelSignInDeps {
  readonly service: SignInService | null;
  readonly store: SignInStore;
  readonly connections: ConnectionStore;
  readonly disconnect: Pick<DisconnectWallet, 'execute'>;
  readonly close: Pick<CloseModal, 'execute'>;
  readonly modal: ModalStore;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Time limit for a service to return the sessions of the other accounts. */
const READ_TIMEOUT_MS = 2_000;

/**
 * Ends the sign-in prompt. If sign-in is required, every namespace whose account is not signed in is disconnected. The modal closes, and
 * shows Connect when it is opened again. Failures are logged only.
 */
export class CancelSignIn {
  readonly #deps: CancelSignInDeps;

  constructor(deps: CancelSignInDeps) {
    this.#deps = deps;
  }

  execute(): Observable<CancelSignInState> {
    const { service, connections, disconnect, close, modal, events, logger } = this.#deps;
    return runUseCase<'working', readonly Namespace[], never>('working', async () => {
      const { activeNamespace } = connections.state;
      events.track('CLICK_CANCEL_SIWX', signInEventOf(connections, activeNamespace));
      const namespaces = service?.getRequired?.() === true ? await this.#namespacesWithoutSession(service) : [];
      // Disconnected here at once; the wallets' confirmations are not awaited.
      for (const namespace of namespaces)
        disconnect.execute({ namespace }).subscribe((state) => {
          if (state.status === 'error') logger.warn('The wallet of a cancelled sign-in did not disconnect', state.error);
        });
      await resultFrom(close.execute({ by: 'app' }));
      modal.navigate({ type: 'reset', view: view(connectedNamespacesOf(connections.state).length > 0 ? 'Account' : 'Connect') });
      return namespaces;
    });
  }

  /** The active namespace, and others. One whose sessions cannot be read counts as signed in: a failing network ends nothing. */
  async #namespacesWithoutSession(service: SignInService): Promise<readonly Namespace[]> {
    const { connections, store } = this.#deps;
    const hasNone = async (namespace: Namespace): Promise<boolean> => {
      const { status } = store.current(namespace);
      if (status === 'signed-out') return true;
      if (status === 'signed-in') return false;
      if (namespace === connections.state.activeNamespace) return true;
      const { caipAddress } = accountOf(connections.state, namespace);
      return caipAddress !== undefined && (await this.#hasNoSession(service, caipAddress));
    };
    const namespaces = connectedNamespacesOf(connections.state);
    const without = await Promise.all(namespaces.map(hasNone));
    return namespaces.filter((_, index) => without[index]);
  }

  async #hasNoSession(service: SignInService, account: AccountId): Promise<boolean> {
    const { clock, logger } = this.#deps;
    const { chainId, address } = parseAccountId(account);
    try {
      return (await withTimeout(READ_TIMEOUT_MS, clock, service.getSessions(chainId, address))).length === 0;
    } catch (error) {
      logger.warn('The sign-in sessions could not be read', error);
      return false;
    }
  }
}
