import type { AlertState } from '../../domain/modal/alert.js';
import type { ModalState } from '../../domain/modal/modal-machine.js';
import type { SnackbarState } from '../../domain/modal/snackbar-machine.js';
import type { RouterState } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';

/** State of the modal's frame. */
export interface ModalSnapshot {
  readonly modal: ModalState;
  readonly router: RouterState;
  /** The current view: the last of `router.history`. */
  readonly view: View;
  readonly canGoBack: boolean;
  /** False if closing is refused: the modal shakes instead. */
  readonly canClose: boolean;
  readonly snackbar: SnackbarState;
  readonly alert: AlertState;
  /** True once a transaction of this site was on its way in this page. */
  readonly hasInFlight: boolean;
}
