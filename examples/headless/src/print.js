// @ts-check
/**
 * Prints one line: a label, then the text.
 * @param {string} name
 * @param {string} text
 */
export const say = (name, text) => void process.stdout.write(`${name.padEnd(11)} ${text}\n`);
