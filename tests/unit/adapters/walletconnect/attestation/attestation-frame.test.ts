import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpAttestation } from '../../../../../adapters/walletconnect/attestation/http-attestation.js';
import { FakeClock, flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { neverAborted } from '../../../../../testing/contracts/test-api.js';
import { FrameWindow } from '../../support/frame-window.js';

const SERVER = 'https://verify.example';
const ids = (letter: string) => ({ envelopeId: letter.repeat(64), messageId: 'cd'.repeat(32) });

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwtOf = ({ envelopeId: id }: { readonly envelopeId: string }): string =>
  `${part({ alg: 'ES256' })}.${part({ id, origin: 'https://app.example', exp: 1 })}.c2ln`;

let clock: FakeClock;
let page: FrameWindow;
let attest: (letter: string, signal?: AbortSignal) => Promise<string | null>;

beforeEach(() => {
  clock = new FakeClock();
  page = new FrameWindow('https://app.example');
  const attestation = new HttpAttestation({ server: SERVER, projectId: 'a&b', page, records: new FakeRecordStore(), clock });
  attest = async (letter, signal = neverAborted()) => (await attestation.attest?.(ids(letter), signal)) ?? null;
});

afterEach(() => {
  expect([page.frames, page.listeners, clock.pending]).toEqual([[], 0, 0]);
});

describe('hidden frame of the verify service', () => {
  it('is opened with the message hashes and the page’s origin, and removed after the response', async () => {
    const response = attest('a');
    await flushPromises();
    const [frame] = page.frames;
    expect(frame).toMatchObject({ hidden: true, referrerPolicy: 'strict-origin' });
    const { envelopeId: id, messageId: decryptedId } = ids('a');
    expect(frame?.src).toBe(
      `${SERVER}/v3/attestation?projectId=a%26b&origin=https%3A%2F%2Fapp.example&id=${id}&decryptedId=${decryptedId}`,
    );
    page.post(frame?.contentWindow, jwtOf(ids('a')));
    expect(await response).toBe(jwtOf(ids('a')));
  });

  it('accepts no messages of other frames, other origins or other messages', async () => {
    const response = attest('a');
    await flushPromises();
    const own = page.frames[0]?.contentWindow;
    page.post({}, jwtOf(ids('a')));
    page.post(undefined, jwtOf(ids('a')));
    page.post(own, jwtOf(ids('a')), 'https://evil.example');
    page.post(own, jwtOf(ids('b')));
    page.post(own, null);
    await flushPromises();
    expect(page.frames).toHaveLength(1);
    page.post(own, jwtOf(ids('a')));
    expect(await response).toBe(jwtOf(ids('a')));
  });

  it('is removed after five seconds without a response, and on abort', async () => {
    const silent = attest('a');
    const controller = new AbortController();
    const aborted = attest('b', controller.signal).catch((error: unknown) => error);
    await flushPromises();
    expect(page.frames).toHaveLength(2);
    controller.abort('aborted');
    expect([await aborted, page.frames.length]).toEqual(['aborted', 1]);
    await clock.run(5_000);
    expect(await silent).toBe(null);
  });

  it('opens at most four at once and queues the others until they time out', async () => {
    const controller = new AbortController();
    const responses = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) =>
      attest(letter, letter === 'e' ? controller.signal : neverAborted()).catch((error: unknown) => error),
    );
    await flushPromises();
    expect(page.frames).toHaveLength(4);
    controller.abort('aborted');
    page.post(page.frames[0]?.contentWindow, jwtOf(ids('a')));
    await flushPromises();
    const openIds = page.frames.map(({ src }) => new URL(src).searchParams.get('id')?.[0]);
    expect(openIds).toEqual(['b', 'c', 'd', 'f']);
    await clock.run(5_000);
    expect(await Promise.all(responses)).toEqual([jwtOf(ids('a')), null, null, null, 'aborted', null]);
  });
});
