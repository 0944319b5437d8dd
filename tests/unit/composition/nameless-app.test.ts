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

/** A browser port without a page, as in Node. */
const pageless = new PageBrowser(undefined);

const pageWith = (metadata: Partial<AppMetadata>): Browser => {
  const browser = new FakeBrowser();
  browser.metadata = { ...browser.metadata, ...metadata };
  return browser;
};

/** Creates pairing URIs and returns the log. */
const logOf = async (browser: Browser, metadata: AppMetadata | undefined, times = 1): Promise<FakeLogger['entries']> => {
  const logger = new FakeLogger();
  const relay = new FakeMessageRelay(new FakeClock());
  const module = defineModule((wire) => {
    wire(BROWSER, [], () => browser);
    wire(LOGGER, [], () => logger);
    wire(RELAY, [], () => relay.transport);
    wire(KEY_CHAIN, [], () => relay.keyChain);
    wire(RECORD_STORE, [], () => new FakeRecordStore());
  });
  const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155(), walletconnect(), module], metadata });
  expect(logger.entries).toEqual([]);
  for (let time = 0; time < times; time += 1) {
    const pairing = latchkey.useCases.pairWallet.execute().subscribe();
    const withUri$ = latchkey.useCases.watchConnection.execute().pipe(skipWhile(({ pairing: { wcUri } }) => wcUri === undefined));
    expect((await firstValueFrom(withUri$)).pairing.wcUri).toMatch(/^wc:/);
    pairing.unsubscribe();
  }
  latchkey.dispose();
  return logger.entries;
};

describe('an app without metadata', () => {
  it('logs one error that names the option when a pairing URI is created', async () => {
    const entries = await logOf(pageless, undefined, 2);
    expect(entries).toEqual([{ level: 'error', message: expect.stringContaining('"metadata"'), detail: expect.anything() }]);
    const [{ detail } = { detail: null }] = entries;
    expect(isLatchkeyError(detail, 'config/invalid-option') && [detail.context.field, detail.recovery]).toEqual([
      'metadata',
      'reconfigure',
    ]);
  });

  it.each([
    ['on a page without a title and host', { name: '' }],
    ['on a file page', { url: 'null' }],
  ])('logs an error %s', async (_, page) => {
    expect(await logOf(pageWith(page), undefined)).toHaveLength(1);
  });

  it('logs nothing if the page or the options have metadata', async () => {
    expect(await logOf(pageWith({}), undefined)).toEqual([]);
    expect(await logOf(pageless, METADATA)).toEqual([]);
  });

  it.each(['name', 'description', 'url', 'icons'] as const)('throws if the metadata option lacks %s', (field) => {
    const { [field]: _, ...metadata } = METADATA;
    // Untyped callers may pass anything.
    expect(() => createLatchkey({ networks: [mainnet], modules: [eip155()], metadata: metadata as AppMetadata })).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: `metadata.${field}` }) }),
    );
  });
});
