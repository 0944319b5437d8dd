import { Container } from 'inversify';

/**
 * An Inversify container that fits Latchkey: no compiled resolvers, which a strict content security policy forbids, and singletons by default.
 * Any other container of Inversify 8 fits too.
 * @example
 * const container = createHostContainer();
 * container.bind(STORAGE).toConstantValue(new MyStorage());
 * const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()], container });
 * @see https://inversify.io
 */
export const createHostContainer = (): Container => new Container({ jitless: true, defaultScope: 'Singleton' });
