/**
 * Prints one fact per line: its name, then the rest.
 * @param {string} name
 * @param {string} text
 */
export const say = (name, text) => void process.stdout.write(`${name.padEnd(11)} ${text}\n`);
