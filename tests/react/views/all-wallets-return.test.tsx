import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mockLayout, openAllWallets, scrollTo, search } from '../support/all-wallets.js';
import { actAndFlush, key, press, type RenderedModal } from '../support/render-modal.js';

beforeEach(mockLayout);

const field = ({ ui }: RenderedModal): HTMLInputElement => ui.getByTestId<HTMLInputElement>('lk-search');
const focused = ({ root }: RenderedModal): string | undefined => (root.activeElement as HTMLElement | null)?.dataset['key'];

describe('returning to AllWallets', () => {
  it('restores the search and focuses the wallet', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'Wallet 12');
    await press(modal.ui.getByTestId('lk-wallet-w124'));
    await press(modal.ui.getByTestId('lk-back'));
    await actAndFlush(() => fake.clock.run(1_000));
    expect(field(modal).value).toBe('Wallet 12');
    expect(focused(modal)).toBe('w124');
  });

  it('starts over from the first view', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'Wallet 12');
    await press(modal.ui.getByTestId('lk-back'));
    await press(modal.ui.getByTestId('lk-all-wallets'));
    expect(field(modal).value).toBe('');
  });

  it('keeps the focus in the field during a new search', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'Wallet 12');
    await press(modal.ui.getByTestId('lk-wallet-w124'));
    await press(modal.ui.getByTestId('lk-back'));
    await actAndFlush(() => fake.clock.run(1_000));
    expect(focused(modal)).toBe('w124');
    await actAndFlush(() => field(modal).focus());
    // The results include the previously picked wallet.
    await search(fake, modal, 'Wallet 124');
    expect(modal.root.activeElement).toBe(field(modal));
    await search(fake, modal, 'Wallet 12');
    expect(modal.root.activeElement).toBe(field(modal));
    await search(fake, modal, '');
    expect(modal.root.activeElement).toBe(field(modal));
  });

  it('restores a search without results after showing the code', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'Walet 12');
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    await press(modal.ui.getByTestId('lk-back'));
    expect(field(modal).value).toBe('Walet 12');
    await actAndFlush(() => fake.clock.run(1_000));
    expect(modal.view().textContent).toContain('No results for “Walet 12”');
  });
});

describe('rotating a phone in AllWallets', () => {
  /** Changes the width and notifies the resize observers. */
  const resize = async (widthPx: number, observers: ReadonlySet<() => void>): Promise<void> => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(widthPx);
    await actAndFlush(() => {
      for (const notify of observers) notify();
    });
  };
  const mockResizeObserver = (): ReadonlySet<() => void> => {
    const observers = new Set<() => void>();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #notify: () => void;
        constructor(callback: (entries: readonly unknown[]) => void) {
          this.#notify = () => callback([]);
        }
        observe(): void {
          observers.add(this.#notify);
        }
        unobserve(): void {
          observers.delete(this.#notify);
        }
        disconnect(): void {
          observers.delete(this.#notify);
        }
      },
    );
    return observers;
  };
  const columns = ({ ui }: RenderedModal): string =>
    ui.getByTestId('lk-all').querySelector<HTMLElement>('.list')?.style.getPropertyValue('--columns') ?? '';

  it('keeps the focus on the same wallet in another row', async () => {
    const observers = mockResizeObserver();
    const { modal } = await openAllWallets();
    await actAndFlush(() => field(modal).focus());
    for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await key(modal.root, name);
    const before = focused(modal);
    expect([columns(modal), before]).toEqual(['4', expect.stringMatching(/^w\d/)]);
    await resize(280, observers);
    expect([columns(modal), focused(modal)]).toEqual(['3', before]);
    await actAndFlush(() => field(modal).focus());
    await resize(368, observers);
    expect([columns(modal), modal.root.activeElement === field(modal)]).toEqual(['4', true]);
  });

  it('keeps the same wallets on screen', async () => {
    const observers = mockResizeObserver();
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(20_000);
    const { modal } = await openAllWallets();
    const list = modal.ui.getByTestId('lk-all');
    const rowPx = Number.parseFloat(list.querySelector('li')?.style.blockSize ?? '');
    await scrollTo(modal, 6 * rowPx);
    await resize(280, observers);
    // The first visible wallet was the 25th: the first one of the ninth row of three.
    expect(list.scrollTop).toBe(8 * rowPx);
  });
});
