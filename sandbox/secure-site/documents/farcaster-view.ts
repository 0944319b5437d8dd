import { encodeQR } from 'qr';
import { element } from '../../wallet/window/element.js';
import type { CodeOptions } from './code-view.js';
import { errorText } from './error-message.js';
import type { Logins } from './logins.js';
import { errorLine, paragraph, showScreen, skeleton } from './screen.js';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws a code for the camera of a phone. */
const drawCode = (text: string): SVGElement => {
  const rows = encodeQR(text, 'raw', { border: 2 });
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${rows.length} ${rows.length}`);
  svg.setAttribute('class', 'code');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'Code for your phone');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join(''));
  svg.append(path);
  return svg;
};

/** Options of {@link showFarcaster}. */
export interface FarcasterViewOptions extends Pick<CodeOptions, 'title' | 'before' | 'done' | 'cancel'> {
  readonly logins: Pick<Logins, 'beginFarcaster' | 'waitForFarcaster'>;
}

/** Has the user sign in with their Farcaster app: on a phone by a code, or on this device by a link. */
export const showFarcaster = ({ logins, title, before = () => [], done, cancel }: FarcasterViewOptions): void => {
  const controller = new AbortController();
  const cancelling = {
    label: 'Cancel',
    run: () => {
      controller.abort();
      cancel();
    },
  };
  const run = async (): Promise<void> => {
    const url = await logins.beginFarcaster();
    if (controller.signal.aborted) return;
    showScreen(
      {
        title,
        children: [
          ...before(),
          paragraph('Scan the code with your phone, and sign in with your Farcaster app.'),
          drawCode(url),
          element('a', { class: 'link', href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Open Farcaster on this device'),
        ],
        actions: [cancelling],
      },
      true,
    );
    await logins.waitForFarcaster(controller.signal);
    done();
  };
  const start = (): void => {
    showScreen({ title, children: [...before(), skeleton('Opening Farcaster')], actions: [cancelling] });
    run().catch((error: unknown) => {
      if (controller.signal.aborted) return;
      showScreen(
        {
          title,
          children: [...before(), errorLine(errorText(error))],
          actions: [cancelling, { label: 'Try again', isPrimary: true, run: start }],
        },
        true,
      );
    });
  };
  start();
};
