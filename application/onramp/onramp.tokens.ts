import { token } from '../shared/token.js';
import type { OnrampForm } from './onramp-form.js';
import type { PurchasesReader } from './purchases.reader.js';

/** Token of the form of a purchase. */
export const ONRAMP_FORM = token<OnrampForm>('OnrampForm');

/** Token of the reader of purchases. */
export const PURCHASES_READER = token<PurchasesReader>('PurchasesReader');
