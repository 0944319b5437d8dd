import type { ContainerModule } from 'inversify';
import { HttpJsonRpc } from '../../adapters/json-rpc/http-json-rpc.js';
import { PrefixedRecordStore } from '../../adapters/shared/prefixed-record-store.js';
import { Emitter } from '../../adapters/sign-client/emitter.js';
import { SharedClient } from '../../adapters/sign-client/shared-client.js';
import { RecordKeyValueStorage } from '../../adapters/storage/record-key-value-storage.js';
import { CONNECTION_STORE, type ConnectionStore } from '../../application/connect/connection.store.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { BUNDLER } from '../../application/ports/bundler.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { PROVIDER_VALUES_PREFIX } from '../../application/wallet-protocol/protocol-records.js';
import { SharedProvider } from '../../application/wallet-protocol/provider/shared-provider.js';
import { PROTOCOL_CLIENT, UNIVERSAL_PROVIDER } from '../../application/wallet-protocol/wallet-protocol.tokens.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import { rpcHeaders, withoutTrailingSlash } from '../../domain/network/rpc-headers.js';
import { defineDefaults, many } from '../wire.js';

/**
 * The RPC endpoints of the client's networks, by CAIP-2 id. Without those that need headers of the app, and those of Bitcoin networks, which
 * have another API.
 */
const rpcUrlsOf = ({ state }: ConnectionStore): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    allNetworksOf(state)
      .filter(({ chainNamespace }) => chainNamespace !== 'bip122')
      .map((network) => [network.caipNetworkId, network.rpcUrls.default.http.filter((url) => rpcHeaders(network, url) === undefined)]),
  );

/** The universal provider over the modal's connections. */
export const universalProviderModule: ContainerModule = defineDefaults((wire) => {
  wire(
    UNIVERSAL_PROVIDER,
    [PROTOCOL_CLIENT, many(REMOTE_CONNECTOR), USE_CASES.pairWallet, CONNECTION_STORE, RECORD_STORE, OPTIONS, BUNDLER, CLOCK, LOGGER],
    (protocol, remotes, pairWallet, connections, records, options, bundler, clock, logger) => {
      const { projectId, endpoints } = options.current;
      const remote = remotes.find(({ id }) => id === WALLET_CONNECT_CONNECTOR_ID);
      const client = new SharedClient({
        ...{ protocol, projectId },
        sessions: () => remote?.sessions.used ?? [],
        pair: (proposal) => pairWallet.execute(proposal === undefined ? {} : { proposal }),
        storage: new RecordKeyValueStorage(new PrefixedRecordStore(records, PROVIDER_VALUES_PREFIX)),
      });
      return new SharedProvider({
        ...{ client, connections, bundler, clock, logger },
        rpc: new HttpJsonRpc({ clock, ping: false }),
        events: new Emitter(),
        service: {
          ...(projectId === undefined ? {} : { projectId }),
          ...(endpoints.bundler === undefined ? {} : { bundlerUrl: endpoints.bundler }),
          ...(endpoints.blockchainApi === undefined ? {} : { rpcUrl: `${withoutTrailingSlash(endpoints.blockchainApi)}/v1/` }),
          // Read for each session: the app may have added networks.
          get fallbackRpcUrls() {
            return rpcUrlsOf(connections);
          },
        },
      });
    },
    { dispose: (provider) => provider.dispose() },
  );
});
