import { BlockList, isIP } from 'node:net';

/** An IPv4 address as a socket listening on IPv6 reports it. */
const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const IPV6_GROUPS = 8;
const SUBSCRIBER_GROUPS = 4;
const SITE_GROUPS = 3;

const LOOPBACK = createLoopback();

/**
 * Whether a host is this machine: an address of the loopback network, with or without brackets, or
 * the name reserved for it (RFC 6761). Other names may resolve to any address.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** The networks by which attempts from an address are counted. */
export interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 address, all of which a subscriber has. */
  subscriber: string;
  /** The /24 or the /48, which a provider gives a customer with many networks. */
  site: string;
}

export function toNetworks(address: string): Networks {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1] ?? address;
  if (ipv4.includes(':')) {
    const groups = toGroups(ipv4);
    return { subscriber: toPrefix(groups, SUBSCRIBER_GROUPS), site: toPrefix(groups, SITE_GROUPS) };
  }
  return { subscriber: ipv4, site: ipv4.replace(/\.\d+$/, '.0/24') };
}

function toPrefix(groups: readonly string[], length: number): string {
  return `${groups.slice(0, length).join(':')}::/${length * 16}`;
}

/** All eight groups of an IPv6 address. */
function toGroups(address: string): string[] {
  const [left = '', right] = address.toLowerCase().split('%', 1).join('').split('::');
  const head = splitGroups(left);
  const tail = splitGroups(right ?? '');
  const gap = right === undefined ? 0 : Math.max(0, IPV6_GROUPS - head.length - tail.length);
  return [...head, ...Array<string>(gap).fill('0'), ...tail];
}

function splitGroups(text: string): string[] {
  if (text === '') return [];
  return text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}

/** Also contains IPv4 addresses written as IPv6 addresses. */
function createLoopback(): BlockList {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return loopback;
}
