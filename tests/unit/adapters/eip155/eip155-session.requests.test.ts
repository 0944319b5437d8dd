import { describe, expect, it } from 'vitest';
import { openSession } from '../../../../adapters/eip155/eip155-session.js';
import type { Eip1193Provider, Eip1193Request } from '../../../../adapters/eip155/eip1193.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { SendEvent } from '../../../../application/ports/send-event.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { transferDigest } from '../../../../domain/send/reviewed-transfer.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';
import { abortWhilePending } from '../support/outcomes.js';
import { sessionFixture } from '../support/session-fixture.js';

const CHAIN = formatChainId('eip155', 1);
const ACCOUNT = formatAccountId(CHAIN, ALICE);
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

describe('switchNetwork', () => {
  it('waits for a wallet that confirms before it has switched', async () => {
    const { wallet, session, clock } = await sessionFixture();
    wallet.respondNext('wallet_switchEthereumChain', { result: null });
    let done = false;
    const switching = session.switchNetwork(testNetwork(137), neverAborted()).then(() => {
      done = true;
    });
    await clock.run(1_000);
    expect(done).toBe(false);
    wallet.selectChain(137);
    await clock.run(250);
    await switching;
    expect(session.chainId).toBe('eip155:137');
  });

  it('accepts a chainChanged event if eth_chainId fails', async () => {
    const { wallet, session, clock } = await sessionFixture();
    wallet.respondNext('wallet_switchEthereumChain', { result: null });
    wallet.respondNext('eth_chainId', ...Array.from({ length: 40 }, () => ({ error: { code: -32000 } })));
    const switching = session.switchNetwork(testNetwork(137), neverAborted());
    await clock.run(300);
    wallet.emit('chainChanged', '0x89');
    await clock.run(300);
    await switching;
    expect(session.chainId).toBe('eip155:137');
  });

  it('rejects when the wallet never switches', async () => {
    const { wallet, session, clock } = await sessionFixture();
    wallet.respondNext('wallet_switchEthereumChain', { result: null });
    const switching = codeOf(session.switchNetwork(testNetwork(137), neverAborted()));
    await clock.run(6_000);
    expect(await switching).toBe('wallet/invalid-response');
    expect([wallet.requestCount('wallet_switchEthereumChain'), clock.pending]).toEqual([1, 0]);
  });

  it('clears its timers on abort', async () => {
    const { wallet, session, clock } = await sessionFixture();
    wallet.respondNext('wallet_switchEthereumChain', { result: null });
    const switching = await abortWhilePending(
      (signal) => session.switchNetwork(testNetwork(137), signal),
      () => clock.run(300),
    );
    expect([switching, clock.pending]).toEqual(['aborted', 0]);
  });

  it('sends the chain id in hex', async () => {
    const { wallet, session } = await sessionFixture();
    await session.switchNetwork(testNetwork(137), neverAborted());
    expect(wallet.requests.find(({ method }) => method === 'wallet_switchEthereumChain')?.params).toEqual([{ chainId: '0x89' }]);
  });
});

describe('addNetwork', () => {
  it('sends the EIP-3085 parameters, without the app’s RPC URLs', async () => {
    const { wallet, session } = await sessionFixture();
    await session.addNetwork(testNetwork(10, 'https://host.example/?projectId=secret'), neverAborted());
    expect(wallet.requests.at(-1)).toEqual({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: '0xa',
          chainName: 'Chain 10',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: ['https://rpc.example/'],
          blockExplorerUrls: ['https://explorer.example'],
        },
      ],
    });
  });

  it.each([-32602, -32603, 4200, -32601])('maps code %i to network/not-supported', async (code) => {
    const { wallet, session } = await sessionFixture();
    wallet.respondNext('wallet_addEthereumChain', { error: { code } });
    expect(await codeOf(session.addNetwork(testNetwork(10), neverAborted()))).toBe('network/not-supported');
  });
});

describe('signing requests', () => {
  it('send a message as hex of its UTF-8 bytes, then the address', async () => {
    const { wallet, session } = await sessionFixture();
    await session.signMessage({ account: ACCOUNT, message: 'é€🔑' }, neverAborted());
    expect(wallet.requests.at(-1)).toEqual({ method: 'personal_sign', params: ['0xc3a9e282acf09f9491', ALICE] });
  });

  it('send typed data as JSON after the address', async () => {
    const { wallet, session } = await sessionFixture();
    const typedData = { domain: { chainId: 1n }, types: { Mail: [] }, primaryType: 'Mail', message: {} };
    await session.signTypedData({ account: ACCOUNT, typedData }, neverAborted());
    const [address, json] = wallet.requests.at(-1)?.params ?? [];
    expect([address, typeof json, JSON.parse(String(json)).domain]).toEqual([ALICE, 'string', { chainId: '1' }]);
  });

  it('send a transaction with hex quantities and its chain id', async () => {
    const { wallet, session } = await sessionFixture();
    await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 10n ** 18n, data: '0x1234', gas: 21_000n }, neverAborted());
    expect(wallet.requests.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: ALICE, to: BOB, value: '0xde0b6b3a7640000', chainId: '0x1', data: '0x1234', gas: '0x5208' }],
    });
    await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 0n, data: '0x12' }, neverAborted());
    expect(wallet.requests.at(-1)?.params).toEqual([{ from: ALICE, to: BOB, value: '0x0', chainId: '0x1', data: '0x12' }]);
  });

  it('reject a transaction when the wallet is on another chain, and emit the change', async () => {
    const { wallet, session, types } = await sessionFixture();
    wallet.chainId = 137;
    const error = await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, neverAborted()).catch((thrown: unknown) => thrown);
    expect(isLatchkeyError(error, 'network/wrong-chain') && error.context).toEqual({ chainId: 'eip155:1', walletChainId: 'eip155:137' });
    expect(wallet.requestCount('eth_sendTransaction')).toBe(0);
    expect(types()).toEqual(['chain-changed']);
  });

  it('send what the user has reviewed, and nothing else', async () => {
    const { wallet, session } = await sessionFixture();
    const [other, value] = ['0x52908400098527886E0F7030069857D2E4169EE7', 5n];
    const transfer = {
      from: ACCOUNT,
      to: BOB,
      value,
      asset: formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: TOKEN }),
    };
    const digest = (to: string, token: string | null): string => transferDigest({ chainId: CHAIN, to, token, value });
    const send = (reviewed: string): Promise<string> => codeOf(session.sendTransaction({ ...transfer, reviewed }, neverAborted()));
    const sent = [await send(digest(BOB, TOKEN)), await send(digest(other, TOKEN)), await send(digest(BOB, null))];
    expect(sent).toEqual(['no error', 'send/request-tampered', 'send/request-tampered']);
    expect(wallet.requestCount('eth_sendTransaction')).toBe(1);
  });

  it('send nothing that was reviewed through a function that replaces addresses', async () => {
    const { wallet, session } = await sessionFixture();
    const { request } = wallet.provider;
    Object.assign(wallet.provider, {
      request: (call: Eip1193Request) => request(JSON.parse(JSON.stringify(call).replaceAll(BOB, ALICE))),
    });
    const transfer = { from: ACCOUNT, to: BOB, value: 5n };
    const reviewed = transferDigest({ chainId: CHAIN, to: BOB, token: null, value: 5n });
    expect(await codeOf(session.sendTransaction({ ...transfer, reviewed }, neverAborted()))).toBe('send/request-tampered');
    expect(wallet.requestCount('eth_sendTransaction')).toBe(0);
    // Without a review, wrappers of apps are left alone.
    expect(await codeOf(session.sendTransaction(transfer, neverAborted()))).toBe('no error');
    Object.assign(wallet.provider, { request });
    expect(await codeOf(session.sendTransaction({ ...transfer, reviewed }, neverAborted()))).toBe('no error');
  });

  it('trust a provider whose function is another one at each read', async () => {
    const { wallet, connector, clock } = await sessionFixture();
    const provider: Eip1193Provider = {
      get request() {
        return (call: Eip1193Request) => wallet.provider.request(call);
      },
    };
    const opened = await openSession({ wallet: { connector, provider }, clock, method: 'eth_accounts' }, neverAborted());
    const reviewed = transferDigest({ chainId: CHAIN, to: BOB, token: null, value: 5n });
    const sending = opened?.sendTransaction({ from: ACCOUNT, to: BOB, value: 5n, reviewed }, neverAborted());
    expect(await codeOf(Promise.resolve(sending))).toBe('no error');
  });

  it('report a transaction that the wallet broadcasts after an abort', async () => {
    const { wallet, session } = await sessionFixture();
    const broadcasts: SendEvent[] = [];
    const abortThen = async (respond: () => void): Promise<void> => {
      wallet.respondNext('eth_sendTransaction', 'late');
      const before = wallet.requestCount('eth_sendTransaction');
      const untilPrompted = async (): Promise<void> => {
        while (wallet.requestCount('eth_sendTransaction') === before) await Promise.resolve();
      };
      const transaction = { from: ACCOUNT, to: BOB, value: 1n };
      expect(
        await abortWhilePending((signal) => session.sendTransaction(transaction, signal, (event) => broadcasts.push(event)), untilPrompted),
      ).toBe('aborted');
      respond();
      await flushPromises();
    };
    await abortThen(() => wallet.reject());
    expect(broadcasts).toEqual([]);
    await abortThen(() => wallet.approve());
    expect(broadcasts).toEqual([{ type: 'late-broadcast', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }]);
  });

  it('reject a transaction when the wallet switches chains during pricing', async () => {
    const { wallet, session } = await sessionFixture();
    const sending = codeOf(session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, neverAborted()));
    while (wallet.requestCount('eth_getBalance') === 0) await Promise.resolve();
    wallet.selectChain(137);
    expect([await sending, wallet.requestCount('eth_sendTransaction')]).toEqual(['network/wrong-chain', 0]);
  });

  it('reject a transaction when the wallet returns no chain id', async () => {
    const { wallet, session } = await sessionFixture();
    wallet.respondNext('eth_chainId', { result: 'nonsense' });
    expect(await codeOf(session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, neverAborted()))).toBe('wallet/invalid-response');
    expect(wallet.requestCount('eth_sendTransaction')).toBe(0);
  });
});

describe('disconnect', () => {
  it('revokes the account permission', async () => {
    const { wallet, session } = await sessionFixture();
    await session.disconnect(neverAborted());
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    expect(wallet.isConnected).toBe(false);
  });

  it.each([4200, -32601, -32004, 4100])('ignores code %i of a wallet that does not support or need revoking', async (code) => {
    const { wallet, session } = await sessionFixture();
    wallet.respondNext('wallet_revokePermissions', { error: { code } });
    expect(await codeOf(session.disconnect(neverAborted()))).toBe('no error');
  });

  it.each([{ code: 4001 }, { code: -32603 }, {}])('rejects when the wallet returns %j', async (error) => {
    const { wallet, session } = await sessionFixture();
    wallet.respondNext('wallet_revokePermissions', { error });
    expect(await codeOf(session.disconnect(neverAborted()))).toBe('connection/revoke-failed');
  });

  it('rejects on abort', async () => {
    const { wallet, session } = await sessionFixture();
    wallet.respondNext('wallet_revokePermissions', 'never');
    expect(await abortWhilePending((signal) => session.disconnect(signal))).toBe('aborted');
  });
});
