import { createLatchkey, type Latchkey, resultFrom } from 'latchkey';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSignedBy } from '../src/keys.js';
import { type RunningLedger, startLedger } from '../src/ledger/start-ledger.js';
import { ToyLedger } from '../src/ledger/toy-ledger.js';
import { TOYCHAIN, toyNetwork } from '../src/namespace.js';
import { ToyError } from '../src/toy-provider.js';
import { ToyWallet } from '../src/toy-wallet.js';
import { toychain } from '../src/toychain.js';
import { messageBytes } from '../src/transfer.js';

let agrees: boolean;
let wallet: ToyWallet;
let ledger: ToyLedger;
let node: RunningLedger;
let client: Latchkey;

beforeEach(async () => {
  agrees = true;
  wallet = await ToyWallet.make({
    networks: ['one', 'two'],
    owner: () => {
      if (!agrees) throw new ToyError('rejected');
    },
  });
  ledger = new ToyLedger('one', { [wallet.addresses[0] ?? '']: 1_000n });
  node = await startLedger(ledger);
  const page = new EventTarget();
  wallet.announce(page);
  client = createLatchkey({
    networks: [toyNetwork('one', node.url), toyNetwork('two', node.url)],
    modules: [toychain({ page })],
  });
});

afterEach(async () => {
  client.dispose();
  expect(wallet.listeners).toBe(0);
  await node.stop();
});

const connect = () => client.connect({ namespace: TOYCHAIN, connectorId: wallet.id });

describe('client with the toy namespace', () => {
  it('connects, signs a verifiable message, and reports a rejection', async () => {
    expect(client.getConnectors(TOYCHAIN).map(({ name }) => name)).toEqual(['Toy wallet']);
    const { address = '' } = await connect();
    const signature = await resultFrom(client.useCases.signMessage.execute({ message: 'hello' }));
    expect(await isSignedBy(address, signature, messageBytes('hello'))).toBe(true);
    expect(await isSignedBy(address, signature, messageBytes('hallo'))).toBe(false);
    agrees = false;
    await expect(resultFrom(client.useCases.signMessage.execute({ message: 'hello' }))).rejects.toMatchObject({ code: 'wallet/rejected' });
  });

  it('sends, waits for the block, and rejects unaffordable transfers before the wallet opens', async () => {
    await connect();
    const [alice = '', bob = ''] = wallet.addresses;
    const send = (value: bigint) => resultFrom(client.useCases.sendTransaction.execute({ to: bob, value }));
    const { hash, blockNumber } = await send(300n);
    expect(ledger.stateOf(hash)).toEqual({ status: 'included', block: Number(blockNumber) });
    expect([alice, bob].map((address) => ledger.balanceOf(address))).toEqual([699n, 300n]);
    await expect(send(5_000n)).rejects.toMatchObject({ code: 'send/above-balance' });
    await expect(send(699n)).rejects.toMatchObject({ code: 'send/insufficient-fee-funds' });
    await expect(resultFrom(client.useCases.sendTransaction.execute({ to: 'nobody', value: 1n }))).rejects.toMatchObject({
      code: 'address/invalid',
    });
  });

  it('switches the network, follows the wallet, and disconnects', async () => {
    await connect();
    await client.switchNetwork(`${TOYCHAIN}:two`);
    expect(client.getCaipNetworkId()).toBe('toychain:two');
    wallet.selectNetwork('one');
    expect(client.getCaipNetworkId()).toBe('toychain:one');
    await client.disconnect(TOYCHAIN);
    expect([wallet.allowsSite, client.getAccount(TOYCHAIN).status]).toEqual([false, 'disconnected']);
  });
});
