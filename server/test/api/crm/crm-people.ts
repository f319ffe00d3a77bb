// Creates users and leads for CRM tests.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller } from '../../support/app.js';
import type { CrmApp } from './crm-app.js';

/**
 * Adds staff users who may log in and returns their ids. Without `officeIds` they see all offices.
 */
export async function addUsers(
  app: CrmApp,
  names: readonly string[],
  officeIds?: readonly bigint[],
): Promise<number[]> {
  const rows = await app.db.query<{ id: bigint }>(sql`
    insert into principal (id, kind, name, label, secret_hash, roles, office_ids, created_by,
      created_at, modified_by, modified_at)
    select nextval('principal_id'), 'user', name, name, 'none', array['CRM'],
      ${officeIds ?? null}::bigint[], 'test', now(), 'test', now()
    from unnest(${[...names]}::text[]) name
    returning id`);
  return rows.map(({ id }) => Number(id));
}

/** Captures a lead and returns its id. */
export async function captured(crm: Caller, body: object): Promise<number> {
  const reply = await crm.post('/api/v1/crm/lead/create', body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

/** Captures a lead, moves it to QUALIFIED and returns its id. */
export async function qualified(crm: Caller, body: object): Promise<number> {
  const id = await captured(crm, body);
  const { status } = (await crm.get(`/api/v1/crm/lead/id/${id}`)).body;
  for (const to of ['ASSIGNED', 'CONTACTED', 'QUALIFIED']) {
    if (to === status) continue;
    const reply = await crm.put('/api/v1/crm/lead/update', { id, status: to });
    assert.equal(reply.status, 200, reply.text);
  }
  return id;
}

/** Reads every page of a list and returns the ids. */
export async function idsAlong(crm: Caller, start: string): Promise<number[]> {
  const ids: number[] = [];
  let path: string | undefined = start;
  while (path !== undefined) {
    const reply = await crm.get(path);
    assert.equal(reply.status, 200, reply.text);
    ids.push(...reply.body.result.map(({ id }: { id: number }) => id));
    path = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return ids;
}
