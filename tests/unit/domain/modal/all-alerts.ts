import type { Alert } from '../../../../domain/modal/alert.js';
import * as alerts from '../../../../domain/modal/alerts.js';

/** Every alert there is. */
export const ALERTS: readonly Alert[] = Object.values(alerts).filter((value) => typeof value === 'object');
