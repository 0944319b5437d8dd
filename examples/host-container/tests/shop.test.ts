import { isLatchkeyError, LATCHKEY, LOGGER } from 'latchkey';
import { loggerContract } from 'latchkey/testing';
import { describe, expect, it } from 'vitest';
import { Checkout } from '../src/checkout.js';
import { pointsAccount } from '../src/points-chain.js';
import { SALES } from '../src/reporting-tracker.js';
import { openShop } from '../src/shop.js';
import { ShopLogger } from '../src/shop-logger.js';

describe('the shop', () => {
  it('accepts a payment in points, reports it and logs it', async () => {
    const ledger = new Map([
      ['ann', 100n],
      ['shop', 0n],
    ]);
    const container = openShop(ledger, 'ann');
    const pay = (value: bigint) => container.get(Checkout).pay({ namespace: 'points', connectorId: pointsAccount.id, to: 'shop', value });
    await pay(30n);
    expect(ledger).toEqual(
      new Map([
        ['ann', 70n],
        ['shop', 30n],
      ]),
    );
    expect(container.get(SALES).lines).toEqual(['sent transfer-1', 'confirmed transfer-1']);
    expect(container.get(LOGGER).text).toContain('info ann has paid');
    await expect(pay(71n)).rejects.toSatisfy((error) => isLatchkeyError(error, 'send/above-balance'));
    container.get(LATCHKEY).dispose();
    expect([container.isBound(LATCHKEY), container.isBound(SALES)]).toEqual([false, true]);
  });
});

loggerContract({ describe, it, expect }, 'ShopLogger', () => {
  const logger = new ShopLogger();
  return { logger, entries: () => logger.lines };
});
