import type { AttestedPage } from '../../../../adapters/walletconnect/attestation/http-attestation.js';
import { TestWindow } from './test-window.js';

/** An iframe that loads nothing. */
export interface TestFrame {
  readonly contentWindow: object;
  readonly hidden: boolean;
  readonly referrerPolicy: string;
  readonly src: string;
}

/** A window with iframes that load nothing; the test posts their messages. */
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
    // The members that the adapter uses; no body yet, as while the head is parsed.
    this.document = { createElement, body: null, documentElement: { append: (frame: TestFrame) => frames.push(frame) } } as never;
  }

  post(source: object | undefined, jwt: string | null, origin = 'https://verify.example'): void {
    const data = JSON.stringify({ type: 'verify_attestation', attestation: jwt });
    this.dispatchEvent(Object.assign(new Event('message'), { source, data, origin }));
  }
}
