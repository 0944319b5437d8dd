import type { SecureFrameState } from '../../application/embedded-wallet/secure-frame-state.js';
import { HIDDEN_FRAME } from '../../application/embedded-wallet/secure-frame-state.js';
import type { Latchkey } from '../../application/latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

const watch = ({ useCases: { watchSecureFrame } }: Latchkey): Watched<SecureFrameState> => ({
  current: () => watchSecureFrame.current(),
  changes: watchSecureFrame.execute(),
  serverValue: HIDDEN_FRAME,
});

/**
 * Returns what the secure frame of the embedded wallet asks the page to show. Loads the embedded wallet's code. The stock modal shows the frame;
 * without it, the frame appears over the page.
 * @example const { isVisible, deviceNumber } = useSecureFrame();
 */
export const useSecureFrame = (): SecureFrameState => useObservable('useSecureFrame', watch);
