import { Keyring } from '@polkadot/api';
import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../testing/contracts/test-api.js';
import { payloadBytes } from '../../../testing/wallets/polkadot-payload.js';
import { PolkadotTestWallet } from '../../../testing/wallets/polkadot-test-wallet.js';

const alice = new Keyring({ type: 'ed25519' }).addFromUri('//Alice');
const bob = new Keyring({ type: 'ed25519' }).addFromUri('//Bob');

/** Result of `enable`. */
interface Injected {
  readonly accounts: { get(): Promise<unknown>; subscribe(listener: (accounts: unknown) => void): () => void };
  readonly signer: { signRaw(raw: object): Promise<{ readonly signature: string }>; signPayload(payload: object): Promise<unknown> };
}

const enabled = async (wallet: PolkadotTestWallet): Promise<Injected> => (await wallet.provider.enable('Page')) as Injected;
const textOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    ({ message }: Error) => message,
  );
const addressesIn = (accounts: unknown): readonly string[] =>
  (accounts as readonly { readonly address: string }[]).map(({ address }) => address);
const raw = { address: alice.address, data: '0x6869', type: 'bytes' };

describe('PolkadotTestWallet', () => {
  it('is injected next to other wallets and removed', () => {
    const wallet = new PolkadotTestWallet({ accounts: [alice] });
    const window: { injectedWeb3?: unknown } = { injectedWeb3: { other: 1 } };
    const remove = wallet.inject(window);
    expect(Object.keys(Object(window.injectedWeb3))).toEqual(['other', 'latchkey-test']);
    remove();
    expect(window.injectedWeb3).toEqual({ other: 1 });
  });

  it('shares accounts while connected and unlocked, and emits each change', async () => {
    const wallet = new PolkadotTestWallet({ accounts: [alice, bob] });
    const { accounts } = await enabled(wallet);
    const emitted: (readonly string[])[] = [];
    const unsubscribe = accounts.subscribe((shared) => emitted.push(addressesIn(shared)));
    wallet.selectAccount(bob.address);
    wallet.lock();
    wallet.unlock();
    wallet.forgetSite();
    unsubscribe();
    wallet.unlock();
    const [a, b] = [alice.address, bob.address];
    expect(emitted).toEqual([[a, b], [b, a], [], [b, a], []]);
    expect([await accounts.get(), wallet.listenerCount]).toEqual([[], 0]);
  });

  it('waits for approval and rejects with the messages of the published extension', async () => {
    const wallet = new PolkadotTestWallet({ accounts: [alice], approval: 'manual' });
    const rejection = textOf(wallet.provider.enable('Page'));
    await flushPromises();
    expect(wallet.prompts).toMatchObject([{ method: 'enable', params: ['Page'] }]);
    wallet.reject();
    expect([await rejection, wallet.isConnected]).toEqual(['Rejected', false]);
    const enabling = enabled(wallet);
    await flushPromises();
    wallet.approve();
    const { signer } = await enabling;
    const signing = textOf(signer.signRaw(raw));
    await flushPromises();
    wallet.reject();
    expect(await signing).toBe('Cancelled');
    // A connected site needs no further prompt.
    await enabled(wallet);
    expect([wallet.requestCount('enable'), wallet.promptCount('enable'), wallet.promptCount('signRaw')]).toEqual([3, 2, 1]);
  });

  it('signs with the real key, wraps bytes, and rejects other accounts', async () => {
    const wallet = new PolkadotTestWallet({ accounts: [alice] });
    const { signer } = await enabled(wallet);
    const { signature } = await signer.signRaw(raw);
    expect(alice.verify('<Bytes>hi</Bytes>', Buffer.from(signature.slice(2), 'hex'), alice.publicKey)).toBe(true);
    expect(await textOf(signer.signRaw({ ...raw, address: bob.address }))).toContain('Unable to find pair');
    wallet.lock();
    expect(await textOf(signer.signRaw(raw))).toContain('Unable to find pair');
  });

  it('returns scripted responses, then normal ones', async () => {
    const wallet = new PolkadotTestWallet({ accounts: [alice] });
    const { accounts, signer } = await enabled(wallet);
    let emissions = 0;
    accounts.subscribe(() => {
      emissions += 1;
    });
    wallet.respondNext('signRaw', 'late', 'twice', 'never', { error: { code: 4001, message: 'No' } }, { result: 7 });
    const late = signer.signRaw(raw);
    await flushPromises();
    wallet.approve();
    expect((await late).signature).toMatch(/^0x[0-9a-f]{128}$/);
    await signer.signRaw(raw);
    expect(emissions).toBe(3);
    let isSettled = false;
    void signer.signRaw(raw).finally(() => {
      isSettled = true;
    });
    expect(await textOf(signer.signRaw(raw))).toBe('No');
    expect([await signer.signRaw(raw), isSettled]).toEqual([7, false]);
    expect((await signer.signRaw(raw)).signature).toMatch(/^0x[0-9a-f]{128}$/);
  });

  it('encodes integers of every size as SCALE', () => {
    const nonce = (value: string): string => {
      const zero = '0x00';
      const fixed = { method: '0x', era: zero, tip: zero, specVersion: zero, transactionVersion: zero, genesisHash: '0x', blockHash: '0x' };
      return Buffer.from(payloadBytes({ ...fixed, nonce: value, signedExtensions: ['CheckNonce'] })).toString('hex');
    };
    // Examples of the documentation. @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/data-encoding/
    expect([nonce('0'), nonce('1'), nonce('42'), nonce('69'), nonce('65535'), nonce('100000000000000')]).toEqual([
      ...['00', '04', 'a8', '1501', 'feff0300', '0b00407a10f35a'],
    ]);
  });

  it('rejects payloads that it cannot encode', () => {
    const zero = `0x${'00'.repeat(32)}`;
    const payload = {
      ...{ method: '0x0400', era: '0x00', nonce: '0x01', tip: '0x00', specVersion: '0x00000384', transactionVersion: '0x01' },
      ...{ genesisHash: zero, blockHash: zero, signedExtensions: ['CheckSpecVersion', 'CheckMetadataHash'] },
    };
    expect([...payloadBytes(payload)]).toEqual([4, 0, 0, 0x84, 3, 0, 0, 0]);
    expect(() => payloadBytes({ ...payload, signedExtensions: ['CheckNothing'] })).toThrow(/CheckNothing/);
    expect(() => payloadBytes({ ...payload, method: `0x${'00'.repeat(257)}` })).toThrow(/short payloads/);
  });
});
