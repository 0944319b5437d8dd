import { firstValueFrom, skipWhile } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { PageBrowser } from '../../../adapters/browser/page-browser.js';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { BROWSER, type Browser } from '../../../application/ports/browser.port.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { KEY_CHAIN } from '../../../application/ports/key-chain.port.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { LOGGER } from '../../../application/ports/logger.port.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../../application/ports/record-store.port.js';
import { RELAY } from '../../../application/ports/relay.port.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { defineModule } from '../../../composition/wire.js';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import type { AppMetadata } from '../../../domain/options/options.js';

const METADATA: AppMetadata = { name: 'A script', description: '', url: 'https://script.example/', icons: [] };

/** No page, as in Node. */
const nowhere = new PageBrowser(undefined);

const pageWith = (metadata: Partial<AppMetadata>): Browser => {
  const browser = new FakeBrowser();
  browser.metadata = { ...browser.metadata, ...metadata };
  return browser;
};

/** Shows a URI as often as is said; what the log says of it. */
const logOf = async (browser: Browser, metadata: AppMetadata | undefined, times = 1): Promise<FakeLogger['entries']> => {
  const logger = new FakeLogger();
  const relay = new FakeMessageRelay(new FakeClock());
  const own = defineModule((wire) => {
    wire(BROWSER, [], () => browser);
    wire(LOGGER, [], () => logger);
    wire(RELAY, [], () => relay.transport);
    wire(KEY_CHAIN, [], () => relay.keyChain);
    wire(RECORD_STORE, [], () => new FakeRecordStore());
  });
  const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155(), walletconnect(), own], metadata });
  expect(logger.entries).toEqual([]);
  for (let time = 0; time < times; time += 1) {
    const pairing = latchkey.useCases.pairWallet.execute().subscribe();
    const shown$ = latchkey.useCases.watchConnection.execute().pipe(skipWhile(({ pairing: { wcUri } }) => wcUri === undefined));
    expect((await firstValueFrom(shown$)).pairing.wcUri).toMatch(/^wc:/);
    pairing.unsubscribe();
  }
  latchkey.dispose();
  return logger.entries;
};

describe('an app that says nowhere who it is', () => {
  it('is told so in the log, once, with the option that mends it, when a URI is shown', async () => {
    const entries = await logOf(nowhere, undefined, 2);
    expect(entries).toEqual([{ level: 'error', message: expect.stringContaining('"metadata"'), detail: expect.anything() }]);
    const [{ detail } = { detail: null }] = entries;
    expect(isLatchkeyError(detail, 'config/invalid-option') && [detail.context.field, detail.recovery]).toEqual([
      'metadata',
      'reconfigure',
    ]);
  });

  it.each([
    ['a page without a title and host', { name: '' }],
    ['a page that is a file', { url: 'null' }],
  ])('is told so in %s', async (_, page) => {
    expect(await logOf(pageWith(page), undefined)).toHaveLength(1);
  });

  it('is not told so where the page says it, nor where the host did', async () => {
    expect(await logOf(pageWith({}), undefined)).toEqual([]);
    expect(await logOf(nowhere, METADATA)).toEqual([]);
  });

  it.each(['name', 'description', 'url', 'icons'] as const)('is stopped at once where what the host wrote lacks %s', (field) => {
    const { [field]: _, ...metadata } = METADATA;
    // What a caller without types can do.
    expect(() => createLatchkey({ networks: [mainnet], modules: [eip155()], metadata: metadata as AppMetadata })).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: `metadata.${field}` }) }),
    );
  });
});
