import { beforeEach, describe, expect, it, vi } from 'vitest';
import { layOut, openAll, scrollTo, search } from '../support/all-wallets.js';
import { key, press, type RenderedModal, settled } from '../support/render-modal.js';

beforeEach(layOut);

const field = ({ ui }: RenderedModal): HTMLInputElement => ui.getByTestId<HTMLInputElement>('lk-search');
const focused = ({ root }: RenderedModal): string | undefined => (root.activeElement as HTMLElement | null)?.dataset['key'];

describe('Who comes back to the list of all wallets', () => {
  it('finds the search as it was, and the focus on the wallet', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'Wallet 12');
    await press(modal.ui.getByTestId('lk-wallet-w124'));
    await press(modal.ui.getByTestId('lk-back'));
    await settled(() => fake.clock.run(1_000));
    expect(field(modal).value).toBe('Wallet 12');
    expect(focused(modal)).toBe('w124');
  });

  it('begins anew from the first view', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'Wallet 12');
    await press(modal.ui.getByTestId('lk-back'));
    await press(modal.ui.getByTestId('lk-all-wallets'));
    expect(field(modal).value).toBe('');
  });

  it('keeps the focus in the field while they search for something else', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'Wallet 12');
    await press(modal.ui.getByTestId('lk-wallet-w124'));
    await press(modal.ui.getByTestId('lk-back'));
    await settled(() => fake.clock.run(1_000));
    expect(focused(modal)).toBe('w124');
    await settled(() => field(modal).focus());
    // The wallet from before is among what these words find.
    await search(fake, modal, 'Wallet 124');
    expect(modal.root.activeElement).toBe(field(modal));
    await search(fake, modal, 'Wallet 12');
    expect(modal.root.activeElement).toBe(field(modal));
    await search(fake, modal, '');
    expect(modal.root.activeElement).toBe(field(modal));
  });

  it('finds the words that found nothing, from the code that was shown in their place', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'Walet 12');
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    await press(modal.ui.getByTestId('lk-back'));
    expect(field(modal).value).toBe('Walet 12');
    await settled(() => fake.clock.run(1_000));
    expect(modal.view().textContent).toContain('Nothing here is called “Walet 12”');
  });
});

describe('Who turns the phone round in the list of all wallets', () => {
  /** Tells everybody who measures that sizes have changed. */
  const turn = async (widthPx: number, observers: ReadonlySet<() => void>): Promise<void> => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(widthPx);
    await settled(() => {
      for (const tell of observers) tell();
    });
  };
  const observed = (): ReadonlySet<() => void> => {
    const observers = new Set<() => void>();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #tell: () => void;
        constructor(tell: (entries: readonly unknown[]) => void) {
          this.#tell = () => tell([]);
        }
        observe(): void {
          observers.add(this.#tell);
        }
        unobserve(): void {
          observers.delete(this.#tell);
        }
        disconnect(): void {
          observers.delete(this.#tell);
        }
      },
    );
    return observers;
  };
  const columns = ({ ui }: RenderedModal): string =>
    ui.getByTestId('lk-all').querySelector<HTMLElement>('.list')?.style.getPropertyValue('--columns') ?? '';

  it('keeps the focus on the same wallet, which stands in another row then', async () => {
    const observers = observed();
    const { modal } = await openAll();
    await settled(() => field(modal).focus());
    for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await key(modal.root, name);
    const before = focused(modal);
    expect([columns(modal), before]).toEqual(['4', expect.stringMatching(/^w\d/)]);
    await turn(280, observers);
    expect([columns(modal), focused(modal)]).toEqual(['3', before]);
    await settled(() => field(modal).focus());
    await turn(368, observers);
    expect([columns(modal), modal.root.activeElement === field(modal)]).toEqual(['4', true]);
  });

  it('keeps the wallets on screen that were there', async () => {
    const observers = observed();
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(20_000);
    const { modal } = await openAll();
    const list = modal.ui.getByTestId('lk-all');
    const rowPx = Number.parseFloat(list.querySelector('li')?.style.blockSize ?? '');
    await scrollTo(modal, 6 * rowPx);
    await turn(280, observers);
    // The first on screen was the 25th: the first of the ninth row of three.
    expect(list.scrollTop).toBe(8 * rowPx);
  });
});
