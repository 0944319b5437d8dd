import { describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { HttpJsonRpc } from '../../adapters/json-rpc/http-json-rpc.js';
import { FakeJsonRpc } from '../../application/ports/json-rpc.fake.js';
import { jsonRpcContract } from '../../testing/contracts/json-rpc.contract.js';
import { RpcServer } from '../unit/adapters/support/rpc-server.js';

const api = { describe, it, expect };

jsonRpcContract(api, 'FakeJsonRpc', () => {
  const rpc = new FakeJsonRpc();
  return {
    rpc,
    urls: ['https://first.example', 'https://second.example'],
    setResponse: (url, method, response) => rpc.setResponse(url, method, response),
    fail: (url, fault) => rpc.modes.set(url, fault),
    requestCount: (url, method) => rpc.calls.filter((call) => call.url === url && call.method === method).length,
  };
});

describe.each([[true], [false]])('with pings: %s', (ping) => {
  jsonRpcContract(api, 'HttpJsonRpc', async () => {
    const servers = [await RpcServer.start(), await RpcServer.start()] as const;
    const server = (url: string): RpcServer => servers[url === servers[0].url ? 0 : 1];
    return {
      rpc: new HttpJsonRpc({ clock: SYSTEM_CLOCK, ping }),
      urls: [servers[0].url, servers[1].url],
      setResponse: (url, method, response) => server(url).responses.set(method, response),
      fail: (url, fault) => {
        server(url).mode = fault;
      },
      requestCount: (url, method) => server(url).requestCount(method),
    };
  });
});
