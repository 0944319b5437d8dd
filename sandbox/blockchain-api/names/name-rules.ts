/** Names end with it. */
export const ZONE = 'reown.id';

const SUFFIX = `.${ZONE}`;
/** Names have 4 to 63 characters before the zone, as a label of DNS. @see https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
const LABEL = /^[a-z0-9-]{4,63}$/;

/** The rules of names, for users. */
export const NAME_RULES = 'A name has at least 4 characters: letters, digits and hyphens.';

const isLabel = (text: string): boolean => LABEL.test(text);

/** Returns a name with its zone in lower case; `null` if it is none. */
export const parseFullName = (text: string): string | null => {
  const name = text.toLowerCase();
  return name.endsWith(SUFFIX) && isLabel(name.slice(0, -SUFFIX.length)) ? name : null;
};

/** As {@link parseFullName}, for a name that may lack its zone: clients look up what the user types. */
export const parseName = (text: string): string | null => parseFullName(text.includes('.') ? text : `${text}${SUFFIX}`);

/** Returns a name and names that resemble it. @param name with its zone */
export const variantsOf = (name: string): readonly string[] => {
  const label = name.slice(0, -SUFFIX.length);
  const joined = label.replaceAll('-', '');
  const variants = [
    label,
    joined,
    `${label}1`,
    `${label}-1`,
    `${label}${label.length}`,
    `${label}-wallet`,
    `${label}-eth`,
    `my-${label}`,
    `the-${label}`,
    `hello-${label}`,
  ];
  return [...new Set(variants)].filter(isLabel).map((each) => `${each}${SUFFIX}`);
};
