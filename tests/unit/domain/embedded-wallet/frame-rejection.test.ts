import { expect, it } from 'vitest';
import { isFrameRejection, isUnsupportedByFrame } from '../../../../domain/embedded-wallet/frame-rejection.js';

it.each([
  ['User rejected the request', true, false],
  ['UserRejectedRequestError: User denied the signature', true, false],
  ['The network expects this transaction to fail: execution reverted: Auction cancelled', false, false],
  ['The operation was refused: UserOperation rejected because of its fee', false, false],
  ['execution reverted: transfers are not supported', false, false],
  ['eth_coinbase is not supported', false, true],
  ['eth_call is not supported on this network', false, false],
  [null, false, false],
])('%s: rejected %s, unsupported %s', (reason, isRejected, isUnsupported) => {
  expect([isFrameRejection(reason), isUnsupportedByFrame(reason)]).toEqual([isRejected, isUnsupported]);
});
