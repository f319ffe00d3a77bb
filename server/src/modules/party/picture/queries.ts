// SQL for customers' pictures.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

type On = Database | Tx;

export interface PictureRow {
  readonly id: bigint;
  readonly customerId: bigint;
  readonly fileName: string;
  readonly mimeType: string;
  readonly fileSize: bigint;
  readonly sha256: string;
  readonly scanStatus: 'NOT_SCANNED' | 'QUARANTINED' | 'CLEAN' | 'INFECTED';
}

const pictureColumns = sql`
  p.id, p.customer_id as "customerId", p.file_name as "fileName", p.mime_type as "mimeType",
  p.file_size as "fileSize", p.sha256, p.scan_status as "scanStatus"`;

/** Reads a customer's current picture. */
export async function selectPicture(on: On, customerId: bigint): Promise<PictureRow | undefined> {
  const [row] = await on.query<PictureRow>(sql`
    select ${pictureColumns} from customer_picture p
    where p.customer_id = ${customerId} and p.replaced_at is null`);
  return row;
}

/** Reads a customer's current picture and office. */
export async function selectPictureInOffice(
  on: On,
  customerId: bigint,
): Promise<(PictureRow & { readonly officeId: bigint }) | undefined> {
  const [row] = await on.query<PictureRow & { readonly officeId: bigint }>(sql`
    select ${pictureColumns}, c.office_id as "officeId"
    from customer_picture p join customer c on c.id = p.customer_id
    where p.customer_id = ${customerId} and p.replaced_at is null`);
  return row;
}

/** Selects a picture, current or replaced. */
export async function selectPictureById(on: On, id: bigint): Promise<PictureRow | undefined> {
  const [row] = await on.query<PictureRow>(sql`
    select ${pictureColumns} from customer_picture p where p.id = ${id}`);
  return row;
}

interface By {
  readonly by: string;
  readonly at: Instant;
}

/** Inserts the current picture of a customer, who must not have one yet. */
export async function insertPicture(tx: Tx, row: PictureRow, { by, at }: By): Promise<void> {
  await tx.query(sql`
    insert into customer_picture (id, customer_id, file_name, mime_type, file_size, sha256,
      scan_status, created_by, created_at)
    values (${row.id}, ${row.customerId}, ${row.fileName}, ${row.mimeType}, ${row.fileSize},
      ${row.sha256}, ${row.scanStatus}, ${by}, ${at})`);
}

/** Marks a customer's current picture as replaced. The caller must have locked the customer. */
export async function replacePicture(tx: Tx, customerId: bigint, { by, at }: By): Promise<void> {
  await tx.query(sql`
    update customer_picture set replaced_by = ${by}, replaced_at = ${at}
    where customer_id = ${customerId} and replaced_at is null`);
}

/** Stores the result of a virus scan unless there already is one. */
export async function settlePictureScan(
  db: Database,
  verdict: {
    readonly id: bigint;
    readonly status: 'CLEAN' | 'INFECTED';
    readonly infection: string | undefined;
  },
): Promise<void> {
  await db.query(sql`
    update customer_picture set scan_status = ${verdict.status}, scanned_at = now(),
      scan_result = ${verdict.infection ?? null}
    where id = ${verdict.id} and scan_status = 'QUARANTINED'`);
}
