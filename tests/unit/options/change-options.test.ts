import { describe, expect, it } from 'vitest';
import { mainnet, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { changeOptions, networkFor, parseOptions } from '../../../domain/options/parse-options.js';

const withNetworks = (options: object): object => ({ networks: [mainnet, polygon], ...options });

describe('The addresses a network is read from', () => {
  const httpOf = (options: Partial<OptionsInput>): readonly string[] =>
    parseOptions(withNetworks(options)).networks[0].rpcUrls.default.http;

  it.each<[string, Partial<OptionsInput>, readonly string[]]>([
    ["the network's own without a project id", {}, mainnet.rpcUrls.default.http],
    ['the RPC service with one', { projectId: 'abc' }, ['https://rpc.walletconnect.org/v1/?chainId=eip155:1&projectId=abc']],
    ["the host's own service", { endpoints: { blockchainApi: 'https://api.example/' } }, ['https://api.example/v1/?chainId=eip155:1']],
  ])('are %s', (_, options, http) => {
    expect(httpOf(options)).toEqual(http);
  });

  it("begin with the host's own nodes", () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://first.example' }] };
    const endpoints = { rpc: { 'eip155:1': 'https://second.example' } };
    expect(httpOf({ customRpcUrls, endpoints })).toEqual([
      'https://first.example',
      'https://second.example',
      ...mainnet.rpcUrls.default.http,
    ]);
  });

  it('are completed for a network that is added later as for the others', () => {
    const options = parseOptions(withNetworks({ projectId: 'abc', chainImages: { 11155111: '/sepolia.png' } }));
    const added = networkFor(options)(sepolia);
    expect(added.rpcUrls.default.http).toEqual(['https://rpc.walletconnect.org/v1/?chainId=eip155:11155111&projectId=abc']);
    expect(added.assets.imageUrl).toBe('/sepolia.png');
  });
});

describe('A change of the options', () => {
  const options = parseOptions(withNetworks({ themeVariables: { '--lk-accent': 'teal' }, features: { swaps: false, socials: ['x'] } }));

  it('leaves everything else as it is', () => {
    expect(changeOptions(options, {})).toEqual(options);
    expect(changeOptions(options, { themeMode: 'light' })).toEqual({ ...options, themeMode: 'light' });
  });

  it('lays features, variables and account types over those in use', () => {
    expect(changeOptions(options, { features: { send: false } }).features).toEqual({ ...options.features, send: false });
    expect(changeOptions(options, { themeVariables: { '--lk-z-index': 5 } }).themeVariables).toEqual({
      '--lk-accent': 'teal',
      '--lk-z-index': 5,
    });
    expect(changeOptions(options, { defaultAccountTypes: { eip155: 'eoa' } }).defaultAccountTypes).toMatchObject({
      eip155: 'eoa',
      solana: 'eoa',
    });
  });

  it('goes back to the default with undefined', () => {
    // A host without exact optional types may write it for features and variables, too.
    const reset = { features: { swaps: undefined, socials: undefined }, themeVariables: { '--lk-accent': undefined } } as object;
    const changed = changeOptions({ ...options, themeMode: 'light' }, { ...reset, themeMode: undefined });
    expect(changed.themeMode).toBe('dark');
    expect(changed.features).toMatchObject({ swaps: true, socials: expect.arrayContaining(['google']) });
    expect(changed.themeVariables).toStrictEqual({});
  });

  it.each([
    [{ themeMode: 'blue' }, 'themeMode'],
    [{ features: { socials: ['myspace'] } }, 'features.socials[0]'],
    [{ networks: [sepolia] }, 'networks'],
    [{ projectId: 'abc' }, 'projectId'],
    [{ endpoints: {} }, 'endpoints'],
  ])('%j is refused at "%s"', (change, field) => {
    expect(() => changeOptions(options, change as object)).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ field }) }),
    );
  });
});
