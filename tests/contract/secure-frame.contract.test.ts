import { describe, expect, it } from 'vitest';
import { FakeSecureFrame } from '../../application/ports/secure-frame.fake.js';
import { secureFrameContract } from '../../testing/contracts/secure-frame.contract.js';
import { TestFramePage } from '../unit/adapters/secure-frame/test-frame-page.js';

const api = { describe, it, expect };

secureFrameContract(api, 'FakeSecureFrame', () => {
  const frame = new FakeSecureFrame();
  return { frame, answer: (action, answer) => frame.answer(action, answer), emit: (event) => frame.emit(event) };
});

secureFrameContract(api, 'IframeSecureFrame', () => {
  const page = new TestFramePage();
  page.isFast = true;
  return {
    frame: page.frame,
    answer: (action, answer) => {
      const handler = async (): Promise<never> => {
        if (answer === 'never') return new Promise<never>(() => undefined);
        // The table of handlers has one type for each action.
        if (typeof answer === 'function') return answer() as never;
        throw new Error(answer.error);
      };
      page.handlers = { ...page.handlers, [action]: handler };
    },
    emit: (event) => page.emit(event),
  };
});
