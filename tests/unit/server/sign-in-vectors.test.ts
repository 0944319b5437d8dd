import { describe, expect, it } from 'vitest';
import type { SignerType } from '../domain/sign-in/sign-in-signers.js';
import { attemptWith, sign, startAttempt, type Vector } from './sign-in-vectors/vector.js';
import { VECTORS } from './sign-in-vectors/vectors.js';

const TYPES = Object.entries(VECTORS) as readonly (readonly [SignerType, readonly Vector[]])[];

describe.each(TYPES)('a sign-in of %s', (type, vectors) => {
  it('is accepted', async () => {
    expect(await attemptWith(await startAttempt(type), sign({}))).toEqual({ status: 200 });
  });

  it.each(vectors.map((vector) => [vector[0], vector[1], vector] as const))(
    'is refused with %s: %s',
    async (_, error, [, , change, options]) => {
      expect(await attemptWith(await startAttempt(type, options), change)).toMatchObject({ error });
    },
  );
});
