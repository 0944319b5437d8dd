import { type ChainId, isChainId } from '../../caip/caip-2.js';
import type { Recap, RecapAbilities } from './recap.js';

/** The ability to send requests of the protocol: its actions are their methods. */
export const REQUEST_ABILITY = 'request';

/** The one namespace that a sign-in over the protocol works for, and the resource that its ReCap is about. */
export const AUTH_NAMESPACE = 'eip155';

const abilitiesOn = ({ att }: Recap): RecapAbilities => (Object.hasOwn(att, AUTH_NAMESPACE) ? (att[AUTH_NAMESPACE] ?? {}) : {});

const PREFIX = `${REQUEST_ABILITY}/`;

/** The methods that a ReCap allows. Other abilities than requests are none. */
export const methodsIn = (recap: Recap): readonly string[] =>
  Object.keys(abilitiesOn(recap))
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));

/** The chains that a ReCap allows its methods on, each once; none where it does not say. */
export const chainsIn = (recap: Recap): readonly ChainId<'eip155'>[] => {
  const named: readonly unknown[] = Object.entries(abilitiesOn(recap))
    .filter(([key]) => key.startsWith(PREFIX))
    .flatMap(([, limits]) => limits.flatMap(({ chains }) => chains));
  return [...new Set(named.filter(isEvmChainId))];
};

const isEvmChainId = (value: unknown): value is ChainId<'eip155'> => isChainId(value) && value.startsWith(`${AUTH_NAMESPACE}:`);
