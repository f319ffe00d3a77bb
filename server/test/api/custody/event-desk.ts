// Fixture: the demonstration broker on Monday, 7 September 2026, where one caller proposes
// corporate actions and another approves them.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestReply } from '../../support/app.js';

/** The business date. */
export const TODAY = '2026-09-07';

export const PROPOSE = '/api/v1/custody/corporate-action/propose';
export const LIST = '/api/v1/custody/corporate-action/list';
export const READ = '/api/v1/custody/corporate-action/id';

export type EventDesk = Awaited<ReturnType<typeof openEventDesk>>;

/** A cash dividend of ZENITHBANK that is announced with complete terms. */
export const DIVIDEND = {
  kind: 'DVCA',
  securityName: 'ZENITHBANK',
  status: 'ANNOUNCED',
  label: 'Interim dividend 2026',
  announcementDate: '2026-08-20',
  approvalDate: '2026-09-14',
  qualificationDate: '2026-09-11',
  closureFrom: '2026-09-14',
  closureTo: '2026-09-18',
  paymentDate: '2026-09-25',
  withheldBy: 'ISSUER',
  options: [{ number: 1, type: 'CASH', isDefault: true, cashPerUnit: 0.57, currency: 'NGN' }],
  source: 'Notice of 20 August',
} as const;

/** Opens the desk. */
export async function openEventDesk() {
  const app = await startTestApp({ demo: true, exchange: 'none' });
  const at = (date: string) =>
    app.db.query(sql`update business_day set business_date = ${date}::date`);
  await at(TODAY);
  const maker = app.as('OPERATIONS');
  const checker = app.as('APPROVER');
  const approve = (id: number): Promise<TestReply> =>
    checker.put(`/api/v1/system/change/approve/id/${id}`);
  return {
    ...app,
    maker,
    checker,
    approve,
    /** Moves the business date without an end of day. */
    at,
    propose: (body: object): Promise<TestReply> => maker.put(PROPOSE, body),
    /** Proposes terms, approves them, and returns the event. */
    record: async (body: object): Promise<Json> => {
      const proposed = await maker.put(PROPOSE, body);
      assert.equal(proposed.status, 201, proposed.text);
      const approved = await approve(proposed.body.id);
      assert.equal(approved.status, 200, approved.text);
      const read = await maker.get(`${READ}/${approved.body.result.recordId}`);
      assert.equal(read.status, 200, read.text);
      return read.body;
    },
    read: async (id: number): Promise<Json> => (await maker.get(`${READ}/${id}`)).body,
    /** Lists a security on the exchange and returns its code. */
    security: async (body: object): Promise<string> => {
      const made = await maker.post('/api/v1/order/security/create', {
        exchange: 'NGX',
        securityType: 'EQUITY',
        label: 'Test',
        previousClose: 10,
        ...body,
      });
      assert.equal(made.status, 201, made.text);
      return made.body.name;
    },
    /** The data of a subject's outbox events of one type, in order. */
    eventsOf: async (id: number): Promise<Json[]> =>
      app.db.query<{ type: string; data: Json }>(sql`
        select type, data from outbox_event
        where subject_id = ${id} and type like 'corporate-action.%' order by id`),
  };
}
