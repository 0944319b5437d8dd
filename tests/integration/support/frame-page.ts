import type { AttestedPage } from '../../../adapters/walletconnect/attestation/http-attestation.js';

/**
 * A page with frames, as far as the adapter needs: an added frame loads its URL with the page's origin as the referrer, and its messages
 * are dispatched to the page. No other scripts run.
 */
export class FramePage extends EventTarget {
  readonly location: { readonly origin: string };
  /** Frames in the page. */
  readonly frames = new Set<object>();
  readonly document: AttestedPage['document'];

  constructor(origin: string) {
    super();
    this.location = { origin };
    const { frames } = this;
    const createElement = (): object => {
      const frame = { contentWindow: {}, hidden: false, referrerPolicy: '', src: '', remove: () => void frames.delete(frame) };
      return frame;
    };
    const append = (frame: { readonly contentWindow: object; readonly src: string }): void => {
      frames.add(frame);
      void this.#load(frame);
    };
    // The part of Document that the adapter uses.
    this.document = { createElement, body: { append } } as never;
  }

  async #load(frame: { readonly contentWindow: object; readonly src: string }): Promise<void> {
    const response = await fetch(frame.src, { headers: { referer: `${this.location.origin}/` } }).catch(() => null);
    const [, message, target] = /postMessage\((".*"), (".*")\);/.exec((await response?.text()) ?? '') ?? [];
    if (message === undefined || target === undefined || !this.frames.has(frame)) return;
    if (![this.location.origin, '*'].includes(JSON.parse(target))) return;
    const data: unknown = JSON.parse(message);
    this.dispatchEvent(Object.assign(new Event('message'), { source: frame.contentWindow, data, origin: new URL(frame.src).origin }));
  }
}
