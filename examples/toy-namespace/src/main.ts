/** Uses the toy namespace as a host does, in Node: a ledger, a wallet and a client in one script. Says what happens, and ends. */
import { createLatchkey, formatUnits, lastOutcome } from 'latchkey';
import { startLedger } from './ledger/start-ledger.js';
import { ToyLedger } from './ledger/toy-ledger.js';
import { TOYCHAIN, toyNetwork } from './namespace.js';
import { ToyWallet } from './toy-wallet.js';
import { toychain } from './toychain.js';

const say = (what: string, ...words: readonly unknown[]): void => {
  process.stdout.write(`${what.padEnd(16)}${words.join(' ')}\n`);
};

const wallet = await ToyWallet.make({ networks: ['one'], owner: (method) => say('  owner agrees', method) });
const [alice = '', bob = ''] = wallet.addresses;
const ledger = new ToyLedger('one', { [alice]: 10_000n });
const node = await startLedger(ledger);

// In a browser this is its window.
const page = new EventTarget();
const stopAnnouncing = wallet.announce(page);
const client = createLatchkey({ networks: [toyNetwork('one', node.url)], modules: [toychain({ page })] });
const { useCases } = client;

const { address } = await client.connect({ namespace: TOYCHAIN, connectorId: wallet.id });
say('connected', address);

say('signed', await lastOutcome(useCases.signMessage.execute({ message: 'hello' })));

const { hash, blockNumber } = await lastOutcome(useCases.sendTransaction.execute({ to: bob, value: 2_500n }));
say('sent', hash, 'in block', blockNumber);

say('alice has', formatUnits(ledger.balanceOf(alice), 2), 'TOY');
say('bob has', formatUnits(ledger.balanceOf(bob), 2), 'TOY');

await client.disconnect(TOYCHAIN);
client.dispose();
stopAnnouncing();
await node.stop();
