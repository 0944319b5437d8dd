import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type MountedModal, type MountModalOptions, mountModal } from '../../../presentation/modal/mount-modal.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';
import { pseudo } from '../support/pseudo.js';
import { actAndFlush, openModal } from '../support/render-modal.js';

const mounted: MountedModal[] = [];
const mount = async (fake: FakeClient, options?: MountModalOptions): Promise<MountedModal> => {
  const modal = await act(async () => mountModal(fake.client, options));
  mounted.push(modal);
  await actAndFlush();
  return modal;
};
const rootOf = ({ element }: MountedModal): ShadowRoot => element.shadowRoot!;

afterEach(() => {
  act(() => {
    for (const { unmount } of mounted.splice(0)) unmount();
  });
  document.body.replaceChildren();
});

describe('mountModal', () => {
  it('appends one element with an open shadow root to the body and removes it', async () => {
    const fake = fakeClient();
    const modal = await mount(fake);
    expect(document.body.lastElementChild).toBe(modal.element);
    expect(modal.element.localName).toBe('latchkey-modal');
    await openModal(fake);
    expect(rootOf(modal).querySelector('dialog')?.open).toBe(true);
    act(() => modal.unmount());
    expect(document.body.children).toHaveLength(0);
    expect(document.documentElement.hasAttribute('style')).toBe(false);
  });

  it('unmounts with its client and leaves no listeners', async () => {
    const fake = fakeClient();
    const { element } = await mount(fake);
    await openModal(fake);
    await actAndFlush(() => fake.client.dispose());
    expect(document.body.children).toHaveLength(0);
    expect(document.documentElement.hasAttribute('style')).toBe(false);
    let received = 0;
    document.body.append(element);
    document.body.addEventListener('keydown', () => (received += 1), { once: true });
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
    expect(received).toBe(1);
  });

  it('never shows for a disposed client', async () => {
    const fake = fakeClient();
    fake.client.dispose();
    await mount(fake);
    expect(document.body.children).toHaveLength(0);
  });

  it('is styled without a style element or link', async () => {
    const before = document.adoptedStyleSheets.length;
    const fake = fakeClient();
    const modal = await mount(fake);
    await openModal(fake);
    expect(rootOf(modal).adoptedStyleSheets.length).toBeGreaterThanOrEqual(3);
    expect(rootOf(modal).querySelectorAll('style, link')).toHaveLength(0);
    expect(document.querySelectorAll('style, link')).toHaveLength(0);
    expect(document.adoptedStyleSheets).toHaveLength(before);
  });

  it('shares style sheets between modals', async () => {
    const [one, two] = [await mount(fakeClient()), await mount(fakeClient())];
    expect(rootOf(one).adoptedStyleSheets[0]).toBe(rootOf(two).adoptedStyleSheets[0]);
  });

  it('mounts in the container, and nowhere with disableAppend', async () => {
    const container = document.createElement('main');
    document.body.append(container);
    expect((await mount(fakeClient(), { container })).element.parentElement).toBe(container);
    expect((await mount(fakeClient({ options: { disableAppend: true } }))).element.isConnected).toBe(false);
  });

  it('updates with the theme and its variables', async () => {
    const fake = fakeClient({ options: { themeVariables: { '--lk-accent': 'rebeccapurple', '--lk-z-index': 5 } } });
    const { element } = await mount(fake);
    expect(element.dataset['theme']).toBe('dark');
    expect(element.style.getPropertyValue('--lk-accent')).toBe('rebeccapurple');
    expect(element.style.getPropertyValue('--lk-z-index')).toBe('5');
    await actAndFlush(() => {
      fake.client.setThemeMode('light');
      fake.client.setThemeVariables({ '--lk-accent': 'teal' });
    });
    expect(element.dataset['theme']).toBe('light');
    expect(element.style.getPropertyValue('--lk-accent')).toBe('teal');
    expect(element.style.getPropertyValue('--lk-z-index')).toBe('5');
  });

  it('uses the given texts', async () => {
    const fake = fakeClient();
    const modal = await mount(fake, { messages: pseudo });
    await openModal(fake);
    expect(rootOf(modal).querySelector('h1')?.textContent).toBe(pseudo.connectWallet);
  });

  it('hides pointer, key and wheel events inside the modal from handlers of the page', async () => {
    const received: string[] = [];
    const names = ['pointerdown', 'mousedown', 'keydown', 'wheel', 'touchmove', 'focusin'];
    for (const name of names) document.addEventListener(name, () => received.push(name));
    const fake = fakeClient();
    const modal = await mount(fake);
    await openModal(fake);
    const heading = rootOf(modal).querySelector('h1')!;
    for (const name of names) heading.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
    expect(received).toEqual([]);
    document.body.dispatchEvent(new Event('wheel', { bubbles: true }));
    expect(received).toEqual(['wheel']);
  });
});
