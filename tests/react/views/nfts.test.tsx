import { cleanup, fireEvent, render, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { view } from '../../../domain/router/views.js';
import type { Nft } from '../../../domain/tokens/parse-nfts.js';
import { LatchkeyContext } from '../../../presentation/hooks/latchkey-context.js';
import { en } from '../../../presentation/messages/en.js';
import { nftGridLayout } from '../../../presentation/views/nfts/nft-grid.js';
import { NftsPanel } from '../../../presentation/views/nfts/nfts-panel.js';
import { ADDRESS, connectedClient } from '../hooks/support/connected.js';
import type { FakeClient } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { actAndFlush, press, type RenderedModal, renderOpen, textWithoutPictures } from '../support/render-modal.js';

const nft = (id: string, overrides: Partial<Nft> = {}): Nft => ({
  ...{ id, chainId: toChainId('eip155:1'), name: id, collection: 'Badges', address: '0xabc', tokenId: '7', quantity: 1n },
  ...{ imageUrl: null, isSpam: false },
  ...overrides,
});
const nfts = (count: number): readonly Nft[] => Array.from({ length: count }, (_, index) => nft(`Badge ${index}`));

/** Size of the grid, in px: a card of 360 px. */
const [GRID_PX, WIDTH_PX] = [480, 344];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(GRID_PX);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH_PX);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(GRID_PX);
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

type Options = NonNullable<NonNullable<Parameters<typeof connectedClient>[0]>['options']>;

/** A connected account with NFTs. */
const clientWith = async (
  held: readonly Nft[],
  prepare: (fake: FakeClient) => void = () => undefined,
  options: Options = {},
): Promise<FakeClient> => {
  const fake = await connectedClient({ options });
  fake.blockchainApi.heldNfts.set(ADDRESS, held);
  prepare(fake);
  return fake;
};

const openNfts = async (...args: Parameters<typeof clientWith>): Promise<{ fake: FakeClient; modal: RenderedModal }> => {
  const fake = await clientWith(...args);
  return { fake, modal: await renderOpen(fake, { view: 'Nfts' }) };
};

const cellsOf = ({ ui }: RenderedModal): readonly string[] => ui.getAllByRole('listitem').map(textWithoutPictures);
const titleOf = ({ ui }: RenderedModal): string | null => ui.getByRole('heading', { level: 2 }).textContent;
const cursorsOf = ({ blockchainApi }: FakeClient): readonly (string | null)[] => blockchainApi.inputsOf('nfts').map(({ cursor }) => cursor);
const scrollTo = (modal: RenderedModal, top: number): Promise<void> =>
  actAndFlush(() => {
    const grid = modal.ui.getByTestId('lk-nfts');
    grid.scrollTop = top;
    fireEvent.scroll(grid);
  });

describe('Nfts', () => {
  it('lists NFTs by name and collection, with copies, each with its page in the explorer', async () => {
    const { modal } = await openNfts([
      nft('Sword', { collection: 'Arms', quantity: 12_345n }),
      nft('a', { name: '', address: '0x1/../2', tokenId: '9'.repeat(78) }),
      nft('b', { name: '', collection: '', tokenId: null, quantity: 10n ** 77n }),
    ]);
    expect(cellsOf(modal)).toEqual([
      'SwordArms×12K12K copies (opens in a new tab)',
      '#9999…9999Badges (opens in a new tab)',
      'NFT×1E771E77 copies (opens in a new tab)',
    ]);
    expect(modal.ui.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://etherscan.io/token/0xabc?a=7',
      `https://etherscan.io/token/0x1%2F..%2F2?a=${'9'.repeat(78)}`,
      'https://etherscan.io/token/0xabc',
    ]);
    await expectAccessible(modal.view());
  });

  it('marks those that imitate another collection, instead of naming it', async () => {
    const { modal } = await openNfts([nft('Sword'), nft('Gift', { collection: 'Вadges', address: '0xdef' })]);
    expect(cellsOf(modal)).toEqual(['SwordBadges (opens in a new tab)', 'GiftLook-alike (opens in a new tab)']);
  });

  it('has no links on a network without an explorer, and can be scrolled by keyboard all the same', async () => {
    const { modal } = await openNfts([nft('Sword')], undefined, { networks: [{ ...mainnet, blockExplorers: undefined }] });
    expect(cellsOf(modal)).toEqual(['SwordBadges']);
    expect(modal.ui.queryByRole('link')).toBeNull();
    expect(modal.ui.getByRole('region', { name: 'NFTs' }).tabIndex).toBe(0);
    await expectAccessible(modal.view());
  });

  it('renders the rows on screen only, and loads the next page near the end', async () => {
    const { fake, modal } = await openNfts(nfts(10_000), ({ blockchainApi }) => {
      blockchainApi.pageSize = 100;
    });
    expect(cellsOf(modal)[0]).toContain('Badge 0');
    expect(cellsOf(modal).length).toBeLessThan(30);
    expect(modal.ui.getAllByRole('listitem')[3]?.getAttribute('aria-posinset')).toBe('4');
    expect(cursorsOf(fake)).toEqual([null]);
    await scrollTo(modal, 50 * nftGridLayout(WIDTH_PX, 15).rowPx - GRID_PX);
    expect(cursorsOf(fake)).toEqual([null, '100']);
    expect(cellsOf(modal).length).toBeLessThan(30);
  });

  it('keeps the NFT with the focus while it is scrolled away', async () => {
    const { modal } = await openNfts(nfts(100), ({ blockchainApi }) => {
      blockchainApi.pageSize = 100;
    });
    const [link] = modal.ui.getAllByRole('link');
    await actAndFlush(() => link?.focus());
    await scrollTo(modal, 5_000);
    expect(modal.root.activeElement).toBe(link);
    expect(cellsOf(modal).some((text) => text.startsWith('Badge 50'))).toBe(true);
  });

  it('fetches pictures from the image service when they are on screen, and draws one until it is loaded or if there is none', async () => {
    const held = nfts(100).map((each, index) => ({ ...each, imageUrl: index === 0 ? null : `https://nft.example/${index}.png` }));
    const { fake, modal } = await openNfts(held, undefined, { endpoints: { images: 'https://images.example' } });
    const pictureOf = (index: number) => modal.ui.getAllByRole('listitem')[index]?.querySelector('.nft-picture');
    expect(fake.directory.pictureKeys[0]).toEqual({ kind: 'url', id: 'https://nft.example/1.png' });
    expect(fake.directory.pictureKeys.length).toBeLessThan(30);
    expect(pictureOf(0)?.className).toBe('nft-picture drawn');
    expect(pictureOf(0)?.querySelector('img')).toBeNull();
    expect(pictureOf(1)?.className).toBe('nft-picture loading');
    const [, image, broken] = [0, 1, 2].map((index) => pictureOf(index)?.querySelector('img'));
    expect(image?.getAttribute('src')).toBe('blob:fake/url/https://nft.example/1.png');
    await actAndFlush(() => {
      fireEvent.load(image!);
      fireEvent.error(broken!);
    });
    expect(pictureOf(1)?.className).toBe('nft-picture loaded');
    expect(pictureOf(2)?.className).toBe('nft-picture drawn');
    expect(pictureOf(2)?.querySelector('img')).toBeNull();
  });

  it('draws a picture that the image service does not have', async () => {
    const { modal } = await openNfts(
      [nft('Sword', { imageUrl: 'https://nft.example/404.png' })],
      ({ directory }) => {
        directory.pictures = 'down';
      },
      { endpoints: { images: 'https://images.example' } },
    );
    expect(modal.view().querySelector('.nft-picture')?.className).toBe('nft-picture drawn');
  });

  it('shows a failure, and reads again on request and when the page is back online', async () => {
    const { fake, modal } = await openNfts(nfts(1), ({ blockchainApi }) => {
      blockchainApi.mode = 'down';
    });
    expect(titleOf(modal)).toBe('Failed to fetch NFTs');
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(cursorsOf(fake)).toHaveLength(2);
    fake.blockchainApi.mode = 'working';
    await actAndFlush(() => fake.browser.setOnline(false));
    await actAndFlush(() => fake.browser.setOnline(true));
    expect(cellsOf(modal)).toHaveLength(1);
  });

  it('keeps the grid when a later page fails', async () => {
    const { fake, modal } = await openNfts(nfts(60), ({ blockchainApi }) => {
      blockchainApi.pageSize = 30;
    });
    fake.blockchainApi.mode = 'down';
    await scrollTo(modal, 2_500);
    expect(modal.ui.getByText('More NFTs could not be loaded.')).toBeTruthy();
    expect(cellsOf(modal).length).toBeGreaterThan(4);
    fake.blockchainApi.mode = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(modal.ui.queryByText('More NFTs could not be loaded.')).toBeNull();
    expect(cursorsOf(fake)).toEqual([null, '30', '30']);
  });

  it('says that there are none, and where no service has them', async () => {
    const { modal } = await openNfts([]);
    expect(titleOf(modal)).toBe('No NFTs yet');
    modal.unmount();
    const unsupported = await openNfts(nfts(1), ({ blockchainApi }) => {
      blockchainApi.replies.nfts = () => null;
    });
    expect(titleOf(unsupported.modal)).toBe('NFTs unavailable on Ethereum');
  });
});

describe('the layout of the grid', () => {
  it.each([
    [344, 15, 2],
    [374, 15, 3],
    [800, 15, 3],
    [414, 24, 2],
    [200, 15, 2],
  ])('%i px wide with a font of %i px has %i columns', (widthPx, fontPx, columns) => {
    expect(nftGridLayout(widthPx, fontPx).columns).toBe(columns);
    expect(nftGridLayout(widthPx, fontPx).rowPx).toBeGreaterThan(widthPx / columns + 2 * fontPx);
  });
});

describe('NftsPanel', () => {
  const renderPanel = async (...args: Parameters<typeof clientWith>) => {
    const fake = await clientWith(...args);
    await fake.client.load('nfts');
    const { container } = render(
      <StrictMode>
        <LatchkeyContext.Provider value={{ client: fake.client, messages: en }}>
          <NftsPanel />
        </LatchkeyContext.Provider>
      </StrictMode>,
    );
    await actAndFlush();
    return { fake, container, ui: within(container) };
  };

  it('shows the first six, and the way to all of them', async () => {
    const { fake, container, ui } = await renderPanel(nfts(7));
    expect(ui.getAllByRole('listitem').map(textWithoutPictures)).toEqual(nfts(6).map(({ name }) => `${name}Badges (opens in a new tab)`));
    await expectAccessible(container);
    await press(ui.getByTestId('lk-all-nfts'));
    expect(fake.client.useCases.watchModal.current().view).toEqual(view('Nfts'));
  });

  it('has no way to more if these are all', async () => {
    const { ui } = await renderPanel(nfts(6));
    expect(ui.getAllByRole('listitem')).toHaveLength(6);
    expect(ui.queryByTestId('lk-all-nfts')).toBeNull();
  });

  it('says why there are none, and reads again on request', async () => {
    const loading = await renderPanel(nfts(1), ({ blockchainApi }) => {
      blockchainApi.mode = 'never';
    });
    expect(loading.ui.getByRole('status').textContent).toBe('Loading NFTs…');
    expect((await renderPanel([])).ui.getByRole('heading').textContent).toBe('No NFTs yet');
    const failed = await renderPanel(nfts(1), ({ blockchainApi }) => {
      blockchainApi.mode = 'down';
    });
    expect(failed.ui.getByRole('alert').textContent).toContain('Failed to fetch NFTs');
    failed.fake.blockchainApi.mode = 'working';
    await press(failed.ui.getByTestId('lk-try-again'));
    expect(failed.ui.getAllByRole('listitem')).toHaveLength(1);
  });
});
