// SQL for the records that lines refer to: their names, and the instruments that continue others
// through a rollover.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { InstrumentType } from './line.js';

/** An instrument that continues another. */
interface ChainRow {
  readonly type: InstrumentType;
  readonly id: bigint;
  /** The first instrument in the chain. */
  readonly first: bigint;
}

/** Selects a customer's instruments that continue another through a rollover. */
export function selectChains(tx: Tx, customerId: bigint): Promise<ChainRow[]> {
  return tx.query(sql`
    with recursive own as (
      select 'TERM_INSTRUMENT' as type, id, parent_id from term_instrument
      where customer_id = ${customerId}
      union all
      select kind, id, parent_id from discounted_instrument where customer_id = ${customerId}
    ), chain as (
      select type, id, id as first from own where parent_id is null
      union all
      select o.type, o.id, c.first from chain c
      join own o on o.type = c.type and o.parent_id = c.id
    )
    select type, id, first from chain where id <> first`);
}

/** The record that a line refers to. */
interface SubjectRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
}

/** An instrument and its portfolio. */
interface InstrumentRow extends SubjectRow {
  readonly portfolio_name: string | null;
}

export function selectTermSubjects(
  tx: Tx,
  ids: readonly bigint[],
): Promise<(InstrumentRow & { readonly is_loan: boolean })[]> {
  return tx.query(sql`
    select id, name, label, portfolio_name, loan_product as is_loan from term_instrument
    where id = any(${[...ids]}::bigint[])`);
}

export function selectPaperSubjects(tx: Tx, ids: readonly bigint[]): Promise<InstrumentRow[]> {
  return tx.query(sql`
    select id, name, label, portfolio_name from discounted_instrument
    where id = any(${[...ids]}::bigint[])`);
}

export function selectFundSubjects(tx: Tx, ids: readonly bigint[]): Promise<SubjectRow[]> {
  return tx.query(sql`
    select id, name, label from fund where id = any(${[...ids]}::bigint[])`);
}

export function selectSecuritySubjects(
  tx: Tx,
  ids: readonly bigint[],
): Promise<(SubjectRow & { readonly is_bond: boolean })[]> {
  return tx.query(sql`
    select id, name, label, is_bond(security_type) as is_bond from security
    where id = any(${[...ids]}::bigint[])`);
}
