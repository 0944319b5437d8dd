declare const service: unique symbol;

/** Names a port or use case in the container and remembers its type. Compared by identity, so two copies never collide. */
export interface Token<T> {
  readonly id: symbol;
  readonly [service]?: T;
}

/** Makes a token. @example export const CLOCK = token<Clock>('Clock'); */
export const token = <T>(name: string): Token<T> => ({ id: Symbol(name) });
