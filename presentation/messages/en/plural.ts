/** Word forms by plural category. @see https://cldr.unicode.org/index/cldr-spec/plural-rules */
type Plural = { readonly one: string; readonly other: string };

const ENGLISH = new Intl.PluralRules('en');

/** Formats a count with its English plural form, such as “2 wallets”. */
export const plural = (count: number, { one, other }: Plural): string => `${count} ${ENGLISH.select(count) === 'one' ? one : other}`;
