import { filter, finalize, firstValueFrom, fromEvent, map } from 'rxjs';
import { throwOnAbort } from '../../../application/shared/aborted.js';
import { readAttestationReply } from '../../../domain/wallet-protocol/origin/attestation-service.js';

/** The page that a frame is put into. */
export type FramePage = Pick<Window, 'document' | 'addEventListener' | 'removeEventListener'>;

/** What a frame is asked. */
export interface FrameQuestion {
  /** Address of the frame: it holds the whole question. */
  readonly url: string;
  /** SHA-256 of the envelope, hex: an attestation of another one is none. */
  readonly envelopeId: string;
}

/**
 * Opens a hidden frame of the service and waits for the attestation that it posts. Only what this very frame says from the service's own origin
 * is heard. The frame is gone when this settles, also when it is left by the signal.
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html#authors
 */
export const attestationFrame = async (page: FramePage, { url, envelopeId }: FrameQuestion, signal: AbortSignal): Promise<string> => {
  signal.throwIfAborted();
  const { document } = page;
  const frame = document.createElement('iframe');
  const expected = { serverOrigin: new URL(url).origin, envelopeId };
  const answer = firstValueFrom(
    fromEvent<MessageEvent>(page, 'message').pipe(
      map(({ source, data, origin }) => (source === frame.contentWindow ? readAttestationReply({ data, origin }, expected) : null)),
      filter((jwt) => jwt !== null),
      throwOnAbort(signal),
      finalize(() => frame.remove()),
    ),
  );
  frame.hidden = true;
  // The service has to see whose page this is, also where the page tells nobody else.
  frame.referrerPolicy = 'strict-origin';
  frame.src = url;
  (document.body ?? document.documentElement).append(frame);
  return answer;
};
