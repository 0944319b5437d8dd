/** Uses the toy namespace like an app, in Node: starts a ledger, a wallet and a client, prints each step and exits. */
import { createLatchkey, formatUnits, resultFrom } from 'latchkey';
import { startLedger } from './ledger/start-ledger.js';
import { ToyLedger } from './ledger/toy-ledger.js';
import { TOYCHAIN, toyNetwork } from './namespace.js';
import { ToyWallet } from './toy-wallet.js';
import { toychain } from './toychain.js';

const print = (label: string, ...values: readonly unknown[]): void => {
  process.stdout.write(`${label.padEnd(16)}${values.join(' ')}\n`);
};

const wallet = await ToyWallet.make({ networks: ['one'], owner: (method) => print('  approved', method) });
const [alice = '', bob = ''] = wallet.addresses;
const ledger = new ToyLedger('one', { [alice]: 10_000n });
const node = await startLedger(ledger);

// In a browser this is `window`.
const page = new EventTarget();
const stopAnnouncing = wallet.announce(page);
const client = createLatchkey({ networks: [toyNetwork('one', node.url)], modules: [toychain({ page })] });
const { useCases } = client;

const { address } = await client.connect({ namespace: TOYCHAIN, connectorId: wallet.id });
print('connected', address);

print('signed', await resultFrom(useCases.signMessage.execute({ message: 'hello' })));

const { hash, blockNumber } = await resultFrom(useCases.sendTransaction.execute({ to: bob, value: 2_500n }));
print('sent', hash, 'in block', blockNumber);

print('alice has', formatUnits(ledger.balanceOf(alice), 2), 'TOY');
print('bob has', formatUnits(ledger.balanceOf(bob), 2), 'TOY');

await client.disconnect(TOYCHAIN);
client.dispose();
stopAnnouncing();
await node.stop();
