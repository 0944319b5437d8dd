/** IPv4 blocks that are not public, as first address and prefix length. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const SPECIAL_IPV4: readonly (readonly [address: string, length: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * Names without a public address, and those that local networks use.
 * @see https://www.iana.org/assignments/special-use-domain-names
 * @see https://www.rfc-editor.org/rfc/rfc6762#appendix-G
 */
const LOCAL_DOMAIN = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

const DOTTED = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;

const ipv4Number = (address: string): number => address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);

const isPublicIpv4 = (address: string): boolean =>
  SPECIAL_IPV4.every(([first, length]) => {
    const size = 2 ** (32 - length);
    return Math.floor(ipv4Number(address) / size) !== Math.floor(ipv4Number(first) / size);
  });

/**
 * Only 2000::/3 is public, and in it neither 2001::/23 (Teredo and other protocols), 2001:db8::/32 and 3fff::/20 (documentation) nor 2002::/16
 * (6to4, which contains an IPv4 address). IPv4-mapped and unique-local addresses are outside of 2000::/3.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const isPublicIpv6 = (address: string): boolean => {
  const [first = 0, second = 0] = address.split(':').map((group) => Number.parseInt(group === '' ? '0' : group, 16));
  if (first < 0x2000 || first > 0x3fff || first === 0x2002) return false;
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8;
  return first !== 0x3fff || second > 0xfff;
};

const isPublicHost = (hostname: string): boolean => {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1));
  if (DOTTED.test(host)) return isPublicIpv4(host);
  const labels = host.split('.');
  // A number at the end means an IPv4 address, which some platforms do not normalize. A name without a dot is one of the local network.
  const isNumeric = /^(?:[0-9]+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  return labels.length > 1 && labels.every((label) => label !== '') && !isNumeric && !LOCAL_DOMAIN.test(host);
};

/**
 * Tests whether a URL that a wallet names may be requested: `https:`, without credentials, and no address or name of the device or its local
 * network, in any notation that the URL parser accepts. The addresses behind a public name cannot be checked.
 * @see https://url.spec.whatwg.org/#host-parsing
 */
export const isPublicHttpsUrl = (url: unknown): url is string => {
  if (typeof url !== 'string') return false;
  try {
    const { protocol, username, password, hostname } = new URL(url);
    return protocol === 'https:' && username === '' && password === '' && isPublicHost(hostname);
  } catch {
    return false;
  }
};
