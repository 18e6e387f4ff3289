import { BlockList, isIP } from 'node:net';

/** An IPv4 address as a socket listening on IPv6 reports it. */
const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const IPV6_GROUPS = 8;
const SUBSCRIBER_GROUPS = 4;
const SITE_GROUPS = 3;

/** Also contains IPv4 addresses written as IPv6 addresses. */
const LOOPBACK = toBlockList('127.0.0.0/8 ::1/128');
/** The range of public IPv6 addresses; mapped, translated, local and multicast ones are outside. */
const GLOBAL_IPV6 = toBlockList('2000::/3');
/**
 * Not on the public Internet: IANA's special-purpose registry of IPv4, multicast and 6to4 relays;
 * of GLOBAL_IPV6 protocols such as Teredo, documentation, and 6to4.
 */
const SPECIAL = toBlockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
    '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
    '224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
);

/**
 * Whether a host is this machine: an address of the loopback network, with or without brackets, or
 * the name reserved for it (RFC 6761). Other names may resolve to any address.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return contains(LOOPBACK, address) || host.toLowerCase() === 'localhost';
}

/** Whether an IP address, without brackets, belongs to a machine on the public Internet. */
export function isPublicAddress(address: string): boolean {
  const mayBePublic = isIP(address) === 4 || contains(GLOBAL_IPV6, address);
  return mayBePublic && !contains(SPECIAL, address);
}

/** The networks by which attempts from an address are counted. */
interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 address, all of which a subscriber has. */
  subscriber: string;
  /** The /24 or the /48, which a provider gives a customer with many networks. */
  site: string;
}

export function toNetworks(address: string): Networks {
  const unmapped = MAPPED_IPV4.exec(address)?.[1] ?? address;
  if (unmapped.includes(':')) {
    const groups = toGroups(unmapped);
    return { subscriber: toPrefix(groups, SUBSCRIBER_GROUPS), site: toPrefix(groups, SITE_GROUPS) };
  }
  return { subscriber: unmapped, site: unmapped.replace(/\.\d+$/, '.0/24') };
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

/** `networks`: CIDR ranges with spaces between them. */
function toBlockList(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.split(' ')) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), toFamily(address));
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, toFamily(address));
}

function toFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
