// The customers whose positions are read, and the point in time of the data.

/** Customers whose positions are read together. */
export interface Holders {
  readonly customerIds: readonly bigint[];
  /**
   * A timestamp in PostgreSQL's format, which may include microseconds. Records stored after this
   * time are left out. If absent, all records are included.
   */
  readonly knownAt?: string | undefined;
}
