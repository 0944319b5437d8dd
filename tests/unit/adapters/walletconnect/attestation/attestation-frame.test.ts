import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpAttestation } from '../../../../../adapters/walletconnect/attestation/http-attestation.js';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { patient } from '../../../../../testing/contracts/test-api.js';
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
  attest = async (letter, signal = patient()) => (await attestation.attest?.(ids(letter), signal)) ?? null;
});

afterEach(() => {
  expect([page.frames, page.listeners, clock.pending]).toEqual([[], 0, 0]);
});

describe('the hidden frame of the service', () => {
  it('is opened with the hashes of the message and the page that it is about, unseen, and is gone with its answer', async () => {
    const answer = attest('a');
    await settle();
    const [frame] = page.frames;
    expect(frame).toMatchObject({ hidden: true, referrerPolicy: 'strict-origin' });
    const { envelopeId: id, messageId: decryptedId } = ids('a');
    expect(frame?.src).toBe(
      `${SERVER}/v3/attestation?projectId=a%26b&origin=https%3A%2F%2Fapp.example&id=${id}&decryptedId=${decryptedId}`,
    );
    page.post(frame?.contentWindow, jwtOf(ids('a')));
    expect(await answer).toBe(jwtOf(ids('a')));
  });

  it('is the only one that is heard: not another frame, another origin, or an attestation of another message', async () => {
    const answer = attest('a');
    await settle();
    const own = page.frames[0]?.contentWindow;
    page.post({}, jwtOf(ids('a')));
    page.post(undefined, jwtOf(ids('a')));
    page.post(own, jwtOf(ids('a')), 'https://evil.example');
    page.post(own, jwtOf(ids('b')));
    page.post(own, null);
    await settle();
    expect(page.frames).toHaveLength(1);
    page.post(own, jwtOf(ids('a')));
    expect(await answer).toBe(jwtOf(ids('a')));
  });

  it('is taken away after five seconds without an answer, and as soon as nobody waits', async () => {
    const silent = attest('a');
    const leaving = new AbortController();
    const left = attest('b', leaving.signal).catch((error: unknown) => error);
    await settle();
    expect(page.frames).toHaveLength(2);
    leaving.abort('left');
    expect([await left, page.frames.length]).toEqual(['left', 1]);
    await clock.run(5_000);
    expect(await silent).toBe(null);
  });

  it('is one of four at most: the next message has its turn when one is gone, unless its time is over', async () => {
    const leaving = new AbortController();
    const answers = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) =>
      attest(letter, letter === 'e' ? leaving.signal : patient()).catch((error: unknown) => error),
    );
    await settle();
    expect(page.frames).toHaveLength(4);
    leaving.abort('left');
    page.post(page.frames[0]?.contentWindow, jwtOf(ids('a')));
    await settle();
    const asked = page.frames.map(({ src }) => new URL(src).searchParams.get('id')?.[0]);
    expect(asked).toEqual(['b', 'c', 'd', 'f']);
    await clock.run(5_000);
    expect(await Promise.all(answers)).toEqual([jwtOf(ids('a')), null, null, null, 'left', null]);
  });
});
