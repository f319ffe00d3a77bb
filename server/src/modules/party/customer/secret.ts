// Customers' personal numbers. They are encrypted in the table, looked up by digest, and decrypted
// in memory.

import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { toJson } from '../../../platform/json/json.js';
import type { SealedBatch, SealedTable } from '../../../platform/vault/re-encrypt.js';
import type { Vault } from '../../../platform/vault/vault.js';
import { PARTY } from '../limits.js';
import type { Customer, CustomerMembers } from './record.js';
import { lockToSeal, type SealedColumns, updateSealed } from './secret-queries.js';

/** A call or unit of work that reads customers, with the vault that decrypts their numbers. */
export type CustomerSource = Pick<Call, 'context' | 'db'> | Pick<Work, 'context' | 'tx'>;

/** Returns a unit of work's transaction, or a call's database. */
export function queriedBy(source: CustomerSource): Database | Tx {
  return 'tx' in source ? source.tx : source.db;
}

/** Members of `details` that are encrypted in the same way as the BVN. */
const SECRET_DETAILS = ['identificationNumber', 'taxIdentificationNumber'] as const;

/** Returns the digest by which a number is looked up. It is the same in every column and table. */
export function identifierIndex(vault: Vault, number: string): string {
  return vault.index('identifier', number.replaceAll(/\s/g, '').toUpperCase());
}

/** Returns the columns that store a customer's numbers. */
export function sealNumbers(
  vault: Vault,
  id: bigint,
  { bvnCode, details }: Pick<CustomerMembers, 'bvnCode' | 'details'>,
): SealedColumns {
  const number = details.identificationNumber;
  return {
    bvnCode: bvnCode === null ? null : vault.seal(placeOf(id, 'bvnCode'), bvnCode),
    bvnIndex: bvnCode === null ? null : identifierIndex(vault, bvnCode),
    details: toJson(changed(details, (member, text) => vault.seal(placeOf(id, member), text))),
    identificationIndex: typeof number === 'string' ? identifierIndex(vault, number) : null,
  };
}

/** Returns a stored customer with its numbers decrypted. */
export function openNumbers(vault: Vault, row: Customer): Customer {
  const { id, bvnCode, details } = row;
  return {
    ...row,
    bvnCode: bvnCode === null ? null : vault.open(placeOf(id, 'bvnCode'), bvnCode),
    details: changed(details, (member, text) => vault.open(placeOf(id, member), text)),
  };
}

type Details = CustomerMembers['details'];

function changed(details: Details, change: (member: string, text: string) => string): Details {
  const secrets = SECRET_DETAILS.flatMap((member) => {
    const text = details[member];
    return typeof text === 'string' ? [[member, change(member, text)]] : [];
  });
  return { ...details, ...Object.fromEntries(secrets) };
}

function placeOf(id: bigint, member: string): string {
  return `customer ${id} ${member}`;
}

/** The encrypted columns, for the first encryption and for re-encryption under each new key. */
export const sealedCustomers: SealedTable = {
  name: 'customer',
  sealNext: async ({ tx, vault }, after): Promise<SealedBatch> => {
    const rows = await lockToSeal(tx, { after, prefix: vault.prefix, limit: PARTY.sealedPerBatch });
    for (const row of rows) {
      const bvnCode = row.bvnCode && openText(vault, placeOf(row.id, 'bvnCode'), row.bvnCode);
      const details = changed(row.details, (member, text) =>
        openText(vault, placeOf(row.id, member), text),
      );
      await updateSealed(tx, row.id, sealNumbers(vault, row.id, { bvnCode, details }));
    }
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};

// Decrypts a text. Rows written before encryption was introduced are plain text.
function openText(vault: Vault, place: string, text: string): string {
  return vault.isSealed(text) ? vault.open(place, text) : text;
}
