// A domain event: an outbox row stored in the transaction that makes the reported change.

/** A domain event. It contains no personal data except ids. The type is `noun.past-participle`. */
export interface DomainEvent {
  readonly type: string;
  readonly subjectId: bigint;
  readonly officeId?: bigint | undefined;
  readonly data?: Readonly<Record<string, unknown>>;
}
