import { describe, expect, it } from 'vitest';
import { type ServiceName, serviceUrlOf } from '../../../domain/options/endpoints.js';
import { rpcServiceUrlOf } from '../../../domain/options/parse-options.js';

/** Default hosts of the services (facts of the field, section 7.1). */
const DEFAULTS: Readonly<Record<ServiceName, string | null>> = {
  relay: 'wss://relay.walletconnect.org',
  verify: null,
  blockchainApi: 'https://rpc.walletconnect.org',
  walletDirectory: 'https://api.web3modal.org',
  images: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
  esplora: 'https://mempool.space/api',
  polkadot: null,
  secureSite: 'https://secure.walletconnect.org/sdk',
  bundler: null,
};

const services = Object.keys(DEFAULTS) as ServiceName[];

describe('service endpoints', () => {
  it.each(services)('%s has its default with a project id', (service) => {
    expect(serviceUrlOf({ endpoints: {}, projectId: 'abc' }, service)).toBe(DEFAULTS[service]);
  });

  it.each(services)('%s can be set without a project id, and loses a trailing slash', (service) => {
    const endpoints = { [service]: 'https://own.example/path//' };
    expect(serviceUrlOf({ endpoints, projectId: undefined }, service)).toBe('https://own.example/path');
  });

  it.each(services.filter((service) => DEFAULTS[service] !== null && service !== 'esplora'))(
    '%s needs a project id for its default URL',
    (service) => {
      expect(() => serviceUrlOf({ endpoints: {}, projectId: undefined }, service)).toThrow(
        expect.objectContaining({ code: 'config/project-id-missing', context: { service } }),
      );
    },
  );

  it.each(['verify', 'polkadot', 'esplora', 'bundler'] as const)('%s needs no project id', (service) => {
    expect(serviceUrlOf({ endpoints: {}, projectId: undefined }, service)).toBe(DEFAULTS[service]);
  });
});

describe('the RPC service', () => {
  it('is available with a project id or a custom URL', () => {
    expect(rpcServiceUrlOf({ endpoints: {}, projectId: undefined })).toBeNull();
    expect(rpcServiceUrlOf({ endpoints: {}, projectId: 'abc' })).toBe('https://rpc.walletconnect.org/v1/');
    expect(rpcServiceUrlOf({ endpoints: { blockchainApi: 'http://127.0.0.1:9/' }, projectId: undefined })).toBe('http://127.0.0.1:9/v1/');
  });
});
