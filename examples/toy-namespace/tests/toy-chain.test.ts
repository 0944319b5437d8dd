import { type Network, registerNamespace, toChainId } from 'latchkey';
import { type ChainHarness, chainContract, FakeClock } from 'latchkey/testing';
import { describe, expect, it } from 'vitest';
import { startLedger } from '../src/ledger/start-ledger.js';
import { ToyLedger } from '../src/ledger/toy-ledger.js';
import { TOYCHAIN, toyNetwork } from '../src/namespace.js';
import { ToyChain } from '../src/toy-chain.js';
import { ANNOUNCE } from '../src/toy-provider.js';
import type { Transfer } from '../src/transfer.js';
import { scriptedWallet } from './scripted-user.js';

registerNamespace(TOYCHAIN);

/** Resolves a network as the client does. */
const networkOf = (name: string, url: string): Network => {
  const { rpcUrls, nativeCurrency } = toyNetwork(name, url);
  return {
    id: name,
    name,
    chainNamespace: TOYCHAIN,
    caipNetworkId: toChainId(`${TOYCHAIN}:${name}`),
    deprecatedCaipNetworkId: undefined,
    nativeCurrency,
    rpcUrls: { default: rpcUrls.default, chainDefault: rpcUrls.default },
    blockExplorers: undefined,
    testnet: true,
    assets: { imageId: undefined, imageUrl: undefined },
    unknown: false,
  };
};

/** A harness with a real ledger and wallet. The contract suite plays the user. */
const harness = async (): Promise<ChainHarness> => {
  const { wallet, provider, owner } = await scriptedWallet(['one', 'two']);
  const [rich = '', other = ''] = wallet.addresses;
  const ledgers = ['one', 'two'].map((name) => new ToyLedger(name, { [rich]: 1_000n }));
  const [one, two] = await Promise.all(ledgers.map(startLedger));
  const [ledger] = ledgers;
  if (one === undefined || two === undefined || ledger === undefined) throw new Error('Expected two ledgers');

  /** Sends past the chain, which would check the sender's balance. */
  const send = async (nonce: number, value: bigint): Promise<string> => {
    const transfer: Transfer = { network: 'one', from: rich, to: other, value: String(value), nonce };
    wallet.allowsSite = true;
    const signature = String(await wallet.provider.request('signTransfer', transfer));
    wallet.allowsSite = false;
    const outcome = await ledger.take({ ...transfer, signature });
    if (!('hash' in outcome)) throw new Error(outcome.refusal);
    ledger.seal();
    return outcome.hash;
  };
  const confirmedHash = await send(0, 10n);
  const revertedHash = await send(1, 1_000_000n);

  const page = new EventTarget();
  const clock = new FakeClock();
  const networks = [networkOf('one', one.url), networkOf('two', two.url)] as const;
  const chain = new ToyChain({ clock, page, networks: () => networks });
  page.dispatchEvent(new CustomEvent(ANNOUNCE, { detail: { id: wallet.id, name: wallet.name, provider } }));
  return {
    chain,
    connectorId: wallet.id,
    network: networks[0],
    otherNetwork: networks[1],
    unknownNetwork: networkOf('three', one.url),
    accounts: [rich, other],
    otherAccount: other,
    transfer: { to: other, value: 5n },
    user: { ...owner, promptCount: (approval) => owner.promptCount(approval) - (approval === 'sendTransaction' ? 2 : 0) },
    nodes: {
      fundedAccount: { address: rich, balance: ledger.balanceOf(rich) },
      confirmedHash,
      revertedHash,
      unknownHash: 'e'.repeat(64),
      failAll: () => {
        one.broken = true;
      },
    },
    waitForMissingWallet: () => clock.run(3_000),
    dispose: async () => {
      await Promise.all([one.stop(), two.stop()]);
    },
  };
};

// No retries: a contract test must pass on the first attempt.
const once = { describe: (name: string, run: () => void) => describe(name, { retry: 0 }, run), it, expect };

chainContract(once, 'ToyChain', harness, {
  signature: /^[0-9a-f]{128}$/,
  hash: /^[0-9a-f]{64}$/,
  settledAs: 'included',
  unsupportedFeatures: ['signTypedData', 'addNetwork'],
  services: ['signatures'],
});

describe('ToyChain', () => {
  it('rejects an address with a mistyped digit or two swapped digits', async () => {
    const { chain, accounts, dispose } = await harness();
    const [address] = accounts;
    const digits = [...address.slice(3)];
    const at = digits.findIndex((digit, index) => digit !== digits[index + 1]);
    const swapped = `toy${[...digits.slice(0, at), digits[at + 1], digits[at], ...digits.slice(at + 2)].join('')}`;
    const mistyped = `${address.slice(0, 10)}${address[10] === 'a' ? 'b' : 'a'}${address.slice(11)}`;
    expect([address, swapped, mistyped].map((text) => chain.isAddress(text))).toEqual([true, false, false]);
    chain.dispose();
    await dispose?.();
  });

  it('sends nothing to a node of another chain', async () => {
    const { chain, connectorId, network, otherNetwork, transfer, accounts, user, dispose } = await harness();
    const misconfigured: Network = { ...network, rpcUrls: otherNetwork.rpcUrls };
    const misconfiguredChain = new ToyChain({ clock: new FakeClock(), page: new EventTarget(), networks: () => [misconfigured] });
    const signal = new AbortController().signal;
    expect((await misconfiguredChain.getBalance({ address: accounts[0], network: misconfigured }, signal)).value).toBe(1_000n);
    const session = await chain.connect({ connectorId, network }, signal);
    Object.assign(network.rpcUrls.default, otherNetwork.rpcUrls.default);
    const sending = session.sendTransaction({ from: `${network.caipNetworkId}:${accounts[0]}` as never, ...transfer }, signal);
    await expect(sending).rejects.toMatchObject({ code: 'network/wrong-node' });
    expect(user.promptCount('sendTransaction')).toBe(0);
    chain.dispose();
    misconfiguredChain.dispose();
    await dispose?.();
  });
});
