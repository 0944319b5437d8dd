import { describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { HttpBundler } from '../../adapters/bundler/http-bundler.js';
import { FakeBundler } from '../../application/ports/bundler.fake.js';
import { bundlerContract } from '../../testing/contracts/bundler.contract.js';
import { RpcServer } from '../unit/adapters/support/rpc-server.js';

const api = { describe, it, expect };
const METHOD = 'eth_getUserOperationReceipt';

bundlerContract(api, 'FakeBundler', () => {
  const bundler = new FakeBundler();
  const url = 'https://bundler.example';
  return {
    bundler,
    url,
    setReceipt: (operation, receipt) => bundler.receipts.set(operation, receipt),
    fail: (fault) => bundler.modes.set(url, fault),
  };
});

bundlerContract(api, 'HttpBundler', async () => {
  const server = await RpcServer.start();
  const receipts = new Map<unknown, unknown>();
  server.responses.set(METHOD, ([operation]) => ({ result: receipts.get(operation) ?? null }));
  return {
    bundler: new HttpBundler({ clock: SYSTEM_CLOCK }),
    url: server.url,
    setReceipt: (operation, receipt) => receipts.set(operation, receipt),
    fail: (fault) => {
      if (typeof fault === 'object' && 'error' in fault) server.responses.set(METHOD, fault);
      else server.mode = fault;
    },
  };
});
