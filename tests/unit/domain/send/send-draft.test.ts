import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import {
  amountOf,
  EMPTY_DRAFT,
  isSameDraft,
  isTooPrecise,
  type SendDraft,
  sendFaultOf,
  transferOf,
} from '../../../../domain/send/send-draft.js';
import { EMPTY_SEND_FORM, reduceSendForm } from '../../../../domain/send/send-form-state.js';
import { NO_FEES, sendStateOf } from '../../../../domain/send/send-state.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';

const CHAIN = toChainId('eip155:1');
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const token = (overrides: Partial<TokenBalance> = {}): TokenBalance => ({
  ...{ chainId: CHAIN, asset: null, name: 'Ether', symbol: 'ETH', decimals: 18, value: 2n * 10n ** 18n },
  ...{ priceUsd: 2_000, valueUsd: 4_000, change24h: null, iconUrl: null },
  ...overrides,
});
const usdc = token({
  asset: formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' }),
  ...{ decimals: 6, value: 5_000_000n, priceUsd: 1 },
});
const draft = (overrides: Partial<SendDraft> = {}): SendDraft => ({
  ...EMPTY_DRAFT,
  ...{ token: token(), amount: '1', recipient: ADDRESS, address: ADDRESS },
  ...overrides,
});
const FEE = { maxFee: 10n ** 15n, coin: 2n * 10n ** 18n };

describe('the amount of a draft', () => {
  it('is in base units, of the token or of its price', () => {
    expect(amountOf(draft({ amount: '1.5' }))).toBe(15n * 10n ** 17n);
    expect(amountOf(draft({ amount: '10', unit: 'fiat' }))).toBe(5n * 10n ** 15n);
    expect(amountOf(draft({ isMax: true, amount: 'any' }))).toBe(2n * 10n ** 18n);
  });

  it('is none where it is malformed, has too many decimals, or has no price', () => {
    expect(amountOf(draft({ amount: 'a' }))).toBeNull();
    expect(amountOf(draft({ token: usdc, amount: '0.0000001' }))).toBeNull();
    expect(amountOf(draft({ unit: 'fiat', token: token({ priceUsd: null }) }))).toBeNull();
    expect(amountOf(EMPTY_DRAFT)).toBeNull();
  });
});

describe('an amount in US dollars', () => {
  const entered = reduceSendForm(EMPTY_SEND_FORM, { type: 'edited', change: { token: token(), amount: '10', unit: 'fiat' } });
  const sources = { fees: NO_FEES, coin: null, isSponsored: false, contacts: [], digest: null };

  it('stays one for another token with a price, and is none for one without', () => {
    const choose = (chosen: TokenBalance) => reduceSendForm(entered, { type: 'edited', change: { token: chosen } });
    expect(choose(usdc)).toMatchObject({ amount: '', unit: 'fiat' });
    expect(choose({ ...usdc, priceUsd: null })).toMatchObject({ amount: '', unit: 'token' });
  });

  it('has to be entered again once the price is gone', () => {
    expect(sendStateOf({ ...sources, form: entered, tokens: [token()] })).toMatchObject({ amount: '10', unit: 'fiat' });
    expect(sendStateOf({ ...sources, form: entered, tokens: [token({ priceUsd: null })] })).toMatchObject({
      ...{ amount: '', unit: 'token', value: null, fault: 'amount-missing' },
    });
  });
});

describe('an amount with too many decimals', () => {
  it.each<[string, Partial<SendDraft>, boolean]>([
    ['0.0000001', { token: usdc }, true],
    ['0.0000010', { token: usdc }, false],
    ['1.001', { unit: 'fiat' }, true],
    ['1.5', { token: token({ decimals: 0 }) }, true],
    ['0', {}, false],
    ['1,234', {}, false],
  ])('is told from others: %s', (amount, changed, expected) => {
    expect(isTooPrecise(draft({ amount, ...changed }))).toBe(expected);
    expect(isTooPrecise(draft({ amount, isMax: true, ...changed }))).toBe(false);
  });
});

describe('isSameDraft', () => {
  it('tells coins of two networks apart', () => {
    expect(isSameDraft(draft(), draft({ speed: 'fast' }))).toBe(true);
    expect(isSameDraft(draft(), draft({ token: token({ chainId: toChainId('eip155:137') }) }))).toBe(false);
  });
});

describe('what is to do next', () => {
  it.each<[string, Partial<SendDraft>, string | null]>([
    ['a token', { token: null, amount: '', recipient: '' }, 'token-missing'],
    ['an amount', { amount: ' ', recipient: '' }, 'amount-missing'],
    ['an amount above zero', { amount: '0' }, 'incorrect-amount'],
    ['an amount that is one', { amount: '1,5' }, 'incorrect-amount'],
    ['an amount that the account has', { amount: '3' }, 'insufficient-funds'],
    ['funds for the fee beside the amount', { amount: '2' }, 'insufficient-fee-funds'],
    ['a recipient', { recipient: '', address: null }, 'recipient-missing'],
    ['a recipient that exists', { address: null }, 'invalid-recipient'],
    ['nothing', {}, null],
    ['nothing for everything, since the fee is taken off', { isMax: true, amount: '' }, null],
    ['nothing for a token, whose fee the coin pays', { token: usdc, amount: '5' }, null],
  ])('is %s', (_, changed, fault) => {
    expect(sendFaultOf(draft(changed), FEE)).toBe(fault);
  });

  it('is another recipient than the contract of the token, in any letter case', () => {
    const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const lost = draft({ token: usdc, amount: '1', recipient: contract, address: contract });
    expect(sendFaultOf(lost, FEE)).toBe('invalid-recipient');
    expect(transferOf(lost)).toBeNull();
    expect(transferOf({ ...lost, token: token() })).toMatchObject({ to: contract });
  });

  it('says that the coin does not pay for the fee, also of a token and of everything', () => {
    const poor = { maxFee: 10n ** 15n, coin: 10n ** 14n };
    expect(sendFaultOf(draft({ token: usdc, amount: '1' }), poor)).toBe('insufficient-fee-funds');
    expect(sendFaultOf(draft({ token: token({ value: 10n ** 14n }), isMax: true }), poor)).toBe('insufficient-fee-funds');
    expect(sendFaultOf(draft({ token: usdc, amount: '1' }), { ...poor, maxFee: 0n })).toBeNull();
  });
});
