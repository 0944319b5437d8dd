import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { standIn } from '../../../application/ports/stand-in.fake.js';
import { useAssetBalances } from '../../../presentation/hooks/use-asset-balances.js';
import { useCapabilities } from '../../../presentation/hooks/use-capabilities.js';
import { useEnsAddress } from '../../../presentation/hooks/use-ens-address.js';
import { useEnsName } from '../../../presentation/hooks/use-ens-name.js';
import { useEstimateFees } from '../../../presentation/hooks/use-estimate-fees.js';
import { useSendCalls } from '../../../presentation/hooks/use-send-calls.js';
import { useSendTransaction } from '../../../presentation/hooks/use-send-transaction.js';
import { useTransactions } from '../../../presentation/hooks/use-transactions.js';
import { useVerifyMessage } from '../../../presentation/hooks/use-verify-message.js';
import { useWalletCall } from '../../../presentation/hooks/use-wallet-call.js';
import { ADDRESS, afterwards, connected, OTHER } from './support/connected.js';
import { WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

const RICH = { chain: { balances: { [ADDRESS]: 10n }, names: { 'ada.eth': OTHER } } };

describe('the hooks of money', () => {
  it('useEstimateFees gives quotes', async () => {
    const { client } = await connected(RICH);
    const { result } = renderStrict(client, () => useEstimateFees({ to: OTHER, value: 1n }));
    await afterwards(() => undefined);
    expect(result.current).toMatchObject({ status: 'success', data: [{ speed: 'slow' }, { speed: 'normal' }, { speed: 'fast' }] });
  });

  it('useTransactions follows what was sent until its outcome is known, also when who sent it has left the page', async () => {
    const { client, chain } = await connected(RICH);
    chain.mining = 'by-hand';
    const list = renderStrict(client, () => useTransactions());
    expect(list.result.current).toEqual([]);
    const sender = renderStrict(client, () => useSendTransaction());
    await afterwards(() => sender.result.current.sendTransaction({ to: OTHER, value: 1n }));
    const hash = chain.wallet(WALLET).transactions[0]?.hash ?? '';
    expect(list.result.current).toMatchObject([{ hash, outcome: null }]);
    sender.unmount();
    await afterwards(() => chain.mine(hash));
    expect(list.result.current).toMatchObject([{ hash, outcome: { status: 'confirmed', blockNumber: 1n } }]);
  });

  it('useAssetBalances reads the tokens while mounted', async () => {
    const asset = `eip155:1/erc20:${OTHER}`;
    const { client, chain, clock } = await connected({ ...RICH, options: { tokens: [asset] } });
    chain.fakeServices.setAsset(asset, { decimals: 6, symbol: 'USDC', name: null });
    chain.fakeServices.setAssetBalance(ADDRESS, asset, 7n);
    const reading = renderStrict(client, () => useAssetBalances());
    expect(reading.result.current).toMatchObject({ status: 'pending', data: undefined, isFetching: false });
    await afterwards(() => undefined);
    await act(() => clock.run(0));
    expect(reading.result.current).toMatchObject({ status: 'success', data: [{ asset, value: 7n }], isFetching: false, error: null });
    reading.unmount();
    await act(() => clock.run(120_000));
    expect(chain.readCalls.filter(({ method }) => method === 'getBalances')).toHaveLength(1);
  });

  it('useVerifyMessage says who signed', async () => {
    const { client } = await connected(RICH);
    const { result, rerender } = renderStrict(
      client,
      (signature: string | undefined) => useVerifyMessage({ message: 'hello', signature }),
      undefined,
    );
    expect(result.current).toMatchObject({ isPending: true, isFetching: false });
    rerender(standIn('hello', 130));
    await afterwards(() => undefined);
    expect(result.current).toMatchObject({ status: 'success', data: true });
  });

  it('useWalletCall asks for the call that it is made for', async () => {
    const { client, chain } = await connected(RICH);
    const { result } = renderStrict(client, () => useWalletCall('eip155', 'getCallsStatus'));
    let status: number | undefined;
    await afterwards(async () => {
      ({ status } = await result.current.callWalletAsync({ id: '0x1' }));
    });
    expect(status).toBe(200);
    expect(chain.wallet(WALLET).count('getCallsStatus')).toBe(1);
  });

  it('useSendCalls sends a batch of the connected account, and says that there is none', async () => {
    const { client } = await connected(RICH);
    const { result } = renderStrict(client, () => useSendCalls());
    await afterwards(() => result.current.sendCalls({ calls: [] }));
    expect(result.current).toMatchObject({ status: 'success', data: { id: expect.any(String) } });
    await afterwards(() => client.disconnect());
    await afterwards(() => result.current.sendCalls({ calls: [] }));
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });

  it('useCapabilities reads those of the connected wallet, and nothing while there is none', async () => {
    const { client, chain } = await connected(RICH);
    const { result } = renderStrict(client, () => useCapabilities());
    await afterwards(() => undefined);
    expect(result.current.status).toBe('success');
    expect(chain.wallet(WALLET).count('getCapabilities')).toBe(1);
    await afterwards(() => client.disconnect());
    expect(result.current).toMatchObject({ status: 'pending', data: undefined, isFetching: false });
  });

  it('useEnsAddress and useEnsName go both ways', async () => {
    const { client } = await connected(RICH);
    const there = renderStrict(client, () => useEnsAddress({ name: 'ada.eth' }));
    await afterwards(() => undefined);
    expect(there.result.current).toMatchObject({ status: 'success', data: OTHER });
    const back = renderStrict(client, () => useEnsName({ address: OTHER }));
    await afterwards(() => undefined);
    expect(back.result.current).toMatchObject({ status: 'success', data: { name: 'ada.eth', avatar: null } });
  });
});
