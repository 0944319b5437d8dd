import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeHex } from '../../../application/ports/hex.fake.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { useAccountBalances } from '../../../presentation/hooks/use-account-balances.js';
import { useAssetBalances } from '../../../presentation/hooks/use-asset-balances.js';
import { useCancelTransaction } from '../../../presentation/hooks/use-cancel-transaction.js';
import { useCapabilities } from '../../../presentation/hooks/use-capabilities.js';
import { useEnsAddress } from '../../../presentation/hooks/use-ens-address.js';
import { useEnsName } from '../../../presentation/hooks/use-ens-name.js';
import { useEstimateFees } from '../../../presentation/hooks/use-estimate-fees.js';
import { useInFlight } from '../../../presentation/hooks/use-in-flight.js';
import { useSendCalls } from '../../../presentation/hooks/use-send-calls.js';
import { useSendTransaction } from '../../../presentation/hooks/use-send-transaction.js';
import { useSimulation } from '../../../presentation/hooks/use-simulation.js';
import { useSpeedUpTransaction } from '../../../presentation/hooks/use-speed-up-transaction.js';
import { useTransactions } from '../../../presentation/hooks/use-transactions.js';
import { useVerifyMessage } from '../../../presentation/hooks/use-verify-message.js';
import { useWalletCall } from '../../../presentation/hooks/use-wallet-call.js';
import { ADDRESS, actAndLoad, connectedClient, OTHER_ADDRESS } from './support/connected.js';
import { WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

const RICH = { chain: { balances: { [ADDRESS]: 10n }, names: { 'ada.eth': OTHER_ADDRESS } } };

describe('hooks for balances, fees, transactions and calls', () => {
  it('useEstimateFees returns quotes', async () => {
    const { client } = await connectedClient(RICH);
    const { result } = renderStrict(client, () => useEstimateFees({ to: OTHER_ADDRESS, value: 1n }));
    await actAndLoad(() => undefined);
    expect(result.current).toMatchObject({ status: 'success', data: [{ speed: 'slow' }, { speed: 'normal' }, { speed: 'fast' }] });
  });

  it('useSimulation returns the expected changes', async () => {
    const { client } = await connectedClient(RICH);
    const { result } = renderStrict(client, () => useSimulation({ to: OTHER_ADDRESS, value: 1n }));
    await actAndLoad(() => undefined);
    expect(result.current).toMatchObject({ status: 'success', data: { status: 'done', changes: [{ asset: null, value: -1n }] } });
  });

  it('useTransactions returns a transaction until its outcome is known, also after its sender unmounted', async () => {
    const { client, chain } = await connectedClient(RICH);
    chain.mining = 'manual';
    const list = renderStrict(client, () => useTransactions());
    expect(list.result.current).toMatchObject({ status: 'pending', data: undefined, isFetching: true });
    await actAndLoad(() => undefined);
    expect(list.result.current).toMatchObject({ status: 'success', data: [], error: null, isFetching: false });
    const sender = renderStrict(client, () => useSendTransaction());
    await actAndLoad(() => sender.result.current.sendTransaction({ to: OTHER_ADDRESS, value: 1n }));
    const hash = chain.wallet(WALLET).transactions[0]?.hash ?? '';
    expect(list.result.current.data).toMatchObject([{ hash, outcome: null }]);
    sender.unmount();
    await actAndLoad(() => chain.mine(hash));
    expect(list.result.current.data).toMatchObject([{ hash, outcome: { status: 'confirmed', blockNumber: 1n } }]);
  });

  it('useInFlight returns what waits, which useSpeedUpTransaction and useCancelTransaction replace', async () => {
    const { client, chain } = await connectedClient(RICH);
    chain.mining = 'manual';
    const list = renderStrict(client, () => useInFlight());
    const sender = renderStrict(client, () => useSendTransaction());
    const faster = renderStrict(client, () => useSpeedUpTransaction());
    const canceler = renderStrict(client, () => useCancelTransaction());
    expect(list.result.current).toEqual([]);
    await actAndLoad(() => sender.result.current.sendTransaction({ to: OTHER_ADDRESS, value: 1n }));
    const [first] = list.result.current;
    if (first === undefined) throw new Error('Nothing waits');
    expect(first).toMatchObject({ canSpeedUp: true, canCancel: true });
    await actAndLoad(() => faster.result.current.speedUpTransaction(first.transaction));
    const [second] = list.result.current;
    if (second === undefined) throw new Error('Nothing waits');
    expect(second.transaction.replaces).toBe(first.transaction.hash);
    expect(faster.result.current).toMatchObject({ status: 'pending', step: 'wait-for-block', hash: second.transaction.hash });
    await actAndLoad(() => canceler.result.current.cancelTransaction(second.transaction));
    await actAndLoad(() => chain.mine(list.result.current[0]?.transaction.hash ?? ''));
    expect(canceler.result.current).toMatchObject({ status: 'success' });
  });

  it('useTransactions gives the error of code that did not arrive, and reads again on request', async () => {
    const { client } = await connectedClient(RICH);
    const error = new LatchkeyError('browser/load-failed', { module: 'the code of sending' });
    const load = vi.spyOn(client, 'load').mockRejectedValue(error);
    const list = renderStrict(client, () => useTransactions());
    await actAndLoad(() => undefined);
    expect(list.result.current).toMatchObject({ status: 'error', data: undefined, error, isPending: false, isFetching: false });
    load.mockRestore();
    await actAndLoad(() => list.result.current.refetch());
    expect(list.result.current).toMatchObject({ status: 'success', data: [] });
  });

  it('useAssetBalances reads the tokens while mounted', async () => {
    const asset = `eip155:1/erc20:${OTHER_ADDRESS}`;
    const { client, chain, clock } = await connectedClient({ ...RICH, options: { tokens: [asset] } });
    chain.fakeServices.setAsset(asset, { decimals: 6, symbol: 'USDC', name: null });
    chain.fakeServices.setAssetBalance(ADDRESS, asset, 7n);
    const reading = renderStrict(client, () => useAssetBalances());
    expect(reading.result.current).toMatchObject({ status: 'pending', data: undefined, isFetching: false });
    await actAndLoad(() => undefined);
    await act(() => clock.run(0));
    expect(reading.result.current).toMatchObject({ status: 'success', data: [{ asset, value: 7n }], isFetching: false, error: null });
    reading.unmount();
    await act(() => clock.run(120_000));
    expect(chain.readCalls.filter(({ method }) => method === 'getBalances')).toHaveLength(1);
  });

  it('useAccountBalances reads again when the wallet shares another account', async () => {
    const { client, chain } = await connectedClient(RICH);
    const { result } = renderStrict(client, () => useAccountBalances());
    await actAndLoad(() => undefined);
    expect(result.current.data?.map(({ address }) => address)).toEqual([ADDRESS]);
    const wallet = chain.wallet(WALLET);
    const [own] = wallet.accounts;
    if (own === undefined) throw new Error('The wallet has no account');
    await actAndLoad(() => {
      wallet.accounts = [own, { ...own, address: OTHER_ADDRESS }];
      wallet.emit({ type: 'accounts-changed', accounts: wallet.shared });
    });
    expect(result.current.data?.map(({ address }) => address)).toEqual([ADDRESS, OTHER_ADDRESS]);
  });

  it('useVerifyMessage verifies the signer', async () => {
    const { client } = await connectedClient(RICH);
    const { result, rerender } = renderStrict(
      client,
      (signature: string | undefined) => useVerifyMessage({ message: 'hello', signature }),
      undefined,
    );
    expect(result.current).toMatchObject({ isPending: true, isFetching: false });
    rerender(fakeHex('hello', 130));
    await actAndLoad(() => undefined);
    expect(result.current).toMatchObject({ status: 'success', data: true });
  });

  it('useWalletCall sends its call', async () => {
    const { client, chain } = await connectedClient(RICH);
    const { result } = renderStrict(client, () => useWalletCall('eip155', 'getCallsStatus'));
    let status: number | undefined;
    await actAndLoad(async () => {
      ({ status } = await result.current.callWalletAsync({ id: '0x1' }));
    });
    expect(status).toBe(200);
    expect(chain.wallet(WALLET).count('getCallsStatus')).toBe(1);
  });

  it('useWalletCall sends another call once its arguments change', async () => {
    const { client, chain } = await connectedClient(RICH);
    const { result, rerender } = renderStrict(
      client,
      (isOther: true | undefined) => useWalletCall('eip155', isOther ? 'showCallsStatus' : 'getCallsStatus'),
      undefined,
    );
    rerender(true);
    await actAndLoad(() => result.current.callWallet({ id: '0x1' }));
    const wallet = chain.wallet(WALLET);
    expect([wallet.count('getCallsStatus'), wallet.count('showCallsStatus')]).toEqual([0, 1]);
  });

  it('useSendCalls sends a batch from the connected account, and fails without one', async () => {
    const { client } = await connectedClient(RICH);
    const { result } = renderStrict(client, () => useSendCalls());
    await actAndLoad(() => result.current.sendCalls({ calls: [] }));
    expect(result.current).toMatchObject({ status: 'success', data: { id: expect.any(String) } });
    await actAndLoad(() => client.disconnect());
    await actAndLoad(() => result.current.sendCalls({ calls: [] }));
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });

  it('useCapabilities reads those of the connected wallet, and nothing while disconnected', async () => {
    const { client, chain } = await connectedClient(RICH);
    const { result } = renderStrict(client, () => useCapabilities());
    await actAndLoad(() => undefined);
    expect(result.current.status).toBe('success');
    expect(chain.wallet(WALLET).count('getCapabilities')).toBe(1);
    await actAndLoad(() => client.disconnect());
    expect(result.current).toMatchObject({ status: 'pending', data: undefined, isFetching: false });
  });

  it('useEnsAddress and useEnsName resolve in both directions', async () => {
    const { client } = await connectedClient(RICH);
    const forward = renderStrict(client, () => useEnsAddress({ name: 'ada.eth' }));
    await actAndLoad(() => undefined);
    expect(forward.result.current).toMatchObject({ status: 'success', data: OTHER_ADDRESS });
    const reverse = renderStrict(client, () => useEnsName({ address: OTHER_ADDRESS }));
    await actAndLoad(() => undefined);
    expect(reverse.result.current).toMatchObject({ status: 'success', data: { name: 'ada.eth', avatar: null } });
  });
});
