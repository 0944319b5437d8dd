import { describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { ADDRESS, connectedWorld, EVM_WALLET, POLYGON, record, SOLANA_WALLET, type World, type WorldInit } from '../support/world.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const RICH: WorldInit = { evm: { balances: { [ADDRESS]: 10n, [OTHER]: 20n } } };
const watch = ({ useCases }: World, namespace?: 'eip155' | 'solana') =>
  record(useCases.watchBalance.execute(namespace === undefined ? {} : { namespace }));
const value = (amount: bigint) => ({ value: amount, symbol: 'ETH', decimals: 18 });

describe('an answer that is outdated', () => {
  /** Holds every read back until the test lets it go. */
  const holding = async () => {
    const here = await connectedWorld(RICH);
    const { getBalance } = here.chain;
    const held: (() => void)[] = [];
    vi.spyOn(here.chain, 'getBalance').mockImplementation(async (request) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return getBalance(request, new AbortController().signal);
    });
    const seen = watch(here);
    await here.clock.run(0);
    return { here, held, seen };
  };

  it('is ignored when the account changed', async () => {
    const { here, held, seen } = await holding();
    here.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await here.clock.run(0);
    held[1]?.();
    await settle();
    held[0]?.();
    await settle();
    expect(seen.values.at(-1)).toEqual({ loading: false, balance: value(20n), lastRetry: null });
  });

  it('is ignored when the account changed and changed back', async () => {
    const { here, held, seen } = await holding();
    here.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    here.chain.wallet(EVM_WALLET).selectAccount(ADDRESS);
    await here.clock.run(0);
    held[0]?.();
    await settle();
    expect(seen.values.at(-1)?.loading).toBe(true);
    held[1]?.();
    await settle();
    expect(seen.values.at(-1)?.balance).toEqual(value(10n));
  });

  it('is ignored when the chain changed', async () => {
    const { here, held, seen } = await holding();
    here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await here.clock.run(0);
    held[0]?.();
    await settle();
    expect(seen.values.at(-1)).toEqual({ loading: true, balance: null, lastRetry: null });
    held[1]?.();
    await settle();
    expect(seen.values.at(-1)?.balance?.symbol).toBe('POL');
  });

  it('is ignored when the wallet was disconnected', async () => {
    const { here, held, seen } = await holding();
    here.chain.wallet(EVM_WALLET).forgetSite();
    held[0]?.();
    await settle();
    expect(seen.values.at(-1)).toEqual({ loading: false, balance: null, lastRetry: null });
    expect(here.solana.wallet(SOLANA_WALLET).calls).toEqual([]);
  });
});
