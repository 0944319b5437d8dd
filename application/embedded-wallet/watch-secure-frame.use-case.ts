import type { Observable } from 'rxjs';
import type { FrameApprovals } from './frame-approvals.js';
import type { SecureFrameState } from './secure-frame-state.js';

/** Emits what the secure frame asks the page to show: the current value, then each change. */
export class WatchSecureFrame {
  readonly #approvals: Pick<FrameApprovals, 'state' | 'state$'>;

  constructor(approvals: Pick<FrameApprovals, 'state' | 'state$'>) {
    this.#approvals = approvals;
  }

  /** The current value, for synchronous readers. */
  current(): SecureFrameState {
    return this.#approvals.state;
  }

  execute(): Observable<SecureFrameState> {
    return this.#approvals.state$;
  }
}
