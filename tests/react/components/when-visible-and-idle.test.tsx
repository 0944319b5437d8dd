import { cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { whenVisibleAndIdle } from '../../../presentation/components/when-visible-and-idle.js';
import { attachModal } from '../../../presentation/dom/attach-modal.js';
import { mountButton } from '../../../presentation/dom/mount-button.js';
import { LatchkeyProvider } from '../../../presentation/provider/latchkey-provider.js';
import { fakeClient } from '../hooks/support/fake-client.js';
import { actAndFlush } from '../support/render-modal.js';

/** Callbacks of observed elements and pending idle callbacks. */
const observed = new Map<Element, (entries: readonly { readonly isIntersecting: boolean }[]) => void>();
const idleCallbacks = new Map<number, () => void>();

class Observer {
  readonly #callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
  readonly #targets: Element[] = [];
  constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    this.#targets.push(target);
    observed.set(target, this.#callback);
  }
  disconnect(): void {
    for (const target of this.#targets) observed.delete(target);
  }
}

let lastId = 0;
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('requestIdleCallback', (done: () => void) => {
    lastId += 1;
    idleCallbacks.set(lastId, done);
    return lastId;
  });
  vi.stubGlobal('cancelIdleCallback', (id: number) => idleCallbacks.delete(id));
});
afterEach(async () => {
  cleanup();
  await flushPromises();
  document.body.replaceChildren();
  observed.clear();
  idleCallbacks.clear();
});

const show = (element: Element, isIntersecting = true): void => observed.get(element)?.([{ isIntersecting }]);
const idle = (): Promise<void> =>
  actAndFlush(async () => {
    for (const [id, done] of idleCallbacks) {
      idleCallbacks.delete(id);
      done();
    }
    await vi.dynamicImportSettled();
  });

describe('whenVisibleAndIdle', () => {
  const button = (): HTMLElement => document.body.appendChild(document.createElement('button'));

  it('calls back once, when the element is visible and the page then idle', () => {
    const [element, done] = [button(), vi.fn()];
    whenVisibleAndIdle(element, done);
    show(element, false);
    expect(idleCallbacks.size).toBe(0);
    show(element);
    expect([idleCallbacks.size, observed.size]).toEqual([1, 0]);
    expect(done).not.toHaveBeenCalled();
    for (const callback of idleCallbacks.values()) callback();
    show(element);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('waits for a moment without requestIdleCallback', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.useFakeTimers();
    try {
      const [element, done, other, cancelled] = [button(), vi.fn(), button(), vi.fn()];
      whenVisibleAndIdle(element, done);
      const cancel = whenVisibleAndIdle(other, cancelled);
      show(element);
      show(other);
      expect(done).not.toHaveBeenCalled();
      cancel();
      vi.runAllTimers();
      expect([done.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['the user saves data', () => vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } })],
    ['IntersectionObserver is missing', () => vi.stubGlobal('IntersectionObserver', undefined)],
  ])('does nothing if %s', (_, prepare) => {
    prepare();
    const element = button();
    whenVisibleAndIdle(element, vi.fn());
    show(element);
    expect([observed.size, idleCallbacks.size]).toEqual([0, 0]);
  });

  it('can be cancelled before the element is visible and before the page is idle', () => {
    const [first, second, done] = [button(), button(), vi.fn()];
    const cancel = [whenVisibleAndIdle(first, done), whenVisibleAndIdle(second, done)];
    show(second);
    for (const each of cancel) each();
    expect([observed.size, idleCallbacks.size]).toEqual([0, 0]);
  });
});

describe('a visible button on an idle page', () => {
  const modals = (): number => document.querySelectorAll('latchkey-modal').length;

  it('prepares one modal for all React buttons, and none for an unmounted button', async () => {
    const { client } = fakeClient();
    const page = (
      <StrictMode>
        <LatchkeyProvider client={client}>
          <ConnectButton id="first" />
          <ConnectButton id="second" />
        </LatchkeyProvider>
      </StrictMode>
    );
    const { unmount } = render(page);
    for (const element of screen.getAllByRole('button')) show(element);
    unmount();
    expect(idleCallbacks.size).toBe(0);
    await idle();
    expect(modals()).toBe(0);
    render(page);
    for (const element of screen.getAllByRole('button')) show(element);
    expect(modals()).toBe(0);
    await idle();
    expect([modals(), client.getState().open]).toEqual([1, false]);
  });

  it('prepares the modal without React', async () => {
    const { client } = fakeClient();
    const { element, unmount } = mountButton(client, document.body);
    show(element);
    await idle();
    expect([modals(), client.getState().open]).toEqual([1, false]);
    await actAndFlush(unmount);
    expect([modals(), observed.size]).toEqual([0, 0]);
    const ownButton = document.body.appendChild(document.createElement('button'));
    const detach = attachModal(client, ownButton);
    show(ownButton);
    await idle();
    expect(modals()).toBe(1);
    await actAndFlush(detach);
  });
});
