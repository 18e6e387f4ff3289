import { BlockList, isIP } from 'node:net';

/** How IPv4 looks to a socket that listens on IPv6. */
const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUPS = 8;
/** One subscriber has at least a /64, and 2⁶⁴ addresses in it to come from. */
const NETWORK_GROUPS = 4;

const LOOPBACK = createLoopback();

/**
 * Whether a host is this machine itself: an address of its loopback network, in brackets or not,
 * or the one name that is reserved for it (RFC 6761). Any other name may lead anywhere.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** What attempts are counted by: an IPv4 address, or the /64 of an IPv6 one. */
export function toNetwork(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(':')) return address;
  const [left = '', right] = address.toLowerCase().split('%', 1).join('').split('::');
  const head = toGroups(left);
  const tail = toGroups(right ?? '');
  const gap = right === undefined ? 0 : Math.max(0, GROUPS - head.length - tail.length);
  const groups = [...head, ...Array<string>(gap).fill('0'), ...tail];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function toGroups(text: string): string[] {
  if (text === '') return [];
  return text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}

/** An IPv4 address that is written as an IPv6 one is found too. */
function createLoopback(): BlockList {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return loopback;
}
