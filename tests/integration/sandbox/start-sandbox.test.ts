import { spawnSync } from 'node:child_process';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTRACTS, controlOverHttp, createRemoteWallet, type Sandbox, serveSite, startSandbox } from '@latchkey/sandbox';
import { Keypair } from '@solana/web3.js';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { mainnet, polygon } from 'viem/chains';
import { getEnsAddress, getEnsName } from 'viem/ens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

const PAGE = '<!doctype html><html><head><title>A page</title></head><body></body></html>';

/** A new account for each run, so that a retry on the same chain works. */
const newAccount = (): `0x${string}` => privateKeyToAddress(generatePrivateKey());
const newAccountOnSolana = (): string => Keypair.generate().publicKey.toBase58();

/** Running nodes of this process, and the shells that watch them. */
const childProcesses = (): readonly string[] =>
  spawnSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${process.pid} `) && /anvil|alto|trap/.test(line));

const callNode = async (url: string, method: string, params: readonly unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json', connection: 'close' };
  return (await (await fetch(url, { method: 'POST', headers, body })).json()).result;
};

const readerOf = ({ urls }: Sandbox, chain: typeof mainnet | typeof polygon) =>
  createPublicClient({ chain, transport: http(urls.rpc[`eip155:${chain.id}`], { retryCount: 0 }) });

describe('a sandbox with chains of other namespaces', () => {
  let sandbox: Sandbox;
  let accounts: readonly `0x${string}`[];

  beforeAll(async () => {
    sandbox = await startSandbox({ namespaces: ['solana', 'bip122'], site: { files: { '/': PAGE } } });
    accounts = (await sandbox.wallet.state()).accounts.map(({ address }) => address);
  });
  afterAll(() => sandbox.stop());

  it('serves everything on loopback, and rejects other host names', async () => {
    const { rpc, wallet, walletScript, hostileScript, walletSocket, relay, walletPage, directory, images, blockchainApi, analytics, site } =
      sandbox.urls;
    expect(walletSocket).toBe(`${wallet.replace('http', 'ws')}/page`);
    const addresses = [
      ...Object.values(rpc),
      wallet,
      walletScript,
      hostileScript,
      relay,
      walletPage,
      directory,
      images,
      blockchainApi,
      analytics,
    ];
    expect(new Set(addresses.map((url) => new URL(url).hostname))).toEqual(new Set(['127.0.0.1']));
    expect(new URL(site ?? '').hostname).toBe('localhost');
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(wallet);
      const headers = { host: `evil.example:${port}` };
      get({ host: '127.0.0.1', port, headers }, ({ statusCode }) => resolve(statusCode)).on('error', reject);
    });
    expect(status).toBe(403);
  });

  it('serves its chains by the blockchain API, with NFTs and prices', async () => {
    const { urls, nodes, tokens } = sandbox;
    const get = async (path: string, init?: RequestInit) => (await fetch(`${urls.blockchainApi}${path}`, init)).json();
    const http = ['eip155:1', 'eip155:137', 'eip155:100', nodes.solana?.chainId];
    expect(await get('/v1/supported-chains')).toEqual({ http, ws: http });
    const { data } = await get(`/v1/account/${accounts[1]}/nfts?chainId=eip155:137`);
    const shown = data.map(({ name, quantity, is_spam }: Readonly<Record<string, unknown>>) => [name, quantity, is_spam]);
    expect(shown.toSorted()).toEqual([
      ['Claim 500 SBT at claim-sbt.example #2', '1', true],
      ['Sandbox Edition #1', '3', false],
      ['Sandbox Picture #2', '1', false],
    ]);
    const addresses = tokens.map(({ asset }) => asset.replace(/\/\w+:/, ':'));
    const { fungibles } = await get('/v1/fungible/price', { method: 'POST', body: JSON.stringify({ currency: 'usd', addresses }) });
    // One of the tokens on Solana has no symbol, and no price.
    const priced = tokens.filter(({ symbol }) => symbol !== null);
    expect(fungibles.map(({ symbol }: { readonly symbol: string }) => symbol)).toEqual(priced.map(({ symbol }) => symbol));
    expect(fungibles.every(({ change24h }: { readonly change24h: unknown }) => typeof change24h === 'number')).toBe(true);
  });

  it('passes its URLs to the pages of its site, and injects the wallet', async () => {
    const { meta, urls, nodes } = sandbox;
    const html = await (await fetch(urls.site ?? '')).text();
    expect(html).toContain(`<script src="${urls.walletScript}"></script>`);
    const [, content = ''] = /<meta name="latchkey-sandbox" content="([^"]*)">/.exec(html) ?? [];
    expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual(meta);
    const script = await (await fetch(urls.walletScript)).text();
    for (const event of ['eip6963:announceProvider', 'wallet-standard:register-wallet']) expect(script).toContain(event);
    // Pages do not get the wallet's third chain.
    expect(Object.keys(meta.rpc)).toEqual(['eip155:1', 'eip155:137', nodes.solana?.chainId]);
    expect(meta).toMatchObject({ wallet: urls.wallet, relay: urls.relay, blockchainApi: urls.blockchainApi, esplora: urls.esplora });
  });

  it('serves sites with a CSP, and collects violation reports', async () => {
    const site = await serveSite({ files: { '/': PAGE }, contentSecurityPolicy: "default-src 'none'" });
    const policy = (await fetch(site.origin)).headers.get('content-security-policy') ?? '';
    const [, reports = ''] = /^default-src 'none'; report-uri (\S+)$/.exec(policy) ?? [];
    const body = JSON.stringify({ 'csp-report': { 'blocked-uri': 'inline' } });
    await fetch(`${site.origin}${reports}`, { method: 'POST', body });
    expect(site.cspReports()).toEqual([{ 'csp-report': { 'blocked-uri': 'inline' } }]);
    await site.stop();
  });

  it('has a wallet that requires its token for control, and whose window no site can connect to or embed', async () => {
    const { urls, controlToken } = sandbox;
    const control = controlOverHttp(urls.wallet, controlToken);
    await control.switchChain(137);
    expect((await sandbox.wallet.state()).chainId).toBe(137);
    await expect(control.switchChain(5)).rejects.toThrow('The wallet has no chain 5.');
    const post = async (headers: Record<string, string>, body = '{"name":"requests","args":[]}'): Promise<number> =>
      (await fetch(`${urls.wallet}/control`, { method: 'POST', headers, body })).status;
    const authorization = `Bearer ${controlToken}`;
    for (const body of ['{"name":"fly","args":[]}', '{"name":"constructor"}', 'null', 'not json'])
      expect(await post({ authorization }, body)).toBe(400);
    expect((await sandbox.wallet.state()).chainId).toBe(137);
    expect(await post({})).toBe(403);
    expect(await post({ authorization: 'Bearer wrong' })).toBe(403);
    expect(await post({ authorization, origin: 'https://evil.example' })).toBe(403);
    expect(await post({ authorization })).toBe(200);

    const socket = new WebSocket(`${urls.wallet.replace('http', 'ws')}/window`, { origin: 'https://evil.example' });
    expect(await new Promise((resolve) => socket.once('error', ({ message }) => resolve(message)))).toContain('403');
    const { headers } = await fetch(`${urls.wallet}/`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    await sandbox.wallet.reset();
  });

  it("has tokens, a collectible and a name for the wallet's accounts, and gives tokens to others", async () => {
    const { tokens, meta, contracts, names } = sandbox;
    const [ethereum, polygonReader] = [readerOf(sandbox, mainnet), readerOf(sandbox, polygon)];
    const to = newAccount();
    for (const { asset, symbol, decimals } of tokens.filter(({ asset }) => asset.startsWith('eip155:137/'))) {
      const token = { address: asset.split('erc20:')[1] as `0x${string}`, abi: CONTRACTS.SandboxToken.abi } as const;
      const [readSymbol, readDecimals] = [
        await polygonReader.readContract({ ...token, functionName: 'symbol' }),
        await polygonReader.readContract({ ...token, functionName: 'decimals' }),
      ];
      expect([readSymbol, readDecimals]).toEqual([symbol, decimals]);
      for (const account of accounts)
        expect(await polygonReader.readContract({ ...token, functionName: 'balanceOf', args: [account] })).toBe(
          1_000n * 10n ** BigInt(decimals),
        );
      await sandbox.giveTokens({ asset, to, amount: 7n });
      expect(await polygonReader.readContract({ ...token, functionName: 'balanceOf', args: [to] })).toBe(7n);
    }
    expect(meta.tokens.filter((asset) => asset.startsWith('eip155:'))).toHaveLength(4);
    expect(meta.tokens.every((asset) => tokens.some((token) => token.asset === asset))).toBe(true);
    await expect(sandbox.giveTokens({ asset: `eip155:1/erc20:${newAccount()}`, to, amount: 1n })).rejects.toThrow('has no token');
    const collectible = { address: contracts.collectible, abi: CONTRACTS.SandboxCollectible.abi } as const;
    expect(await ethereum.readContract({ ...collectible, functionName: 'ownerOf', args: [1n] })).toBe(accounts[0]);
    const [named] = names;
    expect(named?.address).toBe(accounts[2]);
    expect(await getEnsAddress(ethereum, { name: named?.name ?? '' })).toBe(accounts[2]);
    expect(await getEnsName(ethereum, { address: accounts[2] ?? to })).toBe(named?.name);
  });

  it('gives the wallet coins and tokens on the chains of the other namespaces', async () => {
    const { urls, nodes } = sandbox;
    const { others } = await sandbox.wallet.state();
    const solana = nodes.solana?.url ?? '';
    const owner = others.solana?.[0] ?? '';
    const to = newAccountOnSolana();
    expect(await callNode(solana, 'getBalance', [owner])).toMatchObject({ value: 100_000_000_000 });
    const tokens = sandbox.tokens.filter((token) => token.asset.startsWith('solana:'));
    expect(tokens).toHaveLength(2);
    for (const { asset, symbol, decimals } of tokens) {
      expect(sandbox.meta.tokens).toContain(asset);
      const mint = asset.split('token:')[1];
      const amounts = async (of: string): Promise<readonly bigint[]> => {
        const response = Object(await callNode(solana, 'getTokenAccountsByOwner', [of, { mint }, { encoding: 'base64' }]));
        return response.value.map(({ account }: { account: { data: [string] } }) =>
          Buffer.from(account.data[0], 'base64').readBigUInt64LE(64),
        );
      };
      expect(await amounts(owner)).toEqual([1_000n * 10n ** BigInt(decimals)]);
      expect(await amounts(to)).toEqual([]);
      await sandbox.giveTokens({ asset, to, amount: 7n });
      expect(await amounts(to)).toEqual([7n]);
      const { value } = Object(await callNode(solana, 'getAccountInfo', [mint, { encoding: 'base64' }]));
      // Tokens of the original Token program have no metadata.
      expect(Buffer.from(value.data[0], 'base64').includes('Sandbox Extra')).toBe(symbol !== null);
    }
    const coins = await (await fetch(`${urls.esplora}/address/${others.bip122?.[0]}/utxo`)).json();
    expect(coins).toMatchObject([{ value: 100_000_000, status: { confirmed: true } }]);

    const phone = await createRemoteWallet({ relayUrl: urls.relay, rpcUrls: { 1: urls.rpc['eip155:1'] ?? '' }, nodes });
    expect((await phone.control.state()).others).toEqual(others);
    await phone.stop();
  });

  it('runs in parallel with another sandbox, with tokens at the same addresses even if blocks are timed', async () => {
    const other = await startSandbox({ blockTimeSeconds: 60 });
    try {
      expect(other.urls.wallet).not.toBe(sandbox.urls.wallet);
      await other.wallet.lock();
      expect((await sandbox.wallet.state()).locked).toBe(false);
      expect(other.contracts).toEqual(sandbox.contracts);
      const asset = `eip155:1/erc20:${other.contracts.dollar}`;
      const to = newAccount();
      await other.giveTokens({ asset, to, amount: 7n });
      const token = { address: other.contracts.dollar, abi: CONTRACTS.SandboxToken.abi } as const;
      const node = readerOf(other, mainnet);
      expect(await node.readContract({ ...token, functionName: 'balanceOf', args: [to] })).toBe(7n);
      const rpc = other.urls.rpc['eip155:1'] ?? '';
      const hash = await callNode(rpc, 'eth_sendTransaction', [{ from: accounts[0], to, value: '0x1' }]);
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
      expect(await callNode(rpc, 'eth_getTransactionReceipt', [hash])).toBeNull();
    } finally {
      await other.stop();
    }
  });

  it('starts a bundler with the first request to it, and stops it', async () => {
    const bundlers = (): number => childProcesses().filter((line) => line.includes('alto')).length;
    const other = await startSandbox({ smartAccounts: [137] });
    try {
      expect(other.meta.bundler).toBe(other.urls.bundler);
      expect(bundlers()).toBe(0);
      const requests = [1, 2].map(() => callNode(`${other.urls.bundler}?chainId=eip155:137`, 'eth_chainId', []));
      expect(await Promise.all(requests)).toEqual(['0x89', '0x89']);
      expect(bundlers()).toBe(1);
    } finally {
      await other.stop();
    }
    expect(bundlers()).toBe(0);
  });

  it('keeps running if another sandbox fails because its port is in use, and closes everything on stop', async () => {
    const before = childProcesses();
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    // A listening TCP server has an address.
    const { port } = blocker.address() as AddressInfo;
    await expect(startSandbox({ walletPort: port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(childProcesses()).toEqual(before);
    await new Promise((resolve) => blocker.close(resolve));

    await sandbox.stop();
    const { urls, nodes } = sandbox;
    const { rpc, walletSocket: _, ...others } = urls;
    const addresses = [...Object.values(rpc), ...Object.values(others), ...Object.values(nodes).map(({ url }) => url)];
    for (const url of addresses) await expect(fetch(url.replace('ws:', 'http:')), url).rejects.toThrow();
    expect(childProcesses()).toEqual([]);
  });
});
