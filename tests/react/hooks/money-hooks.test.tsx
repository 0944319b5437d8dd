import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { standIn } from '../../../application/ports/stand-in.fake.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import { useAssetBalances } from '../../../presentation/hooks/use-asset-balances.js';
import { useEstimateFees } from '../../../presentation/hooks/use-estimate-fees.js';
import { useLookUpName } from '../../../presentation/hooks/use-look-up-name.js';
import { useResolveName } from '../../../presentation/hooks/use-resolve-name.js';
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
    const { result } = renderStrict(client, () => useEstimateFees());
    await afterwards(() => result.current.estimateFees({ to: OTHER, value: 1n }));
    expect(result.current.state).toMatchObject({ status: 'success', data: [{ speed: 'slow' }, { speed: 'normal' }, { speed: 'fast' }] });
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
    expect(reading.result.current).toEqual({ balances: [], pending: false, error: null });
    await afterwards(() => undefined);
    await act(() => clock.run(0));
    expect(reading.result.current).toMatchObject({ balances: [{ asset, value: 7n }], pending: false, error: null });
    reading.unmount();
    await act(() => clock.run(120_000));
    expect(chain.readCalls.filter(({ method }) => method === 'getBalances')).toHaveLength(1);
  });

  it('useVerifyMessage says who signed', async () => {
    const { client } = await connected(RICH);
    const { result } = renderStrict(client, () => useVerifyMessage());
    await afterwards(() => result.current.verifyMessage({ message: 'hello', signature: standIn('hello', 130) }));
    expect(result.current.state).toEqual({ status: 'success', data: true });
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
    const batch = renderStrict(client, () => useWalletCall('eip155', 'sendCalls'));
    const from = toAccountId(`eip155:1:${ADDRESS}`);
    await afterwards(() => batch.result.current.callWallet({ from, calls: [] }));
    expect(batch.result.current.state).toMatchObject({ status: 'success', data: { id: expect.any(String) } });
  });

  it('useResolveName and useLookUpName go both ways', async () => {
    const { client } = await connected(RICH);
    const there = renderStrict(client, () => useResolveName());
    await afterwards(() => there.result.current.resolveName({ name: 'ada.eth' }));
    expect(there.result.current.state).toEqual({ status: 'success', data: OTHER });
    const back = renderStrict(client, () => useLookUpName());
    await afterwards(() => back.result.current.lookUpName({ address: OTHER }));
    expect(back.result.current.state).toEqual({ status: 'success', data: { name: 'ada.eth', avatar: null } });
  });
});
