import { act, type BoundFunctions, type queries, render, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import type { Features } from '../../../presentation/features/compose-features.js';
import { FEATURES } from '../../../presentation/features/features.js';
import { LatchkeyContext } from '../../../presentation/hooks/latchkey-context.js';
import { en, type Messages } from '../../../presentation/messages/en.js';
import { Modal } from '../../../presentation/modal/modal.js';
import type { FakeClient } from '../hooks/support/fake-client.js';

/** The modal as mounted by `mountModal`, but in StrictMode. */
export interface RenderedModal {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Queries inside the shadow root. */
  readonly ui: BoundFunctions<typeof queries>;
  readonly dialog: () => HTMLDialogElement;
  /** Element of the current view. */
  readonly view: () => HTMLElement;
  /** Name of the current view. */
  readonly viewName: () => string | undefined;
  readonly unmount: () => void;
}

/** Runs a change inside `act` and flushes promises. */
export const actAndFlush = (change: () => unknown = () => undefined): Promise<void> =>
  act(async () => {
    await change();
    await flushPromises();
  });

/** Clicks like a user: pointerdown, then click. */
export const press = (element: Element): Promise<void> =>
  actAndFlush(() => {
    element.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, composed: true }));
    (element as HTMLElement).click();
  });

/** Presses a key on the focused element. Returns true if the default action was prevented. */
export const key = async (root: ShadowRoot, name: string, init: KeyboardEventInit = {}): Promise<boolean> => {
  const target = root.activeElement ?? root.querySelector('dialog') ?? root.host;
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true, ...init });
  await actAndFlush(() => target.dispatchEvent(event));
  return event.defaultPrevented;
};

/** Renders a client's modal, by default with the stock features, after loading all its chunks. */
export const renderModal = async ({ client }: FakeClient, messages: Messages = en, features?: Features): Promise<RenderedModal> => {
  const host = document.createElement('latchkey-modal');
  const root = host.attachShadow({ mode: 'open' });
  const container = document.createElement('div');
  root.append(container);
  document.body.append(host);
  await act(() =>
    Promise.all([
      ...[
        'account',
        'account-name',
        'activity',
        'balances',
        'directory',
        'embedded-wallet',
        'names',
        'nfts',
        'onramp',
        'pairing',
        'send',
        'tokens',
        'transfer',
      ].map((feature) => client.load(feature)),
      ...FEATURES.chunks.map((chunk) => chunk.load()),
      import('../../../presentation/components/draw-qr.js'),
    ]),
  );
  const { unmount } = render(
    <StrictMode>
      <LatchkeyContext.Provider value={{ client, messages }}>
        <Modal root={root} {...(features === undefined ? {} : { features })} />
      </LatchkeyContext.Provider>
    </StrictMode>,
    { container },
  );
  await actAndFlush();
  const find = <T extends Element>(selector: string): T => {
    const element = container.querySelector<T>(selector);
    if (element === null) throw new Error(`Nothing in the modal matches ${selector}`);
    return element;
  };
  const view = (): HTMLElement => find('.view');
  return {
    host,
    root,
    ui: within(container),
    dialog: () => find<HTMLDialogElement>('dialog'),
    view,
    viewName: () => view().dataset['testid']?.replace('lk-view-', ''),
    unmount: () => {
      unmount();
      host.remove();
    },
  };
};

/** Waits for an animation frame and the task after it. */
export const nextFrame = (): Promise<void> =>
  actAndFlush(async () => {
    await new Promise((frame) => requestAnimationFrame(frame));
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
    else await new Promise((task) => setTimeout(task));
  });

/** Opens a client's modal and waits for its first frame. */
export const openModal = async (fake: FakeClient, ...options: Parameters<FakeClient['client']['open']>): Promise<void> => {
  await actAndFlush(() => fake.client.open(...options));
  await nextFrame();
};

/** Renders and opens a client's modal. */
export const renderOpen = async (fake: FakeClient, ...options: Parameters<FakeClient['client']['open']>): Promise<RenderedModal> => {
  const modal = await renderModal(fake);
  await openModal(fake, ...options);
  return modal;
};

/** A client and its modal. */
interface RenderedClient<Client> {
  readonly fake: Client;
  readonly modal: RenderedModal;
}

/** Renders the modal of a new client. */
export const renderedModal = async <Client extends FakeClient>(created: Client | Promise<Client>): Promise<RenderedClient<Client>> => {
  const fake = await created;
  return { fake, modal: await renderModal(fake) };
};

/** Renders and opens the modal of a new client. */
export const openedModal = async <Client extends FakeClient>(
  created: Client | Promise<Client>,
  options: Parameters<FakeClient['client']['open']>[0] = {},
  prepare: (fake: Client) => void = () => undefined,
): Promise<RenderedClient<Client>> => {
  const fake = await created;
  prepare(fake);
  return { fake, modal: await renderOpen(fake, options) };
};

/** Text of an element without the letters of its tiles. */
export const textWithoutPictures = (element: Element): string => {
  // Cloning keeps the element type.
  const clone = element.cloneNode(true) as Element;
  for (const picture of clone.querySelectorAll('.pic')) picture.remove();
  return clone.textContent ?? '';
};
