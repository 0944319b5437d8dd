import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../../../adapters/bip122/bip122-chain.js';
import { walletSigners } from '../../../../adapters/bip122/bip122-session.js';
import { toLatchkeyError } from '../../../../adapters/bip122/to-latchkey-error.js';
import { readAccounts, readPsbt } from '../../../../adapters/bip122/wallet-answers.js';
import { leatherWallet } from '../../../../adapters/bip122/wallets/json-rpc-wallet.js';
import { unisatWallet } from '../../../../adapters/bip122/wallets/unisat-wallet.js';
import { notifyAfterAbort } from '../../../../adapters/shared/notify-after-abort.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';

const [payment, ordinals] = [bip122TestKey('p2wpkh', 'dialects'), bip122TestKey('p2tr', 'dialects')];
const hex = (text: string): string => Buffer.from(text, 'base64').toString('hex');
const PSBT = 'cHNidP8BAAoCAAAAAAAAAAAA';

describe('Leather', () => {
  /** Answers as its documentation says, and keeps what it was asked. */
  const leather = (answers: Readonly<Record<string, unknown>>) => {
    const asked: unknown[] = [];
    const request = async (method: string, params?: unknown): Promise<unknown> => {
      asked.push([method, params]);
      // It rejects with the whole response.
      if (answers[method] === undefined)
        return Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'User rejected' } });
      return { jsonrpc: '2.0', id: '1', result: answers[method] };
    };
    const provider = { request };
    return { wallet: leatherWallet(provider), provider, asked };
  };

  it('shares a payment and an ordinals address, and none of Stacks', async () => {
    const addresses = [
      { symbol: 'BTC', type: 'p2tr', address: ordinals.addressOn('main'), publicKey: 'ab' },
      { symbol: 'BTC', type: 'p2wpkh', address: payment.addressOn('main'), derivationPath: "m/84'/0'/0'/0/0" },
      { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
    ];
    const { wallet, asked } = leather({ getAddresses: { addresses } });
    const { accounts } = readAccounts(await wallet.connect('main'), 'connect');
    expect(accounts).toEqual([
      { namespace: 'bip122', address: payment.addressOn('main'), type: 'payment', path: "m/84'/0'/0'/0/0" },
      { namespace: 'bip122', address: ordinals.addressOn('main'), type: 'ordinal' },
    ]);
    expect(asked).toEqual([['getAddresses', { network: 'mainnet' }]]);
  });

  it('signs PSBTs in hex, by the inputs that are asked for', async () => {
    const { wallet, asked } = leather({ signPsbt: { hex: hex(PSBT) } });
    const inputs = [
      { index: 0, address: 'a' },
      { index: 2, address: 'a', sighashTypes: [1] },
    ];
    expect(await wallet.signPsbt?.({ psbt: PSBT, inputs })).toBe(PSBT);
    expect(asked).toEqual([['signPsbt', { hex: hex(PSBT), signAtIndex: [0, 2], allowedSighash: [1], broadcast: false }]]);
  });

  it('is asked nothing after a reload, for every question opens its window', async () => {
    const addresses = [{ symbol: 'BTC', type: 'p2wpkh', address: payment.addressOn('main') }];
    const { provider, asked } = leather({ getAddresses: { addresses } });
    const chain = new Bip122Chain({
      clock: new FakeClock(),
      esplora: () => [],
      providers: [{ id: 'leather', name: 'Leather', provider, dialect: 'leather' }],
    });
    const request = { connectorId: 'leather', network: bitcoinTestNetwork('main') };
    expect(await chain.resume(request, patient())).toBe(null);
    expect(asked).toEqual([]);
    const session = await chain.connect(request, patient());
    expect([session.accounts.length, asked.length]).toEqual([1, 1]);
    // The next page has the wallet's object only.
    expect(await chain.resume(request, patient())).toBe(null);
    expect(asked.length).toBe(1);
    chain.dispose();
  });

  it('rejects with the error inside of its response', async () => {
    const { wallet } = leather({});
    const error = await wallet.connect(null).catch((thrown: unknown) => thrown);
    expect(toLatchkeyError(error, 'connect', 'leather').code).toBe('wallet/rejected');
  });
});

describe('UniSat', () => {
  it('neither signs nor pays with another account than it was asked for, to which its owner went meanwhile', async () => {
    const asked: string[] = [];
    const own = new Map([
      ['unisat', payment.addressOn('main')],
      ['upper case', payment.addressOn('main').toUpperCase()],
      ['other', ordinals.addressOn('main')],
    ]);
    for (const [name, active] of own) {
      const wallet = unisatWallet(
        {
          getAccounts: async () => [active],
          signMessage: async () => asked.push(`${name} signs`),
          sendBitcoin: async () => asked.push(`${name} pays`),
        },
        'unisat',
      );
      const address = payment.addressOn('main');
      const signing = wallet.signMessage?.({ address, message: 'hi', protocol: 'bip322', isTaproot: false });
      const paying = wallet.sendTransfer?.({ from: address, to: address, sats: 1n });
      const outcomes = await Promise.allSettled([signing, paying]);
      expect(outcomes.map(({ status }) => status)).toEqual(name === 'other' ? ['rejected', 'rejected'] : ['fulfilled', 'fulfilled']);
    }
    expect(asked).toEqual(['unisat signs', 'unisat pays', 'upper case signs', 'upper case pays']);
  });
});

describe('a wallet that broadcasts by itself', () => {
  it('tells what it sent after everybody had left, if it is the id of a transaction', async () => {
    const told: string[] = [];
    const answers = ['AB'.repeat(32), 'nonsense'];
    const late = (answer: Promise<unknown>, read: (answer: unknown) => Promise<string>) =>
      notifyAfterAbort(
        answer,
        AbortSignal.abort('left'),
        (txid) =>
          void read(txid).then(
            (own) => told.push(own),
            () => undefined,
          ),
      );
    const ask = () => Promise.reject(new Error('left'));
    const provider = { sendBitcoin: async () => answers.shift() };
    const { sendTransfer } = walletSigners(unisatWallet(provider, 'unisat'), payment.addressOn('main'), { ask, late });
    for (const _ of [...answers])
      await expect(sendTransfer?.(ordinals.addressOn('main'), 1n, async (txid) => txid)).rejects.toThrow('left');
    expect([told, answers]).toEqual([['ab'.repeat(32)], []]);
  });
});

describe('a wallet that says nothing while it is locked', () => {
  it('shares nothing after a reload, and is taken up when it says that it has accounts', async () => {
    const clock = new FakeClock();
    const heard = new Set<() => void>();
    let isLocked = true;
    const provider = {
      request: (method: string): Promise<unknown> => {
        if (isLocked) return new Promise(() => undefined);
        const addresses = [{ address: payment.addressOn('main'), purpose: 'payment' }];
        return Promise.resolve({ result: method === 'wallet_getNetwork' ? { bitcoin: { name: 'Mainnet' } } : { addresses } });
      },
      addListener: (_event: string, listener: () => void) => {
        heard.add(listener);
        return () => heard.delete(listener);
      },
    };
    const providers = [{ id: 'locked', name: 'Locked', provider, dialect: 'sats-connect' as const }];
    const chain = new Bip122Chain({ clock, esplora: () => [], providers });
    const request = { connectorId: 'locked', network: bitcoinTestNetwork('main') };
    const resumed = chain.resume(request, patient());
    await clock.run(5_000);
    expect(await resumed).toBe(null);
    const sharing = firstValueFrom(chain.sharing('locked'));
    isLocked = false;
    for (const listener of heard) listener();
    await sharing;
    expect((await chain.resume(request, patient()))?.accounts.map(({ address }) => address)).toEqual([payment.addressOn('main')]);
    chain.dispose();
  });
});

describe('OKX', () => {
  it('is opened by connect(), and tells its key there', async () => {
    const publicKey = Buffer.from(payment.publicKey).toString('hex');
    const provider = {
      connect: async () => ({ address: payment.addressOn('main'), publicKey }),
      getNetwork: async () => 'livenet',
      signPsbt: async (given: string, options: unknown) => {
        expect([given, options]).toEqual([hex(PSBT), { autoFinalized: false, toSignInputs: [{ index: 0, address: 'a' }] }]);
        return given;
      },
    };
    const wallet = unisatWallet(provider, 'okx');
    expect(readAccounts(await wallet.connect('main'), 'connect').accounts[0]).toMatchObject({ publicKey });
    expect(await wallet.network?.()).toBe('main');
    expect(await wallet.signPsbt?.({ psbt: PSBT, inputs: [{ index: 0, address: 'a' }] })).toBe(PSBT);
  });
});

describe('what wallets answer', () => {
  it('is refused when it makes no sense', async () => {
    const read = (...told: readonly unknown[]): Promise<string> => codeOf((async () => readAccounts(told as never, 'connect'))());
    expect(await read({ address: 'nonsense' })).toBe('wallet/invalid-response');
    expect(await read(null)).toBe('wallet/invalid-response');
    expect(await read({ address: payment.addressOn('main') }, { address: payment.addressOn('test') })).toBe('wallet/invalid-response');
    expect(await codeOf((async () => readPsbt(hex(PSBT), 'signPsbt'))())).toBe('wallet/invalid-response');
    expect(readPsbt(PSBT, 'signPsbt')).toBe(PSBT);
  });

  it('counts an address for payments and ordinals once, and keeps no key or path that is none', () => {
    const address = payment.addressOn('main');
    const told = [
      { address, purpose: 'ordinals', publicKey: 'xyz', path: 'somewhere' },
      { address: address.toUpperCase(), purpose: 'payment' },
    ];
    expect(readAccounts(told, 'connect').accounts).toEqual([{ namespace: 'bip122', address, type: 'payment' }]);
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
  ] as const)('%j of %s is %s', (cause, dialect, code) => {
    expect(toLatchkeyError(cause, 'signPsbt', dialect).code).toBe(code);
  });
});
