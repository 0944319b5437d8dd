import { FrameDispatcher, type FrameHandlers } from '../../../../adapters/secure-frame/frame-dispatcher.js';
import { IframeSecureFrame } from '../../../../adapters/secure-frame/iframe-secure-frame.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { type FrameEvent, formatFrameEvent } from '../../../../domain/embedded-wallet/frame-messages.js';

export const SITE = 'https://secure.example';
export const HOST = 'https://app.example';

/** What the frame got and from which page. */
interface PostedMessage {
  readonly data: unknown;
  readonly targetOrigin: string;
}

/** A page with a frame whose document answers with the dispatcher of secure sites. Messages are cloned, as browsers do. */
export class TestFramePage extends EventTarget {
  readonly clock = new FakeClock();
  readonly posted: PostedMessage[] = [];
  readonly frames: { readonly src: string; readonly style: Record<string, string>; dispatchEvent(event: Event): boolean }[] = [];
  readonly contentWindow = {
    postMessage: (data: unknown, targetOrigin: string): void => {
      const copy = structuredClone(data);
      this.posted.push({ data: copy, targetOrigin });
      if (targetOrigin === SITE) void this.#dispatcher.handle({ data: copy, origin: HOST, source: this.#host });
    },
  };
  /** What the frame reported to the page. */
  readonly reports: string[] = [];
  handlers: FrameHandlers = {};
  /** Whether the frame is ready as soon as it is added. */
  isFast = false;
  readonly document: Document;
  readonly frame: IframeSecureFrame;
  // The dispatcher calls `postMessage` only.
  readonly #host = { postMessage: (data: unknown) => this.post(data) } as MessageEventSource;
  readonly #dispatcher = new FrameDispatcher({
    host: this.#host,
    isAllowed: (origin) => origin === HOST,
    handlers: new Proxy({}, { get: (_, action) => this.handlers[action as keyof FrameHandlers] }),
  });

  /** @param path of the frame @param exists what the site responds for a URL. Default: it is out of reach */
  constructor(path = '/sdk', exists: (url: string) => Promise<boolean> = () => Promise.reject(new TypeError('Failed to fetch'))) {
    super();
    const { frames, contentWindow } = this;
    const createElement = (): object => {
      const element = Object.assign(new EventTarget(), { contentWindow, style: {}, src: '', remove: () => void frames.splice(0) });
      return element;
    };
    const container = {
      append: (frame: TestFramePage['frames'][number]): void => {
        frames.push(frame);
        if (this.isFast) queueMicrotask(() => this.emit({ type: 'ready' }));
      },
    };
    // The members that the adapter uses.
    this.document = { createElement } as never;
    this.frame = new IframeSecureFrame({
      page: () => this as never,
      container: () => container as never,
      url: () => `${SITE}${path}?version=4`,
      exists,
      clock: this.clock,
      onTimeout: () => this.reports.push('timeout'),
      onBundleMissing: ({ context }) => this.reports.push(`missing: ${context.digest}`),
      onBlocked: (origin) => this.reports.push(`blocked: ${origin}`),
    });
  }

  /** Posts a message to the page. */
  post(data: unknown, { origin = SITE, source = this.contentWindow as unknown } = {}): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data), origin, source }));
  }

  emit(event: FrameEvent): void {
    this.post(formatFrameEvent(event));
  }

  /** Ids of the requests that the frame got, oldest first. */
  get ids(): readonly string[] {
    return this.posted.map(({ data }) => (data as { readonly id: string }).id);
  }
}
