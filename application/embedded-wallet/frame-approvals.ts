import { rpcPermissionOf } from '../../domain/embedded-wallet/rpc-methods.js';
import type { View } from '../../domain/router/views.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { OpenModal } from '../modal/open-modal.use-case.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import { token } from '../shared/token.js';

/** Delay of the message about a method that is not allowed, after the modal opens. */
const NOT_ALLOWED_DELAY_MS = 300;

/** Dependencies of {@link FrameApprovals}. */
export interface FrameApprovalsDeps {
  readonly modal: ModalStore;
  /** The view in which the user approves. */
  readonly view: View;
  readonly open: Pick<OpenModal, 'execute'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Shows the view in which the user approves a request to the embedded wallet, and leaves it afterwards. */
export class FrameApprovals {
  readonly #deps: FrameApprovalsDeps;

  constructor(deps: FrameApprovalsDeps) {
    this.#deps = deps;
  }

  /** Tells user and developer that a method is not allowed. */
  refuse(method: string): void {
    const { open, modal, clock, logger } = this.#deps;
    logger.error('Requested RPC call is not allowed', { method });
    open.execute().subscribe();
    clock.scheduler.schedule(() => modal.show({ message: 'Action not allowed', variant: 'error' }), NOT_ALLOWED_DELAY_MS);
  }

  /**
   * Runs a request with its view: in front of all others while the user approves, and left with the outcome. A request without approval changes
   * no view.
   */
  async run<Result>(method: string, request: () => Promise<Result>): Promise<Result> {
    if (rpcPermissionOf(method) !== 'unsafe') return request();
    this.#show();
    try {
      const result = await request();
      this.#leave('success');
      return result;
    } catch (error) {
      this.#leave('cancel');
      throw error;
    }
  }

  #show(): void {
    const { modal, open, view } = this.#deps;
    if (modal.snapshot.modal.open) modal.navigate({ type: 'push', view });
    else open.execute({ view }).subscribe();
  }

  /** Continues the flow that asked for the approval, or closes the modal if there is none. */
  #leave(outcome: 'success' | 'cancel'): void {
    const { modal, view } = this.#deps;
    const { router, view: shown } = modal.snapshot;
    if (router.transactionStack.length > 0) modal.navigate({ type: 'pop-transaction', outcome });
    else if (shown.name !== view.name) return;
    else if (router.history.length > 1) modal.navigate({ type: 'go-back' });
    else modal.close();
  }
}

/** Token of the approvals of the embedded wallet. */
export const FRAME_APPROVALS = token<FrameApprovals>('FrameApprovals');
