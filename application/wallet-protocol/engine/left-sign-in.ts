import type { AnsweredAuthRequest, PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { EngineContext } from './engine-context.js';
import type { Turns } from './turns.js';
import { untilTaken } from './until-taken.js';

/** How a wallet goes on with what an earlier page had begun. */
export interface LeftSignInWays {
  readonly turns: Turns<unknown>;
  /** Sends the answer that is stored. */
  readonly send: (request: AnsweredAuthRequest) => Promise<void>;
  /** Answers with the session that is stored. */
  readonly handOver: (session: ProtocolSession) => Promise<void>;
}

/**
 * Goes on with a request to sign in that an earlier page had answered, or approved as far as a session: until the relay has the answer, the
 * time of the request is over, or the session is.
 * @throws what is no failure of the relay
 */
export const goOnSigningIn = (context: EngineContext, request: PendingAuthRequest, ways: LeftSignInWays): Promise<void> => {
  const { authRequests, sessions } = context.tables;
  const { id, pairingTopic, requester, answer, answeredWith } = request;
  const isOfAnswer = ({ self }: ProtocolSession): boolean => self.publicKey === answeredWith;
  const isOfRequest = (each: ProtocolSession): boolean => each.pairingTopic === pairingTopic && each.peer.publicKey === requester.publicKey;
  const session = sessions.all().find(answeredWith === undefined ? isOfRequest : isOfAnswer);
  const isLeft = (): boolean => {
    const now = authRequests.get(id);
    const isSame = now !== null && now.answer === answer && now.answeredWith === answeredWith;
    return isSame && (session === undefined || sessions.get(session.topic) !== null);
  };
  const goOn = async (): Promise<void> => {
    // The owner may have answered it by now.
    if (!isLeft()) return;
    if (answer !== undefined && answeredWith !== undefined) await ways.send({ ...request, answer, answeredWith });
    else if (answeredWith === undefined && session !== undefined) await ways.handOver(session);
  };
  return untilTaken(context, isLeft, () => ways.turns.take(id, goOn));
};
