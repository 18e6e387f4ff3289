import type { AcceptedRow } from './row-spool.ts';

type Change = 'new' | 'changed' | 'unchanged';
/** A row is `overridden` by another row with the same IDNO. */
export type RowDecision = Change | 'overridden';

interface Tally {
  new: number;
  changed: number;
  unchanged: number;
  duplicates: number;
}

/** What the table needs of a row; `rank` is a whole number below 2^32. */
type TableRow = Pick<AcceptedRow<unknown>, 'idno' | 'number' | 'fingerprint' | 'rank'>;

/** IDNOs in the store and in the file together; the country has some 300,000. */
const MAX_IDNOS = 2_000_000;
/** Enough for the sample and other small files, which need no table of a full dump's size. */
const FIRST_CAPACITY = 2 ** 10;
/** Room for 350,000 IDNOs without growing again; hashing spreads them over all pages, 13 MB. */
const COUNTRY_CAPACITY = 2 ** 19;
const IDNO_LENGTH = 13;
/** Bits of a slot: the store has the IDNO; it is not delisted; the file's row that counts is equal. */
const STORED = 1;
const LISTED = 2;
const EQUAL = 4;
/** The file has a row with the IDNO that cannot be stored. */
const UNREADABLE = 8;

/**
 * The fingerprints of the store by IDNO, and whether each row of a file is new, changed or
 * unchanged. It is a hash table in typed arrays with open addressing, 25 bytes a slot, since a Map
 * of as many objects takes ten times as much memory.
 */
export class FingerprintTable {
  #slots = allocate(FIRST_CAPACITY);
  #count = 0;
  #addedRows = 0;
  #duplicate: string | null = null;

  /** Adds a stored company; `isListed` is false if it is delisted. */
  addStored(idno: string, fingerprint: string, isListed: boolean): void {
    const slot = this.#findOrAdd(Number(idno));
    this.#slots.fingerprints[slot] = Number.parseInt(fingerprint, 16);
    this.#slots.bits[slot] = isListed ? STORED | LISTED : STORED;
  }

  /**
   * Adds a row of the file. Of several with one IDNO the one of the highest rank counts, of equal
   * ranks the one that the store has, else the last: then their order in the file, which may change
   * from week to week, changes no company. Returns what the row is unless a further one overrides it.
   */
  addRow({ idno, number, fingerprint, rank }: TableRow): RowDecision {
    const slot = this.#findOrAdd(Number(idno));
    const { fingerprints, bits, rows, ranks } = this.#slots;
    const before = bits[slot] ?? 0;
    this.#addedRows++;
    if (rows[slot] !== 0) {
      this.#duplicate ??= idno;
      const rankBefore = ranks[slot] ?? 0;
      const isKept = rankBefore === rank ? (before & EQUAL) !== 0 : rankBefore > rank;
      if (isKept) return 'overridden';
    }
    const isEqual =
      (before & LISTED) !== 0 && fingerprints[slot] === Number.parseInt(fingerprint, 16);
    const newBits = isEqual ? before | EQUAL : before & ~EQUAL;
    bits[slot] = newBits;
    rows[slot] = number;
    ranks[slot] = rank;
    return toChange(newBits);
  }

  /** The first IDNO that several rows of the file have; null if none. */
  get duplicate(): string | null {
    return this.#duplicate;
  }

  /** Adds a row that cannot be stored, so that its company does not count as delisted. */
  markUnreadable(idno: string): void {
    const slot = this.#findOrAdd(Number(idno));
    this.#slots.bits[slot] = (this.#slots.bits[slot] ?? 0) | UNREADABLE;
  }

  decide(idno: string, row: number): RowDecision {
    const slot = this.#find(Number(idno));
    if (this.#slots.rows[slot] !== row) return 'overridden';
    return toChange(this.#slots.bits[slot] ?? 0);
  }

  tally(): Tally {
    const tally = { new: 0, changed: 0, unchanged: 0 };
    for (let slot = 0; slot < this.#slots.idnos.length; slot++) {
      if (this.#slots.rows[slot] !== 0) tally[toChange(this.#slots.bits[slot] ?? 0)]++;
    }
    const distinct = tally.new + tally.changed + tally.unchanged;
    return { ...tally, duplicates: this.#addedRows - distinct };
  }

  /** IDNOs of companies that are not delisted in the store and that the file does not have. */
  *listDelisted(): Generator<string> {
    for (let slot = 0; slot < this.#slots.idnos.length; slot++) {
      const isListed = ((this.#slots.bits[slot] ?? 0) & (LISTED | UNREADABLE)) === LISTED;
      if (this.#slots.rows[slot] !== 0 || !isListed) continue;
      yield String(this.#slots.idnos[slot]).padStart(IDNO_LENGTH, '0');
    }
  }

  countDelisted(): number {
    let count = 0;
    for (const _ of this.listDelisted()) count++;
    return count;
  }

  /** The IDNO's slot, or the free one where it would be. */
  #find(idno: number): number {
    const { idnos } = this.#slots;
    const mask = idnos.length - 1;
    let slot = hashIdno(idno) & mask;
    while (idnos[slot] !== 0 && idnos[slot] !== idno) slot = (slot + 1) & mask;
    return slot;
  }

  #findOrAdd(idno: number): number {
    const slot = this.#find(idno);
    if (this.#slots.idnos[slot] === idno) return slot;
    if (this.#count >= MAX_IDNOS) {
      throw new RangeError(`an import takes at most ${MAX_IDNOS} different IDNOs`);
    }
    this.#slots.idnos[slot] = idno;
    this.#count++;
    // Searches take long in a table that is more than two thirds full.
    if (this.#count * 3 <= this.#slots.idnos.length * 2) return slot;
    this.#grow();
    return this.#find(idno);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = allocate(Math.max(COUNTRY_CAPACITY, old.idnos.length * 2));
    for (let from = 0; from < old.idnos.length; from++) {
      const idno = old.idnos[from] ?? 0;
      if (idno === 0) continue;
      const slot = this.#find(idno);
      this.#slots.idnos[slot] = idno;
      this.#slots.fingerprints[slot] = old.fingerprints[from] ?? 0;
      this.#slots.rows[slot] = old.rows[from] ?? 0;
      this.#slots.bits[slot] = old.bits[from] ?? 0;
      this.#slots.ranks[slot] = old.ranks[from] ?? 0;
    }
  }
}

function allocate(capacity: number) {
  return {
    /** 0 where the slot is free. */
    idnos: new Float64Array(capacity),
    /** The fingerprints of the stored companies. */
    fingerprints: new Float64Array(capacity),
    /** The file's row with the IDNO that counts; 0 where it has none. */
    rows: new Uint32Array(capacity),
    ranks: new Uint32Array(capacity),
    bits: new Uint8Array(capacity),
  };
}

function toChange(bits: number): Change {
  if ((bits & STORED) === 0) return 'new';
  return (bits & EQUAL) === 0 ? 'changed' : 'unchanged';
}

/** Hashes IDNOs, which differ in few of their 44 bits; the constants are MurmurHash3's. */
function hashIdno(idno: number): number {
  let mixed = idno ^ Math.imul(Math.floor(idno / 2 ** 32), 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
