import { serializeErc6492Signature } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../application/ports/clock.fake.js';
import { FakeJsonRpc } from '../../../../../application/ports/json-rpc.fake.js';
import type { JsonRpcClient } from '../../../../../application/ports/json-rpc.port.js';
import { SignInVerifier } from '../../../../../application/wallet-protocol/engine/sign-in-verifier.js';
import { type AuthPayload, type Cacao, createCacao } from '../../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../../domain/sign-in/cacao-message.js';
import { createRecap, encodeRecap } from '../../../../../domain/sign-in/recap.js';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const ISS = `did:pkh:eip155:1:${account.address}`;
const NODE = 'https://node.example';
const FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
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
  readonly verifier = this.#verifier('refuse');
  /** Of an app whose service verifies again. */
  readonly accepting = this.#verifier('accept');

  #verifier(whenUnknown: 'refuse' | 'accept'): SignInVerifier {
    const nodes = async (chainId: string): Promise<JsonRpcClient | null> => {
      this.openedChains.push(chainId);
      return chainId === 'eip155:1' ? this.rpc.open([NODE]) : null;
    };
    return new SignInVerifier({ clock: this.clock, nodes, whenUnknown });
  }

  /** The results of both. */
  readonly verify = async (cacao: Cacao): Promise<readonly boolean[]> => [
    await this.verifier.isVerified(cacao, signal),
    await this.accepting.isVerified(cacao, signal),
  ];
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

  it('is verified before its account is deployed', async () => {
    const { rpc, verify } = new World();
    rpc.setResponse(NODE, 'eth_call', { result: APPROVAL });
    const s = serializeErc6492Signature({ address: FACTORY, data: '0x1234', signature: '0xabcd' });
    expect(await verify(createCacao(PAYLOAD, ISS, { t: 'eip1271', s }))).toEqual([true, true]);
    // One call that creates nothing: it has no recipient.
    expect(rpc.calls[0]?.params).toEqual([{ data: expect.stringMatching(/^0x/) }, 'latest']);
  });

  it.each([
    ['the contract rejects it', { result: '0xffffffff' }],
    ['there is no contract', { result: '0x' }],
    ['the call reverts', { error: { code: 3, message: 'execution reverted' } }],
    ['the call reverts at a node without the code of reverts', { error: { code: -32_000, message: 'VM execution error: Reverted' } }],
  ])('is invalid if %s', async (_, response) => {
    const { verify, rpc } = new World();
    rpc.setResponse(NODE, 'eth_call', response);
    expect(await verify(contractCacao)).toEqual([false, false]);
    expect(() => rpc.opened[0]?.close()).toThrow();
  });

  it.each([
    ['the RPC endpoint returns an invalid result', { result: { no: 'text' } }],
    ['the RPC endpoint returns another error', { error: { code: -32_005, message: 'Too many requests' } }],
  ])('is unknown if %s', async (_, response) => {
    const { verify, rpc } = new World();
    rpc.setResponse(NODE, 'eth_call', response);
    expect(await verify(contractCacao)).toEqual([false, true]);
    expect(() => rpc.opened[0]?.close()).toThrow();
  });

  it('is unknown on a chain without an RPC endpoint', async () => {
    const { verify, openedChains } = new World();
    expect(await verify({ ...contractCacao, p: { ...contractCacao.p, iss: `did:pkh:eip155:5:${account.address}` } })).toEqual([
      false,
      true,
    ]);
    expect(openedChains).toEqual(['eip155:5', 'eip155:5']);
  });

  it('is unknown if the RPC endpoint is down or does not respond within 10 s', async () => {
    const { verify, verifier, accepting, rpc, clock } = new World();
    rpc.modes.set(NODE, 'down');
    expect(await verify(contractCacao)).toEqual([false, true]);
    rpc.modes.set(NODE, 'never');
    const results: boolean[] = [];
    for (const each of [verifier, accepting]) void each.isVerified(contractCacao, signal).then((result) => results.push(result));
    await clock.run(9_999);
    expect(results).toEqual([]);
    await clock.run(1);
    expect(results).toEqual([false, true]);
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
