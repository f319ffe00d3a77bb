// Every table is classified: hashed, covered directly by the chain, proven by an invariant, or left
// out with a reason.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hashedTables } from '../../src/platform/database/hashed-table.js';
import { sql } from '../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Tables whose rows are covered directly by the links of the audit chain. */
const LINKED: Readonly<Record<string, string>> = {
  audit_entry: 'a link each',
  audit_change: 'with the entry of its transaction',
  row_change: 'in batches',
  outbox_event: 'in batches',
  journal: 'in batches, once it is folded',
  journal_line: 'with its journal',
};

/** Tables whose edits another check detects. */
const PROVEN: Readonly<Record<string, string>> = {
  audit_chain: 'recomputed by its verification',
  audit_batch: 'its links hash it',
  audit_head: 'compared with the chain; the event and the log have each head too',
  account_balance: 'invariants: the sums of lines and holds, floors of rules',
  account_day: 'invariants: the sums of folded lines',
  account_value_shift: 'invariants: the folded lines whose dates differ',
  ledger_fold: 'invariants: versions and balances of lines in the order of journals',
  ledger_fold_state: 'invariants: no fold is ahead of the journals, none is left out',
  wealth_day: 'invariants: cash of the ledger, and customers valued again one by one',
  wealth_close: 'invariants: the customers valued again one by one',
  wealth_restatement: 'what is valued again; invariants check the snapshots',
  wealth_line: 'positions of snapshots at month ends; a trigger refuses every change',
  cash_hold: 'invariants: what an account holds, and what a cash transaction holds',
};

/** Tables that contain no money, positions, permissions or evidence. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migration: 'compared with the files at each start',
  idempotency_key: 'replies kept for days; their effects are in other tables',
  job: 'work to do; its effects are in other tables',
  event_position: 'the order in which readers get events, which the chain covers',
  event_sequence: 'how far the numbering of events is',
  chart_state: 'shows caches that the chart changed',
  data_sealing: 'which tables the program has encrypted',
  market_mode: 'set by each start',
  security_price: 'the last price, replaced by each tick of the exchange',
  security_price_version: 'closes as stored; a trigger refuses every change',
  security_price_day: 'replaced by each tick of its day; rows of price imports are hashed',
  price_feed: 'whether prices arrive',
  exchange_connection: 'whether a session is logged on',
  notification_batch: 'notices that wait for their message',
  webhook_delivery: 'attempts to send events, removed after weeks',
  webhook_attempt: 'attempts to send events, removed after weeks',
  principal_use: 'when a user or API client last called; calls are in the audit log',
  login_delay: 'delays of failed logins, forgotten after a day; failures are in the audit log',
  login_address: 'addresses whose logins are not delayed by strangers',
  password_request: 'names for which a link was requested, removed within minutes',
  passkey_challenge: 'accepted for minutes, and opens nothing without the key of the device',
  saved_view: 'how a user shows a list',
  own_setting: 'how a user shows a list',
  row_mapping: 'how a user maps the columns of files',
  lead: 'sales',
  customer_match_key: 'derived from customers',
  lead_match_key: 'derived from leads',
  lead_assignment: 'sales',
  lead_step: 'sales',
  lead_import: 'sales',
  lead_import_row: 'sales',
  contact: 'sales',
  contact_match_key: 'derived from contacts',
  activity: 'sales',
  campaign: 'sales',
  campaign_recipient: 'sales',
  template: 'words of messages',
  template_version: 'words of messages',
  whatsapp_message: 'correspondence',
  message: 'correspondence',
  message_transport: 'correspondence',
  message_attachment: 'correspondence',
  message_attempt: 'correspondence',
  message_receipt: 'correspondence',
  message_part: 'correspondence',
  message_pause: 'the state of a provider, which its next receipts show again',
  inbound_delivery: 'correspondence; a trigger refuses every change',
  inbound_item: 'what was read from deliveries; it can be read again',
  whatsapp_identity: 'names of correspondents',
  notification: 'which events became messages',
  notification_cursor: 'how far that is',
  notification_rule: 'which events become messages',
  notification_preference: 'how a customer wants messages',
  fix_session_lease: 'which node speaks for a session, for seconds',
  fix_session: 'sequence numbers, which the exchange knows as well',
  fix_delivery: 'which messages are booked; reports are hashed, and an invariant counts them',
  fix_message: 'raw messages, removed after months; reports and instructions are hashed',
  simulator_market: 'the built-in exchange is not the firm',
  simulator_security: 'the built-in exchange is not the firm',
  simulator_order: 'the built-in exchange is not the firm',
  simulator_client_order: 'the built-in exchange is not the firm',
  simulator_execution: 'the built-in exchange is not the firm',
  simulator_report: 'the built-in exchange is not the firm',
  simulator_dispute: 'the built-in exchange is not the firm',
  simulator_market_data: 'the built-in exchange is not the firm',
  demo_step: 'demonstration data',
  demo_inbox: 'demonstration data',
};

const DECIDED = { ...LINKED, ...PROVEN, ...LEFT_OUT };

describe('tables of the schema', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('are each hashed, or excluded with a reason', async () => {
    const rows = await database.db.query<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    const decided = [...hashedTables().map(({ name }) => name), ...Object.keys(DECIDED)];
    assert.deepEqual(decided.sort(), rows.map(({ name }) => name).sort());
  });

  it('that are hashed have three triggers with the key that the files name', async () => {
    const triggers = await database.db.query<{ name: string; events: string; args: string }>(sql`
      select t.tgrelid::regclass::text as name, count(*)::text as events,
        string_agg(distinct encode(t.tgargs, 'escape'), ' ') as args
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.proname in ('note_row_hashes', 'note_partial_hashes') group by t.tgrelid`);
    const expected = hashedTables().map(({ name, keyColumns, leftOut }) => ({
      name,
      events: '3',
      args: [keyColumns, leftOut]
        .filter((columns) => columns.length > 0)
        .map((columns) => `${columns.join(',')}\\000`)
        .join(''),
    }));
    const byName = (one: { name: string }, other: { name: string }) =>
      one.name < other.name ? -1 : 1;
    assert.deepEqual(triggers.sort(byName), expected.sort(byName));
  });

  it('that are hashed are named by their primary keys', async () => {
    for (const { name, keyColumns } of hashedTables()) {
      const rows = await database.db.query<{ columns: string[] }>(sql`
        select array_agg(a.attname::text order by a.attname) as columns
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = ${name}::regclass and i.indisunique and i.indpred is null
        group by i.indexrelid`);
      const key = [...keyColumns].sort().join();
      assert.ok(
        rows.some(({ columns }) => columns.join() === key),
        name,
      );
    }
  });
});
