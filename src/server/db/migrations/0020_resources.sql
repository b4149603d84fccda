-- Coaching material of a coach (product §14): what it is, whom it was given to, and what they did with it.

-- A file of a resource, from its first byte. Its bytes come in parts, each stored under an id of its own; once they are
-- all there and were looked at, they are one part. Bytes under an id that no row names are removed.
create table resource_files (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  -- As it is offered for download: without path, controls and marks of direction.
  name text not null check (length(name) between 1 and 200),
  byte_size int not null check (byte_size > 0),
  -- What was received of it.
  received int not null default 0,
  parts uuid[] not null default '{}',
  -- Told by the content.
  media_type text,
  ready_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint resource_files_received check (received between 0 and byte_size),
  constraint resource_files_ready check ((ready_at is null) = (media_type is null)),
  unique (coach_id, id)
);
create index resource_files_by_coach on resource_files (coach_id);
-- Which bytes are named by a row.
create index resource_files_parts on resource_files using gin (parts);

create table resources (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  type text not null check (type in ('file', 'link', 'video', 'audio', 'text')),
  title text not null,
  description text,
  category text,
  tags text[] not null default '{}',
  source text,
  status text not null check (status in ('draft', 'published', 'archived')),
  file_id uuid,
  url text,
  body text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  search_text text not null generated always as (
    fold(title || ' ' || coalesce(description, '') || ' ' || coalesce(category, '') || ' ' || words(tags))
  ) stored,
  sort_title text not null generated always as (fold(title)) stored,
  constraint resources_tags_count check (cardinality(tags) <= 15),
  constraint resources_content check (
    case type
      when 'file' then file_id is not null and url is null and body is null
      when 'link' then file_id is null and url is not null and body is null
      when 'text' then file_id is null and url is null and body is not null
      else (file_id is null) <> (url is null) and body is null
    end
  ),
  -- A file is of one resource, and of its coach.
  constraint resources_file_unique unique (file_id),
  constraint resources_file_of_coach foreign key (coach_id, file_id) references resource_files (coach_id, id),
  unique (coach_id, id)
);
create index resources_by_title on resources (coach_id, sort_title, id) where deleted_at is null;
create index resources_by_age on resources (coach_id, created_at, id) where deleted_at is null;
create index resources_deleted on resources (deleted_at) where deleted_at is not null;

-- Given to a client or to a group, perhaps with one of their sessions.
create table resource_assignments (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  resource_id uuid not null,
  client_id uuid,
  group_id uuid,
  session_id uuid references sessions on delete cascade,
  message text,
  due_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint resource_assignments_whom check ((client_id is null) <> (group_id is null)),
  constraint resource_assignments_resource foreign key (coach_id, resource_id)
    references resources (coach_id, id) on delete cascade,
  constraint resource_assignments_client foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint resource_assignments_group foreign key (coach_id, group_id) references groups (coach_id, id) on delete cascade
);
-- Once for each person or group, and once more for each session.
create unique index resource_assignments_once on resource_assignments (resource_id, client_id, group_id, session_id)
  nulls not distinct where deleted_at is null;
create index resource_assignments_by_client on resource_assignments (client_id) where deleted_at is null;
create index resource_assignments_by_group on resource_assignments (group_id) where deleted_at is null;
create index resource_assignments_by_session on resource_assignments (session_id) where deleted_at is null;

-- What a person did with a resource, whichever way it came to them.
create table resource_progress (
  resource_id uuid not null references resources on delete cascade,
  client_id uuid not null references clients on delete cascade,
  viewed_at timestamptz not null,
  completed_at timestamptz,
  primary key (resource_id, client_id)
);
create index resource_progress_by_client on resource_progress (client_id);
