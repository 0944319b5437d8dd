import { spawnSync } from 'node:child_process';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTRACTS, controlOverHttp, startSandbox } from '@latchkey/sandbox';
import { createPublicClient, http } from 'viem';
import { mainnet, polygon } from 'viem/chains';
import { getEnsAddress, getEnsName } from 'viem/ens';
import { describe, expect, it } from 'vitest';

const PAGE = '<!doctype html><html><head><title>A page</title></head><body></body></html>';

/** Nodes, and the shells that watch over them, that this process started and that live. */
const childProcesses = (): readonly string[] =>
  spawnSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${process.pid} `) && /anvil|trap/.test(line));

describe('startSandbox', () => {
  it('serves everything on loopback and closes it all when it stops', async () => {
    const sandbox = await startSandbox({ site: { files: { '/': PAGE } } });
    expect(childProcesses()).toHaveLength(4);
    const { rpc, wallet, walletScript, hostileScript, walletSocket, relay, walletPage, directory, images, site } = sandbox.urls;
    expect(walletSocket).toBe(`${wallet.replace('http', 'ws')}/page`);
    const addresses = [
      ...Object.values(rpc),
      wallet,
      walletScript,
      hostileScript,
      relay.replace('ws', 'http'),
      walletPage,
      directory,
      images,
      site ?? '',
    ];
    expect(addresses.map((url) => new URL(url).hostname)).toEqual([...Array(10).fill('127.0.0.1'), 'localhost']);
    const html = await (await fetch(site ?? '')).text();
    expect(html).toContain(`<script src="${walletScript}"></script>`);
    expect(await (await fetch(walletScript)).text()).toContain('eip6963:announceProvider');

    const control = controlOverHttp(wallet, sandbox.controlToken);
    await control.switchChain(137);
    expect((await sandbox.wallet.state()).chainId).toBe(137);
    await expect(control.switchChain(5)).rejects.toThrow('The wallet has no chain 5.');
    const headers = { authorization: `Bearer ${sandbox.controlToken}` };
    for (const body of ['{"type":"fly"}', 'null', 'not json']) {
      expect((await fetch(`${wallet}/control`, { method: 'POST', headers, body })).status).toBe(400);
    }
    expect((await sandbox.wallet.state()).chainId).toBe(137);

    await sandbox.stop();
    for (const url of addresses) await expect(fetch(url)).rejects.toThrow();
    expect(childProcesses()).toEqual([]);
  });

  it('runs beside another one', async () => {
    const [first, second] = await Promise.all([startSandbox(), startSandbox()]);
    try {
      expect(first.urls.wallet).not.toBe(second.urls.wallet);
      await first.wallet.lock();
      expect((await second.wallet.state()).locked).toBe(false);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });

  it('has tokens, a collectible and a name for the accounts of the wallet, and gives tokens to others', async () => {
    const sandbox = await startSandbox();
    try {
      const { urls, tokens, meta, contracts, names } = sandbox;
      const accounts = (await sandbox.wallet.state()).accounts.map(({ address }) => address);
      const reader = (chain: typeof mainnet | typeof polygon) =>
        createPublicClient({ chain, transport: http(urls.rpc[`eip155:${chain.id}`], { retryCount: 0 }) });
      const ethereum = reader(mainnet);
      const nobody = '0x00000000000000000000000000000000000000aa';
      for (const { asset, symbol, decimals } of tokens.filter(({ asset }) => asset.startsWith('eip155:137/'))) {
        const token = { address: asset.split('erc20:')[1] as `0x${string}`, abi: CONTRACTS.SandboxToken.abi } as const;
        const node = reader(polygon);
        const [words, places] = [
          await node.readContract({ ...token, functionName: 'symbol' }),
          await node.readContract({ ...token, functionName: 'decimals' }),
        ];
        expect([words, places]).toEqual([symbol, decimals]);
        for (const account of accounts)
          expect(await node.readContract({ ...token, functionName: 'balanceOf', args: [account] })).toBe(1_000n * 10n ** BigInt(decimals));
        await sandbox.giveTokens({ asset, to: nobody, amount: 7n });
        expect(await node.readContract({ ...token, functionName: 'balanceOf', args: [nobody] })).toBe(7n);
      }
      expect(meta.tokens).toHaveLength(4);
      expect(meta.tokens.every((asset) => tokens.some((token) => token.asset === asset))).toBe(true);
      await expect(sandbox.giveTokens({ asset: `eip155:1/erc20:${nobody}`, to: nobody, amount: 1n })).rejects.toThrow('has no token');
      const collectible = { address: contracts.collectible, abi: CONTRACTS.SandboxCollectible.abi } as const;
      expect(await ethereum.readContract({ ...collectible, functionName: 'ownerOf', args: [1n] })).toBe(accounts[0]);
      const [named] = names;
      expect(named?.address).toBe(accounts[2]);
      expect(await getEnsAddress(ethereum, { name: named?.name ?? '' })).toBe(accounts[2]);
      expect(await getEnsName(ethereum, { address: accounts[2] ?? nobody })).toBe(named?.name);
    } finally {
      await sandbox.stop();
    }
  });

  it('has its tokens at once also where blocks come by the clock', async () => {
    const sandbox = await startSandbox({ blockTimeSeconds: 60 });
    try {
      const asset = sandbox.tokens[1]?.asset ?? '';
      const to = '0x00000000000000000000000000000000000000aa';
      await sandbox.giveTokens({ asset, to, amount: 7n });
      const node = createPublicClient({ chain: mainnet, transport: http(sandbox.urls.rpc['eip155:1'], { retryCount: 0 }) });
      const token = { address: sandbox.contracts.dollar, abi: CONTRACTS.SandboxToken.abi } as const;
      expect(asset).toBe(`eip155:1/erc20:${token.address}`);
      expect(await node.readContract({ ...token, functionName: 'balanceOf', args: [to] })).toBe(7n);
    } finally {
      await sandbox.stop();
    }
  });

  it('stops what it had started when a port is taken', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    // A listening TCP server has an AddressInfo.
    const { port } = squatter.address() as AddressInfo;
    await expect(startSandbox({ walletPort: port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(childProcesses()).toEqual([]);
    await new Promise((resolve) => squatter.close(resolve));
  });

  it('answers to loopback names only', async () => {
    const sandbox = await startSandbox({ site: { files: { '/': PAGE } } });
    try {
      const { port } = new URL(sandbox.urls.wallet);
      const status = await new Promise((resolve, reject) => {
        const headers = { host: `evil.example:${port}` };
        get({ host: '127.0.0.1', port, headers }, ({ statusCode }) => resolve(statusCode)).on('error', reject);
      });
      expect(status).toBe(403);
    } finally {
      await sandbox.stop();
    }
  });
});
