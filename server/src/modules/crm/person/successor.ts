// What converted leads have become: what is written to one, or said by it, is its customer's.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { NewMessage } from '../message/message.js';
import type { RelatedKind } from '../whatsapp/schema.js';

/** The customer that a lead became. */
interface Successor {
  readonly kind: 'CUSTOMER';
  readonly id: bigint;
  readonly officeId: bigint;
}

/** A record of any kind, of which leads alone can have become another. */
interface Named {
  readonly kind: RelatedKind;
  readonly id: bigint;
}

/** Tells the successor of a record, for those that have one. */
type Succession = (record: Named) => Successor | undefined;

/** What these records have become by now. */
export function findSuccessors(on: Database | Tx, records: readonly Named[]): Promise<Succession> {
  return successionOf(on, records, sql``);
}

/**
 * The same, for whoever writes about them: a lead that is not converted stays so until the
 * transaction ends, so that its conversion takes along what is written.
 */
export function holdSuccessors(tx: Tx, records: readonly Named[]): Promise<Succession> {
  return successionOf(tx, records, sql`for share of l`);
}

/** The same, for whoever changes the record. */
export function lockSuccessors(tx: Tx, records: readonly Named[]): Promise<Succession> {
  return successionOf(tx, records, sql`for no key update of l`);
}

interface SuccessorRow {
  readonly lead_id: bigint;
  readonly customer_id: bigint | null;
}

async function successionOf(
  on: Database | Tx,
  records: readonly Named[],
  lock: Sql,
): Promise<Succession> {
  const ids = records.flatMap(({ kind, id }) => (kind === 'LEAD' ? [id] : []));
  if (ids.length === 0) return () => undefined;
  const leads = await on.query<SuccessorRow>(sql`
    select l.id as lead_id, l.converted_customer_id as customer_id from lead l
    where l.id = any(${ids}::bigint[]) order by l.id ${lock}`);
  const customerOf = new Map(
    leads.flatMap(({ lead_id: leadId, customer_id: customerId }) =>
      customerId === null ? [] : [[leadId, customerId] as const],
    ),
  );
  const offices = await officesOf(on, [...customerOf.values()]);
  return ({ kind, id }) => {
    const customerId = kind === 'LEAD' ? customerOf.get(id) : undefined;
    const officeId = customerId === undefined ? undefined : offices.get(customerId);
    if (customerId === undefined || officeId === undefined) return undefined;
    return { kind: 'CUSTOMER', id: customerId, officeId };
  };
}

// Read after the lock was waited for: the conversion may have made the customer meanwhile.
async function officesOf(
  on: Database | Tx,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  if (customerIds.length === 0) return new Map();
  const rows = await on.query<{ id: bigint; office_id: bigint }>(
    sql`select id, office_id from customer where id = any(${customerIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.office_id]));
}

/** Messages to and about leads, as those to and about the customers that these became. */
export async function toSuccessors(
  tx: Tx,
  messages: readonly NewMessage[],
): Promise<readonly NewMessage[]> {
  const succession = await holdSuccessors(tx, messages.flatMap(recordsOf));
  return messages.map((message) => {
    const [to, about] = [recipientOf(message), subjectOf(message)].map(
      (record) => record && succession(record),
    );
    return {
      ...message,
      ...(to === undefined ? {} : { recipient: to, officeId: to.officeId }),
      ...(about === undefined ? {} : { relatedTo: about.kind, relatedToId: about.id }),
    };
  });
}

function recordsOf(message: NewMessage): readonly Named[] {
  return [recipientOf(message), subjectOf(message)].flatMap((record) => record ?? []);
}

function recipientOf({ recipient }: NewMessage): Named | undefined {
  return 'kind' in recipient ? recipient : undefined;
}

function subjectOf({ relatedTo: kind, relatedToId: id }: NewMessage): Named | undefined {
  return kind === undefined || id === undefined ? undefined : { kind, id };
}
