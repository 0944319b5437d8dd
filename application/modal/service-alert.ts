import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Alert } from '../../domain/modal/alert.js';
import { INVALID_APP_CONFIGURATION, INVALID_PROJECT_ID, PROJECT_ID_NOT_CONFIGURED } from '../../domain/modal/alerts.js';

/** Returns the alert for a service's error that the app's developer must fix, else `null`. */
export const serviceAlertOf = (error: unknown): Alert | null => {
  if (isLatchkeyError(error, 'config/project-id-missing')) return PROJECT_ID_NOT_CONFIGURED;
  if (!isLatchkeyError(error, 'directory/refused') && !isLatchkeyError(error, 'service/refused')) return null;
  const { status } = error.context;
  return status === 401 ? INVALID_PROJECT_ID : status === 403 ? INVALID_APP_CONFIGURATION : null;
};
