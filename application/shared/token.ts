/** Marks the type of a {@link ManyToken}. */
export declare const isMany: unique symbol;
declare const valueType: unique symbol;

/** The public members of a class, so that an object of another class can implement it. */
export type Public<T> = T extends (...args: never[]) => unknown ? T : T extends object ? { [Member in keyof T]: T[Member] } : T;

/**
 * Typed token of a port, store or use case in the container. A symbol with the type of an Inversify `ServiceIdentifier`, so
 * that `container.get(CLOCK)` is typed and `@inject(CLOCK)` works. Compared by identity.
 */
export type Token<T> = symbol & (abstract new (...args: unknown[]) => Public<T>) & { readonly [valueType]?: T };

/** A multi-binding token, which several modules may bind, such as the chains. */
export type ManyToken<T> = Token<T> & { readonly [isMany]: true };

const kinds = new Map<unknown, 'single' | 'many'>();

const tokenOf = <T>(name: string, kind: 'single' | 'many'): ManyToken<T> => {
  const id: symbol = Symbol(name);
  kinds.set(id, kind);
  // The type parameter exists at compile time only.
  return id as ManyToken<T>;
};

/** Creates a token. @example export const CLOCK = token<Clock>('Clock'); */
export const token = <T>(name: string): Token<T> => tokenOf<T>(name, 'single');

/** Creates a multi-binding token. @example export const CHAIN = manyToken<Chain>('Chain'); */
export const manyToken = <T>(name: string): ManyToken<T> => tokenOf<T>(name, 'many');

/** Returns the kind of a token; `undefined` if the value is not a token. */
export const kindOfToken = (id: unknown): 'single' | 'many' | undefined => kinds.get(id);

/** Returns the name of a token. */
export const nameOfToken = (id: unknown): string => (typeof id === 'symbol' ? (id.description ?? '') : String(id));
