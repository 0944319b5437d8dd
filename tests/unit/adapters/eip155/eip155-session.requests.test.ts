import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';
import { leave } from '../support/outcomes.js';
import { sessionWorld } from '../support/session-world.js';

const ACCOUNT = formatAccountId(formatChainId('eip155', 1), ALICE);

describe('switching the network', () => {
  it('waits for a wallet that says yes before it went there', async () => {
    const { wallet, session, clock } = await sessionWorld();
    wallet.next('wallet_switchEthereumChain', { result: null });
    let done = false;
    const switching = session.switchNetwork(testNetwork(137), patient()).then(() => {
      done = true;
    });
    await clock.run(1_000);
    expect(done).toBe(false);
    wallet.selectChain(137);
    await clock.run(250);
    await switching;
    expect(session.chainId).toBe('eip155:137');
  });

  it('believes a wallet that only says so by an event', async () => {
    const { wallet, session, clock } = await sessionWorld();
    wallet.next('wallet_switchEthereumChain', { result: null });
    wallet.next('eth_chainId', ...Array.from({ length: 40 }, () => ({ error: { code: -32000 } })));
    const switching = session.switchNetwork(testNetwork(137), patient());
    await clock.run(300);
    wallet.emit('chainChanged', '0x89');
    await clock.run(300);
    await switching;
    expect(session.chainId).toBe('eip155:137');
  });

  it('does not believe a wallet that never goes there', async () => {
    const { wallet, session, clock } = await sessionWorld();
    wallet.next('wallet_switchEthereumChain', { result: null });
    const switching = codeOf(session.switchNetwork(testNetwork(137), patient()));
    await clock.run(6_000);
    expect(await switching).toBe('wallet/invalid-response');
    expect([wallet.count('wallet_switchEthereumChain'), clock.pending]).toEqual([1, 0]);
  });

  it('leaves no timer when it is given up while it waits', async () => {
    const { wallet, session, clock } = await sessionWorld();
    wallet.next('wallet_switchEthereumChain', { result: null });
    const switching = await leave(
      (signal) => session.switchNetwork(testNetwork(137), signal),
      () => clock.run(300),
    );
    expect([switching, clock.pending]).toEqual(['left', 0]);
  });

  it('asks for the chain in hex', async () => {
    const { wallet, session } = await sessionWorld();
    await session.switchNetwork(testNetwork(137), patient());
    expect(wallet.requests.find(({ method }) => method === 'wallet_switchEthereumChain')?.params).toEqual([{ chainId: '0x89' }]);
  });
});

describe('adding a network', () => {
  it('hands over what EIP-3085 asks for, with plain lists and no URL of the host', async () => {
    const { wallet, session } = await sessionWorld();
    await session.addNetwork(testNetwork(10, 'https://host.example/?projectId=secret'), patient());
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

  it.each([-32602, -32603, 4200, -32601])('says that the wallet does not support it by code %i', async (code) => {
    const { wallet, session } = await sessionWorld();
    wallet.next('wallet_addEthereumChain', { error: { code } });
    expect(await codeOf(session.addNetwork(testNetwork(10), patient()))).toBe('network/not-supported');
  });
});

describe('requests to sign', () => {
  it('hand a message over as hex of its UTF-8 bytes, then the address', async () => {
    const { wallet, session } = await sessionWorld();
    await session.signMessage({ account: ACCOUNT, message: 'é€🔑' }, patient());
    expect(wallet.requests.at(-1)).toEqual({ method: 'personal_sign', params: ['0xc3a9e282acf09f9491', ALICE] });
  });

  it('hand typed data over as JSON after the address', async () => {
    const { wallet, session } = await sessionWorld();
    const typedData = { domain: { chainId: 1n }, types: { Mail: [] }, primaryType: 'Mail', message: {} };
    await session.signTypedData({ account: ACCOUNT, typedData }, patient());
    const [address, json] = wallet.requests.at(-1)?.params ?? [];
    expect([address, typeof json, JSON.parse(String(json)).domain]).toEqual([ALICE, 'string', { chainId: '1' }]);
  });

  it('hand a transaction over with hex quantities and its chain', async () => {
    const { wallet, session } = await sessionWorld();
    await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 10n ** 18n, data: '0x1234', gas: 21_000n }, patient());
    expect(wallet.requests.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: ALICE, to: BOB, value: '0xde0b6b3a7640000', chainId: '0x1', data: '0x1234', gas: '0x5208' }],
    });
    await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 0n, data: '0x12' }, patient());
    expect(wallet.requests.at(-1)?.params).toEqual([{ from: ALICE, to: BOB, value: '0x0', chainId: '0x1', data: '0x12' }]);
  });

  it('send nothing when the wallet moved to another chain unnoticed, and the session notices', async () => {
    const { wallet, session, types } = await sessionWorld();
    wallet.chainId = 137;
    const error = await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, patient()).catch((thrown: unknown) => thrown);
    expect(isLatchkeyError(error, 'network/wrong-chain') && error.context).toEqual({ chainId: 'eip155:1', walletChainId: 'eip155:137' });
    expect(wallet.count('eth_sendTransaction')).toBe(0);
    expect(types()).toEqual(['chain-changed']);
  });

  it('tell what the wallet sent after everybody had left, once it says so', async () => {
    const { wallet, session } = await sessionWorld();
    const told: string[] = [];
    const leaveAnd = async (end: () => void): Promise<void> => {
      wallet.next('eth_sendTransaction', 'late');
      const before = wallet.count('eth_sendTransaction');
      const shown = async (): Promise<void> => {
        while (wallet.count('eth_sendTransaction') === before) await Promise.resolve();
      };
      const transaction = { from: ACCOUNT, to: BOB, value: 1n };
      expect(await leave((signal) => session.sendTransaction(transaction, signal, (hash) => told.push(hash)), shown)).toBe('left');
      end();
      await settle();
    };
    await leaveAnd(() => wallet.reject());
    expect(told).toEqual([]);
    await leaveAnd(() => wallet.approve());
    expect(told).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/)]);
  });

  it('send nothing when the wallet moves while the transaction is priced', async () => {
    const { wallet, session } = await sessionWorld();
    const sending = codeOf(session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, patient()));
    while (wallet.count('eth_getBalance') === 0) await Promise.resolve();
    wallet.selectChain(137);
    expect([await sending, wallet.count('eth_sendTransaction')]).toEqual(['network/wrong-chain', 0]);
  });

  it('send nothing when the wallet does not say which chain it is on', async () => {
    const { wallet, session } = await sessionWorld();
    wallet.next('eth_chainId', { result: 'nonsense' });
    expect(await codeOf(session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, patient()))).toBe('wallet/invalid-response');
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });
});

describe('ending a session', () => {
  it('asks the wallet to forget the accounts', async () => {
    const { wallet, session } = await sessionWorld();
    await session.disconnect(patient());
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    expect(wallet.connected).toBe(false);
  });

  it.each([4200, -32601, -32004, 4100])('is fine with a wallet that cannot, or need not, forget: code %i', async (code) => {
    const { wallet, session } = await sessionWorld();
    wallet.next('wallet_revokePermissions', { error: { code } });
    expect(await codeOf(session.disconnect(patient()))).toBe('no error');
  });

  it.each([{ code: 4001 }, { code: -32603 }, {}])('says when the wallet refused: %j', async (error) => {
    const { wallet, session } = await sessionWorld();
    wallet.next('wallet_revokePermissions', { error });
    expect(await codeOf(session.disconnect(patient()))).toBe('connection/revoke-failed');
  });

  it('stops waiting when told to', async () => {
    const { wallet, session } = await sessionWorld();
    wallet.next('wallet_revokePermissions', 'never');
    expect(await leave((signal) => session.disconnect(signal))).toBe('left');
  });
});
