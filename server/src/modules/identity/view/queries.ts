// SQL for saved views and users' own settings.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { SAVED_VIEW } from '../limits.js';

type Reads = Pick<Database | Tx, 'query'>;

export interface SavedView {
  readonly id: bigint;
  readonly place: string;
  readonly label: string;
  readonly search: string;
  readonly shared: boolean;
}

export interface SavedViewRow extends SavedView {
  readonly principalId: bigint;
  readonly owner: string;
  readonly createdAt: Instant;
  readonly modifiedAt: Instant;
}

/** The caller and their offices. Undefined `offices` means every office. */
interface Viewer {
  readonly id: bigint;
  readonly offices: readonly bigint[] | undefined;
}

const columns = sql`v.id, v.place, v.label, v.search, v.shared, v.principal_id as "principalId",
  p.label as owner, v.created_at as "createdAt", v.modified_at as "modifiedAt"`;

/**
 * Lists the caller's views for a screen, and those shared by users who have an office in common
 * with the caller. A user who is not restricted to offices has an office in common with every user.
 * The caller's own views come first. Each group is sorted by name.
 */
export function listSavedViews(db: Reads, viewer: Viewer, place: string): Promise<SavedViewRow[]> {
  const offices = viewer.offices ?? null;
  return db.query<SavedViewRow>(sql`
    select ${columns} from saved_view v join principal p on p.id = v.principal_id
    where v.place = ${place} and (v.principal_id = ${viewer.id}
      or (v.shared and (${offices}::bigint[] is null or p.office_ids is null
        or p.office_ids && ${offices}::bigint[])))
    order by v.principal_id <> ${viewer.id}, lower(v.label), v.id
    limit ${SAVED_VIEW.shownMax}`);
}

/** Stores a view. Replaces the owner's view with the same name, which keeps its id. */
export async function putSavedView(
  tx: Tx,
  {
    principalId,
    now,
    ...view
  }: SavedView & { readonly principalId: bigint; readonly now: Instant },
): Promise<SavedViewRow | undefined> {
  const [row] = await tx.query<SavedViewRow>(sql`
    with stored as (
      insert into saved_view (id, principal_id, place, label, search, shared, created_at,
        modified_at)
      values (${view.id}, ${principalId}, ${view.place}, ${view.label}, ${view.search},
        ${view.shared}, ${now}, ${now})
      on conflict (principal_id, place, lower(label)) do update
        set label = excluded.label, search = excluded.search, shared = excluded.shared,
          modified_at = excluded.modified_at
      returning *)
    select ${columns} from stored v join principal p on p.id = v.principal_id`);
  return row;
}

/** Removes one of the owner's views. Returns undefined if the id is unknown. */
export async function deleteSavedView(
  tx: Tx,
  of: { readonly id: bigint; readonly principalId: bigint },
): Promise<SavedView | undefined> {
  const [row] = await tx.query<SavedView>(sql`
    delete from saved_view where id = ${of.id} and principal_id = ${of.principalId}
    returning id, place, label, search, shared`);
  return row;
}

export interface OwnSetting {
  readonly name: string;
  readonly value: string;
}

/** Lists all of a user's settings, by name. */
export function listOwnSettings(db: Reads, principalId: bigint): Promise<OwnSetting[]> {
  return db.query<OwnSetting>(sql`
    select name, value from own_setting where principal_id = ${principalId}
    order by name limit ${SAVED_VIEW.settingsMax}`);
}

/** Stores a setting. */
export async function putOwnSetting(
  tx: Tx,
  setting: OwnSetting & { readonly principalId: bigint; readonly now: Instant },
): Promise<void> {
  await tx.query(sql`
    insert into own_setting (principal_id, name, value, modified_at)
    values (${setting.principalId}, ${setting.name}, ${setting.value}, ${setting.now})
    on conflict (principal_id, name) do update
      set value = excluded.value, modified_at = excluded.modified_at`);
}

/** Counts a user's views and settings. */
export async function countOwn(
  tx: Tx,
  principalId: bigint,
): Promise<{ readonly views: bigint; readonly settings: bigint }> {
  const [row] = await tx.query<{ views: bigint; settings: bigint }>(sql`
    select (select count(*) from saved_view where principal_id = ${principalId}) as views,
      (select count(*) from own_setting where principal_id = ${principalId}) as settings`);
  return row ?? { views: 0n, settings: 0n };
}
