import { spawnSync } from 'node:child_process';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { controlOverHttp, startSandbox } from '@latchkey/sandbox';
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
