import { describe, expect, it } from 'vitest';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { LOGGER } from '../../../application/ports/logger.port.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import type { LatchkeyOptions } from '../../../composition/create-latchkey.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { defineModule } from '../../../composition/wire.js';
import { mainnet, polygon } from '../../../domain/network/networks/eip155.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { client, EVM_WALLET } from './support/client.js';

/** A client of the real modules that logs to a fake. */
const logged = (options: Pick<LatchkeyOptions, 'networks' | 'modules'>) => {
  const logger = new FakeLogger();
  const logging = defineModule((wire) => wire(LOGGER, [], () => logger));
  return { logger, latchkey: createLatchkey({ ...options, modules: [...(options.modules ?? []), logging] }) };
};

describe('networks and modules that do not match', () => {
  it('are named in the log with what to add', () => {
    const { logger, latchkey } = logged({ networks: [solana, mainnet, polygon], modules: [] });
    expect(logger.messages('error')).toEqual([
      'No module for the solana networks (Solana): add solana() of latchkey/solana to "modules", or call addAdapter with it',
      'No module for the eip155 networks (Ethereum, Polygon): add eip155() of latchkey/eip155 to "modules", or call addAdapter with it',
    ]);
    latchkey.dispose();
  });

  it('are named if a module has no networks', () => {
    const { logger, latchkey } = logged({ networks: [mainnet], modules: [eip155()] });
    expect(logger.entries).toEqual([]);
    latchkey.dispose();
    const { logger: other } = client({ networks: [mainnet] });
    expect(other.messages('error')).toEqual([
      'No networks for the solana module: add at least one, such as solanaMainnet of latchkey/solana, to "networks", or remove the module',
    ]);
  });
});

describe('an error that only a change of the app fixes', () => {
  it('is logged once with what to write', async () => {
    const { logger, latchkey } = logged({ networks: [mainnet], modules: [] });
    const before = logger.entries.length;
    for (let time = 0; time < 2; time += 1)
      await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'connection/client-not-set' });
    expect(logger.messages('error').slice(before)).toEqual([
      'ConnectionController client not set: add a chain adapter to "modules", such as eip155() of latchkey/eip155',
    ]);
    latchkey.dispose();
  });

  it('names the module of a namespace', async () => {
    const { logger, latchkey } = logged({ networks: [mainnet, solana], modules: [eip155()] });
    await expect(latchkey.connect({ namespace: 'solana', connectorId: 'any' })).rejects.toMatchObject({
      code: 'connection/adapter-not-found',
    });
    expect(logger.messages('error').at(-1)).toBe('Chain adapter not found: add the module of solana to "modules"');
    latchkey.dispose();
  });

  it('is not logged if the user can fix it', async () => {
    const { logger, latchkey } = client();
    await expect(latchkey.connect({ connectorId: 'com.unknown' })).rejects.toMatchObject({ code: 'connection/connector-not-found' });
    expect(logger.entries).toEqual([]);
  });
});

describe('a missing projectId', () => {
  it('is logged once when the default relay is first needed', async () => {
    const { logger, latchkey } = logged({ networks: [mainnet], modules: [eip155(), walletconnect()] });
    expect(logger.entries).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      await expect(resultFrom(latchkey.useCases.pairWallet.execute())).rejects.toMatchObject({ code: 'config/project-id-missing' });
    expect(logger.messages('error')).toEqual([
      expect.stringMatching(/needs a project id: set "projectId", or your own URL in "endpoints"/),
    ]);
    latchkey.dispose();
  });
});

describe('open() without a modal', () => {
  it('is logged once with what to render, after the time that a modal may take to be mounted', async () => {
    const { logger, latchkey, clock } = client();
    await latchkey.open();
    clock.advance(9_999);
    expect(logger.messages('error')).toEqual([]);
    clock.advance(1);
    await latchkey.close();
    await latchkey.open();
    clock.advance(10_000);
    expect(logger.messages('error')).toEqual([
      expect.stringMatching(/^open\(\) was called, but nothing shows the modal.*<LatchkeyProvider>.*mountModal/),
    ]);
  });

  it('is not logged if the modal is mounted later, or closed, or the client disposed', async () => {
    const { logger, latchkey, clock } = client();
    await latchkey.open();
    const modal = latchkey.useCases.watchModal.execute().subscribe();
    clock.advance(10_000);
    modal.unsubscribe();
    await latchkey.open();
    await latchkey.close();
    clock.advance(10_000);
    await latchkey.open();
    latchkey.dispose();
    clock.advance(10_000);
    expect(logger.entries).toEqual([]);
  });
});

describe('an INTERNAL_SDK_ERROR', () => {
  it('is logged, so that a modal that cannot be loaded says why', () => {
    const { logger, latchkey } = client();
    const errorMessage = '"react" is not installed: run npm install react';
    latchkey.events.track('INTERNAL_SDK_ERROR', { errorType: 'ModalNotLoaded', errorMessage, stackTrace: '', uncaught: false });
    expect(logger.messages('error')).toEqual([errorMessage]);
  });
});
