import type { AttestedPage } from '../../../../adapters/walletconnect/attestation/http-attestation.js';
import { TestWindow } from './test-window.js';

/** A frame that loads nothing. */
export interface TestFrame {
  readonly contentWindow: object;
  readonly hidden: boolean;
  readonly referrerPolicy: string;
  readonly src: string;
}

/** A page with frames that load nothing: the test says what they post, by the origin of the service. */
export class FrameWindow extends TestWindow {
  readonly location: { readonly origin: string };
  readonly frames: TestFrame[] = [];
  readonly document: AttestedPage['document'];

  constructor(origin: string) {
    super();
    this.location = { origin };
    const { frames } = this;
    const createElement = (): TestFrame => {
      const remove = (): void => void frames.splice(frames.indexOf(frame), 1);
      const frame = { contentWindow: {}, hidden: false, referrerPolicy: '', src: '', remove };
      return frame;
    };
    // What the adapter uses of a document; it has no body yet, as while its head is read.
    this.document = { createElement, body: null, documentElement: { append: (frame: TestFrame) => frames.push(frame) } } as never;
  }

  post(source: object | undefined, jwt: string | null, origin = 'https://verify.example'): void {
    const data = JSON.stringify({ type: 'verify_attestation', attestation: jwt });
    this.dispatchEvent(Object.assign(new Event('message'), { source, data, origin }));
  }
}
