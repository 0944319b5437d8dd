import { membersOf } from '../../wire.js';
import { isChainText, isNumber, isText } from '../primitives.js';
import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shown, shownJson, withoutSecrets } from '../shown.js';
import { grantedChains, grantedOn } from './grants.js';
import { paramsFault } from './params.js';
import { deletedFault } from './record-faults.js';
import { type KnownSession, sessionTopicFault } from './topic-rule.js';

/** How long a request may wait for its answer, in seconds. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest */
export const REQUEST_EXPIRY = { min: 300, max: 604_800 } as const;

const expiryFault = (expiry: unknown): ProtocolFault | null =>
  expiry === undefined || (isNumber(expiry) && expiry >= REQUEST_EXPIRY.min && expiry <= REQUEST_EXPIRY.max)
    ? null
    : invalid(
        `request() expiry: ${shown(expiry)}. Expiry must be a number (in seconds) between ${REQUEST_EXPIRY.min} and ${REQUEST_EXPIRY.max}`,
      );

/**
 * Rule of `request()`, sent or received. In this order: parameters, the session, a chain that it shares an account on, the request's method,
 * whether the method is allowed on that chain, and how long the request may wait.
 */
export const requestFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic, request, chainId, expiry } = membersOf(params);
  const { method } = membersOf(request);
  const topicFault = paramsFault('request()', params) ?? deletedFault(topic, known.deleted) ?? sessionTopicFault(topic, known);
  if (topicFault !== null) return topicFault;
  const grants = known.session?.namespaces ?? {};
  if (!isChainText(chainId) || !grantedChains(grants).includes(chainId)) return invalid(`request() chainId: ${shown(chainId)}`);
  if (!isText(method)) return invalid(`request() ${withoutSecrets(shownJson(request), 'signature')}`);
  if (!grantedOn(grants, chainId, 'methods').includes(method)) return invalid(`request() method: ${shown(method)}`);
  return expiryFault(expiry);
};
