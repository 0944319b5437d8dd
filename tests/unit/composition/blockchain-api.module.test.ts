import { afterEach, expect, it, vi } from 'vitest';
import { BLOCKCHAIN_API } from '../../../application/ports/blockchain-api.port.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { CLIENT_ID, ClientId } from '../../../application/shared/client-id.js';
import { OPTIONS, OptionsStore } from '../../../application/shared/options.store.js';
import { createHostContainer } from '../../../composition/create-container.js';
import { ModuleLoader } from '../../../composition/module-loader.js';
import { blockchainApiModule } from '../../../composition/modules/blockchain-api.module.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';

afterEach(() => vi.unstubAllGlobals());

it('gives the service the id of the client once the relay has it', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: URL | string) => {
    sent.push(new URL(url).searchParams.get('clientId'));
    // No network is listed, so that each call reads the list again.
    return Response.json({ http: [] });
  });
  const container = createHostContainer();
  const loader = new ModuleLoader(container);
  const clientId = new ClientId();
  loader.load(
    defineModule((wire) => {
      wire(OPTIONS, [], () => new OptionsStore(parseOptions({ networks: [mainnet], projectId: 'project' })));
      wire(CLOCK, [], () => new FakeClock());
      wire(CLIENT_ID, [], () => clientId);
    }),
  );
  loader.load(blockchainApiModule());
  const isSupported = () =>
    container
      .get(BLOCKCHAIN_API)
      .isSupported(toChainId('eip155:1'), new AbortController().signal)
      .catch(() => undefined);
  await isSupported();
  clientId.set('did:key:z1');
  await isSupported();
  expect(sent).toEqual([null, 'did:key:z1']);
});
