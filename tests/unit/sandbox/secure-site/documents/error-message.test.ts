import { describe, expect, it } from 'vitest';
import { errorMessage, errorText } from '../../../../../sandbox/secure-site/documents/error-message.js';
import { ApiError } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { KeyWorkerError } from '../../../../../sandbox/secure-site/keys/key-worker.js';

const UNREACHABLE = 'The wallet cannot be reached. Check your connection';

describe('the text of an error', () => {
  it.each([
    [new ApiError('wrong-code'), 'Wrong code'],
    [new ApiError('a code of a newer server'), 'Something went wrong. Try again'],
    [
      new KeyWorkerError('rolled-back'),
      'The server returned an older copy of your wallet than this device has opened before, which was not opened',
    ],
    [new KeyWorkerError('epochs-differ'), 'The server returned data that does not belong to your wallet, which was not opened'],
    [new KeyWorkerError('other-wallet'), 'The server returned data that does not belong to your wallet, which was not opened'],
    [new KeyWorkerError('not-opened'), 'Your wallet does not open with what this device and the server have'],
    [new KeyWorkerError('stopped'), 'The keys are not available. Check your connection and try again'],
    // As Chromium, Firefox and Safari say it.
    [new TypeError('Failed to fetch'), UNREACHABLE],
    [new TypeError('NetworkError when attempting to fetch resource.'), UNREACHABLE],
    [new TypeError('Load failed'), UNREACHABLE],
  ])('of %s', (error, text) => {
    expect([errorMessage(error), errorText(error)]).toEqual([text, `${text}.`]);
  });

  it('is that of the error itself for another one', () => {
    const error = new TypeError('x is not a function');
    expect([errorMessage(error), errorText(error)]).toEqual([null, 'Something went wrong. Try again.']);
  });
});
