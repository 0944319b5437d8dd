import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../application/ports/clock.fake.js';
import { FakeJsonRpc } from '../../../../../application/ports/json-rpc.fake.js';
import { SignInProofs } from '../../../../../application/wallet-protocol/engine/sign-in-proofs.js';
import { type AuthPayload, type Cacao, makeCacao } from '../../../../../domain/wallet-protocol/authentication/cacao.js';
import { encodeRecap, makeRecap } from '../../../../../domain/wallet-protocol/authentication/recap.js';
import { signInText } from '../../../../../domain/wallet-protocol/authentication/sign-in-text.js';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const ISS = `did:pkh:eip155:1:${account.address}`;
const NODE = 'https://node.example';
const APPROVAL = `0x1626ba7e${'0'.repeat(56)}`;

const ASKED: AuthPayload = {
  chains: ['eip155:1'],
  domain: 'app.example',
  aud: 'https://app.example',
  version: '1',
  nonce: 'abcdefgh',
  iat: '2024-01-01T00:00:00.000Z',
};

const { signal } = new AbortController();

const signed = async (payload = ASKED): Promise<Cacao> =>
  makeCacao(payload, ISS, { t: 'eip191', s: await account.signMessage({ message: signInText(payload, ISS) }) });

const ofContract = makeCacao(ASKED, ISS, { t: 'eip1271', s: '0xabcd' });

class World {
  readonly clock = new FakeClock();
  readonly rpc = new FakeJsonRpc();
  readonly asked: string[] = [];
  readonly proofs = new SignInProofs(this.clock, async (chainId) => {
    this.asked.push(chainId);
    return chainId === 'eip155:1' ? this.rpc.open([NODE]) : null;
  });
}

describe('a sign-in by the key of an account', () => {
  it('is proven without a word to anybody', async () => {
    const { proofs, asked } = new World();
    expect(await proofs.isProven(await signed(), signal)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('is none where another text was signed, or by another account', async () => {
    const { proofs } = new World();
    const cacao = await signed();
    expect(await proofs.isProven({ ...cacao, p: { ...cacao.p, nonce: 'other' } }, signal)).toBe(false);
    expect(await proofs.isProven({ ...cacao, p: { ...cacao.p, iss: `did:pkh:eip155:1:0x${'22'.repeat(20)}` } }, signal)).toBe(false);
    expect(await proofs.isProven({ ...cacao, s: { t: 'eip191', s: '0x' } }, signal)).toBe(false);
  });
});

describe('a sign-in by a contract', () => {
  it('is proven by what the contract says on its own chain, and the node is closed', async () => {
    const { proofs, rpc, asked } = new World();
    rpc.answer(NODE, 'eth_call', { result: APPROVAL });
    expect(await proofs.isProven(ofContract, signal)).toBe(true);
    expect(asked).toEqual(['eip155:1']);
    expect(rpc.calls).toEqual([
      { url: NODE, method: 'eth_call', params: [{ to: account.address, data: expect.stringMatching(/^0x1626ba7e/) }, 'latest'] },
    ]);
    expect(() => rpc.opened[0]?.close()).toThrow();
  });

  it.each([
    ['the contract says no', { result: '0xffffffff' }],
    ['there is no contract', { result: '0x' }],
    ['the node answers something else', { result: { no: 'text' } }],
    ['the node has an error', { error: { code: 3, message: 'execution reverted' } }],
  ])('is not where %s', async (_, answer) => {
    const { proofs, rpc } = new World();
    rpc.answer(NODE, 'eth_call', answer);
    expect(await proofs.isProven(ofContract, signal)).toBe(false);
    expect(() => rpc.opened[0]?.close()).toThrow();
  });

  it('is not on a chain that nobody can be asked about', async () => {
    const { proofs, asked } = new World();
    expect(await proofs.isProven({ ...ofContract, p: { ...ofContract.p, iss: `did:pkh:eip155:5:${account.address}` } }, signal)).toBe(
      false,
    );
    expect(asked).toEqual(['eip155:5']);
  });

  it('is not where the node is down, or says nothing for 10 s', async () => {
    const { proofs, rpc, clock } = new World();
    rpc.modes.set(NODE, 'down');
    expect(await proofs.isProven(ofContract, signal)).toBe(false);
    rpc.modes.set(NODE, 'never');
    const asking = proofs.isProven(ofContract, signal);
    let isProven: boolean | null = null;
    asking.then((value) => {
      isProven = value;
    });
    await clock.run(9_999);
    expect(isProven).toBeNull();
    await clock.run(1);
    expect(isProven).toBe(false);
    expect(clock.pending).toBe(0);
    expect(() => rpc.opened.at(-1)?.close()).toThrow();
  });

  it('is given up with who asks', async () => {
    const { proofs, rpc, clock } = new World();
    rpc.modes.set(NODE, 'never');
    const leaving = new AbortController();
    const asking = proofs.isProven(ofContract, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
    expect(clock.pending).toBe(0);
  });
});

describe('what is wrong with the answer to a request', () => {
  const faultOf = async (cacaos: readonly Cacao[], asked = ASKED): Promise<unknown> => new World().proofs.faultOf(cacaos, asked, signal);

  it('is nothing where each sign-in is one to it, and proven', async () => {
    expect(await faultOf([await signed()])).toBeNull();
    expect(await faultOf([await signed(), await signed()])).toBeNull();
  });

  it('is its signature where one of them proves nothing, or there is none', async () => {
    const good = await signed();
    const failed = { code: 'wallet-protocol/settlement-failed' };
    expect(await faultOf([good, { ...good, s: { t: 'eip191', s: '0x' } }])).toMatchObject(failed);
    expect(await faultOf([])).toMatchObject(failed);
  });

  it.each(['domain', 'aud', 'nonce'] as const)('is that it was signed for another %s', async (name) => {
    expect(await faultOf([await signed({ ...ASKED, [name]: 'https://other.example' })])).toMatchObject({
      code: 'wallet-protocol/settlement-failed',
    });
  });

  it('is said in the words of the rule for a type of signature that nobody knows, and for a ReCap that is none', async () => {
    const good = await signed();
    expect(await faultOf([{ ...good, s: { t: 'eip6492', s: '0x' } }])).toMatchObject({
      message: 'verifySignature failed: Attempted to verify CacaoSignature with unknown type: eip6492',
    });
    const broken = { ...ASKED, resources: ['urn:recap:!!'] };
    const cacao = makeCacao(broken, ISS, { t: 'eip191', s: good.s.s });
    expect(await faultOf([cacao], broken)).toMatchObject({ code: 'wallet-protocol/invalid-parameter' });
  });

  it('looks at what the ReCap says as it was signed', async () => {
    const asked = { ...ASKED, resources: [encodeRecap(makeRecap('eip155', 'request', ['personal_sign']))] };
    const cacao = await signed(asked);
    expect(await faultOf([cacao], asked)).toBeNull();
    const more = { ...asked, resources: [encodeRecap(makeRecap('eip155', 'request', ['eth_sendTransaction']))] };
    expect(await faultOf([{ ...cacao, p: { ...cacao.p, resources: more.resources } }], asked)).toMatchObject({
      code: 'wallet-protocol/settlement-failed',
    });
  });
});
