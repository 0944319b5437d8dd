import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { BROWSER } from '../../../../application/ports/browser.port.js';
import { FakeChain, type FakeChainInit } from '../../../../application/ports/chain.fake.js';
import { CHAIN } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { CLOCK } from '../../../../application/ports/clock.port.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { LOGGER } from '../../../../application/ports/logger.port.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../../application/ports/storage.port.js';
import { createLatchkey, type LatchkeyOptions } from '../../../../composition/create-latchkey.js';
import { defineModule, type LatchkeyModule } from '../../../../composition/wire.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';

export const EVM_WALLET = 'com.example.wallet';
export const SOLANA_WALLET = 'com.example.solana';
export const ADDRESS = '0x1111111111111111111111111111111111111111';
export const SOLANA = solana.caipNetworkId ?? '';

/** Fakes of every port, and a module that binds them. */
export const fakes = (overrides: { readonly evm?: FakeChainInit; readonly storage?: FakeStorage } = {}) => {
  const chain = new FakeChain({ wallets: [{ id: EVM_WALLET, name: 'Example', knownChainIds: ['eip155:137'] }], ...overrides.evm });
  const sol = new FakeChain({ namespace: 'solana', wallets: [{ id: SOLANA_WALLET, chainId: SOLANA }] });
  const clock = new FakeClock();
  const logger = new FakeLogger();
  const storage = overrides.storage ?? new FakeStorage();
  const browser = new FakeBrowser();
  const module: LatchkeyModule = defineModule((wire) => {
    wire(CLOCK, [], () => clock);
    wire(LOGGER, [], () => logger);
    wire(STORAGE, [], () => storage);
    wire(BROWSER, [], () => browser);
    for (const each of [chain, sol]) wire(CHAIN, [], () => each, { dispose: (disposed) => disposed.dispose() });
  });
  return { chain, solana: sol, clock, logger, storage, browser, module };
};

/** A client on fakes, and the events that it tracked. */
export const client = ({ modules = [], ...options }: Partial<LatchkeyOptions> = {}, deps = fakes()) => {
  const events: { readonly event: string; readonly properties: unknown; readonly address: string | undefined }[] = [];
  const latchkey = createLatchkey({
    networks: [mainnet, polygon, solana],
    onEvent: ({ event, properties, address }) => events.push({ event, properties, address }),
    ...options,
    modules: [deps.module, ...modules],
  });
  return { ...deps, latchkey, events };
};
