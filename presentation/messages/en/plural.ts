/** Forms that depend on a count, by plural category. @see https://cldr.unicode.org/index/cldr-spec/plural-rules */
type Plural = { readonly one: string; readonly other: string };

const ENGLISH = new Intl.PluralRules('en');

/** A count with the form that English uses for it. */
export const plural = (count: number, { one, other }: Plural): string => `${count} ${ENGLISH.select(count) === 'one' ? one : other}`;
