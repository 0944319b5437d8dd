import type { CheckOutOnrampInput, CheckOutOnrampState } from '../../application/onramp/check-out-onramp.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Continues the purchase that the user has entered, see `useOnramp`, on the page of a provider. `step` is `pay-at-provider` once the page is known, then
 * `data` is the purchase.
 * @example
 * const { checkOutOnramp } = useCheckOutOnramp();
 * const { browser } = useLatchkey();
 * <button onClick={() => checkOutOnramp({ provider: 'coinbase', popup: browser.openPopup({ isolated: true }) })}>Buy</button>
 */
export const useCheckOutOnramp = (): ActionResult<'checkOutOnramp', [input: CheckOutOnrampInput], CheckOutOnrampState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useCheckOutOnramp', (useCases) => useCases.checkOutOnramp);
  return { ...state, checkOutOnramp: run, checkOutOnrampAsync: runAsync, cancel, reset };
};
