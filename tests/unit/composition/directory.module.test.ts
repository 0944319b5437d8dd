import { filter, firstValueFrom, lastValueFrom } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { FakeWalletDirectory, fakeWallet } from '../../../application/ports/wallet-directory.fake.js';
import { WALLET_DIRECTORY } from '../../../application/ports/wallet-directory.port.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import type { LatchkeyOptions } from '../../../composition/create-latchkey.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { record } from '../application/support/client-fixture.js';
import { client, EVM_WALLET } from './support/client.js';

const clientWithDirectory = (options: Partial<LatchkeyOptions> = {}) => {
  const directory = new FakeWalletDirectory([fakeWallet('a', { chains: [toChainId('eip155:1')], image_id: 'p' })]);
  const module = defineModule((wire) => wire(WALLET_DIRECTORY, [], () => directory, { dispose: (disposed) => disposed.dispose() }));
  return { directory, ...client({ ...options, modules: [module] }) };
};

describe('wallet directory', () => {
  it('is loaded on first use and uses the directory bound by the app', async () => {
    const { latchkey, directory } = clientWithDirectory();
    const { watchWallets, findWallet, watchWalletImage } = latchkey.useCases;
    expect(watchWallets.current()).toMatchObject({ wallets: [], pending: true });
    const list = await firstValueFrom(watchWallets.execute().pipe(filter(({ pending }) => !pending)));
    expect(list.wallets.map(({ id }) => id)).toEqual(['a']);
    expect(watchWallets.current()).toBe(list);
    expect(await resultFrom(findWallet.execute({ id: 'a' }))).toMatchObject({ id: 'a' });
    expect(await lastValueFrom(watchWalletImage.execute({ imageId: 'p' }))).toBe('blob:fake/wallet/p');
    latchkey.dispose();
    expect(directory.disposed).toBe(true);
  });

  it('ends the use of a picture by its URL on dispose', async () => {
    const { latchkey } = clientWithDirectory();
    const run = record(latchkey.useCases.watchImage.execute({ kind: 'url', id: 'https://nft.example/7.png' }));
    await vi.waitFor(() => expect(run.values.at(-1)).toBe('blob:fake/url/https://nft.example/7.png'));
    expect(run.end).toBe('open');
    latchkey.dispose();
    expect(run.end).toBe('complete');
  });

  it('is shared by all its use cases', async () => {
    const { latchkey, directory } = clientWithDirectory();
    const { watchWallets, loadMoreWallets } = latchkey.useCases;
    await resultFrom(loadMoreWallets.execute());
    await firstValueFrom(watchWallets.execute().pipe(filter(({ pending }) => !pending)));
    expect(directory.queries.map(({ entries }) => entries)).toEqual([4, 40]);
    latchkey.dispose();
  });

  it('sends no request without a project id and fails with config/project-id-missing', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Nothing may be fetched'));
    const { latchkey } = client();
    await latchkey.ready;
    await expect(resultFrom(latchkey.useCases.findWallet.execute({ id: 'a' }))).rejects.toMatchObject({
      code: 'config/project-id-missing',
      context: { service: 'walletDirectory' },
    });
    expect(latchkey.getError()).toMatchObject({ code: 'config/project-id-missing' });
    expect(latchkey.useCases.watchModal.current().alert).toMatchObject({ open: true, message: 'Project ID Not Configured' });
    expect(fetch).not.toHaveBeenCalled();
    latchkey.dispose();
  });

  it('removes excluded wallets from the connectors', async () => {
    const { latchkey, directory } = clientWithDirectory({ excludeWalletIds: ['a'] });
    directory.wallets = [fakeWallet('a', { rdns: EVM_WALLET })];
    const seen = record(latchkey.useCases.watchConnectors.execute({ namespace: 'eip155' }));
    expect(seen.values.at(-1)?.map(({ id }) => id)).toEqual([EVM_WALLET]);
    await resultFrom(latchkey.useCases.excludeWallets.execute());
    expect(latchkey.getConnectors('eip155')).toEqual([]);
    expect(seen.values.at(-1)).toEqual([]);
    latchkey.dispose();
  });

  it('fails with config/disposed after dispose', async () => {
    const { latchkey } = clientWithDirectory();
    const { watchWallets } = latchkey.useCases;
    latchkey.dispose();
    expect(await lastValueFrom(watchWallets.execute())).toMatchObject({ pending: false, error: { code: 'config/disposed' } });
  });
});
