// Corporate actions: proposed by one person, approved by another, and read as a calendar.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { DIVIDEND, type EventDesk, LIST, openEventDesk, PROPOSE, READ } from './event-desk.js';

describe('a corporate action', () => {
  let desk: EventDesk;
  before(async () => {
    desk = await openEventDesk();
  });
  after(() => desk?.stop());

  it('is recorded when a second person approves it, with the ex-date by the rule', async () => {
    const proposed = await desk.propose({ ...DIVIDEND, reason: 'board resolution' });
    assert.equal(proposed.status, 201, proposed.text);
    assert.equal(proposed.body.result.kind, 'corporate-action');
    assert.equal(proposed.body.result.after.exDate, '2026-09-14');
    assert.equal(proposed.body.result.reason, 'board resolution');
    const { subject } = proposed.body.result;
    assert.match(subject, /^\d{10}$/);
    const own = await desk.maker.put(`/api/v1/system/change/approve/id/${proposed.body.id}`);
    assert.equal(own.status, 403, 'operations do not approve');
    const approved = await desk.approve(proposed.body.id);
    assert.equal(approved.status, 200, approved.text);
    const event = await desk.read(approved.body.result.recordId);
    assert.equal(event.name, subject);
    assert.equal(event.participation, 'MAND');
    assert.equal(event.progress, 'OPEN');
    assert.equal(event.registerBasis, 'TRADED');
    assert.equal(event.claimDays, 20);
    assert.equal(event.termsVersion, 1);
    assert.deepEqual(event.options, DIVIDEND.options);
    const { versions } = event;
    assert.equal(versions.length, 1);
    assert.notEqual(versions[0].madeBy, versions[0].approvedBy);
    assert.deepEqual([event.entitlements, event.funding], [[], []]);
    const told = await desk.eventsOf(event.id);
    assert.deepEqual(told, [
      {
        type: 'corporate-action.announced',
        data: {
          name: subject,
          kind: 'DVCA',
          security: 'ZENITHBANK',
          exDate: '2026-09-14',
          termsVersion: 1,
        },
      },
    ]);
  });

  it('is confirmed and cancelled by later versions, and is then final', async () => {
    const event = await desk.record({ ...DIVIDEND, securityName: 'GTCO' });
    const next = { ...DIVIDEND, securityName: 'GTCO', name: event.name };
    const proposed = await desk.propose({ ...next, status: 'CONFIRMED' });
    const pointers = proposed.body.result.differences.map(({ pointer }: Json) => pointer);
    assert.deepEqual(pointers, ['/status'], 'only the status differs');
    await desk.approve(proposed.body.id);
    const confirmed = await desk.read(event.id);
    assert.deepEqual([confirmed.status, confirmed.termsVersion], ['CONFIRMED', 2]);
    const back = await desk.propose(next);
    assert.deepEqual([back.status, back.body.msgCode], [422, 'EVENT_REFUSED']);
    assert.equal(back.body.errors[0].pointer, '/status');
    const cancelled = await desk.record({ ...next, status: 'CANCELLED' });
    assert.deepEqual([cancelled.status, cancelled.versions.length], ['CANCELLED', 3]);
    const again = await desk.propose({ ...next, status: 'CONFIRMED' });
    assert.deepEqual([again.status, again.body.msgCode], [409, 'EVENT_WRONG_STATE']);
    assert.deepEqual(again.body.msgArgs, ['OPEN', 'CANCELLED']);
    const types = (await desk.eventsOf(event.id)).map(({ type }) => type);
    assert.deepEqual(types, [
      'corporate-action.announced',
      'corporate-action.confirmed',
      'corporate-action.cancelled',
    ]);
  });

  it('is not changed by a version made from outdated terms', async () => {
    const event = await desk.record({ ...DIVIDEND, securityName: 'ACCESS' });
    const next = { ...DIVIDEND, securityName: 'ACCESS', name: event.name };
    const first = await desk.propose({ ...next, source: 'First' });
    const second = await desk.propose({ ...next, source: 'Second' });
    await desk.approve(first.body.id);
    const outdated = await desk.approve(second.body.id);
    assert.deepEqual([outdated.status, outdated.body.msgCode], [409, 'CHANGE_OUTDATED']);
    assert.equal((await desk.read(event.id)).source, 'First');
  });

  it('warns if the given ex-date is not that of the market rule', async () => {
    const body = { ...DIVIDEND, securityName: 'UBA', exDate: '2026-09-10' };
    const { body: reply } = await desk.propose(body);
    assert.deepEqual(
      reply.warnings.map(({ code, pointer }: Json) => [code, pointer]),
      [['EX_DATE_DIFFERS', '/exDate']],
    );
    assert.equal(reply.result.after.exDate, '2026-09-10');
  });

  it('gets its qualification date from the ex-date, over a weekend', async () => {
    const { qualificationDate: _, ...body } = { ...DIVIDEND, exDate: '2026-09-21' };
    const event = await desk.record({ ...body, securityName: 'DANGCEM' });
    assert.equal(event.qualificationDate, '2026-09-18');
  });

  it('of a bond has the basis of settled units, on the coupon date itself', async () => {
    const event = await desk.record({
      kind: 'INTR',
      securityName: 'FG162027S1',
      status: 'CONFIRMED',
      exDate: '2026-09-17',
      paymentDate: '2026-09-17',
      options: [{ number: 1, type: 'CASH', cashPerUnit: '8.1442' }],
    });
    assert.deepEqual(
      [event.registerBasis, event.qualificationDate, event.options[0].currency],
      ['SETTLED', '2026-09-17', 'NGN'],
    );
    assert.equal(event.options[0].isDefault, true, 'the only option applies to everybody');
  });

  it('stores nothing in a dry run, which shows what holders would get', async () => {
    const before = await desk.db.query(sql`select count(*) as count from reference_change`);
    const body = { ...DIVIDEND, securityName: 'MTNN' };
    const reply = await desk.maker.put(`${PROPOSE}?b=1&s=2`, body, { prefer: 'dry-run' });
    assert.ok(reply.status < 300, reply.text);
    const { count, entitlements, totals } = reply.body.preview;
    const [held] = await desk.db.query<{ portfolios: bigint; quantity: bigint }>(sql`
      select count(*) as portfolios, sum(quantity)::bigint as quantity
      from holding h join security s on s.id = h.security_id
      where s.name = 'MTNN' and quantity > 0`);
    assert.ok(count > 2, 'the demonstration has holders');
    assert.equal(BigInt(count), held?.portfolios);
    assert.equal(entitlements.length, 2, 'a page of two');
    const [first] = entitlements;
    assert.equal(first.gross, Math.round(Number(first.eligibleQuantity) * 57) / 100);
    assert.deepEqual(
      totals.map((each: Json) => [each.optionNumber, each.currency, each.eligibleQuantity]),
      [[1, 'NGN', String(held?.quantity)]],
    );
    const after = await desk.db.query(sql`select count(*) as count from reference_change`);
    assert.deepEqual(after, before);
  });

  it("may have another's kind, security and ex-date only if marked as different", async () => {
    const first = await desk.record({ ...DIVIDEND, securityName: 'NESTLE' });
    const body = { ...DIVIDEND, securityName: 'NESTLE', label: 'Special dividend' };
    const refused = await desk.propose(body);
    assert.deepEqual([refused.status, refused.body.msgCode], [422, 'EVENT_OVERLAP']);
    assert.equal(refused.body.msgArgs[0], first.name);
    const second = await desk.record({ ...body, distinctFrom: first.name });
    assert.equal(second.distinctFrom, first.name);
    const third = await desk.propose({ ...body, distinctFrom: first.name });
    assert.equal(third.body.msgArgs[0], second.name, 'the last one must be named');
    await desk.record({ ...body, name: second.name, distinctFrom: first.name, source: 'x' });
  });

  it('cannot be approved after another that overlaps with it', async () => {
    const body = { ...DIVIDEND, securityName: 'SEPLAT' };
    const [one, two] = [await desk.propose(body), await desk.propose(body)];
    await desk.approve(one.body.id);
    const late = await desk.approve(two.body.id);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'EVENT_OVERLAP']);
  });

  it('is entitled by a job if it is approved on its ex-date or later', async () => {
    const jobs = async (id: number) =>
      desk.db.query(sql`
        select 1 from job where kind = 'corporate-action.entitle'
          and data->>'eventId' = ${String(id)}`);
    const body = { ...DIVIDEND, securityName: 'FIDELITYBK' };
    const early = await desk.record(body);
    assert.equal((await jobs(early.id)).length, 0);
    const late = await desk.record({
      ...body,
      qualificationDate: '2026-09-03',
      exDate: '2026-09-04',
    });
    assert.equal((await jobs(late.id)).length, 1);
    const next = { ...body, qualificationDate: '2026-09-03', name: late.name, source: 'x' };
    await desk.db.query(sql`update job set state = 'QUEUED', not_before = now() + interval '1 day',
      finished_at = null, lease_until = null, node = null
      where kind = 'corporate-action.entitle'`);
    const refused = await desk.propose(next);
    assert.deepEqual([refused.status, refused.body.msgCode], [409, 'EVENT_WRONG_STATE']);
    assert.equal(refused.body.msgArgs[1], 'JOB_RUNNING');
  });

  it('fixes dates and options once payment has begun, but not rates', async () => {
    const body = { ...DIVIDEND, securityName: 'WAPCO', status: 'CONFIRMED' };
    const event = await desk.record(body);
    await desk.db.query(sql`
      update corporate_action set progress = 'PART_PAID' where id = ${event.id}`);
    const next = { ...body, name: event.name };
    const moved = await desk.propose({ ...next, paymentDate: '2026-09-28' });
    assert.deepEqual([moved.status, moved.body.errors?.[0].pointer], [422, '/paymentDate']);
    const option = { ...DIVIDEND.options[0], cashPerUnit: 0.6 };
    const rate = await desk.propose({ ...next, options: [option] });
    assert.equal(rate.status, 201, rate.text);
    await desk.db.query(sql`
      update corporate_action set progress = 'CLOSED' where id = ${event.id}`);
    const closed = await desk.propose(next);
    assert.deepEqual(closed.body.msgArgs, ['CLOSED', 'CLOSED']);
  });

  it('is listed by each of its dates, page by page, with totals', async () => {
    const dates = 'from=2026-09-14&to=2026-09-14';
    const all = (await desk.maker.get(`${LIST}?${dates}&s=100`)).body;
    assert.ok(all.count >= 5);
    assert.equal(
      Object.values<number>(all.totals).reduce((sum, count) => sum + count, 0),
      all.count,
    );
    const seen: string[] = [];
    let path: string | undefined = `${LIST}?${dates}&s=2`;
    while (path !== undefined) {
      const page = await desk.maker.get(path);
      seen.push(...page.body.result.map(({ name }: Json) => name));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(
      seen,
      all.result.map(({ name }: Json) => name),
    );
    const of = async (query: string): Promise<string[]> =>
      (await desk.maker.get(`${LIST}?${query}&s=100`)).body.result.map(
        ({ securityName }: Json) => securityName,
      );
    assert.deepEqual(await of('kind=INTR'), ['FG162027S1']);
    assert.deepEqual(await of('securityName=dangcem&dateType=PAYMENT&from=2026-09-25'), [
      'DANGCEM',
    ]);
    assert.deepEqual(await of('dateType=QUALIFICATION&to=2026-09-03'), ['FIDELITYBK']);
    assert.deepEqual(await of('dateType=DEADLINE&from=2026-01-01'), []);
    assert.deepEqual(await of('status=CANCELLED'), ['GTCO']);
    assert.deepEqual(await of('progress=CLOSED'), ['WAPCO']);
  });

  it('is written to a file with its terms', async () => {
    const csv = await desk.maker.get(`${LIST}/csv?securityName=ZENITHBANK`);
    const lines = csv.text.trim().split(/\r?\n/);
    assert.match(lines[1] ?? '', /DVCA,Interim dividend 2026,ZENITHBANK,ANNOUNCED,OPEN/);
    assert.match(lines[1] ?? '', /0\.57,NGN/);
    assert.equal(csv.headers.get('x-row-count'), '1');
    const xlsx = await desk.maker.get(`${LIST}/xlsx`);
    assert.equal(xlsx.status, 200);
  });

  it('is read by all staff, and proposed by operations only', async () => {
    for (const role of ['DEALER', 'FINANCE', 'CRM', 'AUDITOR', 'APPROVER', 'CLIENT']) {
      assert.equal((await desk.as(role).get(LIST)).status, 200, role);
      assert.equal((await desk.as(role).put(PROPOSE, DIVIDEND)).status, 403, role);
    }
    assert.equal((await desk.maker.get(`${READ}/999999999`)).status, 404);
  });
});
