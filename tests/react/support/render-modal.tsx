import { act, type BoundFunctions, cleanup, type queries, render, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, vi } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import type { Features } from '../../../presentation/features/compose-features.js';
import { LatchkeyContext } from '../../../presentation/hooks/latchkey-context.js';
import { en, type Messages } from '../../../presentation/messages/en.js';
import { Modal } from '../../../presentation/modal/modal.js';
import type { FakeClient } from '../hooks/support/fake-client.js';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** The modal on a page, as `mountModal` puts it there, but in StrictMode. */
export interface RenderedModal {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Queries inside the shadow root. */
  readonly ui: BoundFunctions<typeof queries>;
  readonly dialog: () => HTMLDialogElement;
  /** The element of the view on screen. */
  readonly view: () => HTMLElement;
  /** Name of the view on screen. */
  readonly viewName: () => string | undefined;
  readonly unmount: () => void;
}

/** Lets promises, microtasks and React settle. */
export const settled = (change: () => unknown = () => undefined): Promise<void> =>
  act(async () => {
    await change();
    await settle();
  });

/** Clicks as a person does: press, then click. */
export const press = (element: Element): Promise<void> =>
  settled(() => {
    element.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, composed: true }));
    (element as HTMLElement).click();
  });

/** Presses a key where the focus is. Whether the browser's own reaction was prevented comes back. */
export const key = async (root: ShadowRoot, name: string, init: KeyboardEventInit = {}): Promise<boolean> => {
  const target = root.activeElement ?? root.querySelector('dialog') ?? root.host;
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true, ...init });
  await settled(() => target.dispatchEvent(event));
  return event.defaultPrevented;
};

/** Renders the modal of a client, with the stock features by default. The later chunks are loaded before this resolves. */
export const renderModal = async ({ client }: FakeClient, messages: Messages = en, features?: Features): Promise<RenderedModal> => {
  const host = document.createElement('latchkey-modal');
  const root = host.attachShadow({ mode: 'open' });
  const place = document.createElement('div');
  root.append(place);
  document.body.append(host);
  await act(() =>
    Promise.all([
      import('../../../presentation/views/inner-views.js'),
      ...['account', 'balances', 'directory', 'names', 'pairing', 'send'].map((feature) => client.load(feature)),
      import('../../../presentation/views/pairing-views.js'),
      import('../../../presentation/views/list-views.js'),
      import('../../../presentation/components/draw-qr.js'),
    ]),
  );
  const { unmount } = render(
    <StrictMode>
      <LatchkeyContext.Provider value={{ client, messages }}>
        <Modal root={root} {...(features === undefined ? {} : { features })} />
      </LatchkeyContext.Provider>
    </StrictMode>,
    { container: place },
  );
  await settled();
  const found = <T extends Element>(selector: string): T => {
    const element = place.querySelector<T>(selector);
    if (element === null) throw new Error(`Nothing in the modal is ${selector}`);
    return element;
  };
  const view = (): HTMLElement => found('.view');
  return {
    host,
    root,
    ui: within(place),
    dialog: () => found<HTMLDialogElement>('dialog'),
    view,
    viewName: () => view().dataset['testid']?.replace('lk-view-', ''),
    unmount: () => {
      unmount();
      host.remove();
    },
  };
};

/** Lets the browser draw a frame, and what waits for that begin. */
export const drawn = (): Promise<void> =>
  settled(async () => {
    await new Promise((frame) => requestAnimationFrame(frame));
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
    else await new Promise((task) => setTimeout(task));
  });

/** Opens the modal of a client and waits until it shows and is drawn. */
export const openModal = async (fake: FakeClient, ...options: Parameters<FakeClient['client']['open']>): Promise<void> => {
  await settled(() => fake.client.open(...options));
  await drawn();
};

/** Renders the modal of a client and opens it. */
export const renderOpen = async (fake: FakeClient, ...options: Parameters<FakeClient['client']['open']>): Promise<RenderedModal> => {
  const modal = await renderModal(fake);
  await openModal(fake, ...options);
  return modal;
};

/** A client and its modal. */
interface Shown<Client> {
  readonly fake: Client;
  readonly modal: RenderedModal;
}

/** Renders the modal of a client that was just made. */
export const renderedModal = async <Client extends FakeClient>(made: Client | Promise<Client>): Promise<Shown<Client>> => {
  const fake = await made;
  return { fake, modal: await renderModal(fake) };
};

/** Renders the modal of a client that was just made, and opens it. */
export const openedModal = async <Client extends FakeClient>(
  made: Client | Promise<Client>,
  options: Parameters<FakeClient['client']['open']>[0] = {},
  prepare: (fake: Client) => void = () => undefined,
): Promise<Shown<Client>> => {
  const fake = await made;
  prepare(fake);
  return { fake, modal: await renderOpen(fake, options) };
};
