-- Activities: tasks, calls and meetings about a lead, contact or customer.

create sequence activity_id increment by 50;

create table activity (
  id bigint primary key,
  name text not null unique,
  office_id bigint not null references business_office,
  kind text not null constraint activity_kind_known check (kind in
    ('CALL', 'MEETING', 'TASK', 'NOTE', 'EMAIL', 'LETTER', 'VISIT')),
  status text not null constraint activity_status_known check (status in
    ('PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  priority text not null constraint activity_priority_known check (priority in
    ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  direction text constraint activity_direction_known check (direction in
    ('INBOUND', 'OUTBOUND')),
  subject text not null,
  description text,
  outcome text,
  assigned_to bigint,
  related_to text not null constraint activity_related_known check (related_to in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  related_to_id bigint not null,
  due_at timestamptz,
  ended_at timestamptz,
  -- When the due event was sent. It is sent again if the activity is postponed.
  due_told_at timestamptz,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint activity_ended check ((status in ('COMPLETED', 'CANCELLED')) = (ended_at is not null))
);
create index activity_by_office on activity (office_id, id);
create index activity_by_related on activity (related_to, related_to_id, id);
-- Used for timelines, which sort finished activities by end time and open ones by start time.
create index activity_in_time on activity
  (related_to, related_to_id, coalesce(ended_at, created_at), id);
create index activity_by_assignee on activity (assigned_to, id);
create index activity_to_tell on activity (due_at)
  where due_told_at is null and status in ('PLANNED', 'IN_PROGRESS');
