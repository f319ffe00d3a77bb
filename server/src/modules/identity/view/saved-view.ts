// Saved views of lists, either private or shared with users in the same business office, and users'
// settings.

import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { SAVED_VIEW } from '../limits.js';
import { identityProblems } from '../problems.js';
import {
  countOwn,
  deleteSavedView,
  listOwnSettings,
  listSavedViews,
  type OwnSetting,
  putOwnSetting,
  putSavedView,
  type SavedView,
  type SavedViewRow,
} from './queries.js';

/** Lists the views that the caller may use for a screen, with the caller's own first. */
export async function savedViews(
  { db, principal }: Call,
  place: string,
  page: PageRequest,
): Promise<Page<object>> {
  const rows = await listSavedViews(db, principal, place);
  return pageOfAll(
    rows.map((row) => recordOf(row, principal.id)),
    page,
  );
}

/** Saves a view. Replaces the caller's view with the same name. Refuses with TOO_MANY_KEPT. */
export async function saveView(work: Work, view: Omit<SavedView, 'id'>): Promise<Outcome> {
  const { context, tx, principal, now } = work;
  const id = await context.ids.next(tx, 'saved_view_id');
  const stored = await putSavedView(tx, { ...view, id, principalId: principal.id, now });
  const row = present(stored, 'the view was just written');
  await refuseTooMany(work);
  return {
    msgCode: 'VIEW_SAVED',
    id: row.id,
    name: row.label,
    result: recordOf(row, principal.id),
  };
}

/** Removes one of the caller's views. Views of other users are not found. */
export async function removeView({ tx, principal }: Work, id: bigint): Promise<Outcome> {
  const removed = await deleteSavedView(tx, { id, principalId: principal.id });
  if (removed === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return { msgCode: 'VIEW_REMOVED', id, name: removed.label };
}

/** Lists the caller's settings. */
export async function ownSettings(
  { db, principal }: Call,
  page: PageRequest,
): Promise<Page<object>> {
  return pageOfAll(await listOwnSettings(db, principal.id), page);
}

/** Sets one of the caller's settings. Refuses with TOO_MANY_KEPT. */
export async function setOwnSetting(work: Work, setting: OwnSetting): Promise<Outcome> {
  const { tx, principal, now } = work;
  await putOwnSetting(tx, { ...setting, principalId: principal.id, now });
  await refuseTooMany(work);
  return { msgCode: 'SETTING_KEPT', id: principal.id, name: principal.name, result: setting };
}

async function refuseTooMany({ tx, principal }: Work): Promise<void> {
  const { views, settings } = await countOwn(tx, principal.id);
  if (views <= SAVED_VIEW.perUserMax && settings <= SAVED_VIEW.settingsMax) return;
  const args = [String(views), String(settings)];
  throw refusal(identityProblems.TOO_MANY_KEPT, { args });
}

function recordOf(row: SavedViewRow, viewer: bigint) {
  return {
    id: row.id,
    place: row.place,
    label: row.label,
    search: row.search,
    shared: row.shared,
    own: row.principalId === viewer,
    owner: row.owner,
    createdDttm: row.createdAt,
    lastModifiedDttm: row.modifiedAt,
  };
}
