import * as v from 'valibot';

/** Maximum length of the id of a batch of calls. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
export const MAX_CALLS_ID_LENGTH = 4_096;

const idSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_CALLS_ID_LENGTH));

/** The result of `wallet_sendCalls`; its output is the id. The first version of the standard returned a bare string. */
export const callsIdSchema = v.union([
  idSchema,
  v.pipe(
    v.object({ id: idSchema }),
    v.transform(({ id }) => id),
  ),
]);
