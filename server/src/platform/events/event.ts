// A domain event: a row of the outbox, stored in the transaction that it reports.

/** A fact, without personal data beyond ids. The type is `noun.past-participle`. */
export interface DomainEvent {
  readonly type: string;
  readonly subjectId: bigint;
  readonly officeId?: bigint | undefined;
  readonly data?: Readonly<Record<string, unknown>>;
}
