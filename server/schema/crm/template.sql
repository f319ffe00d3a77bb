-- Message templates. Their texts are versioned, and a sent message refers to its version.

create sequence template_id increment by 50;

create table template (
  id bigint primary key,
  name text not null,
  label text not null,
  active boolean not null,
  -- Null: the whole firm.
  office_id bigint references business_office,
  channel text not null constraint template_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP')),
  -- The kind of record that the template is for. Only this kind's variables can be used.
  related_to text not null,
  purpose text not null constraint template_purpose_known check (purpose in
    ('SERVICE', 'MARKETING')),
  -- The current version of the template's texts.
  content_version integer not null check (content_version > 0),
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
-- A firm-wide code must also differ from the codes of all offices. `claimTemplateName` ensures
-- this.
create unique index template_by_name on template (upper(name), coalesce(office_id, 0));
create index template_by_office on template (office_id, id);
create trigger template_is_audited after update on template for each row
  execute function note_change('active,channel,content_version,name,purpose,related_to');

-- The texts of a template. A version never changes.
create table template_version (
  template_id bigint not null references template,
  number integer not null check (number > 0),
  default_language text not null,
  -- [{language, subject, text, html, whatsappName, whatsappLanguage, whatsappParameters}]
  contents jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (template_id, number)
);
create trigger template_version_is_append_only before update or delete on template_version
  for each row execute function refuse_change();
create trigger template_version_is_never_emptied before truncate on template_version
  for each statement execute function refuse_change();
