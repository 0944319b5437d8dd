import { beforeEach, describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import { transferDigest } from '../../../../domain/send/reviewed-transfer.js';
import type { SendFormChange } from '../../../../domain/send/send-form-state.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';
import { ADDRESS, type ClientFixture, connectedFixture, EVM_WALLET, MAINNET, POLYGON, record } from '../support/client-fixture.js';

const FRIEND = '0x52908400098527886e0f7030069857d2e4169ee7';
const IMITATION = '0x52908411198527886e0f7030069857d2e4169ee7';
const USDC: AssetId = formatAssetId({
  ...{ chainId: toChainId(MAINNET), assetNamespace: 'erc20', assetReference: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
});
const token = (asset: AssetId | null, overrides: Partial<TokenBalance> = {}): TokenBalance => ({
  ...{ chainId: toChainId(MAINNET), asset, name: 'Token', symbol: 'TKN', decimals: 18, value: 10n ** 18n },
  ...{ priceUsd: 2_000, valueUsd: 2_000, change24h: null, iconUrl: null },
  ...overrides,
});
const ETHER = token(null);
const TOKEN = token(USDC, { decimals: 6, value: 5_000_000n });
/** Of the fake chain: at the speed `normal` the expected fee is twice this, and the highest one four times. */
const FEE = 1n;

let fixture: ClientFixture;
/** The states of the transfer that is being entered. */
let watched: ReturnType<typeof watch>;

const watch = () => record(fixture.useCases.watchSend.execute());
const current = () => fixture.useCases.watchSend.current();
const edit = async (change: SendFormChange): Promise<void> => {
  record(fixture.useCases.editSend.execute(change));
  await fixture.clock.run(500);
};
const submit = () => record(fixture.useCases.submitSend.execute());
const requests = () => fixture.chain.wallet(EVM_WALLET).transactions.map(({ request }) => request);
const estimates = (): number => fixture.chain.readCalls.filter(({ method }) => method === 'estimateFees').length;

beforeEach(async () => {
  fixture = await connectedFixture();
  fixture.chain.setBalance(ADDRESS, 10n ** 18n);
  fixture.blockchainApi.tokens.set(ADDRESS, [ETHER, TOKEN]);
  watched = watch();
  await fixture.clock.run(0);
});

describe('WatchSend', () => {
  it('says what to enter next, and the fees once that is complete', async () => {
    expect(current()).toMatchObject({ fault: 'token-missing', tokens: [ETHER, TOKEN], coin: { value: 10n ** 18n }, coinPriceUsd: 2_000 });
    await edit({ token: ETHER });
    expect(current().fault).toBe('amount-missing');
    await edit({ amount: '0.5' });
    expect(current()).toMatchObject({ fault: 'recipient-missing', value: 5n * 10n ** 17n, quotes: null });
    expect(estimates()).toBe(0);
    await edit({ recipient: FRIEND });
    expect(current()).toMatchObject({ fault: null, quote: { speed: 'normal', fee: 2n * FEE, maxFee: 4n * FEE }, feeLimit: 5n * FEE });
    await edit({ speed: 'slow' });
    expect(current().quote).toMatchObject({ speed: 'slow', maxFee: 2n * FEE });
    expect(estimates()).toBe(1);
  });

  it('estimates fees again every 15 seconds while it is watched, and keeps those that are known if that fails', async () => {
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    await fixture.clock.run(15_000);
    expect(estimates()).toBe(2);
    fixture.chain.reads = 'failed';
    await fixture.clock.run(15_000);
    expect(current()).toMatchObject({ quote: { maxFee: 4n * FEE }, feeError: { code: 'network/rpc-failed' }, fault: null });
    watched.cancel();
    const before = fixture.chain.readCalls.length;
    await fixture.clock.run(60_000);
    expect(fixture.chain.readCalls).toHaveLength(before);
  });

  it('takes the fee off everything of the coin, and nothing off a token', async () => {
    await edit({ token: ETHER, isMax: true, recipient: FRIEND });
    expect(current()).toMatchObject({ value: 10n ** 18n - 4n * FEE, fault: null });
    await edit({ token: TOKEN, isMax: true });
    expect(current()).toMatchObject({ value: 5_000_000n, fault: null });
  });

  it('shows what the chain leaves of everything', async () => {
    fixture.chain.fakeServices.leaves = 7n;
    await edit({ token: ETHER, isMax: true, recipient: FRIEND });
    expect(current().value).toBe(7n);
  });

  it('knows no fees of a transfer that was changed while no one watched', async () => {
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    watched.cancel();
    expect(current().feeLimit).toBe(5n * FEE);
    await edit({ amount: '0.25' });
    expect(current()).toMatchObject({ quotes: null, feeLimit: null });
    await edit({ amount: '0.5' });
    expect(current().feeLimit).toBe(5n * FEE);
  });

  it('does not take the fees of another network for those of this one', async () => {
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    watched.cancel();
    for (const chainId of [POLYGON, MAINNET].map(toChainId))
      fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId });
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    expect(current().quotes).toBeNull();
    watched = watch();
    expect(current().quotes).toBeNull();
  });

  it('estimates everything of a token again when its balance changes', async () => {
    await edit({ token: TOKEN, isMax: true, recipient: FRIEND });
    expect([current().value, estimates()]).toEqual([5_000_000n, 1]);
    fixture.blockchainApi.tokens.set(ADDRESS, [ETHER, { ...TOKEN, value: 3_000_000n }]);
    record(fixture.useCases.refreshTokens.execute());
    await fixture.clock.run(500);
    expect([current().value, estimates()]).toEqual([3_000_000n, 2]);
  });

  it('says what the chain refuses', async () => {
    fixture.chain.setBalance(ADDRESS, 0n);
    await edit({ token: TOKEN, amount: '1', recipient: FRIEND });
    expect(current()).toMatchObject({ fault: 'insufficient-fee-funds', feeError: { code: 'send/insufficient-fee-funds' } });
  });

  it('is emptied by another network', async () => {
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    await fixture.clock.run(0);
    expect(current()).toMatchObject({ token: null, amount: '', recipient: '', quotes: null });
  });
});

describe('SubmitSend', () => {
  it('sends what was entered with the fee that was shown, and empties the form once it is broadcast', async () => {
    fixture.chain.mining = 'manual';
    await edit({ token: TOKEN, amount: '1.5', recipient: FRIEND, speed: 'fast' });
    const { feeLimit } = current();
    const run = submit();
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toMatchObject({ status: 'pending', step: 'wait-for-block' });
    expect(requests()).toMatchObject([{ to: FRIEND, value: 1_500_000n, asset: USDC, speed: 'fast', maxFee: feeLimit }]);
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([
      { asset: USDC, token: { symbol: TOKEN.symbol, decimals: TOKEN.decimals } },
    ]);
    expect(current()).toMatchObject({ fault: 'token-missing', contacts: [{ address: FRIEND, name: null, isOwn: false }] });
  });

  it('sends the whole balance of the coin', async () => {
    await edit({ token: ETHER, isMax: true, recipient: FRIEND });
    submit();
    await fixture.clock.run(0);
    expect(requests()).toMatchObject([{ to: FRIEND, all: true }]);
  });

  it('keeps everything if the user declines, or the wallet fails', async () => {
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    const before = fixture.useCases.watchSend.current();
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'reject');
    const declined = submit();
    await fixture.clock.run(0);
    expect(declined.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'fail');
    const failed = submit();
    await fixture.clock.run(0);
    expect(failed.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'send/failed', message: 'Something went wrong' } });
    expect(current()).toMatchObject({ amount: before.amount, address: FRIEND, contacts: [] });
  });

  it('passes on what was reviewed, and asks no wallet once it has changed', async () => {
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    const reviewed = current().digest;
    expect(reviewed).toBe(transferDigest({ chainId: toChainId(MAINNET), to: FRIEND, token: null, value: 5n * 10n ** 17n }));
    await edit({ amount: '0.6' });
    const refused = record(fixture.useCases.submitSend.execute({ reviewed }));
    expect(refused.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'send/changed' } });
    await edit({ amount: '0.5' });
    record(fixture.useCases.submitSend.execute({ reviewed }));
    await fixture.clock.run(0);
    expect(requests()).toMatchObject([{ to: FRIEND, reviewed }]);
  });

  it('asks no wallet for what is incomplete', async () => {
    await edit({ token: ETHER, amount: '2', recipient: FRIEND });
    const run = submit();
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'send/incomplete', message: 'Please enter a valid amount and receiver address' },
    });
    expect(requests()).toEqual([]);
  });

  it('asks no wallet for a recipient that imitates an earlier one, until they are compared', async () => {
    await edit({ token: ETHER, amount: '0.1', recipient: FRIEND });
    submit();
    await fixture.clock.run(0);
    await edit({ token: ETHER, amount: '0.1', recipient: IMITATION });
    const refused = submit();
    expect(refused.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'send/not-compared', context: { resembles: FRIEND } } });
    await edit({ isCompared: true });
    submit();
    await fixture.clock.run(0);
    expect(requests().map(({ to }) => to)).toEqual([FRIEND, IMITATION]);
  });

  it('asks no wallet for an imitation of a recipient that was sent to since it was entered', async () => {
    await edit({ token: ETHER, amount: '0.1', recipient: FRIEND });
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', 'late');
    submit();
    await edit({ token: ETHER, amount: '0.1', recipient: IMITATION });
    wallet.release();
    await fixture.clock.run(0);
    expect(submit().values.at(-1)).toMatchObject({ status: 'error', error: { code: 'send/not-compared', context: { resembles: FRIEND } } });
    expect(current().found?.lookAlike?.resembles).toBe(FRIEND);
  });

  it('empties the form, also if the profile of the recipient is read meanwhile', async () => {
    fixture.blockchainApi.modes.set('identity', 'never');
    fixture.blockchainApi.replies.identity = () => ({ name: 'friend.eth', avatarUrl: null });
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', 'late');
    submit();
    fixture.blockchainApi.modes.clear();
    fixture.blockchainApi.release();
    await fixture.clock.run(0);
    expect(current().found?.name).toBe('friend.eth');
    wallet.release();
    await fixture.clock.run(0);
    expect(current()).toMatchObject({ recipient: '', contacts: [{ address: FRIEND }] });
  });

  it('does not empty a transfer that the user has begun meanwhile', async () => {
    await edit({ token: ETHER, amount: '0.5', recipient: FRIEND });
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', 'late');
    submit();
    await edit({ token: TOKEN, amount: '3' });
    wallet.release();
    await fixture.clock.run(0);
    expect(requests()).toHaveLength(1);
    expect(current()).toMatchObject({ token: { asset: USDC }, amount: '3' });
  });
});
