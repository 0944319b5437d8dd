import { SYSTEM_CLOCK } from '../../../../adapters/browser/system-clock.js';
import { IframeSecureFrame } from '../../../../adapters/secure-frame/iframe-secure-frame.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import type { FrameAction, FramePayload } from '../../../../domain/embedded-wallet/frame-actions.js';
import type { FrameEvent } from '../../../../domain/embedded-wallet/frame-messages.js';
import { frameUrlOf } from '../../../../domain/embedded-wallet/frame-url.js';

/** Outcome of a request: its reply, or the error's message. */
export type FrameResult = { readonly reply: unknown } | { readonly error: string };

declare global {
  /** What the test calls. */
  interface Window {
    embedded: {
      request<Action extends FrameAction>(action: Action, payload?: FramePayload<Action>): Promise<FrameResult>;
      /** Aborts what the user approves, as closing the modal does. */
      abort(): void;
      /** Types of the frame's events. */
      readonly events: readonly FrameEvent['type'][];
      /** The number to type at the page of the mailed link. */
      number: string | null;
    };
  }
}

/** A page with nothing but the frame. `site` and `project` in its query say which. */
const query = new URLSearchParams(location.search);
const container = document.getElementById('host');
if (container === null) throw new Error('The page has no element with the id "host"');
const events: FrameEvent['type'][] = [];
const frame = new IframeSecureFrame({
  page: () => window,
  container: () => container,
  url: () =>
    frameUrlOf(query.get('site') ?? '', {
      projectId: query.get('project') ?? '',
      chainId: formatChainId('eip155', '1'),
      enableLogger: false,
    }),
  clock: SYSTEM_CLOCK,
});

const place = (height: number): void => {
  const iframe = document.getElementById('lk-frame');
  if (iframe !== null) Object.assign(iframe.style, { top: '0', left: '0', width: '360px', height: `${height}px` });
};

frame.events$.subscribe((event) => {
  events.push(event.type);
  if (event.type === 'ready' || event.type === 'session-updated') return;
  frame.acknowledge(event);
  if (event.type === 'show' || event.type === 'home') {
    place(event.height);
    frame.setVisible(true);
  }
  if (event.type === 'hide') frame.setVisible(false);
  if (event.type === 'number') window.embedded.number = event.number;
});

window.embedded = {
  events,
  number: null,
  abort: () => frame.abortApprovals(),
  request: (action, payload) =>
    // Actions without a payload have `undefined`.
    frame.request(action, payload as never, new AbortController().signal).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    ),
};
