import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../../../adapters/bip122/bip122-chain.js';
import { walletSigners } from '../../../../adapters/bip122/bip122-session.js';
import { toLatchkeyError } from '../../../../adapters/bip122/to-latchkey-error.js';
import { readAccounts, readPsbt } from '../../../../adapters/bip122/wallet-responses.js';
import { leatherWallet } from '../../../../adapters/bip122/wallets/json-rpc-wallet.js';
import { unisatWallet } from '../../../../adapters/bip122/wallets/unisat-wallet.js';
import { notifyAfterAbort } from '../../../../adapters/shared/notify-after-abort.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';

const [payment, ordinals] = [bip122TestKey('p2wpkh', 'dialects'), bip122TestKey('p2tr', 'dialects')];
const hex = (text: string): string => Buffer.from(text, 'base64').toString('hex');
const PSBT = 'cHNidP8BAAoCAAAAAAAAAAAA';

describe('Leather', () => {
  /** A provider with Leather’s documented responses, which records its requests. */
  const leather = (responses: Readonly<Record<string, unknown>>) => {
    const requests: unknown[] = [];
    const request = async (method: string, params?: unknown): Promise<unknown> => {
      requests.push([method, params]);
      // Leather rejects with the whole response.
      if (responses[method] === undefined)
        return Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'User rejected' } });
      return { jsonrpc: '2.0', id: '1', result: responses[method] };
    };
    const provider = { request };
    return { wallet: leatherWallet(provider), provider, requests };
  };

  it('shares a payment and an ordinals address, and no Stacks address', async () => {
    const addresses = [
      { symbol: 'BTC', type: 'p2tr', address: ordinals.addressOn('main'), publicKey: 'ab' },
      { symbol: 'BTC', type: 'p2wpkh', address: payment.addressOn('main'), derivationPath: "m/84'/0'/0'/0/0" },
      { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
    ];
    const { wallet, requests } = leather({ getAddresses: { addresses } });
    const { accounts } = readAccounts(await wallet.connect('main'), 'connect');
    expect(accounts).toEqual([
      { namespace: 'bip122', address: payment.addressOn('main'), type: 'payment', path: "m/84'/0'/0'/0/0" },
      { namespace: 'bip122', address: ordinals.addressOn('main'), type: 'ordinal' },
    ]);
    expect(requests).toEqual([['getAddresses', { network: 'mainnet' }]]);
  });

  it('signs PSBTs in hex, with the requested inputs', async () => {
    const { wallet, requests } = leather({ signPsbt: { hex: hex(PSBT) } });
    const inputs = [
      { index: 0, address: 'a' },
      { index: 2, address: 'a', sighashTypes: [1] },
    ];
    expect(await wallet.signPsbt?.({ psbt: PSBT, inputs })).toBe(PSBT);
    expect(requests).toEqual([['signPsbt', { hex: hex(PSBT), signAtIndex: [0, 2], allowedSighash: [1], broadcast: false }]]);
  });

  it('is not called on resume, since every request prompts', async () => {
    const addresses = [{ symbol: 'BTC', type: 'p2wpkh', address: payment.addressOn('main') }];
    const { provider, requests } = leather({ getAddresses: { addresses } });
    const chain = new Bip122Chain({
      storage: new FakeStorage(),
      locks: new FakeLocks(),
      clock: new FakeClock(),
      esplora: () => [],
      providers: [{ id: 'leather', name: 'Leather', provider, dialect: 'leather' }],
    });
    const request = { connectorId: 'leather', network: bitcoinTestNetwork('main') };
    expect(await chain.resume(request, neverAborted())).toBe(null);
    expect(requests).toEqual([]);
    const session = await chain.connect(request, neverAborted());
    expect([session.accounts.length, requests.length]).toEqual([1, 1]);
    // After a page load only the wallet’s object exists.
    expect(await chain.resume(request, neverAborted())).toBe(null);
    expect(requests.length).toBe(1);
    chain.dispose();
  });

  it('rejects with the error inside its response', async () => {
    const { wallet } = leather({});
    const error = await wallet.connect(null).catch((thrown: unknown) => thrown);
    expect(toLatchkeyError(error, 'connect', 'leather').code).toBe('wallet/rejected');
  });
});

describe('UniSat', () => {
  it('rejects signing and sending when another account is active', async () => {
    const requests: string[] = [];
    const own = new Map([
      ['unisat', payment.addressOn('main')],
      ['upper case', payment.addressOn('main').toUpperCase()],
      ['other', ordinals.addressOn('main')],
    ]);
    for (const [name, active] of own) {
      const wallet = unisatWallet(
        {
          getAccounts: async () => [active],
          signMessage: async () => requests.push(`${name} signs`),
          sendBitcoin: async () => requests.push(`${name} pays`),
        },
        'unisat',
      );
      const address = payment.addressOn('main');
      const signing = wallet.signMessage?.({ address, message: 'hi', protocol: 'bip322', isTaproot: false });
      const paying = wallet.sendTransfer?.({ from: address, to: address, sats: 1n });
      const outcomes = await Promise.allSettled([signing, paying]);
      expect(outcomes.map(({ status }) => status)).toEqual(name === 'other' ? ['rejected', 'rejected'] : ['fulfilled', 'fulfilled']);
    }
    expect(requests).toEqual(['unisat signs', 'unisat pays', 'upper case signs', 'upper case pays']);
  });
});

describe('wallet that broadcasts by itself', () => {
  it('reports a valid txid that arrives after an abort', async () => {
    const txids: string[] = [];
    const responses = ['AB'.repeat(32), 'nonsense'];
    const notifyLate = (response: Promise<unknown>, read: (response: unknown) => Promise<string>) =>
      notifyAfterAbort(
        response,
        AbortSignal.abort('aborted'),
        (txid) =>
          void read(txid).then(
            (own) => txids.push(own),
            () => undefined,
          ),
      );
    const awaitResponse = () => Promise.reject(new Error('aborted'));
    const provider = { sendBitcoin: async () => responses.shift() };
    const { sendTransfer } = walletSigners(unisatWallet(provider, 'unisat'), payment.addressOn('main'), {
      awaitResponse,
      notifyLate,
    });
    for (const _ of [...responses])
      await expect(sendTransfer?.(ordinals.addressOn('main'), 1n, async (txid) => txid)).rejects.toThrow('aborted');
    expect([txids, responses]).toEqual([['ab'.repeat(32)], []]);
  });
});

describe('wallet that does not respond while locked', () => {
  it('is not resumed until it shares accounts', async () => {
    const clock = new FakeClock();
    const listeners = new Set<() => void>();
    let isLocked = true;
    const provider = {
      request: (method: string): Promise<unknown> => {
        if (isLocked) return new Promise(() => undefined);
        const addresses = [{ address: payment.addressOn('main'), purpose: 'payment' }];
        return Promise.resolve({ result: method === 'wallet_getNetwork' ? { bitcoin: { name: 'Mainnet' } } : { addresses } });
      },
      addListener: (_event: string, listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const providers = [{ id: 'locked', name: 'Locked', provider, dialect: 'sats-connect' as const }];
    const chain = new Bip122Chain({ storage: new FakeStorage(), locks: new FakeLocks(), clock, esplora: () => [], providers });
    const request = { connectorId: 'locked', network: bitcoinTestNetwork('main') };
    const resumed = chain.resume(request, neverAborted());
    await clock.run(5_000);
    expect(await resumed).toBe(null);
    const sharing = firstValueFrom(chain.watchSharing('locked'));
    isLocked = false;
    for (const listener of listeners) listener();
    await sharing;
    expect((await chain.resume(request, neverAborted()))?.accounts.map(({ address }) => address)).toEqual([payment.addressOn('main')]);
    chain.dispose();
  });
});

describe('OKX', () => {
  it('is opened by connect(), which returns the public key', async () => {
    const publicKey = Buffer.from(payment.publicKey).toString('hex');
    const provider = {
      connect: async () => ({ address: payment.addressOn('main'), publicKey }),
      getNetwork: async () => 'livenet',
      signPsbt: async (psbt: string, options: unknown) => {
        expect([psbt, options]).toEqual([hex(PSBT), { autoFinalized: false, toSignInputs: [{ index: 0, address: 'a' }] }]);
        return psbt;
      },
    };
    const wallet = unisatWallet(provider, 'okx');
    expect(readAccounts(await wallet.connect('main'), 'connect').accounts[0]).toMatchObject({ publicKey });
    expect(await wallet.network?.()).toBe('main');
    expect(await wallet.signPsbt?.({ psbt: PSBT, inputs: [{ index: 0, address: 'a' }] })).toBe(PSBT);
  });
});

describe('wallet responses', () => {
  it('are rejected when malformed', async () => {
    const read = (...addresses: readonly unknown[]): Promise<string> => codeOf((async () => readAccounts(addresses as never, 'connect'))());
    expect(await read({ address: 'nonsense' })).toBe('wallet/invalid-response');
    expect(await read(null)).toBe('wallet/invalid-response');
    expect(await read({ address: payment.addressOn('main') }, { address: payment.addressOn('test') })).toBe('wallet/invalid-response');
    expect(await codeOf((async () => readPsbt(hex(PSBT), 'signPsbt'))())).toBe('wallet/invalid-response');
    expect(readPsbt(PSBT, 'signPsbt')).toBe(PSBT);
  });

  it('list an address once, without malformed key or path', () => {
    const address = payment.addressOn('main');
    const addresses = [
      { address, purpose: 'ordinals', publicKey: 'xyz', path: 'somewhere' },
      { address: address.toUpperCase(), purpose: 'payment' },
    ];
    expect(readAccounts(addresses, 'connect').accounts).toEqual([{ namespace: 'bip122', address, type: 'payment' }]);
  });

  it.each([
    [{ code: 4001 }, 'unisat', 'wallet/rejected'],
    [{ code: -32_000 }, 'sats-connect', 'wallet/rejected'],
    [{ code: -32_000 }, 'unisat', 'wallet/request-failed'],
    [{ code: -32_002 }, 'sats-connect', 'wallet/unauthorized'],
    [{ code: -32_002 }, 'unisat', 'wallet/request-pending'],
    [{ code: 5000 }, 'remote', 'wallet/rejected'],
    [{ message: 'User rejected the request.' }, 'standard', 'wallet/rejected'],
    ['Cancelled', 'okx', 'wallet/rejected'],
    [{ code: 4900 }, 'unisat', 'wallet/disconnected'],
    [null, 'unisat', 'wallet/request-failed'],
  ] as const)('map %j of %s to %s', (cause, dialect, code) => {
    expect(toLatchkeyError(cause, 'signPsbt', dialect).code).toBe(code);
  });
});
