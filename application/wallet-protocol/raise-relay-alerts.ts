import type { Observable, Subscription } from 'rxjs';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { providerMessageAlert } from '../../domain/modal/alerts.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { RelayStatus } from '../ports/relay.port.js';

/**
 * Raises an alert for the app's developer when the relay rejects the client for a reason that the developer or the user can fix: the page's
 * origin, the project id or the time of the device. Ends with the relay.
 */
export const raiseRelayAlerts = (status$: Observable<RelayStatus>, modal: Pick<ModalStore, 'alert'>): Subscription =>
  status$.subscribe((status) => {
    if (status.type !== 'failed' || !isLatchkeyError(status.error, 'relay/unauthorized')) return;
    const alert = providerMessageAlert(status.error.context.reason);
    if (alert !== null) modal.alert(alert);
  });
