import { filter, finalize, firstValueFrom, fromEvent, map } from 'rxjs';
import { throwOnAbort } from '../../../application/shared/aborted.js';
import { readAttestationReply } from '../../../domain/wallet-protocol/origin/attestation-service.js';

/** The window of the page that the frame is added to. */
export type FramePage = Pick<Window, 'document' | 'addEventListener' | 'removeEventListener'>;

export interface AttestationFrameRequest {
  /** URL of the frame, with all parameters. */
  readonly url: string;
  /** SHA-256 of the envelope, hex. Attestations of other envelopes are ignored. */
  readonly envelopeId: string;
}

/**
 * Opens a hidden frame of the verify service and waits for the attestation that it posts. Only messages from this frame and the service's
 * origin are accepted. The frame is removed when the promise settles, also on abort.
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html#authors
 */
export const openAttestationFrame = async (
  page: FramePage,
  { url, envelopeId }: AttestationFrameRequest,
  signal: AbortSignal,
): Promise<string> => {
  signal.throwIfAborted();
  const { document } = page;
  const frame = document.createElement('iframe');
  const expected = { serverOrigin: new URL(url).origin, envelopeId };
  const response = firstValueFrom(
    fromEvent<MessageEvent>(page, 'message').pipe(
      map(({ source, data, origin }) => (source === frame.contentWindow ? readAttestationReply({ data, origin }, expected) : null)),
      filter((jwt) => jwt !== null),
      throwOnAbort(signal),
      finalize(() => frame.remove()),
    ),
  );
  frame.hidden = true;
  // The service needs the page's origin, even if the page sends no referrer otherwise.
  frame.referrerPolicy = 'strict-origin';
  frame.src = url;
  (document.body ?? document.documentElement).append(frame);
  return response;
};
