import { type Observable, pairwise, Subscription } from 'rxjs';
import type { FrameEvent } from '../../domain/embedded-wallet/frame-messages.js';
import { rpcPermissionOf } from '../../domain/embedded-wallet/rpc-methods.js';
import { type ViewName, view } from '../../domain/router/views.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { ModalSnapshot } from '../modal/modal-snapshot.js';
import type { OpenModal } from '../modal/open-modal.use-case.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import { StateSubject } from '../shared/state-subject.js';
import type { FrameSync } from './frame-sync.js';
import { HIDDEN_FRAME, type SecureFrameState } from './secure-frame-state.js';

/** Delay of the message about a method that is not allowed, after the modal opens. */
const NOT_ALLOWED_DELAY_MS = 300;

/** Views that show the frame themselves when it asks for it. */
const FRAME_VIEWS: readonly ViewName[] = [
  'ApproveTransaction',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'EmailLogin',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'UpdateEmailWallet',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
  'AccountSettings',
];

/** Dependencies of {@link FrameApprovals}. */
export interface FrameApprovalsDeps {
  readonly frame: SecureFrame;
  readonly sync: Pick<FrameSync, 'sendTheme'>;
  readonly modal: ModalStore;
  readonly open: Pick<OpenModal, 'execute'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Shows the frame and the view around it while the user approves a request or the frame asks for something, and leaves the view afterwards.
 * Closing the modal aborts requests that the user approves, and no others, until the user has answered: what is approved may be sent by then.
 */
export class FrameApprovals {
  readonly #deps: FrameApprovalsDeps;
  readonly #state = new StateSubject<SecureFrameState>(HIDDEN_FRAME);
  readonly #subscriptions = new Subscription();
  /** Number of requests that the user approves. */
  #pending = 0;
  /** The view was opened for something that the frame asks outside of a request. */
  #isAsking = false;
  /** The user has answered what the frame asked for the pending request. */
  #isAnswered = false;
  #restoring = 0;

  constructor(deps: FrameApprovalsDeps) {
    this.#deps = deps;
    this.#subscriptions.add(deps.frame.events$.subscribe((event) => this.#onEvent(event)));
    this.#subscriptions.add(
      deps.modal.snapshot$.pipe(pairwise()).subscribe(([before, after]) => {
        if (isShown(before) && !isShown(after)) this.#onLeft();
      }),
    );
  }

  get state(): SecureFrameState {
    return this.#state.value;
  }

  /** The current state, then each change. */
  get state$(): Observable<SecureFrameState> {
    return this.#state.value$;
  }

  /** Runs a restoration of an earlier login, during which the frame cannot open the modal: the user has done nothing yet. */
  async duringRestore<Result>(restore: () => Promise<Result>): Promise<Result> {
    this.#restoring += 1;
    try {
      return await restore();
    } finally {
      this.#restoring -= 1;
    }
  }

  /** Tells user and developer that a method is not allowed. */
  refuse(method: string): void {
    const { open, modal, clock, logger } = this.#deps;
    logger.error('Requested RPC call is not allowed', { method });
    if (!modal.snapshot.modal.open) open.execute().subscribe();
    this.#subscriptions.add(
      clock.scheduler.schedule(() => modal.show({ message: 'Action not allowed', variant: 'error' }), NOT_ALLOWED_DELAY_MS),
    );
  }

  /**
   * Runs a request with its view: in front of all others while the user approves, and left with the outcome. A request without approval changes
   * no view.
   */
  async run<Result>(method: string, request: () => Promise<Result>): Promise<Result> {
    if (rpcPermissionOf(method) !== 'unsafe') return request();
    this.#pending += 1;
    this.#isAnswered = false;
    this.#showView();
    void this.#showFrame();
    let outcome: 'success' | 'cancel' = 'cancel';
    try {
      const result = await request();
      outcome = 'success';
      return result;
    } finally {
      this.#pending -= 1;
      this.#setFrame({ isVisible: false, isWindowOpen: false });
      this.#leaveView(outcome);
    }
  }

  dispose(): void {
    this.#subscriptions.unsubscribe();
    this.#state.complete();
  }

  /** Shows the frame once it has the theme, or cannot get it. */
  async #showFrame(): Promise<void> {
    await this.#deps.sync.sendTheme();
    if (this.#pending > 0) this.#setFrame({ isVisible: true });
  }

  #onEvent(event: FrameEvent): void {
    const { frame, modal } = this.#deps;
    switch (event.type) {
      case 'show':
      case 'home': {
        // Without an acknowledgement the frame knows that it is not shown.
        if (this.#restoring > 0) return;
        this.#isAnswered = false;
        // Also if the user has left the view after an answer, and there is another question.
        if (!isShown(modal.snapshot)) {
          this.#isAsking = this.#pending === 0;
          this.#showView();
        }
        this.#setFrame({ isVisible: true, heightPx: event.height });
        frame.acknowledge(event);
        return;
      }
      case 'hide':
        this.#isAnswered = this.#pending > 0;
        this.#setFrame({ isVisible: false });
        frame.acknowledge(event);
        if (this.#isAsking) {
          this.#isAsking = false;
          this.#leaveView('success');
        }
        return;
      case 'window':
        this.#setFrame({ isWindowOpen: event.open });
        frame.acknowledge(event);
        return;
      case 'number':
        this.#setFrame({ deviceNumber: event.number });
        frame.acknowledge(event);
        return;
      case 'ready':
        // A document that was reloaded has asked nothing yet.
        this.#setFrame({ ...HIDDEN_FRAME, isVisible: this.#pending > 0 });
        return;
      default:
    }
  }

  #setFrame(change: Partial<SecureFrameState>): void {
    const before = this.state;
    const after = { ...before, ...change };
    // Both have the same members.
    if ((Object.keys(after) as (keyof SecureFrameState)[]).every((name) => after[name] === before[name])) return;
    if (after.isVisible !== before.isVisible || after.heightPx !== before.heightPx)
      this.#deps.frame.setVisible(after.isVisible, after.heightPx);
    this.#state.next(after);
  }

  #showView(): void {
    const { modal, open } = this.#deps;
    const approval = view('ApproveTransaction');
    if (modal.snapshot.modal.open) modal.navigate({ type: 'push', view: approval });
    else open.execute({ view: approval }).subscribe();
  }

  /** Continues the flow that asked for the approval, or closes the modal if there is none. */
  #leaveView(outcome: 'success' | 'cancel'): void {
    const { modal } = this.#deps;
    const { router, view: shown } = modal.snapshot;
    if (shown.name !== 'ApproveTransaction') return;
    if (router.transactionStack.length > 0) modal.navigate({ type: 'pop-transaction', outcome });
    else if (router.history.length > 1) modal.navigate({ type: 'go-back' });
    else modal.close();
  }

  /** The user has closed the modal or left the view. */
  #onLeft(): void {
    this.#isAsking = false;
    this.#setFrame({ isVisible: false, isWindowOpen: false });
    if (!this.#isAnswered) this.#deps.frame.abortApprovals();
  }
}

/** Whether the view that shows the frame is on screen. */
const isShown = ({ modal, view: { name } }: ModalSnapshot): boolean => modal.open && FRAME_VIEWS.includes(name);
