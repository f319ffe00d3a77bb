// A domain event: an outbox row, stored in the same transaction as the change that it reports.

/** A fact. It contains no personal data except ids. The type is `noun.past-participle`. */
export interface DomainEvent {
  readonly type: string;
  readonly subjectId: bigint;
  readonly officeId?: bigint | undefined;
  readonly data?: Readonly<Record<string, unknown>>;
}
