/** A customer pays with the shop's points. Prints the shop's log and exits. */
import { LATCHKEY, LOGGER } from 'latchkey';
import { Checkout } from './checkout.js';
import { pointsAccount } from './points-chain.js';
import { SALES } from './reporting-tracker.js';
import { openShop } from './shop.js';

const container = openShop(
  new Map([
    ['ann', 100n],
    ['shop', 0n],
  ]),
  'ann',
);

await container.get(Checkout).pay({ namespace: 'points', connectorId: pointsAccount.id, to: 'shop', value: 30n });
process.stdout.write(`${[...container.get(SALES).lines, container.get(LOGGER).text].join('\n')}\n`);
container.get(LATCHKEY).dispose();
