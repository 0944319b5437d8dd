import { Container } from 'inversify';

/**
 * Creates an Inversify container for Latchkey: singletons by default, and no compiled resolvers, which a strict content security policy
 * forbids. Any other Inversify 8 container works too.
 * @example
 * const container = createHostContainer();
 * container.bind(STORAGE).toConstantValue(new MyStorage());
 * const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()], container });
 * @see https://inversify.io
 */
export const createHostContainer = (): Container => new Container({ jitless: true, defaultScope: 'Singleton' });
