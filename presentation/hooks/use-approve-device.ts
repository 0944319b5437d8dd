import type { ApproveDeviceState } from '../../application/embedded-wallet/approve-device.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Waits until the user has approved this device on the page behind the mailed link. `status` is `pending` with the step `approve-in-mail`, then
 * `success`: a code is on its way. Unmounting cancels.
 * @example
 * const { approveDevice, isPending } = useApproveDevice();
 * <button disabled={isPending} onClick={() => approveDevice()}>I have opened the link</button>
 */
export const useApproveDevice = (): ActionResult<'approveDevice', [], ApproveDeviceState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useApproveDevice', (useCases) => useCases.approveDevice);
  return { ...state, approveDevice: run, approveDeviceAsync: runAsync, cancel, reset };
};
