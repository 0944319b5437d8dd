import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attachModal } from '../../../presentation/dom/attach-modal.js';
import { fakeClient } from '../hooks/support/fake-client.js';
import { actAndFlush } from '../support/render-modal.js';

const button = (): HTMLButtonElement => document.body.appendChild(document.createElement('button'));

const modals = (): number => document.querySelectorAll('latchkey-modal').length;

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('attachModal', () => {
  it('fetches the modal on intent, opens it on click, and removes it when the last button detaches', async () => {
    const { client } = fakeClient();
    const [first, second] = [button(), button()];
    const detach = [attachModal(client, first), attachModal(client, second, { view: 'Networks' })];
    await actAndFlush(() => vi.dynamicImportSettled());
    expect(modals()).toBe(0);
    await actAndFlush(() => fireEvent(first, new Event('pointerenter')));
    await actAndFlush(() => vi.dynamicImportSettled());
    expect([modals(), client.getState().open]).toEqual([1, false]);
    await actAndFlush(() => fireEvent.click(first));
    expect(client.useCases.watchModal.current()).toMatchObject({ modal: { open: true }, view: { name: 'Connect' } });
    expect(document.activeElement).not.toBe(document.body);
    await actAndFlush(() => client.close());
    await actAndFlush(() => fireEvent.click(second));
    expect(client.useCases.watchModal.current().view.name).toBe('Networks');
    await actAndFlush(() => client.close());
    await actAndFlush(() => detach[0]?.());
    await actAndFlush(() => fireEvent.click(first));
    expect([modals(), client.getState().open]).toEqual([1, false]);
    await actAndFlush(() => detach[1]?.());
    expect(modals()).toBe(0);
  });

  it('mounts no modal with the option disableAppend', async () => {
    const { client } = fakeClient({ options: { disableAppend: true } });
    const element = button();
    const detach = attachModal(client, element);
    await actAndFlush(() => fireEvent.click(element));
    await actAndFlush(() => vi.dynamicImportSettled());
    expect([client.getState().open, modals()]).toEqual([true, 0]);
    await actAndFlush(() => detach());
  });

  it('does not open if an earlier listener prevents the click', async () => {
    const { client } = fakeClient();
    const element = button();
    element.addEventListener('click', (event) => event.preventDefault());
    const detach = attachModal(client, element);
    await actAndFlush(() => fireEvent.click(element));
    expect(client.getState().open).toBe(false);
    await actAndFlush(() => detach());
  });

  it('does nothing after the client is disposed, without an unhandled rejection', async () => {
    const { client } = fakeClient();
    const element = button();
    attachModal(client, element);
    const opened = vi.spyOn(client, 'open');
    const rejections: unknown[] = [];
    const record = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', record);
    await actAndFlush(() => client.dispose());
    await actAndFlush(() => fireEvent.click(element));
    await expect(opened.mock.results[0]?.value).rejects.toMatchObject({ code: 'config/disposed' });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', record);
    expect([rejections, modals()]).toEqual([[], 0]);
  });
});
