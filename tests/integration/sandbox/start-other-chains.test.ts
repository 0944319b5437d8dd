import { createRemoteWallet, startSandbox } from '@latchkey/sandbox';
import { describe, expect, it } from 'vitest';

/** An account of Solana that nobody has used. */
const NOBODY = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW';

const call = async (url: string, method: string, params: readonly unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json', connection: 'close' };
  return (await (await fetch(url, { method: 'POST', headers, body })).json()).result;
};

describe('a sandbox with all namespaces', () => {
  it('runs their chains, gives the wallet coins there, tells pages of them, and ends them', async () => {
    const sandbox = await startSandbox({ namespaces: ['solana', 'bip122', 'polkadot'], site: { files: { '/': '<!doctype html><head>' } } });
    try {
      const { urls, meta, nodes, pids } = sandbox;
      expect(Object.keys(meta.rpc).map((chainId) => chainId.split(':')[0])).toEqual(['eip155', 'eip155', 'solana', 'polkadot']);
      expect(urls.rpc['polkadot:45454545454545454545454545454545']).toMatch(/^ws:/);
      expect(pids['polkadot:45454545454545454545454545454545']).toBeGreaterThan(0);
      expect(meta.esplora).toBe(urls.esplora);
      expect(await (await fetch(urls.site ?? '')).text()).toContain('esplora');

      const { others } = await sandbox.wallet.state();
      const [solana = ''] = others.solana ?? [];
      expect(await call(nodes.solana?.url ?? '', 'getBalance', [solana])).toMatchObject({ value: 100_000_000_000 });
      for (const { asset, symbol, decimals } of sandbox.tokens.filter((token) => token.asset.startsWith('solana:'))) {
        expect(meta.tokens).toContain(asset);
        const mint = asset.split('token:')[1];
        const amounts = async (owner: string): Promise<readonly bigint[]> => {
          const answer = Object(await call(nodes.solana?.url ?? '', 'getTokenAccountsByOwner', [owner, { mint }, { encoding: 'base64' }]));
          return answer.value.map(({ account }: { account: { data: [string] } }) =>
            Buffer.from(account.data[0], 'base64').readBigUInt64LE(64),
          );
        };
        expect(await amounts(solana)).toEqual([1_000n * 10n ** BigInt(decimals)]);
        expect(await amounts(NOBODY)).toEqual([]);
        await sandbox.giveTokens({ asset, to: NOBODY, amount: 7n });
        expect(await amounts(NOBODY)).toEqual([7n]);
        const { value } = Object(await call(nodes.solana?.url ?? '', 'getAccountInfo', [mint, { encoding: 'base64' }]));
        // Tokens of the first program say nothing of themselves.
        expect(Buffer.from(value.data[0], 'base64').includes('Sandbox Extra')).toBe(symbol !== null);
      }
      const coins = await (await fetch(`${urls.esplora}/address/${others.bip122?.[0]}/utxo`)).json();
      expect(coins).toMatchObject([{ value: 100_000_000, status: { confirmed: true } }]);
      const script = await (await fetch(urls.walletScript)).text();
      expect(script).toContain('wallet-standard:register-wallet');

      const phone = await createRemoteWallet({ relayUrl: urls.relay, rpcUrls: { 1: urls.rpc['eip155:1'] ?? '' }, nodes });
      expect((await phone.control.state()).others).toEqual(others);
      await phone.stop();
    } finally {
      await sandbox.stop();
    }
    await expect(fetch(sandbox.nodes.polkadot?.url ?? '')).rejects.toThrow();
    await expect(fetch(sandbox.urls.esplora ?? '')).rejects.toThrow();
  });
});
