import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type MountedModal, type MountModalOptions, mountModal } from '../../../presentation/modal/mount-modal.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';
import { pseudo } from '../support/pseudo.js';
import { openModal, settled } from '../support/render-modal.js';

const mounted: MountedModal[] = [];
const mount = async (fake: FakeClient, options?: MountModalOptions): Promise<MountedModal> => {
  const modal = await act(async () => mountModal(fake.client, options));
  mounted.push(modal);
  await settled();
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
  it('puts one element with an open shadow root at the end of the body, and takes it away again', async () => {
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

  it('leaves the page with its client, and leaves nothing behind that hears the page', async () => {
    const fake = fakeClient();
    const { element } = await mount(fake);
    await openModal(fake);
    await settled(() => fake.client.dispose());
    expect(document.body.children).toHaveLength(0);
    expect(document.documentElement.hasAttribute('style')).toBe(false);
    let heard = 0;
    document.body.append(element);
    document.body.addEventListener('keydown', () => (heard += 1), { once: true });
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
    expect(heard).toBe(1);
  });

  it('never shows for a client that is disposed already', async () => {
    const fake = fakeClient();
    fake.client.dispose();
    await mount(fake);
    expect(document.body.children).toHaveLength(0);
  });

  it('styles itself without a style element or link, on the modal as in the page', async () => {
    const fake = fakeClient();
    const modal = await mount(fake);
    await openModal(fake);
    expect(rootOf(modal).adoptedStyleSheets.length).toBeGreaterThanOrEqual(3);
    expect(rootOf(modal).querySelectorAll('style, link')).toHaveLength(0);
    expect(document.querySelectorAll('style, link')).toHaveLength(0);
    expect(document.adoptedStyleSheets).toHaveLength(0);
  });

  it('shares its sheets between modals', async () => {
    const [one, two] = [await mount(fakeClient()), await mount(fakeClient())];
    expect(rootOf(one).adoptedStyleSheets[0]).toBe(rootOf(two).adoptedStyleSheets[0]);
  });

  it('mounts where it is told, and nowhere with disableAppend', async () => {
    const place = document.createElement('main');
    document.body.append(place);
    expect((await mount(fakeClient(), { container: place })).element.parentElement).toBe(place);
    expect((await mount(fakeClient({ options: { disableAppend: true } }))).element.isConnected).toBe(false);
  });

  it('follows the theme and its variables', async () => {
    const fake = fakeClient({ options: { themeVariables: { '--lk-accent': 'rebeccapurple', '--lk-z-index': 5 } } });
    const { element } = await mount(fake);
    expect(element.dataset['theme']).toBe('dark');
    expect(element.style.getPropertyValue('--lk-accent')).toBe('rebeccapurple');
    expect(element.style.getPropertyValue('--lk-z-index')).toBe('5');
    await settled(() => {
      fake.client.setThemeMode('light');
      fake.client.setThemeVariables({ '--lk-accent': 'teal' });
    });
    expect(element.dataset['theme']).toBe('light');
    expect(element.style.getPropertyValue('--lk-accent')).toBe('teal');
    expect(element.style.getPropertyValue('--lk-z-index')).toBe('5');
  });

  it('speaks the texts it is given', async () => {
    const fake = fakeClient();
    const modal = await mount(fake, { messages: pseudo });
    await openModal(fake);
    expect(rootOf(modal).querySelector('h1')?.textContent).toBe(pseudo.connectWallet);
  });

  it('lets no handler of the page take a press, key or wheel inside the modal for one beside it', async () => {
    const heard: string[] = [];
    const names = ['pointerdown', 'mousedown', 'keydown', 'wheel', 'touchmove', 'focusin'];
    for (const name of names) document.addEventListener(name, () => heard.push(name));
    const fake = fakeClient();
    const modal = await mount(fake);
    await openModal(fake);
    const heading = rootOf(modal).querySelector('h1')!;
    for (const name of names) heading.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
    expect(heard).toEqual([]);
    document.body.dispatchEvent(new Event('wheel', { bubbles: true }));
    expect(heard).toEqual(['wheel']);
  });
});
