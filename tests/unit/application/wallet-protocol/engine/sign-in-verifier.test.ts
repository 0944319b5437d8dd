import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../application/ports/clock.fake.js';
import { FakeJsonRpc } from '../../../../../application/ports/json-rpc.fake.js';
import { SignInVerifier } from '../../../../../application/wallet-protocol/engine/sign-in-verifier.js';
import { type AuthPayload, type Cacao, createCacao } from '../../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../../domain/sign-in/cacao-message.js';
import { createRecap, encodeRecap } from '../../../../../domain/sign-in/recap.js';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const ISS = `did:pkh:eip155:1:${account.address}`;
const NODE = 'https://node.example';
const APPROVAL = `0x1626ba7e${'0'.repeat(56)}`;

const PAYLOAD: AuthPayload = {
  chains: ['eip155:1'],
  domain: 'app.example',
  aud: 'https://app.example',
  version: '1',
  nonce: 'abcdefgh',
  iat: '2024-01-01T00:00:00.000Z',
};

const { signal } = new AbortController();

const signedCacao = async (payload = PAYLOAD): Promise<Cacao> =>
  createCacao(payload, ISS, { t: 'eip191', s: await account.signMessage({ message: signInMessage(payload, ISS) }) });

const contractCacao = createCacao(PAYLOAD, ISS, { t: 'eip1271', s: '0xabcd' });

class World {
  readonly clock = new FakeClock();
  readonly rpc = new FakeJsonRpc();
  readonly openedChains: string[] = [];
  readonly verifier = new SignInVerifier(this.clock, async (chainId) => {
    this.openedChains.push(chainId);
    return chainId === 'eip155:1' ? this.rpc.open([NODE]) : null;
  });
}

describe('sign-in with an account’s key', () => {
  it('is verified locally', async () => {
    const { verifier, openedChains } = new World();
    expect(await verifier.isVerified(await signedCacao(), signal)).toBe(true);
    expect(openedChains).toEqual([]);
  });

  it('is invalid for another message or account', async () => {
    const { verifier } = new World();
    const cacao = await signedCacao();
    expect(await verifier.isVerified({ ...cacao, p: { ...cacao.p, nonce: 'other' } }, signal)).toBe(false);
    expect(await verifier.isVerified({ ...cacao, p: { ...cacao.p, iss: `did:pkh:eip155:1:0x${'22'.repeat(20)}` } }, signal)).toBe(false);
    expect(await verifier.isVerified({ ...cacao, s: { t: 'eip191', s: '0x' } }, signal)).toBe(false);
  });
});

describe('sign-in with a contract', () => {
  it('is verified by a call on its chain, and the RPC endpoint is closed', async () => {
    const { verifier, rpc, openedChains } = new World();
    rpc.setResponse(NODE, 'eth_call', { result: APPROVAL });
    expect(await verifier.isVerified(contractCacao, signal)).toBe(true);
    expect(openedChains).toEqual(['eip155:1']);
    expect(rpc.calls).toEqual([
      { url: NODE, method: 'eth_call', params: [{ to: account.address, data: expect.stringMatching(/^0x1626ba7e/) }, 'latest'] },
    ]);
    expect(() => rpc.opened[0]?.close()).toThrow();
  });

  it.each([
    ['the contract rejects it', { result: '0xffffffff' }],
    ['there is no contract', { result: '0x' }],
    ['the RPC endpoint returns an invalid result', { result: { no: 'text' } }],
    ['the RPC endpoint returns an error', { error: { code: 3, message: 'execution reverted' } }],
  ])('is invalid if %s', async (_, response) => {
    const { verifier, rpc } = new World();
    rpc.setResponse(NODE, 'eth_call', response);
    expect(await verifier.isVerified(contractCacao, signal)).toBe(false);
    expect(() => rpc.opened[0]?.close()).toThrow();
  });

  it('is invalid on a chain without an RPC endpoint', async () => {
    const { verifier, openedChains } = new World();
    expect(
      await verifier.isVerified({ ...contractCacao, p: { ...contractCacao.p, iss: `did:pkh:eip155:5:${account.address}` } }, signal),
    ).toBe(false);
    expect(openedChains).toEqual(['eip155:5']);
  });

  it('is invalid if the RPC endpoint is down or does not respond within 10 s', async () => {
    const { verifier, rpc, clock } = new World();
    rpc.modes.set(NODE, 'down');
    expect(await verifier.isVerified(contractCacao, signal)).toBe(false);
    rpc.modes.set(NODE, 'never');
    const verifying = verifier.isVerified(contractCacao, signal);
    let isValid: boolean | null = null;
    verifying.then((value) => {
      isValid = value;
    });
    await clock.run(9_999);
    expect(isValid).toBeNull();
    await clock.run(1);
    expect(isValid).toBe(false);
    expect(clock.pending).toBe(0);
    expect(() => rpc.opened.at(-1)?.close()).toThrow();
  });

  it('is cancelled by its signal', async () => {
    const { verifier, rpc, clock } = new World();
    rpc.modes.set(NODE, 'never');
    const controller = new AbortController();
    const verifying = verifier.isVerified(contractCacao, controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(verifying).rejects.toThrow('cancelled');
    expect(clock.pending).toBe(0);
  });
});

describe('faultOf', () => {
  const faultOf = async (cacaos: readonly Cacao[], openedChains = PAYLOAD): Promise<unknown> =>
    new World().verifier.faultOf(cacaos, openedChains, signal);

  it('is null if each sign-in is bound to the request and valid', async () => {
    expect(await faultOf([await signedCacao()])).toBeNull();
    expect(await faultOf([await signedCacao(), await signedCacao()])).toBeNull();
  });

  it('is settlement-failed for an invalid signature or an empty response', async () => {
    const good = await signedCacao();
    const failed = { code: 'wallet-protocol/settlement-failed' };
    expect(await faultOf([good, { ...good, s: { t: 'eip191', s: '0x' } }])).toMatchObject(failed);
    expect(await faultOf([])).toMatchObject(failed);
  });

  it.each(['domain', 'aud', 'nonce'] as const)('is settlement-failed for another %s', async (name) => {
    expect(await faultOf([await signedCacao({ ...PAYLOAD, [name]: 'https://other.example' })])).toMatchObject({
      code: 'wallet-protocol/settlement-failed',
    });
  });

  it('is the rule’s error for an unknown signature type or an invalid ReCap', async () => {
    const good = await signedCacao();
    expect(await faultOf([{ ...good, s: { t: 'eip6492', s: '0x' } }])).toMatchObject({
      message: 'verifySignature failed: Attempted to verify CacaoSignature with unknown type: eip6492',
    });
    const broken = { ...PAYLOAD, resources: ['urn:recap:!!'] };
    const cacao = createCacao(broken, ISS, { t: 'eip191', s: good.s.s });
    expect(await faultOf([cacao], broken)).toMatchObject({ code: 'wallet-protocol/invalid-parameter' });
  });

  it('verifies the ReCap as signed', async () => {
    const openedChains = { ...PAYLOAD, resources: [encodeRecap(createRecap('eip155', 'request', ['personal_sign']))] };
    const cacao = await signedCacao(openedChains);
    expect(await faultOf([cacao], openedChains)).toBeNull();
    const more = { ...openedChains, resources: [encodeRecap(createRecap('eip155', 'request', ['eth_sendTransaction']))] };
    expect(await faultOf([{ ...cacao, p: { ...cacao.p, resources: more.resources } }], openedChains)).toMatchObject({
      code: 'wallet-protocol/settlement-failed',
    });
  });
});
