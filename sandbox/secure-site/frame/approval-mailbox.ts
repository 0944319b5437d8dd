import * as v from 'valibot';
import type { KeyWorker } from '../keys/key-worker.js';
import type { PasskeyAssertion } from '../keys/passkey-assertion.js';
import { digestOf, fromBase64Url, toBase64Url, toUtf8 } from '../protocol/encoding.js';
import { type SigningDevice, signAsDevice } from './device-signature.js';
import type { FrameClient } from './frame-client.js';

const requestSchema = v.object({ frame: v.string(), origin: v.string(), request: v.string(), recoverable: v.boolean() });
const stateSchema = v.object({ answer: v.nullable(v.string()) });
const isBase64Url = (text: string): boolean => {
  try {
    return fromBase64Url(text).length > 0;
  } catch {
    return false;
  }
};
const bytes = v.pipe(v.string(), v.check(isBase64Url), v.transform(fromBase64Url));
const assertionSchema = v.object({ credential: v.string(), authenticatorData: bytes, clientData: bytes, signature: bytes });
const answerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    outcome: v.picklist(['approved', 'rejected']),
    digest: v.string(),
    assertion: v.nullable(assertionSchema),
    signature: v.string(),
  }),
);

/** A request in the mailbox, as the server shows it. */
export type ReceivedRequest = v.InferOutput<typeof requestSchema>;

/** A registered device whose wallet is unlocked. */
export interface MailboxDevice extends SigningDevice {
  readonly wallet: string;
  readonly worker: KeyWorker;
}

/** What the user decided in the window, for what was on its screen. */
export interface Decision {
  readonly outcome: 'approved' | 'rejected';
  /** Of what the window has shown; empty for a rejection. */
  readonly digest: string;
  /** Of a passkey, which has signed itself what it confirms; `null` if none was needed. */
  readonly assertion: PasskeyAssertion | null;
}

/** A request as its frame knows it, or as the window has shown it. */
export interface MailboxRequest {
  /** 128 bits in base64url. */
  readonly id: string;
  /** Id of the frame that asks, and the origin of its app. */
  readonly frame: string;
  readonly origin: string;
}

/** The answer is not signed for this request by the wallet: the server, or another frame, has made it up. */
export class ForgedAnswer extends Error {
  override readonly name = 'ForgedAnswer';

  constructor() {
    super('The answer was not signed by this wallet');
  }
}

/** The management key signs: only a document that has opened the wallet can, and the server cannot. */
const signDecision = async (
  { wallet, worker }: Pick<MailboxDevice, 'wallet' | 'worker'>,
  { id, frame, origin }: MailboxRequest,
  { outcome, digest }: Pick<Decision, 'outcome' | 'digest'>,
): Promise<string> => {
  const statement = { action: 'answer-request', wallet, nonce: id, parameters: [frame, origin, outcome, digest] };
  return (await worker.request('sign-statement', { statement })).signature;
};

/** Puts a request in the mailbox. @throws ApiError */
export const askApproval = async (client: FrameClient, device: SigningDevice, id: string, request: string): Promise<void> => {
  const nonce = await client.nonce();
  const parameters = [id, await digestOf(toUtf8(request))];
  const signature = await signAsDevice(client, device, { action: 'ask-approval', nonce, parameters });
  await client.call('POST', '/approvals', { id, request, nonce, signature });
};

/** Takes a request back. @throws ApiError */
export const cancelApproval = async (client: FrameClient, id: string): Promise<void> => {
  await client.call('POST', '/approvals/cancel', { id });
};

/** Reads a request in a window of the site. @throws ApiError `no-request`, `no-device`, `unknown-frame` */
export const readApproval = async (client: FrameClient, id: string): Promise<ReceivedRequest> =>
  v.parse(requestSchema, await client.call('POST', '/approvals/read', { id }));

/** Answers a request that the window has shown. @throws ApiError, KeyWorkerError */
export const answerApproval = async (
  client: FrameClient,
  device: MailboxDevice,
  request: MailboxRequest,
  decision: Decision,
): Promise<void> => {
  const { id } = request;
  const signed = { ...decision, signature: await signDecision(device, request, decision) };
  const answer = JSON.stringify(signed, (_, value: unknown) => (value instanceof Uint8Array ? toBase64Url(value) : value));
  const nonce = await client.nonce();
  const parameters = [id, await digestOf(toUtf8(answer))];
  const signature = await signAsDevice(client, device, { action: 'answer-approval', nonce, parameters });
  await client.call('POST', '/approvals/answer', { id, answer, nonce, signature });
};

/**
 * Reads the answer to a request of this frame; `null` until there is one.
 * @throws ForgedAnswer; ApiError `no-request` if it has expired
 */
export const readAnswer = async (
  client: FrameClient,
  device: Pick<MailboxDevice, 'wallet' | 'worker'>,
  id: string,
): Promise<Decision | null> => {
  const { answer } = v.parse(stateSchema, await client.call('POST', '/approvals/state', { id }));
  if (answer === null) return null;
  const parsed = v.safeParse(answerSchema, answer);
  if (!parsed.success) throw new ForgedAnswer();
  const { signature, ...decision } = parsed.output;
  // Ed25519 is deterministic: the same key signs the same statement in the same way, and this frame's worker has that key.
  const expected = await signDecision(device, { id, frame: client.id, origin: client.origin }, decision);
  if (signature !== expected) throw new ForgedAnswer();
  return decision;
};
