/** Reason why no code can be scanned. */
export type ScanFailure = 'denied' | 'no-camera' | 'camera-busy' | 'failed';

/** Pictures are decoded about eight times a second. */
const INTERVAL_MS = 120;
/** Enough to read a code, and fast on a phone. */
const MAX_EDGE = 640;

/** Names of the errors of `getUserMedia`. @see https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
const FAILURES: Readonly<Record<string, ScanFailure>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  NotReadableError: 'camera-busy',
  AbortError: 'camera-busy',
};

/** Tests for a page that may ask for a camera: only secure contexts may. */
export const canScan = (): boolean => typeof navigator !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined;

/** Names a failure of {@link scanCodes}. */
export const scanFailureOf = (error: unknown): ScanFailure =>
  (error instanceof DOMException ? FAILURES[error.name] : undefined) ?? 'failed';

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, INTERVAL_MS);
    signal.addEventListener('abort', finish);
  });

/**
 * Shows the camera that looks away from the user, and calls back with each code that it sees until the signal is aborted. The camera is switched off
 * then. Asks the user for the camera.
 * @throws DOMException if there is no camera, or the user denies it
 */
export const scanCodes = async (video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => void): Promise<void> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment' } });
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    const { decodeQr } = await import('../../components/decode-qr.js');
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    while (!signal.aborted && context !== null) {
      const { videoWidth, videoHeight } = video;
      const scale = Math.min(1, MAX_EDGE / Math.max(videoWidth, videoHeight, 1));
      const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
      if (width > 0 && height > 0) {
        canvas.width = width;
        canvas.height = height;
        context.drawImage(video, 0, 0, width, height);
        const text = decodeQr(context.getImageData(0, 0, width, height));
        if (text !== null) onText(text);
      }
      await pause(signal);
    }
  } catch (error) {
    // The element is gone with its view.
    if (!signal.aborted) throw error;
  } finally {
    stop();
  }
};
