import { filter, firstValueFrom, lastValueFrom } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { FakeWalletDirectory, fakeWallet } from '../../../application/ports/wallet-directory.fake.js';
import { WALLET_DIRECTORY } from '../../../application/ports/wallet-directory.port.js';
import { lastOutcome } from '../../../application/shared/last-outcome.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { record } from '../application/support/world.js';
import { client, EVM_WALLET } from './support/client.js';

const hosted = (options: Partial<OptionsInput> = {}) => {
  const directory = new FakeWalletDirectory([fakeWallet('a', { chains: [toChainId('eip155:1')], image_id: 'p' })]);
  const module = defineModule((wire) => wire(WALLET_DIRECTORY, [], () => directory, { dispose: (own) => own.dispose() }));
  return { directory, ...client({ ...options, modules: [module] }) };
};

describe('the wallet directory of a client', () => {
  it('comes when it is used for the first time, beneath what the host bound of it', async () => {
    const { latchkey, directory } = hosted();
    const { watchWallets, findWallet, watchWalletImage } = latchkey.useCases;
    expect(watchWallets.current()).toMatchObject({ wallets: [], pending: true });
    const list = await firstValueFrom(watchWallets.execute().pipe(filter(({ pending }) => !pending)));
    expect(list.wallets.map(({ id }) => id)).toEqual(['a']);
    expect(watchWallets.current()).toBe(list);
    expect(await lastOutcome(findWallet.execute({ id: 'a' }))).toMatchObject({ id: 'a' });
    expect(await lastValueFrom(watchWalletImage.execute({ imageId: 'p' }))).toBe('blob:fake/wallet/p');
    latchkey.dispose();
    expect(directory.disposed).toBe(true);
  });

  it('is one for all of its use cases', async () => {
    const { latchkey, directory } = hosted();
    const { watchWallets, loadMoreWallets } = latchkey.useCases;
    await lastOutcome(loadMoreWallets.execute());
    await firstValueFrom(watchWallets.execute().pipe(filter(({ pending }) => !pending)));
    expect(directory.queries.map(({ entries }) => entries)).toEqual([4, 40]);
    latchkey.dispose();
  });

  it('asks nobody before that, and says what is missing when it is asked without a project id', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Nothing may be fetched'));
    const { latchkey } = client();
    await latchkey.ready;
    await expect(lastOutcome(latchkey.useCases.findWallet.execute({ id: 'a' }))).rejects.toMatchObject({
      code: 'config/project-id-missing',
      context: { service: 'walletDirectory' },
    });
    expect(latchkey.getError()).toMatchObject({ code: 'config/project-id-missing' });
    expect(latchkey.useCases.watchModal.current().alert).toMatchObject({ open: true, message: 'Project ID Not Configured' });
    expect(fetch).not.toHaveBeenCalled();
    latchkey.dispose();
  });

  it('takes excluded wallets out of the list of connectors', async () => {
    const { latchkey, directory } = hosted({ excludeWalletIds: ['a'] });
    directory.wallets = [fakeWallet('a', { rdns: EVM_WALLET })];
    const seen = record(latchkey.useCases.watchConnectors.execute({ namespace: 'eip155' }));
    expect(seen.values.at(-1)?.map(({ id }) => id)).toEqual([EVM_WALLET]);
    await lastOutcome(latchkey.useCases.excludeWallets.execute());
    expect(latchkey.getConnectors('eip155')).toEqual([]);
    expect(seen.values.at(-1)).toEqual([]);
    latchkey.dispose();
  });

  it('is not taken up by a client that was disposed of', async () => {
    const { latchkey } = hosted();
    const { watchWallets } = latchkey.useCases;
    latchkey.dispose();
    expect(await lastValueFrom(watchWallets.execute())).toMatchObject({ pending: false, error: { code: 'config/disposed' } });
  });
});
