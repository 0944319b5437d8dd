import { describe, expect, it } from 'vitest';
import { mainnet, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { changeOptions, networkFor, parseOptions } from '../../../domain/options/parse-options.js';

const withNetworks = (options: object): object => ({ networks: [mainnet, polygon], ...options });

describe('RPC URLs of a network', () => {
  const httpOf = (options: Partial<OptionsInput>): readonly string[] =>
    parseOptions(withNetworks(options)).networks[0].rpcUrls.default.http;

  it.each<[string, Partial<OptionsInput>, readonly string[]]>([
    ["the network's own without a project id", {}, mainnet.rpcUrls.default.http],
    ['the RPC service with one', { projectId: 'abc' }, ['https://rpc.walletconnect.org/v1/?chainId=eip155:1&projectId=abc']],
    ["the app's own service", { endpoints: { blockchainApi: 'https://api.example/' } }, ['https://api.example/v1/?chainId=eip155:1']],
  ])('are %s', (_, options, http) => {
    expect(httpOf(options)).toEqual(http);
  });

  it("start with the app's own RPC URLs", () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://first.example' }] };
    const universalProviderConfigOverride = { rpcMap: { 'eip155:1': 'https://third.example' } };
    expect(httpOf({ customRpcUrls, universalProviderConfigOverride })).toEqual([
      'https://first.example',
      'https://third.example',
      ...mainnet.rpcUrls.default.http,
    ]);
    const endpoints = { rpc: { 'eip155:1': 'https://second.example' } };
    expect(httpOf({ customRpcUrls, endpoints })).toEqual([
      'https://first.example',
      'https://second.example',
      ...mainnet.rpcUrls.default.http,
    ]);
  });

  it('are completed for a network that is added at runtime', () => {
    const options = parseOptions(withNetworks({ projectId: 'abc', chainImages: { 11155111: '/sepolia.png' } }));
    const added = networkFor(options)(sepolia);
    expect(added.rpcUrls.default.http).toEqual(['https://rpc.walletconnect.org/v1/?chainId=eip155:11155111&projectId=abc']);
    expect(added.assets.imageUrl).toBe('/sepolia.png');
  });
});

describe('changeOptions', () => {
  const options = parseOptions(withNetworks({ themeVariables: { '--lk-accent': 'teal' }, features: { swaps: false, socials: [] } }));

  it('keeps all other options', () => {
    expect(changeOptions(options, {})).toEqual(options);
    expect(changeOptions(options, { themeMode: 'light' })).toEqual({ ...options, themeMode: 'light' });
    expect(changeOptions(options, { themeMode: 'auto' })).toEqual({ ...options, themeMode: 'auto' });
  });

  it('replaces the theme mode that the user chose, with a theme mode only', () => {
    const chosen = { ...options, chosenThemeMode: 'light' } as const;
    expect(changeOptions(chosen, { features: { send: false }, themeVariables: {} }).chosenThemeMode).toBe('light');
    expect(changeOptions(chosen, { themeMode: 'dark' })).toMatchObject({ themeMode: 'dark', chosenThemeMode: null });
    expect(changeOptions(chosen, { themeMode: undefined }).chosenThemeMode).toBeNull();
    expect(() => changeOptions(chosen, { chosenThemeMode: 'dark' } as object)).toThrow(/chosenThemeMode/);
  });

  it('merges features, variables and account types with the current ones', () => {
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

  it('resets an option to its default with undefined', () => {
    // Apps without exactOptionalPropertyTypes may also set nested keys to undefined.
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
  ])('rejects %j at "%s"', (change, field) => {
    expect(() => changeOptions(options, change as object)).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ field }) }),
    );
  });
});
