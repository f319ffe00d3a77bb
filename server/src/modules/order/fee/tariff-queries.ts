// SQL for stored fee schedules: every version of each schedule, and the records that the schedules
// name.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { AssetClass } from '../../market/index.js';
import { FEE } from '../limits.js';
import type { ChargeRule } from './charge-rule.js';
import type { ScheduleVersion, Tariff } from './tariff.js';

/** A version, with the names shown in its record. */
export interface StoredSchedule extends ScheduleVersion {
  readonly exchangeName: string | undefined;
  readonly businessOffice: string | undefined;
  readonly createdBy: string;
  readonly createdAt: Instant;
}

/** The tariff, with the columns needed for API records. */
interface StoredTariff extends Tariff {
  readonly schedules: readonly StoredSchedule[];
}

interface ScheduleRow {
  readonly id: bigint;
  readonly name: string;
  readonly version_no: number;
  readonly label: string;
  readonly currency: string;
  readonly exchange_id: bigint | null;
  readonly exchange_name: string | null;
  readonly office_id: bigint | null;
  readonly office_name: string | null;
  readonly asset_classes: readonly AssetClass[];
  readonly valid_from: BusinessDate | null;
  readonly valid_to: BusinessDate | null;
  readonly rules: readonly ChargeRule[];
  readonly created_by: string;
  readonly created_at: Instant;
}

/** Reads every version of every schedule. */
export async function readTariff(on: Database | Tx): Promise<StoredTariff> {
  const rows = await on.query<ScheduleRow>(sql`
    select f.id, f.name, f.version_no, f.label, f.currency, f.exchange_id, e.name as exchange_name,
      f.office_id, o.name as office_name, f.asset_classes, f.valid_from, f.valid_to, f.rules,
      f.created_by, f.created_at
    from fee_schedule f
    left join exchange e on e.id = f.exchange_id
    left join business_office o on o.id = f.office_id
    order by f.version_no desc, f.name limit ${FEE.versionsMax + 1}`);
  assert(rows.length <= FEE.versionsMax, 'there are no more versions than one may add');
  const newest = rows.toSorted((left, right) => (left.id < right.id ? 1 : -1))[0];
  return { stamp: newest?.id ?? 0n, schedules: rows.map(scheduleOf) };
}

function scheduleOf(row: ScheduleRow): StoredSchedule {
  return {
    id: row.id,
    name: row.name,
    version: row.version_no,
    label: row.label,
    currency: row.currency,
    exchangeId: row.exchange_id ?? undefined,
    exchangeName: row.exchange_name ?? undefined,
    officeId: row.office_id ?? undefined,
    businessOffice: row.office_name ?? undefined,
    assetClasses: row.asset_classes,
    validFrom: row.valid_from ?? undefined,
    validTo: row.valid_to ?? undefined,
    rules: row.rules,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

/** Stores a version and returns its id. */
export async function insertSchedule(
  work: Work,
  schedule: Omit<ScheduleVersion, 'id'>,
): Promise<bigint> {
  const [row] = await work.tx.query<{ id: bigint }>(sql`
    insert into fee_schedule (name, version_no, label, currency, exchange_id, office_id,
      asset_classes, valid_from, valid_to, rules, created_by, created_at)
    values (${schedule.name}, ${schedule.version}, ${schedule.label}, ${schedule.currency},
      ${schedule.exchangeId ?? null}, ${schedule.officeId ?? null},
      ${[...schedule.assetClasses]}::text[], ${schedule.validFrom ?? null}::date,
      ${schedule.validTo ?? null}::date, ${toJson(schedule.rules)}::jsonb, ${work.principal.name},
      ${work.now})
    returning id`);
  assert(row, 'an inserted version has its id');
  return row.id;
}
