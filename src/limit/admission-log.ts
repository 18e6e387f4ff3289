const FIRST_CAPACITY = 4;

/** The instants at which one key's requests were admitted, in order, in a ring buffer. */
export class AdmissionLog {
  readonly #maxCount: number;
  #times = new Float64Array(0);
  #start = 0;
  #count = 0;

  /** Grows as it fills, up to `maxCount` instants. */
  constructor(maxCount: number) {
    this.#maxCount = maxCount;
  }

  get count(): number {
    return this.#count;
  }

  /** The instant of an admission, the newest having rank 1; NaN beyond the count. */
  newestMs(rank: number): number {
    if (rank < 1 || rank > this.#count) return Number.NaN;
    return this.#times[this.#toIndex(this.#count - rank)] ?? Number.NaN;
  }

  /** `atMs` is not before the newest. RangeError when `maxCount` admissions are in the log. */
  add(atMs: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[this.#toIndex(this.#count)] = atMs;
    this.#count++;
  }

  /** An admission at t expires at t + windowMs exactly. */
  removeExpired(nowMs: number, windowMs: number): void {
    while (this.#count > 0 && this.newestMs(this.#count) + windowMs <= nowMs) {
      this.#start = this.#toIndex(1);
      this.#count--;
    }
  }

  #toIndex(offset: number): number {
    const index = this.#start + offset;
    return index < this.#times.length ? index : index - this.#times.length;
  }

  #grow(): void {
    const capacity = Math.min(Math.max(FIRST_CAPACITY, this.#count * 2), this.#maxCount);
    // Overwriting an admission that still counts would silently break the limit.
    if (capacity === this.#count) {
      throw new RangeError(`the log is full with ${capacity} admissions: check the limit first`);
    }
    const times = new Float64Array(capacity);
    times.set(this.#times.subarray(this.#start));
    times.set(this.#times.subarray(0, this.#start), this.#count - this.#start);
    this.#times = times;
    this.#start = 0;
  }
}
