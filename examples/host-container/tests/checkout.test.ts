import { CHAIN, createHostContainer, createLatchkey, defineModule, type Latchkey, LOGGER, STORAGE, USE_CASES } from 'latchkey';
import { mainnet } from 'latchkey/eip155';
import { FakeChain, FakeLogger, FakeStorage } from 'latchkey/testing';
import { of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Checkout } from '../src/checkout.js';

const order = { namespace: 'eip155', connectorId: 'com.example.wallet', to: `0x${'2'.repeat(40)}`, value: 1n } as const;

describe('Checkout', () => {
  const container = createHostContainer();
  let chain: FakeChain;
  let logger: FakeLogger;
  let latchkey: Latchkey;

  beforeEach(() => {
    chain = new FakeChain({ wallets: [{ id: order.connectorId }] });
    logger = new FakeLogger();
    container.rebind(STORAGE).toConstantValue(new FakeStorage());
    container.rebind(LOGGER).toConstantValue(logger);
    container.rebind(Checkout).toSelf();
    const wallets = defineModule((wire) => wire(CHAIN, [], () => chain, { dispose: (each) => each.dispose() }));
    latchkey = createLatchkey({ networks: [mainnet], modules: [wallets], container });
  });
  afterEach(() => latchkey.dispose());

  it('connects, sends and logs the payment', async () => {
    const wallet = chain.wallet(order.connectorId);
    const hash = await container.get(Checkout).pay(order);
    expect(wallet.transactions).toMatchObject([{ hash, request: { to: order.to, value: 1n } }]);
    expect(logger.messages('info')).toEqual([`${latchkey.getAddress()} has paid`]);
  });

  it('logs nothing when the customer rejects', async () => {
    chain.wallet(order.connectorId).next('connect', 'reject');
    await expect(container.get(Checkout).pay(order)).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(logger.messages('info')).toEqual([]);
  });

  it('accepts substituted use cases', async () => {
    const connectWallet = container.get(USE_CASES.connectWallet);
    const checkout = new Checkout(
      connectWallet,
      { execute: () => of({ status: 'success', data: { hash: '0xabc', status: 'included', blockNumber: 7n } }) },
      logger,
    );
    expect(await checkout.pay(order)).toBe('0xabc');
  });
});
