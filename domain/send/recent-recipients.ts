import * as v from 'valibot';
import { isSameAddress } from '../account/same-address.js';
import { NAMESPACES } from '../caip/namespace.js';
import { sanitizeName } from '../connection/connector-label.js';
import { filteredArrayOrEmpty, parseJson } from '../wire.js';

/** Recipients that are kept of each namespace: more than are offered, since imitations of them are recognized. */
const MAX_RECIPIENTS = 50;
const MAX_ADDRESS_LENGTH = 128;

const recipientSchema = v.object({
  namespace: v.picklist(NAMESPACES),
  address: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_ADDRESS_LENGTH)),
  name: v.nullable(
    v.pipe(
      v.string(),
      v.transform((name) => sanitizeName(name)),
    ),
  ),
});

/** An address that the user has sent to, with the name that it was found by; `null` without one. */
export type RecentRecipient = Readonly<v.InferOutput<typeof recipientSchema>>;

/** Parses the stored list, newest first. Drops invalid entries. */
export const parseRecentRecipients = (text: string | null): readonly RecentRecipient[] =>
  v.parse(filteredArrayOrEmpty(recipientSchema), parseJson(text ?? ''));

/** The list with a recipient at its start. */
export const addRecentRecipient = (list: readonly RecentRecipient[], added: RecentRecipient): readonly RecentRecipient[] => {
  const isOther = ({ namespace, address }: RecentRecipient): boolean =>
    namespace !== added.namespace || !isSameAddress(namespace, address, added.address);
  const ofNamespace = list.filter((each) => each.namespace === added.namespace && isOther(each)).slice(0, MAX_RECIPIENTS - 1);
  return [added, ...ofNamespace, ...list.filter(({ namespace }) => namespace !== added.namespace)];
};
