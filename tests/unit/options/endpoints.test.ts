import { describe, expect, it } from 'vitest';
import { addressOfService, type ServiceName } from '../../../domain/options/endpoints.js';
import { rpcServiceOf } from '../../../domain/options/parse-options.js';

/** The services' hosts, as section 7.1 of the facts lists them. */
const DEFAULTS: Readonly<Record<ServiceName, string | null>> = {
  relay: 'wss://relay.walletconnect.org',
  verify: null,
  blockchainApi: 'https://rpc.walletconnect.org',
  walletDirectory: 'https://api.web3modal.org',
  images: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
  secureSite: 'https://secure.walletconnect.org',
  bundler: 'https://rpc.walletconnect.org/v1/bundler',
  esplora: 'https://mempool.space/api',
  polkadot: null,
};

const services = Object.keys(DEFAULTS) as ServiceName[];

describe('The address of a service', () => {
  it.each(services)('%s is the default with a project id', (service) => {
    expect(addressOfService({ endpoints: {}, projectId: 'abc' }, service)).toBe(DEFAULTS[service]);
  });

  it.each(services)("%s is the host's own without a project id, and has no slash at its end", (service) => {
    const endpoints = { [service]: 'https://own.example/path//' };
    expect(addressOfService({ endpoints, projectId: undefined }, service)).toBe('https://own.example/path');
  });

  it.each(services.filter((service) => DEFAULTS[service] !== null && service !== 'esplora'))(
    '%s needs a project id at its default address',
    (service) => {
      expect(() => addressOfService({ endpoints: {}, projectId: undefined }, service)).toThrow(
        expect.objectContaining({ code: 'config/project-id-missing', context: { service } }),
      );
    },
  );

  it.each(['verify', 'polkadot', 'esplora'] as const)('%s needs none', (service) => {
    expect(addressOfService({ endpoints: {}, projectId: undefined }, service)).toBe(DEFAULTS[service]);
  });
});

describe('The RPC service', () => {
  it('is there with a project id or an own address', () => {
    expect(rpcServiceOf({ endpoints: {}, projectId: undefined })).toBeNull();
    expect(rpcServiceOf({ endpoints: {}, projectId: 'abc' })).toBe('https://rpc.walletconnect.org/v1/');
    expect(rpcServiceOf({ endpoints: { blockchainApi: 'http://127.0.0.1:9/' }, projectId: undefined })).toBe('http://127.0.0.1:9/v1/');
  });
});
