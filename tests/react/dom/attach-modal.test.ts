import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attachModal } from '../../../presentation/dom/attach-modal.js';
import { fakeClient } from '../hooks/support/fake-client.js';
import { settled } from '../support/render-modal.js';

const button = (): HTMLButtonElement => document.body.appendChild(document.createElement('button'));

const modals = (): number => document.querySelectorAll('latchkey-modal').length;

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('attachModal', () => {
  it('fetches the modal when a person heads for the button, opens it with a click, and takes it away with the last one', async () => {
    const { client } = fakeClient();
    const [first, second] = [button(), button()];
    const detach = [attachModal(client, first), attachModal(client, second, { view: 'Networks' })];
    await settled(() => vi.dynamicImportSettled());
    expect(modals()).toBe(0);
    await settled(() => fireEvent(first, new Event('pointerenter')));
    await settled(() => vi.dynamicImportSettled());
    expect([modals(), client.getState().open]).toEqual([1, false]);
    await settled(() => fireEvent.click(first));
    expect(client.useCases.watchModal.current()).toMatchObject({ modal: { open: true }, view: { name: 'Connect' } });
    expect(document.activeElement).not.toBe(document.body);
    await settled(() => client.close());
    await settled(() => fireEvent.click(second));
    expect(client.useCases.watchModal.current().view.name).toBe('Networks');
    await settled(() => client.close());
    await settled(() => detach[0]?.());
    await settled(() => fireEvent.click(first));
    expect([modals(), client.getState().open]).toEqual([1, false]);
    await settled(() => detach[1]?.());
    expect(modals()).toBe(0);
  });

  it('brings no modal where the option disableAppend is set', async () => {
    const { client } = fakeClient({ options: { disableAppend: true } });
    const element = button();
    const detach = attachModal(client, element);
    await settled(() => fireEvent.click(element));
    await settled(() => vi.dynamicImportSettled());
    expect([client.getState().open, modals()]).toEqual([true, 0]);
    await settled(() => detach());
  });

  it('opens nothing when a listener before it prevents it', async () => {
    const { client } = fakeClient();
    const element = button();
    element.addEventListener('click', (event) => event.preventDefault());
    const detach = attachModal(client, element);
    await settled(() => fireEvent.click(element));
    expect(client.getState().open).toBe(false);
    await settled(() => detach());
  });

  it('does nothing once its client is disposed of, and leaves no rejection behind', async () => {
    const { client } = fakeClient();
    const element = button();
    attachModal(client, element);
    const opened = vi.spyOn(client, 'open');
    const left: unknown[] = [];
    const note = (reason: unknown): void => void left.push(reason);
    process.on('unhandledRejection', note);
    await settled(() => client.dispose());
    await settled(() => fireEvent.click(element));
    await expect(opened.mock.results[0]?.value).rejects.toMatchObject({ code: 'config/disposed' });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect([left, modals()]).toEqual([[], 0]);
  });
});
