import 'reflect-metadata';
import type { Container } from 'inversify';
import { createHostContainer, createLatchkey, LOGGER, STORAGE } from 'latchkey';
import { eip155, mainnet } from 'latchkey/eip155';
import { Checkout } from './checkout.js';
import { points, pointsNetwork } from './points-chain.js';
import { reporting, SALES, Sales } from './reporting-tracker.js';
import { ShopLogger } from './shop-logger.js';
import { ShopStorage } from './shop-storage.js';

/** Creates the shop's container and loads Latchkey into it. Resolve the client with `LATCHKEY`. */
export const openShop = (ledger: Map<string, bigint>, customer: string): Container => {
  const container = createHostContainer();
  container.bind(SALES).to(Sales);
  container.bind(Checkout).toSelf();
  container.bind(STORAGE).toConstantValue(new ShopStorage(new Map()));
  container.bind(LOGGER).to(ShopLogger);
  createLatchkey({
    networks: [mainnet, pointsNetwork],
    modules: [eip155(), points(ledger, customer), reporting()],
    container,
  });
  return container;
};
