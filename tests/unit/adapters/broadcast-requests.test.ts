import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { remoteWallet as remoteBitcoinWallet } from '../../../adapters/bip122/wallets/remote-wallet.js';
import { eip155Calls } from '../../../adapters/eip155/eip155-calls.js';
import { Eip155Requests } from '../../../adapters/eip155/eip155-requests.js';
import { transferData } from '../../../adapters/eip155/erc20-transfer.js';
import { RemoteWallet as RemoteSolanaWallet } from '../../../adapters/solana/remote-wallet.js';
import { featureOf } from '../../../adapters/solana/standard-features.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../application/ports/remote-session.fake.js';
import type { StandardAccount } from '../../../application/shared/standard-wallet.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import { broadcastHashOf, requestedTransaction } from '../../../domain/wallet-protocol/broadcast-request.js';
import { neverAborted } from '../../../testing/contracts/test-api.js';
import { ALICE, BOB } from './support/networks.js';
import { allowed, MAINNET, providerOn } from './support/remote-provider-fixture.js';
import { MAINNET as SOLANA_MAINNET, solanaNetwork } from './support/solana-networks.js';

const SOLANA_ADDRESS = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const BITCOIN = toChainId('bip122:000000000019d6689c085ae165831e93');
const BITCOIN_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** The transaction that a wallet's last request is read as, and the hash that its response is read as. */
const readLast = ({ requests }: FakeRemoteSession, result: unknown) => {
  const last = requests.at(-1);
  if (last === undefined) throw new Error('There is no request');
  const { chainId, method, params } = last;
  return { ...requestedTransaction({ chainId, request: { method, params } }, 0), hash: broadcastHashOf(method, result) };
};

describe('requests of remote wallets that broadcast', () => {
  it('are recognized on eip155, also those of tokens and batches', async () => {
    const { remote, provider } = providerOn(allowed([`1:${ALICE}`], ['eth_sendTransaction', 'wallet_sendCalls']));
    const [hash, token] = [`0x${'7'.repeat(64)}`, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'];
    remote.next({ result: hash });
    await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: ALICE, to: token, value: '0x0', data: transferData(BOB, 7n) }],
    });
    expect(readLast(remote, hash)).toMatchObject({ to: BOB.toLowerCase(), value: 7n, asset: `${MAINNET}/erc20:${token}`, hash });
    remote.next({ result: { id: '0xba7c4' } });
    const from = toAccountId(`${MAINNET}:${ALICE}`);
    await eip155Calls(new Eip155Requests(provider, new FakeClock()), () => MAINNET).sendCalls(
      { from, calls: [{ to: BOB }] },
      neverAborted(),
    );
    expect(readLast(remote, { id: '0xba7c4' })).toMatchObject({ from, kind: 'calls', hash: '0xba7c4' });
  });

  it('are recognized on solana', async () => {
    const from = toAccountId(`solana:${SOLANA_MAINNET}:${SOLANA_ADDRESS}`);
    const methods = ['solana_signAndSendTransaction'];
    const remote = new FakeRemoteSession({ namespaces: { solana: { accounts: [from], methods, events: [] } } });
    const wallet = new RemoteSolanaWallet({ remote, name: 'Phone', icon: null, networks: () => [solanaNetwork(SOLANA_MAINNET)] });
    const signature = base58.encode(new Uint8Array(64).fill(5));
    remote.next({ result: { signature } });
    const account = wallet.accounts[0] as StandardAccount;
    const feature = featureOf(wallet, 'solana:signAndSendTransaction');
    await feature?.signAndSendTransaction({ account, chain: 'solana:mainnet', transaction: new Uint8Array([1]), options: {} });
    expect(readLast(remote, { signature })).toMatchObject({ from, to: '', value: null, hash: signature });
  });

  it('are recognized on bip122', async () => {
    const from = toAccountId(`${BITCOIN}:${BITCOIN_ADDRESS}`);
    const remote = new FakeRemoteSession({ namespaces: { bip122: { accounts: [from], methods: ['sendTransfer'], events: [] } } });
    const txid = 'a'.repeat(64);
    remote.next({ result: { txid } });
    const { sendTransfer } = remoteBitcoinWallet(remote, BITCOIN);
    await sendTransfer?.({ from: BITCOIN_ADDRESS, to: 'bc1qother', sats: 20_000n });
    expect(readLast(remote, { txid })).toMatchObject({ from, to: 'bc1qother', value: 20_000n, hash: txid });
  });
});
