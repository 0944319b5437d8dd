import { cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { idleInSight } from '../../../presentation/components/idle-in-sight.js';
import { attachModal } from '../../../presentation/dom/attach-modal.js';
import { mountButton } from '../../../presentation/dom/mount-button.js';
import { LatchkeyProvider } from '../../../presentation/provider/latchkey-provider.js';
import { fakeClient } from '../hooks/support/fake-client.js';
import { settled } from '../support/render-modal.js';

/** What a page watches for being in sight, and what waits for it to be idle. */
const watched = new Map<Element, (entries: readonly { readonly isIntersecting: boolean }[]) => void>();
const waiting = new Map<number, () => void>();

class Observer {
  readonly #callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
  readonly #targets: Element[] = [];
  constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    this.#targets.push(target);
    watched.set(target, this.#callback);
  }
  disconnect(): void {
    for (const target of this.#targets) watched.delete(target);
  }
}

let last = 0;
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('requestIdleCallback', (done: () => void) => {
    last += 1;
    waiting.set(last, done);
    return last;
  });
  vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id));
});
afterEach(async () => {
  cleanup();
  await settle();
  document.body.replaceChildren();
  watched.clear();
  waiting.clear();
});

const show = (element: Element, isIntersecting = true): void => watched.get(element)?.([{ isIntersecting }]);
const idle = (): Promise<void> =>
  settled(async () => {
    for (const [id, done] of waiting) {
      waiting.delete(id);
      done();
    }
    await vi.dynamicImportSettled();
  });

describe('idleInSight', () => {
  const button = (): HTMLElement => document.body.appendChild(document.createElement('button'));

  it('calls once: when the element is in sight and the page is idle after that', () => {
    const [element, done] = [button(), vi.fn()];
    idleInSight(element, done);
    show(element, false);
    expect(waiting.size).toBe(0);
    show(element);
    expect([waiting.size, watched.size]).toEqual([1, 0]);
    expect(done).not.toHaveBeenCalled();
    for (const callback of waiting.values()) callback();
    show(element);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('waits a moment where a browser has no idle callback', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.useFakeTimers();
    try {
      const [element, done, other, cancelled] = [button(), vi.fn(), button(), vi.fn()];
      idleInSight(element, done);
      const cancel = idleInSight(other, cancelled);
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
    ['the browser cannot tell what is in sight', () => vi.stubGlobal('IntersectionObserver', undefined)],
  ])('does nothing where %s', (_, prepare) => {
    prepare();
    const element = button();
    idleInSight(element, vi.fn());
    show(element);
    expect([watched.size, waiting.size]).toEqual([0, 0]);
  });

  it('is taken back, before the element is in sight and before the page is idle', () => {
    const [first, second, done] = [button(), button(), vi.fn()];
    const cancel = [idleInSight(first, done), idleInSight(second, done)];
    show(second);
    for (const each of cancel) each();
    expect([watched.size, waiting.size]).toEqual([0, 0]);
  });
});

describe('A button in sight of an idle page', () => {
  const modals = (): number => document.querySelectorAll('latchkey-modal').length;

  it('makes the modal ready in React, one for all buttons, and not for one that has left', async () => {
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
    expect(waiting.size).toBe(0);
    await idle();
    expect(modals()).toBe(0);
    render(page);
    for (const element of screen.getAllByRole('button')) show(element);
    expect(modals()).toBe(0);
    await idle();
    expect([modals(), client.getState().open]).toEqual([1, false]);
  });

  it('makes the modal ready without React', async () => {
    const { client } = fakeClient();
    const { element, unmount } = mountButton(client, document.body);
    show(element);
    await idle();
    expect([modals(), client.getState().open]).toEqual([1, false]);
    await settled(unmount);
    expect([modals(), watched.size]).toEqual([0, 0]);
    const own = document.body.appendChild(document.createElement('button'));
    const detach = attachModal(client, own);
    show(own);
    await idle();
    expect(modals()).toBe(1);
    await settled(detach);
  });
});
