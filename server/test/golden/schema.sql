-- Written by the tests from a database that the schema made (UPDATE_GOLDEN=1 renews it).

create sequence account_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence account_mapping_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence activity_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence agent_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence attachment_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence audit_change_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence audit_entry_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence bank_statement_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence bank_statement_line_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence bank_statement_page_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence benchmark_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence business_office_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence campaign_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence capital_gains_rule_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence cash_account_rule_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence cash_approval_policy_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence cash_batch_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence cash_transaction_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence certificate_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence closed_books_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence consent_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence contact_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence contract_note_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence corporate_action_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence custodian_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence custodian_settlement_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence customer_group_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence customer_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence customer_picture_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence demo_inbox_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence discounted_change_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence discounted_instrument_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence discounted_instrument_type_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence election_allotment_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence election_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence election_reminder_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence end_of_day_run_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence entitlement_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence event_delivery_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence event_settlement_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence exchange_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence exchange_instruction_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence exchange_rate_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence execution_report_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fee_schedule_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fix_delivery_position_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fix_message_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fix_session_id_seq as integer start 1 increment 1 minimum 1 maximum 2147483647 cache 1;
create sequence fix_session_reset_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_distribution_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_holding_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_lot_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_nav_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_settlement_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_transaction_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence fund_unit_movement_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence holding_movement_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence holding_transfer_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence holding_transfer_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence holding_transfer_line_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence household_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence inbound_delivery_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence inbound_item_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence job_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence journal_id as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence journal_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence lead_assignment_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence lead_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence lead_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence lead_import_row_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence lead_step_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence ledger_code_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence level_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence level_import_position_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence manual_journal_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence market_claim_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence market_yield_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence market_yield_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence market_yield_import_position_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence message_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence message_part_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence notification_batch_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence notification_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence notification_rule_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence order_limit_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence order_term_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence order_trade_day_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence outbox_event_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence payment_gateway_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence portfolio_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence portfolio_type_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence price_import_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence price_import_position_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence principal_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence reference_change_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence reference_version_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence registrar_file_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence row_change_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence row_mapping_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence saved_view_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence security_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence security_price_version_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence simulator_report_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence simulator_version_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence suppressed_address_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence tax_pack_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence tax_pack_run_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence template_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence term_accrual_batch_id as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence term_instrument_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence term_instrument_type_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence trade_dispute_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence trade_order_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence unmatched_report_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence valuation_policy_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence wealth_restatement_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence wealth_statement_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence wealth_statement_run_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence webhook_delivery_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence webhook_endpoint_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence whatsapp_message_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence withholding_certificate_id as bigint start 1 increment 50 minimum 1 maximum 9223372036854775807 cache 1;
create sequence withholding_exemption_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;
create sequence withholding_rule_id_seq as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1;

create table account (
  id bigint not null,
  name text not null,
  label text not null,
  class text not null,
  acct_type text not null,
  client_money boolean not null default false,
  currency text not null,
  office_id bigint not null,
  customer_id bigint,
  inline boolean not null,
  unsettled_account_id bigint,
  active boolean not null default true,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  side smallint not null generated always as (
CASE
    WHEN (class = ANY (ARRAY['ASSET'::text, 'EXPENSE'::text])) THEN 1
    ELSE '-1'::integer
END) stored,
  constraint account_class_check CHECK ((class = ANY (ARRAY['ASSET'::text, 'LIABILITY'::text, 'EQUITY'::text, 'INCOME'::text, 'EXPENSE'::text]))),
  constraint account_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint account_name_key UNIQUE (name),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_unsettled_account_id_fkey FOREIGN KEY (unsettled_account_id) REFERENCES account(id)
);
CREATE UNIQUE INDEX account_as_posted ON account USING btree (id, currency, side, inline);
CREATE INDEX account_by_office ON account USING btree (office_id, id);
CREATE UNIQUE INDEX account_of_customer ON account USING btree (customer_id, currency, acct_type) WHERE (customer_id IS NOT NULL);
CREATE TRIGGER account_deletes_are_hashed AFTER DELETE ON account REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER account_inserts_are_hashed AFTER INSERT ON account REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER account_is_kept BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER account_stays BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER account_updates_are_hashed AFTER UPDATE ON account REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table account_balance (
  account_id bigint not null,
  balance_minor bigint not null default 0,
  held_minor bigint not null default 0,
  version bigint not null default 0,
  floor_minor bigint,
  forced_minor bigint not null default 0,
  currency text not null,
  side smallint not null,
  inline boolean not null,
  constraint account_balance_is_of_account FOREIGN KEY (account_id, currency, side, inline) REFERENCES account(id, currency, side, inline),
  constraint account_balance_pkey PRIMARY KEY (account_id),
  constraint available_stays_above_floor CHECK (((floor_minor IS NULL) OR ((balance_minor - held_minor) >= (floor_minor - forced_minor)))),
  constraint held_and_forced_are_not_negative CHECK (((held_minor >= 0) AND (forced_minor >= 0)))
) with (fillfactor=50);

create table account_day (
  account_id bigint not null,
  transaction_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  line_count bigint not null,
  first_version bigint not null,
  last_version bigint not null,
  constraint account_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint account_day_pkey PRIMARY KEY (account_id, transaction_date)
) with (fillfactor=80);

create table account_mapping (
  id bigint not null generated always as identity,
  entry text not null,
  line text not null,
  label text not null,
  code text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint account_mapping_code_fkey FOREIGN KEY (code) REFERENCES ledger_code(code),
  constraint account_mapping_entry_line_key UNIQUE (entry, line),
  constraint account_mapping_pkey PRIMARY KEY (id)
);
CREATE TRIGGER account_mapping_deletes_are_hashed AFTER DELETE ON account_mapping REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER account_mapping_inserts_are_hashed AFTER INSERT ON account_mapping REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER account_mapping_updates_are_hashed AFTER UPDATE ON account_mapping REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table account_value_shift (
  account_id bigint not null,
  value_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  line_count bigint not null,
  first_version bigint not null,
  last_version bigint not null,
  constraint account_value_shift_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint account_value_shift_pkey PRIMARY KEY (account_id, value_date)
) with (fillfactor=80);

create table activity (
  id bigint not null,
  name text not null,
  office_id bigint not null,
  kind text not null,
  status text not null,
  priority text not null,
  direction text,
  subject text not null,
  description text,
  outcome text,
  assigned_to bigint,
  related_to text not null,
  related_to_id bigint not null,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  due_told_at timestamp with time zone,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint activity_direction_known CHECK ((direction = ANY (ARRAY['INBOUND'::text, 'OUTBOUND'::text]))),
  constraint activity_ended CHECK (((status = ANY (ARRAY['COMPLETED'::text, 'CANCELLED'::text])) = (ended_at IS NOT NULL))),
  constraint activity_kind_known CHECK ((kind = ANY (ARRAY['CALL'::text, 'MEETING'::text, 'TASK'::text, 'NOTE'::text, 'EMAIL'::text, 'LETTER'::text, 'VISIT'::text]))),
  constraint activity_name_key UNIQUE (name),
  constraint activity_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint activity_pkey PRIMARY KEY (id),
  constraint activity_priority_known CHECK ((priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text, 'URGENT'::text]))),
  constraint activity_related_known CHECK ((related_to = ANY (ARRAY['LEAD'::text, 'CONTACT'::text, 'CUSTOMER'::text]))),
  constraint activity_status_known CHECK ((status = ANY (ARRAY['PLANNED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'CANCELLED'::text])))
);
CREATE INDEX activity_by_assignee ON activity USING btree (assigned_to, id);
CREATE INDEX activity_by_office ON activity USING btree (office_id, id);
CREATE INDEX activity_by_related ON activity USING btree (related_to, related_to_id, id);
CREATE INDEX activity_in_time ON activity USING btree (related_to, related_to_id, COALESCE(ended_at, created_at), id);
CREATE INDEX activity_to_tell ON activity USING btree (due_at) WHERE ((due_told_at IS NULL) AND (status = ANY (ARRAY['PLANNED'::text, 'IN_PROGRESS'::text])));

create table agent (
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  active boolean not null,
  payee_account text,
  tax_class text,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint agent_name_key UNIQUE (name),
  constraint agent_pkey PRIMARY KEY (id)
);
CREATE TRIGGER agent_deletes_are_hashed AFTER DELETE ON agent REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER agent_inserts_are_hashed AFTER INSERT ON agent REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER agent_updates_are_hashed AFTER UPDATE ON agent REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table agent_share (
  agent_id bigint not null,
  valid_from date not null,
  percent numeric not null,
  constraint agent_share_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id),
  constraint agent_share_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric))),
  constraint agent_share_pkey PRIMARY KEY (agent_id, valid_from)
);
CREATE TRIGGER agent_share_deletes_are_hashed AFTER DELETE ON agent_share REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('agent_id,valid_from');
CREATE TRIGGER agent_share_inserts_are_hashed AFTER INSERT ON agent_share REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('agent_id,valid_from');
CREATE TRIGGER agent_share_updates_are_hashed AFTER UPDATE ON agent_share REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('agent_id,valid_from');

create table attachment (
  id bigint not null,
  name text not null,
  label text,
  active boolean not null,
  message_id bigint not null,
  related_to text,
  related_to_id bigint,
  batch_code text,
  category text,
  sub_category text,
  description text,
  text text,
  type text,
  workflow_notes text,
  file_name text,
  file_mime_type text not null,
  file_size bigint not null,
  sha256 text not null,
  scan_status text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  scan_result text,
  scanned_at timestamp with time zone,
  constraint attachment_file_size_check CHECK ((file_size >= 0)),
  constraint attachment_message_id_fkey FOREIGN KEY (message_id) REFERENCES whatsapp_message(id),
  constraint attachment_name_key UNIQUE (name),
  constraint attachment_pkey PRIMARY KEY (id),
  constraint attachment_scan_status_known CHECK ((scan_status = ANY (ARRAY['NOT_SCANNED'::text, 'QUARANTINED'::text, 'CLEAN'::text, 'INFECTED'::text]))),
  constraint attachment_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX attachment_by_content ON attachment USING btree (sha256);
CREATE INDEX attachment_by_message ON attachment USING btree (message_id, id);
CREATE INDEX attachment_by_related ON attachment USING btree (related_to, related_to_id);
CREATE TRIGGER attachment_deletes_are_hashed AFTER DELETE ON attachment REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER attachment_inserts_are_hashed AFTER INSERT ON attachment REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER attachment_updates_are_hashed AFTER UPDATE ON attachment REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table audit_batch (
  position bigint not null,
  source text not null,
  after_transaction_id xid8 not null,
  after_id bigint not null,
  last_transaction_id xid8 not null,
  last_id bigint not null,
  row_ids bigint[] not null,
  row_marks bytea not null,
  linked_at timestamp with time zone not null,
  constraint audit_batch_pkey PRIMARY KEY ("position"),
  constraint audit_batch_position_fkey FOREIGN KEY ("position") REFERENCES audit_chain("position")
);
CREATE INDEX audit_batch_by_source ON audit_batch USING btree (source, "position");
CREATE TRIGGER audit_batch_is_append_only BEFORE DELETE OR UPDATE ON audit_batch FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_batch_is_never_emptied BEFORE TRUNCATE ON audit_batch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_chain (
  position bigint not null,
  audit_entry_id bigint,
  hash text not null,
  key_version integer not null,
  constraint audit_chain_audit_entry_id_fkey FOREIGN KEY (audit_entry_id) REFERENCES audit_entry(id),
  constraint audit_chain_audit_entry_id_key UNIQUE (audit_entry_id),
  constraint audit_chain_key_version_fkey FOREIGN KEY (key_version) REFERENCES audit_key(version),
  constraint audit_chain_pkey PRIMARY KEY ("position")
);
CREATE INDEX audit_chain_of_entries ON audit_chain USING btree ("position") WHERE (audit_entry_id IS NOT NULL);
CREATE TRIGGER audit_chain_is_append_only BEFORE DELETE OR UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_is_never_emptied BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_change (
  id bigint not null generated always as identity,
  transaction_id xid8 not null default pg_current_xact_id(),
  table_name text not null,
  record_id bigint not null,
  currency text,
  changes jsonb not null,
  constraint audit_change_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_change_by_transaction ON audit_change USING btree (transaction_id, id);
CREATE TRIGGER audit_change_is_append_only BEFORE DELETE OR UPDATE ON audit_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_change_is_never_emptied BEFORE TRUNCATE ON audit_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_entry (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  principal_kind text not null,
  principal_id bigint not null,
  principal_name text not null,
  operation text not null,
  subject_id bigint,
  msg_code text not null,
  request_id text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  address text,
  constraint audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_by_order ON audit_entry USING btree (transaction_id, id);
CREATE INDEX audit_entry_by_time ON audit_entry USING btree (at, id);
CREATE TRIGGER audit_entry_is_append_only BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_is_never_emptied BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_head (
  position bigint not null,
  hash text not null,
  published_at timestamp with time zone not null,
  constraint audit_head_pkey PRIMARY KEY ("position")
);
CREATE TRIGGER audit_head_is_append_only BEFORE DELETE OR UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_is_never_emptied BEFORE TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_key (
  version integer not null,
  sealed text not null,
  data_key_version integer not null,
  created_at timestamp with time zone not null,
  constraint audit_key_pkey PRIMARY KEY (version),
  constraint audit_key_version_check CHECK ((version > 0))
);
CREATE TRIGGER audit_key_deletes_are_hashed AFTER DELETE ON audit_key REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('version');
CREATE TRIGGER audit_key_inserts_are_hashed AFTER INSERT ON audit_key REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('version');
CREATE TRIGGER audit_key_updates_are_hashed AFTER UPDATE ON audit_key REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('version');

create table auth_session (
  id uuid not null,
  principal_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  address text,
  used_at timestamp with time zone,
  constraint auth_session_pkey PRIMARY KEY (id),
  constraint auth_session_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);
CREATE INDEX auth_session_by_expiry ON auth_session USING btree (expires_at);
CREATE INDEX auth_session_by_principal ON auth_session USING btree (principal_id, created_at);
CREATE TRIGGER auth_session_deletes_are_hashed AFTER DELETE ON auth_session REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER auth_session_inserts_are_hashed AFTER INSERT ON auth_session REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER auth_session_updates_are_hashed AFTER UPDATE ON auth_session REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table bank_statement (
  id bigint not null,
  name text not null,
  account_id bigint not null,
  office_id bigint not null,
  currency text not null,
  file_name text,
  state text not null,
  line_count integer not null,
  doubled_count integer not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  refused_count integer not null default 0,
  constraint bank_statement_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint bank_statement_name_key UNIQUE (name),
  constraint bank_statement_pkey PRIMARY KEY (id),
  constraint bank_statement_state_check CHECK ((state = ANY (ARRAY['IMPORTED'::text, 'UNDONE'::text, 'REFUSED'::text]))),
  constraint refused_has_rows CHECK (((state = 'REFUSED'::text) = (refused_count > 0)))
);
CREATE TRIGGER bank_statement_deletes_are_hashed AFTER DELETE ON bank_statement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER bank_statement_inserts_are_hashed AFTER INSERT ON bank_statement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER bank_statement_is_audited AFTER UPDATE ON bank_statement FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER bank_statement_updates_are_hashed AFTER UPDATE ON bank_statement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table bank_statement_double (
  statement_id bigint not null,
  line_no integer not null,
  line_id bigint not null,
  constraint bank_statement_double_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_statement_line(id),
  constraint bank_statement_double_pkey PRIMARY KEY (statement_id, line_id),
  constraint bank_statement_double_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(id)
);
CREATE INDEX bank_statement_double_by_line ON bank_statement_double USING btree (line_id);
CREATE TRIGGER bank_statement_double_deletes_are_hashed AFTER DELETE ON bank_statement_double REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id,line_id');
CREATE TRIGGER bank_statement_double_inserts_are_hashed AFTER INSERT ON bank_statement_double REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id,line_id');
CREATE TRIGGER bank_statement_double_updates_are_hashed AFTER UPDATE ON bank_statement_double REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id,line_id');

create table bank_statement_line (
  id bigint not null generated always as identity,
  statement_id bigint not null,
  line_no integer not null,
  account_id bigint not null,
  office_id bigint not null,
  currency text not null,
  booked_on date not null,
  amount_minor bigint not null,
  reference text,
  description text,
  content_hash text not null,
  page_key text not null,
  occurrence integer not null,
  transaction_id bigint,
  manual_journal_id bigint,
  journal_id bigint,
  matched_by text,
  matched_at timestamp with time zone,
  version bigint not null default 1,
  of_reversal boolean not null default false,
  constraint bank_line_comes_once UNIQUE (account_id, content_hash, page_key, occurrence),
  constraint bank_line_is_one_journal UNIQUE (account_id, journal_id),
  constraint bank_line_is_one_movement UNIQUE (transaction_id, of_reversal),
  constraint bank_statement_line_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint bank_statement_line_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint bank_statement_line_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journal(id),
  constraint bank_statement_line_manual_journal_id_fkey FOREIGN KEY (manual_journal_id) REFERENCES manual_journal(id),
  constraint bank_statement_line_manual_journal_id_key UNIQUE (manual_journal_id),
  constraint bank_statement_line_pkey PRIMARY KEY (id),
  constraint bank_statement_line_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(id),
  constraint bank_statement_line_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES cash_transaction(id),
  constraint matched_by_somebody CHECK ((((transaction_id IS NULL) AND (journal_id IS NULL)) = (matched_by IS NULL))),
  constraint matched_once CHECK (((transaction_id IS NULL) OR (journal_id IS NULL))),
  constraint reversal_is_of_a_transaction CHECK (((NOT of_reversal) OR (transaction_id IS NOT NULL)))
);
CREATE INDEX bank_statement_line_by_page ON bank_statement_line USING btree (account_id, page_key);
CREATE INDEX bank_statement_line_by_statement ON bank_statement_line USING btree (statement_id, line_no);
CREATE INDEX bank_statement_line_open ON bank_statement_line USING btree (account_id, amount_minor) WHERE (transaction_id IS NULL);
CREATE TRIGGER bank_statement_line_deletes_are_hashed AFTER DELETE ON bank_statement_line REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER bank_statement_line_inserts_are_hashed AFTER INSERT ON bank_statement_line REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER bank_statement_line_updates_are_hashed AFTER UPDATE ON bank_statement_line REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table bank_statement_page (
  id bigint not null generated always as identity,
  statement_id bigint not null,
  page_no integer not null,
  account_id bigint not null,
  office_id bigint not null,
  currency text not null,
  page_key text not null,
  bank_account text,
  number text,
  sequence text,
  opened_on date not null,
  opening_minor bigint not null,
  closed_on date not null,
  closing_minor bigint not null,
  gap text,
  expected_minor bigint,
  constraint bank_statement_page_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint bank_statement_page_gap_check CHECK ((gap = ANY (ARRAY['GAP'::text, 'OVERLAP'::text]))),
  constraint bank_statement_page_page_key_check CHECK ((page_key <> ''::text)),
  constraint bank_statement_page_pkey PRIMARY KEY (id),
  constraint bank_statement_page_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(id),
  constraint bank_statement_page_statement_id_page_no_key UNIQUE (statement_id, page_no),
  constraint gap_has_expected_balance CHECK (((gap IS NULL) = (expected_minor IS NULL)))
);
CREATE INDEX bank_statement_page_by_close ON bank_statement_page USING btree (account_id, closed_on);
CREATE INDEX bank_statement_page_by_key ON bank_statement_page USING btree (account_id, page_key);
CREATE INDEX bank_statement_page_gap ON bank_statement_page USING btree (office_id) WHERE (gap IS NOT NULL);
CREATE TRIGGER bank_statement_page_deletes_are_hashed AFTER DELETE ON bank_statement_page REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER bank_statement_page_inserts_are_hashed AFTER INSERT ON bank_statement_page REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER bank_statement_page_updates_are_hashed AFTER UPDATE ON bank_statement_page REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table bank_statement_refused_row (
  statement_id bigint not null,
  fault_no integer not null,
  row_no integer not null,
  cells jsonb not null,
  wrong_column text,
  code text not null,
  detail text not null,
  constraint bank_statement_refused_row_pkey PRIMARY KEY (statement_id, fault_no),
  constraint bank_statement_refused_row_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(id)
);
CREATE TRIGGER bank_statement_refused_row_deletes_are_hashed AFTER DELETE ON bank_statement_refused_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id,fault_no');
CREATE TRIGGER bank_statement_refused_row_inserts_are_hashed AFTER INSERT ON bank_statement_refused_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id,fault_no');
CREATE TRIGGER bank_statement_refused_row_is_immutable BEFORE DELETE OR UPDATE ON bank_statement_refused_row FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_refused_row_stays BEFORE TRUNCATE ON bank_statement_refused_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_refused_row_updates_are_hashed AFTER UPDATE ON bank_statement_refused_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id,fault_no');

create table benchmark (
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  active boolean not null,
  currency text not null,
  return_type text not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint benchmark_name_key UNIQUE (name),
  constraint benchmark_pkey PRIMARY KEY (id),
  constraint benchmark_return_type_check CHECK ((return_type = ANY (ARRAY['TOTAL'::text, 'PRICE'::text])))
);
CREATE TRIGGER benchmark_deletes_are_hashed AFTER DELETE ON benchmark REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER benchmark_inserts_are_hashed AFTER INSERT ON benchmark REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER benchmark_updates_are_hashed AFTER UPDATE ON benchmark REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table benchmark_level (
  benchmark_id bigint not null,
  level_date date not null,
  level numeric not null,
  constraint benchmark_level_benchmark_id_fkey FOREIGN KEY (benchmark_id) REFERENCES benchmark(id),
  constraint benchmark_level_level_check CHECK (((level > (0)::numeric) AND (level <> 'NaN'::numeric))),
  constraint benchmark_level_pkey PRIMARY KEY (benchmark_id, level_date)
);
CREATE TRIGGER benchmark_level_deletes_are_hashed AFTER DELETE ON benchmark_level REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('benchmark_id,level_date');
CREATE TRIGGER benchmark_level_inserts_are_hashed AFTER INSERT ON benchmark_level REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('benchmark_id,level_date');
CREATE TRIGGER benchmark_level_updates_are_hashed AFTER UPDATE ON benchmark_level REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('benchmark_id,level_date');

create table benchmark_part (
  benchmark_id bigint not null,
  index_id bigint not null,
  percent numeric not null,
  constraint benchmark_part_benchmark_id_fkey FOREIGN KEY (benchmark_id) REFERENCES benchmark(id),
  constraint benchmark_part_index_id_fkey FOREIGN KEY (index_id) REFERENCES benchmark(id),
  constraint benchmark_part_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))),
  constraint benchmark_part_pkey PRIMARY KEY (benchmark_id, index_id)
);
CREATE INDEX benchmark_part_by_index ON benchmark_part USING btree (index_id);
CREATE TRIGGER benchmark_part_deletes_are_hashed AFTER DELETE ON benchmark_part REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('benchmark_id,index_id');
CREATE TRIGGER benchmark_part_inserts_are_hashed AFTER INSERT ON benchmark_part REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('benchmark_id,index_id');
CREATE TRIGGER benchmark_part_updates_are_hashed AFTER UPDATE ON benchmark_part REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('benchmark_id,index_id');

create table business_day (
  only_row boolean not null default true,
  business_date date not null,
  changed_at timestamp with time zone not null default now(),
  constraint business_day_only_row_check CHECK (only_row),
  constraint business_day_pkey PRIMARY KEY (only_row)
);
CREATE TRIGGER business_day_deletes_are_hashed AFTER DELETE ON business_day REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');
CREATE TRIGGER business_day_inserts_are_hashed AFTER INSERT ON business_day REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');
CREATE TRIGGER business_day_updates_are_hashed AFTER UPDATE ON business_day REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');

create table business_office (
  id bigint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  label text not null,
  active boolean not null default true,
  currency text not null,
  time_zone text not null,
  day_first boolean not null default true,
  four_eyes_threshold_minor bigint,
  customer_approval boolean not null default false,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint business_office_name_key UNIQUE (name),
  constraint business_office_pkey PRIMARY KEY (id)
);
CREATE TRIGGER business_office_deletes_are_hashed AFTER DELETE ON business_office REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER business_office_inserts_are_hashed AFTER INSERT ON business_office REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER business_office_updates_are_hashed AFTER UPDATE ON business_office REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table campaign (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  office_id bigint,
  status text not null,
  template_id bigint not null,
  audience_kind text not null,
  audience jsonb not null,
  throttle_per_minute integer not null,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  next_at timestamp with time zone,
  ended_at timestamp with time zone,
  audience_count integer,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint campaign_audience_known CHECK ((audience_kind = ANY (ARRAY['LEAD'::text, 'CONTACT'::text, 'CUSTOMER'::text]))),
  constraint campaign_name_key UNIQUE (name),
  constraint campaign_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint campaign_pkey PRIMARY KEY (id),
  constraint campaign_started_with_audience CHECK (((started_at IS NULL) = (audience_count IS NULL))),
  constraint campaign_status_known CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SCHEDULED'::text, 'RUNNING'::text, 'PAUSED'::text, 'COMPLETED'::text, 'CANCELLED'::text]))),
  constraint campaign_template_id_fkey FOREIGN KEY (template_id) REFERENCES template(id),
  constraint campaign_throttle_per_minute_check CHECK ((throttle_per_minute > 0))
);
CREATE INDEX campaign_by_office ON campaign USING btree (office_id, id);
CREATE INDEX campaign_under_way ON campaign USING btree (id) WHERE (status = ANY (ARRAY['SCHEDULED'::text, 'RUNNING'::text]));

create table campaign_recipient (
  campaign_id bigint not null,
  number integer not null,
  record_id bigint not null,
  message_id bigint,
  left_out text,
  constraint campaign_recipient_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id),
  constraint campaign_recipient_message_id_fkey FOREIGN KEY (message_id) REFERENCES message_transport(id),
  constraint campaign_recipient_once UNIQUE (campaign_id, record_id),
  constraint campaign_recipient_pkey PRIMARY KEY (campaign_id, number)
);
CREATE INDEX campaign_recipient_waiting ON campaign_recipient USING btree (campaign_id, number) WHERE ((message_id IS NULL) AND (left_out IS NULL));

create table capital_gains_rule (
  id bigint not null,
  name text not null,
  version_no integer not null,
  valid_from date not null,
  body jsonb not null,
  constraint capital_gains_rule_name_version_no_key UNIQUE (name, version_no),
  constraint capital_gains_rule_pkey PRIMARY KEY (id),
  constraint capital_gains_rule_version_no_check CHECK ((version_no > 0))
);
CREATE INDEX capital_gains_rule_by_date ON capital_gains_rule USING btree (name, valid_from, version_no);
CREATE TRIGGER capital_gains_rule_deletes_are_hashed AFTER DELETE ON capital_gains_rule REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER capital_gains_rule_inserts_are_hashed AFTER INSERT ON capital_gains_rule REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER capital_gains_rule_is_append_only BEFORE DELETE OR UPDATE ON capital_gains_rule FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER capital_gains_rule_updates_are_hashed AFTER UPDATE ON capital_gains_rule REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table cash_account_rule (
  id bigint not null generated always as identity,
  account_id bigint not null,
  overdraft_minor bigint not null,
  minimum_minor bigint not null,
  lien_minor bigint not null,
  lien_reason text,
  max_no_of_debits integer,
  early_withdrawal_rate numeric,
  locked_until date,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint cash_account_rule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint cash_account_rule_account_id_key UNIQUE (account_id),
  constraint cash_account_rule_early_withdrawal_rate_check CHECK (((early_withdrawal_rate > (0)::numeric) AND (early_withdrawal_rate <= (100)::numeric))),
  constraint cash_account_rule_lien_minor_check CHECK ((lien_minor >= 0)),
  constraint cash_account_rule_max_no_of_debits_check CHECK ((max_no_of_debits > 0)),
  constraint cash_account_rule_minimum_minor_check CHECK ((minimum_minor >= 0)),
  constraint cash_account_rule_overdraft_minor_check CHECK ((overdraft_minor >= 0)),
  constraint cash_account_rule_pkey PRIMARY KEY (id),
  constraint overdraft_or_minimum CHECK (((overdraft_minor = 0) OR (minimum_minor = 0)))
);
CREATE TRIGGER cash_account_rule_deletes_are_hashed AFTER DELETE ON cash_account_rule REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_account_rule_inserts_are_hashed AFTER INSERT ON cash_account_rule REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_account_rule_updates_are_hashed AFTER UPDATE ON cash_account_rule REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table cash_approval_band (
  policy_id bigint not null,
  from_minor bigint not null,
  approvals integer not null,
  roles text[] not null,
  constraint cash_approval_band_approvals_check CHECK ((approvals >= 0)),
  constraint cash_approval_band_from_minor_check CHECK ((from_minor >= 0)),
  constraint cash_approval_band_pkey PRIMARY KEY (policy_id, from_minor),
  constraint cash_approval_band_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES cash_approval_policy(id)
);
CREATE TRIGGER cash_approval_band_deletes_are_hashed AFTER DELETE ON cash_approval_band REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('policy_id,from_minor');
CREATE TRIGGER cash_approval_band_inserts_are_hashed AFTER INSERT ON cash_approval_band REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('policy_id,from_minor');
CREATE TRIGGER cash_approval_band_updates_are_hashed AFTER UPDATE ON cash_approval_band REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('policy_id,from_minor');

create table cash_approval_policy (
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  currency text not null,
  office_id bigint,
  trans_type text,
  active boolean not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint cash_approval_policy_name_key UNIQUE (name),
  constraint cash_approval_policy_pkey PRIMARY KEY (id),
  constraint cash_approval_policy_trans_type_check CHECK ((trans_type = ANY (ARRAY['RECEIPT'::text, 'PAYMENT'::text, 'TRANSFER'::text])))
);
CREATE UNIQUE INDEX cash_approval_policy_of_its_scope ON cash_approval_policy USING btree (currency, office_id, trans_type) NULLS NOT DISTINCT WHERE active;
CREATE TRIGGER cash_approval_policy_deletes_are_hashed AFTER DELETE ON cash_approval_policy REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_approval_policy_inserts_are_hashed AFTER INSERT ON cash_approval_policy REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_approval_policy_updates_are_hashed AFTER UPDATE ON cash_approval_policy REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table cash_batch_import (
  id bigint not null,
  batch_name text not null,
  office_ids bigint[],
  row_count integer not null,
  done_count integer not null,
  unchanged_count integer not null,
  refused_count integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint cash_batch_import_pkey PRIMARY KEY (id),
  constraint each_row_has_an_outcome CHECK ((row_count = ((done_count + unchanged_count) + refused_count)))
);
CREATE INDEX cash_batch_import_by_name ON cash_batch_import USING btree (batch_name, id);
CREATE TRIGGER cash_batch_import_deletes_are_hashed AFTER DELETE ON cash_batch_import REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_batch_import_inserts_are_hashed AFTER INSERT ON cash_batch_import REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_batch_import_is_immutable BEFORE DELETE OR UPDATE ON cash_batch_import FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_batch_import_stays BEFORE TRUNCATE ON cash_batch_import FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_batch_import_updates_are_hashed AFTER UPDATE ON cash_batch_import REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table cash_batch_refused_row (
  import_id bigint not null,
  row_no integer not null,
  cells jsonb not null,
  wrong_column text,
  code text not null,
  detail text not null,
  constraint cash_batch_refused_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES cash_batch_import(id),
  constraint cash_batch_refused_row_pkey PRIMARY KEY (import_id, row_no)
);
CREATE TRIGGER cash_batch_refused_row_deletes_are_hashed AFTER DELETE ON cash_batch_refused_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER cash_batch_refused_row_inserts_are_hashed AFTER INSERT ON cash_batch_refused_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER cash_batch_refused_row_is_immutable BEFORE DELETE OR UPDATE ON cash_batch_refused_row FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_batch_refused_row_stays BEFORE TRUNCATE ON cash_batch_refused_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_batch_refused_row_updates_are_hashed AFTER UPDATE ON cash_batch_refused_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');

create table cash_hold (
  source_type text not null,
  source_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null,
  placed_at timestamp with time zone not null default now(),
  constraint cash_hold_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint cash_hold_amount_minor_check CHECK ((amount_minor > 0)),
  constraint cash_hold_pkey PRIMARY KEY (source_type, source_id)
);
CREATE INDEX cash_hold_by_account ON cash_hold USING btree (account_id);

create table cash_transaction (
  id bigint not null,
  name text not null,
  active boolean not null default true,
  state text not null,
  office_id bigint not null,
  batch_name text,
  batch_row integer,
  batch_row_hash text,
  transaction_at timestamp with time zone not null,
  value_at timestamp with time zone,
  trans_type text not null,
  trans_method text not null,
  customer_id bigint not null,
  cash_account_id bigint not null,
  currency text not null,
  amount_minor bigint not null,
  description text,
  reference text,
  processing_fees numeric,
  processing_fee_type text,
  fee_minor bigint not null default 0,
  fee_account_id bigint,
  contra_account_id bigint,
  counterparty_account_id bigint,
  converted_minor bigint,
  exchange_rate numeric,
  exchange_rate_base text,
  exchange_rate_date date,
  early_withdrawal_rate numeric,
  early_withdrawal_minor bigint not null default 0,
  early_withdrawal_account_id bigint,
  max_no_of_debits integer,
  no_of_executed_debits integer not null default 0,
  bank_stmt_cleared boolean not null default false,
  corp_action boolean not null default false,
  processor_response text,
  transaction_processor text,
  payment_gateway_id bigint,
  creator_kind text not null,
  creator_id bigint not null,
  approval_policy text,
  approval_policy_version integer,
  approvals_needed integer not null default 1,
  approver_roles text[] not null default '{}'::text[],
  approved_by bigint,
  approved_at timestamp with time zone,
  journal_fingerprint text,
  reversal_asked_kind text,
  reversal_asked_id bigint,
  reversal_asked_by text,
  reversal_asked_at timestamp with time zone,
  journal_id bigint,
  reversal_journal_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  decision_reason text,
  contra_named boolean,
  fee_named boolean,
  requested_date date,
  tax_minor bigint not null default 0,
  tax_account_id bigint,
  tax_class text,
  tax_withheld_by text,
  agent_name text,
  constraint approved_has_its_entry CHECK (((state <> ALL (ARRAY['APPROVED'::text, 'POSTED'::text, 'REVERSED'::text])) OR (journal_fingerprint IS NOT NULL))),
  constraint cash_amount_is_positive CHECK ((amount_minor > 0)),
  constraint cash_transaction_agent_name_fkey FOREIGN KEY (agent_name) REFERENCES agent(name),
  constraint cash_transaction_approvals_needed_check CHECK ((approvals_needed > 0)),
  constraint cash_transaction_cash_account_id_fkey FOREIGN KEY (cash_account_id) REFERENCES account(id),
  constraint cash_transaction_contra_account_id_fkey FOREIGN KEY (contra_account_id) REFERENCES account(id),
  constraint cash_transaction_converted_minor_check CHECK ((converted_minor > 0)),
  constraint cash_transaction_counterparty_account_id_fkey FOREIGN KEY (counterparty_account_id) REFERENCES account(id),
  constraint cash_transaction_early_withdrawal_account_id_fkey FOREIGN KEY (early_withdrawal_account_id) REFERENCES account(id),
  constraint cash_transaction_early_withdrawal_minor_check CHECK ((early_withdrawal_minor >= 0)),
  constraint cash_transaction_early_withdrawal_rate_check CHECK ((early_withdrawal_rate <> 'NaN'::numeric)),
  constraint cash_transaction_exchange_rate_check CHECK (((exchange_rate > (0)::numeric) AND (exchange_rate <> 'NaN'::numeric))),
  constraint cash_transaction_fee_account_id_fkey FOREIGN KEY (fee_account_id) REFERENCES account(id),
  constraint cash_transaction_fee_minor_check CHECK ((fee_minor >= 0)),
  constraint cash_transaction_journal_id_key UNIQUE (journal_id),
  constraint cash_transaction_name_key UNIQUE (name),
  constraint cash_transaction_payment_gateway_id_fkey FOREIGN KEY (payment_gateway_id) REFERENCES payment_gateway(id),
  constraint cash_transaction_pkey PRIMARY KEY (id),
  constraint cash_transaction_processing_fee_type_check CHECK ((processing_fee_type = ANY (ARRAY['FLAT'::text, 'PERCENT'::text]))),
  constraint cash_transaction_reversal_journal_id_key UNIQUE (reversal_journal_id),
  constraint cash_transaction_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'POSTED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'REVERSED'::text]))),
  constraint cash_transaction_tax_account_id_fkey FOREIGN KEY (tax_account_id) REFERENCES account(id),
  constraint cash_transaction_tax_minor_check CHECK ((tax_minor >= 0)),
  constraint cash_transaction_tax_withheld_by_check CHECK ((tax_withheld_by = ANY (ARRAY['FIRM'::text, 'ISSUER'::text]))),
  constraint cash_transaction_trans_type_check CHECK ((trans_type = ANY (ARRAY['RECEIPT'::text, 'PAYMENT'::text, 'TRANSFER'::text]))),
  constraint conversion_is_a_transfer CHECK (((converted_minor IS NULL) OR (trans_type = 'TRANSFER'::text))),
  constraint conversion_is_whole CHECK ((num_nulls(converted_minor, exchange_rate, exchange_rate_base, exchange_rate_date) = ANY (ARRAY[0, 4]))),
  constraint posted_has_its_journal CHECK (((state = ANY (ARRAY['POSTED'::text, 'REVERSED'::text])) = (journal_id IS NOT NULL))),
  constraint processing_fees_is_a_number CHECK (((processing_fees <> 'NaN'::numeric) AND (processing_fees >= (0)::numeric))),
  constraint reversed_has_its_journal CHECK (((state = 'REVERSED'::text) = (reversal_journal_id IS NOT NULL))),
  constraint tax_has_its_account CHECK ((((tax_minor > 0) = (tax_account_id IS NOT NULL)) AND ((tax_class IS NULL) = (tax_withheld_by IS NULL)) AND ((tax_minor = 0) OR ((trans_type = 'RECEIPT'::text) AND (tax_withheld_by = 'FIRM'::text))))),
  constraint transfer_has_two_accounts CHECK (((trans_type = 'TRANSFER'::text) = (counterparty_account_id IS NOT NULL)))
);
CREATE INDEX cash_transaction_by_account ON cash_transaction USING btree (cash_account_id, id);
CREATE INDEX cash_transaction_by_agent ON cash_transaction USING btree (agent_name, id) WHERE (agent_name IS NOT NULL);
CREATE INDEX cash_transaction_by_batch ON cash_transaction USING btree (batch_name, id) WHERE (batch_name IS NOT NULL);
CREATE UNIQUE INDEX cash_transaction_by_batch_row ON cash_transaction USING btree (batch_name, batch_row, office_id) WHERE (batch_row IS NOT NULL);
CREATE INDEX cash_transaction_by_office ON cash_transaction USING btree (office_id, id);
CREATE UNIQUE INDEX cash_transaction_by_payment_reference ON cash_transaction USING btree (payment_gateway_id, reference) WHERE (payment_gateway_id IS NOT NULL);
CREATE INDEX cash_transaction_in_time ON cash_transaction USING btree (customer_id, created_at, id) WHERE (state = ANY (ARRAY['POSTED'::text, 'REVERSED'::text]));
CREATE INDEX cash_transaction_not_cleared ON cash_transaction USING btree (contra_account_id, amount_minor, id) WHERE ((state = 'POSTED'::text) AND (NOT bank_stmt_cleared));
CREATE INDEX cash_transaction_reversal_asked ON cash_transaction USING btree (id) WHERE ((reversal_asked_kind IS NOT NULL) AND (state = 'POSTED'::text));
CREATE INDEX cash_transaction_reversed ON cash_transaction USING btree (contra_account_id, amount_minor, id) WHERE (state = 'REVERSED'::text);
CREATE INDEX cash_transaction_waiting ON cash_transaction USING btree (id) WHERE (state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text]));
CREATE TRIGGER cash_transaction_deletes_are_hashed AFTER DELETE ON cash_transaction REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_transaction_inserts_are_hashed AFTER INSERT ON cash_transaction REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER cash_transaction_is_audited AFTER UPDATE ON cash_transaction FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER cash_transaction_is_kept BEFORE DELETE ON cash_transaction FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER cash_transaction_updates_are_hashed AFTER UPDATE ON cash_transaction REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table cash_transaction_approval (
  transaction_id bigint not null,
  approver_kind text not null,
  approver_id bigint not null,
  approver_name text not null,
  fingerprint text not null,
  approved_at timestamp with time zone not null,
  constraint cash_transaction_approval_pkey PRIMARY KEY (transaction_id, approver_kind, approver_id, fingerprint),
  constraint cash_transaction_approval_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES cash_transaction(id)
);
CREATE TRIGGER cash_transaction_approval_deletes_are_hashed AFTER DELETE ON cash_transaction_approval REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('transaction_id,approver_kind,approver_id,fingerprint');
CREATE TRIGGER cash_transaction_approval_inserts_are_hashed AFTER INSERT ON cash_transaction_approval REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('transaction_id,approver_kind,approver_id,fingerprint');
CREATE TRIGGER cash_transaction_approval_is_kept BEFORE DELETE OR UPDATE ON cash_transaction_approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_transaction_approval_stays BEFORE TRUNCATE ON cash_transaction_approval FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_transaction_approval_updates_are_hashed AFTER UPDATE ON cash_transaction_approval REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('transaction_id,approver_kind,approver_id,fingerprint');

create table certificate_import (
  id bigint not null,
  state text not null,
  label text not null,
  office_ids bigint[],
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint certificate_import_pkey PRIMARY KEY (id),
  constraint certificate_import_state_known CHECK ((state = ANY (ARRAY['IMPORTED'::text, 'UNDONE'::text])))
);
CREATE TRIGGER certificate_import_deletes_are_hashed AFTER DELETE ON certificate_import REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER certificate_import_inserts_are_hashed AFTER INSERT ON certificate_import REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER certificate_import_is_audited AFTER UPDATE ON certificate_import FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER certificate_import_updates_are_hashed AFTER UPDATE ON certificate_import REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table certificate_import_row (
  import_id bigint not null,
  row_no integer not null,
  cells jsonb not null,
  verdict text not null,
  code text,
  detail text,
  certificate_id bigint,
  outcome text,
  constraint certificate_import_outcome_known CHECK ((outcome = ANY (ARRAY['UNDONE'::text, 'KEPT'::text]))),
  constraint certificate_import_row_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES withholding_certificate(id),
  constraint certificate_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES certificate_import(id),
  constraint certificate_import_row_pkey PRIMARY KEY (import_id, row_no),
  constraint certificate_import_verdict_known CHECK ((verdict = ANY (ARRAY['IMPORTED'::text, 'UNCHANGED'::text, 'REFUSED'::text]))),
  constraint certificate_row_has_its_certificate CHECK (((verdict = 'REFUSED'::text) = (certificate_id IS NULL))),
  constraint certificate_row_is_judged CHECK (((verdict = 'REFUSED'::text) = (code IS NOT NULL)))
);
CREATE INDEX certificate_import_row_by_certificate ON certificate_import_row USING btree (certificate_id);
CREATE TRIGGER certificate_import_row_deletes_are_hashed AFTER DELETE ON certificate_import_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER certificate_import_row_inserts_are_hashed AFTER INSERT ON certificate_import_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER certificate_import_row_updates_are_hashed AFTER UPDATE ON certificate_import_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');

create table chart_state (
  only_row boolean not null default true,
  version bigint not null default 0,
  constraint chart_state_only_row_check CHECK (only_row),
  constraint chart_state_pkey PRIMARY KEY (only_row)
);

create table client_holder (
  client_id bigint not null,
  holder_id bigint not null,
  constraint client_holder_client_id_fkey FOREIGN KEY (client_id) REFERENCES principal(id),
  constraint client_holder_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES principal(id),
  constraint client_holder_pkey PRIMARY KEY (client_id, holder_id)
);
CREATE TRIGGER client_holder_deletes_are_hashed AFTER DELETE ON client_holder REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('client_id,holder_id');
CREATE TRIGGER client_holder_inserts_are_hashed AFTER INSERT ON client_holder REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('client_id,holder_id');
CREATE TRIGGER client_holder_updates_are_hashed AFTER UPDATE ON client_holder REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('client_id,holder_id');

create table closed_books (
  id bigint not null generated always as identity,
  closing_date date not null,
  office_id bigint not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  owed_minor bigint not null,
  bank_minor bigint not null,
  settlement_minor bigint not null,
  constraint closed_books_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint closed_books_once_per_date UNIQUE (closing_date, office_id, currency),
  constraint closed_books_pkey PRIMARY KEY (id)
);
CREATE TRIGGER closed_books_deletes_are_hashed AFTER DELETE ON closed_books REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER closed_books_inserts_are_hashed AFTER INSERT ON closed_books REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER closed_books_updates_are_hashed AFTER UPDATE ON closed_books REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table closed_trial_balance (
  closing_date date not null,
  office_id bigint not null,
  acct_type text not null,
  class text not null,
  currency text not null,
  account_count bigint not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  constraint closed_trial_balance_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint closed_trial_balance_pkey PRIMARY KEY (closing_date, office_id, currency, class, acct_type)
);
CREATE TRIGGER closed_trial_balance_deletes_are_hashed AFTER DELETE ON closed_trial_balance REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date,office_id,currency,class,acct_type');
CREATE TRIGGER closed_trial_balance_inserts_are_hashed AFTER INSERT ON closed_trial_balance REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date,office_id,currency,class,acct_type');
CREATE TRIGGER closed_trial_balance_updates_are_hashed AFTER UPDATE ON closed_trial_balance REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date,office_id,currency,class,acct_type');

create table consent (
  id bigint not null,
  office_id bigint not null,
  record_kind text,
  record_id bigint,
  address text,
  channel text not null,
  purpose text not null,
  granted boolean not null,
  source text not null,
  note text,
  created_by text not null,
  created_at timestamp with time zone not null,
  stated_at timestamp with time zone,
  constraint consent_about_somebody CHECK (((record_id IS NOT NULL) OR (address IS NOT NULL))),
  constraint consent_channel_known CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WHATSAPP'::text, 'CALL'::text, 'SHARE'::text]))),
  constraint consent_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_purpose_known CHECK ((purpose = ANY (ARRAY['ALL'::text, 'MARKETING'::text]))),
  constraint consent_record_known CHECK ((record_kind = ANY (ARRAY['LEAD'::text, 'CONTACT'::text, 'CUSTOMER'::text]))),
  constraint consent_record_whole CHECK (((record_kind IS NULL) = (record_id IS NULL))),
  constraint consent_source_known CHECK ((source = ANY (ARRAY['STAFF'::text, 'CLIENT'::text, 'IMPORT'::text, 'CONVERSION'::text, 'UNSUBSCRIBE_LINK'::text, 'KEYWORD'::text, 'BUTTON'::text, 'PROVIDER_SETTING'::text, 'PROVIDER'::text])))
);
CREATE INDEX consent_by_address ON consent USING btree (channel, address) WHERE (address IS NOT NULL);
CREATE INDEX consent_by_office ON consent USING btree (office_id, id);
CREATE INDEX consent_by_record ON consent USING btree (record_kind, record_id, channel, purpose, created_at);
CREATE TRIGGER consent_deletes_are_hashed AFTER DELETE ON consent REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER consent_inserts_are_hashed AFTER INSERT ON consent REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER consent_updates_are_hashed AFTER UPDATE ON consent REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table contact (
  id bigint not null,
  name text not null,
  label text,
  active boolean not null,
  office_id bigint not null,
  customer_id bigint,
  first_name text,
  last_name text,
  birth_date date,
  do_not_call boolean not null,
  do_not_share boolean not null,
  email_opt_out boolean not null,
  sms_opt_out boolean not null,
  details jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  home_country text not null,
  constraint contact_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint contact_home_country_check CHECK ((home_country ~ '^[A-Z]{2}$'::text)),
  constraint contact_name_key UNIQUE (name),
  constraint contact_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint contact_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_by_customer ON contact USING btree (customer_id, id);
CREATE INDEX contact_by_office ON contact USING btree (office_id, id);
CREATE TRIGGER contact_is_audited AFTER UPDATE ON contact FOR EACH ROW EXECUTE FUNCTION note_change('active,customer_id,do_not_call,email_opt_out,sms_opt_out');

create table contact_match_key (
  contact_id bigint not null,
  kind text not null,
  key text not null,
  constraint contact_match_key_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id),
  constraint contact_match_key_kind_known CHECK ((kind = ANY (ARRAY['PHONE'::text, 'EMAIL'::text, 'FOLDED_EMAIL'::text, 'NAME_AND_BIRTH_DATE'::text]))),
  constraint contact_match_key_pkey PRIMARY KEY (contact_id, kind, key)
);
CREATE INDEX contact_match_key_by_key ON contact_match_key USING btree (kind, key);

create table contract_note (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  office_id bigint not null,
  customer_id bigint not null,
  portfolio_id bigint not null,
  order_id bigint not null,
  security_id bigint not null,
  exchange_id bigint not null,
  cash_account_id bigint not null,
  side text not null,
  currency text not null,
  trade_date date not null,
  settlement_date date not null,
  stated_settlement_date date,
  quantity bigint not null,
  average_price numeric not null,
  consideration_minor bigint not null,
  accrued_from date,
  accrued_days integer,
  accrued_minor bigint not null default 0,
  charges_minor bigint not null,
  net_minor bigint not null,
  tariff_name text not null,
  tariff_version integer not null,
  journal_id bigint,
  settlement_journal_id bigint,
  settled_at timestamp with time zone,
  replaces_id bigint,
  reversed_at timestamp with time zone,
  reversal_journal_id bigint,
  settlement_reversal_journal_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  agent_name text,
  agent_percent numeric,
  agent_minor bigint,
  custodian_settles boolean not null default false,
  constraint contract_note_accrued_days_check CHECK ((accrued_days >= 0)),
  constraint contract_note_accrued_minor_check CHECK ((accrued_minor >= 0)),
  constraint contract_note_agent_is_whole CHECK ((num_nulls(agent_name, agent_percent, agent_minor) = ANY (ARRAY[0, 3]))),
  constraint contract_note_agent_name_fkey FOREIGN KEY (agent_name) REFERENCES agent(name),
  constraint contract_note_cash_account_id_fkey FOREIGN KEY (cash_account_id) REFERENCES account(id),
  constraint contract_note_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint contract_note_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint contract_note_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journal(id),
  constraint contract_note_name_key UNIQUE (name),
  constraint contract_note_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint contract_note_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint contract_note_pkey PRIMARY KEY (id),
  constraint contract_note_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint contract_note_quantity_check CHECK ((quantity > 0)),
  constraint contract_note_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES contract_note(id),
  constraint contract_note_reversal_journal_id_fkey FOREIGN KEY (reversal_journal_id) REFERENCES journal(id),
  constraint contract_note_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id),
  constraint contract_note_settlement_journal_id_fkey FOREIGN KEY (settlement_journal_id) REFERENCES journal(id),
  constraint contract_note_settlement_reversal_journal_id_fkey FOREIGN KEY (settlement_reversal_journal_id) REFERENCES journal(id),
  constraint contract_note_side_check CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
  constraint contract_note_used_a_tariff FOREIGN KEY (tariff_name, tariff_version) REFERENCES fee_schedule(name, version_no)
);
CREATE INDEX contract_note_by_agent ON contract_note USING btree (agent_name, id) WHERE (agent_name IS NOT NULL);
CREATE INDEX contract_note_by_customer ON contract_note USING btree (customer_id, id);
CREATE INDEX contract_note_by_date ON contract_note USING btree (trade_date, id);
CREATE INDEX contract_note_by_order ON contract_note USING btree (order_id);
CREATE INDEX contract_note_in_time ON contract_note USING btree (customer_id, created_at, id);
CREATE INDEX contract_note_owed_by_custodian ON contract_note USING btree (settlement_date, id) WHERE ((settled_at IS NULL) AND (reversed_at IS NULL) AND custodian_settles);
CREATE UNIQUE INDEX contract_note_stands ON contract_note USING btree (order_id, trade_date) WHERE (reversed_at IS NULL);
CREATE INDEX contract_note_unsettled ON contract_note USING btree (settlement_date, id) WHERE ((settled_at IS NULL) AND (reversed_at IS NULL));
CREATE TRIGGER contract_note_deletes_are_hashed AFTER DELETE ON contract_note REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER contract_note_inserts_are_hashed AFTER INSERT ON contract_note REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER contract_note_updates_are_hashed AFTER UPDATE ON contract_note REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table contract_note_charge (
  contract_note_id bigint not null,
  line_no smallint not null,
  code text not null,
  on_code text,
  payee text not null,
  ledger_account text not null,
  amount_minor bigint not null,
  constraint contract_note_charge_contract_note_id_fkey FOREIGN KEY (contract_note_id) REFERENCES contract_note(id),
  constraint contract_note_charge_pkey PRIMARY KEY (contract_note_id, line_no)
);
CREATE TRIGGER contract_note_charge_deletes_are_hashed AFTER DELETE ON contract_note_charge REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('contract_note_id,line_no');
CREATE TRIGGER contract_note_charge_inserts_are_hashed AFTER INSERT ON contract_note_charge REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('contract_note_id,line_no');
CREATE TRIGGER contract_note_charge_updates_are_hashed AFTER UPDATE ON contract_note_charge REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('contract_note_id,line_no');

create table contract_note_seal (
  contract_note_id bigint not null,
  document text not null,
  code text not null,
  key_id text not null,
  sealed_at timestamp with time zone not null,
  constraint contract_note_seal_contract_note_id_fkey FOREIGN KEY (contract_note_id) REFERENCES contract_note(id),
  constraint contract_note_seal_key_id_fkey FOREIGN KEY (key_id) REFERENCES note_seal_key(id),
  constraint contract_note_seal_pkey PRIMARY KEY (contract_note_id)
);
CREATE TRIGGER contract_note_seal_deletes_are_hashed AFTER DELETE ON contract_note_seal REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('contract_note_id');
CREATE TRIGGER contract_note_seal_inserts_are_hashed AFTER INSERT ON contract_note_seal REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('contract_note_id');
CREATE TRIGGER contract_note_seal_is_kept BEFORE DELETE OR UPDATE ON contract_note_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER contract_note_seal_is_never_emptied BEFORE TRUNCATE ON contract_note_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER contract_note_seal_updates_are_hashed AFTER UPDATE ON contract_note_seal REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('contract_note_id');

create table corporate_action (
  id bigint not null,
  name text not null,
  label text not null,
  kind text not null,
  participation text not null,
  security_id bigint not null,
  status text not null,
  progress text not null default 'OPEN'::text,
  announcement_date date,
  approval_date date,
  qualification_date date not null,
  ex_date date not null,
  closure_from date,
  closure_to date,
  payment_date date,
  deadline timestamp with time zone,
  market_deadline timestamp with time zone,
  withheld_by text not null default 'ISSUER'::text,
  issuer_exempts boolean not null default false,
  tax_class text,
  ex_price numeric,
  order_policy text,
  suspend_from date,
  suspend_to date,
  new_name text,
  new_isin text,
  new_label text,
  linked_event_id bigint,
  distinct_from_id bigint,
  official_reference text,
  source text,
  terms_version integer not null default 1,
  entitled_version integer,
  claim_days integer not null,
  register_basis text not null,
  orders_adjusted_at timestamp with time zone,
  price_adjusted_at timestamp with time zone,
  security_changed_at timestamp with time zone,
  status_before text,
  suspended_at timestamp with time zone,
  closed_on date,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint corporate_action_check CHECK ((suspend_from <= suspend_to)),
  constraint corporate_action_check1 CHECK (((status <> 'CONFIRMED'::text) OR (payment_date IS NOT NULL) OR (kind <> ALL (ARRAY['DVCA'::text, 'DVOP'::text, 'DRIP'::text, 'INTR'::text, 'REDM'::text, 'PCAL'::text, 'MCAL'::text, 'CAPD'::text, 'LIQU'::text, 'TEND'::text])))),
  constraint corporate_action_distinct_from_id_fkey FOREIGN KEY (distinct_from_id) REFERENCES corporate_action(id),
  constraint corporate_action_ex_price_check CHECK (((ex_price > (0)::numeric) AND (ex_price <> 'NaN'::numeric))),
  constraint corporate_action_kind_check CHECK ((kind = ANY (ARRAY['DVCA'::text, 'DVSE'::text, 'DVOP'::text, 'DRIP'::text, 'BONU'::text, 'SPLF'::text, 'SPLR'::text, 'RHDI'::text, 'EXRI'::text, 'MRGR'::text, 'TEND'::text, 'SOFF'::text, 'EXOF'::text, 'INTR'::text, 'REDM'::text, 'PCAL'::text, 'MCAL'::text, 'DFLT'::text, 'CAPD'::text, 'LIQU'::text, 'WRTH'::text, 'CHAN'::text, 'DLST'::text]))),
  constraint corporate_action_linked_event_id_fkey FOREIGN KEY (linked_event_id) REFERENCES corporate_action(id),
  constraint corporate_action_name_key UNIQUE (name),
  constraint corporate_action_order_policy_check CHECK ((order_policy = ANY (ARRAY['ADJUST'::text, 'CANCEL'::text, 'KEEP'::text]))),
  constraint corporate_action_participation_check CHECK ((participation = ANY (ARRAY['MAND'::text, 'CHOS'::text, 'VOLU'::text]))),
  constraint corporate_action_pkey PRIMARY KEY (id),
  constraint corporate_action_progress_check CHECK ((progress = ANY (ARRAY['OPEN'::text, 'ENTITLED'::text, 'PART_PAID'::text, 'PAID'::text, 'CLOSED'::text]))),
  constraint corporate_action_register_basis_check CHECK ((register_basis = ANY (ARRAY['TRADED'::text, 'SETTLED'::text]))),
  constraint corporate_action_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id),
  constraint corporate_action_status_check CHECK ((status = ANY (ARRAY['ANNOUNCED'::text, 'CONFIRMED'::text, 'CANCELLED'::text, 'DEFAULTED'::text]))),
  constraint corporate_action_withheld_by_check CHECK ((withheld_by = ANY (ARRAY['ISSUER'::text, 'FIRM'::text])))
);
CREATE INDEX corporate_action_by_ex_date ON corporate_action USING btree (ex_date, id);
CREATE INDEX corporate_action_by_link ON corporate_action USING btree (linked_event_id) WHERE (linked_event_id IS NOT NULL);
CREATE INDEX corporate_action_by_payment_date ON corporate_action USING btree (payment_date, id);
CREATE UNIQUE INDEX corporate_action_by_reference ON corporate_action USING btree (official_reference) WHERE (status <> 'CANCELLED'::text);
CREATE INDEX corporate_action_in_progress ON corporate_action USING btree (id) WHERE (progress <> 'CLOSED'::text);
CREATE UNIQUE INDEX corporate_action_is_announced_once ON corporate_action USING btree (security_id, kind, ex_date, COALESCE(distinct_from_id, (0)::bigint)) WHERE (status <> 'CANCELLED'::text);
CREATE TRIGGER corporate_action_deletes_are_hashed AFTER DELETE ON corporate_action REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER corporate_action_inserts_are_hashed AFTER INSERT ON corporate_action REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER corporate_action_updates_are_hashed AFTER UPDATE ON corporate_action REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table corporate_action_option (
  corporate_action_id bigint not null,
  number smallint not null,
  type text not null,
  is_default boolean not null,
  cash_per_unit numeric,
  currency text,
  new_units bigint,
  old_units bigint,
  new_security_id bigint,
  cost_percent numeric,
  first_day_price numeric,
  ex_price numeric,
  price numeric,
  price_per_100 numeric,
  percent numeric,
  fractions text not null default 'RDDN'::text,
  fraction_price numeric,
  available_date date,
  constraint corporate_action_option_cash_per_unit_check CHECK (((cash_per_unit > (0)::numeric) AND (cash_per_unit <> 'NaN'::numeric))),
  constraint corporate_action_option_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint corporate_action_option_cost_percent_check CHECK (((cost_percent > (0)::numeric) AND (cost_percent < (100)::numeric))),
  constraint corporate_action_option_ex_price_check CHECK (((ex_price > (0)::numeric) AND (ex_price <> 'NaN'::numeric))),
  constraint corporate_action_option_first_day_price_check CHECK (((first_day_price > (0)::numeric) AND (first_day_price <> 'NaN'::numeric))),
  constraint corporate_action_option_fraction_price_check CHECK (((fraction_price > (0)::numeric) AND (fraction_price <> 'NaN'::numeric))),
  constraint corporate_action_option_fractions_check CHECK ((fractions = ANY (ARRAY['RDDN'::text, 'RDUP'::text, 'STAN'::text, 'CINL'::text]))),
  constraint corporate_action_option_new_security_id_fkey FOREIGN KEY (new_security_id) REFERENCES security(id),
  constraint corporate_action_option_new_units_check CHECK ((new_units >= 1)),
  constraint corporate_action_option_number_check CHECK (((number >= 1) AND (number <= 20))),
  constraint corporate_action_option_old_units_check CHECK ((old_units >= 1)),
  constraint corporate_action_option_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))),
  constraint corporate_action_option_pkey PRIMARY KEY (corporate_action_id, number),
  constraint corporate_action_option_price_check CHECK (((price > (0)::numeric) AND (price <> 'NaN'::numeric))),
  constraint corporate_action_option_price_per_100_check CHECK (((price_per_100 > (0)::numeric) AND (price_per_100 <> 'NaN'::numeric))),
  constraint corporate_action_option_type_check CHECK ((type = ANY (ARRAY['CASH'::text, 'SECU'::text, 'CASE'::text, 'EXER'::text, 'SLLE'::text, 'LAPS'::text, 'NOAC'::text, 'OVER'::text])))
);
CREATE UNIQUE INDEX corporate_action_has_one_default ON corporate_action_option USING btree (corporate_action_id) WHERE is_default;
CREATE TRIGGER corporate_action_option_deletes_are_hashed AFTER DELETE ON corporate_action_option REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('corporate_action_id,number');
CREATE TRIGGER corporate_action_option_inserts_are_hashed AFTER INSERT ON corporate_action_option REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('corporate_action_id,number');
CREATE TRIGGER corporate_action_option_updates_are_hashed AFTER UPDATE ON corporate_action_option REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('corporate_action_id,number');

create table custodian (
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  active boolean not null,
  participant_code text,
  party_id text,
  settles text not null,
  settlement_account text,
  email text,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint custodian_name_key UNIQUE (name),
  constraint custodian_pkey PRIMARY KEY (id),
  constraint custodian_settles_check CHECK ((settles = ANY (ARRAY['OWN'::text, 'CUSTODIAN'::text])))
);
CREATE TRIGGER custodian_deletes_are_hashed AFTER DELETE ON custodian REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER custodian_inserts_are_hashed AFTER INSERT ON custodian REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER custodian_updates_are_hashed AFTER UPDATE ON custodian REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table custodian_settlement (
  id bigint not null,
  name text not null,
  label text not null,
  office_id bigint not null,
  custodian_id bigint not null,
  currency text not null,
  direction text not null,
  amount_minor bigint not null,
  reference text,
  status text not null,
  settled_on date,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  reversed_by text,
  reversed_at timestamp with time zone,
  reversal_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint custodian_settlement_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint custodian_settlement_custodian_id_fkey FOREIGN KEY (custodian_id) REFERENCES custodian(id),
  constraint custodian_settlement_direction_check CHECK ((direction = ANY (ARRAY['RECEIPT'::text, 'PAYMENT'::text]))),
  constraint custodian_settlement_has_its_state CHECK ((((status = ANY (ARRAY['POSTED'::text, 'REVERSED'::text])) = (settled_on IS NOT NULL)) AND ((status = 'PENDING'::text) = (decided_by IS NULL)) AND ((status = 'REVERSED'::text) = (reversed_by IS NOT NULL)))),
  constraint custodian_settlement_name_key UNIQUE (name),
  constraint custodian_settlement_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint custodian_settlement_pkey PRIMARY KEY (id),
  constraint custodian_settlement_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'POSTED'::text, 'REJECTED'::text, 'REVERSED'::text])))
);
CREATE INDEX custodian_settlement_by_custodian ON custodian_settlement USING btree (custodian_id, id);
CREATE TRIGGER custodian_settlement_deletes_are_hashed AFTER DELETE ON custodian_settlement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER custodian_settlement_inserts_are_hashed AFTER INSERT ON custodian_settlement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER custodian_settlement_is_audited AFTER UPDATE ON custodian_settlement FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER custodian_settlement_updates_are_hashed AFTER UPDATE ON custodian_settlement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table custodian_settlement_note (
  settlement_id bigint not null,
  contract_note_id bigint not null,
  owed_minor bigint not null,
  journal_id bigint,
  reversal_journal_id bigint,
  constraint custodian_settlement_note_contract_note_id_fkey FOREIGN KEY (contract_note_id) REFERENCES contract_note(id),
  constraint custodian_settlement_note_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journal(id),
  constraint custodian_settlement_note_pkey PRIMARY KEY (settlement_id, contract_note_id),
  constraint custodian_settlement_note_reversal_journal_id_fkey FOREIGN KEY (reversal_journal_id) REFERENCES journal(id),
  constraint custodian_settlement_note_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES custodian_settlement(id)
);
CREATE INDEX custodian_settlement_note_by_note ON custodian_settlement_note USING btree (contract_note_id);
CREATE TRIGGER custodian_settlement_note_deletes_are_hashed AFTER DELETE ON custodian_settlement_note REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('settlement_id,contract_note_id');
CREATE TRIGGER custodian_settlement_note_inserts_are_hashed AFTER INSERT ON custodian_settlement_note REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('settlement_id,contract_note_id');
CREATE TRIGGER custodian_settlement_note_updates_are_hashed AFTER UPDATE ON custodian_settlement_note REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('settlement_id,contract_note_id');

create table customer (
  id bigint not null,
  name text not null,
  label text not null,
  office_id bigint not null,
  group_id bigint not null,
  customer_type text not null default 'REGULAR'::text,
  partner_type text not null default 'INDIVIDUAL'::text,
  payer_class text,
  tax_year_start smallint,
  channel text,
  status text not null,
  workflow_status text not null,
  title text,
  first_name text,
  middle_name text,
  last_name text,
  sex text,
  birth_date date,
  cell_phone text,
  email_address text,
  email_key text,
  bvn_code text,
  portal_user_name text,
  portal_password_hash text,
  account_opened date not null,
  details jsonb not null default '{}'::jsonb,
  version bigint not null default 1,
  creator_kind text not null default 'system'::text,
  creator_id bigint not null default 0,
  approved_by text,
  approved_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  bvn_index text,
  identification_index text,
  decision_reason text,
  constraint customer_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_group(id),
  constraint customer_name_key UNIQUE (name),
  constraint customer_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint customer_payer_class_known CHECK ((payer_class = ANY (ARRAY['INDIVIDUAL'::text, 'ORGANIZATION'::text, 'SMALL_COMPANY'::text, 'PENSION_FUND'::text, 'REIT'::text, 'COLLECTIVE_SCHEME'::text, 'GOVERNMENT'::text, 'CHARITY'::text, 'NON_RESIDENT'::text]))),
  constraint customer_pkey PRIMARY KEY (id),
  constraint customer_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text, 'SUSPENDED'::text, 'CLOSED'::text]))),
  constraint customer_tax_year_start_check CHECK (((tax_year_start >= 1) AND (tax_year_start <= 12))),
  constraint customer_workflow_status_check CHECK ((workflow_status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text])))
);
CREATE UNIQUE INDEX customer_by_bvn ON customer USING btree (bvn_index);
CREATE INDEX customer_by_email ON customer USING btree (email_key);
CREATE INDEX customer_by_identification ON customer USING btree (identification_index);
CREATE INDEX customer_by_name_and_birth ON customer USING btree (birth_date, lower(last_name), lower(first_name));
CREATE INDEX customer_by_office ON customer USING btree (office_id, id);
CREATE UNIQUE INDEX customer_by_portal_user ON customer USING btree (lower(portal_user_name));
CREATE TRIGGER customer_deletes_are_hashed AFTER DELETE ON customer REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER customer_inserts_are_hashed AFTER INSERT ON customer REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER customer_is_audited AFTER UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION note_change('approved_at,approved_by,customer_type,group_id,partner_type,payer_class,status,tax_year_start,workflow_status');
CREATE TRIGGER customer_updates_are_hashed AFTER UPDATE ON customer REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table customer_agent (
  customer_id bigint not null,
  agent_id bigint not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint customer_agent_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id),
  constraint customer_agent_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_agent_pkey PRIMARY KEY (customer_id)
);
CREATE INDEX customer_agent_by_agent ON customer_agent USING btree (agent_id);
CREATE TRIGGER customer_agent_deletes_are_hashed AFTER DELETE ON customer_agent REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('customer_id');
CREATE TRIGGER customer_agent_inserts_are_hashed AFTER INSERT ON customer_agent REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('customer_id');
CREATE TRIGGER customer_agent_updates_are_hashed AFTER UPDATE ON customer_agent REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('customer_id');

create table customer_group (
  id bigint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  label text not null,
  active boolean not null default true,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint customer_group_name_key UNIQUE (name),
  constraint customer_group_pkey PRIMARY KEY (id)
);
CREATE TRIGGER customer_group_deletes_are_hashed AFTER DELETE ON customer_group REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER customer_group_inserts_are_hashed AFTER INSERT ON customer_group REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER customer_group_updates_are_hashed AFTER UPDATE ON customer_group REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table customer_match_key (
  customer_id bigint not null,
  kind text not null,
  key text not null,
  constraint customer_match_key_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_match_key_kind_known CHECK ((kind = ANY (ARRAY['PHONE'::text, 'EMAIL'::text, 'FOLDED_EMAIL'::text]))),
  constraint customer_match_key_pkey PRIMARY KEY (customer_id, kind, key)
);
CREATE INDEX customer_match_key_by_key ON customer_match_key USING btree (kind, key);

create table customer_picture (
  id bigint not null,
  customer_id bigint not null,
  file_name text not null,
  mime_type text not null,
  file_size bigint not null,
  sha256 text not null,
  scan_status text not null,
  scan_result text,
  scanned_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null,
  replaced_by text,
  replaced_at timestamp with time zone,
  constraint customer_picture_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_picture_file_size_check CHECK ((file_size > 0)),
  constraint customer_picture_mime_type_known CHECK ((mime_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint customer_picture_pkey PRIMARY KEY (id),
  constraint customer_picture_replaced_whole CHECK (((replaced_by IS NULL) = (replaced_at IS NULL))),
  constraint customer_picture_scan_status_known CHECK ((scan_status = ANY (ARRAY['NOT_SCANNED'::text, 'QUARANTINED'::text, 'CLEAN'::text, 'INFECTED'::text]))),
  constraint customer_picture_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX customer_picture_by_content ON customer_picture USING btree (sha256);
CREATE INDEX customer_picture_by_customer ON customer_picture USING btree (customer_id, id);
CREATE UNIQUE INDEX customer_picture_current ON customer_picture USING btree (customer_id) WHERE (replaced_at IS NULL);
CREATE TRIGGER customer_picture_deletes_are_hashed AFTER DELETE ON customer_picture REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER customer_picture_inserts_are_hashed AFTER INSERT ON customer_picture REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER customer_picture_updates_are_hashed AFTER UPDATE ON customer_picture REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table data_key (
  purpose text not null,
  version integer not null,
  proof text not null,
  seals_from timestamp with time zone not null,
  replaced_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint data_key_pkey PRIMARY KEY (purpose, version),
  constraint data_key_purpose_known CHECK ((purpose = ANY (ARRAY['SEAL'::text, 'INDEX'::text]))),
  constraint data_key_version_check CHECK ((version > 0))
);
CREATE TRIGGER data_key_deletes_are_hashed AFTER DELETE ON data_key REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('purpose,version');
CREATE TRIGGER data_key_inserts_are_hashed AFTER INSERT ON data_key REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('purpose,version');
CREATE TRIGGER data_key_updates_are_hashed AFTER UPDATE ON data_key REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('purpose,version');

create table data_sealing (
  name text not null,
  done_at timestamp with time zone not null,
  constraint data_sealing_pkey PRIMARY KEY (name)
);

create table demo_inbox (
  id bigint not null generated always as identity,
  channel text not null,
  from_address text not null,
  to_address text not null,
  subject text,
  body text not null,
  html text,
  reference text not null,
  copies integer not null default 1,
  files jsonb not null default '[]'::jsonb,
  received_at timestamp with time zone not null,
  constraint demo_inbox_channel_known CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WHATSAPP'::text]))),
  constraint demo_inbox_once UNIQUE (channel, reference),
  constraint demo_inbox_pkey PRIMARY KEY (id)
);
CREATE INDEX demo_inbox_by_address ON demo_inbox USING btree (to_address, id);

create table demo_step (
  name text not null,
  filled_at timestamp with time zone not null,
  constraint demo_step_pkey PRIMARY KEY (name)
);

create table discounted_accrual (
  instrument_id bigint not null,
  accrual_day date not null,
  amount_minor bigint not null,
  accrued_minor bigint not null,
  batch_id bigint not null,
  constraint discounted_accrual_pkey PRIMARY KEY (instrument_id, accrual_day)
);
CREATE TRIGGER discounted_accrual_deletes_are_hashed AFTER DELETE ON discounted_accrual REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,accrual_day');
CREATE TRIGGER discounted_accrual_inserts_are_hashed AFTER INSERT ON discounted_accrual REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,accrual_day');
CREATE TRIGGER discounted_accrual_is_append_only BEFORE DELETE OR UPDATE ON discounted_accrual FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER discounted_accrual_is_never_emptied BEFORE TRUNCATE ON discounted_accrual FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER discounted_accrual_updates_are_hashed AFTER UPDATE ON discounted_accrual REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,accrual_day');

create table discounted_change (
  id bigint not null generated always as identity,
  instrument_id bigint not null,
  kind text not null,
  effective_date date not null,
  booked_date date not null,
  face_minor bigint not null,
  face_after_minor bigint not null,
  cost_minor bigint not null,
  rate numeric,
  amount_minor bigint not null,
  book_value_minor bigint not null,
  earned_minor bigint not null,
  released_minor bigint not null,
  tax_minor bigint not null,
  journal_id bigint not null,
  description text,
  created_by text not null,
  created_at timestamp with time zone not null,
  rolled_minor bigint not null default 0,
  constraint discounted_change_face_after_minor_check CHECK ((face_after_minor >= 0)),
  constraint discounted_change_face_minor_check CHECK ((face_minor > 0)),
  constraint discounted_change_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES discounted_instrument(id),
  constraint discounted_change_kind_check CHECK ((kind = ANY (ARRAY['PLACEMENT'::text, 'PART_TERMINATION'::text, 'TERMINATION'::text, 'MATURITY'::text]))),
  constraint discounted_change_pkey PRIMARY KEY (id),
  constraint discounted_change_rate_check CHECK ((rate <> 'NaN'::numeric)),
  constraint discounted_change_rolled_minor_check CHECK ((rolled_minor >= 0))
);
CREATE INDEX discounted_change_by_instrument ON discounted_change USING btree (instrument_id, id);
CREATE UNIQUE INDEX discounted_instrument_begins_once ON discounted_change USING btree (instrument_id) WHERE (kind = 'PLACEMENT'::text);
CREATE UNIQUE INDEX discounted_instrument_ends_once ON discounted_change USING btree (instrument_id) WHERE (kind = ANY (ARRAY['TERMINATION'::text, 'MATURITY'::text]));
CREATE TRIGGER discounted_change_deletes_are_hashed AFTER DELETE ON discounted_change REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER discounted_change_inserts_are_hashed AFTER INSERT ON discounted_change REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER discounted_change_is_append_only BEFORE DELETE OR UPDATE ON discounted_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER discounted_change_is_never_emptied BEFORE TRUNCATE ON discounted_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER discounted_change_updates_are_hashed AFTER UPDATE ON discounted_change REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table discounted_instrument (
  id bigint not null,
  kind text not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  office_id bigint not null,
  customer_id bigint not null,
  type_id bigint not null,
  type_version bigint not null,
  currency text not null,
  init_account_id bigint not null,
  termination_account_id bigint not null,
  portfolio_name text,
  face_value_minor bigint not null,
  cost_minor bigint not null,
  tenure integer not null,
  rate numeric not null,
  rate_negotiated boolean not null,
  discount_rate numeric not null,
  price numeric not null,
  day_count text not null,
  tax_class text,
  requested_start date,
  start_date date not null,
  maturity_date date not null,
  payment_date date not null,
  status text not null,
  termination_reason text,
  termination_date date,
  accrued_to date not null,
  accrued_minor bigint not null default 0,
  paid_gross_minor bigint,
  paid_tax_minor bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  auto_rollover boolean not null default false,
  rollover_rule text not null default 'NONE'::text,
  rollover_amount_minor bigint,
  parent_id bigint,
  not_rolled_over_reason text,
  constraint discounted_instrument_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint discounted_instrument_costs_at_most_its_face CHECK ((cost_minor <= face_value_minor)),
  constraint discounted_instrument_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint discounted_instrument_discount_rate_check CHECK (((discount_rate <> 'NaN'::numeric) AND (discount_rate >= (0)::numeric))),
  constraint discounted_instrument_ends_with_a_reason CHECK (((status = 'TERMINATED'::text) = (termination_reason IS NOT NULL))),
  constraint discounted_instrument_face_value_minor_check CHECK ((face_value_minor > 0)),
  constraint discounted_instrument_init_account_id_fkey FOREIGN KEY (init_account_id) REFERENCES account(id),
  constraint discounted_instrument_name_key UNIQUE (name),
  constraint discounted_instrument_not_rolled_over_reason_check CHECK ((not_rolled_over_reason = ANY (ARRAY['TYPE_NOT_OFFERED'::text, 'NO_OPEN_ISSUE'::text, 'NO_PRICE'::text, 'BELOW_DENOMINATION'::text]))),
  constraint discounted_instrument_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint discounted_instrument_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES discounted_instrument(id),
  constraint discounted_instrument_pkey PRIMARY KEY (id),
  constraint discounted_instrument_price_check CHECK (((price <> 'NaN'::numeric) AND (price > (0)::numeric))),
  constraint discounted_instrument_rate_check CHECK (((rate <> 'NaN'::numeric) AND (rate >= (0)::numeric))),
  constraint discounted_instrument_rollover_amount_minor_check CHECK ((rollover_amount_minor > 0)),
  constraint discounted_instrument_rollover_rule_check CHECK ((rollover_rule = ANY (ARRAY['NONE'::text, 'PRINCIPAL_ONLY'::text, 'PRINCIPAL_AND_NET_INTEREST'::text, 'PRINCIPAL_AND_GROSS_INTEREST'::text, 'NET_INTEREST_ONLY'::text, 'SPECIAL_AMOUNT'::text]))),
  constraint discounted_instrument_rolls_over_once UNIQUE (parent_id),
  constraint discounted_instrument_special_rollover_has_an_amount CHECK (((rollover_rule <> 'SPECIAL_AMOUNT'::text) OR (rollover_amount_minor IS NOT NULL))),
  constraint discounted_instrument_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'TERMINATED'::text]))),
  constraint discounted_instrument_tenure_check CHECK ((tenure > 0)),
  constraint discounted_instrument_termination_account_id_fkey FOREIGN KEY (termination_account_id) REFERENCES account(id),
  constraint discounted_instrument_termination_reason_check CHECK ((termination_reason = ANY (ARRAY['MATURED'::text, 'ROLLED_OVER'::text, 'PRELIQUIDATED'::text, 'CANCELLED'::text]))),
  constraint discounted_instrument_that_did_not_roll_over_matured CHECK (((not_rolled_over_reason IS NULL) OR (termination_reason = 'MATURED'::text))),
  constraint discounted_instrument_type_id_fkey FOREIGN KEY (type_id) REFERENCES discounted_instrument_type(id)
) with (fillfactor=45);
CREATE INDEX discounted_instrument_by_customer ON discounted_instrument USING btree (customer_id, id);
CREATE INDEX discounted_instrument_by_payment ON discounted_instrument USING btree (payment_date, id) WHERE (status = 'RUNNING'::text);
CREATE INDEX discounted_instrument_by_type ON discounted_instrument USING btree (type_id);
CREATE INDEX discounted_instrument_in_time ON discounted_instrument USING btree (customer_id, created_at, id);
CREATE INDEX discounted_instrument_running ON discounted_instrument USING btree (id) WHERE (status = 'RUNNING'::text);
CREATE TRIGGER discounted_instrument_deletes_are_hashed AFTER DELETE ON discounted_instrument REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER discounted_instrument_inserts_are_hashed AFTER INSERT ON discounted_instrument REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER discounted_instrument_is_audited AFTER UPDATE OF modified_by ON discounted_instrument FOR EACH ROW WHEN ((new.modified_by <> 'system'::text)) EXECUTE FUNCTION note_change('*');
CREATE TRIGGER discounted_instrument_updates_are_hashed AFTER UPDATE ON discounted_instrument REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table discounted_instrument_type (
  id bigint not null,
  kind text not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  label text not null,
  active boolean not null default true,
  currency text not null,
  amount_least_minor bigint not null,
  amount_most_minor bigint,
  amount_multiple_minor bigint not null default 1,
  quotation text not null,
  rate numeric,
  rate_least numeric,
  rate_most numeric,
  termination_rate_least numeric not null,
  termination_rate_most numeric not null,
  day_count text not null,
  price_decimals smallint,
  price_rounding text not null default 'HALF_UP'::text,
  tax_class text,
  allowed_tenures integer[],
  default_tenure integer,
  auction_date date,
  settlement_date date,
  maturity_date date,
  holiday_convention text not null,
  exchange_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint discounted_instrument_type_amount_least_minor_check CHECK ((amount_least_minor > 0)),
  constraint discounted_instrument_type_amount_multiple_minor_check CHECK ((amount_multiple_minor > 0)),
  constraint discounted_instrument_type_check CHECK ((amount_most_minor >= amount_least_minor)),
  constraint discounted_instrument_type_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint discounted_instrument_type_day_count_check CHECK ((day_count = ANY (ARRAY['ACT_365F'::text, 'ACT_360'::text, 'ACT_364'::text, 'ACT_366_LEAP'::text]))),
  constraint discounted_instrument_type_default_tenure_check CHECK ((default_tenure > 0)),
  constraint discounted_instrument_type_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint discounted_instrument_type_has_a_rate CHECK (((kind = 'TREASURY_BILL'::text) OR (rate IS NOT NULL))),
  constraint discounted_instrument_type_has_tenures CHECK (((kind = 'DISCOUNTED_INSTRUMENT'::text) = (default_tenure IS NOT NULL))),
  constraint discounted_instrument_type_holiday_convention_check CHECK ((holiday_convention = ANY (ARRAY['NONE'::text, 'FOLLOWING'::text, 'MODIFIED_FOLLOWING'::text, 'PRECEDING'::text]))),
  constraint discounted_instrument_type_kind_check CHECK ((kind = ANY (ARRAY['DISCOUNTED_INSTRUMENT'::text, 'TREASURY_BILL'::text]))),
  constraint discounted_instrument_type_pkey PRIMARY KEY (id),
  constraint discounted_instrument_type_price_decimals_check CHECK (((price_decimals >= 0) AND (price_decimals <= 12))),
  constraint discounted_instrument_type_price_rounding_check CHECK ((price_rounding = ANY (ARRAY['HALF_UP'::text, 'HALF_EVEN'::text, 'HALF_DOWN'::text, 'UP'::text, 'DOWN'::text, 'CEILING'::text, 'FLOOR'::text]))),
  constraint discounted_instrument_type_quotation_check CHECK ((quotation = ANY (ARRAY['DISCOUNT_RATE'::text, 'TRUE_YIELD'::text]))),
  constraint discounted_instrument_type_rate_check CHECK (((rate <> 'NaN'::numeric) AND (rate >= (0)::numeric))),
  constraint discounted_instrument_type_rate_least_check CHECK (((rate_least <> 'NaN'::numeric) AND (rate_least >= (0)::numeric))),
  constraint discounted_instrument_type_rate_most_check CHECK ((rate_most <> 'NaN'::numeric)),
  constraint discounted_instrument_type_termination_rate_least_check CHECK (((termination_rate_least <> 'NaN'::numeric) AND (termination_rate_least >= (0)::numeric))),
  constraint discounted_instrument_type_termination_rate_most_check CHECK ((termination_rate_most <> 'NaN'::numeric)),
  constraint treasury_bill_issue_dates_in_order CHECK (((auction_date <= settlement_date) AND (settlement_date < maturity_date))),
  constraint treasury_bill_issue_has_dates CHECK (((kind = 'TREASURY_BILL'::text) = ((auction_date IS NOT NULL) AND (settlement_date IS NOT NULL) AND (maturity_date IS NOT NULL))))
);
CREATE UNIQUE INDEX discounted_instrument_type_by_name ON discounted_instrument_type USING btree (upper(name));
CREATE TRIGGER discounted_instrument_type_deletes_are_hashed AFTER DELETE ON discounted_instrument_type REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER discounted_instrument_type_inserts_are_hashed AFTER INSERT ON discounted_instrument_type REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER discounted_instrument_type_updates_are_hashed AFTER UPDATE ON discounted_instrument_type REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table election (
  id bigint not null,
  corporate_action_id bigint not null,
  option_number smallint not null,
  portfolio_id bigint not null,
  customer_id bigint not null,
  office_id bigint not null,
  state text not null,
  quantity bigint not null,
  additional_quantity bigint not null default 0,
  held_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  currency text not null,
  allotted_quantity bigint,
  refunded_minor bigint not null default 0,
  journal_id bigint,
  allotment_journal_id bigint,
  reversal_journal_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  elected_quantity bigint not null,
  new_units bigint not null default 0,
  new_security_id bigint,
  pending_units bigint not null default 0,
  delivered_on date,
  deliveries integer not null default 0,
  cash_account_id bigint,
  instructed_at timestamp with time zone,
  is_default_lapse boolean not null default false,
  constraint election_additional_quantity_check CHECK ((additional_quantity >= 0)),
  constraint election_allotted_quantity_check CHECK ((allotted_quantity >= 0)),
  constraint election_cash_account_id_fkey FOREIGN KEY (cash_account_id) REFERENCES account(id),
  constraint election_check CHECK (((elected_quantity + additional_quantity) > 0)),
  constraint election_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint election_corporate_action_id_option_number_fkey FOREIGN KEY (corporate_action_id, option_number) REFERENCES corporate_action_option(corporate_action_id, number),
  constraint election_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint election_new_security_id_fkey FOREIGN KEY (new_security_id) REFERENCES security(id),
  constraint election_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint election_pkey PRIMARY KEY (id),
  constraint election_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint election_quantity_check CHECK ((quantity >= 0)),
  constraint election_state_check CHECK ((state = ANY (ARRAY['SUBMITTED'::text, 'CANCELLED'::text, 'INSTRUCTED'::text, 'SETTLED'::text, 'PART_SETTLED'::text, 'LAPSED'::text])))
);
CREATE INDEX election_by_customer ON election USING btree (customer_id, id);
CREATE INDEX election_by_event ON election USING btree (corporate_action_id, id);
CREATE UNIQUE INDEX election_in_force ON election USING btree (corporate_action_id, portfolio_id, option_number) WHERE (state = 'SUBMITTED'::text);
CREATE INDEX election_pending ON election USING btree (corporate_action_id, id) WHERE (pending_units <> 0);
CREATE INDEX election_waiting ON election USING btree (id) WHERE (state = ANY (ARRAY['SUBMITTED'::text, 'INSTRUCTED'::text]));
CREATE TRIGGER election_deletes_are_hashed AFTER DELETE ON election REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER election_inserts_are_hashed AFTER INSERT ON election REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER election_updates_are_hashed AFTER UPDATE ON election REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table election_allotment (
  id bigint not null,
  corporate_action_id bigint not null,
  label text not null,
  state text not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  creator_kind text not null,
  creator_id bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint election_allotment_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint election_allotment_pkey PRIMARY KEY (id),
  constraint election_allotment_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text])))
);
CREATE INDEX election_allotment_by_event ON election_allotment USING btree (corporate_action_id, id);
CREATE INDEX election_allotment_pending ON election_allotment USING btree (id) WHERE (state = 'PENDING'::text);
CREATE TRIGGER election_allotment_deletes_are_hashed AFTER DELETE ON election_allotment REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER election_allotment_inserts_are_hashed AFTER INSERT ON election_allotment REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER election_allotment_updates_are_hashed AFTER UPDATE ON election_allotment REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table election_allotment_row (
  allotment_id bigint not null,
  election_id bigint not null,
  quantity bigint not null,
  constraint election_allotment_row_allotment_id_fkey FOREIGN KEY (allotment_id) REFERENCES election_allotment(id),
  constraint election_allotment_row_election_id_fkey FOREIGN KEY (election_id) REFERENCES election(id),
  constraint election_allotment_row_pkey PRIMARY KEY (allotment_id, election_id),
  constraint election_allotment_row_quantity_check CHECK ((quantity >= 0))
);
CREATE TRIGGER election_allotment_row_deletes_are_hashed AFTER DELETE ON election_allotment_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('allotment_id,election_id');
CREATE TRIGGER election_allotment_row_inserts_are_hashed AFTER INSERT ON election_allotment_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('allotment_id,election_id');
CREATE TRIGGER election_allotment_row_updates_are_hashed AFTER UPDATE ON election_allotment_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('allotment_id,election_id');

create table election_reminder (
  id bigint not null generated always as identity,
  corporate_action_id bigint not null,
  portfolio_id bigint not null,
  customer_id bigint not null,
  office_id bigint not null,
  quantity bigint not null,
  deadline timestamp with time zone not null,
  business_days_left smallint not null,
  reminded_on date not null,
  constraint election_is_reminded_once UNIQUE (corporate_action_id, portfolio_id, deadline, business_days_left),
  constraint election_reminder_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint election_reminder_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint election_reminder_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint election_reminder_pkey PRIMARY KEY (id),
  constraint election_reminder_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint election_reminder_quantity_check CHECK ((quantity > 0))
);
CREATE TRIGGER election_reminder_deletes_are_hashed AFTER DELETE ON election_reminder REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER election_reminder_inserts_are_hashed AFTER INSERT ON election_reminder REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER election_reminder_updates_are_hashed AFTER UPDATE ON election_reminder REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table end_of_day (
  closing_date date not null,
  next_date date not null,
  run_id bigint not null,
  fence integer not null default 1,
  started_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  constraint end_of_day_pkey PRIMARY KEY (closing_date),
  constraint end_of_day_run_id_fkey FOREIGN KEY (run_id) REFERENCES end_of_day_run(id)
);
CREATE INDEX end_of_day_by_run ON end_of_day USING btree (run_id, closing_date);
CREATE TRIGGER end_of_day_deletes_are_hashed AFTER DELETE ON end_of_day REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date');
CREATE TRIGGER end_of_day_inserts_are_hashed AFTER INSERT ON end_of_day REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date');
CREATE TRIGGER end_of_day_updates_are_hashed AFTER UPDATE ON end_of_day REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date');

create table end_of_day_run (
  id bigint not null generated always as identity,
  until_date date not null,
  state text not null,
  job_id bigint,
  asked_by text not null,
  request_id text not null,
  error text,
  created_at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint end_of_day_run_ends_at_a_time CHECK (((state = ANY (ARRAY['DONE'::text, 'FAILED'::text])) = (finished_at IS NOT NULL))),
  constraint end_of_day_run_fails_with_a_reason CHECK (((state = 'FAILED'::text) = (error IS NOT NULL))),
  constraint end_of_day_run_pkey PRIMARY KEY (id),
  constraint end_of_day_run_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text])))
);
CREATE UNIQUE INDEX end_of_day_run_is_alone ON end_of_day_run USING btree ((true)) WHERE (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));
CREATE TRIGGER end_of_day_run_deletes_are_hashed AFTER DELETE ON end_of_day_run REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER end_of_day_run_inserts_are_hashed AFTER INSERT ON end_of_day_run REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER end_of_day_run_updates_are_hashed AFTER UPDATE ON end_of_day_run REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table end_of_day_step (
  closing_date date not null,
  step text not null,
  position integer not null,
  state text not null default 'PENDING'::text,
  records bigint not null default 0,
  expected_records bigint,
  begun_records bigint not null default 0,
  error text,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint end_of_day_step_closing_date_fkey FOREIGN KEY (closing_date) REFERENCES end_of_day(closing_date),
  constraint end_of_day_step_pkey PRIMARY KEY (closing_date, step),
  constraint end_of_day_step_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text])))
) with (fillfactor=50);
CREATE TRIGGER end_of_day_step_deletes_are_hashed AFTER DELETE ON end_of_day_step REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date,step');
CREATE TRIGGER end_of_day_step_inserts_are_hashed AFTER INSERT ON end_of_day_step REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date,step');
CREATE TRIGGER end_of_day_step_updates_are_hashed AFTER UPDATE ON end_of_day_step REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('closing_date,step');

create table entitlement (
  id bigint not null,
  corporate_action_id bigint not null,
  option_number smallint not null,
  portfolio_id bigint not null,
  revision integer not null,
  customer_id bigint not null,
  office_id bigint not null,
  state text not null,
  terms_version integer not null,
  eligible_quantity bigint not null,
  cost_before_minor bigint not null default 0,
  currency text not null,
  gross_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  withheld_minor bigint not null default 0,
  tax_reclaim_minor bigint not null default 0,
  net_minor bigint not null default 0,
  new_units bigint not null default 0,
  new_security_id bigint,
  fraction numeric not null default 0,
  cash_in_lieu_minor bigint not null default 0,
  old_units bigint not null default 0,
  cost_moved_minor bigint not null default 0,
  gain_minor bigint not null default 0,
  route text not null,
  paid_on date,
  paid_minor bigint not null default 0,
  journal_id bigint,
  moved_at timestamp with time zone,
  delivered_on date,
  reason text,
  recorded_at timestamp with time zone not null,
  reinvested_minor bigint not null default 0,
  paid_tax_minor bigint not null default 0,
  advanced boolean not null default false,
  reversed_on date,
  reversal_journal_id bigint,
  principal_minor bigint not null default 0,
  cost_out_minor bigint not null default 0,
  fraction_cost_minor bigint not null default 0,
  effective_date date,
  pending_units bigint not null default 0,
  counted_from date,
  state_times timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  states_before text[] not null default '{}'::text[],
  changed_at timestamp with time zone generated always as (state_times[cardinality(state_times)]) stored,
  constraint entitlement_changed_from_states CHECK ((cardinality(state_times) = cardinality(states_before))),
  constraint entitlement_corporate_action_id_option_number_fkey FOREIGN KEY (corporate_action_id, option_number) REFERENCES corporate_action_option(corporate_action_id, number),
  constraint entitlement_corporate_action_id_portfolio_id_option_number__key UNIQUE (corporate_action_id, portfolio_id, option_number, revision),
  constraint entitlement_gross_minor_check CHECK ((gross_minor >= 0)),
  constraint entitlement_new_security_id_fkey FOREIGN KEY (new_security_id) REFERENCES security(id),
  constraint entitlement_pkey PRIMARY KEY (id),
  constraint entitlement_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint entitlement_revision_check CHECK ((revision > 0)),
  constraint entitlement_route_check CHECK ((route = ANY (ARRAY['DIRECT'::text, 'FIRM'::text]))),
  constraint entitlement_state_check CHECK ((state = ANY (ARRAY['PROVISIONAL'::text, 'DUE'::text, 'PAID'::text, 'CLAIM'::text, 'SUPERSEDED'::text, 'CANCELLED'::text, 'NOTHING_DUE'::text, 'DEFAULTED'::text])))
);
CREATE INDEX entitlement_by_change ON entitlement USING btree (changed_at) WHERE (changed_at IS NOT NULL);
CREATE INDEX entitlement_by_customer ON entitlement USING btree (customer_id, id);
CREATE INDEX entitlement_by_portfolio ON entitlement USING btree (portfolio_id, id);
CREATE INDEX entitlement_by_recording ON entitlement USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX entitlement_due ON entitlement USING btree (corporate_action_id, id) WHERE (state = 'DUE'::text);
CREATE UNIQUE INDEX entitlement_in_force ON entitlement USING btree (corporate_action_id, portfolio_id, option_number) WHERE (state <> ALL (ARRAY['SUPERSEDED'::text, 'CANCELLED'::text]));
CREATE INDEX entitlement_paid ON entitlement USING btree (customer_id, paid_on) WHERE (paid_on IS NOT NULL);
CREATE INDEX entitlement_pending ON entitlement USING btree (corporate_action_id, id) WHERE ((pending_units <> 0) AND (moved_at IS NOT NULL) AND (state <> ALL (ARRAY['SUPERSEDED'::text, 'CANCELLED'::text])));
CREATE INDEX entitlement_to_move ON entitlement USING btree (corporate_action_id, id) WHERE ((moved_at IS NULL) AND (effective_date IS NOT NULL) AND (state <> ALL (ARRAY['SUPERSEDED'::text, 'CANCELLED'::text])));
CREATE INDEX entitlement_to_take_back ON entitlement USING btree (corporate_action_id, portfolio_id, option_number) WHERE ((state <> ALL (ARRAY['DUE'::text, 'PAID'::text])) AND ((paid_minor <> 0) OR (paid_tax_minor <> 0)));
CREATE TRIGGER entitlement_deletes_are_hashed AFTER DELETE ON entitlement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER entitlement_inserts_are_hashed AFTER INSERT ON entitlement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER entitlement_updates_are_hashed AFTER UPDATE ON entitlement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table event_delivery (
  id bigint not null,
  corporate_action_id bigint not null,
  delivery_date date not null,
  state text not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  version bigint not null default 1,
  creator_kind text not null,
  creator_id bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint event_delivery_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint event_delivery_pkey PRIMARY KEY (id),
  constraint event_delivery_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'DELIVERED'::text])))
);
CREATE INDEX event_delivery_by_event ON event_delivery USING btree (corporate_action_id, id);
CREATE UNIQUE INDEX event_delivery_is_decided_first ON event_delivery USING btree (corporate_action_id) WHERE (state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text]));
CREATE TRIGGER event_delivery_deletes_are_hashed AFTER DELETE ON event_delivery REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER event_delivery_inserts_are_hashed AFTER INSERT ON event_delivery REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER event_delivery_updates_are_hashed AFTER UPDATE ON event_delivery REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table event_funding (
  corporate_action_id bigint not null,
  office_id bigint not null,
  currency text not null,
  received_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  rounding_minor bigint not null default 0,
  advanced_minor bigint not null default 0,
  advance_limit_minor bigint not null default 0,
  underfunded_on date,
  constraint event_funding_advance_limit_minor_check CHECK ((advance_limit_minor >= 0)),
  constraint event_funding_advanced_minor_check CHECK ((advanced_minor >= 0)),
  constraint event_funding_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint event_funding_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint event_funding_pkey PRIMARY KEY (corporate_action_id, office_id, currency)
);
CREATE TRIGGER event_funding_deletes_are_hashed AFTER DELETE ON event_funding REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('corporate_action_id,office_id,currency');
CREATE TRIGGER event_funding_inserts_are_hashed AFTER INSERT ON event_funding REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('corporate_action_id,office_id,currency');
CREATE TRIGGER event_funding_updates_are_hashed AFTER UPDATE ON event_funding REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('corporate_action_id,office_id,currency');

create table event_position (
  position bigint not null,
  event_id bigint not null,
  constraint event_position_event_id_fkey FOREIGN KEY (event_id) REFERENCES outbox_event(id),
  constraint event_position_event_id_key UNIQUE (event_id),
  constraint event_position_pkey PRIMARY KEY ("position")
);

create table event_sequence (
  only_row boolean not null default true,
  settled_from xid8 not null default '0'::xid8,
  settled_to xid8 not null default '0'::xid8,
  last_id bigint not null default 0,
  last_position bigint not null default 0,
  constraint event_sequence_only_row_check CHECK (only_row),
  constraint event_sequence_pkey PRIMARY KEY (only_row)
);

create table event_settlement (
  id bigint not null,
  name text not null,
  corporate_action_id bigint not null,
  office_id bigint not null,
  bank_office_id bigint not null,
  direction text not null,
  amount_minor bigint not null,
  currency text not null,
  value_date date not null,
  reference text,
  state text not null,
  journal_id bigint,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  creator_kind text not null,
  creator_id bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint event_settlement_amount_minor_check CHECK ((amount_minor > 0)),
  constraint event_settlement_bank_office_id_fkey FOREIGN KEY (bank_office_id) REFERENCES business_office(id),
  constraint event_settlement_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint event_settlement_direction_check CHECK ((direction = ANY (ARRAY['RECEIPT'::text, 'PAYMENT'::text, 'ADVANCE'::text]))),
  constraint event_settlement_name_key UNIQUE (name),
  constraint event_settlement_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint event_settlement_pkey PRIMARY KEY (id),
  constraint event_settlement_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'POSTED'::text, 'REJECTED'::text])))
);
CREATE INDEX event_settlement_by_event ON event_settlement USING btree (corporate_action_id, id);
CREATE INDEX event_settlement_pending ON event_settlement USING btree (id) WHERE (state = 'PENDING'::text);
CREATE TRIGGER event_settlement_deletes_are_hashed AFTER DELETE ON event_settlement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER event_settlement_inserts_are_hashed AFTER INSERT ON event_settlement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER event_settlement_updates_are_hashed AFTER UPDATE ON event_settlement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table exchange (
  id bigint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  label text not null,
  active boolean not null default true,
  currency text not null,
  time_zone text not null,
  weekend smallint[] not null default '{6,7}'::smallint[],
  calendar_version uuid not null default gen_random_uuid(),
  created_by text not null default 'system'::text,
  created_at timestamp with time zone not null default now(),
  modified_by text not null default 'system'::text,
  modified_at timestamp with time zone not null default now(),
  rules_version uuid not null default gen_random_uuid(),
  constraint exchange_name_key UNIQUE (name),
  constraint exchange_pkey PRIMARY KEY (id)
);
CREATE TRIGGER exchange_deletes_are_hashed AFTER DELETE ON exchange REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER exchange_inserts_are_hashed AFTER INSERT ON exchange REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER exchange_updates_are_hashed AFTER UPDATE ON exchange REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table exchange_connection (
  session_name text not null,
  protocol_name text not null,
  state text not null,
  logged_on boolean not null generated always as ((state = 'LOGGED_ON'::text)) stored,
  host text not null,
  port integer not null,
  attempts integer not null,
  last_error text,
  since timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  asked_roll integer,
  constraint exchange_connection_pkey PRIMARY KEY (session_name),
  constraint exchange_connection_state_check CHECK ((state = ANY (ARRAY['CONNECTING'::text, 'REFUSED'::text, 'LOGGED_OUT_BY_OPERATOR'::text, 'OUTSIDE_HOURS'::text, 'LOGGED_ON'::text, 'STOPPED'::text])))
);

create table exchange_instruction (
  id bigint not null generated always as identity,
  exchange_id bigint not null,
  order_id bigint not null,
  entry_no smallint not null default 1,
  session_name text not null default 'unrouted'::text,
  kind text not null,
  cl_ord_id text not null,
  orig_cl_ord_id text,
  state text not null,
  quantity bigint,
  limit_price numeric,
  worst_price numeric,
  worst_accrued numeric,
  order_term_id bigint,
  order_end_date timestamp with time zone,
  expire_date date,
  trade_dates_max integer,
  told_quantity bigint,
  told_last_day date,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  do_not_adjust boolean,
  constraint exchange_instruction_exchange_id_cl_ord_id_key UNIQUE (exchange_id, cl_ord_id),
  constraint exchange_instruction_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint exchange_instruction_kind_check CHECK ((kind = ANY (ARRAY['NEW'::text, 'CANCEL'::text, 'REPLACE'::text, 'STATUS'::text]))),
  constraint exchange_instruction_limit_price_check CHECK (((limit_price > (0)::numeric) AND (limit_price <> 'NaN'::numeric))),
  constraint exchange_instruction_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint exchange_instruction_order_term_id_fkey FOREIGN KEY (order_term_id) REFERENCES order_term(id),
  constraint exchange_instruction_pkey PRIMARY KEY (id),
  constraint exchange_instruction_quantity_check CHECK ((quantity > 0)),
  constraint exchange_instruction_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'WITHHELD'::text, 'WITHDRAWN'::text]))),
  constraint exchange_instruction_trade_dates_max_check CHECK ((trade_dates_max > 0)),
  constraint exchange_instruction_worst_accrued_check CHECK (((worst_accrued >= (0)::numeric) AND (worst_accrued <> 'NaN'::numeric))),
  constraint exchange_instruction_worst_price_check CHECK (((worst_price > (0)::numeric) AND (worst_price <> 'NaN'::numeric))),
  constraint replacement_has_terms CHECK (((kind <> 'REPLACE'::text) OR ((quantity IS NOT NULL) AND (worst_price IS NOT NULL) AND (worst_accrued IS NOT NULL) AND (order_term_id IS NOT NULL) AND (expire_date IS NOT NULL) AND (trade_dates_max IS NOT NULL) AND (do_not_adjust IS NOT NULL))))
);
CREATE INDEX exchange_instruction_by_order ON exchange_instruction USING btree (order_id);
CREATE INDEX exchange_instruction_by_time ON exchange_instruction USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX exchange_instruction_queued ON exchange_instruction USING btree (session_name, id) WHERE (state = 'QUEUED'::text);
CREATE TRIGGER exchange_instruction_deletes_are_hashed AFTER DELETE ON exchange_instruction REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER exchange_instruction_inserts_are_hashed AFTER INSERT ON exchange_instruction REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER exchange_instruction_updates_are_hashed AFTER UPDATE ON exchange_instruction REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table exchange_order (
  order_id bigint not null,
  entry_no smallint not null,
  entered_on date not null,
  last_day date not null,
  quantity bigint not null,
  quantity_filled bigint not null default 0,
  cum_quantity bigint,
  fix_order_status text not null,
  ended_at timestamp with time zone,
  awaits_reentry boolean not null default false,
  held_back_on date,
  constraint exchange_order_check CHECK ((last_day >= entered_on)),
  constraint exchange_order_entry_no_check CHECK ((entry_no > 0)),
  constraint exchange_order_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint exchange_order_pkey PRIMARY KEY (order_id, entry_no),
  constraint exchange_order_quantity_check CHECK ((quantity > 0))
);
CREATE INDEX exchange_order_awaiting ON exchange_order USING btree (order_id) WHERE awaits_reentry;
CREATE INDEX exchange_order_open ON exchange_order USING btree (last_day, order_id) WHERE (ended_at IS NULL);
CREATE TRIGGER exchange_order_deletes_are_hashed AFTER DELETE ON exchange_order REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('order_id,entry_no');
CREATE TRIGGER exchange_order_inserts_are_hashed AFTER INSERT ON exchange_order REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('order_id,entry_no');
CREATE TRIGGER exchange_order_updates_are_hashed AFTER UPDATE ON exchange_order REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('order_id,entry_no');

create table exchange_rate (
  id bigint not null generated always as identity,
  name text not null,
  base_currency text not null,
  quote_currency text not null,
  rate_date date not null,
  rate numeric not null,
  source text not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint exchange_rate_has_two_currencies CHECK ((base_currency <> quote_currency)),
  constraint exchange_rate_name_key UNIQUE (name),
  constraint exchange_rate_once_per_date UNIQUE (base_currency, quote_currency, rate_date),
  constraint exchange_rate_pkey PRIMARY KEY (id),
  constraint exchange_rate_rate_check CHECK (((rate > (0)::numeric) AND (rate <> 'NaN'::numeric) AND (rate <> 'Infinity'::numeric)))
);
CREATE TRIGGER exchange_rate_deletes_are_hashed AFTER DELETE ON exchange_rate REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER exchange_rate_inserts_are_hashed AFTER INSERT ON exchange_rate REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER exchange_rate_is_kept BEFORE DELETE ON exchange_rate FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER exchange_rate_updates_are_hashed AFTER UPDATE ON exchange_rate REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table execution_report (
  id bigint not null generated always as identity,
  exchange_id bigint not null,
  order_id bigint not null,
  entry_no smallint not null default 1,
  exec_id text not null,
  exec_type text not null,
  ord_status text not null,
  cl_ord_id text not null,
  kind text,
  exec_ref_id text,
  quantity bigint,
  price numeric,
  trade_date date,
  settlement_date date,
  exchange_order_id text,
  message_text text,
  transact_at timestamp with time zone,
  received_at timestamp with time zone not null,
  unmatched_report_id bigint,
  given_exec_id text,
  given_by text,
  cum_ex text,
  cum_ex_reason text,
  cum_ex_by text,
  cum_ex_at timestamp with time zone,
  constraint execution_report_cum_ex_check CHECK ((cum_ex = ANY (ARRAY['CUM'::text, 'EX'::text]))),
  constraint execution_report_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint execution_report_kind_check CHECK ((kind = ANY (ARRAY['TRADE'::text, 'CORRECT'::text, 'CANCEL'::text]))),
  constraint execution_report_order_id_exec_id_key UNIQUE (order_id, exec_id),
  constraint execution_report_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint execution_report_pkey PRIMARY KEY (id),
  constraint execution_report_unmatched_report_id_fkey FOREIGN KEY (unmatched_report_id) REFERENCES unmatched_report(id)
);
CREATE INDEX execution_report_about ON execution_report USING btree (order_id, exec_ref_id) WHERE (kind = ANY (ARRAY['CORRECT'::text, 'CANCEL'::text]));
CREATE INDEX execution_report_alike ON execution_report USING btree (order_id, quantity, price) WHERE (kind = 'TRADE'::text);
CREATE INDEX execution_report_flagged ON execution_report USING btree (order_id) WHERE (cum_ex IS NOT NULL);
CREATE INDEX execution_report_given ON execution_report USING btree (exchange_id, given_exec_id) WHERE (given_exec_id IS NOT NULL);
CREATE INDEX execution_report_nameless ON execution_report USING btree (order_id) WHERE ((kind = 'TRADE'::text) AND (unmatched_report_id IS NOT NULL) AND (given_exec_id IS NULL));
CREATE TRIGGER execution_report_deletes_are_hashed AFTER DELETE ON execution_report REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER execution_report_inserts_are_hashed AFTER INSERT ON execution_report REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER execution_report_updates_are_hashed AFTER UPDATE ON execution_report REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fee_schedule (
  id bigint not null generated always as identity,
  name text not null,
  version_no integer not null,
  label text not null,
  currency text not null,
  exchange_id bigint,
  office_id bigint,
  asset_classes text[] not null,
  valid_from date,
  valid_to date,
  rules jsonb not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint fee_schedule_asset_classes_check CHECK ((cardinality(asset_classes) > 0)),
  constraint fee_schedule_check CHECK ((valid_from <= valid_to)),
  constraint fee_schedule_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint fee_schedule_name_version_no_key UNIQUE (name, version_no),
  constraint fee_schedule_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint fee_schedule_pkey PRIMARY KEY (id),
  constraint fee_schedule_version_no_check CHECK ((version_no > 0))
);
CREATE TRIGGER fee_schedule_deletes_are_hashed AFTER DELETE ON fee_schedule REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fee_schedule_inserts_are_hashed AFTER INSERT ON fee_schedule REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fee_schedule_is_kept BEFORE DELETE OR UPDATE ON fee_schedule FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fee_schedule_is_never_emptied BEFORE TRUNCATE ON fee_schedule FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fee_schedule_updates_are_hashed AFTER UPDATE ON fee_schedule REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fix_delivery (
  message_id bigint not null,
  session_id integer not null,
  position bigint not null generated always as identity,
  roll integer not null,
  seq_num integer not null,
  refusal_kind text,
  refusal_text text,
  outcome text,
  constraint fix_delivery_message_id_fkey FOREIGN KEY (message_id) REFERENCES fix_message(id) ON DELETE CASCADE,
  constraint fix_delivery_outcome_check CHECK (((outcome = ANY (ARRAY['BOOKED'::text, 'DUPLICATE'::text, 'PARKED'::text, 'KEPT'::text, 'REJECTION'::text, 'PRICES'::text])) OR (outcome ~ '^IGNORED:[A-Z_]+$'::text))),
  constraint fix_delivery_pkey PRIMARY KEY (message_id),
  constraint fix_delivery_refusal_kind_check CHECK ((refusal_kind = ANY (ARRAY['FAULT'::text, 'STRANGER'::text, 'UNREADABLE'::text, 'POISON'::text]))),
  constraint fix_delivery_session_id_fkey FOREIGN KEY (session_id) REFERENCES fix_session(id),
  constraint fix_delivery_session_id_roll_seq_num_key UNIQUE (session_id, roll, seq_num)
);
CREATE INDEX fix_delivery_unbooked ON fix_delivery USING btree (session_id, "position") WHERE (outcome IS NULL);

create table fix_message (
  id bigint not null generated always as identity,
  session_id integer not null,
  roll integer not null,
  direction text not null,
  seq_num integer,
  msg_type text not null,
  cl_ord_id text,
  raw bytea not null,
  at timestamp with time zone not null,
  constraint fix_message_direction_check CHECK ((direction = ANY (ARRAY['IN'::text, 'OUT'::text]))),
  constraint fix_message_pkey PRIMARY KEY (id),
  constraint fix_message_session_id_fkey FOREIGN KEY (session_id) REFERENCES fix_session(id)
);
CREATE INDEX fix_message_by_age ON fix_message USING brin (at);
CREATE INDEX fix_message_by_order ON fix_message USING btree (cl_ord_id, id) WHERE (cl_ord_id IS NOT NULL);
CREATE INDEX fix_message_by_session ON fix_message USING btree (session_id, id);
CREATE UNIQUE INDEX fix_message_sent ON fix_message USING btree (session_id, roll, seq_num) WHERE (direction = 'OUT'::text);

create table fix_session (
  id integer not null generated always as identity,
  begin_string text not null,
  sender_comp_id text not null,
  target_comp_id text not null,
  qualifier text not null default ''::text,
  next_out_seq_num integer not null default 1,
  next_in_seq_num integer not null default 1,
  roll integer not null default 1,
  rolled_at timestamp with time zone not null,
  fence bigint not null default 0,
  owner text,
  phase text not null default 'ended'::text,
  gap_from integer,
  last_in_at timestamp with time zone,
  last_out_at timestamp with time zone,
  heart_bt_int_seconds integer,
  held boolean not null default false,
  reset_due boolean not null default false,
  constraint fix_session_begin_string_sender_comp_id_target_comp_id_qual_key UNIQUE (begin_string, sender_comp_id, target_comp_id, qualifier),
  constraint fix_session_next_in_seq_num_check CHECK ((next_in_seq_num > 0)),
  constraint fix_session_next_out_seq_num_check CHECK ((next_out_seq_num > 0)),
  constraint fix_session_phase_check CHECK ((phase = ANY (ARRAY['awaiting-logon'::text, 'logon-sent'::text, 'active'::text, 'logout-sent'::text, 'ended'::text]))),
  constraint fix_session_pkey PRIMARY KEY (id)
);

create table fix_session_lease (
  session_id integer not null,
  fence bigint not null,
  backend_pid integer not null,
  backend_start timestamp with time zone not null,
  lasts_until timestamp with time zone not null,
  constraint fix_session_lease_pkey PRIMARY KEY (session_id),
  constraint fix_session_lease_session_id_fkey FOREIGN KEY (session_id) REFERENCES fix_session(id)
);

create table fix_session_reset (
  id bigint not null,
  session_id integer not null,
  state text not null,
  reason text not null,
  next_out_seq_num integer,
  next_in_seq_num integer,
  asked_by_kind text not null,
  asked_by_id bigint not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  decided_by_kind text,
  decided_by_id bigint,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  constraint fix_session_reset_check CHECK (((state = 'PENDING'::text) OR (decided_at IS NOT NULL))),
  constraint fix_session_reset_pkey PRIMARY KEY (id),
  constraint fix_session_reset_session_id_fkey FOREIGN KEY (session_id) REFERENCES fix_session(id),
  constraint fix_session_reset_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DONE'::text, 'REJECTED'::text])))
);
CREATE UNIQUE INDEX fix_session_reset_pending ON fix_session_reset USING btree (session_id) WHERE (state = 'PENDING'::text);
CREATE TRIGGER fix_session_reset_deletes_are_hashed AFTER DELETE ON fix_session_reset REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fix_session_reset_inserts_are_hashed AFTER INSERT ON fix_session_reset REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fix_session_reset_is_audited AFTER UPDATE ON fix_session_reset FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER fix_session_reset_updates_are_hashed AFTER UPDATE ON fix_session_reset REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund (
  id bigint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  label text not null,
  active boolean not null default true,
  fund_type text not null,
  currency text not null,
  price_decimals integer not null default 4,
  units_decimals integer not null default 4,
  bid_spread numeric not null default 0,
  offer_spread numeric not null default 0,
  entry_fee numeric not null default 0,
  exit_fees jsonb not null default '[]'::jsonb,
  fee_vat_percent numeric not null default 0,
  minimum_holding_days integer not null default 0,
  early_redemption_percent numeric not null default 0,
  cut_off text not null,
  time_zone text not null,
  dealing_weekdays integer[] not null,
  exchange_id bigint,
  minimum_first_minor bigint not null default 0,
  minimum_next_minor bigint not null default 0,
  minimum_holding_units numeric not null default 0,
  open_for_subscription boolean not null default true,
  open_for_redemption boolean not null default true,
  income_policy text not null,
  income_option text not null default 'REINVEST'::text,
  tax_class text,
  nav_stale_days integer not null,
  price_margin numeric not null default 5,
  deals_on_approval boolean not null default true,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint fund_bid_spread_check CHECK (((bid_spread <> 'NaN'::numeric) AND ((bid_spread >= (0)::numeric) AND (bid_spread <= (50)::numeric)))),
  constraint fund_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint fund_cut_off_check CHECK ((cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint fund_dealing_weekdays_check CHECK (((cardinality(dealing_weekdays) > 0) AND (dealing_weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]))),
  constraint fund_early_redemption_percent_check CHECK (((early_redemption_percent <> 'NaN'::numeric) AND ((early_redemption_percent >= (0)::numeric) AND (early_redemption_percent <= (50)::numeric)))),
  constraint fund_entry_fee_check CHECK (((entry_fee <> 'NaN'::numeric) AND ((entry_fee >= (0)::numeric) AND (entry_fee <= (50)::numeric)))),
  constraint fund_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint fund_exit_fees_check CHECK ((jsonb_typeof(exit_fees) = 'array'::text)),
  constraint fund_fee_vat_percent_check CHECK (((fee_vat_percent <> 'NaN'::numeric) AND ((fee_vat_percent >= (0)::numeric) AND (fee_vat_percent <= (100)::numeric)))),
  constraint fund_fund_type_check CHECK ((fund_type = ANY (ARRAY['MONEY_MARKET'::text, 'EQUITY'::text, 'BOND'::text, 'BALANCED'::text]))),
  constraint fund_income_option_check CHECK ((income_option = ANY (ARRAY['REINVEST'::text, 'PAY'::text]))),
  constraint fund_income_policy_check CHECK ((income_policy = ANY (ARRAY['DISTRIBUTE'::text, 'ACCUMULATE'::text]))),
  constraint fund_minimum_first_minor_check CHECK ((minimum_first_minor >= 0)),
  constraint fund_minimum_holding_days_check CHECK ((minimum_holding_days >= 0)),
  constraint fund_minimum_holding_units_check CHECK (((minimum_holding_units <> 'NaN'::numeric) AND (minimum_holding_units >= (0)::numeric))),
  constraint fund_minimum_next_minor_check CHECK ((minimum_next_minor >= 0)),
  constraint fund_name_check CHECK ((name ~ '^[A-Z0-9-]{2,20}$'::text)),
  constraint fund_nav_stale_days_check CHECK ((nav_stale_days >= 0)),
  constraint fund_offer_spread_check CHECK (((offer_spread <> 'NaN'::numeric) AND ((offer_spread >= (0)::numeric) AND (offer_spread <= (50)::numeric)))),
  constraint fund_pkey PRIMARY KEY (id),
  constraint fund_price_decimals_check CHECK (((price_decimals >= 0) AND (price_decimals <= 8))),
  constraint fund_price_margin_check CHECK (((price_margin <> 'NaN'::numeric) AND ((price_margin >= (0)::numeric) AND (price_margin <= (100)::numeric)))),
  constraint fund_units_decimals_check CHECK (((units_decimals >= 0) AND (units_decimals <= 8)))
);
CREATE UNIQUE INDEX fund_by_name ON fund USING btree (upper(name));
CREATE TRIGGER fund_deletes_are_hashed AFTER DELETE ON fund REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_inserts_are_hashed AFTER INSERT ON fund REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_updates_are_hashed AFTER UPDATE ON fund REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund_dealing (
  fund_id bigint not null,
  valuation_date date not null,
  nav_id bigint not null,
  orders bigint not null,
  subscribed_units numeric not null,
  redeemed_units numeric not null,
  subscribed_minor bigint not null,
  redeemed_minor bigint not null,
  constraint fund_dealing_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES fund(id),
  constraint fund_dealing_nav_id_fkey FOREIGN KEY (nav_id) REFERENCES fund_nav(id),
  constraint fund_dealing_pkey PRIMARY KEY (fund_id, valuation_date)
);
CREATE TRIGGER fund_dealing_deletes_are_hashed AFTER DELETE ON fund_dealing REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('fund_id,valuation_date');
CREATE TRIGGER fund_dealing_inserts_are_hashed AFTER INSERT ON fund_dealing REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('fund_id,valuation_date');
CREATE TRIGGER fund_dealing_updates_are_hashed AFTER UPDATE ON fund_dealing REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('fund_id,valuation_date');

create table fund_distribution (
  id bigint not null,
  name text not null,
  label text not null,
  fund_id bigint not null,
  income_per_unit numeric not null,
  status text not null,
  record_date date,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamp with time zone,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  decision_reason text,
  ex_date date,
  constraint fund_distribution_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES fund(id),
  constraint fund_distribution_income_per_unit_check CHECK (((income_per_unit <> 'NaN'::numeric) AND (income_per_unit > (0)::numeric))),
  constraint fund_distribution_name_key UNIQUE (name),
  constraint fund_distribution_pkey PRIMARY KEY (id),
  constraint fund_distribution_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'PAID'::text, 'REJECTED'::text])))
);
CREATE TRIGGER fund_distribution_deletes_are_hashed AFTER DELETE ON fund_distribution REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_distribution_inserts_are_hashed AFTER INSERT ON fund_distribution REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_distribution_is_audited AFTER UPDATE OF modified_by ON fund_distribution FOR EACH ROW WHEN ((new.modified_by <> 'system'::text)) EXECUTE FUNCTION note_change('*');
CREATE TRIGGER fund_distribution_updates_are_hashed AFTER UPDATE ON fund_distribution REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund_holding (
  id bigint not null,
  fund_id bigint not null,
  customer_id bigint not null,
  office_id bigint not null,
  portfolio_name text not null default ''::text,
  units numeric not null default 0,
  held_units numeric not null default 0,
  income_option text not null,
  version bigint not null default 1,
  constraint fund_holding_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint fund_holding_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES fund(id),
  constraint fund_holding_held_units_check CHECK (((held_units <> 'NaN'::numeric) AND (held_units >= (0)::numeric))),
  constraint fund_holding_income_option_check CHECK ((income_option = ANY (ARRAY['REINVEST'::text, 'PAY'::text]))),
  constraint fund_holding_is_one UNIQUE (fund_id, customer_id, portfolio_name),
  constraint fund_holding_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint fund_holding_pkey PRIMARY KEY (id),
  constraint fund_holding_units_check CHECK (((units <> 'NaN'::numeric) AND (units >= (0)::numeric))),
  constraint held_units_stay_within_units CHECK ((held_units <= units))
) with (fillfactor=80);
CREATE INDEX fund_holding_by_customer ON fund_holding USING btree (customer_id, id);
CREATE TRIGGER fund_holding_deletes_are_hashed AFTER DELETE ON fund_holding REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_holding_inserts_are_hashed AFTER INSERT ON fund_holding REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_holding_updates_are_hashed AFTER UPDATE ON fund_holding REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund_income (
  distribution_id bigint not null,
  holding_id bigint not null,
  units numeric not null,
  income_option text not null,
  gross_minor bigint,
  tax_minor bigint,
  bought_units numeric,
  journal_id bigint,
  paid_on date,
  constraint fund_income_distribution_id_fkey FOREIGN KEY (distribution_id) REFERENCES fund_distribution(id),
  constraint fund_income_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES fund_holding(id),
  constraint fund_income_pkey PRIMARY KEY (distribution_id, holding_id),
  constraint fund_income_units_check CHECK (((units <> 'NaN'::numeric) AND (units > (0)::numeric)))
);
CREATE INDEX fund_income_open ON fund_income USING btree (distribution_id, holding_id) WHERE (paid_on IS NULL);
CREATE TRIGGER fund_income_deletes_are_hashed AFTER DELETE ON fund_income REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('distribution_id,holding_id');
CREATE TRIGGER fund_income_inserts_are_hashed AFTER INSERT ON fund_income REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('distribution_id,holding_id');
CREATE TRIGGER fund_income_updates_are_hashed AFTER UPDATE ON fund_income REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('distribution_id,holding_id');

create table fund_lot (
  id bigint not null generated always as identity,
  holding_id bigint not null,
  acquired_on date not null,
  bought_units numeric not null,
  units numeric not null,
  constraint fund_lot_bought_units_check CHECK (((bought_units <> 'NaN'::numeric) AND (bought_units > (0)::numeric))),
  constraint fund_lot_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES fund_holding(id),
  constraint fund_lot_pkey PRIMARY KEY (id),
  constraint fund_lot_sells_what_it_has CHECK ((units <= bought_units)),
  constraint fund_lot_units_check CHECK (((units <> 'NaN'::numeric) AND (units >= (0)::numeric)))
) with (fillfactor=80);
CREATE INDEX fund_lot_open ON fund_lot USING btree (holding_id, acquired_on, id) WHERE (units > (0)::numeric);
CREATE TRIGGER fund_lot_deletes_are_hashed AFTER DELETE ON fund_lot REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_lot_inserts_are_hashed AFTER INSERT ON fund_lot REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_lot_updates_are_hashed AFTER UPDATE ON fund_lot REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund_nav (
  id bigint not null,
  fund_id bigint not null,
  valuation_date date not null,
  nav_per_unit numeric not null,
  status text not null,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamp with time zone,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  decision_reason text,
  recorded_at timestamp with time zone,
  constraint fund_nav_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES fund(id),
  constraint fund_nav_nav_per_unit_check CHECK (((nav_per_unit <> 'NaN'::numeric) AND (nav_per_unit > (0)::numeric))),
  constraint fund_nav_pkey PRIMARY KEY (id),
  constraint fund_nav_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text])))
);
CREATE INDEX fund_nav_by_fund ON fund_nav USING btree (fund_id, id);
CREATE UNIQUE INDEX fund_nav_of_one_day ON fund_nav USING btree (fund_id, valuation_date) WHERE (status <> 'REJECTED'::text);
CREATE TRIGGER fund_nav_deletes_are_hashed AFTER DELETE ON fund_nav REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_nav_inserts_are_hashed AFTER INSERT ON fund_nav REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_nav_is_audited AFTER UPDATE ON fund_nav FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER fund_nav_is_dated BEFORE INSERT OR UPDATE OF status ON fund_nav FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION note_recorded_at();
CREATE TRIGGER fund_nav_updates_are_hashed AFTER UPDATE ON fund_nav REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund_register (
  fund_id bigint not null,
  units numeric not null default 0,
  constraint fund_register_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES fund(id),
  constraint fund_register_pkey PRIMARY KEY (fund_id),
  constraint fund_register_units_check CHECK (((units <> 'NaN'::numeric) AND (units >= (0)::numeric)))
);
CREATE TRIGGER fund_register_deletes_are_hashed AFTER DELETE ON fund_register REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('fund_id');
CREATE TRIGGER fund_register_inserts_are_hashed AFTER INSERT ON fund_register REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('fund_id');
CREATE TRIGGER fund_register_updates_are_hashed AFTER UPDATE ON fund_register REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('fund_id');

create table fund_settlement (
  id bigint not null,
  name text not null,
  label text not null,
  office_id bigint not null,
  fund_id bigint not null,
  direction text not null,
  amount_minor bigint not null,
  reference text,
  status text not null,
  settled_on date,
  journal_id bigint,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamp with time zone,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  decision_reason text,
  constraint fund_settlement_amount_minor_check CHECK ((amount_minor > 0)),
  constraint fund_settlement_direction_check CHECK ((direction = ANY (ARRAY['PAYMENT'::text, 'RECEIPT'::text]))),
  constraint fund_settlement_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES fund(id),
  constraint fund_settlement_is_booked_when_posted CHECK ((((status = 'POSTED'::text) = (journal_id IS NOT NULL)) AND ((status = 'POSTED'::text) = (settled_on IS NOT NULL)) AND ((status = 'PENDING'::text) = (decided_by IS NULL)))),
  constraint fund_settlement_name_key UNIQUE (name),
  constraint fund_settlement_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint fund_settlement_pkey PRIMARY KEY (id),
  constraint fund_settlement_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'POSTED'::text, 'REJECTED'::text])))
);
CREATE INDEX fund_settlement_by_fund ON fund_settlement USING btree (fund_id, id);
CREATE TRIGGER fund_settlement_deletes_are_hashed AFTER DELETE ON fund_settlement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_settlement_inserts_are_hashed AFTER INSERT ON fund_settlement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_settlement_is_audited AFTER UPDATE ON fund_settlement FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER fund_settlement_updates_are_hashed AFTER UPDATE ON fund_settlement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund_transaction (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  office_id bigint not null,
  customer_id bigint not null,
  fund_id bigint not null,
  portfolio_name text not null default ''::text,
  trans_type text not null,
  basis text not null,
  amount_minor bigint,
  units numeric,
  cash_account_id bigint not null,
  income_option text,
  status text not null,
  order_date date not null,
  dealing_date date not null,
  estimate_minor bigint,
  held_minor bigint not null default 0,
  held_units numeric not null default 0,
  creator_kind text not null,
  creator_id bigint not null,
  approved_by text,
  approved_at timestamp with time zone,
  nav_id bigint,
  fund_version bigint,
  price numeric,
  executed_units numeric,
  gross_minor bigint,
  fee_minor bigint,
  vat_minor bigint,
  penalty_minor bigint,
  net_minor bigint,
  execution_date date,
  journal_id bigint,
  reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  transaction_at timestamp with time zone,
  description text,
  editors jsonb not null default '[]'::jsonb,
  constraint fund_transaction_amount_minor_check CHECK ((amount_minor > 0)),
  constraint fund_transaction_basis_check CHECK ((basis = ANY (ARRAY['AMOUNT'::text, 'UNITS'::text, 'ALL'::text]))),
  constraint fund_transaction_cash_account_id_fkey FOREIGN KEY (cash_account_id) REFERENCES account(id),
  constraint fund_transaction_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint fund_transaction_editors_check CHECK ((jsonb_typeof(editors) = 'array'::text)),
  constraint fund_transaction_executed_units_check CHECK ((executed_units <> 'NaN'::numeric)),
  constraint fund_transaction_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES fund(id),
  constraint fund_transaction_held_minor_check CHECK ((held_minor >= 0)),
  constraint fund_transaction_held_units_check CHECK (((held_units <> 'NaN'::numeric) AND (held_units >= (0)::numeric))),
  constraint fund_transaction_income_option_check CHECK ((income_option = ANY (ARRAY['REINVEST'::text, 'PAY'::text]))),
  constraint fund_transaction_is_priced_when_executed CHECK ((((status = 'EXECUTED'::text) = (journal_id IS NOT NULL)) AND ((status = 'EXECUTED'::text) = (nav_id IS NOT NULL)))),
  constraint fund_transaction_name_key UNIQUE (name),
  constraint fund_transaction_nav_id_fkey FOREIGN KEY (nav_id) REFERENCES fund_nav(id),
  constraint fund_transaction_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint fund_transaction_pkey PRIMARY KEY (id),
  constraint fund_transaction_price_check CHECK ((price <> 'NaN'::numeric)),
  constraint fund_transaction_says_how_much CHECK ((((basis = 'AMOUNT'::text) = (amount_minor IS NOT NULL)) AND ((basis = 'UNITS'::text) = (units IS NOT NULL)))),
  constraint fund_transaction_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'EXECUTED'::text, 'REJECTED'::text, 'DELETED'::text]))),
  constraint fund_transaction_trans_type_check CHECK ((trans_type = ANY (ARRAY['SUBSCRIPTION'::text, 'REDEMPTION'::text]))),
  constraint fund_transaction_units_check CHECK (((units <> 'NaN'::numeric) AND (units > (0)::numeric)))
) with (fillfactor=80);
CREATE INDEX fund_transaction_by_customer ON fund_transaction USING btree (customer_id, id);
CREATE INDEX fund_transaction_in_time ON fund_transaction USING btree (customer_id, created_at, id);
CREATE INDEX fund_transaction_to_price ON fund_transaction USING btree (fund_id, dealing_date, id) WHERE (status = 'APPROVED'::text);
CREATE INDEX fund_transaction_waiting ON fund_transaction USING btree (id) WHERE (status = 'PENDING'::text);
CREATE TRIGGER fund_transaction_deletes_are_hashed AFTER DELETE ON fund_transaction REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_transaction_inserts_are_hashed AFTER INSERT ON fund_transaction REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_transaction_is_audited AFTER UPDATE OF modified_by ON fund_transaction FOR EACH ROW WHEN ((new.modified_by <> 'system'::text)) EXECUTE FUNCTION note_change('*');
CREATE TRIGGER fund_transaction_updates_are_hashed AFTER UPDATE ON fund_transaction REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table fund_unit_movement (
  id bigint not null generated always as identity,
  fund_id bigint not null,
  holding_id bigint not null,
  source_type text not null,
  source_id bigint not null,
  moved_on date not null,
  units numeric not null,
  balance numeric not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint fund_unit_movement_balance_check CHECK ((balance <> 'NaN'::numeric)),
  constraint fund_unit_movement_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES fund_holding(id),
  constraint fund_unit_movement_pkey PRIMARY KEY (id),
  constraint fund_unit_movement_source_type_check CHECK ((source_type = ANY (ARRAY['FUND_TRANSACTION'::text, 'FUND_DISTRIBUTION'::text]))),
  constraint fund_unit_movement_units_check CHECK ((units <> 'NaN'::numeric)),
  constraint fund_units_move_once UNIQUE (source_type, source_id, holding_id)
);
CREATE INDEX fund_unit_movement_by_holding ON fund_unit_movement USING btree (holding_id, id);
CREATE INDEX fund_unit_movement_by_recording ON fund_unit_movement USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');
CREATE TRIGGER fund_unit_movement_deletes_are_hashed AFTER DELETE ON fund_unit_movement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_unit_movement_inserts_are_hashed AFTER INSERT ON fund_unit_movement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER fund_unit_movement_is_append_only BEFORE DELETE OR UPDATE ON fund_unit_movement FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fund_unit_movement_updates_are_hashed AFTER UPDATE ON fund_unit_movement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table holding (
  portfolio_id bigint not null,
  security_id bigint not null,
  quantity bigint not null default 0,
  held_quantity bigint not null default 0,
  cost_minor bigint not null default 0,
  realised_gain_minor bigint not null default 0,
  moved_on date,
  sold_on date,
  day_start_quantity bigint not null default 0,
  day_start_cost_minor bigint not null default 0,
  day_start_gain_minor bigint not null default 0,
  pending_quantity bigint not null default 0,
  constraint holding_held_quantity_check CHECK ((held_quantity >= 0)),
  constraint holding_pkey PRIMARY KEY (portfolio_id, security_id),
  constraint holding_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint holding_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id)
) with (fillfactor=70);
CREATE INDEX holding_by_security ON holding USING btree (security_id, portfolio_id);
CREATE TRIGGER holding_deletes_are_hashed AFTER DELETE ON holding REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('portfolio_id,security_id');
CREATE TRIGGER holding_inserts_are_hashed AFTER INSERT ON holding REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('portfolio_id,security_id');
CREATE TRIGGER holding_updates_are_hashed AFTER UPDATE ON holding REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('portfolio_id,security_id');

create table holding_hold (
  portfolio_id bigint not null,
  security_id bigint not null,
  source_type text not null,
  source_id bigint not null,
  quantity bigint not null,
  constraint holding_hold_pkey PRIMARY KEY (source_type, source_id, portfolio_id, security_id),
  constraint holding_hold_portfolio_id_security_id_fkey FOREIGN KEY (portfolio_id, security_id) REFERENCES holding(portfolio_id, security_id),
  constraint holding_hold_quantity_check CHECK ((quantity > 0)),
  constraint holding_hold_source_type_check CHECK ((source_type = ANY (ARRAY['ELECTION'::text, 'TRANSFER'::text])))
);
CREATE INDEX holding_hold_by_holding ON holding_hold USING btree (portfolio_id, security_id);
CREATE TRIGGER holding_hold_deletes_are_hashed AFTER DELETE ON holding_hold REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('source_type,source_id,portfolio_id,security_id');
CREATE TRIGGER holding_hold_inserts_are_hashed AFTER INSERT ON holding_hold REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('source_type,source_id,portfolio_id,security_id');
CREATE TRIGGER holding_hold_updates_are_hashed AFTER UPDATE ON holding_hold REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('source_type,source_id,portfolio_id,security_id');

create table holding_movement (
  id bigint not null generated always as identity,
  portfolio_id bigint not null,
  security_id bigint not null,
  kind text not null,
  effective_date date not null,
  quantity bigint not null,
  cost_minor bigint not null default 0,
  proceeds_minor bigint not null default 0,
  currency text not null,
  order_id bigint,
  source_type text not null,
  source_id bigint not null,
  source_line integer not null default 1,
  reversal_of_id bigint,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  gain_minor bigint not null default 0,
  pending_quantity bigint not null default 0,
  acquired_on date,
  cost_known boolean not null default true,
  constraint holding_movement_check CHECK ((acquired_on <= effective_date)),
  constraint holding_movement_check1 CHECK ((
CASE
    WHEN (kind = 'CHARGES'::text) THEN ((quantity = 0) AND ((cost_minor = 0) OR (proceeds_minor = 0)))
    WHEN (kind = 'SELL'::text) THEN (((quantity < 0) = (reversal_of_id IS NULL)) AND (cost_minor = 0))
    WHEN ((kind = 'TRANSFER_OUT'::text) OR ((kind = 'WRITE_OFF'::text) AND (source_type = 'TRANSFER'::text))) THEN (((quantity < 0) = (reversal_of_id IS NULL)) AND (cost_minor = 0) AND (proceeds_minor = 0))
    WHEN (kind = ANY (ARRAY['OPENING'::text, 'BUY'::text, 'TRANSFER_IN'::text])) THEN (((quantity > 0) = (reversal_of_id IS NULL)) AND (proceeds_minor = 0))
    ELSE true
END AND (((kind = ANY (ARRAY['BUY'::text, 'SELL'::text, 'CHARGES'::text])) AND (source_type <> 'TRANSFER'::text)) = (order_id IS NOT NULL)) AND ((kind <> ALL (ARRAY['TRANSFER_IN'::text, 'TRANSFER_OUT'::text])) OR (source_type = 'TRANSFER'::text)) AND ((source_type <> 'TRANSFER'::text) OR (kind = ANY (ARRAY['TRANSFER_IN'::text, 'TRANSFER_OUT'::text, 'WRITE_OFF'::text, 'BUY'::text, 'SELL'::text]))) AND (((acquired_on IS NULL) AND cost_known) OR (kind = 'TRANSFER_IN'::text)) AND (cost_known OR (cost_minor = 0)) AND (((kind = ANY (ARRAY['OPENING'::text, 'BUY'::text, 'SELL'::text, 'CHARGES'::text])) AND (source_type <> 'TRANSFER'::text)) = (source_type = ANY (ARRAY['EXECUTION'::text, 'CONTRACT_NOTE'::text, 'OPENING'::text]))) AND (((kind <> ALL (ARRAY['OPENING'::text, 'BUY'::text, 'SELL'::text, 'CHARGES'::text])) AND (source_type <> 'TRANSFER'::text)) OR ((gain_minor = 0) AND (pending_quantity = 0))))),
  constraint holding_movement_kind_check CHECK ((kind = ANY (ARRAY['OPENING'::text, 'BUY'::text, 'SELL'::text, 'CHARGES'::text, 'BONUS'::text, 'SPLIT'::text, 'SCRIP'::text, 'RIGHTS'::text, 'TAKE_UP'::text, 'LAPSE'::text, 'SPIN_OFF'::text, 'CAPITAL_RETURN'::text, 'CASH_IN_LIEU'::text, 'MERGER_OUT'::text, 'MERGER_IN'::text, 'REDEMPTION'::text, 'PARTIAL_REDEMPTION'::text, 'TENDER'::text, 'WRITE_OFF'::text, 'DELIVERY'::text, 'TRANSFER_IN'::text, 'TRANSFER_OUT'::text]))),
  constraint holding_movement_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint holding_movement_pkey PRIMARY KEY (id),
  constraint holding_movement_portfolio_id_security_id_fkey FOREIGN KEY (portfolio_id, security_id) REFERENCES holding(portfolio_id, security_id),
  constraint holding_movement_reversal_of_id_fkey FOREIGN KEY (reversal_of_id) REFERENCES holding_movement(id),
  constraint holding_movement_source_type_check CHECK ((source_type = ANY (ARRAY['EXECUTION'::text, 'CONTRACT_NOTE'::text, 'OPENING'::text, 'ENTITLEMENT'::text, 'ELECTION'::text, 'DELIVERY'::text, 'TRANSFER'::text])))
);
CREATE INDEX holding_movement_by_holding ON holding_movement USING btree (portfolio_id, security_id, effective_date, id);
CREATE INDEX holding_movement_by_recording ON holding_movement USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');
CREATE UNIQUE INDEX holding_movement_has_one_cause ON holding_movement USING btree (source_type, source_id, source_line, kind) WHERE (reversal_of_id IS NULL);
CREATE UNIQUE INDEX holding_movement_is_reversed_once ON holding_movement USING btree (reversal_of_id) WHERE (reversal_of_id IS NOT NULL);
CREATE TRIGGER holding_movement_deletes_are_hashed AFTER DELETE ON holding_movement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_movement_inserts_are_hashed AFTER INSERT ON holding_movement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_movement_is_immutable BEFORE DELETE OR UPDATE ON holding_movement FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER holding_movement_stays BEFORE TRUNCATE ON holding_movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER holding_movement_updates_are_hashed AFTER UPDATE ON holding_movement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table holding_transfer (
  id bigint not null,
  name text not null,
  type text not null,
  is_paid boolean not null,
  portfolio_id bigint not null,
  customer_id bigint not null,
  office_id bigint not null,
  to_portfolio_id bigint,
  to_customer_id bigint,
  to_office_id bigint,
  import_id bigint,
  effective_date date not null,
  member_code text,
  account_no text,
  chn text,
  holder text,
  owner_change text not null default 'NONE'::text,
  reference text,
  reason text,
  state text not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  version bigint not null default 1,
  creator_kind text not null,
  creator_id bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint holding_transfer_check CHECK (((type <> ALL (ARRAY['IN_FREE'::text, 'OUT_FREE'::text, 'IN_PAID'::text, 'OUT_PAID'::text])) OR (COALESCE(member_code, account_no, chn) IS NOT NULL))),
  constraint holding_transfer_check1 CHECK (
CASE
    WHEN (type = ANY (ARRAY['IN_PAID'::text, 'OUT_PAID'::text])) THEN is_paid
    WHEN (type <> 'INTERNAL'::text) THEN (NOT is_paid)
    ELSE true
END),
  constraint holding_transfer_check2 CHECK ((((type = 'INTERNAL'::text) = (to_portfolio_id IS NOT NULL)) AND ((to_portfolio_id IS NULL) = (to_customer_id IS NULL)) AND ((to_portfolio_id IS NULL) = (to_office_id IS NULL)) AND (to_portfolio_id IS DISTINCT FROM portfolio_id))),
  constraint holding_transfer_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint holding_transfer_import_id_fkey FOREIGN KEY (import_id) REFERENCES holding_transfer_import(id),
  constraint holding_transfer_name_key UNIQUE (name),
  constraint holding_transfer_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint holding_transfer_owner_change_check CHECK ((owner_change = ANY (ARRAY['NONE'::text, 'GIFT'::text, 'ESTATE'::text, 'COURT_ORDER'::text, 'MERGER'::text]))),
  constraint holding_transfer_pkey PRIMARY KEY (id),
  constraint holding_transfer_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint holding_transfer_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'SETTLED'::text, 'REJECTED'::text, 'CANCELLED'::text]))),
  constraint holding_transfer_to_customer_id_fkey FOREIGN KEY (to_customer_id) REFERENCES customer(id),
  constraint holding_transfer_to_office_id_fkey FOREIGN KEY (to_office_id) REFERENCES business_office(id),
  constraint holding_transfer_to_portfolio_id_fkey FOREIGN KEY (to_portfolio_id) REFERENCES portfolio(id),
  constraint holding_transfer_type_check CHECK ((type = ANY (ARRAY['IN_FREE'::text, 'OUT_FREE'::text, 'IN_PAID'::text, 'OUT_PAID'::text, 'INTERNAL'::text, 'DEPOSIT'::text, 'WITHDRAWAL'::text, 'WRITE_OFF'::text])))
);
CREATE INDEX holding_transfer_by_customer ON holding_transfer USING btree (customer_id, id);
CREATE INDEX holding_transfer_by_import ON holding_transfer USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX holding_transfer_by_portfolio ON holding_transfer USING btree (portfolio_id, id);
CREATE INDEX holding_transfer_by_receiver ON holding_transfer USING btree (to_portfolio_id, id) WHERE (to_portfolio_id IS NOT NULL);
CREATE INDEX holding_transfer_by_receiving_customer ON holding_transfer USING btree (to_customer_id, id) WHERE (to_customer_id IS NOT NULL);
CREATE INDEX holding_transfer_pending ON holding_transfer USING btree (id) WHERE (state = 'PENDING'::text);
CREATE TRIGGER holding_transfer_deletes_are_hashed AFTER DELETE ON holding_transfer REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_transfer_inserts_are_hashed AFTER INSERT ON holding_transfer REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_transfer_updates_are_hashed AFTER UPDATE ON holding_transfer REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table holding_transfer_import (
  id bigint not null,
  name text not null,
  label text not null,
  content_hash text not null,
  state text not null,
  row_count integer not null,
  columns jsonb not null default '[]'::jsonb,
  office_ids bigint[] not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint holding_transfer_import_name_key UNIQUE (name),
  constraint holding_transfer_import_pkey PRIMARY KEY (id),
  constraint holding_transfer_import_state_check CHECK ((state = ANY (ARRAY['IMPORTED'::text, 'UNDONE'::text])))
);
CREATE UNIQUE INDEX holding_transfer_import_is_read_once ON holding_transfer_import USING btree (content_hash) WHERE (state = 'IMPORTED'::text);
CREATE TRIGGER holding_transfer_import_deletes_are_hashed AFTER DELETE ON holding_transfer_import REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_transfer_import_inserts_are_hashed AFTER INSERT ON holding_transfer_import REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_transfer_import_updates_are_hashed AFTER UPDATE ON holding_transfer_import REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table holding_transfer_line (
  id bigint not null generated always as identity,
  holding_transfer_id bigint not null,
  number smallint not null,
  security_id bigint not null,
  quantity bigint not null,
  cost_basis text,
  amount_minor bigint,
  cash_account_id bigint,
  to_cash_account_id bigint,
  constraint holding_transfer_line_amount_minor_check CHECK ((amount_minor > 0)),
  constraint holding_transfer_line_cash_account_id_fkey FOREIGN KEY (cash_account_id) REFERENCES account(id),
  constraint holding_transfer_line_check CHECK (((amount_minor IS NOT NULL) OR (COALESCE(cash_account_id, to_cash_account_id) IS NULL))),
  constraint holding_transfer_line_cost_basis_check CHECK ((cost_basis = ANY (ARRAY['GIVEN'::text, 'UNKNOWN'::text]))),
  constraint holding_transfer_line_holding_transfer_id_fkey FOREIGN KEY (holding_transfer_id) REFERENCES holding_transfer(id),
  constraint holding_transfer_line_holding_transfer_id_number_key UNIQUE (holding_transfer_id, number),
  constraint holding_transfer_line_holding_transfer_id_security_id_key UNIQUE (holding_transfer_id, security_id),
  constraint holding_transfer_line_pkey PRIMARY KEY (id),
  constraint holding_transfer_line_quantity_check CHECK ((quantity > 0)),
  constraint holding_transfer_line_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id),
  constraint holding_transfer_line_to_cash_account_id_fkey FOREIGN KEY (to_cash_account_id) REFERENCES account(id)
);
CREATE TRIGGER holding_transfer_line_deletes_are_hashed AFTER DELETE ON holding_transfer_line REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_transfer_line_inserts_are_hashed AFTER INSERT ON holding_transfer_line REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER holding_transfer_line_updates_are_hashed AFTER UPDATE ON holding_transfer_line REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table holding_transfer_lot (
  holding_transfer_line_id bigint not null,
  number smallint not null,
  quantity bigint not null,
  cost_minor bigint,
  acquired_on date,
  constraint holding_transfer_lot_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint holding_transfer_lot_holding_transfer_line_id_fkey FOREIGN KEY (holding_transfer_line_id) REFERENCES holding_transfer_line(id),
  constraint holding_transfer_lot_pkey PRIMARY KEY (holding_transfer_line_id, number),
  constraint holding_transfer_lot_quantity_check CHECK ((quantity > 0))
);
CREATE TRIGGER holding_transfer_lot_deletes_are_hashed AFTER DELETE ON holding_transfer_lot REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('holding_transfer_line_id,number');
CREATE TRIGGER holding_transfer_lot_inserts_are_hashed AFTER INSERT ON holding_transfer_lot REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('holding_transfer_line_id,number');
CREATE TRIGGER holding_transfer_lot_updates_are_hashed AFTER UPDATE ON holding_transfer_lot REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('holding_transfer_line_id,number');

create table household (
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  active boolean not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint household_name_key UNIQUE (name),
  constraint household_pkey PRIMARY KEY (id)
);
CREATE TRIGGER household_deletes_are_hashed AFTER DELETE ON household REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER household_inserts_are_hashed AFTER INSERT ON household REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER household_updates_are_hashed AFTER UPDATE ON household REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table household_member (
  household_id bigint not null,
  customer_id bigint not null,
  valid_from date not null,
  valid_to date,
  consent text not null,
  constraint household_member_check CHECK ((valid_to >= valid_from)),
  constraint household_member_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint household_member_household_id_fkey FOREIGN KEY (household_id) REFERENCES household(id),
  constraint household_member_pkey PRIMARY KEY (household_id, customer_id, valid_from)
);
CREATE INDEX household_member_by_customer ON household_member USING btree (customer_id, valid_from);
CREATE TRIGGER household_member_deletes_are_hashed AFTER DELETE ON household_member REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('household_id,customer_id,valid_from');
CREATE TRIGGER household_member_inserts_are_hashed AFTER INSERT ON household_member REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('household_id,customer_id,valid_from');
CREATE TRIGGER household_member_updates_are_hashed AFTER UPDATE ON household_member REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('household_id,customer_id,valid_from');

create table idempotency_key (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  headers jsonb not null,
  reply text not null,
  created_at timestamp with time zone not null,
  constraint idempotency_key_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key USING btree (created_at);

create table inbound_delivery (
  id bigint not null generated always as identity,
  channel text not null,
  body bytea not null,
  digest text not null,
  session uuid,
  received_at timestamp with time zone not null,
  constraint inbound_channel_known CHECK ((channel = ANY (ARRAY['SMS'::text, 'WHATSAPP'::text]))),
  constraint inbound_delivery_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint inbound_delivery_pkey PRIMARY KEY (id)
);
CREATE INDEX inbound_delivery_by_age ON inbound_delivery USING btree (received_at);
CREATE UNIQUE INDEX inbound_delivery_once ON inbound_delivery USING btree (digest) WHERE (channel = 'WHATSAPP'::text);
CREATE TRIGGER inbound_delivery_kept BEFORE UPDATE ON inbound_delivery FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table inbound_item (
  id bigint not null generated always as identity,
  delivery_id bigint not null,
  position integer not null,
  channel text not null,
  content text,
  sender text not null,
  lane integer not null,
  state text not null,
  attempts integer not null default 0,
  not_before timestamp with time zone not null,
  kind text,
  reason text,
  transport_id bigint,
  office_id bigint,
  settled_at timestamp with time zone,
  constraint inbound_item_channel_known CHECK ((channel = ANY (ARRAY['SMS'::text, 'WHATSAPP'::text]))),
  constraint inbound_item_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES inbound_delivery(id) ON DELETE CASCADE,
  constraint inbound_item_delivery_id_position_key UNIQUE (delivery_id, "position"),
  constraint inbound_item_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint inbound_item_pkey PRIMARY KEY (id),
  constraint inbound_item_transport_id_fkey FOREIGN KEY (transport_id) REFERENCES message_transport(id),
  constraint inbound_kind_known CHECK ((kind = ANY (ARRAY['MESSAGE'::text, 'RECEIPT'::text, 'CONSENT'::text, 'NOTICE'::text]))),
  constraint inbound_settled CHECK (((state = 'WAITING'::text) = (settled_at IS NULL))),
  constraint inbound_state_known CHECK ((state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'NO_EFFECT'::text, 'PARKED'::text])))
);
CREATE INDEX inbound_item_by_sender ON inbound_item USING btree (channel, sender, id);
CREATE INDEX inbound_item_by_state ON inbound_item USING btree (state, id);
CREATE INDEX inbound_item_by_transport ON inbound_item USING btree (transport_id);
CREATE INDEX inbound_item_waiting ON inbound_item USING btree (lane, id) WHERE (state = 'WAITING'::text);

create table job (
  id bigint not null generated always as identity,
  kind text not null,
  key text,
  data jsonb not null,
  state text not null default 'QUEUED'::text,
  attempts integer not null default 0,
  attempts_most integer not null,
  run integer not null default 0,
  not_before timestamp with time zone not null default clock_timestamp(),
  lease_until timestamp with time zone,
  node text,
  last_error text,
  request_id text,
  created_at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint job_attempts CHECK (((attempts >= 0) AND (attempts_most > 0))),
  constraint job_finished CHECK (((state = ANY (ARRAY['DONE'::text, 'DEAD'::text])) = (finished_at IS NOT NULL))),
  constraint job_lease CHECK (((state = 'RUNNING'::text) = (lease_until IS NOT NULL))),
  constraint job_pkey PRIMARY KEY (id),
  constraint job_state CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'DEAD'::text])))
);
CREATE UNIQUE INDEX job_by_key ON job USING btree (kind, key) WHERE (key IS NOT NULL);
CREATE INDEX job_dead ON job USING btree (id) WHERE (state = 'DEAD'::text);
CREATE INDEX job_finished_by_age ON job USING btree (finished_at) WHERE (state = ANY (ARRAY['DONE'::text, 'DEAD'::text]));
CREATE INDEX job_queued ON job USING btree (kind, not_before, id) WHERE (state = 'QUEUED'::text);
CREATE INDEX job_running ON job USING btree (lease_until) WHERE (state = 'RUNNING'::text);

create table journal (
  id bigint not null,
  office_id bigint not null,
  transaction_date date not null,
  value_date date not null,
  narration text not null,
  source_type text not null,
  source_id bigint not null,
  reversal_of_id bigint,
  created_by text not null,
  created_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint journal_pkey PRIMARY KEY (id),
  constraint journal_reversal_of_id_fkey FOREIGN KEY (reversal_of_id) REFERENCES journal(id)
);
CREATE INDEX journal_by_recording ON journal USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX journal_by_source ON journal USING btree (source_type, source_id);
CREATE UNIQUE INDEX journal_is_reversed_once ON journal USING btree (reversal_of_id) WHERE (reversal_of_id IS NOT NULL);
CREATE TRIGGER journal_is_immutable BEFORE DELETE OR UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_stays BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_import (
  id bigint not null,
  state text not null,
  office_id bigint not null,
  label text not null,
  fingerprint text not null,
  row_count integer not null,
  refused_count integer not null,
  journal_count integer not null,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamp with time zone,
  undo_kind text,
  undo_id bigint,
  undo_by text,
  undo_decided_by text,
  undo_decided_at timestamp with time zone,
  decision_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  columns jsonb not null default '[]'::jsonb,
  constraint journal_import_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint journal_import_pkey PRIMARY KEY (id),
  constraint journal_import_state_check CHECK ((state = ANY (ARRAY['REFUSED'::text, 'PENDING'::text, 'POSTED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'UNDO_PENDING'::text, 'UNDONE'::text])))
);
CREATE INDEX journal_import_by_fingerprint ON journal_import USING btree (fingerprint, id);
CREATE TRIGGER journal_import_deletes_are_hashed AFTER DELETE ON journal_import REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER journal_import_inserts_are_hashed AFTER INSERT ON journal_import REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER journal_import_is_audited AFTER UPDATE ON journal_import FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER journal_import_updates_are_hashed AFTER UPDATE ON journal_import REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table journal_import_row (
  import_id bigint not null,
  row_no integer not null,
  cells jsonb not null,
  code text,
  detail text,
  journal_key text not null,
  transaction_date date,
  value_date date,
  narration text,
  account_id bigint,
  amount_minor bigint,
  performance_kind text,
  constraint journal_import_row_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint journal_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES journal_import(id),
  constraint journal_import_row_performance_kind_check CHECK ((performance_kind = ANY (ARRAY['FLOW'::text, 'INCOME'::text, 'FEE'::text, 'TAX'::text]))),
  constraint journal_import_row_pkey PRIMARY KEY (import_id, row_no),
  constraint row_is_judged CHECK (((code IS NULL) = (account_id IS NOT NULL)))
);
CREATE TRIGGER journal_import_row_deletes_are_hashed AFTER DELETE ON journal_import_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER journal_import_row_inserts_are_hashed AFTER INSERT ON journal_import_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER journal_import_row_is_immutable BEFORE DELETE OR UPDATE ON journal_import_row FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_import_row_stays BEFORE TRUNCATE ON journal_import_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_import_row_updates_are_hashed AFTER UPDATE ON journal_import_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');

create table journal_line (
  journal_id bigint not null,
  line_no smallint not null,
  account_id bigint not null,
  currency text not null,
  amount_minor bigint not null,
  account_version bigint,
  balance_minor bigint,
  constraint journal_line_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint journal_line_pkey PRIMARY KEY (journal_id, line_no)
);
CREATE INDEX journal_line_by_account ON journal_line USING btree (account_id, journal_id) WHERE (account_version IS NULL);
CREATE UNIQUE INDEX journal_line_by_version ON journal_line USING btree (account_id, account_version) WHERE (account_version IS NOT NULL);
CREATE TRIGGER journal_balances AFTER INSERT ON journal_line REFERENCING NEW TABLE AS new_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_journal();
CREATE TRIGGER journal_line_is_immutable BEFORE DELETE OR UPDATE ON journal_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_line_stays BEFORE TRUNCATE ON journal_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_performance (
  journal_id bigint not null,
  line_no smallint not null,
  kind text not null,
  constraint journal_performance_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journal(id),
  constraint journal_performance_kind_check CHECK ((kind = ANY (ARRAY['INCOME'::text, 'FEE'::text, 'TAX'::text]))),
  constraint journal_performance_pkey PRIMARY KEY (journal_id, line_no)
);
CREATE TRIGGER journal_performance_deletes_are_hashed AFTER DELETE ON journal_performance REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('journal_id,line_no');
CREATE TRIGGER journal_performance_inserts_are_hashed AFTER INSERT ON journal_performance REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('journal_id,line_no');
CREATE TRIGGER journal_performance_is_immutable BEFORE DELETE OR UPDATE ON journal_performance FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_performance_stays BEFORE TRUNCATE ON journal_performance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_performance_updates_are_hashed AFTER UPDATE ON journal_performance REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('journal_id,line_no');

create table lead (
  id bigint not null,
  name text not null,
  label text,
  active boolean not null,
  office_id bigint not null,
  lead_type text not null,
  status text not null,
  first_name text,
  last_name text,
  organization text,
  identifier text,
  birth_date date,
  assigned_to bigint,
  campaign bigint,
  annual_income numeric,
  no_of_dependents integer,
  primary_latitude numeric,
  primary_longitude numeric,
  secondary_latitude numeric,
  secondary_longitude numeric,
  do_not_call boolean not null,
  do_not_share boolean not null,
  email_opt_out boolean not null,
  sms_opt_out boolean not null,
  converted_cash_account bigint,
  converted_contact bigint,
  converted_customer_id bigint,
  converted_at timestamp with time zone,
  conversion_reason text,
  details jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  home_country text not null,
  constraint lead_annual_income_check CHECK ((annual_income <> 'NaN'::numeric)),
  constraint lead_converted_customer_id_fkey FOREIGN KEY (converted_customer_id) REFERENCES customer(id),
  constraint lead_converted_once CHECK (((status = 'CONVERTED'::text) = (converted_customer_id IS NOT NULL))),
  constraint lead_home_country_check CHECK ((home_country ~ '^[A-Z]{2}$'::text)),
  constraint lead_name_key UNIQUE (name),
  constraint lead_no_of_dependents_check CHECK ((no_of_dependents >= 0)),
  constraint lead_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint lead_pkey PRIMARY KEY (id),
  constraint lead_primary_latitude_check CHECK ((primary_latitude <> 'NaN'::numeric)),
  constraint lead_primary_longitude_check CHECK ((primary_longitude <> 'NaN'::numeric)),
  constraint lead_secondary_latitude_check CHECK ((secondary_latitude <> 'NaN'::numeric)),
  constraint lead_secondary_longitude_check CHECK ((secondary_longitude <> 'NaN'::numeric)),
  constraint lead_status_known CHECK ((status = ANY (ARRAY['NEW'::text, 'ASSIGNED'::text, 'CONTACTED'::text, 'QUALIFIED'::text, 'CONVERTED'::text, 'DEAD'::text, 'RECYCLED'::text]))),
  constraint lead_type_known CHECK ((lead_type = ANY (ARRAY['INDIVIDUAL'::text, 'ORGANIZATION'::text])))
);
CREATE INDEX lead_by_assignee ON lead USING btree (assigned_to, id);
CREATE INDEX lead_by_customer ON lead USING btree (converted_customer_id);
CREATE INDEX lead_by_office ON lead USING btree (office_id, id);
CREATE INDEX lead_by_source ON lead USING btree (upper((details ->> 'leadSource'::text)), id);
CREATE INDEX lead_by_status ON lead USING btree (status, id);
CREATE TRIGGER lead_is_audited AFTER UPDATE ON lead FOR EACH ROW EXECUTE FUNCTION note_change('active,assigned_to,converted_customer_id,do_not_call,email_opt_out,sms_opt_out,status');

create table lead_assignment (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null,
  office_id bigint not null,
  lead_source text,
  assignees bigint[] not null,
  turn integer not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint lead_assignment_assignees_check CHECK ((cardinality(assignees) > 0)),
  constraint lead_assignment_name_key UNIQUE (name),
  constraint lead_assignment_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint lead_assignment_pkey PRIMARY KEY (id),
  constraint lead_assignment_turn_check CHECK ((turn >= 0))
);
CREATE UNIQUE INDEX lead_assignment_once ON lead_assignment USING btree (office_id, COALESCE(lead_source, ''::text)) WHERE active;

create table lead_import (
  id bigint not null,
  state text not null,
  office_id bigint not null,
  label text not null,
  fingerprint text not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  columns jsonb not null default '[]'::jsonb,
  constraint lead_import_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint lead_import_pkey PRIMARY KEY (id),
  constraint lead_import_state_known CHECK ((state = ANY (ARRAY['PREVIEWED'::text, 'COMMITTED'::text, 'UNDONE'::text])))
);
CREATE INDEX lead_import_by_fingerprint ON lead_import USING btree (fingerprint, id);
CREATE INDEX lead_import_by_office ON lead_import USING btree (office_id, id);

create table lead_import_row (
  id bigint not null generated always as identity,
  import_id bigint not null,
  row_no integer not null,
  cells jsonb not null,
  identifier text,
  verdict text not null,
  code text,
  member text,
  detail text,
  matches jsonb not null,
  outcome text,
  lead_id bigint,
  constraint captured_has_its_lead CHECK (((COALESCE(outcome, 'SKIPPED'::text) <> 'SKIPPED'::text) = (lead_id IS NOT NULL))),
  constraint lead_import_outcome_known CHECK ((outcome = ANY (ARRAY['CAPTURED'::text, 'SKIPPED'::text, 'UNDONE'::text, 'KEPT'::text]))),
  constraint lead_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES lead_import(id),
  constraint lead_import_row_import_id_row_no_key UNIQUE (import_id, row_no),
  constraint lead_import_row_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES lead(id),
  constraint lead_import_row_pkey PRIMARY KEY (id),
  constraint lead_import_verdict_known CHECK ((verdict = ANY (ARRAY['ACCEPTED'::text, 'DUPLICATE'::text, 'REFUSED'::text]))),
  constraint row_is_judged CHECK (((verdict = 'REFUSED'::text) = (code IS NOT NULL)))
);
CREATE INDEX lead_import_row_by_lead ON lead_import_row USING btree (lead_id);

create table lead_match_key (
  lead_id bigint not null,
  kind text not null,
  key text not null,
  constraint lead_match_key_kind_known CHECK ((kind = ANY (ARRAY['PHONE'::text, 'EMAIL'::text, 'FOLDED_EMAIL'::text, 'IDENTIFIER'::text, 'NAME_AND_BIRTH_DATE'::text]))),
  constraint lead_match_key_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES lead(id),
  constraint lead_match_key_pkey PRIMARY KEY (lead_id, kind, key)
);
CREATE INDEX lead_match_key_by_key ON lead_match_key USING btree (kind, key);

create table lead_step (
  id bigint not null generated always as identity,
  lead_id bigint not null,
  previous_status text,
  status text not null,
  at timestamp with time zone not null,
  by text not null,
  constraint lead_step_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES lead(id),
  constraint lead_step_pkey PRIMARY KEY (id)
);
CREATE INDEX lead_step_in_time ON lead_step USING btree (lead_id, at, id);

create table ledger_code (
  id bigint not null generated always as identity,
  code text not null,
  label text not null,
  class text not null,
  control boolean not null,
  by_hand boolean not null,
  client_money boolean not null,
  inline boolean not null,
  family boolean not null,
  active boolean not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint ledger_code_class_check CHECK ((class = ANY (ARRAY['ASSET'::text, 'LIABILITY'::text, 'EQUITY'::text, 'INCOME'::text, 'EXPENSE'::text]))),
  constraint ledger_code_code_key UNIQUE (code),
  constraint ledger_code_pkey PRIMARY KEY (id)
);
CREATE TRIGGER ledger_code_deletes_are_hashed AFTER DELETE ON ledger_code REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER ledger_code_inserts_are_hashed AFTER INSERT ON ledger_code REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER ledger_code_updates_are_hashed AFTER UPDATE ON ledger_code REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table ledger_fold (
  account_id bigint not null,
  account_version bigint not null,
  journal_id bigint not null,
  line_no smallint not null,
  balance_minor bigint not null,
  constraint ledger_fold_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint ledger_fold_pkey PRIMARY KEY (account_id, account_version)
);
CREATE UNIQUE INDEX ledger_fold_by_line ON ledger_fold USING btree (journal_id, line_no);
CREATE TRIGGER ledger_fold_is_immutable BEFORE DELETE OR UPDATE ON ledger_fold FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_fold_stays BEFORE TRUNCATE ON ledger_fold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_fold_state (
  only_row boolean not null default true,
  folded_journal_id bigint not null default 0,
  candidate_journal_id bigint not null default 0,
  candidate_before xid8,
  constraint ledger_fold_state_only_row_check CHECK (only_row),
  constraint ledger_fold_state_pkey PRIMARY KEY (only_row)
);

create table letterhead (
  office_id bigint not null,
  firm_name text not null,
  address text not null,
  contact text not null,
  registration text not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint letterhead_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint letterhead_pkey PRIMARY KEY (office_id)
);
CREATE TRIGGER letterhead_deletes_are_hashed AFTER DELETE ON letterhead REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('office_id');
CREATE TRIGGER letterhead_inserts_are_hashed AFTER INSERT ON letterhead REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('office_id');
CREATE TRIGGER letterhead_updates_are_hashed AFTER UPDATE ON letterhead REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('office_id');

create table level_import (
  id bigint not null,
  position bigint not null generated always as identity,
  state text not null,
  label text not null,
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint level_import_pkey PRIMARY KEY (id),
  constraint level_import_state_known CHECK ((state = ANY (ARRAY['IMPORTED'::text, 'UNDONE'::text])))
);
CREATE TRIGGER level_import_deletes_are_hashed AFTER DELETE ON level_import REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER level_import_inserts_are_hashed AFTER INSERT ON level_import REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER level_import_is_audited AFTER UPDATE ON level_import FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER level_import_updates_are_hashed AFTER UPDATE ON level_import REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table level_import_row (
  import_id bigint not null,
  row_no integer not null,
  cells jsonb not null,
  verdict text not null,
  code text,
  detail text,
  benchmark_id bigint,
  level_date date,
  level numeric,
  level_before numeric,
  outcome text,
  constraint level_import_outcome_known CHECK ((outcome = ANY (ARRAY['UNDONE'::text, 'KEPT'::text]))),
  constraint level_import_row_benchmark_id_fkey FOREIGN KEY (benchmark_id) REFERENCES benchmark(id),
  constraint level_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES level_import(id),
  constraint level_import_row_pkey PRIMARY KEY (import_id, row_no),
  constraint level_import_verdict_known CHECK ((verdict = ANY (ARRAY['IMPORTED'::text, 'UNCHANGED'::text, 'REPLACED'::text, 'REFUSED'::text]))),
  constraint level_row_has_its_level CHECK (((verdict = 'REFUSED'::text) OR (num_nulls(benchmark_id, level_date, level) = 0))),
  constraint level_row_has_the_one_before CHECK (((verdict = 'REPLACED'::text) = (level_before IS NOT NULL))),
  constraint level_row_is_judged CHECK (((verdict = 'REFUSED'::text) = (code IS NOT NULL)))
);
CREATE INDEX level_import_row_by_level ON level_import_row USING btree (benchmark_id, level_date);
CREATE TRIGGER level_import_row_deletes_are_hashed AFTER DELETE ON level_import_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER level_import_row_inserts_are_hashed AFTER INSERT ON level_import_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER level_import_row_updates_are_hashed AFTER UPDATE ON level_import_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');

create table login_address (
  kind text not null,
  subject_id bigint not null,
  network text not null,
  used_at timestamp with time zone not null,
  constraint login_address_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'customer'::text]))),
  constraint login_address_pkey PRIMARY KEY (kind, subject_id, network)
);
CREATE INDEX login_address_by_age ON login_address USING btree (used_at);

create table login_delay (
  kind text not null,
  subject text not null,
  source text not null,
  failures integer not null,
  free_at timestamp with time zone not null,
  last_failed_at timestamp with time zone not null,
  refusal_noted boolean not null default false,
  waiter text,
  waiter_due_at timestamp with time zone,
  constraint login_delay_kind_known CHECK ((kind = ANY (ARRAY['user'::text, 'customer'::text, 'second-factor'::text, 'user-address'::text, 'customer-address'::text, 'reset-name'::text, 'reset-network'::text, 'reset-user'::text, 'reset-customer'::text]))),
  constraint login_delay_pkey PRIMARY KEY (kind, subject, source)
);
CREATE INDEX login_delay_by_age ON login_delay USING btree (last_failed_at);

create table manual_journal (
  id bigint not null,
  state text not null,
  office_id bigint not null,
  transaction_date date,
  value_date date,
  narration text not null,
  reference text,
  adjusting boolean not null,
  reverses_journal_id bigint,
  journal_id bigint,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint manual_journal_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journal(id),
  constraint manual_journal_journal_id_key UNIQUE (journal_id),
  constraint manual_journal_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint manual_journal_pkey PRIMARY KEY (id),
  constraint manual_journal_posted CHECK (((state = 'POSTED'::text) = (journal_id IS NOT NULL))),
  constraint manual_journal_reverses_journal_id_fkey FOREIGN KEY (reverses_journal_id) REFERENCES journal(id),
  constraint manual_journal_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'POSTED'::text, 'REJECTED'::text, 'CANCELLED'::text])))
);
CREATE INDEX manual_journal_by_state ON manual_journal USING btree (state, id);
CREATE UNIQUE INDEX manual_journal_reverses_once ON manual_journal USING btree (reverses_journal_id) WHERE (state = ANY (ARRAY['PENDING'::text, 'POSTED'::text]));
CREATE TRIGGER manual_journal_deletes_are_hashed AFTER DELETE ON manual_journal REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER manual_journal_inserts_are_hashed AFTER INSERT ON manual_journal REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER manual_journal_is_audited AFTER UPDATE ON manual_journal FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER manual_journal_updates_are_hashed AFTER UPDATE ON manual_journal REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table manual_journal_line (
  manual_journal_id bigint not null,
  line_no smallint not null,
  account_id bigint not null,
  amount_minor bigint not null,
  narration text,
  performance_kind text,
  constraint manual_journal_line_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint manual_journal_line_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint manual_journal_line_manual_journal_id_fkey FOREIGN KEY (manual_journal_id) REFERENCES manual_journal(id),
  constraint manual_journal_line_performance_kind_check CHECK ((performance_kind = ANY (ARRAY['FLOW'::text, 'INCOME'::text, 'FEE'::text, 'TAX'::text]))),
  constraint manual_journal_line_pkey PRIMARY KEY (manual_journal_id, line_no)
);
CREATE TRIGGER manual_journal_line_deletes_are_hashed AFTER DELETE ON manual_journal_line REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('manual_journal_id,line_no');
CREATE TRIGGER manual_journal_line_inserts_are_hashed AFTER INSERT ON manual_journal_line REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('manual_journal_id,line_no');
CREATE TRIGGER manual_journal_line_is_immutable BEFORE DELETE OR UPDATE ON manual_journal_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER manual_journal_line_stays BEFORE TRUNCATE ON manual_journal_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER manual_journal_line_updates_are_hashed AFTER UPDATE ON manual_journal_line REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('manual_journal_id,line_no');

create table market_claim (
  id bigint not null,
  name text not null,
  corporate_action_id bigint not null,
  portfolio_id bigint,
  customer_id bigint,
  office_id bigint not null,
  kind text not null,
  direction text not null,
  order_id bigint,
  trade_date date,
  quantity bigint not null default 0,
  cum_quantity bigint not null default 0,
  ex_quantity bigint not null default 0,
  amount_minor bigint not null,
  currency text not null,
  state text not null,
  reason text,
  journal_id bigint,
  asked_by text,
  asked_at timestamp with time zone,
  decided_by text,
  decided_at timestamp with time zone,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  asked_kind text,
  asked_id bigint,
  decision_reason text,
  entitlement_id bigint,
  registrar_file_id bigint,
  books boolean not null default true,
  constraint market_claim_amount_minor_check CHECK ((amount_minor > 0)),
  constraint market_claim_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint market_claim_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint market_claim_direction_check CHECK ((direction = ANY (ARRAY['PAYABLE'::text, 'RECEIVABLE'::text]))),
  constraint market_claim_entitlement_id_fkey FOREIGN KEY (entitlement_id) REFERENCES entitlement(id),
  constraint market_claim_kind_check CHECK ((kind = ANY (ARRAY['CUM_EX'::text, 'SHORT'::text, 'TAX_RECLAIM'::text, 'REGISTRAR_DIFFERENCE'::text]))),
  constraint market_claim_name_key UNIQUE (name),
  constraint market_claim_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint market_claim_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint market_claim_pkey PRIMARY KEY (id),
  constraint market_claim_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint market_claim_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'SETTLING'::text, 'WAIVING'::text, 'SETTLED'::text, 'WAIVED'::text, 'CANCELLED'::text])))
);
CREATE INDEX market_claim_by_event ON market_claim USING btree (corporate_action_id, id);
CREATE INDEX market_claim_of_entitlement ON market_claim USING btree (corporate_action_id, portfolio_id) WHERE (entitlement_id IS NOT NULL);
CREATE INDEX market_claim_of_registrar_file ON market_claim USING btree (registrar_file_id) WHERE (registrar_file_id IS NOT NULL);
CREATE UNIQUE INDEX market_claim_of_trade_is_made_once ON market_claim USING btree (corporate_action_id, order_id, trade_date) WHERE ((order_id IS NOT NULL) AND (state <> 'CANCELLED'::text));
CREATE INDEX market_claim_open ON market_claim USING btree (id) WHERE (state <> ALL (ARRAY['SETTLED'::text, 'WAIVED'::text, 'CANCELLED'::text]));
CREATE TRIGGER market_claim_deletes_are_hashed AFTER DELETE ON market_claim REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER market_claim_inserts_are_hashed AFTER INSERT ON market_claim REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER market_claim_updates_are_hashed AFTER UPDATE ON market_claim REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table market_holiday (
  exchange_id bigint not null,
  holiday date not null,
  label text not null,
  constraint market_holiday_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint market_holiday_pkey PRIMARY KEY (exchange_id, holiday)
);
CREATE TRIGGER market_holiday_deletes_are_hashed AFTER DELETE ON market_holiday REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('exchange_id,holiday');
CREATE TRIGGER market_holiday_inserts_are_hashed AFTER INSERT ON market_holiday REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('exchange_id,holiday');
CREATE TRIGGER market_holiday_renews_calendar AFTER INSERT OR DELETE OR UPDATE ON market_holiday FOR EACH STATEMENT EXECUTE FUNCTION renew_calendar_version();
CREATE TRIGGER market_holiday_updates_are_hashed AFTER UPDATE ON market_holiday REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('exchange_id,holiday');

create table market_mode (
  is_only boolean not null default true,
  around_the_clock boolean not null,
  constraint market_mode_is_only_check CHECK (is_only),
  constraint market_mode_pkey PRIMARY KEY (is_only)
);

create table market_rule (
  exchange_id bigint not null,
  asset_class text not null,
  rule text not null,
  valid_from date not null,
  terms jsonb not null,
  constraint market_rule_asset_class_check CHECK ((asset_class = ANY (ARRAY['EQUITY'::text, 'BOND'::text]))),
  constraint market_rule_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint market_rule_pkey PRIMARY KEY (exchange_id, asset_class, rule, valid_from),
  constraint market_rule_rule_check CHECK ((rule = ANY (ARRAY['TRADING_PHASES'::text, 'PRICE_TICK'::text, 'PRICE_BAND'::text, 'LOT_SIZE'::text, 'ORDER_LIFE'::text, 'SETTLEMENT_LAG'::text, 'ENTITLEMENT'::text]))),
  constraint market_rule_terms_check CHECK ((jsonb_typeof(terms) = 'object'::text))
);
CREATE TRIGGER market_rule_deletes_are_hashed AFTER DELETE ON market_rule REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('exchange_id,asset_class,rule,valid_from');
CREATE TRIGGER market_rule_inserts_are_hashed AFTER INSERT ON market_rule REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('exchange_id,asset_class,rule,valid_from');
CREATE TRIGGER market_rule_renews_version AFTER INSERT OR DELETE OR UPDATE ON market_rule FOR EACH STATEMENT EXECUTE FUNCTION renew_rules_version();
CREATE TRIGGER market_rule_updates_are_hashed AFTER UPDATE ON market_rule REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('exchange_id,asset_class,rule,valid_from');

create table market_yield (
  id bigint not null generated always as identity,
  type_id bigint not null,
  yield_date date not null,
  rate numeric,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint market_yield_pkey PRIMARY KEY (id),
  constraint market_yield_rate_check CHECK (((rate <> 'NaN'::numeric) AND (rate >= (0)::numeric))),
  constraint market_yield_type_id_fkey FOREIGN KEY (type_id) REFERENCES discounted_instrument_type(id)
);
CREATE INDEX market_yield_by_date ON market_yield USING btree (type_id, yield_date, id);
CREATE INDEX market_yield_by_recording ON market_yield USING brin (recorded_at) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER market_yield_deletes_are_hashed AFTER DELETE ON market_yield REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER market_yield_inserts_are_hashed AFTER INSERT ON market_yield REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER market_yield_is_append_only BEFORE DELETE OR UPDATE ON market_yield FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER market_yield_is_never_emptied BEFORE TRUNCATE ON market_yield FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER market_yield_updates_are_hashed AFTER UPDATE ON market_yield REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table market_yield_import (
  id bigint not null,
  position bigint not null generated always as identity,
  state text not null,
  label text not null,
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint market_yield_import_pkey PRIMARY KEY (id),
  constraint market_yield_import_state_known CHECK ((state = ANY (ARRAY['IMPORTED'::text, 'UNDONE'::text])))
);
CREATE TRIGGER market_yield_import_deletes_are_hashed AFTER DELETE ON market_yield_import REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER market_yield_import_inserts_are_hashed AFTER INSERT ON market_yield_import REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER market_yield_import_is_audited AFTER UPDATE ON market_yield_import FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER market_yield_import_updates_are_hashed AFTER UPDATE ON market_yield_import REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table market_yield_import_row (
  import_id bigint not null,
  row_no integer not null,
  cells jsonb not null,
  verdict text not null,
  code text,
  detail text,
  type_id bigint,
  yield_date date,
  rate numeric,
  rate_before numeric,
  outcome text,
  constraint market_yield_import_outcome_known CHECK ((outcome = ANY (ARRAY['UNDONE'::text, 'KEPT'::text]))),
  constraint market_yield_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES market_yield_import(id),
  constraint market_yield_import_row_pkey PRIMARY KEY (import_id, row_no),
  constraint market_yield_import_row_type_id_fkey FOREIGN KEY (type_id) REFERENCES discounted_instrument_type(id),
  constraint market_yield_import_verdict_known CHECK ((verdict = ANY (ARRAY['IMPORTED'::text, 'UNCHANGED'::text, 'REPLACED'::text, 'REFUSED'::text]))),
  constraint market_yield_row_has_its_rate CHECK (((verdict = 'REFUSED'::text) OR (num_nulls(type_id, yield_date, rate) = 0))),
  constraint market_yield_row_has_the_one_before CHECK (((verdict = 'REPLACED'::text) = (rate_before IS NOT NULL))),
  constraint market_yield_row_is_judged CHECK (((verdict = 'REFUSED'::text) = (code IS NOT NULL)))
);
CREATE INDEX market_yield_import_row_by_rate ON market_yield_import_row USING btree (type_id, yield_date);
CREATE TRIGGER market_yield_import_row_deletes_are_hashed AFTER DELETE ON market_yield_import_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER market_yield_import_row_inserts_are_hashed AFTER INSERT ON market_yield_import_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER market_yield_import_row_updates_are_hashed AFTER UPDATE ON market_yield_import_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');

create table message (
  id bigint not null,
  name text not null,
  status text not null,
  from_address text,
  to_address text,
  subject text,
  body text not null,
  html text,
  related_to text,
  related_to_id bigint,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint message_id_fkey FOREIGN KEY (id) REFERENCES message_transport(id),
  constraint message_name_key UNIQUE (name),
  constraint message_pkey PRIMARY KEY (id),
  constraint message_status_known CHECK ((status = ANY (ARRAY['QUEUED'::text, 'IN_PROGRESS'::text, 'SENT'::text, 'DELIVERED'::text, 'READ'::text, 'FAILED'::text, 'SUPPRESSED'::text, 'COMPLETED'::text])))
);
CREATE INDEX message_by_related ON message USING btree (related_to, related_to_id, id);
CREATE INDEX message_in_time ON message USING btree (related_to, related_to_id, created_at, id);

create table message_attachment (
  transport_id bigint not null,
  position integer not null,
  attachment_id bigint,
  file_name text not null,
  mime_type text not null,
  sha256 text not null,
  constraint message_attachment_attachment_id_fkey FOREIGN KEY (attachment_id) REFERENCES attachment(id),
  constraint message_attachment_pkey PRIMARY KEY (transport_id, "position"),
  constraint message_attachment_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint message_attachment_transport_id_fkey FOREIGN KEY (transport_id) REFERENCES message_transport(id)
);

create table message_attempt (
  transport_id bigint not null,
  attempt integer not null,
  node text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  reason text,
  constraint message_attempt_pkey PRIMARY KEY (transport_id, attempt),
  constraint message_attempt_transport_id_fkey FOREIGN KEY (transport_id) REFERENCES message_transport(id),
  constraint message_outcome_known CHECK ((outcome = ANY (ARRAY['SENT'::text, 'SUPPRESSED'::text, 'WITHDRAWN'::text, 'EXPIRED'::text, 'DELAYED'::text, 'UNAVAILABLE'::text, 'TEMPORARY'::text, 'PERMANENT'::text, 'UNKNOWN'::text])))
);

create table message_part (
  id bigint not null generated always as identity,
  channel text not null,
  from_address text not null,
  to_address text not null,
  reference text not null,
  total integer not null,
  number integer not null,
  utf16 bytea not null,
  provider_id text not null,
  received_at timestamp with time zone not null,
  joined_at timestamp with time zone,
  constraint message_part_channel_known CHECK ((channel = 'SMS'::text)),
  constraint message_part_numbered CHECK (((number >= 1) AND (number <= total))),
  constraint message_part_pkey PRIMARY KEY (id)
);
CREATE INDEX message_part_by_age ON message_part USING btree (received_at);
CREATE UNIQUE INDEX message_part_once ON message_part USING btree (channel, from_address, to_address, reference, total, number);

create table message_pause (
  channel text not null,
  paused_until timestamp with time zone not null,
  wait_ms integer not null,
  reason text not null,
  failed_at timestamp with time zone not null,
  constraint message_pause_channel_known CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WHATSAPP'::text]))),
  constraint message_pause_pkey PRIMARY KEY (channel)
);

create table message_receipt (
  transport_id bigint not null,
  status text not null,
  at timestamp with time zone not null,
  detail text,
  constraint message_receipt_pkey PRIMARY KEY (transport_id, status),
  constraint message_receipt_transport_id_fkey FOREIGN KEY (transport_id) REFERENCES message_transport(id)
);

create table message_transport (
  id bigint not null,
  channel text not null,
  direction text not null,
  office_id bigint not null,
  whatsapp_message_id bigint,
  purpose text not null,
  recipient_kind text,
  recipient_id bigint,
  address text,
  ignores_opt_outs boolean not null default false,
  template_id bigint,
  campaign_id bigint,
  whatsapp_template jsonb,
  once_key text,
  state text not null,
  rule text,
  not_before timestamp with time zone not null,
  give_up_at timestamp with time zone not null,
  attempts integer not null default 0,
  failures integer not null default 0,
  lease_until timestamp with time zone,
  node text,
  reference uuid not null default gen_random_uuid(),
  unsubscribe_token uuid not null default gen_random_uuid(),
  provider_id text,
  last_error text,
  created_at timestamp with time zone not null,
  template_version integer,
  secret_id uuid,
  provider_key text generated always as (lower(ltrim(provider_id, '0'::text))) stored,
  constraint message_channel_known CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WHATSAPP'::text]))),
  constraint message_direction_known CHECK ((direction = ANY (ARRAY['INBOUND'::text, 'OUTBOUND'::text]))),
  constraint message_lease_while_sending CHECK (((state = 'SENDING'::text) = (lease_until IS NOT NULL))),
  constraint message_purpose_known CHECK ((purpose = ANY (ARRAY['SERVICE'::text, 'MARKETING'::text]))),
  constraint message_recipient_known CHECK ((recipient_kind = ANY (ARRAY['LEAD'::text, 'CONTACT'::text, 'CUSTOMER'::text]))),
  constraint message_recipient_whole CHECK (((recipient_kind IS NULL) = (recipient_id IS NULL))),
  constraint message_rule_when_suppressed CHECK (((state = 'SUPPRESSED'::text) = (rule IS NOT NULL))),
  constraint message_state_known CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENDING'::text, 'SENT'::text, 'SUPPRESSED'::text, 'FAILED'::text, 'WITHDRAWN'::text, 'RECEIVED'::text]))),
  constraint message_transport_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint message_transport_once_key_key UNIQUE (once_key),
  constraint message_transport_pkey PRIMARY KEY (id),
  constraint message_transport_reference_key UNIQUE (reference),
  constraint message_transport_unsubscribe_token_key UNIQUE (unsubscribe_token),
  constraint message_transport_whatsapp_message_id_fkey FOREIGN KEY (whatsapp_message_id) REFERENCES whatsapp_message(id) DEFERRABLE INITIALLY DEFERRED,
  constraint message_transport_whatsapp_message_id_key UNIQUE (whatsapp_message_id)
);
CREATE INDEX message_transport_by_address ON message_transport USING btree (channel, address, created_at);
CREATE INDEX message_transport_by_campaign ON message_transport USING btree (campaign_id, id);
CREATE INDEX message_transport_by_office ON message_transport USING btree (office_id, id);
CREATE INDEX message_transport_by_provider_id ON message_transport USING btree (channel, provider_id, id);
CREATE INDEX message_transport_by_provider_key ON message_transport USING btree (channel, provider_key, id);
CREATE INDEX message_transport_by_recipient ON message_transport USING btree (recipient_kind, recipient_id, id);
CREATE UNIQUE INDEX message_transport_by_wamid ON message_transport USING btree (provider_id) WHERE (channel = 'WHATSAPP'::text);
CREATE INDEX message_transport_due ON message_transport USING btree (channel, not_before, id) WHERE (state = 'WAITING'::text);
CREATE INDEX message_transport_failed ON message_transport USING btree (id) WHERE (state = 'FAILED'::text);
CREATE INDEX message_transport_in_time ON message_transport USING btree (recipient_kind, recipient_id, created_at, id);
CREATE INDEX message_transport_leased ON message_transport USING btree (lease_until) WHERE (state = 'SENDING'::text);

create table note_seal_key (
  id text not null,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamp with time zone not null,
  constraint note_seal_key_pkey PRIMARY KEY (id)
);
CREATE TRIGGER note_seal_key_deletes_are_hashed AFTER DELETE ON note_seal_key REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER note_seal_key_inserts_are_hashed AFTER INSERT ON note_seal_key REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER note_seal_key_updates_are_hashed AFTER UPDATE ON note_seal_key REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table notification (
  id bigint not null generated always as identity,
  rule_id bigint not null,
  position bigint not null,
  event_type text not null,
  office_id bigint,
  related_to text not null,
  related_to_id bigint not null,
  state text not null,
  batch_id bigint,
  alone boolean not null default false,
  reason text,
  message_ids bigint[] not null default '{}'::bigint[],
  created_at timestamp with time zone not null default clock_timestamp(),
  done_at timestamp with time zone,
  constraint notification_alone_left_batch CHECK (((NOT alone) OR (batch_id IS NULL))),
  constraint notification_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES notification_batch(id),
  constraint notification_done_when_not_waiting CHECK (((state = ANY (ARRAY['WAITING'::text, 'GATHERED'::text])) = (done_at IS NULL))),
  constraint notification_gathered_in_batch CHECK (((state <> 'GATHERED'::text) OR (batch_id IS NOT NULL))),
  constraint notification_once UNIQUE (rule_id, "position"),
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_reason_when_nobody CHECK (((state = 'NOBODY'::text) = (reason IS NOT NULL))),
  constraint notification_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES notification_rule(id),
  constraint notification_state_known CHECK ((state = ANY (ARRAY['WAITING'::text, 'GATHERED'::text, 'QUEUED'::text, 'NOBODY'::text])))
);
CREATE INDEX notification_by_age ON notification USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX notification_by_batch ON notification USING btree (batch_id, id) WHERE (batch_id IS NOT NULL);
CREATE INDEX notification_by_record ON notification USING btree (related_to, related_to_id, id);
CREATE INDEX notification_open ON notification USING btree (state, id) WHERE (done_at IS NULL);

create table notification_batch (
  id bigint not null generated always as identity,
  rule_id bigint not null,
  customer_id bigint not null,
  state text not null,
  notices integer not null,
  due_at timestamp with time zone not null,
  constraint notification_batch_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint notification_batch_pkey PRIMARY KEY (id),
  constraint notification_batch_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES notification_rule(id),
  constraint notification_batch_state_known CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'DONE'::text])))
);
CREATE UNIQUE INDEX notification_batch_open ON notification_batch USING btree (rule_id, customer_id) WHERE (state = 'OPEN'::text);

create table notification_cursor (
  only_one boolean not null default true,
  position bigint not null,
  constraint notification_cursor_only_one_check CHECK (only_one),
  constraint notification_cursor_pkey PRIMARY KEY (only_one)
);

create table notification_preference (
  customer_id bigint not null,
  language text,
  choices jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint notification_preference_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint notification_preference_pkey PRIMARY KEY (customer_id)
);

create table notification_rule (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null,
  office_id bigint,
  event_type text not null,
  conditions jsonb not null,
  recipient text not null,
  permission text,
  deliver text not null,
  channels jsonb not null,
  attach_document boolean not null,
  gather text not null,
  gather_minutes integer,
  gather_time text,
  enabled_from timestamp with time zone not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint notification_approvers_by_permission CHECK (((recipient = 'APPROVERS'::text) = (permission IS NOT NULL))),
  constraint notification_deliver_known CHECK ((deliver = ANY (ARRAY['FIRST'::text, 'ALL'::text]))),
  constraint notification_gather_known CHECK ((gather = ANY (ARRAY['AT_ONCE'::text, 'MINUTES'::text, 'TIME_OF_DAY'::text]))),
  constraint notification_gather_minutes CHECK (((gather = 'MINUTES'::text) = (gather_minutes IS NOT NULL))),
  constraint notification_gather_time CHECK (((gather = 'TIME_OF_DAY'::text) = (gather_time IS NOT NULL))),
  constraint notification_recipient_known CHECK ((recipient = ANY (ARRAY['CUSTOMER'::text, 'ASSIGNED_USER'::text, 'APPROVERS'::text, 'MAKER'::text, 'CUSTODIAN'::text]))),
  constraint notification_rule_gather_minutes_check CHECK ((gather_minutes > 0)),
  constraint notification_rule_gather_time_check CHECK ((gather_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint notification_rule_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint notification_rule_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX notification_rule_by_name ON notification_rule USING btree (upper(name), COALESCE(office_id, (0)::bigint));
CREATE INDEX notification_rule_by_type ON notification_rule USING btree (event_type) WHERE active;
CREATE TRIGGER notification_rule_is_audited AFTER UPDATE ON notification_rule FOR EACH ROW EXECUTE FUNCTION note_change('*');

create table order_adjustment (
  order_id bigint not null,
  event_name text not null,
  ex_date date not null,
  outcome text not null,
  cl_ord_id text,
  old_quantity bigint not null,
  old_limit_price numeric,
  old_stop_price numeric,
  new_quantity bigint,
  new_limit_price numeric,
  new_stop_price numeric,
  adjusted_at timestamp with time zone not null,
  reenters boolean not null default false,
  reentered_as bigint,
  reentry_refusal text,
  constraint order_adjustment_check CHECK ((reenters OR (COALESCE((reentered_as)::text, reentry_refusal) IS NULL))),
  constraint order_adjustment_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint order_adjustment_outcome_check CHECK ((outcome = ANY (ARRAY['ADJUSTED'::text, 'REQUESTED'::text, 'RESTATED'::text, 'CANCELLED'::text, 'CANCEL_REQUESTED'::text, 'UNCHANGED'::text]))),
  constraint order_adjustment_pkey PRIMARY KEY (order_id, event_name),
  constraint order_adjustment_reentered_as_fkey FOREIGN KEY (reentered_as) REFERENCES trade_order(id)
);
CREATE INDEX order_adjustment_reenters ON order_adjustment USING btree (event_name, order_id) WHERE (reenters AND (reentered_as IS NULL) AND (reentry_refusal IS NULL));
CREATE TRIGGER order_adjustment_deletes_are_hashed AFTER DELETE ON order_adjustment REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('order_id,event_name');
CREATE TRIGGER order_adjustment_inserts_are_hashed AFTER INSERT ON order_adjustment REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('order_id,event_name');
CREATE TRIGGER order_adjustment_updates_are_hashed AFTER UPDATE ON order_adjustment REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('order_id,event_name');

create table order_limit (
  id bigint not null generated always as identity,
  group_id bigint,
  currency text not null,
  quantity_most bigint,
  value_most_minor bigint,
  day_value_most_minor bigint,
  constraint order_limit_day_value_most_minor_check CHECK ((day_value_most_minor > 0)),
  constraint order_limit_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_group(id),
  constraint order_limit_is_unique UNIQUE NULLS NOT DISTINCT (group_id, currency),
  constraint order_limit_pkey PRIMARY KEY (id),
  constraint order_limit_quantity_most_check CHECK ((quantity_most > 0)),
  constraint order_limit_value_most_minor_check CHECK ((value_most_minor > 0))
);
CREATE TRIGGER order_limit_deletes_are_hashed AFTER DELETE ON order_limit REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER order_limit_inserts_are_hashed AFTER INSERT ON order_limit REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER order_limit_updates_are_hashed AFTER UPDATE ON order_limit REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table order_term (
  id bigint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  label text not null,
  active boolean not null default true,
  fix_time_in_force text not null,
  default_life_days integer,
  longest_life_days integer,
  created_by text not null default 'system'::text,
  created_at timestamp with time zone not null default now(),
  modified_by text not null default 'system'::text,
  modified_at timestamp with time zone not null default now(),
  constraint order_term_check CHECK ((longest_life_days >= default_life_days)),
  constraint order_term_default_life_days_check CHECK ((default_life_days > 0)),
  constraint order_term_fix_time_in_force_check CHECK ((fix_time_in_force = ANY (ARRAY['0'::text, '1'::text, '2'::text, '3'::text, '4'::text, '6'::text, '7'::text]))),
  constraint order_term_name_key UNIQUE (name),
  constraint order_term_pkey PRIMARY KEY (id)
);
CREATE TRIGGER order_term_deletes_are_hashed AFTER DELETE ON order_term REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER order_term_inserts_are_hashed AFTER INSERT ON order_term REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER order_term_updates_are_hashed AFTER UPDATE ON order_term REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table order_trade_day (
  id bigint not null generated always as identity,
  order_id bigint not null,
  trade_date date not null,
  quantity bigint not null,
  value numeric not null,
  fills integer not null,
  stated_settlement jsonb not null default '{}'::jsonb,
  has_news boolean not null,
  contract_note_id bigint,
  constraint order_trade_day_contract_note_id_fkey FOREIGN KEY (contract_note_id) REFERENCES contract_note(id),
  constraint order_trade_day_fills_check CHECK ((fills >= 0)),
  constraint order_trade_day_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint order_trade_day_order_id_trade_date_key UNIQUE (order_id, trade_date),
  constraint order_trade_day_pkey PRIMARY KEY (id),
  constraint order_trade_day_quantity_check CHECK ((quantity >= 0)),
  constraint order_trade_day_value_check CHECK (((value >= (0)::numeric) AND (value <> 'NaN'::numeric)))
) with (fillfactor=80);
CREATE INDEX order_trade_day_with_news ON order_trade_day USING btree (order_id) WHERE has_news;
CREATE TRIGGER order_trade_day_deletes_are_hashed AFTER DELETE ON order_trade_day REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER order_trade_day_inserts_are_hashed AFTER INSERT ON order_trade_day REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER order_trade_day_updates_are_hashed AFTER UPDATE ON order_trade_day REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table outbox_event (
  id bigint not null generated always as identity,
  type text not null,
  subject_id bigint not null,
  office_id bigint,
  data jsonb not null,
  request_id text,
  transaction_id xid8 not null default pg_current_xact_id(),
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint outbox_event_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_event_by_transaction ON outbox_event USING btree (transaction_id, id);

create table own_setting (
  principal_id bigint not null,
  name text not null,
  value text not null,
  modified_at timestamp with time zone not null,
  constraint own_setting_pkey PRIMARY KEY (principal_id, name),
  constraint own_setting_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);

create table passkey (
  id text not null,
  principal_id bigint not null,
  label text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkey_counter_check CHECK ((counter >= 0)),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);
CREATE INDEX passkey_by_principal ON passkey USING btree (principal_id, created_at);
CREATE TRIGGER passkey_deletes_are_hashed AFTER DELETE ON passkey REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER passkey_inserts_are_hashed AFTER INSERT ON passkey REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER passkey_updates_are_hashed AFTER UPDATE ON passkey REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table passkey_challenge (
  challenge text not null,
  principal_id bigint,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge),
  constraint passkey_challenge_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge USING btree (expires_at);

create table password_request (
  id uuid not null,
  login text not null,
  of_portal boolean not null,
  office_ids bigint[],
  request_id text not null,
  address text not null,
  created_at timestamp with time zone not null,
  constraint password_request_pkey PRIMARY KEY (id)
);

create table password_reset (
  id uuid not null,
  holder_kind text not null,
  holder_id bigint not null,
  origin text not null,
  token_hash text,
  basis text not null,
  delivery text not null,
  shown_to bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_reset_delivery_check CHECK ((delivery = ANY (ARRAY['EMAIL'::text, 'SHOWN'::text]))),
  constraint password_reset_holder_kind_check CHECK ((holder_kind = ANY (ARRAY['user'::text, 'customer'::text]))),
  constraint password_reset_holder_kind_holder_id_origin_key UNIQUE (holder_kind, holder_id, origin),
  constraint password_reset_origin_check CHECK ((origin = ANY (ARRAY['REQUEST'::text, 'ADMINISTRATOR'::text]))),
  constraint password_reset_pkey PRIMARY KEY (id),
  constraint password_reset_shown_to_fkey FOREIGN KEY (shown_to) REFERENCES principal(id),
  constraint password_reset_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX password_reset_by_expiry ON password_reset USING btree (expires_at);
CREATE INDEX password_reset_by_reader ON password_reset USING btree (shown_to);
CREATE TRIGGER password_reset_deletes_are_hashed AFTER DELETE ON password_reset REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER password_reset_inserts_are_hashed AFTER INSERT ON password_reset REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER password_reset_updates_are_hashed AFTER UPDATE ON password_reset REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table password_setter (
  user_id bigint not null,
  setter_id bigint not null,
  constraint password_setter_pkey PRIMARY KEY (user_id, setter_id),
  constraint password_setter_setter_id_fkey FOREIGN KEY (setter_id) REFERENCES principal(id),
  constraint password_setter_user_id_fkey FOREIGN KEY (user_id) REFERENCES principal(id)
);
CREATE TRIGGER password_setter_deletes_are_hashed AFTER DELETE ON password_setter REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('user_id,setter_id');
CREATE TRIGGER password_setter_inserts_are_hashed AFTER INSERT ON password_setter REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('user_id,setter_id');
CREATE TRIGGER password_setter_updates_are_hashed AFTER UPDATE ON password_setter REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('user_id,setter_id');

create table payment_gateway (
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  active boolean not null,
  suspense_code text not null,
  success_codes text[] not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint payment_gateway_name_key UNIQUE (name),
  constraint payment_gateway_pkey PRIMARY KEY (id)
);
CREATE TRIGGER payment_gateway_deletes_are_hashed AFTER DELETE ON payment_gateway REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER payment_gateway_inserts_are_hashed AFTER INSERT ON payment_gateway REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER payment_gateway_updates_are_hashed AFTER UPDATE ON payment_gateway REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table period_closing (
  only_row boolean not null default true,
  soft_closed_through date,
  hard_closed_through date,
  constraint hard_closed_is_soft_closed CHECK (((hard_closed_through IS NULL) OR (hard_closed_through <= soft_closed_through))),
  constraint period_closing_only_row_check CHECK (only_row),
  constraint period_closing_pkey PRIMARY KEY (only_row)
);
CREATE TRIGGER period_closing_deletes_are_hashed AFTER DELETE ON period_closing REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');
CREATE TRIGGER period_closing_inserts_are_hashed AFTER INSERT ON period_closing REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');
CREATE TRIGGER period_closing_updates_are_hashed AFTER UPDATE ON period_closing REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');

create table portfolio (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  office_id bigint not null,
  customer_id bigint not null,
  currency text not null,
  portfolio_type_name text not null,
  account_no text,
  chn_number text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  income_route text not null default 'DIRECT'::text,
  settlement_instructions text,
  constraint portfolio_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint portfolio_income_route_check CHECK ((income_route = ANY (ARRAY['DIRECT'::text, 'FIRM'::text]))),
  constraint portfolio_name_key UNIQUE (name),
  constraint portfolio_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint portfolio_pkey PRIMARY KEY (id),
  constraint portfolio_portfolio_type_name_fkey FOREIGN KEY (portfolio_type_name) REFERENCES portfolio_type(name)
);
CREATE INDEX portfolio_by_customer ON portfolio USING btree (customer_id);
CREATE TRIGGER portfolio_deletes_are_hashed AFTER DELETE ON portfolio REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER portfolio_inserts_are_hashed AFTER INSERT ON portfolio REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER portfolio_updates_are_hashed AFTER UPDATE ON portfolio REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table portfolio_custodian (
  portfolio_id bigint not null,
  custodian_id bigint not null,
  account_no text,
  standing boolean not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint portfolio_custodian_custodian_id_fkey FOREIGN KEY (custodian_id) REFERENCES custodian(id),
  constraint portfolio_custodian_pkey PRIMARY KEY (portfolio_id, custodian_id),
  constraint portfolio_custodian_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id)
);
CREATE INDEX portfolio_custodian_by_custodian ON portfolio_custodian USING btree (custodian_id);
CREATE UNIQUE INDEX portfolio_custodian_standing ON portfolio_custodian USING btree (portfolio_id) WHERE standing;
CREATE TRIGGER portfolio_custodian_deletes_are_hashed AFTER DELETE ON portfolio_custodian REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('portfolio_id,custodian_id');
CREATE TRIGGER portfolio_custodian_inserts_are_hashed AFTER INSERT ON portfolio_custodian REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('portfolio_id,custodian_id');
CREATE TRIGGER portfolio_custodian_updates_are_hashed AFTER UPDATE ON portfolio_custodian REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('portfolio_id,custodian_id');

create table portfolio_type (
  id bigint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  label text not null,
  active boolean not null default true,
  portfolio_class text not null,
  exchange_id bigint,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint portfolio_type_check CHECK (((exchange_id IS NULL) OR (portfolio_class = 'EXCHANGE'::text))),
  constraint portfolio_type_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint portfolio_type_name_key UNIQUE (name),
  constraint portfolio_type_pkey PRIMARY KEY (id),
  constraint portfolio_type_portfolio_class_check CHECK ((portfolio_class = ANY (ARRAY['EXCHANGE'::text, 'MANAGED'::text])))
);
CREATE TRIGGER portfolio_type_deletes_are_hashed AFTER DELETE ON portfolio_type REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER portfolio_type_inserts_are_hashed AFTER INSERT ON portfolio_type REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER portfolio_type_updates_are_hashed AFTER UPDATE ON portfolio_type REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table price_adjustment (
  security_id bigint not null,
  ex_date date not null,
  event_name text not null,
  factor numeric not null default 1,
  amount numeric not null default 0,
  close_before numeric,
  reference_price numeric,
  dividend numeric not null default 0,
  constraint price_adjustment_amount_check CHECK (((amount >= (0)::numeric) AND (amount <> 'NaN'::numeric))),
  constraint price_adjustment_check CHECK (((dividend >= (0)::numeric) AND (dividend <= amount))),
  constraint price_adjustment_close_before_check CHECK ((close_before > (0)::numeric)),
  constraint price_adjustment_factor_check CHECK (((factor > (0)::numeric) AND (factor <> 'NaN'::numeric))),
  constraint price_adjustment_pkey PRIMARY KEY (security_id, ex_date, event_name),
  constraint price_adjustment_reference_price_check CHECK ((reference_price > (0)::numeric)),
  constraint price_adjustment_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id)
);
CREATE TRIGGER price_adjustment_deletes_are_hashed AFTER DELETE ON price_adjustment REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('security_id,ex_date,event_name');
CREATE TRIGGER price_adjustment_inserts_are_hashed AFTER INSERT ON price_adjustment REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('security_id,ex_date,event_name');
CREATE TRIGGER price_adjustment_updates_are_hashed AFTER UPDATE ON price_adjustment REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('security_id,ex_date,event_name');

create table price_feed (
  session_name text not null,
  exchange_id bigint not null,
  state text not null,
  message_text text,
  since timestamp with time zone not null,
  heard_at timestamp with time zone,
  told_date date,
  constraint price_feed_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint price_feed_pkey PRIMARY KEY (session_name),
  constraint price_feed_state_check CHECK ((state = ANY (ARRAY['ASKED'::text, 'LIVE'::text, 'REFUSED'::text])))
);

create table price_import (
  id bigint not null,
  position bigint not null generated always as identity,
  state text not null,
  label text not null,
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint price_import_pkey PRIMARY KEY (id),
  constraint price_import_state_known CHECK ((state = ANY (ARRAY['IMPORTED'::text, 'UNDONE'::text])))
);
CREATE TRIGGER price_import_deletes_are_hashed AFTER DELETE ON price_import REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER price_import_inserts_are_hashed AFTER INSERT ON price_import REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER price_import_is_audited AFTER UPDATE ON price_import FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER price_import_updates_are_hashed AFTER UPDATE ON price_import REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table price_import_row (
  import_id bigint not null,
  row_no integer not null,
  cells jsonb not null,
  verdict text not null,
  code text,
  detail text,
  security_id bigint,
  price_date date,
  bar jsonb,
  bar_before jsonb,
  outcome text,
  constraint price_import_outcome_known CHECK ((outcome = ANY (ARRAY['UNDONE'::text, 'KEPT'::text]))),
  constraint price_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES price_import(id),
  constraint price_import_row_pkey PRIMARY KEY (import_id, row_no),
  constraint price_import_row_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id),
  constraint price_import_verdict_known CHECK ((verdict = ANY (ARRAY['IMPORTED'::text, 'UNCHANGED'::text, 'REPLACED'::text, 'REFUSED'::text]))),
  constraint replaced_has_the_one_before CHECK (((verdict = 'REPLACED'::text) = (bar_before IS NOT NULL))),
  constraint row_has_its_bar CHECK ((((security_id IS NOT NULL) = (bar IS NOT NULL)) AND ((price_date IS NOT NULL) = (bar IS NOT NULL)) AND ((bar IS NOT NULL) OR (verdict = 'REFUSED'::text)))),
  constraint row_is_judged CHECK (((verdict = 'REFUSED'::text) = (code IS NOT NULL)))
);
CREATE INDEX price_import_row_by_bar ON price_import_row USING btree (security_id, price_date);
CREATE TRIGGER price_import_row_deletes_are_hashed AFTER DELETE ON price_import_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER price_import_row_inserts_are_hashed AFTER INSERT ON price_import_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');
CREATE TRIGGER price_import_row_updates_are_hashed AFTER UPDATE ON price_import_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('import_id,row_no');

create table principal (
  id bigint not null,
  kind text not null,
  name text not null,
  label text not null,
  email_address text,
  email_key text,
  active boolean not null default true,
  secret_hash text not null,
  roles text[] not null,
  office_ids bigint[],
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  email_setter_id bigint,
  secret_set_at timestamp with time zone not null default now(),
  must_change_password boolean not null default false,
  constraint principal_email_setter_id_fkey FOREIGN KEY (email_setter_id) REFERENCES principal(id),
  constraint principal_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'client'::text]))),
  constraint principal_office_ids_check CHECK ((cardinality(office_ids) > 0)),
  constraint principal_pkey PRIMARY KEY (id),
  constraint principal_roles_check CHECK ((cardinality(roles) > 0))
);
CREATE UNIQUE INDEX principal_by_name ON principal USING btree (lower(name));
CREATE TRIGGER principal_deletes_are_hashed AFTER DELETE ON principal REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER principal_inserts_are_hashed AFTER INSERT ON principal REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER principal_is_audited AFTER UPDATE ON principal FOR EACH ROW EXECUTE FUNCTION note_change('active,kind,office_ids,roles,name,must_change_password');
CREATE TRIGGER principal_updates_are_hashed AFTER UPDATE ON principal REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table principal_use (
  principal_id bigint not null,
  used_at timestamp with time zone not null,
  constraint principal_use_pkey PRIMARY KEY (principal_id),
  constraint principal_use_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);

create table recovery_code (
  principal_id bigint not null,
  hash text not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (principal_id, hash),
  constraint recovery_code_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES second_factor(principal_id) ON DELETE CASCADE
);
CREATE TRIGGER recovery_code_deletes_are_hashed AFTER DELETE ON recovery_code REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('principal_id,hash');
CREATE TRIGGER recovery_code_inserts_are_hashed AFTER INSERT ON recovery_code REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('principal_id,hash');
CREATE TRIGGER recovery_code_updates_are_hashed AFTER UPDATE ON recovery_code REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('principal_id,hash');

create table reference_change (
  id bigint not null,
  kind text not null,
  subject text not null,
  state text not null,
  base_version integer not null,
  applied_version integer,
  before jsonb,
  after jsonb not null,
  reason text,
  effective_note text,
  record_id bigint,
  record_name text,
  decision_reason text,
  decided_by text,
  decided_at timestamp with time zone,
  creator_kind text not null,
  creator_id bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint applied_when_approved CHECK (((state = 'APPROVED'::text) = (applied_version IS NOT NULL))),
  constraint decided_when_not_pending CHECK (((state = 'PENDING'::text) = (decided_by IS NULL))),
  constraint reference_change_pkey PRIMARY KEY (id),
  constraint reference_change_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX reference_change_by_subject ON reference_change USING btree (kind, subject, id);
CREATE INDEX reference_change_pending ON reference_change USING btree (id) WHERE (state = 'PENDING'::text);
CREATE TRIGGER reference_change_deletes_are_hashed AFTER DELETE ON reference_change REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER reference_change_inserts_are_hashed AFTER INSERT ON reference_change REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER reference_change_updates_are_hashed AFTER UPDATE ON reference_change REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table reference_version (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  version_no integer not null,
  body jsonb not null,
  change_id bigint,
  made_by text not null,
  made_at timestamp with time zone not null,
  approved_by text not null,
  approved_at timestamp with time zone not null,
  constraint reference_version_change_id_fkey FOREIGN KEY (change_id) REFERENCES reference_change(id),
  constraint reference_version_kind_subject_version_no_key UNIQUE (kind, subject, version_no),
  constraint reference_version_pkey PRIMARY KEY (id),
  constraint reference_version_version_no_check CHECK ((version_no > 0))
);
CREATE TRIGGER reference_version_deletes_are_hashed AFTER DELETE ON reference_version REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER reference_version_inserts_are_hashed AFTER INSERT ON reference_version REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER reference_version_is_kept BEFORE DELETE OR UPDATE ON reference_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reference_version_is_never_emptied BEFORE TRUNCATE ON reference_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reference_version_updates_are_hashed AFTER UPDATE ON reference_version REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table refresh_token (
  hash text not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint refresh_token_pkey PRIMARY KEY (hash),
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_session(id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_by_session ON refresh_token USING btree (session_id);
CREATE TRIGGER refresh_token_deletes_are_hashed AFTER DELETE ON refresh_token REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('hash');
CREATE TRIGGER refresh_token_inserts_are_hashed AFTER INSERT ON refresh_token REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('hash');
CREATE TRIGGER refresh_token_updates_are_hashed AFTER UPDATE ON refresh_token REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('hash');

create table registrar_file (
  id bigint not null,
  name text not null,
  corporate_action_id bigint not null,
  office_id bigint,
  file_name text not null,
  content_hash text not null,
  state text not null,
  row_count integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  version bigint not null default 1,
  columns jsonb not null default '[]'::jsonb,
  constraint registrar_file_corporate_action_id_fkey FOREIGN KEY (corporate_action_id) REFERENCES corporate_action(id),
  constraint registrar_file_name_key UNIQUE (name),
  constraint registrar_file_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint registrar_file_pkey PRIMARY KEY (id),
  constraint registrar_file_state_check CHECK ((state = ANY (ARRAY['JUDGED'::text, 'UNDONE'::text])))
);
CREATE UNIQUE INDEX registrar_file_is_read_once ON registrar_file USING btree (corporate_action_id, content_hash) WHERE (state = 'JUDGED'::text);
CREATE TRIGGER registrar_file_deletes_are_hashed AFTER DELETE ON registrar_file REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER registrar_file_inserts_are_hashed AFTER INSERT ON registrar_file REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER registrar_file_updates_are_hashed AFTER UPDATE ON registrar_file REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table registrar_row (
  registrar_file_id bigint not null,
  row_no integer not null,
  verdict text not null,
  account_no text,
  chn_number text,
  holder text,
  portfolio_id bigint,
  entitlement_id bigint,
  units bigint,
  gross_minor bigint,
  tax_minor bigint,
  net_minor bigint,
  reference text,
  portfolios integer not null default 0,
  expected_units bigint,
  expected_gross_minor bigint,
  expected_tax_minor bigint,
  expected_net_minor bigint,
  cells jsonb,
  detail text,
  constraint registrar_row_entitlement_id_fkey FOREIGN KEY (entitlement_id) REFERENCES entitlement(id),
  constraint registrar_row_pkey PRIMARY KEY (registrar_file_id, row_no),
  constraint registrar_row_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint registrar_row_registrar_file_id_fkey FOREIGN KEY (registrar_file_id) REFERENCES registrar_file(id),
  constraint registrar_row_verdict_check CHECK ((verdict = ANY (ARRAY['MATCHED'::text, 'UNITS_DIFFER'::text, 'AMOUNT_DIFFERS'::text, 'NOT_ENTITLED_HERE'::text, 'UNKNOWN_ACCOUNT'::text, 'DUPLICATE'::text, 'MISSING_AT_REGISTRAR'::text, 'UNREADABLE'::text])))
);
CREATE INDEX registrar_row_by_portfolio ON registrar_row USING btree (portfolio_id, registrar_file_id) WHERE (portfolio_id IS NOT NULL);
CREATE TRIGGER registrar_row_deletes_are_hashed AFTER DELETE ON registrar_row REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('registrar_file_id,row_no');
CREATE TRIGGER registrar_row_inserts_are_hashed AFTER INSERT ON registrar_row REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('registrar_file_id,row_no');
CREATE TRIGGER registrar_row_updates_are_hashed AFTER UPDATE ON registrar_row REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('registrar_file_id,row_no');

create table row_change (
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  table_name text not null,
  record text not null,
  row_hash bytea,
  former_hash bytea,
  constraint row_change_pkey PRIMARY KEY (transaction_id, id)
);
CREATE INDEX row_change_of_record ON row_change USING btree (table_name, record, id);
CREATE TRIGGER row_change_is_append_only BEFORE DELETE OR UPDATE ON row_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER row_change_is_never_emptied BEFORE TRUNCATE ON row_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table row_mapping (
  id bigint not null,
  principal_id bigint not null,
  kind text not null,
  label text not null,
  mapping jsonb not null,
  reading jsonb,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint row_mapping_kind_known CHECK ((kind = ANY (ARRAY['BANK_STATEMENT'::text, 'JOURNAL'::text, 'CASH_BATCH'::text, 'LEAD'::text, 'PRICE'::text, 'CERTIFICATE'::text, 'MARKET_YIELD'::text, 'HOLDING_TRANSFER'::text]))),
  constraint row_mapping_pkey PRIMARY KEY (id),
  constraint row_mapping_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);
CREATE INDEX row_mapping_kind ON row_mapping USING btree (kind);
CREATE UNIQUE INDEX row_mapping_of_owner ON row_mapping USING btree (principal_id, kind, lower(label));

create table saved_view (
  id bigint not null,
  principal_id bigint not null,
  place text not null,
  label text not null,
  search text not null,
  shared boolean not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);
CREATE UNIQUE INDEX saved_view_of_owner ON saved_view USING btree (principal_id, place, lower(label));
CREATE INDEX saved_view_shared ON saved_view USING btree (place) WHERE shared;

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table second_factor (
  principal_id bigint not null,
  secret text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint second_factor_pkey PRIMARY KEY (principal_id),
  constraint second_factor_principal_id_fkey FOREIGN KEY (principal_id) REFERENCES principal(id)
);
CREATE TRIGGER second_factor_deletes_are_hashed AFTER DELETE ON second_factor REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('principal_id');
CREATE TRIGGER second_factor_inserts_are_hashed AFTER INSERT ON second_factor REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('principal_id');
CREATE TRIGGER second_factor_updates_are_hashed AFTER UPDATE ON second_factor REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('principal_id');

create table security (
  id bigint not null,
  exchange_id bigint not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  security_type text not null,
  currency text not null,
  isin text,
  sector text,
  lot_size bigint not null default 1,
  shares_outstanding bigint,
  face_value numeric,
  coupon_rate numeric,
  maturity_date date,
  status text not null default 'TRADING'::text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  day_count text,
  coupons_per_year smallint,
  issue_date date,
  issuer text,
  tax_class text,
  tradable_from date,
  tradable_to date,
  record_days integer not null default 0,
  trades_flat_from date,
  constraint bond_coupon_is_told CHECK (((security_type <> ALL (ARRAY['BOND_NAT'::text, 'BOND_CORP'::text])) OR ((day_count IS NOT NULL) AND (coupons_per_year IS NOT NULL)))),
  constraint only_rights_end CHECK (((security_type = 'RIGHT'::text) = (tradable_to IS NOT NULL))),
  constraint security_check CHECK ((tradable_from <= tradable_to)),
  constraint security_coupon_rate_check CHECK (((coupon_rate >= (0)::numeric) AND (coupon_rate <> 'NaN'::numeric))),
  constraint security_coupons_divide_the_year CHECK ((coupons_per_year = ANY (ARRAY[1, 2, 4, 12]))),
  constraint security_day_count_known CHECK ((day_count = ANY (ARRAY['ACT_ACT_ICMA'::text, 'THIRTY_360'::text]))),
  constraint security_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint security_face_value_check CHECK (((face_value > (0)::numeric) AND (face_value <> 'NaN'::numeric))),
  constraint security_isin_is_unique UNIQUE (isin),
  constraint security_lot_size_check CHECK ((lot_size > 0)),
  constraint security_name_is_unique UNIQUE (name),
  constraint security_pkey PRIMARY KEY (id),
  constraint security_record_days_check CHECK (((record_days >= 0) AND (record_days <= 60))),
  constraint security_security_type_check CHECK ((security_type = ANY (ARRAY['EQUITY'::text, 'BOND_NAT'::text, 'BOND_CORP'::text, 'RIGHT'::text]))),
  constraint security_shares_outstanding_check CHECK ((shares_outstanding > 0)),
  constraint security_status_check CHECK ((status = ANY (ARRAY['TRADING'::text, 'SUSPENDED'::text, 'HALTED'::text, 'DELISTED'::text])))
);
CREATE INDEX security_by_exchange ON security USING btree (exchange_id, id);
CREATE TRIGGER security_deletes_are_hashed AFTER DELETE ON security REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER security_inserts_are_hashed AFTER INSERT ON security REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER security_updates_are_hashed AFTER UPDATE ON security REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table security_alias (
  alias text not null,
  alias_kind text not null,
  security_id bigint not null,
  valid_to date not null,
  constraint security_alias_alias_kind_check CHECK ((alias_kind = ANY (ARRAY['NAME'::text, 'ISIN'::text]))),
  constraint security_alias_pkey PRIMARY KEY (alias_kind, alias),
  constraint security_alias_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id)
);
CREATE INDEX security_alias_by_security ON security_alias USING btree (security_id);
CREATE TRIGGER security_alias_deletes_are_hashed AFTER DELETE ON security_alias REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('alias_kind,alias');
CREATE TRIGGER security_alias_inserts_are_hashed AFTER INSERT ON security_alias REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('alias_kind,alias');
CREATE TRIGGER security_alias_updates_are_hashed AFTER UPDATE ON security_alias REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('alias_kind,alias');

create table security_face_value (
  security_id bigint not null,
  valid_from date not null,
  face_value numeric not null,
  event_name text not null,
  constraint security_face_value_face_value_check CHECK (((face_value >= (0)::numeric) AND (face_value <> 'NaN'::numeric))),
  constraint security_face_value_pkey PRIMARY KEY (security_id, valid_from),
  constraint security_face_value_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id)
);
CREATE TRIGGER security_face_value_deletes_are_hashed AFTER DELETE ON security_face_value REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('security_id,valid_from');
CREATE TRIGGER security_face_value_inserts_are_hashed AFTER INSERT ON security_face_value REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('security_id,valid_from');
CREATE TRIGGER security_face_value_updates_are_hashed AFTER UPDATE ON security_face_value REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('security_id,valid_from');

create table security_price (
  security_id bigint not null,
  previous_close numeric not null,
  open numeric,
  high numeric,
  low numeric,
  last numeric not null,
  volume bigint not null default 0,
  price_date date not null,
  priced_at timestamp with time zone not null,
  constraint security_price_high_check CHECK (((high > (0)::numeric) AND (high <> 'NaN'::numeric))),
  constraint security_price_last_check CHECK (((last > (0)::numeric) AND (last <> 'NaN'::numeric))),
  constraint security_price_low_check CHECK (((low > (0)::numeric) AND (low <> 'NaN'::numeric))),
  constraint security_price_open_check CHECK (((open > (0)::numeric) AND (open <> 'NaN'::numeric))),
  constraint security_price_pkey PRIMARY KEY (security_id),
  constraint security_price_previous_close_check CHECK (((previous_close > (0)::numeric) AND (previous_close <> 'NaN'::numeric))),
  constraint security_price_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id),
  constraint security_price_volume_check CHECK ((volume >= 0))
) with (fillfactor=70);

create table security_price_day (
  security_id bigint not null,
  price_date date not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  volume bigint not null,
  constraint security_price_day_close_check CHECK ((close <> 'NaN'::numeric)),
  constraint security_price_day_high_check CHECK ((high <> 'NaN'::numeric)),
  constraint security_price_day_low_check CHECK ((low <> 'NaN'::numeric)),
  constraint security_price_day_open_check CHECK ((open <> 'NaN'::numeric)),
  constraint security_price_day_pkey PRIMARY KEY (security_id, price_date),
  constraint security_price_day_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id)
) with (fillfactor=80);
CREATE TRIGGER security_price_day_has_versions AFTER INSERT OR DELETE OR UPDATE OF close, volume ON security_price_day FOR EACH ROW EXECUTE FUNCTION note_price_version();

create table security_price_version (
  id bigint not null generated always as identity,
  security_id bigint not null,
  price_date date not null,
  close numeric,
  volume bigint,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint security_price_version_close_check CHECK ((close <> 'NaN'::numeric)),
  constraint security_price_version_pkey PRIMARY KEY (id),
  constraint security_price_version_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id)
);
CREATE INDEX security_price_version_by_date ON security_price_version USING btree (security_id, price_date, id);
CREATE INDEX security_price_version_by_recording ON security_price_version USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');
CREATE TRIGGER security_price_version_is_immutable BEFORE DELETE OR UPDATE ON security_price_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER security_price_version_stays BEFORE TRUNCATE ON security_price_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table signing_key (
  id text not null,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamp with time zone not null,
  verifies_until timestamp with time zone,
  constraint signing_key_pkey PRIMARY KEY (id)
);
CREATE TRIGGER signing_key_deletes_are_hashed AFTER DELETE ON signing_key REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER signing_key_inserts_are_hashed AFTER INSERT ON signing_key REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER signing_key_updates_are_hashed AFTER UPDATE ON signing_key REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table simulator_client_order (
  exchange text not null,
  member text not null,
  cl_ord_id text not null,
  order_id text,
  used_at timestamp with time zone not null,
  constraint simulator_client_order_exchange_fkey FOREIGN KEY (exchange) REFERENCES simulator_market(exchange),
  constraint simulator_client_order_pkey PRIMARY KEY (exchange, member, cl_ord_id)
);
CREATE INDEX simulator_client_order_by_order ON simulator_client_order USING btree (order_id, exchange);

create table simulator_dispute (
  exchange text not null,
  exec_id text not null,
  order_id text not null,
  member text not null,
  reason text not null,
  message_text text,
  at timestamp with time zone not null,
  constraint simulator_dispute_exchange_fkey FOREIGN KEY (exchange) REFERENCES simulator_market(exchange),
  constraint simulator_dispute_pkey PRIMARY KEY (exchange, exec_id)
);
CREATE INDEX simulator_dispute_by_order ON simulator_dispute USING btree (order_id, exchange);

create table simulator_execution (
  exchange text not null,
  exec_id text not null,
  trade_id text not null,
  order_id text not null,
  price bigint not null,
  quantity bigint not null,
  busted boolean not null default false,
  at timestamp with time zone not null,
  constraint simulator_execution_exchange_fkey FOREIGN KEY (exchange) REFERENCES simulator_market(exchange),
  constraint simulator_execution_exchange_order_id_fkey FOREIGN KEY (exchange, order_id) REFERENCES simulator_order(exchange, order_id),
  constraint simulator_execution_pkey PRIMARY KEY (exchange, exec_id),
  constraint simulator_execution_price_check CHECK ((price > 0)),
  constraint simulator_execution_quantity_check CHECK ((quantity > 0))
);
CREATE INDEX simulator_execution_order ON simulator_execution USING btree (order_id, exchange);
CREATE INDEX simulator_execution_trade ON simulator_execution USING btree (trade_id, exchange);

create table simulator_market (
  exchange text not null,
  version bigint not null default nextval('simulator_version_seq'::regclass),
  last_number bigint not null default 0,
  step bigint not null default 0,
  phases jsonb not null default '{"BOND": "CLOSED", "EQUITY": "CLOSED"}'::jsonb,
  closed_date date,
  constraint simulator_market_pkey PRIMARY KEY (exchange)
);

create table simulator_market_data (
  exchange text not null,
  member text not null,
  symbol text not null,
  request_id text not null,
  told text,
  constraint simulator_market_data_exchange_symbol_fkey FOREIGN KEY (exchange, symbol) REFERENCES simulator_security(exchange, symbol),
  constraint simulator_market_data_pkey PRIMARY KEY (exchange, member, symbol)
);

create table simulator_order (
  exchange text not null,
  order_id text not null,
  member text not null,
  cl_ord_id text not null,
  symbol text not null,
  side text not null,
  order_type text not null,
  price bigint,
  quantity bigint not null,
  filled bigint not null,
  value bigint not null,
  time_in_force text not null,
  expire_date date,
  account text,
  status text not null,
  priority bigint not null,
  business_date date not null,
  changed_at timestamp with time zone not null,
  do_not_reduce boolean not null default false,
  constraint simulator_order_check CHECK (((filled >= 0) AND (filled <= quantity))),
  constraint simulator_order_exchange_fkey FOREIGN KEY (exchange) REFERENCES simulator_market(exchange),
  constraint simulator_order_pkey PRIMARY KEY (exchange, order_id),
  constraint simulator_order_quantity_check CHECK ((quantity > 0)),
  constraint simulator_order_side_check CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
  constraint simulator_order_value_check CHECK ((value >= 0))
);
CREATE INDEX simulator_order_live ON simulator_order USING btree (exchange, priority) WHERE (status = ANY (ARRAY['NEW'::text, 'PARTIALLY_FILLED'::text]));
CREATE INDEX simulator_order_member ON simulator_order USING btree (member, business_date, exchange);

create table simulator_report (
  id bigint not null generated always as identity,
  exchange text not null,
  member text not null,
  message jsonb not null,
  constraint simulator_report_exchange_fkey FOREIGN KEY (exchange) REFERENCES simulator_market(exchange),
  constraint simulator_report_pkey PRIMARY KEY (id)
);
CREATE INDEX simulator_report_member ON simulator_report USING btree (exchange, member, id);

create table simulator_security (
  exchange text not null,
  symbol text not null,
  asset_class text not null,
  tick bigint not null,
  band_points bigint not null,
  previous_close bigint not null,
  last bigint not null,
  open bigint,
  high bigint,
  low bigint,
  volume bigint not null default 0,
  halted boolean not null default false,
  changed_at timestamp with time zone not null,
  constraint simulator_security_asset_class_check CHECK ((asset_class = ANY (ARRAY['EQUITY'::text, 'BOND'::text]))),
  constraint simulator_security_band_points_check CHECK ((band_points > 0)),
  constraint simulator_security_exchange_fkey FOREIGN KEY (exchange) REFERENCES simulator_market(exchange),
  constraint simulator_security_last_check CHECK ((last > 0)),
  constraint simulator_security_pkey PRIMARY KEY (exchange, symbol),
  constraint simulator_security_previous_close_check CHECK ((previous_close > 0)),
  constraint simulator_security_tick_check CHECK ((tick > 0)),
  constraint simulator_security_volume_check CHECK ((volume >= 0))
);

create table suppressed_address (
  id bigint not null generated always as identity,
  channel text not null,
  address text not null,
  purpose text not null,
  reason text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint suppressed_address_id_key UNIQUE (id),
  constraint suppressed_address_pkey PRIMARY KEY (channel, address, purpose),
  constraint suppressed_channel_known CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WHATSAPP'::text]))),
  constraint suppressed_purpose_known CHECK ((purpose = ANY (ARRAY['ALL'::text, 'MARKETING'::text]))),
  constraint suppressed_reason_known CHECK ((reason = ANY (ARRAY['BOUNCED'::text, 'KEYWORD'::text, 'UNSUBSCRIBED'::text, 'STAFF'::text])))
);
CREATE TRIGGER suppressed_address_deletes_are_hashed AFTER DELETE ON suppressed_address REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER suppressed_address_inserts_are_hashed AFTER INSERT ON suppressed_address REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER suppressed_address_updates_are_hashed AFTER UPDATE ON suppressed_address REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table tax_pack (
  id bigint not null,
  name text not null,
  customer_id bigint not null,
  office_id bigint not null,
  tax_year integer not null,
  from_date date not null,
  until_date date not null,
  as_at date not null,
  version_no integer not null,
  state text not null,
  replaces_id bigint,
  replaced_at timestamp with time zone,
  run_id bigint,
  figures_digest text not null,
  totals jsonb not null,
  outdated_at timestamp with time zone,
  outdated_changes integer,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint tax_pack_check CHECK ((from_date < until_date)),
  constraint tax_pack_check1 CHECK (((as_at >= from_date) AND (as_at <= until_date))),
  constraint tax_pack_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint tax_pack_is_one UNIQUE (customer_id, tax_year, version_no),
  constraint tax_pack_name_key UNIQUE (name),
  constraint tax_pack_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint tax_pack_outdated_changes_check CHECK ((outdated_changes > 0)),
  constraint tax_pack_outdated_has_its_changes CHECK (((outdated_at IS NULL) = (outdated_changes IS NULL))),
  constraint tax_pack_pkey PRIMARY KEY (id),
  constraint tax_pack_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES tax_pack(id),
  constraint tax_pack_replaces_id_key UNIQUE (replaces_id),
  constraint tax_pack_run_id_fkey FOREIGN KEY (run_id) REFERENCES tax_pack_run(id),
  constraint tax_pack_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'PROVISIONAL'::text, 'FINAL'::text]))),
  constraint tax_pack_version_no_check CHECK ((version_no > 0))
);
CREATE INDEX tax_pack_by_customer ON tax_pack USING btree (customer_id, id);
CREATE INDEX tax_pack_by_run ON tax_pack USING btree (run_id, id) WHERE (run_id IS NOT NULL);
CREATE INDEX tax_pack_by_year ON tax_pack USING btree (tax_year, customer_id) WHERE (replaced_at IS NULL);
CREATE INDEX tax_pack_final ON tax_pack USING btree (until_date) WHERE (state = 'FINAL'::text);
CREATE UNIQUE INDEX tax_pack_in_force ON tax_pack USING btree (customer_id, tax_year) WHERE (replaced_at IS NULL);
CREATE INDEX tax_pack_to_check ON tax_pack USING btree (until_date, id) WHERE ((replaced_at IS NULL) AND (outdated_at IS NULL) AND (state <> 'DRAFT'::text));
CREATE TRIGGER tax_pack_deletes_are_hashed AFTER DELETE ON tax_pack REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER tax_pack_inserts_are_hashed AFTER INSERT ON tax_pack REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER tax_pack_is_audited AFTER UPDATE ON tax_pack FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER tax_pack_is_kept BEFORE DELETE ON tax_pack FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER tax_pack_updates_are_hashed AFTER UPDATE ON tax_pack REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table tax_pack_document (
  pack_id bigint not null,
  document text not null,
  code text not null,
  key_id text not null,
  constraint tax_pack_document_key_id_fkey FOREIGN KEY (key_id) REFERENCES note_seal_key(id),
  constraint tax_pack_document_pack_id_fkey FOREIGN KEY (pack_id) REFERENCES tax_pack(id),
  constraint tax_pack_document_pkey PRIMARY KEY (pack_id)
);
CREATE TRIGGER tax_pack_document_deletes_are_hashed AFTER DELETE ON tax_pack_document REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('pack_id');
CREATE TRIGGER tax_pack_document_inserts_are_hashed AFTER INSERT ON tax_pack_document REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('pack_id');
CREATE TRIGGER tax_pack_document_is_kept BEFORE DELETE OR UPDATE ON tax_pack_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_pack_document_is_never_emptied BEFORE TRUNCATE ON tax_pack_document FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_pack_document_updates_are_hashed AFTER UPDATE ON tax_pack_document REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('pack_id');

create table tax_pack_refusal (
  run_id bigint not null,
  customer_id bigint not null,
  code text not null,
  constraint tax_pack_refusal_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint tax_pack_refusal_pkey PRIMARY KEY (run_id, customer_id),
  constraint tax_pack_refusal_run_id_fkey FOREIGN KEY (run_id) REFERENCES tax_pack_run(id)
);
CREATE TRIGGER tax_pack_refusal_deletes_are_hashed AFTER DELETE ON tax_pack_refusal REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('run_id,customer_id');
CREATE TRIGGER tax_pack_refusal_inserts_are_hashed AFTER INSERT ON tax_pack_refusal REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('run_id,customer_id');
CREATE TRIGGER tax_pack_refusal_updates_are_hashed AFTER UPDATE ON tax_pack_refusal REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('run_id,customer_id');

create table tax_pack_run (
  id bigint not null,
  tax_year integer not null,
  final boolean not null,
  customer_ids bigint[],
  group_id bigint,
  office_ids bigint[],
  state text not null,
  customers integer not null,
  after_customer_id bigint not null default 0,
  issued integer not null default 0,
  unchanged integer not null default 0,
  empty integer not null default 0,
  refused integer not null default 0,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint tax_pack_run_customers_check CHECK ((customers >= 0)),
  constraint tax_pack_run_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_group(id),
  constraint tax_pack_run_pkey PRIMARY KEY (id),
  constraint tax_pack_run_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'DONE'::text])))
);
CREATE TRIGGER tax_pack_run_deletes_are_hashed AFTER DELETE ON tax_pack_run REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER tax_pack_run_inserts_are_hashed AFTER INSERT ON tax_pack_run REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER tax_pack_run_updates_are_hashed AFTER UPDATE ON tax_pack_run REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table template (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null,
  office_id bigint,
  channel text not null,
  related_to text not null,
  purpose text not null,
  content_version integer not null,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint template_channel_known CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WHATSAPP'::text]))),
  constraint template_content_version_check CHECK ((content_version > 0)),
  constraint template_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint template_pkey PRIMARY KEY (id),
  constraint template_purpose_known CHECK ((purpose = ANY (ARRAY['SERVICE'::text, 'MARKETING'::text])))
);
CREATE UNIQUE INDEX template_by_name ON template USING btree (upper(name), COALESCE(office_id, (0)::bigint));
CREATE INDEX template_by_office ON template USING btree (office_id, id);
CREATE TRIGGER template_is_audited AFTER UPDATE ON template FOR EACH ROW EXECUTE FUNCTION note_change('active,channel,content_version,name,purpose,related_to');

create table template_version (
  template_id bigint not null,
  number integer not null,
  default_language text not null,
  contents jsonb not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint template_version_number_check CHECK ((number > 0)),
  constraint template_version_pkey PRIMARY KEY (template_id, number),
  constraint template_version_template_id_fkey FOREIGN KEY (template_id) REFERENCES template(id)
);
CREATE TRIGGER template_version_is_append_only BEFORE DELETE OR UPDATE ON template_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER template_version_is_never_emptied BEFORE TRUNCATE ON template_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table term_accrual (
  instrument_id bigint not null,
  accrual_day date not null,
  amount_minor bigint not null,
  accrued_minor bigint not null,
  batch_id bigint not null,
  constraint term_accrual_pkey PRIMARY KEY (instrument_id, accrual_day)
);
CREATE TRIGGER term_accrual_deletes_are_hashed AFTER DELETE ON term_accrual REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,accrual_day');
CREATE TRIGGER term_accrual_inserts_are_hashed AFTER INSERT ON term_accrual REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,accrual_day');
CREATE TRIGGER term_accrual_is_append_only BEFORE DELETE OR UPDATE ON term_accrual FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER term_accrual_updates_are_hashed AFTER UPDATE ON term_accrual REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,accrual_day');

create table term_instrument (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  office_id bigint not null,
  customer_id bigint not null,
  type_id bigint not null,
  type_version integer not null default 1,
  currency text not null,
  init_account_id bigint not null,
  termination_account_id bigint not null,
  portfolio_name text,
  face_value_minor bigint not null,
  tenure integer not null,
  rate numeric not null,
  rate_negotiated boolean not null,
  day_count text not null,
  compoundings_per_year integer,
  interest_payment text not null default 'AT_MATURITY'::text,
  requested_start date,
  start_date date not null,
  maturity_date date not null,
  payment_date date not null,
  accrual_end date not null,
  auto_rollover boolean not null,
  rollover_rule text not null,
  rollover_amount_minor bigint,
  loan_product boolean not null,
  status text not null,
  termination_reason text,
  termination_date date,
  rolled_over boolean not null default false,
  overdue_on date,
  parent_id bigint,
  accrued_to date not null,
  accrued_minor bigint not null default 0,
  next_interest_date date,
  interest_paid_minor bigint not null default 0,
  interest_tax_minor bigint not null default 0,
  capitalised_minor bigint not null default 0,
  capitalised_on date,
  capitalised_accrued_minor bigint not null default 0,
  paid_gross_minor bigint,
  paid_tax_minor bigint,
  paid_charge_minor bigint,
  post_journal_id bigint,
  settlement_journal_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  start_due_on date,
  constraint term_instrument_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint term_instrument_ends_with_a_reason CHECK (((status = 'TERMINATED'::text) = (termination_reason IS NOT NULL))),
  constraint term_instrument_face_value_minor_check CHECK ((face_value_minor > 0)),
  constraint term_instrument_init_account_id_fkey FOREIGN KEY (init_account_id) REFERENCES account(id),
  constraint term_instrument_name_key UNIQUE (name),
  constraint term_instrument_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint term_instrument_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES term_instrument(id),
  constraint term_instrument_pkey PRIMARY KEY (id),
  constraint term_instrument_rate_check CHECK (((rate <> 'NaN'::numeric) AND (rate >= (0)::numeric))),
  constraint term_instrument_rollover_amount_minor_check CHECK ((rollover_amount_minor > 0)),
  constraint term_instrument_rolls_over_once UNIQUE (parent_id),
  constraint term_instrument_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'TERMINATED'::text]))),
  constraint term_instrument_tenure_check CHECK ((tenure > 0)),
  constraint term_instrument_termination_account_id_fkey FOREIGN KEY (termination_account_id) REFERENCES account(id),
  constraint term_instrument_termination_reason_check CHECK ((termination_reason = ANY (ARRAY['MATURED'::text, 'ROLLED_OVER'::text, 'PRELIQUIDATED'::text, 'CANCELLED'::text]))),
  constraint term_instrument_type_id_type_version_fkey FOREIGN KEY (type_id, type_version) REFERENCES term_instrument_type_version(type_id, number)
) with (fillfactor=45);
CREATE INDEX term_instrument_by_customer ON term_instrument USING btree (customer_id, id);
CREATE INDEX term_instrument_by_interest_date ON term_instrument USING btree (next_interest_date, id) WHERE ((status = 'RUNNING'::text) AND (next_interest_date IS NOT NULL));
CREATE INDEX term_instrument_by_payment ON term_instrument USING btree (payment_date, id) WHERE (status = 'RUNNING'::text);
CREATE INDEX term_instrument_by_start ON term_instrument USING btree (requested_start, id) WHERE ((status = 'PENDING'::text) AND (requested_start IS NOT NULL));
CREATE INDEX term_instrument_in_time ON term_instrument USING btree (customer_id, created_at, id);
CREATE INDEX term_instrument_running ON term_instrument USING btree (id) WHERE (status = 'RUNNING'::text);
CREATE TRIGGER term_instrument_deletes_are_hashed AFTER DELETE ON term_instrument REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER term_instrument_inserts_are_hashed AFTER INSERT ON term_instrument REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER term_instrument_is_audited AFTER UPDATE OF modified_by ON term_instrument FOR EACH ROW WHEN ((new.modified_by <> 'system'::text)) EXECUTE FUNCTION note_change('*');
CREATE TRIGGER term_instrument_updates_are_hashed AFTER UPDATE ON term_instrument REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table term_instrument_type (
  id bigint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  version integer not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint term_instrument_type_name_key UNIQUE (name),
  constraint term_instrument_type_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX term_instrument_type_by_name ON term_instrument_type USING btree (upper(name));
CREATE TRIGGER term_instrument_type_deletes_are_hashed AFTER DELETE ON term_instrument_type REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER term_instrument_type_inserts_are_hashed AFTER INSERT ON term_instrument_type REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER term_instrument_type_updates_are_hashed AFTER UPDATE ON term_instrument_type REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table term_instrument_type_version (
  type_id bigint not null,
  number integer not null,
  label text not null,
  active boolean not null default true,
  currency text not null,
  amount_least_minor bigint not null,
  amount_most_minor bigint,
  amount_multiple_minor bigint not null default 1,
  allowed_tenures integer[],
  default_tenure integer not null,
  rate_tiers jsonb not null,
  rate_least numeric,
  rate_most numeric,
  day_count text not null,
  compoundings_per_year integer,
  interest_payment text not null default 'AT_MATURITY'::text,
  interest_frequency text,
  interest_days integer,
  tax_class text,
  tax_exempt_payers text[] not null default '{}'::text[],
  early_liquidation jsonb not null,
  rollover_rule text not null,
  auto_rollover boolean not null,
  loan_product boolean not null default false,
  changeable text[] not null,
  principal_account text not null,
  interest_account text not null,
  upfront_account text not null,
  result_account text not null,
  penalty_account text not null,
  holiday_convention text not null,
  accrues_over_gap boolean not null default false,
  exchange_id bigint,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint term_instrument_type_compounds_at_maturity_only CHECK (((compoundings_per_year IS NULL) OR (interest_payment = 'AT_MATURITY'::text))),
  constraint term_instrument_type_has_a_frequency CHECK ((((interest_frequency IS NOT NULL) = (interest_payment = ANY (ARRAY['PERIODIC'::text, 'CAPITALISED'::text]))) AND ((interest_days IS NOT NULL) = (NOT (interest_frequency IS DISTINCT FROM 'DAYS'::text))))),
  constraint term_instrument_type_version_amount_least_minor_check CHECK ((amount_least_minor > 0)),
  constraint term_instrument_type_version_amount_multiple_minor_check CHECK ((amount_multiple_minor > 0)),
  constraint term_instrument_type_version_compoundings_per_year_check CHECK (((compoundings_per_year >= 1) AND (compoundings_per_year <= 366))),
  constraint term_instrument_type_version_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint term_instrument_type_version_day_count_check CHECK ((day_count = ANY (ARRAY['ACT_365F'::text, 'ACT_360'::text, 'ACT_364'::text, 'ACT_ACT_ISDA'::text, 'ACT_366_LEAP'::text, 'THIRTY_360'::text, 'THIRTY_E_360'::text]))),
  constraint term_instrument_type_version_default_tenure_check CHECK ((default_tenure > 0)),
  constraint term_instrument_type_version_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint term_instrument_type_version_holiday_convention_check CHECK ((holiday_convention = ANY (ARRAY['NONE'::text, 'FOLLOWING'::text, 'MODIFIED_FOLLOWING'::text, 'PRECEDING'::text]))),
  constraint term_instrument_type_version_interest_days_check CHECK ((interest_days > 0)),
  constraint term_instrument_type_version_interest_frequency_check CHECK ((interest_frequency = ANY (ARRAY['MONTHLY'::text, 'QUARTERLY'::text, 'HALF_YEARLY'::text, 'YEARLY'::text, 'DAYS'::text]))),
  constraint term_instrument_type_version_interest_payment_check CHECK ((interest_payment = ANY (ARRAY['AT_MATURITY'::text, 'UPFRONT'::text, 'PERIODIC'::text, 'CAPITALISED'::text]))),
  constraint term_instrument_type_version_number_check CHECK ((number > 0)),
  constraint term_instrument_type_version_pkey PRIMARY KEY (type_id, number),
  constraint term_instrument_type_version_rate_least_check CHECK (((rate_least <> 'NaN'::numeric) AND (rate_least >= (0)::numeric))),
  constraint term_instrument_type_version_rate_most_check CHECK ((rate_most <> 'NaN'::numeric)),
  constraint term_instrument_type_version_rollover_rule_check CHECK ((rollover_rule = ANY (ARRAY['NONE'::text, 'PRINCIPAL_ONLY'::text, 'PRINCIPAL_AND_NET_INTEREST'::text, 'PRINCIPAL_AND_GROSS_INTEREST'::text, 'NET_INTEREST_ONLY'::text]))),
  constraint term_instrument_type_version_type_id_fkey FOREIGN KEY (type_id) REFERENCES term_instrument_type(id)
);
CREATE TRIGGER term_instrument_type_version_deletes_are_hashed AFTER DELETE ON term_instrument_type_version REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('type_id,number');
CREATE TRIGGER term_instrument_type_version_inserts_are_hashed AFTER INSERT ON term_instrument_type_version REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('type_id,number');
CREATE TRIGGER term_instrument_type_version_is_append_only BEFORE DELETE OR UPDATE ON term_instrument_type_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER term_instrument_type_version_updates_are_hashed AFTER UPDATE ON term_instrument_type_version REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('type_id,number');

create table term_interest_payment (
  instrument_id bigint not null,
  interest_date date not null,
  paid_on date not null,
  gross_minor bigint not null,
  tax_minor bigint not null,
  capitalised boolean not null,
  journal_id bigint,
  constraint term_interest_payment_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES term_instrument(id),
  constraint term_interest_payment_pkey PRIMARY KEY (instrument_id, interest_date)
);
CREATE TRIGGER term_interest_payment_deletes_are_hashed AFTER DELETE ON term_interest_payment REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,interest_date');
CREATE TRIGGER term_interest_payment_inserts_are_hashed AFTER INSERT ON term_interest_payment REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,interest_date');
CREATE TRIGGER term_interest_payment_is_append_only BEFORE DELETE OR UPDATE ON term_interest_payment FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER term_interest_payment_updates_are_hashed AFTER UPDATE ON term_interest_payment REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('instrument_id,interest_date');

create table trade_dispute (
  id bigint not null generated always as identity,
  unmatched_report_id bigint not null,
  exchange_id bigint not null,
  session_name text not null,
  state text not null default 'QUEUED'::text,
  dk_reason text not null,
  exchange_order_id text not null,
  exec_id text not null,
  symbol text not null,
  side text not null,
  order_quantity bigint,
  last_quantity bigint not null,
  last_price numeric not null,
  message_text text,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  refusal_text text,
  sent_run text,
  received_at timestamp with time zone,
  constraint trade_dispute_dk_reason_check CHECK ((dk_reason = ANY (ARRAY['UNKNOWN_SYMBOL'::text, 'WRONG_SIDE'::text, 'QUANTITY_EXCEEDS_ORDER'::text, 'NO_MATCHING_ORDER'::text, 'PRICE_EXCEEDS_LIMIT'::text, 'CALCULATION_DIFFERENCE'::text, 'OTHER'::text]))),
  constraint trade_dispute_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint trade_dispute_pkey PRIMARY KEY (id),
  constraint trade_dispute_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'REFUSED'::text]))),
  constraint trade_dispute_unmatched_report_id_fkey FOREIGN KEY (unmatched_report_id) REFERENCES unmatched_report(id),
  constraint trade_dispute_unmatched_report_id_key UNIQUE (unmatched_report_id),
  constraint trade_is_disputed_once UNIQUE (exchange_id, exchange_order_id, exec_id)
);
CREATE INDEX trade_dispute_queued ON trade_dispute USING btree (session_name, id) WHERE (state = 'QUEUED'::text);
CREATE TRIGGER trade_dispute_deletes_are_hashed AFTER DELETE ON trade_dispute REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER trade_dispute_inserts_are_hashed AFTER INSERT ON trade_dispute REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER trade_dispute_updates_are_hashed AFTER UPDATE ON trade_dispute REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table trade_order (
  id bigint not null,
  name text not null,
  label text not null,
  active boolean not null default true,
  office_id bigint not null,
  customer_id bigint not null,
  portfolio_id bigint not null,
  security_id bigint not null,
  exchange_id bigint not null,
  order_term_id bigint not null,
  cash_account_id bigint not null,
  currency text not null,
  business_date date not null,
  order_type text not null,
  price_type text not null,
  order_base text not null,
  order_origin text not null,
  order_date timestamp with time zone not null,
  order_start_date timestamp with time zone,
  order_end_date timestamp with time zone,
  expire_date date,
  quantity bigint not null,
  limit_price numeric,
  stop_price numeric,
  triggered_at timestamp with time zone,
  instrument_type text not null,
  description text,
  reference_order_id bigint,
  settlement_instructions text,
  commission_group_name text not null,
  custodian_name text,
  custodian_account text,
  agent_name text,
  system_generated boolean not null default false,
  quantity_filled bigint not null default 0,
  quantity_pending bigint not null,
  filled_elsewhere bigint not null default 0,
  average_price numeric,
  worst_price numeric not null,
  worst_accrued numeric not null default 0,
  order_status text not null,
  fix_order_status text not null default 'NA'::text,
  resting_fix_status text not null default 'NA'::text,
  fix_message text,
  status_at timestamp with time zone not null,
  cl_ord_id text not null,
  pending_cl_ord_id text,
  exchange_order_id text,
  entry_no smallint not null default 1,
  session_name text not null default 'unrouted'::text,
  trade_dates_max integer not null default 1,
  order_value_minor bigint not null,
  noted_total_minor bigint not null default 0,
  open_total_minor bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  value_asked_minor bigint,
  face_value numeric,
  commission_overridden_by text,
  do_not_adjust boolean not null default false,
  custodian_settles boolean not null default false,
  constraint settling_custodian_is_named CHECK (((NOT custodian_settles) OR (custodian_name IS NOT NULL))),
  constraint trade_order_cash_account_id_fkey FOREIGN KEY (cash_account_id) REFERENCES account(id),
  constraint trade_order_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint trade_order_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint trade_order_face_value_check CHECK (((face_value > (0)::numeric) AND (face_value <> 'NaN'::numeric))),
  constraint trade_order_limit_price_check CHECK (((limit_price > (0)::numeric) AND (limit_price <> 'NaN'::numeric))),
  constraint trade_order_name_key UNIQUE (name),
  constraint trade_order_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint trade_order_order_base_check CHECK ((order_base = ANY (ARRAY['QUANTITY'::text, 'VALUE'::text]))),
  constraint trade_order_order_status_check CHECK ((order_status = ANY (ARRAY['BOOKED'::text, 'EXECUTING'::text, 'EXECUTED'::text, 'CANCELLED'::text, 'REJECTED'::text, 'EXPIRED'::text]))),
  constraint trade_order_order_term_id_fkey FOREIGN KEY (order_term_id) REFERENCES order_term(id),
  constraint trade_order_order_type_check CHECK ((order_type = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
  constraint trade_order_pkey PRIMARY KEY (id),
  constraint trade_order_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  constraint trade_order_price_type_check CHECK ((price_type = ANY (ARRAY['MARKET'::text, 'LIMIT'::text, 'STOP'::text, 'STOP_LIMIT'::text]))),
  constraint trade_order_quantity_check CHECK ((quantity > 0)),
  constraint trade_order_security_id_fkey FOREIGN KEY (security_id) REFERENCES security(id),
  constraint trade_order_stop_price_check CHECK (((stop_price > (0)::numeric) AND (stop_price <> 'NaN'::numeric))),
  constraint trade_order_trade_dates_max_check CHECK ((trade_dates_max > 0)),
  constraint trade_order_value_asked_minor_check CHECK ((value_asked_minor > 0)),
  constraint trade_order_worst_accrued_check CHECK (((worst_accrued >= (0)::numeric) AND (worst_accrued <> 'NaN'::numeric))),
  constraint trade_order_worst_price_check CHECK (((worst_price > (0)::numeric) AND (worst_price <> 'NaN'::numeric))),
  constraint value_order_has_value CHECK (((order_base = 'VALUE'::text) = (value_asked_minor IS NOT NULL)))
) with (fillfactor=80);
CREATE INDEX trade_order_buys_of_day ON trade_order USING btree (customer_id, business_date) WHERE (order_type = 'BUY'::text);
CREATE INDEX trade_order_by_customer ON trade_order USING btree (customer_id, id);
CREATE INDEX trade_order_by_office ON trade_order USING btree (office_id, id);
CREATE INDEX trade_order_by_portfolio ON trade_order USING btree (portfolio_id, id);
CREATE INDEX trade_order_by_reference ON trade_order USING btree (reference_order_id, id) WHERE (reference_order_id IS NOT NULL);
CREATE INDEX trade_order_held_back ON trade_order USING btree (security_id) WHERE ((order_status = 'BOOKED'::text) AND (stop_price IS NOT NULL) AND (triggered_at IS NULL));
CREATE INDEX trade_order_live ON trade_order USING btree (session_name, id) WHERE (order_status = ANY (ARRAY['BOOKED'::text, 'EXECUTING'::text]));
CREATE TRIGGER trade_order_deletes_are_hashed AFTER DELETE ON trade_order REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER trade_order_inserts_are_hashed AFTER INSERT ON trade_order REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER trade_order_updates_are_hashed AFTER UPDATE ON trade_order REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table unmatched_report (
  id bigint not null generated always as identity,
  exchange_id bigint not null,
  order_id bigint,
  cl_ord_id text not null,
  exec_id text,
  reason text not null,
  message_text text not null,
  report jsonb not null,
  received_at timestamp with time zone not null,
  resolved boolean not null default false,
  resolution text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  session_name text,
  alarm_step smallint not null default 0,
  constraint unmatched_report_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES exchange(id),
  constraint unmatched_report_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_order(id),
  constraint unmatched_report_pkey PRIMARY KEY (id),
  constraint unmatched_report_reason_check CHECK ((reason = ANY (ARRAY['UNKNOWN_ORDER'::text, 'MALFORMED'::text, 'NOT_AT_EXCHANGE'::text, 'NOT_BOOKED'::text, 'DUPLICATE_EXECUTION_SUSPECTED'::text, 'FILLS_DIFFER'::text, 'SIDE_DIFFERS'::text, 'SYMBOL_DIFFERS'::text, 'CURRENCY_DIFFERS'::text, 'QUANTITY_DIFFERS'::text, 'AVERAGE_PRICE_DIFFERS'::text, 'PRICE_BEYOND_LIMIT'::text, 'OVERFILLED'::text, 'UNKNOWN_EXECUTION_REFERENCE'::text, 'SETTLEMENT_DATE_DIFFERS'::text, 'POISON'::text, 'DISPUTED'::text, 'NEWS'::text, 'UNSUPPORTED'::text, 'RIGHTS_ENDED'::text])))
);
CREATE INDEX unmatched_report_by_order ON unmatched_report USING btree (order_id, reason) WHERE (NOT resolved);
CREATE INDEX unmatched_report_open ON unmatched_report USING btree (exchange_id, cl_ord_id, COALESCE(exec_id, ''::text)) WHERE (NOT resolved);
CREATE TRIGGER unmatched_report_deletes_are_hashed AFTER DELETE ON unmatched_report REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER unmatched_report_inserts_are_hashed AFTER INSERT ON unmatched_report REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER unmatched_report_updates_are_hashed AFTER UPDATE ON unmatched_report REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table valuation_policy (
  id bigint not null,
  name text not null,
  office_id bigint,
  version_no integer not null,
  valid_from date not null,
  body jsonb not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint valuation_policy_is_of_house_or_office CHECK (((name = 'HOUSE'::text) = (office_id IS NULL))),
  constraint valuation_policy_name_version_no_key UNIQUE (name, version_no),
  constraint valuation_policy_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint valuation_policy_pkey PRIMARY KEY (id),
  constraint valuation_policy_version_no_check CHECK ((version_no > 0))
);
CREATE TRIGGER valuation_policy_deletes_are_hashed AFTER DELETE ON valuation_policy REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER valuation_policy_inserts_are_hashed AFTER INSERT ON valuation_policy REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER valuation_policy_is_append_only BEFORE DELETE OR UPDATE ON valuation_policy FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER valuation_policy_updates_are_hashed AFTER UPDATE ON valuation_policy REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table value_date_release (
  only_row boolean not null default true,
  released_through date,
  constraint value_date_release_only_row_check CHECK (only_row),
  constraint value_date_release_pkey PRIMARY KEY (only_row)
);
CREATE TRIGGER value_date_release_deletes_are_hashed AFTER DELETE ON value_date_release REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');
CREATE TRIGGER value_date_release_inserts_are_hashed AFTER INSERT ON value_date_release REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');
CREATE TRIGGER value_date_release_updates_are_hashed AFTER UPDATE ON value_date_release REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('only_row');

create table wealth_close (
  value_date date not null,
  searched_at timestamp with time zone not null,
  known_at timestamp with time zone,
  valued_up_to bigint not null default 0,
  customers bigint not null default 0,
  unvalued_lines bigint not null default 0,
  stale_lines bigint not null default 0,
  checked bigint not null default 0,
  differing bigint not null default 0,
  unexplained bigint not null default 0,
  finished_at timestamp with time zone,
  constraint wealth_close_pkey PRIMARY KEY (value_date)
);

create table wealth_day (
  customer_id bigint not null,
  portfolio_id bigint not null,
  currency text not null,
  value_date date not null,
  version_no integer not null,
  equity_minor bigint not null default 0,
  bond_minor bigint not null default 0,
  deposit_minor bigint not null default 0,
  paper_minor bigint not null default 0,
  bill_minor bigint not null default 0,
  fund_minor bigint not null default 0,
  cash_minor bigint not null default 0,
  receivable_minor bigint not null default 0,
  payable_minor bigint not null default 0,
  loan_minor bigint not null default 0,
  accrued_minor bigint not null default 0,
  paid_in_minor bigint not null default 0,
  paid_out_minor bigint not null default 0,
  fee_minor bigint not null default 0,
  kind_in_minor bigint not null default 0,
  lines integer not null default 0,
  unvalued_lines integer not null default 0,
  unvalued text,
  stale_lines integer not null default 0,
  oldest_price_date date,
  known_at timestamp with time zone not null,
  reason text not null,
  unsettled_minor bigint not null default 0,
  constraint wealth_day_pkey PRIMARY KEY (customer_id, value_date, portfolio_id, currency, version_no),
  constraint wealth_day_reason_check CHECK ((reason = ANY (ARRAY['CLOSE'::text, 'CORRECTION'::text, 'PRICE'::text, 'NAV'::text, 'CORPORATE_ACTION'::text, 'JOURNAL'::text]))),
  constraint wealth_day_version_no_check CHECK ((version_no > 0))
);
CREATE TRIGGER wealth_day_is_immutable BEFORE DELETE OR UPDATE ON wealth_day FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table wealth_line (
  customer_id bigint not null,
  portfolio_id bigint not null,
  currency text not null,
  value_date date not null,
  class text not null,
  subject_type text not null,
  subject_id bigint not null,
  version_no integer not null,
  quantity numeric,
  value_minor bigint,
  known_at timestamp with time zone not null,
  constraint wealth_line_pkey PRIMARY KEY (customer_id, value_date, portfolio_id, currency, class, subject_type, subject_id, version_no),
  constraint wealth_line_version_no_check CHECK ((version_no > 0))
);
CREATE TRIGGER wealth_line_is_immutable BEFORE DELETE OR UPDATE ON wealth_line FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table wealth_restatement (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  found_on date not null,
  from_date date not null,
  next_date date not null,
  reason text not null,
  days bigint not null default 0,
  changed_rows bigint not null default 0,
  changed_to date,
  created_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  constraint wealth_restatement_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint wealth_restatement_customer_id_found_on_key UNIQUE (customer_id, found_on),
  constraint wealth_restatement_pkey PRIMARY KEY (id),
  constraint wealth_restatement_reason_check CHECK ((reason = ANY (ARRAY['CORRECTION'::text, 'PRICE'::text, 'NAV'::text, 'CORPORATE_ACTION'::text, 'JOURNAL'::text])))
);
CREATE INDEX wealth_restatement_open ON wealth_restatement USING btree (next_date, id) WHERE (finished_at IS NULL);
CREATE INDEX wealth_restatement_open_of_customer ON wealth_restatement USING btree (customer_id) WHERE (finished_at IS NULL);

create table wealth_statement (
  id bigint not null,
  name text not null,
  customer_id bigint not null,
  office_id bigint not null,
  from_date date not null,
  to_date date not null,
  currency text not null,
  version_no integer not null,
  state text not null,
  replaces_id bigint,
  run_id bigint,
  figures_digest text not null,
  closing_minor bigint not null,
  return_percent numeric,
  outdated_at timestamp with time zone,
  outdated_closing_minor bigint,
  outdated_return_percent numeric,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint wealth_statement_check CHECK ((from_date <= to_date)),
  constraint wealth_statement_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint wealth_statement_is_one UNIQUE (customer_id, from_date, to_date, currency, version_no),
  constraint wealth_statement_name_key UNIQUE (name),
  constraint wealth_statement_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint wealth_statement_outdated_has_its_figure CHECK (((outdated_at IS NULL) = (outdated_closing_minor IS NULL))),
  constraint wealth_statement_outdated_has_its_time CHECK (((state <> 'OUTDATED'::text) OR (outdated_at IS NOT NULL))),
  constraint wealth_statement_outdated_return_percent_check CHECK ((outdated_return_percent <> 'NaN'::numeric)),
  constraint wealth_statement_pkey PRIMARY KEY (id),
  constraint wealth_statement_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES wealth_statement(id),
  constraint wealth_statement_replaces_id_key UNIQUE (replaces_id),
  constraint wealth_statement_return_percent_check CHECK ((return_percent <> 'NaN'::numeric)),
  constraint wealth_statement_run_id_fkey FOREIGN KEY (run_id) REFERENCES wealth_statement_run(id),
  constraint wealth_statement_state_check CHECK ((state = ANY (ARRAY['ISSUED'::text, 'OUTDATED'::text, 'REPLACED'::text]))),
  constraint wealth_statement_version_no_check CHECK ((version_no > 0))
);
CREATE INDEX wealth_statement_by_customer ON wealth_statement USING btree (customer_id, id);
CREATE INDEX wealth_statement_by_run ON wealth_statement USING btree (run_id, id) WHERE (run_id IS NOT NULL);
CREATE UNIQUE INDEX wealth_statement_in_force ON wealth_statement USING btree (customer_id, from_date, to_date, currency) WHERE (state <> 'REPLACED'::text);
CREATE INDEX wealth_statement_to_check ON wealth_statement USING btree (to_date, id) WHERE (state = 'ISSUED'::text);
CREATE TRIGGER wealth_statement_deletes_are_hashed AFTER DELETE ON wealth_statement REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER wealth_statement_inserts_are_hashed AFTER INSERT ON wealth_statement REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER wealth_statement_is_audited AFTER UPDATE ON wealth_statement FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER wealth_statement_is_kept BEFORE DELETE ON wealth_statement FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER wealth_statement_updates_are_hashed AFTER UPDATE ON wealth_statement REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table wealth_statement_document (
  statement_id bigint not null,
  document text not null,
  code text not null,
  key_id text not null,
  constraint wealth_statement_document_key_id_fkey FOREIGN KEY (key_id) REFERENCES note_seal_key(id),
  constraint wealth_statement_document_pkey PRIMARY KEY (statement_id),
  constraint wealth_statement_document_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES wealth_statement(id)
);
CREATE TRIGGER wealth_statement_document_deletes_are_hashed AFTER DELETE ON wealth_statement_document REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id');
CREATE TRIGGER wealth_statement_document_inserts_are_hashed AFTER INSERT ON wealth_statement_document REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id');
CREATE TRIGGER wealth_statement_document_is_kept BEFORE DELETE OR UPDATE ON wealth_statement_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wealth_statement_document_is_never_emptied BEFORE TRUNCATE ON wealth_statement_document FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wealth_statement_document_updates_are_hashed AFTER UPDATE ON wealth_statement_document REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('statement_id');

create table wealth_statement_refusal (
  run_id bigint not null,
  customer_id bigint not null,
  code text not null,
  constraint wealth_statement_refusal_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint wealth_statement_refusal_pkey PRIMARY KEY (run_id, customer_id),
  constraint wealth_statement_refusal_run_id_fkey FOREIGN KEY (run_id) REFERENCES wealth_statement_run(id)
);
CREATE TRIGGER wealth_statement_refusal_deletes_are_hashed AFTER DELETE ON wealth_statement_refusal REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('run_id,customer_id');
CREATE TRIGGER wealth_statement_refusal_inserts_are_hashed AFTER INSERT ON wealth_statement_refusal REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('run_id,customer_id');
CREATE TRIGGER wealth_statement_refusal_updates_are_hashed AFTER UPDATE ON wealth_statement_refusal REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('run_id,customer_id');

create table wealth_statement_run (
  id bigint not null,
  from_date date not null,
  to_date date not null,
  currency text,
  customer_ids bigint[],
  group_id bigint,
  office_ids bigint[],
  state text not null,
  customers integer not null,
  after_customer_id bigint not null default 0,
  issued integer not null default 0,
  unchanged integer not null default 0,
  empty integer not null default 0,
  refused integer not null default 0,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint wealth_statement_run_check CHECK ((from_date <= to_date)),
  constraint wealth_statement_run_customers_check CHECK ((customers >= 0)),
  constraint wealth_statement_run_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_group(id),
  constraint wealth_statement_run_pkey PRIMARY KEY (id),
  constraint wealth_statement_run_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'DONE'::text])))
);
CREATE TRIGGER wealth_statement_run_deletes_are_hashed AFTER DELETE ON wealth_statement_run REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER wealth_statement_run_inserts_are_hashed AFTER INSERT ON wealth_statement_run REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER wealth_statement_run_updates_are_hashed AFTER UPDATE ON wealth_statement_run REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table webhook_attempt (
  delivery_id bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  took_ms integer not null,
  status integer,
  fault text,
  request_headers jsonb not null,
  answer_headers jsonb,
  answer_body text,
  constraint webhook_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_delivery(id) ON DELETE CASCADE,
  constraint webhook_attempt_pkey PRIMARY KEY (delivery_id, number)
);

create table webhook_delivery (
  id bigint not null generated always as identity,
  endpoint_id bigint not null,
  kind text not null,
  position bigint,
  message_id text not null,
  type text not null,
  body text not null,
  state text not null,
  attempts integer not null default 0,
  replays integer not null default 0,
  last_failure text,
  first_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint webhook_delivery_ended CHECK (((state = 'WAITING'::text) = (ended_at IS NULL))),
  constraint webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id),
  constraint webhook_delivery_failure_known CHECK (((last_failure IS NULL) OR (last_failure = ANY (ARRAY['UNREACHABLE'::text, 'REFUSED'::text])))),
  constraint webhook_delivery_kind_known CHECK ((kind = ANY (ARRAY['EVENT'::text, 'PING'::text, 'TEST'::text]))),
  constraint webhook_delivery_once UNIQUE (endpoint_id, "position"),
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_position CHECK (((kind = 'EVENT'::text) = ("position" IS NOT NULL))),
  constraint webhook_delivery_state_known CHECK ((state = ANY (ARRAY['WAITING'::text, 'DELIVERED'::text, 'FAILED'::text]))),
  constraint webhook_delivery_waits CHECK (((state = 'WAITING'::text) = (next_attempt_at IS NOT NULL)))
);
CREATE INDEX webhook_delivery_by_age ON webhook_delivery USING btree (ended_at) WHERE (state <> 'WAITING'::text);
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery USING btree (endpoint_id, id);
CREATE INDEX webhook_delivery_failed ON webhook_delivery USING btree (endpoint_id, id) WHERE (state = 'FAILED'::text);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery USING btree (endpoint_id, next_attempt_at) WHERE (state = 'WAITING'::text);

create table webhook_endpoint (
  id bigint not null,
  name text not null,
  label text not null,
  url text not null,
  types text[] not null,
  owner_kind text not null,
  owner_id bigint not null,
  state text not null default 'ENABLED'::text,
  disabled_reason text,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  position bigint not null,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  not_before timestamp with time zone not null default clock_timestamp(),
  run integer not null default 0,
  node text,
  lease_until timestamp with time zone,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint webhook_endpoint_name_key UNIQUE (name),
  constraint webhook_endpoint_pkey PRIMARY KEY (id),
  constraint webhook_endpoint_previous_secret CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_endpoint_reason_given CHECK (((state = 'ENABLED'::text) = (disabled_reason IS NULL))),
  constraint webhook_endpoint_reason_known CHECK (((disabled_reason IS NULL) OR (disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text, 'OWNER_ENDED'::text])))),
  constraint webhook_endpoint_state_known CHECK ((state = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text, 'REMOVED'::text])))
);
CREATE INDEX webhook_endpoint_by_owner ON webhook_endpoint USING btree (owner_id, owner_kind);
CREATE INDEX webhook_endpoint_free ON webhook_endpoint USING btree (lease_until) WHERE (state = 'ENABLED'::text);
CREATE TRIGGER webhook_endpoint_deletes_are_hashed AFTER DELETE ON webhook_endpoint REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_partial_hashes('id', 'position,failures,failing_since,not_before,run,node,lease_until');
CREATE TRIGGER webhook_endpoint_inserts_are_hashed AFTER INSERT ON webhook_endpoint REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_partial_hashes('id', 'position,failures,failing_since,not_before,run,node,lease_until');
CREATE TRIGGER webhook_endpoint_is_audited AFTER UPDATE ON webhook_endpoint FOR EACH ROW WHEN (((new.modified_by IS DISTINCT FROM old.modified_by) OR (new.modified_at IS DISTINCT FROM old.modified_at))) EXECUTE FUNCTION note_change('state,types,label,url,disabled_reason');
CREATE TRIGGER webhook_endpoint_updates_are_hashed AFTER UPDATE ON webhook_endpoint REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_partial_hashes('id', 'position,failures,failing_since,not_before,run,node,lease_until');

create table whatsapp_identity (
  user_id text not null,
  phone text,
  previous_user_id text,
  seen_at timestamp with time zone not null,
  constraint whatsapp_identity_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX whatsapp_identity_by_phone ON whatsapp_identity USING btree (phone);

create table whatsapp_message (
  id bigint not null,
  name text not null,
  label text,
  active boolean not null,
  office_id bigint not null,
  direction text not null,
  status text not null,
  from_address text,
  to_address text,
  subject text,
  body text,
  workflow_notes text,
  assigned_to bigint,
  campaign bigint,
  template bigint,
  related_to text,
  related_to_id bigint,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  version bigint not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  received jsonb,
  constraint whatsapp_direction_known CHECK ((direction = ANY (ARRAY['INBOUND'::text, 'OUTBOUND'::text]))),
  constraint whatsapp_message_name_key UNIQUE (name),
  constraint whatsapp_message_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint whatsapp_message_pkey PRIMARY KEY (id),
  constraint whatsapp_status_known CHECK ((status = ANY (ARRAY['DRAFT'::text, 'QUEUED'::text, 'IN_PROGRESS'::text, 'SENT'::text, 'DELIVERED'::text, 'READ'::text, 'FAILED'::text, 'SUPPRESSED'::text, 'COMPLETED'::text]))),
  constraint whatsapp_times_in_order CHECK ((ended_at >= started_at))
);
CREATE INDEX whatsapp_message_by_campaign ON whatsapp_message USING btree (campaign, id) WHERE (campaign IS NOT NULL);
CREATE INDEX whatsapp_message_by_office ON whatsapp_message USING btree (office_id, id);
CREATE INDEX whatsapp_message_by_related ON whatsapp_message USING btree (related_to, related_to_id, id);
CREATE INDEX whatsapp_message_in_time ON whatsapp_message USING btree (related_to, related_to_id, COALESCE(started_at, created_at), id);

create table withholding_certificate (
  id bigint not null,
  name text not null,
  number text not null,
  office_id bigint not null,
  customer_id bigint not null,
  certificate_date date not null,
  period_from date not null,
  period_until date not null,
  currency text not null,
  tax_minor bigint not null,
  state text not null,
  undo_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null,
  modified_by text not null,
  modified_at timestamp with time zone not null,
  constraint undone_certificate_has_a_reason CHECK (((state = 'UNDONE'::text) = (undo_reason IS NOT NULL))),
  constraint withholding_certificate_check CHECK ((period_from <= period_until)),
  constraint withholding_certificate_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint withholding_certificate_name_key UNIQUE (name),
  constraint withholding_certificate_office_id_fkey FOREIGN KEY (office_id) REFERENCES business_office(id),
  constraint withholding_certificate_pkey PRIMARY KEY (id),
  constraint withholding_certificate_state_check CHECK ((state = ANY (ARRAY['RECORDED'::text, 'UNDONE'::text]))),
  constraint withholding_certificate_tax_minor_check CHECK ((tax_minor <> 0))
);
CREATE INDEX withholding_certificate_by_customer ON withholding_certificate USING btree (customer_id, id);
CREATE UNIQUE INDEX withholding_certificate_by_number ON withholding_certificate USING btree (upper(number)) WHERE (state = 'RECORDED'::text);
CREATE TRIGGER withholding_certificate_deletes_are_hashed AFTER DELETE ON withholding_certificate REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER withholding_certificate_inserts_are_hashed AFTER INSERT ON withholding_certificate REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER withholding_certificate_is_audited AFTER UPDATE ON withholding_certificate FOR EACH ROW EXECUTE FUNCTION note_change('*');
CREATE TRIGGER withholding_certificate_updates_are_hashed AFTER UPDATE ON withholding_certificate REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table withholding_certificate_deduction (
  certificate_id bigint not null,
  deduction_name text not null,
  tax_minor bigint not null,
  in_force boolean not null,
  constraint withholding_certificate_deduction_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES withholding_certificate(id),
  constraint withholding_certificate_deduction_pkey PRIMARY KEY (certificate_id, deduction_name)
);
CREATE UNIQUE INDEX withholding_certificate_by_deduction ON withholding_certificate_deduction USING btree (deduction_name) WHERE in_force;
CREATE TRIGGER withholding_certificate_deduction_deletes_are_hashed AFTER DELETE ON withholding_certificate_deduction REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('certificate_id,deduction_name');
CREATE TRIGGER withholding_certificate_deduction_inserts_are_hashed AFTER INSERT ON withholding_certificate_deduction REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('certificate_id,deduction_name');
CREATE TRIGGER withholding_certificate_deduction_updates_are_hashed AFTER UPDATE ON withholding_certificate_deduction REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('certificate_id,deduction_name');

create table withholding_exemption (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  instrument_class text not null,
  certificate text not null,
  valid_from date not null,
  valid_to date,
  constraint withholding_exemption_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint withholding_exemption_pkey PRIMARY KEY (id)
);
CREATE INDEX withholding_exemption_by_customer ON withholding_exemption USING btree (customer_id);
CREATE TRIGGER withholding_exemption_deletes_are_hashed AFTER DELETE ON withholding_exemption REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER withholding_exemption_inserts_are_hashed AFTER INSERT ON withholding_exemption REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER withholding_exemption_updates_are_hashed AFTER UPDATE ON withholding_exemption REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

create table withholding_rule (
  id bigint not null generated always as identity,
  tax_code text not null,
  instrument_class text not null,
  payer_class text,
  percent numeric not null,
  is_final boolean not null default false,
  valid_from date,
  valid_to date,
  constraint withholding_rule_percent_check CHECK (((percent <> 'NaN'::numeric) AND ((percent >= (0)::numeric) AND (percent <= (100)::numeric)))),
  constraint withholding_rule_pkey PRIMARY KEY (id)
);
CREATE INDEX withholding_rule_by_class ON withholding_rule USING btree (instrument_class);
CREATE TRIGGER withholding_rule_deletes_are_hashed AFTER DELETE ON withholding_rule REFERENCING OLD TABLE AS former_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER withholding_rule_inserts_are_hashed AFTER INSERT ON withholding_rule REFERENCING NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');
CREATE TRIGGER withholding_rule_updates_are_hashed AFTER UPDATE ON withholding_rule REFERENCING OLD TABLE AS former_row NEW TABLE AS hashed_row FOR EACH STATEMENT EXECUTE FUNCTION note_row_hashes('id');

CREATE OR REPLACE FUNCTION add_wealth_month(of_date date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first_day constant date := date_trunc('month', of_date);
  kind text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('countinghouse wealth month'));
  foreach kind in array array['wealth_day', 'wealth_line'] loop
    part := kind || to_char(first_day, '_YYYY_MM');
    if to_regclass(part) is null then
      execute format('create table %I (like %I including all)', part, kind);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', kind, part,
        first_day, (first_day + interval '1 month')::date);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION available_units(h holding)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((h).quantity - (h).held_quantity) - GREATEST((0)::bigint, LEAST((h).pending_quantity, (h).quantity)));

CREATE OR REPLACE FUNCTION cash_arrival(t cash_transaction, OUT account_id bigint, OUT amount_minor bigint)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case t.trans_type
      when 'RECEIPT' then t.cash_account_id when 'TRANSFER' then t.counterparty_account_id end,
    greatest(0, case t.trans_type
      when 'RECEIPT' then t.amount_minor - t.fee_minor - t.early_withdrawal_minor
      when 'TRANSFER' then coalesce(t.converted_minor, t.amount_minor)
      else 0 end)
$function$;

CREATE OR REPLACE FUNCTION differing_rows(hashed_table text, key_columns text[], left_out text[], first_block bigint, last_block bigint, most_faults integer)
 RETURNS TABLE(rows_checked bigint, faults jsonb)
 LANGUAGE plpgsql
 STABLE
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET bytea_output TO 'hex'
AS $function$
declare
  -- Produces the same text as record_of does from JSON, but at less cost.
  record text := (
    select format('concat_ws(''/'', %s)',
      string_agg(format('h.%I::text', k.name), ', ' order by k.ordinal))
    from unnest(key_columns) with ordinality k (name, ordinal));
  hashed_text text := case when left_out = '{}' then 'h::text' else '(to_jsonb(h) - $1)::text' end;
begin
  return query execute format($query$
    with compared as (
      select n.record, case when c.row_hash is null then 'ROW_UNKNOWN'
        when c.row_hash <> n.row_hash then 'ROW_DIFFERS' end as reason
      from (
        select %s as record, row_hash_of(%s) as row_hash
        from %I h where h.ctid >= $2 and h.ctid < $3 offset 0
      ) n
      left join lateral (
        select c.row_hash from row_change c
        where c.table_name = $4 and c.record = n.record order by c.id desc limit 1
      ) c on true
    )
    select (select count(*) from compared), (
      select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select record, reason from compared where reason is not null limit $5
      ) f)
    $query$, record, hashed_text, hashed_table)
  using left_out, format('(%s,0)', first_block)::tid, format('(%s,0)', last_block)::tid,
    hashed_table, most_faults;
end $function$;

CREATE OR REPLACE FUNCTION discount_book_value(face_minor bigint, rate numeric, start_on date, matures_on date, day date, day_count text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  -- Integer division, so that nothing is rounded before the final half-up rounding.
  select div(2 * face_minor * (100 * basis - rate * (matures_on - day)) + 100 * basis, 200 * basis)
  from (select case day_count
      when 'ACT_365F' then 365
      when 'ACT_360' then 360
      when 'ACT_364' then 364
      when 'ACT_366_LEAP' then make_date(extract(year from start_on)::integer + 1, 1, 1)
        - make_date(extract(year from start_on)::integer, 1, 1)
    end::numeric) as year (basis)
$function$;

CREATE OR REPLACE FUNCTION executions_about(order_ids bigint[], exec_ids text[])
 RETURNS SETOF execution_report
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  named record;
  execution execution_report;
  ids text[];
  place integer;
  this text;
  other text;
begin
  for named in
    select distinct u.order_id, u.exec_id from unnest(order_ids, exec_ids) u(order_id, exec_id)
  loop
    ids := array[named.exec_id];
    place := 1;
    while place <= cardinality(ids) loop
      this := ids[place];
      select r.* into execution from execution_report r
        where r.order_id = named.order_id and r.exec_id = this;
      if execution.kind is not null or (place = 1 and execution.id is not null) then
        return next execution;
      end if;
      if execution.kind <> 'TRADE' and execution.exec_ref_id <> all (ids) then
        ids := ids || execution.exec_ref_id;
      end if;
      for other in
        select r.exec_id from execution_report r
        where r.order_id = named.order_id and r.exec_ref_id = this
          and r.kind in ('CORRECT', 'CANCEL')
      loop
        if other <> all (ids) then
          ids := ids || other;
        end if;
      end loop;
      place := place + 1;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION face_value_on(of_security bigint, on_date date)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select f.face_value from security_face_value f
      where f.security_id = of_security and f.valid_from <= on_date
      order by f.valid_from desc limit 1),
    (select s.face_value from security s where s.id = of_security))
$function$;

CREATE OR REPLACE FUNCTION firm_balance(firm_account bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select b.balance_minor + coalesce((
    select sum(case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end * l.amount_minor)
    from journal_line l, ledger_fold_state s
    where l.account_id = a.id and l.account_version is null and l.journal_id > s.folded_journal_id
  ), 0)::bigint
  from account a join account_balance b on b.account_id = a.id where a.id = firm_account
$function$;

CREATE OR REPLACE FUNCTION first_order_name(of_order bigint)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  with recursive chain(id, name, earlier, depth) as (
    select t.id, t.name, t.reference_order_id, 0 from trade_order t where t.id = of_order
    union all
    select t.id, t.name, t.reference_order_id, c.depth + 1
    from chain c join trade_order t on t.id = c.earlier
    where c.depth < 100
  ) select name from chain where depth > 0 order by depth desc limit 1
$function$;

CREATE OR REPLACE FUNCTION flagged_in_trade(of_order bigint, on_date date)
 RETURNS TABLE(cum_quantity bigint, ex_quantity bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(abs(m.quantity)) filter (where e.cum_ex = 'CUM'), 0)::bigint,
    coalesce(sum(abs(m.quantity)) filter (where e.cum_ex = 'EX'), 0)::bigint
  from execution_report e
  join holding_movement m on m.source_type = 'EXECUTION' and m.source_id = e.id
  where e.order_id = of_order and e.cum_ex is not null and m.effective_date = on_date
    and m.reversal_of_id is null
    and not exists (select from holding_movement r where r.reversal_of_id = m.id)
$function$;

CREATE OR REPLACE FUNCTION flagged_units(of_portfolio bigint, of_security bigint, ex_date date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case when not exists (select from execution_report where cum_ex is not null) then 0
    else (
      select coalesce(sum(case e.cum_ex when 'CUM' then m.quantity else -m.quantity end), 0)::bigint
      from holding_movement m join execution_report e on e.id = m.source_id
      where m.portfolio_id = of_portfolio and m.security_id = of_security
        and m.source_type = 'EXECUTION' and m.reversal_of_id is null
        and m.effective_date > ex_date - 30 and m.effective_date < ex_date + 30
        and e.cum_ex = case when m.effective_date >= ex_date then 'CUM' else 'EX' end
        and not exists (select from holding_movement r where r.reversal_of_id = m.id)
    ) end
$function$;

CREATE OR REPLACE FUNCTION fold_ledger(most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint;
  me xid8;
  state ledger_fold_state;
  upto bigint;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'the fold runs in a transaction of its own' using errcode = '25001';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('countinghouse ledger fold')) then
    return 0;
  end if;
  -- Read before this transaction gets its id, so that every transaction that took one of these
  -- numbers has a lower id.
  select case when s.is_called then s.last_value else 0 end into taken from journal_id s;
  select * into state from ledger_fold_state;
  if taken = state.folded_journal_id then
    return 0;
  end if;
  me := pg_current_xact_id();
  upto := state.folded_journal_id;
  if state.candidate_before <= pg_snapshot_xmin(pg_current_snapshot()) then
    upto := least(state.candidate_journal_id, state.folded_journal_id + most);
  end if;

  with line as materialized (
    select l.journal_id, l.line_no, l.account_id, l.amount_minor, l.account_version,
      j.transaction_date, j.value_date, a.inline,
      case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end as side
    from journal_line l
    join journal j on j.id = l.journal_id
    join account a on a.id = l.account_id
    where l.journal_id > state.folded_journal_id and l.journal_id <= upto
  ), placed as materialized (
    select line.journal_id, line.line_no, line.account_id, line.amount_minor, line.transaction_date,
      line.value_date,
      b.version + row_number() over per_account as account_version,
      b.balance_minor + sum(line.side * line.amount_minor) over per_account as balance_minor
    from line join account_balance b on b.account_id = line.account_id
    where not line.inline
    window per_account as (partition by line.account_id order by line.journal_id, line.line_no)
  ), folded as (
    insert into ledger_fold (account_id, account_version, journal_id, line_no, balance_minor)
      select p.account_id, p.account_version, p.journal_id, p.line_no, p.balance_minor from placed p
  ), moved as (
    update account_balance b
      set balance_minor = last.balance_minor, version = last.account_version
      from (
        select distinct on (account_id) account_id, balance_minor, account_version
        from placed order by account_id, account_version desc
      ) last
      where b.account_id = last.account_id
  ), versioned as materialized (
    select account_id, transaction_date, value_date, amount_minor, account_version
      from line where inline
    union all
    select account_id, transaction_date, value_date, amount_minor, account_version from placed
  ), shifted as (
    insert into account_value_shift as shift (account_id, value_date, debit_minor, credit_minor,
        line_count, first_version, last_version)
      select v.account_id, to_date.day, sum(to_date.sign * greatest(v.amount_minor, 0)),
        sum(to_date.sign * greatest(-v.amount_minor, 0)), sum(to_date.sign),
        min(v.account_version), max(v.account_version)
      from versioned v
      cross join lateral (values (v.value_date, 1), (v.transaction_date, -1)) to_date (day, sign)
      where v.value_date <> v.transaction_date
      group by v.account_id, to_date.day
      on conflict (account_id, value_date) do update set
        debit_minor = shift.debit_minor + excluded.debit_minor,
        credit_minor = shift.credit_minor + excluded.credit_minor,
        line_count = shift.line_count + excluded.line_count,
        first_version = least(shift.first_version, excluded.first_version),
        last_version = greatest(shift.last_version, excluded.last_version)
  )
  insert into account_day as day (account_id, transaction_date, debit_minor, credit_minor,
      line_count, first_version, last_version)
    select v.account_id, v.transaction_date, sum(greatest(v.amount_minor, 0)),
      sum(greatest(-v.amount_minor, 0)), count(*), min(v.account_version), max(v.account_version)
    from versioned v
    group by v.account_id, v.transaction_date
    on conflict (account_id, transaction_date) do update set
      debit_minor = day.debit_minor + excluded.debit_minor,
      credit_minor = day.credit_minor + excluded.credit_minor,
      line_count = day.line_count + excluded.line_count,
      first_version = least(day.first_version, excluded.first_version),
      last_version = greatest(day.last_version, excluded.last_version);

  -- Replaces a candidate that has been used, or whose transaction ids are from another server.
  if state.candidate_before is null or upto = state.candidate_journal_id
    or state.candidate_before > me
  then
    state.candidate_journal_id := taken;
    state.candidate_before := me;
  end if;
  update ledger_fold_state set folded_journal_id = upto,
    candidate_journal_id = state.candidate_journal_id, candidate_before = state.candidate_before;
  return upto - state.folded_journal_id;
end $function$;

CREATE OR REPLACE FUNCTION followed_changes(key_columns jsonb, first_block bigint, last_block bigint, most_faults integer)
 RETURNS TABLE(rows_checked bigint, faults jsonb)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  part record;
begin
  rows_checked := 0;
  faults := '[]';
  for part in
    select f.table_name, count(*) as changes,
      array_agg(f.record) filter (where f.is_last and f.row_hash is not null) as records,
      jsonb_path_query_array(jsonb_agg(
        jsonb_build_object('table', f.table_name, 'record', f.record, 'reason', 'ROW_WAS_EDITED')
      ) filter (where f.former_hash is distinct from f.hash_before), '$[0 to 999]') as edited
    from (
      select c.table_name, c.record, c.row_hash, c.former_hash,
        not exists (
          select from row_change later
          where later.table_name = c.table_name and later.record = c.record and later.id > c.id
        ) as is_last, (
          select b.row_hash from row_change b
          where b.table_name = c.table_name and b.record = c.record and b.id < c.id
          order by b.id desc limit 1
        ) as hash_before
      from row_change c
      where c.ctid >= format('(%s,0)', first_block)::tid
        and c.ctid < format('(%s,0)', last_block)::tid and key_columns ? c.table_name
    ) f
    group by f.table_name order by f.table_name
  loop
    rows_checked := rows_checked + part.changes;
    faults := faults || coalesce(part.edited, '[]');
    if part.records is not null then
      faults := faults || records_without_row(
        part.table_name, key_columns -> part.table_name, part.records, most_faults);
    end if;
  end loop;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION forced_below(lack bigint, forced_before bigint, forced boolean)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when forced then greatest(0, lack) else least(forced_before, greatest(0, lack)) end
$function$;

CREATE OR REPLACE FUNCTION has_fill_alike(of_order bigint, of_quantity bigint, of_price numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
begin
  return exists (
    select from execution_report r
    where r.order_id = of_order and r.kind = 'TRADE' and r.quantity = of_quantity
      and r.price = of_price);
end $function$;

CREATE OR REPLACE FUNCTION hash_rows_of(hashed_table text, key_columns text, left_out text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET bytea_output TO 'hex'
AS $function$
declare
  keys text := replace(key_columns, ' ', '');
  others text := replace(left_out, ' ', '');
  noting text := format(case when others = '' then 'note_row_hashes(%L)'
    else 'note_partial_hashes(%L, %L)' end, keys, others);
begin
  execute format('create or replace trigger %I after insert on %I
    referencing new table as hashed_row for each statement execute function %s',
    hashed_table || '_inserts_are_hashed', hashed_table, noting);
  execute format('create or replace trigger %I after update on %I
    referencing old table as former_row new table as hashed_row for each statement
    execute function %s', hashed_table || '_updates_are_hashed', hashed_table, noting);
  execute format('create or replace trigger %I after delete on %I
    referencing old table as former_row for each statement execute function %s',
    hashed_table || '_deletes_are_hashed', hashed_table, noting);
  execute format('insert into row_change (table_name, record, row_hash, former_hash)
    select $1, n.record, n.row_hash, (
      select c.row_hash from row_change c
      where c.table_name = $1 and c.record = n.record order by c.id desc limit 1)
    from (
      select record_of(to_jsonb(h), $2) as record, row_hash_of(%s) as row_hash
      from %I h offset 0
    ) n', case when others = '' then 'h::text' else '(to_jsonb(h) - $3)::text' end, hashed_table)
  using hashed_table, string_to_array(keys, ','), string_to_array(others, ',');
end $function$;

CREATE OR REPLACE FUNCTION holding_positions(of_portfolio bigint, of_security bigint, known_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, since date DEFAULT '-infinity'::date, since_quantity bigint DEFAULT 0, since_cost_minor bigint DEFAULT 0, since_gain_minor bigint DEFAULT 0)
 RETURNS TABLE(effective_date date, quantity bigint, cost_minor bigint, realised_gain_minor bigint, has_sale boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  moved record;
  units bigint;
  leaving bigint;
  part bigint;
begin
  quantity := since_quantity;
  cost_minor := since_cost_minor;
  realised_gain_minor := since_gain_minor;
  for moved in
    select m.effective_date as on_date, m.quantity as units, m.amount_minor as amount,
      m.gain_minor as gain, m.of_event, m.at_cost
    from movements_in_force(of_portfolio, of_security, since, known_at) m
    order by m.effective_date, not m.of_event, m.id
  loop
    if moved.on_date is distinct from effective_date then
      if effective_date is not null then
        return next;
      end if;
      effective_date := moved.on_date;
      has_sale := false;
    end if;
    if moved.of_event then
      cost_minor := cost_minor + moved.amount;
      realised_gain_minor := realised_gain_minor + moved.gain;
    elsif moved.units = 0 then
      realised_gain_minor := realised_gain_minor + moved.gain;
      if quantity > 0 then
        cost_minor := cost_minor + moved.amount;
      else
        realised_gain_minor := realised_gain_minor - moved.amount;
      end if;
    elsif moved.units > 0 then
      -- Units that cover a short position close it at the price of its sale.
      units := least(moved.units, greatest(-quantity, 0));
      if units > 0 then
        part := share_of(moved.amount, units, moved.units);
        leaving := share_of(cost_minor, units, -quantity);
        realised_gain_minor := realised_gain_minor - leaving - part;
        cost_minor := cost_minor - leaving - part;
      end if;
      cost_minor := cost_minor + moved.amount;
    else
      -- Units sold in excess of the holding become a short position at their sale price.
      has_sale := true;
      units := least(-moved.units, greatest(quantity, 0));
      part := case units when 0 then 0 else share_of(moved.amount, units, -moved.units) end;
      leaving := case units when 0 then 0 else share_of(cost_minor, units, quantity) end;
      realised_gain_minor :=
        realised_gain_minor + case when moved.at_cost then 0 else part - leaving end;
      cost_minor := cost_minor - leaving - (moved.amount - part);
    end if;
    quantity := quantity + moved.units;
  end loop;
  if effective_date is not null then
    return next;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION instructions_named(of_exchange bigint, cl_ord_ids text[])
 RETURNS SETOF exchange_instruction
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  name text;
begin
  for name in select distinct n from unnest(cl_ord_ids) n loop
    return query select i.* from exchange_instruction i
      where i.exchange_id = of_exchange and i.cl_ord_id = name;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION is_bond(security_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select security_type in ('BOND_NAT', 'BOND_CORP')
$function$;

CREATE OR REPLACE FUNCTION known_journal(moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  known bigint := 0;
  step bigint := 1::bigint << 50;
  recorded timestamptz;
begin
  while step > 0 loop
    select j.recorded_at into recorded from journal j
      where j.id > 0 and j.id <= known + step order by j.id desc limit 1;
    if recorded is null or recorded <= moment then
      known := known + step;
    end if;
    step := step / 2;
  end loop;
  return known;
end $function$;

CREATE OR REPLACE FUNCTION leap_year_days_before(moment date)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  y integer := extract(year from moment);
begin
  return ((y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400) * 366
    + case when (y % 4 = 0 and y % 100 <> 0) or y % 400 = 0
        then moment - make_date(y, 1, 1) else 0 end;
end $function$;

CREATE OR REPLACE FUNCTION ledger_tail(tail_account bigint)
 RETURNS TABLE(journal_id bigint, line_no smallint, amount_minor bigint, account_version bigint, balance_minor bigint, transaction_date date, value_date date, recorded_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select l.journal_id, l.line_no, l.amount_minor, l.account_version, l.balance_minor,
    j.transaction_date, j.value_date, j.recorded_at
  from journal_line l
  cross join lateral (select * from journal where id = l.journal_id limit 1) j
  where l.account_id = tail_account and l.account_version > coalesce(
    (select max(d.last_version) from account_day d where d.account_id = tail_account), 0)
    and exists (select from account a where a.id = tail_account and a.inline)
  union all
  select l.journal_id, l.line_no, l.amount_minor,
    b.version + row_number() over (order by l.journal_id, l.line_no),
    b.balance_minor
      + (sum(case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end * l.amount_minor)
        over (order by l.journal_id, l.line_no))::bigint,
    j.transaction_date, j.value_date, j.recorded_at
  from account a
  join account_balance b on b.account_id = a.id
  cross join ledger_fold_state s
  join journal_line l on l.account_id = a.id and l.account_version is null
    and l.journal_id > s.folded_journal_id
  cross join lateral (select * from journal where id = l.journal_id limit 1) j
  where a.id = tail_account and not a.inline
$function$;

CREATE OR REPLACE FUNCTION move_holdings(moves jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  late_portfolios bigint[];
  late_securities bigint[];
  late_dates date[];
begin
  insert into holding (portfolio_id, security_id)
    select distinct m."portfolioId", m."securityId"
    from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint)
    order by 1, 2
    on conflict (portfolio_id, security_id) do nothing;
  perform from holding h where (h.portfolio_id, h.security_id) in (
      select m."portfolioId", m."securityId"
      from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint))
    order by h.portfolio_id, h.security_id for no key update;
  insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, proceeds_minor, gain_minor, pending_quantity, currency, source_type, source_id,
      source_line, acquired_on, cost_known)
    select m."portfolioId", m."securityId", m.kind, m."effectiveDate", m.quantity, m."costMinor",
      m."proceedsMinor", m."gainMinor", m."pendingQuantity", m.currency, m."sourceType",
      m."sourceId", m."sourceLine", m."acquiredOn", coalesce(m."costKnown", true)
    from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint,
      kind text, "effectiveDate" date, quantity bigint, "costMinor" bigint, "proceedsMinor" bigint,
      "gainMinor" bigint, "pendingQuantity" bigint, currency text, "sourceType" text,
      "sourceId" bigint, "sourceLine" integer, "acquiredOn" date, "costKnown" boolean)
    order by m."portfolioId", m."securityId", m."effectiveDate", m."sourceId", m."sourceLine";
  -- A movement later than all others of its holding is added to it. Otherwise the holding is folded
  -- again. The cost of transferred units follows from the fold.
  with moved as (
    select m."portfolioId" as portfolio_id, m."securityId" as security_id,
      min(m."effectiveDate") as first_on, max(m."effectiveDate") as last_on,
      sum(m.quantity)::bigint as quantity, sum(m."costMinor")::bigint as cost_minor,
      sum(m."gainMinor")::bigint as gain_minor,
      sum(m."pendingQuantity")::bigint as pending_quantity,
      bool_and(m."sourceType" <> 'TRANSFER') as has_facts
    from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint,
      "effectiveDate" date, quantity bigint, "costMinor" bigint, "gainMinor" bigint,
      "pendingQuantity" bigint, "sourceType" text)
    group by 1, 2
  ), placed as (
    select m.*,
      m.has_facts and m.first_on = m.last_on
        and m.first_on > coalesce(h.moved_on, '-infinity') as is_last
    from moved m join holding h using (portfolio_id, security_id)
  ), added as (
    update holding h set pending_quantity = h.pending_quantity + p.pending_quantity,
      quantity = h.quantity + case when p.is_last then p.quantity else 0 end,
      cost_minor = h.cost_minor + case when p.is_last then p.cost_minor else 0 end,
      realised_gain_minor =
        h.realised_gain_minor + case when p.is_last then p.gain_minor else 0 end,
      moved_on = case when p.is_last then p.first_on else h.moved_on end,
      day_start_quantity = case when p.is_last then h.quantity else h.day_start_quantity end,
      day_start_cost_minor = case when p.is_last then h.cost_minor else h.day_start_cost_minor end,
      day_start_gain_minor =
        case when p.is_last then h.realised_gain_minor else h.day_start_gain_minor end
    from placed p
    where h.portfolio_id = p.portfolio_id and h.security_id = p.security_id
    returning h.portfolio_id
  )
  select array_agg(p.portfolio_id), array_agg(p.security_id), array_agg(p.first_on)
    into late_portfolios, late_securities, late_dates
    from placed p where not p.is_last and exists (select from added);
  perform refold_holdings(late_portfolios, late_securities, late_dates);
end $function$;

CREATE OR REPLACE FUNCTION movements_in_force(of_portfolio bigint, of_security bigint, since date, known_at timestamp with time zone)
 RETURNS TABLE(id bigint, effective_date date, quantity bigint, amount_minor bigint, gain_minor bigint, of_event boolean, at_cost boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with counted as (
    select m.id, m.effective_date, m.kind, m.order_id, m.quantity, m.cost_minor, m.proceeds_minor,
      m.gain_minor, m.source_type not in ('EXECUTION', 'CONTRACT_NOTE', 'OPENING', 'TRANSFER')
        as of_event
    from holding_movement m
    where m.portfolio_id = of_portfolio and m.security_id = of_security
      and m.effective_date >= since and m.reversal_of_id is null and m.recorded_at <= known_at
      and not exists (select from holding_movement r
        where r.reversal_of_id = m.id and r.recorded_at <= known_at)
  ), grouped as (
    select c.*,
      coalesce(sum(c.cost_minor - c.proceeds_minor) filter (where c.kind = 'CHARGES') over fills, 0)
        as charges,
      coalesce(sum(abs(c.quantity)) filter (where c.kind in ('BUY', 'SELL')) over fills, 0) as units
    from counted c window fills as (partition by c.order_id, c.effective_date)
  ), shared as (
    select g.*, div(abs(g.charges) * abs(g.quantity), g.units) as share,
      row_number() over (fills order by mod(abs(g.charges) * abs(g.quantity), g.units) desc, g.id)
        as place,
      abs(g.charges) - sum(div(abs(g.charges) * abs(g.quantity), g.units)) over fills as remainder
    from grouped g where g.kind in ('BUY', 'SELL') and g.charges <> 0
    window fills as (partition by g.order_id, g.effective_date)
  )
  select s.id, s.effective_date, s.quantity, (s.cost_minor + s.proceeds_minor
    + sign(s.quantity) * sign(s.charges)
      * (s.share + case when s.place <= s.remainder then 1 else 0 end))::bigint,
    0, false, false
  from shared s
  union all
  select g.id, g.effective_date, g.quantity,
    case when g.quantity < 0 and not g.of_event then g.proceeds_minor else g.cost_minor end,
    case when g.kind = 'CHARGES' then g.proceeds_minor else g.gain_minor end, g.of_event,
    g.kind = 'TRANSFER_OUT'
  from grouped g
  where case when g.kind in ('BUY', 'SELL') then g.charges = 0
    when g.kind = 'CHARGES' then g.units = 0 else true end
$function$;

CREATE OR REPLACE FUNCTION nameless_fills(order_ids bigint[])
 RETURNS SETOF execution_report
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  one_order bigint;
begin
  for one_order in select distinct n from unnest(order_ids) n loop
    return query select r.* from execution_report r
      where r.order_id = one_order and r.kind = 'TRADE' and r.unmatched_report_id is not null
        and r.given_exec_id is null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  present jsonb := to_jsonb(new);
  shown text[] := string_to_array(tg_argv[0], ',');
  differing jsonb;
begin
  select jsonb_agg(
    case when tg_argv[0] = '*' or n.key = any (shown)
      then jsonb_build_object('column', n.key, 'before', o.value, 'after', n.value)
      else jsonb_build_object('column', n.key, 'hidden', true) end
    order by n.key)
  into differing
  from jsonb_each(present) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value
    and n.key not in ('version', 'modified_by', 'modified_at');
  if differing is not null then
    insert into audit_change (table_name, record_id, currency, changes)
    values (tg_table_name, new.id, present ->> 'currency', differing);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_partial_hashes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
declare
  changed_table text := tg_table_name;
  key_columns text[] := string_to_array(tg_argv[0], ',');
  left_out text[] := string_to_array(tg_argv[1], ',');
begin
  if tg_op = 'INSERT' then
    insert into row_change (table_name, record, row_hash)
    select changed_table, record_of(to_jsonb(h), key_columns),
      row_hash_of((to_jsonb(h) - left_out)::text)
    from hashed_row h;
  elsif tg_op = 'UPDATE' then
    insert into row_change (table_name, record, row_hash, former_hash)
    select changed_table, coalesce(n.record, o.record), n.row_hash, o.row_hash
    from (
      select record_of(to_jsonb(h), key_columns) as record,
        row_hash_of((to_jsonb(h) - left_out)::text) as row_hash
      from hashed_row h offset 0
    ) n full join (
      select record_of(to_jsonb(h), key_columns) as record,
        row_hash_of((to_jsonb(h) - left_out)::text) as row_hash
      from former_row h offset 0
    ) o on o.record = n.record
    where n.row_hash is distinct from o.row_hash;
  else
    insert into row_change (table_name, record, former_hash)
    select changed_table, record_of(to_jsonb(h), key_columns),
      row_hash_of((to_jsonb(h) - left_out)::text)
    from former_row h;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_price_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  today constant date := (select business_date from business_day);
begin
  if tg_op = 'DELETE' then
    if old.price_date is distinct from today then
      insert into security_price_version (security_id, price_date)
      values (old.security_id, old.price_date);
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if (new.close, new.volume) = (old.close, old.volume) then
      return null;
    end if;
  end if;
  if new.price_date is distinct from today then
    insert into security_price_version (security_id, price_date, close, volume)
    values (new.security_id, new.price_date, new.close, new.volume);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_recorded_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.recorded_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION note_row_hashes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET bytea_output TO 'hex'
AS $function$
declare
  changed_table text := tg_table_name;
  key_columns text[] := string_to_array(tg_argv[0], ',');
begin
  if tg_argv[0] = 'id' then
    if tg_op = 'INSERT' then
      insert into row_change (table_name, record, row_hash)
      select changed_table, h.id::text, row_hash_of(h::text) from hashed_row h;
    elsif tg_op = 'UPDATE' then
      insert into row_change (table_name, record, row_hash, former_hash)
      select changed_table, coalesce(n.id, o.id)::text, n.row_hash, o.row_hash
      from (select h.id, row_hash_of(h::text) as row_hash from hashed_row h offset 0) n
      full join (select h.id, row_hash_of(h::text) as row_hash from former_row h offset 0) o
        on o.id = n.id
      where n.row_hash is distinct from o.row_hash;
    else
      insert into row_change (table_name, record, former_hash)
      select changed_table, h.id::text, row_hash_of(h::text) from former_row h;
    end if;
  elsif tg_op = 'INSERT' then
    insert into row_change (table_name, record, row_hash)
    select changed_table, record_of(to_jsonb(h), key_columns), row_hash_of(h::text)
    from hashed_row h;
  elsif tg_op = 'UPDATE' then
    insert into row_change (table_name, record, row_hash, former_hash)
    select changed_table, coalesce(n.record, o.record), n.row_hash, o.row_hash
    from (
      select record_of(to_jsonb(h), key_columns) as record, row_hash_of(h::text) as row_hash
      from hashed_row h offset 0
    ) n full join (
      select record_of(to_jsonb(h), key_columns) as record, row_hash_of(h::text) as row_hash
      from former_row h offset 0
    ) o on o.record = n.record
    where n.row_hash is distinct from o.row_hash;
  else
    insert into row_change (table_name, record, former_hash)
    select changed_table, record_of(to_jsonb(h), key_columns), row_hash_of(h::text)
    from former_row h;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION orders_await_reentry()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  today date;
begin
  select d.business_date into today from business_day d where d.only_row;
  return exists (
    select from exchange_order x
    where x.awaits_reentry and x.entered_on < today and x.held_back_on is distinct from today);
end $function$;

CREATE OR REPLACE FUNCTION payer_class_of(payer customer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(payer.payer_class, payer.partner_type)
$function$;

CREATE OR REPLACE FUNCTION period_lock()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 3001 $function$;

CREATE OR REPLACE FUNCTION portfolio_label(code text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select p.label from portfolio p where p.name = code
$function$;

CREATE OR REPLACE FUNCTION position_before(h holding, before_date date, needs_cost boolean)
 RETURNS TABLE(quantity bigint, cost_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select h.quantity - coalesce(m.quantity, 0)::bigint,
    case
      when not needs_cost then 0
      when h.moved_on is null or h.moved_on < before_date then h.cost_minor
      when m.first_on >= h.moved_on then h.day_start_cost_minor
      else coalesce((
        select p.cost_minor from holding_positions(h.portfolio_id, h.security_id) p
        where p.effective_date < before_date order by p.effective_date desc limit 1), 0)
    end
  from (
    select sum(m.quantity) as quantity, min(m.effective_date) as first_on
    from holding_movement m
    where m.portfolio_id = h.portfolio_id and m.security_id = h.security_id
      and m.effective_date >= before_date and h.moved_on >= before_date
  ) m
$function$;

CREATE OR REPLACE FUNCTION post_journals(drafts jsonb, draft_nos integer[] DEFAULT '{}'::integer[], line_nos integer[] DEFAULT '{}'::integer[], account_ids bigint[] DEFAULT '{}'::bigint[], amounts bigint[] DEFAULT '{}'::bigint[], forced_accounts bigint[] DEFAULT '{}'::bigint[], holds jsonb DEFAULT '[]'::jsonb, dry boolean DEFAULT false)
 RETURNS TABLE(ordinal integer, journal_id bigint)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  draft_count constant integer := jsonb_array_length(drafts);
  line_count constant integer := cardinality(account_ids);
  held record;
  is_locked boolean;
  transaction_id xid8;
  soft_closed date;
  hard_closed date;
  -- The current line's account, its position among the accounts, and its movement so far.
  account_no bigint;
  place integer := 0;
  moved bigint;
  moves integer;
  -- For each account: the total of its lines, with debits positive, and the number of lines.
  accounts bigint[];
  sums bigint[];
  counts integer[];
  -- For each account, after its lines. Only inline accounts have a balance and a version here.
  moved_ids bigint[];
  inline_ids bigint[];
  known_ids bigint[];
  currencies text[];
  sides smallint[];
  balances bigint[];
  versions bigint[];
  -- For each line: the position of its account, and the account's movement including the line.
  places integer[];
  sums_so_far bigint[];
  counts_so_far integer[];
  -- The following variables exist once per draft.
  ids bigint[];
  -- All journals have the same time, so that all of them become known at once.
  recorded timestamptz;
  -- These numbers are private to the connection, so that dry runs do not wait for each other.
  dry_first constant bigint := -(pg_backend_pid()::bigint * 1000000);
  dry_last bigint;
begin
  is_locked := pg_advisory_xact_lock_shared(period_lock()) is not null;
  select p.soft_closed_through, p.hard_closed_through into soft_closed, hard_closed
    from period_closing p where p.only_row;
  if soft_closed is not null then
    if exists (
      select from jsonb_array_elements(drafts) d
      where (d ->> 'transactionDate')::date
        <= case when (d ->> 'intoSoftClosed')::boolean then hard_closed else soft_closed end
    ) then
      raise exception 'the books are closed until %', soft_closed
        using errcode = '23514', constraint = 'period_is_open', detail = soft_closed::text;
    end if;
  end if;

  if holds <> '[]' then
    perform from account_balance
      where inline and account_id = any (account_ids || array(
        select (h ->> 'accountId')::bigint from jsonb_array_elements(holds) h))
      order by account_id for update;
    for held in select * from jsonb_to_recordset(holds)
      as h("accountId" bigint, "sourceType" text, "sourceId" bigint, "amountMinor" bigint,
        force boolean)
    loop
      perform set_hold(held."sourceType", held."sourceId", held."accountId", held."amountMinor",
        coalesce(held.force, false));
    end loop;
  end if;
  if draft_count = 0 then
    return;
  end if;

  for line in 1 .. line_count loop
    if account_ids[line] is distinct from account_no then
      if account_ids[line] < account_no then
        raise exception 'lines stand in the order of their accounts' using errcode = '22023';
      end if;
      account_no := account_ids[line];
      place := place + 1;
      accounts[place] := account_no;
      moved := 0;
      moves := 0;
    end if;
    moved := moved + amounts[line];
    moves := moves + 1;
    sums[place] := moved;
    counts[place] := moves;
    places[line] := place;
    sums_so_far[line] := moved;
    counts_so_far[line] := moves;
  end loop;

  -- The bucket of an id among the sorted ids is its position. `k` expands the array once rather
  -- than for each row.
  with done as (
    update account_balance b
      set balance_minor = b.balance_minor + b.side * sums[width_bucket(b.account_id, k.ids)],
        version = b.version + counts[width_bucket(b.account_id, k.ids)],
        forced_minor = forced_below(b.floor_minor - (b.balance_minor
            + b.side * sums[width_bucket(b.account_id, k.ids)] - b.held_minor),
          b.forced_minor, b.account_id = any (forced_accounts))
      from (select array(select unnest(accounts)) as ids offset 0) k
      where b.inline and b.account_id = any (accounts)
      returning b.account_id, b.currency, b.side, b.balance_minor, b.version
  )
  select array_agg(d.account_id), array_agg(d.currency), array_agg(d.side),
      array_agg(d.balance_minor), array_agg(d.version)
    into moved_ids, currencies, sides, balances, versions
    from done d;
  known_ids := moved_ids;
  -- Firm accounts are read without a lock, together with all others. This statement may see an
  -- account that another transaction opened after the update. That account is then refused.
  if coalesce(cardinality(moved_ids), 0) < place then
    select array_agg(b.account_id), array_agg(b.currency), array_agg(b.side),
        array_agg(case when b.inline then b.balance_minor end),
        array_agg(case when b.inline then b.version end),
        array_agg(b.account_id) filter (where b.inline)
      into known_ids, currencies, sides, balances, versions, inline_ids
      from (
        select * from account_balance where account_id = any (accounts) order by account_id
      ) b;
    if inline_ids is distinct from moved_ids then
      raise exception 'an account is new, or accounts were not moved in their order'
        using errcode = '23503';
    end if;
  end if;
  if known_ids is distinct from accounts then
    raise exception 'a journal line names no account, or they were not moved in their order'
      using errcode = '23503';
  end if;

  transaction_id := pg_current_xact_id();
  if dry then
    select coalesce(min(j.id), dry_first) into dry_last from journal j
      where j.id > dry_first - 1000000 and j.id < dry_first;
  end if;
  for n in 1 .. draft_count loop
    ordinal := n;
    journal_id := case when dry then dry_last - n else nextval('journal_id') end;
    ids[n] := journal_id;
    return next;
  end loop;
  recorded := clock_timestamp();
  insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
      source_id, reversal_of_id, created_by, created_at, recorded_at)
    select ids[d.n], (d.draft ->> 'officeId')::bigint, (d.draft ->> 'transactionDate')::date,
      (d.draft ->> 'valueDate')::date, d.draft ->> 'narration', d.draft ->> 'sourceType',
      (d.draft ->> 'sourceId')::bigint, (d.draft ->> 'reversalOfId')::bigint,
      d.draft ->> 'createdBy', (d.draft ->> 'createdAt')::timestamptz, recorded
    from jsonb_array_elements(drafts) with ordinality d (draft, n);
  insert into journal_line
      (journal_id, line_no, account_id, currency, amount_minor, account_version, balance_minor)
    select ids[draft_nos[n]], line_nos[n], account_ids[n], currencies[places[n]], amounts[n],
      versions[places[n]] - counts[places[n]] + counts_so_far[n],
      balances[places[n]] - sides[places[n]] * (sums[places[n]] - sums_so_far[n])
    from generate_series(1, line_count) n;
end $function$;

CREATE OR REPLACE FUNCTION ratio_of(amount numeric, part numeric, of_all numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when of_all = 0 then 0 else sign(amount)
    * div(2 * abs(amount) * part + of_all, 2 * of_all) end
$function$;

CREATE OR REPLACE FUNCTION record_of(members jsonb, key_columns text[])
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws('/', members ->> key_columns[1], members ->> key_columns[2],
    members ->> key_columns[3], members ->> key_columns[4], members ->> key_columns[5])
$function$;

CREATE OR REPLACE FUNCTION records_without_row(searched_table text, key_columns jsonb, records text[], most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  query text := $query$
    select coalesce(jsonb_agg(to_jsonb(m)), '[]') from (
      select $1 as table, u.record, 'ROW_MISSING' as reason
      from unnest($2) u (record)
      where not exists (select from %I h where %s) limit $3
    ) m $query$;
  by_key text;
  by_text text;
  missing jsonb;
begin
  -- The last part of a record name may itself contain slashes.
  select string_agg(format('h.%I = %s::%s', a.attname,
      case when k.ordinal < jsonb_array_length(key_columns)
        then format('split_part(u.record, ''/'', %s)', k.ordinal)
        else format('array_to_string((string_to_array(u.record, ''/''))[%s:], ''/'')', k.ordinal)
      end, format_type(a.atttypid, a.atttypmod)), ' and ' order by k.ordinal),
    format('u.record = concat_ws(''/'', %s)',
      string_agg(format('h.%I::text', a.attname), ', ' order by k.ordinal))
  into by_key, by_text
  from jsonb_array_elements_text(key_columns) with ordinality k (name, ordinal)
    join pg_attribute a on a.attrelid = searched_table::regclass and a.attname = k.name;
  begin
    execute format(query, searched_table, by_key) into missing
    using searched_table, records, most;
  exception when data_exception then
    execute format(query, searched_table, by_text) into missing
    using searched_table, records, most;
  end;
  return missing;
end $function$;

CREATE OR REPLACE FUNCTION refold_holdings(portfolio_ids bigint[], security_ids bigint[], from_dates date[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update holding h set quantity = f.quantity, cost_minor = f.cost_minor,
    realised_gain_minor = f.realised_gain_minor, moved_on = coalesce(f.effective_date, s.moved_on),
    sold_on = f.sold_on, day_start_quantity = f.day_start_quantity,
    day_start_cost_minor = f.day_start_cost_minor, day_start_gain_minor = f.day_start_gain_minor
  from unnest(portfolio_ids, security_ids, from_dates) k (portfolio_id, security_id, from_date)
  cross join lateral (
    select coalesce(max(w.moved_on), '-infinity') as since, max(w.moved_on) as moved_on,
      coalesce(sum(w.day_start_quantity), 0)::bigint as quantity,
      coalesce(sum(w.day_start_cost_minor), 0)::bigint as cost_minor,
      coalesce(sum(w.day_start_gain_minor), 0)::bigint as gain_minor
    from holding w
    where w.portfolio_id = k.portfolio_id and w.security_id = k.security_id
      and k.from_date >= w.moved_on
  ) s
  cross join lateral (
    select p.effective_date, p.quantity, p.cost_minor, p.realised_gain_minor,
      max(p.effective_date) filter (where p.has_sale) over () as sold_on,
      lag(p.quantity, 1, s.quantity) over dates as day_start_quantity,
      lag(p.cost_minor, 1, s.cost_minor) over dates as day_start_cost_minor,
      lag(p.realised_gain_minor, 1, s.gain_minor) over dates as day_start_gain_minor
    from holding_positions(k.portfolio_id, k.security_id, 'infinity', s.since, s.quantity,
      s.cost_minor, s.gain_minor) p
    window dates as (order by p.effective_date)
    union all
    select null, s.quantity, s.cost_minor, s.gain_minor, null, s.quantity, s.cost_minor,
      s.gain_minor
    order by 1 desc nulls last limit 1
  ) f
  where h.portfolio_id = k.portfolio_id and h.security_id = k.security_id
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = '23000';
end $function$;

CREATE OR REPLACE FUNCTION refuse_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% rows are never removed', tg_table_name using errcode = '23000';
end $function$;

CREATE OR REPLACE FUNCTION refuse_unbalanced_journal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from new_line group by journal_id
    having sum(amount_minor) <> 0 or min(currency) <> max(currency)
      or min(line_no) <> 1 or max(line_no) <> count(*)
  ) then
    return null;
  end if;
  if exists (
    select from new_line group by journal_id, currency having sum(amount_minor) <> 0
  ) then
    raise exception 'a journal does not balance'
      using errcode = '23514', constraint = 'journal_balances';
  end if;
  if exists (
    select from new_line group by journal_id having min(line_no) <> 1 or max(line_no) <> count(*)
  ) then
    raise exception 'a journal is complete and takes no more lines'
      using errcode = '23514', constraint = 'journal_is_complete';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION renew_calendar_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update exchange set calendar_version = gen_random_uuid();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION renew_rules_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update exchange set rules_version = gen_random_uuid();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reports_stored(of_exchange bigint, order_ids bigint[], exec_ids text[], given_ids text[])
 RETURNS SETOF execution_report
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  named record;
  given execution_report;
begin
  for named in
    select * from unnest(order_ids, exec_ids, given_ids) u(order_id, exec_id, given_id)
  loop
    return query select r.* from execution_report r
      where r.order_id = named.order_id and r.exec_id = named.exec_id;
    continue when found or named.given_id is null;
    -- Here the order is not part of the key, because few rows have the given ExecID.
    for given in
      select r.* from execution_report r
      where r.exchange_id = of_exchange and r.given_exec_id = named.given_id
    loop
      if given.order_id = named.order_id then
        return next given;
      end if;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION reverse_movements(of_source_type text, of_source_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  portfolios bigint[];
  securities bigint[];
  first_dates date[];
begin
  perform from holding h where (h.portfolio_id, h.security_id) in (
      select m.portfolio_id, m.security_id from holding_movement m
      where m.source_type = of_source_type and m.source_id = any(of_source_ids))
    order by h.portfolio_id, h.security_id for no key update;
  with undone as (
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, proceeds_minor, gain_minor, pending_quantity, currency, order_id, source_type,
      source_id, source_line, reversal_of_id, acquired_on, cost_known)
    select m.portfolio_id, m.security_id, m.kind, m.effective_date, -m.quantity, -m.cost_minor,
      -m.proceeds_minor, -m.gain_minor, -m.pending_quantity, m.currency, m.order_id, m.source_type,
      m.source_id, m.source_line, m.id, m.acquired_on, m.cost_known
    from holding_movement m
    where m.source_type = of_source_type and m.source_id = any(of_source_ids)
      and m.reversal_of_id is null
      and not exists (select from holding_movement r where r.reversal_of_id = m.id)
    order by m.portfolio_id, m.security_id, m.id
    returning portfolio_id, security_id, effective_date, pending_quantity
  ), moved as (
    select u.portfolio_id, u.security_id, min(u.effective_date) as first_on,
      sum(u.pending_quantity)::bigint as pending_quantity
    from undone u group by 1, 2
  ), less as (
    update holding h set pending_quantity = h.pending_quantity + m.pending_quantity
    from moved m where h.portfolio_id = m.portfolio_id and h.security_id = m.security_id
      and m.pending_quantity <> 0
  )
  select array_agg(m.portfolio_id), array_agg(m.security_id), array_agg(m.first_on)
    into portfolios, securities, first_dates from moved m;
  perform refold_holdings(portfolios, securities, first_dates);
end $function$;

CREATE OR REPLACE FUNCTION row_hash_of(row_text text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(row_text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION security_id_of(code text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select s.id from security s where s.name = upper(trim(code))),
    (select a.security_id from security_alias a
      where a.alias_kind = 'NAME' and a.alias = upper(trim(code))))
$function$;

CREATE OR REPLACE FUNCTION set_hold(holder text, holder_id bigint, held_account bigint, amount bigint, forced boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  old record;
begin
  perform from account_balance b where b.account_id = held_account for update;
  if not found then
    raise exception 'a hold needs an account' using errcode = '23503';
  end if;
  select h.account_id, h.amount_minor into old from cash_hold h
    where h.source_type = holder and h.source_id = holder_id;
  if old.account_id <> held_account then
    raise exception 'a record holds money of one account' using errcode = '23000';
  end if;
  if coalesce(old.amount_minor, 0) = amount then
    return;
  end if;
  update account_balance b set held_minor = moved.held,
      forced_minor = forced_below(
        b.floor_minor - (b.balance_minor - moved.held), b.forced_minor, forced)
    from (
      select x.held_minor + amount - coalesce(old.amount_minor, 0) as held
      from account_balance x where x.account_id = held_account
    ) moved
    where b.account_id = held_account;
  if amount = 0 then
    delete from cash_hold h where h.source_type = holder and h.source_id = holder_id;
  else
    insert into cash_hold (source_type, source_id, account_id, amount_minor)
      values (holder, holder_id, held_account, amount)
      on conflict (source_type, source_id) do update set amount_minor = excluded.amount_minor;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION set_holds(holder text, holder_ids bigint[], held_accounts bigint[], amounts bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  -- The following variables exist once per record.
  wrong boolean;
  changes bigint[];
  -- The following variables exist once per account.
  locked bigint[];
  moved_accounts bigint[];
  moved bigint[];
  released bigint;
begin
  if cardinality(holder_ids) <> (select count(distinct n) from unnest(holder_ids) n) then
    raise exception 'a record has one hold' using errcode = '21000';
  end if;
  select array_agg(b.account_id) into locked from (
    select account_id from account_balance
      where account_id = any (held_accounts) order by account_id for update
  ) b;
  if not held_accounts <@ coalesce(locked, '{}') then
    raise exception 'a hold needs an account' using errcode = '23503';
  end if;
  select bool_or(h.account_id <> n.account), array_agg(n.amount - coalesce(h.amount_minor, 0)
      order by n.place)
    into wrong, changes
    from unnest(holder_ids, held_accounts, amounts) with ordinality n (id, account, amount, place)
    left join lateral (
      select x.account_id, x.amount_minor from cash_hold x
        where x.source_type = holder and x.source_id = n.id offset 0
    ) h on true;
  if wrong then
    raise exception 'a record holds money of one account' using errcode = '23000';
  end if;
  select array_agg(m.account), array_agg(m.change) into moved_accounts, moved from (
    select n.account, sum(n.change)::bigint as change
      from unnest(held_accounts, changes) n (account, change)
      group by n.account having sum(n.change) <> 0
  ) m;
  update account_balance b
    set held_minor = b.held_minor + moved[array_position(moved_accounts, b.account_id)],
      forced_minor = forced_below(b.floor_minor - (b.balance_minor - b.held_minor
          - moved[array_position(moved_accounts, b.account_id)]), b.forced_minor, false)
    where b.account_id = any (moved_accounts);
  -- Reads holds one by one: given a list, PostgreSQL 15 would read all holds of the kind.
  for released in select n.id from unnest(holder_ids, amounts) n (id, amount) where n.amount = 0
  loop
    delete from cash_hold h where h.source_type = holder and h.source_id = released;
  end loop;
  insert into cash_hold (source_type, source_id, account_id, amount_minor)
    select holder, n.id, n.account, n.amount
      from unnest(holder_ids, held_accounts, amounts) n (id, account, amount) where n.amount > 0
    on conflict (source_type, source_id) do update set amount_minor = excluded.amount_minor;
end $function$;

CREATE OR REPLACE FUNCTION set_unit_hold(of_source_type text, of_source_id bigint, of_portfolio_id bigint, of_security_id bigint, units bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  before bigint;
begin
  perform from holding h
    where h.portfolio_id = of_portfolio_id and h.security_id = of_security_id for no key update;
  if not found then
    return units = 0;
  end if;
  select coalesce(max(x.quantity), 0) into before from holding_hold x
    where x.source_type = of_source_type and x.source_id = of_source_id
      and x.portfolio_id = of_portfolio_id and x.security_id = of_security_id;
  update holding h set held_quantity = h.held_quantity + units - before
    where h.portfolio_id = of_portfolio_id and h.security_id = of_security_id
      and (units <= before or available_units(h) >= units - before);
  if not found then
    return false;
  end if;
  if units = 0 then
    delete from holding_hold x
      where x.source_type = of_source_type and x.source_id = of_source_id
        and x.portfolio_id = of_portfolio_id and x.security_id = of_security_id;
  else
    insert into holding_hold (portfolio_id, security_id, source_type, source_id, quantity)
      values (of_portfolio_id, of_security_id, of_source_type, of_source_id, units)
      on conflict (source_type, source_id, portfolio_id, security_id)
      do update set quantity = excluded.quantity;
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION settled_units(of_portfolio bigint, of_security bigint, before_date date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select (
    select coalesce(sum(m.quantity), 0)::bigint
    from holding_movement m
    where m.portfolio_id = of_portfolio and m.security_id = of_security
      and m.effective_date < before_date
      and (m.order_id is null or exists (select from contract_note n
        where n.order_id = m.order_id and n.trade_date = m.effective_date
          and n.reversed_at is null and n.settlement_date < before_date))
  )
$function$;

CREATE OR REPLACE FUNCTION share_of(amount_minor bigint, units bigint, of_units bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when units = of_units then amount_minor else (sign(amount_minor::numeric)
    * div(2 * abs(amount_minor::numeric) * units + of_units, 2 * of_units::numeric))::bigint end
$function$;

CREATE OR REPLACE FUNCTION term_interest(principal_minor bigint, rate numeric, start_on date, until_on date, day_count text, compoundings integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (case
    when until_on <= start_on then 0
    when compoundings is null and day_count = 'ACT_365F' then
      div(2 * principal_minor * rate * (until_on - start_on) + 36500, 73000)
    when compoundings is null and day_count = 'ACT_360' then
      div(2 * principal_minor * rate * (until_on - start_on) + 36000, 72000)
    else term_interest_by_rule(principal_minor, rate, start_on, until_on, day_count, compoundings)
  end)::bigint
$function$;

CREATE OR REPLACE FUNCTION term_interest_by_rule(principal_minor bigint, rate numeric, start_on date, until_on date, day_count text, compoundings integer)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  days numeric;
  year_days numeric;
  leap numeric;
  start_day integer := extract(day from start_on);
  end_day integer := extract(day from until_on);
begin
  if until_on <= start_on then
    return 0;
  end if;
  days := until_on - start_on;
  case day_count
    when 'ACT_365F' then year_days := 365;
    when 'ACT_360' then year_days := 360;
    when 'ACT_364' then year_days := 364;
    when 'ACT_366_LEAP' then
      year_days := make_date(extract(year from start_on)::integer + 1, 1, 1)
        - make_date(extract(year from start_on)::integer, 1, 1);
    when 'ACT_ACT_ISDA' then
      leap := leap_year_days_before(until_on) - leap_year_days_before(start_on);
      days := (days - leap) * 366 + leap * 365;
      year_days := 365 * 366;
    when 'THIRTY_360', 'THIRTY_E_360' then
      start_day := least(start_day, 30);
      if day_count = 'THIRTY_E_360' or start_day = 30 then
        end_day := least(end_day, 30);
      end if;
      days := 360 * (extract(year from until_on) - extract(year from start_on))
        + 30 * (extract(month from until_on) - extract(month from start_on)) + end_day - start_day;
      year_days := 360;
  end case;
  if compoundings is null then
    -- Integer division, so that nothing is rounded before the final half-up rounding.
    return div(2 * principal_minor * rate * days + 100 * year_days, 200 * year_days);
  end if;
  -- A quotient has the scale of its dividend, which is forty decimals here. Rounding it to twenty
  -- turns near-ties back into exact ties.
  return round(round(principal_minor * (exp(round(compoundings * days, 40) / year_days
    * ln(1 + round(rate, 40) / (100 * compoundings))) - 1), 20));
end $function$;

CREATE OR REPLACE FUNCTION trade_days_of(order_ids bigint[])
 RETURNS SETOF order_trade_day
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  one_order bigint;
begin
  for one_order in select distinct n from unnest(order_ids) n loop
    return query select d.* from order_trade_day d where d.order_id = one_order;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION unbooked_deliveries(of_session integer, most integer)
 RETURNS TABLE(message_id bigint, seq_num integer, refusal_kind text, refusal_text text, raw bytea, received_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
begin
  return query
    select d.message_id, d.seq_num, d.refusal_kind, d.refusal_text, m.raw, m.at
    from fix_delivery d join fix_message m on m.id = d.message_id
    where d.session_id = of_session and d.outcome is null
    order by d.session_id, d.position limit most;
end $function$;

CREATE OR REPLACE FUNCTION value_dated_minor(of_account bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(h.amount_minor), 0)::bigint from cash_hold h
  where h.account_id = of_account and h.source_type = 'VALUE_DATE'
$function$;

CREATE OR REPLACE FUNCTION version_known_at(known_account bigint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  last_known constant bigint := known_journal(moment);
  is_inline boolean;
  low bigint := 0;
  high bigint;
  folded bigint;
  middle bigint;
  number bigint;
begin
  select a.inline, b.version into is_inline, folded
    from account a join account_balance b on b.account_id = a.id where a.id = known_account;
  high := folded;
  while low < high loop
    middle := (low + high + 1) / 2;
    if is_inline then
      select l.journal_id into number from journal_line l
        where l.account_id = known_account and l.account_version = middle;
    else
      select f.journal_id into number from ledger_fold f
        where f.account_id = known_account and f.account_version = middle;
    end if;
    if number <= last_known then low := middle; else high := middle - 1; end if;
  end loop;
  if low = folded and not is_inline then
    low := low
      + (select count(*) from ledger_tail(known_account) t where t.journal_id <= last_known);
  end if;
  return low;
end $function$;
